"""Files that do not fit into memory are read in parts without being told: trained on, predicted."""

import numpy as np
import pandas as pd
import pytest

import core
from core.base.errors import DataError
from core.base.progress import Cancelled
from core.commands.data_options import DataOptions, read_data
from core.parts import large, sizes
from core.reading import parsing
from core.sharing.predicting import predict_file
from tests.core.parts.conftest import cut


@pytest.fixture
def little_memory(monkeypatch):
    """A machine on which no file fits into memory."""
    for module in (large, sizes):
        monkeypatch.setattr(module, "free_memory", lambda: 1000)


@pytest.fixture
def model(frame):
    """Stumps that know some columns of the rows."""
    data = core.Dataset.from_frame(frame.drop(columns="kind"), "y")
    return core.fit(data, core.AdaBoost(rounds=6)).model


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_one_file_too_large_for_memory_is_trained_on_from_the_disk(
    frame, tmp_path, little_memory, monkeypatch, ending
):
    monkeypatch.setattr(parsing, "WAVE_BYTES", 9000)  # quoted towns stand across the bounds
    path = tmp_path / f"big.{ending}"
    odd = frame.assign(town=frame["town"].str.replace("B, b", "B\nb"))
    odd.to_csv(path, index=False) if ending == "csv" else odd.to_parquet(path, row_group_size=99)
    data = read_data(path, DataOptions(target="y", roles=("kind=ignored",)))
    assert data.sample is not None
    assert len(data) == len(frame)
    assert data.table.files.names == (path.name,)
    assert core.fit(data, core.AdaBoost(rounds=2)).rounds == 2


def test_a_file_that_fits_is_read_as_a_whole(frame, tmp_path):
    frame.to_csv(tmp_path / "small.csv", index=False)
    data = read_data(tmp_path / "small.csv", DataOptions(target="y"))
    assert data.sample is None
    assert data.table.files is None


def test_a_folder_is_predicted_with_files_and_lines(frame, model, opened, tmp_path):
    opened(cut(frame, 5))
    steps = []
    told = predict_file(model, tmp_path / "orders", tmp_path / "out.csv", steps.append)
    frame.to_csv(tmp_path / "one.csv", index=False)
    whole = predict_file(model, tmp_path / "one.csv", tmp_path / "one-out.csv")
    found, one = pd.read_csv(tmp_path / "out.csv"), pd.read_csv(tmp_path / "one-out.csv")
    bounds = np.cumsum([0, *map(len, cut(frame, 5))])
    rows = bounds[found["file"].str[5:8].astype(int)] + found["line"] - 2
    assert rows.tolist() == list(range(len(frame)))
    pd.testing.assert_frame_equal(found.drop(columns=["file", "line"]), one.drop(columns="line"))
    assert told.score == whole.score
    assert (told.rows, told.unlike) == (whole.rows, whole.unlike)
    assert steps[-1].done == steps[-1].total == len(frame)


def test_one_large_file_is_predicted_piece_by_piece(frame, model, tmp_path, little_memory):
    frame.to_parquet(tmp_path / "big.parquet", row_group_size=100)
    predict_file(model, tmp_path / "big.parquet", tmp_path / "out.parquet")
    found = pd.read_parquet(tmp_path / "out.parquet")
    assert list(found.columns[:2]) == ["line", "label"]  # of one file nobody asks which
    assert found["line"].tolist() == list(range(2, len(frame) + 2))


def test_a_folder_with_a_broken_file_gives_no_predictions(frame, model, opened, tmp_path):
    opened(cut(frame, 5))
    path = tmp_path / "orders" / "part-003.csv"
    path.write_text(path.read_text() + "oops,1,1,1,1,D,yes,low\n")
    with pytest.raises(DataError, match=r"part-003.csv: .* in 'p', and line \d+ has 'oops'"):
        predict_file(model, tmp_path / "orders", tmp_path / "out.csv")

    def cancel(progress):
        if progress.done > 1000:
            raise Cancelled

    path.unlink()
    with pytest.raises(Cancelled):
        predict_file(model, tmp_path / "orders", tmp_path / "out.csv", cancel)
    assert not (tmp_path / "out.csv").exists()
