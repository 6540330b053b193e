"""The cleaned file has no computed column unless it is asked for."""

import pandas as pd
import pytest

import core
from core.data.changes import Changes
from core.data.dataset import Dataset
from core.sharing.cleaned import write_cleaned

TEXT = "price;rooms;y\n10,50;2;no\n20,00;0;yes\n" + "30,25;5;no\n7,00;7;yes\n" * 10


@pytest.fixture
def csv(tmp_path):
    path = tmp_path / "homes.csv"
    path.write_text(TEXT)
    return path


def test_the_file_stays_as_it_is_but_for_what_was_decided(csv, tmp_path):
    base = core.read_csv(csv, "y", columns={"each": "price / rooms"})
    made = base.with_cells({"price": {2: "11"}}).excluding([3])
    write_cleaned(base, Changes.between(base, made), tmp_path / "out.csv")
    lines = TEXT.splitlines()
    expected = [lines[0], lines[1].replace("10,50", "11"), *lines[3:]]
    assert (tmp_path / "out.csv").read_text().splitlines() == [
        line.replace("11;", "11,0;") if "11;" in line else line for line in expected
    ]


def test_computed_columns_are_written_if_asked(csv, tmp_path):
    base = core.read_csv(csv, "y", columns={"each": "price / rooms", "big": "price > 15"})
    made = base.with_cells({"price": {2: "40"}}).relabelled({2: "yes"}).excluding([4])
    write_cleaned(base, Changes.between(base, made), tmp_path / "out.csv", with_computed=True)
    frame = pd.read_csv(tmp_path / "out.csv")
    assert list(frame) == ["price", "rooms", "y", "each", "big"]
    assert frame.iloc[0].tolist() == [40.0, 2, "yes", 20.0, "yes"]
    assert len(frame) == 21
    assert frame.each.isna().tolist()[1]


def test_a_new_label_of_a_computed_target_has_no_place_in_the_file(csv, tmp_path):
    base = core.read_csv(csv, "big", columns={"big": "price > 15"})
    set_cell = base.with_cells({"price": {2: "40"}})
    write_cleaned(base, Changes.between(base, set_cell), tmp_path / "out.csv")
    assert "40" in (tmp_path / "out.csv").read_text().splitlines()[1]
    given = base.relabelled({2: "yes"})
    with pytest.raises(core.DataError, match="'big' is computed, so the new label of line 2"):
        write_cleaned(base, Changes.between(base, given), tmp_path / "no.csv")
    write_cleaned(base, Changes.between(base, given), tmp_path / "with.csv", with_computed=True)
    assert pd.read_csv(tmp_path / "with.csv").big[0] == "yes"


def test_what_was_excluded_when_the_file_was_opened_is_left_out_too(csv, tmp_path):
    """Seen: copies were excluded by their remedy, and stood in the cleaned file all the same."""
    read = core.read_csv(csv, "y")
    base = Dataset.from_table(read.table, plan=read.plan.excluding([5]))
    made = base.excluding([3])
    write_cleaned(base, Changes.between(base, made), tmp_path / "out.csv")
    lines = TEXT.splitlines()
    assert (tmp_path / "out.csv").read_text().splitlines() == [*lines[:2], lines[3], *lines[5:]]
