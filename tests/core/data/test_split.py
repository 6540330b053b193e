"""The split: a share of every class drawn by a seed, or as a person chooses."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import DataError
from core.data.column import Column
from core.data.dataset import Dataset, Role
from core.data.plan import Plan
from core.data.split import FILE_ORDER, Split
from core.data.splits.sameness import groups, row_hashes
from core.data.splits.splitting import draw_split, drawn
from core.data.table import Table


def columns(*values):
    return tuple(
        Column.from_series(str(place), pd.Series(value)) for place, value in enumerate(values)
    )


@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=80),
    st.floats(0.01, 0.99),
    st.integers(0, 2**32),
)
def test_every_class_gives_its_share(strata, share, seed):
    strata = np.array(strata)
    chosen = draw_split(columns(np.arange(len(strata))), strata, share, seed)
    for stratum in np.unique(strata):
        rows = strata == stratum
        assert abs(chosen[rows].sum() - share * rows.sum()) <= 0.5


@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=60),
    st.sampled_from([0.1, 0.25, 1 / 3, 0.5, 0.9, 1.0]),
    st.integers(0, 9),
)
def test_the_rows_drawn_are_those_of_the_lowest_numbers_of_their_stratum(strata, share, seed):
    """What earlier versions drew by sorting: a stored session keeps its split."""
    strata = np.array(strata)
    numbers = np.random.default_rng([0x5EED, seed]).random(len(strata))
    expected = np.zeros(len(strata), bool)
    for stratum in set(strata.tolist()):
        rows = np.flatnonzero(strata == stratum)
        rows = rows[np.argsort(numbers[rows])]
        expected[rows] = np.arange(1, len(rows) + 1) - 0.5 < share * len(rows)
    assert drawn(None, strata, share, seed).tolist() == expected.tolist()


def test_different_rows_are_drawn_apart():
    # A grid of small whole numbers: a weak hash would take many of its rows for duplicates.
    grid = np.indices((40, 40, 3)).reshape(3, -1).astype(float)
    chosen = draw_split(columns(*grid), np.zeros(grid.shape[1], int), 0.25, seed=0)
    assert chosen.sum() == grid.shape[1] / 4
    for values in grid:
        assert 0.15 < chosen[values == 0].mean() < 0.35


@pytest.mark.parametrize("share", [0, 0.0])
def test_a_share_of_zero_draws_nothing(share):
    assert not draw_split(columns(np.arange(9)), np.zeros(9, int), share, seed=0).any()


def test_the_seed_decides_and_nothing_else():
    features, strata = columns(np.arange(60)), np.arange(60) % 2
    one, again, other = (draw_split(features, strata, 0.3, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, again)
    assert (one != other).any()


def test_rows_of_few_codes_are_not_mistaken_for_one_another():
    """Small codes cancel one another out where their bits are not spread."""
    codes = np.arange(64)
    parts = columns(*[pd.Series(codes >> place & 1).map("ab".__getitem__) for place in range(6)])
    assert groups(row_hashes(parts, codes & 3)) is None


# As a person chooses


def made(**options):
    random = np.random.default_rng(3)
    frame = pd.DataFrame(
        {
            "x": random.normal(size=40),
            "day": pd.date_range("2024-01-01", periods=40).strftime("%d.%m.%Y")[::-1],
            "hour": np.repeat(np.arange(10), 4),
            "part": np.where(np.arange(40) % 4 == 0, "Test", "train"),
            "who": [f"p{number}" for number in np.arange(40) % 8],
            "free": [f"a{number}b" for number in range(40)],
            "y": list("ab") * 20,
        }
    )
    return Dataset.from_frame(frame, "y", **options)


def test_a_column_says_which_rows_are_for_validation_and_is_no_feature():
    data = made(validation_column="part")
    np.testing.assert_array_equal(data.validation, np.arange(40) % 4 == 0)
    assert "part" not in [column.name for column in data.features]
    assert data.roles["part"] is Role.IGNORED


@pytest.mark.parametrize(
    "words",
    [
        ("no", "yes"),
        ("0", "1"),
        ("FALSE", "TRUE"),
        ("training", "validation"),
        (0, 1),
        (False, True),
        ("train", "hold-out"),
        ("train", "held_out"),
    ],
)
def test_the_usual_words_for_validation_are_understood(words):
    frame = pd.DataFrame({"x": range(8), "part": list(words) * 4, "y": list("aabbaabb")})
    data = Dataset.from_frame(frame, "y", validation_column="part")
    assert data.validation.tolist() == [False, True] * 4


def test_gaps_in_a_validation_column_are_trained_on_and_said():
    parts = ["test", None, "train", "test"] * 3
    frame = pd.DataFrame({"x": range(12), "part": parts, "y": list("ab") * 6})
    data = Dataset.from_frame(frame, "y", validation_column="part")
    assert data.validation.sum() == 6
    assert "3 rows have no value in 'part', and are trained on." in data.notes


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        (["maybe", "no"], "'maybe' is neither yes nor no"),
        (["no", "no"], "No row is for validation"),
        (["yes", "yes"], "Every row is for validation"),
    ],
)
def test_a_column_that_does_not_say_it_gets_a_sentence(parts, sentence):
    frame = pd.DataFrame({"x": range(8), "part": parts * 4, "y": list("ab") * 4})
    with pytest.raises(DataError, match=sentence):
        Dataset.from_frame(frame, "y", validation_column="part")


def test_the_latest_rows_by_dates_numbers_or_lines_are_for_validation():
    by_day = made(time="day")
    np.testing.assert_array_equal(np.flatnonzero(by_day.validation), np.arange(10))
    by_hour = made(time="hour", validation_share=0.2)
    np.testing.assert_array_equal(np.flatnonzero(by_hour.validation), np.arange(32, 40))
    by_line = made(time=FILE_ORDER, validation_share=0.1)
    np.testing.assert_array_equal(np.flatnonzero(by_line.validation), np.arange(36, 40))


@given(
    st.lists(st.one_of(st.integers(0, 5), st.none()), min_size=4, max_size=60),
    st.floats(0.05, 0.9),
)
def test_no_training_row_is_later_and_ties_stay_together(times, share):
    known = {time for time in times if time is not None}
    frame = pd.DataFrame({"x": range(len(times)), "t": pd.Series(times, dtype=float)})
    frame["y"] = np.arange(len(times)) % 2
    if len(known) < 2:
        with pytest.raises(DataError, match="none is the latest"):
            Dataset.from_frame(frame, "y", time="t", validation_share=share)
        return
    data = Dataset.from_frame(frame, "y", time="t", validation_share=share)
    there = frame["t"].notna().to_numpy()
    assert not data.validation[~there].any()
    earlier, later = frame["t"][there & ~data.validation], frame["t"][data.validation]
    assert earlier.max() < later.min()


def test_a_column_that_has_no_order_gets_a_sentence():
    with pytest.raises(DataError, match=r"'a0b' is neither a number nor a date.*file order"):
        made(time="free")


def test_by_time_and_group_a_group_is_as_late_as_its_last_row():
    data = made(time=FILE_ORDER, group="who", validation_share=0.25)
    assert sorted(set(np.flatnonzero(data.validation) % 8)) == [6, 7]


def test_groups_on_both_sides_of_a_column_are_said():
    frame = pd.DataFrame({"x": range(8), "part": ["yes", "no"] * 4, "who": list("aabbccdd"),
                          "y": list("ab") * 4})  # fmt: skip
    data = Dataset.from_frame(frame, "y", validation_column="part", group="who")
    assert any(note.startswith("4 of the groups by 'who' have rows on both") for note in data.notes)


def test_a_target_cannot_split_the_rows():
    for option in ("group", "time", "validation_column"):
        with pytest.raises(DataError, match="is the target"):
            made(**{option: "y"})


def test_another_target_weight_or_split_keeps_all_else():
    """What was chosen before is not lost when one thing is changed."""
    data = made(group="who", validation_share=0.4, seed=9)
    weighed = data.with_weight("hour").with_target("part")
    assert (weighed.target, weighed.plan.weight) == ("part", "hour")
    assert weighed.split == data.split
    again = weighed.with_split(replace(data.split, seed=3))
    assert (again.target, again.plan.weight, again.seed) == ("part", "hour", 3)
    assert again.with_split(Split()).roles["who"] is Role.FEATURE


def test_revisions_inherit_the_split():
    data = made(group="who", seed=2)
    later = data.excluding([3]).relabelled({5: "a"})
    assert later.split == data.split
    np.testing.assert_array_equal(later.validation, np.delete(data.validation, 1))


@given(
    st.floats(0, 0.9),
    st.integers(0, 2**40),
    st.sampled_from([None, "a"]),
    st.sampled_from([None, "b"]),
    st.sampled_from([1, 2]),
)
def test_a_split_is_the_same_after_being_kept(share, seed, column, group, rule):
    split = Split(share, seed, column, None, group, rule)
    assert Split.from_plain(json.loads(json.dumps(split.plain()))) == split


@pytest.mark.parametrize(
    "plain",
    [
        {"share": 2.0, "seed": 0, "rule": 2},
        {"share": 0.1, "seed": "0", "rule": 2},
        {"share": float("nan"), "seed": 0, "rule": 2},
        {"share": 0.1, "seed": 0, "rule": 7},
        {"share": 0.1, "seed": 0, "rule": 2, "group": 3},
        {"other": 1},
        [],
        {"share": 0.1, "seed": -1, "rule": 2},
    ],
)
def test_a_kept_split_that_makes_no_sense_is_refused(plain):
    with pytest.raises(DataError):
        Split.from_plain(plain)


def test_what_was_saved_before_is_drawn_as_it_was():
    """Older sessions say nothing of a rule: rows of one label stayed together then."""
    frame = pd.DataFrame({"x": [0, 1] * 200, "y": ["n", "y"] * 200})
    plan = Plan.suggested(Table.from_frame(frame), "y").plain()
    plan.pop("split")
    old = Dataset.from_table(Table.from_frame(frame), plan=Plan.from_plain(plan))
    x = frame["x"].to_numpy()
    assert len(set(zip(x.tolist(), old.validation.tolist(), strict=True))) == 2
    new = Dataset.from_table(Table.from_frame(frame), plan=Plan.from_plain(plan).drawn_anew())
    assert len(set(zip(x.tolist(), new.validation.tolist(), strict=True))) == 4
