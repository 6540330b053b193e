"""Rows of an old table are found in a new one, or told to be gone, new or ambiguous."""

import numpy as np
import pandas as pd
import pytest

from core.base.errors import DataError
from core.base.progress import Cancelled, Progress
from core.data.table import Table
from core.judging.reviewing.carrying.matching import How, Matching, match_rows
from tests.core.judging.reviewing.carrying.exports import first_export


def matched(old: pd.DataFrame, new: pd.DataFrame, key: list[str] | None = None) -> Matching:
    """Match two frames; the label is what may change."""
    return match_rows(Table.from_frame(old), Table.from_frame(new), key, target="paid")


def shuffled(frame: pd.DataFrame, seed: int = 1) -> tuple[pd.DataFrame, np.ndarray]:
    """The rows in another order, and by old row the place of it."""
    order = np.random.default_rng(seed).permutation(len(frame))
    place = np.empty(len(frame), np.int64)
    place[order] = np.arange(len(frame))
    return frame.iloc[order].reset_index(drop=True), place


def test_rows_in_another_order_are_found_by_the_key() -> None:
    old = first_export()
    new, place = shuffled(old)
    found = matched(old, new)
    assert found.key == (("customer", "customer"),)
    assert found.rows.tolist() == place.tolist()
    assert len(found.appeared) == 0


def test_a_key_of_two_columns_is_found() -> None:
    draw = np.random.default_rng(3)
    shop, day = np.divmod(np.arange(400), 20)
    rest = {"sales": draw.normal(100, 9, 400).round(2), "paid": draw.choice(["yes", "no"], 400)}
    old = pd.DataFrame({"shop": shop, "day": day} | rest)
    new, place = shuffled(old)
    new.loc[place[:100], "sales"] = 0.5
    found = matched(old, new)
    assert {name for name, _ in found.key} == {"shop", "day"}
    assert found.rows.tolist() == place.tolist()


def test_a_running_number_that_is_counted_anew_is_no_key() -> None:
    old = first_export().drop(columns="customer")
    old.insert(0, "id", np.arange(len(old)))
    new, place = shuffled(old)
    new["id"] = np.arange(len(new))
    found = matched(old, new)
    assert found.key == ()
    assert found.renumbered == ("id",)
    assert found.rows.tolist() == place.tolist()


def test_a_column_that_is_filled_anew_does_not_hide_equal_rows() -> None:
    old = first_export().drop(columns="customer")
    old["exported"] = [f"2026-01-01 00:{n:03d}" for n in range(len(old))]
    new, place = shuffled(old)
    new["exported"] = [f"2026-02-01 00:{n:03d}" for n in range(len(new))]
    assert matched(old, new).rows.tolist() == place.tolist()


def test_renamed_columns_are_known_by_their_values() -> None:
    old = first_export(400)
    new, place = shuffled(old)
    new = new.rename(columns={"customer": "Kunde", "city": "Ort", "paid": "bezahlt"})
    found = matched(old, new)
    assert set(found.columns.renamed) == {
        ("customer", "Kunde"),
        ("city", "Ort"),
        ("paid", "bezahlt"),
    }
    assert found.rows.tolist() == place.tolist()


def test_columns_that_came_and_went_are_told() -> None:
    old = first_export()
    new = old.drop(columns="score").assign(region=7)
    found = matched(old, new)
    assert found.columns.removed == ("score",)
    assert found.columns.added == ("region",)
    assert found.rows.tolist() == list(range(len(old)))


@pytest.mark.parametrize("changed", [1, 2])
def test_without_a_key_a_row_that_changed_in_few_cells_is_found(changed: int) -> None:
    old = first_export().drop(columns="customer").assign(height=np.arange(120) % 37)
    new, place = shuffled(old)
    new.loc[place[5], ["city", "income"][:changed]] = ["Aachen", 1.25][:changed]
    found = matched(old, new)
    assert found.rows.tolist() == place.tolist()
    assert How(int(found.how[5])) is How.NEAREST


def test_without_a_key_a_row_with_another_label_is_found() -> None:
    old = first_export().drop(columns="customer")
    new = old.copy()
    new["paid"] = np.where(old["paid"] == "yes", "no", "yes")
    assert matched(old, new).rows.tolist() == list(range(len(old)))


def test_rows_that_share_nothing_telling_are_not_guessed() -> None:
    draw = np.random.default_rng(0)
    old, new = (
        pd.DataFrame({name: draw.integers(0, 2, 300) for name in "abcd"} | {"paid": "yes"})
        for _ in range(2)
    )
    found = matched(old, new)
    assert set(found.how.tolist()) <= {How.GONE, How.AMBIGUOUS, How.COPIES}


def test_copies_are_never_guessed() -> None:
    old = first_export().drop(columns="customer")
    old = pd.concat([old, old.iloc[[3, 3]]], ignore_index=True)
    fewer = old.iloc[:-1]
    found = matched(old, fewer)
    assert [How(int(found.how[row])) for row in (3, 120, 121)] == 3 * [How.AMBIGUOUS]
    assert (found.rows[[3, 120, 121]] == -1).all()
    assert len(found.appeared) == 0
    same = matched(old, old)
    assert [How(int(same.how[row])) for row in (3, 120, 121)] == 3 * [How.COPIES]
    assert len(set(same.copies[[3, 120, 121]].tolist())) == 1


def test_a_key_that_stands_there_twice_is_settled_by_content_or_not_at_all() -> None:
    old = first_export()
    old.loc[1, "customer"] = old.loc[0, "customer"]
    new, place = shuffled(old)
    assert matched(old, new, ["customer"]).rows.tolist() == place.tolist()
    new.loc[place[0], "age"] += 1
    new.loc[place[1], "age"] += 1
    found = matched(old, new, ["customer"])
    assert [How(int(found.how[row])) for row in (0, 1)] == 2 * [How.AMBIGUOUS]
    assert found.rows[2:].tolist() == place[2:].tolist()


def test_files_without_a_row_in_common_have_none() -> None:
    found = matched(first_export(seed=1), first_export(seed=2))
    assert (found.rows == -1).all()


def test_an_empty_table_matches_nothing() -> None:
    old = first_export()
    found = matched(old, old.iloc[:0])
    assert (found.rows == -1).all()
    assert matched(old.iloc[:0], old).appeared.tolist() == list(range(len(old)))


def test_a_key_that_the_new_file_lacks_is_refused() -> None:
    old = first_export()
    with pytest.raises(DataError, match="cannot be matched by it"):
        matched(old, old.drop(columns="score"), ["score"])


def test_a_person_may_choose_another_key_or_content() -> None:
    old = first_export()
    new = old.assign(customer=old["customer"].to_numpy()[::-1])
    assert matched(old, new, ["customer"]).rows.tolist() == list(range(len(old)))[::-1]
    assert matched(old, new, []).rows.tolist() == list(range(len(old)))


def test_a_key_without_a_value_is_settled_by_content() -> None:
    old = first_export()
    old.loc[7, "customer"] = None
    new, place = shuffled(old)
    found = matched(old, new, ["customer"])
    assert found.rows.tolist() == place.tolist()
    assert How(int(found.how[7])) is How.CONTENT


def test_matching_can_be_cancelled() -> None:
    def stop(_progress: Progress) -> None:
        raise Cancelled

    table = Table.from_frame(first_export())
    with pytest.raises(Cancelled):
        match_rows(table, table, watch=stop)
