"""Pieces of Parquet files have the values, and the texts, of their own rows alone."""

import numpy as np
import pandas as pd
import pytest

from core.base.progress import unwatched
from core.reading import pieces as module
from core.reading.pieces import Schema, pieces
from core.sources.source import Source


@pytest.mark.parametrize("batch", [3, 7, 1000])
@pytest.mark.parametrize("different", [4, 60], ids=["few texts", "more texts than rows"])
def test_every_piece_has_the_texts_of_its_rows(tmp_path, monkeypatch, batch, different):
    monkeypatch.setattr(module, "_BATCH", batch)
    random = np.random.default_rng(different)
    texts = np.array([f"t{number}" for number in range(different)], object)
    frame = pd.DataFrame(
        {
            "who.is": np.where(random.random(100) < 0.1, None, texts[np.arange(100) % different]),
            "single": random.normal(size=100).astype(np.float32),
            "whole": pd.array(random.integers(-9, 9, 100), "Int8"),
            "sort": pd.Categorical.from_codes(np.arange(100) // 50, ["a", "b", "none has it"]),
        }
    )
    frame.loc[5, ["single", "whole"]] = None
    path = tmp_path / "rows.parquet"
    frame.to_parquet(path, row_group_size=40)
    schema = Schema(tuple(frame.columns), frozenset({"single", "whole"}))
    start = 0
    for piece in pieces(Source.from_path(path), schema, unwatched):
        who, single, whole, sort = piece.table.columns
        own = frame.iloc[start : start + len(who)]
        for column, name in ((who, "who.is"), (sort, "sort")):
            given = own[name].astype(object).where(own[name].notna(), "").tolist()
            assert column.categories == tuple(sorted({text for text in given if text}))
            assert [column.text(row) for row in range(len(own))] == given
        for column, name in ((single, "single"), (whole, "whole")):
            expected = own[name].to_numpy(np.float64, na_value=np.nan)
            np.testing.assert_array_equal(column.values, expected)
            assert column.values.flags.writeable
        start += len(who)
    assert start == 100
