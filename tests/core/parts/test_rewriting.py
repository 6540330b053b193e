"""The cleaned copy of several files: only what was decided differs."""

import pandas as pd
import pyarrow.parquet as pq
import pytest

from core.base.errors import DataError
from core.parts.opening import open_on_disk
from core.parts.rewriting import write_changed_parts
from tests.core.parts.conftest import cut, planned


def test_only_decided_rows_differ_and_other_files_are_copied(frame, opened, tmp_path):
    look = opened(cut(frame, 3))
    data = open_on_disk(look, planned(look))
    first, second = int(data.lines[5]), int(data.lines[len(data) - 1])
    other = {"yes": "no", "no": "yes"}[data.label_text(len(data) - 1)]
    out = tmp_path / "cleaned" / "here"
    write_changed_parts(
        look, data.table, out, target="y", excluded=[first], relabelled={second: other}
    )
    texts = [
        [(folder / name).read_bytes().splitlines() for name in look.parts.names]
        for folder in (tmp_path / "orders", out)
    ]
    before, after = texts
    assert after[0] == before[0][:6] + before[0][7:]
    assert after[1] == before[1]
    assert after[2][:-1] == before[2][:-1]
    assert after[2][-1] != before[2][-1]
    assert pd.read_csv(out / look.parts.names[2])["y"].iloc[-1] == other


def test_row_groups_are_written_with_their_types(frame, opened, tmp_path):
    look = opened(cut(frame, 2), ".parquet")
    data = open_on_disk(look, planned(look))
    line = int(data.lines[3])
    write_changed_parts(look, data.table, tmp_path / "out", target="y", excluded=[line])
    name = look.parts.names[0]
    before, after = (
        pq.read_table(folder / name) for folder in (tmp_path / "orders", tmp_path / "out")
    )
    assert after.schema.equals(before.schema)
    assert after.num_rows == before.num_rows - 1


def test_the_files_themselves_are_never_written(frame, opened, tmp_path):
    look = opened(cut(frame, 2))
    data = open_on_disk(look, planned(look))
    with pytest.raises(DataError, match="Choose another place"):
        write_changed_parts(look, data.table, tmp_path / "orders", target="y")
    with pytest.raises(DataError, match="is not in this data"):
        write_changed_parts(look, data.table, tmp_path / "out", target="y", excluded=[10**7])
