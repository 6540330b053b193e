"""The command `carry`: an old file, its decisions and a new file give decisions for the new one."""

from pathlib import Path

import pandas as pd
import pytest

import main
from core.data.dataset import Dataset
from core.judging.reviewing.decisions import Decisions
from core.reading.tables import read_table
from tests.core.judging.reviewing.carrying.exports import do, first_export


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two exports and the decisions about the first one."""
    frame = first_export(60)
    frame.to_csv(tmp_path / "old.csv", index=False)
    old = Decisions(Dataset.from_table(read_table(tmp_path / "old.csv"), "paid"))
    do(old, old.excluding([2, 3, 4]))
    old.write_csv(tmp_path / "decisions.csv")
    later = frame.iloc[::-1].drop(index=0).reset_index(drop=True)
    later.loc[len(later) - 1, "age"] = 99
    later.to_csv(tmp_path / "new.csv", index=False, sep=";", decimal=",")
    return tmp_path


def carry(folder: Path, *more: str) -> int:
    """Run the command."""
    return main.main(
        [
            *("carry", str(folder / "new.csv"), "--target", "paid"),
            *("--decisions", str(folder / "decisions.csv"), "--out", str(folder / "out.csv")),
            *more,
        ]
    )


def test_decisions_are_written_for_the_new_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    conflicts = folder / "conflicts.csv"
    assert carry(folder, "--old", str(folder / "old.csv"), "--conflicts", str(conflicts)) == 0
    told = capsys.readouterr().out
    assert "59 of 60 rows matched by 'customer'." in told
    assert "1 decision carried over" in told
    new = Decisions(Dataset.from_table(read_table(folder / "new.csv"), "paid"))
    do(new, new.taking_csv(folder / "out.csv"))
    assert [decision.line for decision in new.standing()] == [59]
    listed = pd.read_csv(conflicts)
    assert listed["what"].tolist() == ["The row changed", "The row is gone"]


def test_a_group_can_be_taken_or_left(folder: Path) -> None:
    old = ("--old", str(folder / "old.csv"))
    assert carry(folder, *old, "--take", "changed", "--leave", "same") == 0
    assert pd.read_csv(folder / "out.csv")["line"].tolist() == [60]


def test_an_unknown_group_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert carry(folder, "--take", "everything") == main.BAD_INPUT
    assert "There is no group 'everything'" in capsys.readouterr().err


def test_without_the_old_file_rows_are_known_by_their_marks(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert carry(folder) == 0
    assert "is not at hand" in capsys.readouterr().out
    assert pd.read_csv(folder / "out.csv")["line"].tolist() == [59]


def test_a_key_that_the_old_file_lacks_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert carry(folder, "--old", str(folder / "old.csv"), "--key", "nobody") == main.BAD_INPUT
    assert "has no column 'nobody'" in capsys.readouterr().err
