"""Accidental copies stay together; rows that repeat by nature are split as any others."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import StratifiedShuffleSplit

import core
from core.checks.finding import FindingKind
from core.data.column import Column
from core.data.dataset import Dataset
from core.data.splits.copies import accidental_copies
from core.data.splits.sameness import groups, row_hashes
from core.data.splits.splitting import draw_split
from core.judging.auditing.twins import Twins

ROWS = 2000


def columns(values):
    return [
        Column.from_series(str(place), pd.Series(column)) for place, column in enumerate(values.T)
    ]


def kept_together(values):
    """The share of rows that are kept together with a copy."""
    unit = accidental_copies(columns(values))
    return 0.0 if unit is None else float((np.bincount(unit)[unit] > 1).mean())


def equal_rows(values):
    return groups(row_hashes(columns(values), np.zeros(len(values), np.int64)))


def numbers(random, rows=1000, width=3):
    return random.normal(size=(rows, width))


def drawn_cells(random, cells, rows=ROWS, width=6):
    """Rows of which each is one of so many: every column depends on every other one."""
    return numbers(random, cells, width)[random.integers(0, cells, rows)]


PASTED = {
    "doubled": lambda values: np.vstack([values, values]),
    "thrice": lambda values: np.vstack([values] * 3),
    "twelve times": lambda values: np.vstack([values] * 12),
    "a tenth": lambda values: np.vstack([values, values[::10]]),
    "a tenth twice": lambda values: np.vstack([values, values[::10], values[::10]]),
    "thrice and a tenth": lambda values: np.vstack([values] * 3 + [values[::10]]),
}


@pytest.mark.parametrize("how", PASTED)
@pytest.mark.parametrize("width", [1, 2, 10])
def test_no_copy_of_a_training_row_judges_where_measurements_were_pasted(how, width):
    for seed in range(5):
        random = np.random.default_rng(seed)
        values = PASTED[how](numbers(random, width=width))
        labels = random.integers(0, 2, len(values))  # whatever they are
        chosen = draw_split(columns(values), labels, 0.25, seed)
        same = equal_rows(values)
        assert not (np.bincount(same, chosen) % np.bincount(same)).any()
        assert chosen.mean() == pytest.approx(0.25, abs=0.01)


def test_a_single_pasted_pair_and_a_small_doubled_file_are_found():
    random = np.random.default_rng(0)
    values = numbers(random, 60)
    assert kept_together(np.vstack([values, values[:1]])) == pytest.approx(2 / 61)
    assert kept_together(np.vstack([values[:30], values[:30]])) == 1


def test_one_number_that_hardly_repeats_makes_any_copy_accidental():
    random = np.random.default_rng(1)
    values = np.column_stack([random.normal(size=500), random.integers(0, 2, (500, 3))])
    assert kept_together(np.vstack([values, values[:50]])) == pytest.approx(100 / 550)


NATURAL = {
    "a column": lambda random, cells: random.integers(0, cells, (ROWS, 1)),
    "an uneven column": lambda random, cells: np.minimum(random.zipf(1.5, (ROWS, 1)), cells),
    "columns that depend on one another": drawn_cells,
    "a few rows": lambda random, cells: drawn_cells(random, cells, 200),
}


@pytest.mark.parametrize("kind", NATURAL)
@pytest.mark.parametrize("cells", [2, 3, 5, 10, 20, 50])
def test_tables_that_repeat_by_nature_are_split_row_by_row(kind, cells):
    kept = [
        kept_together(NATURAL[kind](np.random.default_rng([3, seed]), cells)) for seed in range(20)
    ]
    assert np.mean(kept) < 0.01
    assert max(kept) < 0.1


@pytest.mark.parametrize(
    "shape", [(2, 2), (2,) * 5, (2,) * 10, (2,) * 20, (3, 3, 3), (7, 7), (100, 100)]
)
def test_independent_columns_of_few_values_repeat_by_nature(shape):
    for seed in range(10):
        random = np.random.default_rng([4, seed])
        values = np.column_stack([random.integers(0, count, ROWS) for count in shape])
        assert kept_together(values) < 0.04


def test_a_pasted_block_is_found_beside_rows_that_repeat_by_nature():
    random = np.random.default_rng(5)
    natural = random.integers(0, 3, (1500, 3)).astype(float)
    measured = numbers(random, 400)
    values = np.vstack([natural, np.zeros((900, 3)) - 1, measured, measured[:80]])
    unit = accidental_copies(columns(values))
    kept = np.flatnonzero(np.bincount(unit)[unit] > 1)
    expected = np.concatenate([2400 + np.arange(80), 2800 + np.arange(80)])
    np.testing.assert_array_equal(kept, expected)


def test_copies_of_few_digits_are_more_than_chance_brings_about():
    random = np.random.default_rng(6)
    values = np.round(numbers(random), 1)
    assert kept_together(values) < 0.05
    assert kept_together(np.vstack([values, values])) > 0.95


@given(st.integers(0, 2**32), st.integers(2, 50), st.integers(1, 3), st.floats(0.05, 0.5))
def test_every_class_with_enough_rows_has_validation_rows(seed, cells, times, share):
    random = np.random.default_rng(seed)
    values = np.vstack([drawn_cells(random, cells, 120), numbers(random, 60, 6)] * times)
    labels = random.choice(4, len(values), p=[0.7, 0.2, 0.08, 0.02])
    chosen = draw_split(columns(values), labels, share, seed % 7)
    for label in range(4):
        own = labels == label
        different = len(np.unique(values[own], axis=0))
        if share * different >= 3:
            assert 0 < chosen[own].sum() < own.sum()


@given(st.lists(st.integers(0, 3), min_size=0, max_size=30), st.integers(0, 3))
def test_the_order_of_the_rows_does_not_decide_who_is_a_copy(values, seed):
    table = np.array(values, float).reshape(-1, 1)
    order = np.random.default_rng(seed).permutation(len(table))

    def together(table):
        unit = accidental_copies(columns(table))
        return np.zeros(len(table), bool) if unit is None else np.bincount(unit)[unit] > 1

    np.testing.assert_array_equal(together(table)[order], together(table[order]))


# What it is for


def noisy(random, kind):
    """A table of 2 to 50 different rows, and labels that follow from them with noise."""
    if kind == "one column":
        x = random.integers(0, 2, ROWS)
        chance = np.where(x == 1, 0.8, 0.2)
        values = x[:, None]
    elif kind == "three columns":
        values = random.integers(0, 3, (ROWS, 3))
        chance = np.where(values[:, 0] + values[:, 1] > 2, 0.85, 0.25)
    elif kind == "fifty different rows":
        cell = random.integers(0, 50, ROWS)
        values, chance = random.normal(size=(50, 4))[cell], random.uniform(0, 1, 50)[cell]
    else:
        cell = random.integers(0, 12, ROWS)
        values, chance = random.integers(0, 4, (12, 3))[cell], random.uniform(0, 1, 12)[cell]
    label = np.where(random.random(ROWS) < chance, "yes", "no")
    frame = pd.DataFrame(values.astype(float), columns=[f"x{j}" for j in range(values.shape[1])])
    return frame.assign(y=label)


@pytest.mark.parametrize(
    "kind", ["one column", "three columns", "fifty different rows", "a dozen different rows"]
)
def test_the_validation_error_is_that_of_a_plain_random_split(kind):
    settings = core.AdaBoost(rounds=10, base=core.Tree(depth=4))
    own, plain = [], []
    for seed in range(20):
        frame = noisy(np.random.default_rng([8, seed]), kind)
        data = Dataset.from_frame(frame, "y", seed=seed)
        assert data.validation.sum() == pytest.approx(ROWS / 4, abs=1)
        shuffle = StratifiedShuffleSplit(1, test_size=0.25, random_state=seed)
        _, test = next(shuffle.split(frame, frame["y"]))
        marked = frame.assign(part=np.where(np.isin(np.arange(ROWS), test), "test", "train"))
        random_split = Dataset.from_frame(marked, "y", validation_column="part")
        for data_, errors in ((data, own), (random_split, plain)):
            run = core.fit(data_, settings)
            errors.append(run.history.validation_error(run.rounds))
    differences = np.array(own) - np.array(plain)
    chance = differences.std(ddof=1) / np.sqrt(len(differences))
    assert abs(differences.mean()) < 3 * chance + 1e-12
    if kind == "one column":
        assert np.mean(own) == pytest.approx(0.2, abs=0.01)


def test_twins_come_first_only_where_they_are_copies():
    """A label that differs is suspicious in a pasted row, and usual where rows repeat anyway."""
    random = np.random.default_rng(9)
    values = random.integers(0, 4, (400, 2)).astype(float)
    labels = np.where(values[:, 0] > 1, "a", "b").astype(object)
    labels[:8] = np.where(values[:8, 0] > 1, "b", "a")
    frame = pd.DataFrame(values, columns=["p", "q"]).assign(y=labels)
    natural = Twins.of(Dataset.from_frame(frame, "y"))
    assert natural.contradicted.any()
    assert not natural.come_first.any()
    frame["measured"] = random.normal(size=400)
    frame = pd.concat([frame, frame.iloc[:2].assign(y=["a", "b"])])
    pasted = Twins.of(Dataset.from_frame(frame, "y"))
    assert set(np.flatnonzero(pasted.come_first)) <= {0, 1, 400, 401}


def test_rows_that_repeat_by_nature_are_no_finding_to_be_removed():
    random = np.random.default_rng(10)
    frame = noisy(random, "three columns")
    found = {finding.kind: finding for finding in core.findings(Dataset.from_frame(frame, "y"))}
    assert FindingKind.SAME_ROW not in found
    assert found[FindingKind.CONTRADICTION].remedy is None


def test_rows_that_agree_in_the_most_telling_columns_may_differ_in_another():
    rng = np.random.default_rng(0)
    table = rng.normal(size=(300, 6)).round(6)
    table[200:250] = table[:50]  # pasted, but for ...
    table[200:225, 5] = np.arange(25) % 2  # ... half of them, in the column that tells least
    table[:200, 5] = table[250:, 5] = 3
    table[225:250, 5] = 3
    unit = accidental_copies(columns(table))
    same = [int(row) for row in range(200, 250) if unit[row] == unit[row - 200]]
    assert same == list(range(225, 250))
    assert len(set(unit.tolist())) == 275


def test_files_that_differ_in_a_few_columns_have_no_copies():
    rng = np.random.default_rng(1)
    table = np.column_stack([rng.normal(size=(500, 5)), np.ones((500, 4))])
    assert accidental_copies(columns(table)) is None
