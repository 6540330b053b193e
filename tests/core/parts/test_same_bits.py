"""Data in parts give the bits of data in memory, however they are cut."""

import gc

import numpy as np
import pandas as pd
import pytest

import core
from core.data.dataset import Dataset
from core.engine import binning
from core.engine.binning import binned
from core.learning.histories.quantities import Quantity
from core.learning.trainers import xgboost_matrix
from core.parts.opening import open_in_memory, open_on_disk
from core.reading import parsing
from tests.core.parts.conftest import cut, planned

ENSEMBLES = (
    core.AdaBoost(rounds=8),
    core.AdaBoost(rounds=4, base=core.Tree(depth=2)),
    core.LogitBoost(rounds=4),
    core.GentleBoost(rounds=4),
    core.GradientBoosting(rounds=4),
    core.RandomForest(rounds=4),
    core.Bagging(rounds=2),
)


def same_run(one, other, settings):
    """Whether a training on either gives the same margins, weights and model, to the last bit."""
    first, second = core.fit(one, settings), core.fit(other, settings)
    rounds = first.rounds
    assert rounds == second.rounds > 0
    assert np.array_equal(first.history.margins(rounds), second.history.margins(rounds))
    if first.history.lacks(Quantity.WEIGHTS) is None:
        assert np.array_equal(first.history.weights(rounds), second.history.weights(rounds))
    sample = one.in_memory.table
    assert np.array_equal(first.model.probabilities(sample), second.model.probabilities(sample))


def same_codes(one, other):
    """Whether two datasets have the same rows, sides, labels and codes."""
    mine, yours = binned(one), binned(other)
    assert np.array_equal(one.lines, other.lines)
    assert np.array_equal(one.labels, other.labels)
    assert np.array_equal(one.validation, other.validation)
    assert np.array_equal(mine.codes, yours.codes)
    assert np.array_equal(mine.order, yours.order)
    assert np.array_equal(mine.spans, yours.spans)
    assert np.array_equal(mine.counts, yours.counts)


@pytest.mark.parametrize("parts", [1, 3, 16])
def test_a_cutting_changes_no_bit_of_any_ensemble(frame, opened, parts, monkeypatch):
    """With all rows trained on there is nothing in which a cutting could differ from one file."""
    monkeypatch.setattr(parsing, "_PART", 900)
    monkeypatch.setattr(parsing, "WAVE_BYTES", 1500)
    look = opened(cut(frame, parts))
    plan = planned(look, validation_share=0.0)
    on_disk, in_memory = open_on_disk(look, plan), open_in_memory(look, plan)
    whole = Dataset.from_frame(frame, "y", validation_share=0).with_split(in_memory.split)
    whole = Dataset.from_table(whole.table, plan=in_memory.plan)
    same_codes(on_disk, in_memory)
    assert np.array_equal(binned(on_disk).codes, binned(whole).codes)
    for settings in ENSEMBLES:
        same_run(on_disk, whole, settings)


@pytest.mark.parametrize("by", ["y", "month"])
@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_a_file_a_class_and_files_by_month_are_split_as_in_memory(frame, opened, by, ending):
    look = opened([part for _, part in frame.groupby(by)], ending)
    plan = planned(look)
    on_disk, in_memory = open_on_disk(look, plan), open_in_memory(look, plan)
    same_codes(on_disk, in_memory)
    share = [float(on_disk.validation[on_disk.labels == label].mean()) for label in (0, 1)]
    assert share == pytest.approx([0.25, 0.25], abs=0.05)
    for settings in ENSEMBLES:
        same_run(on_disk, in_memory, settings)


def test_many_classes_and_numbers_are_the_same_too(frame, opened):
    look = opened(cut(frame, 3))
    for target, settings in (
        ("kind", core.AdaBoost(rounds=4)),
        ("kind", core.RandomForest(rounds=3)),
        ("p", core.GradientBoosting(rounds=4)),
    ):
        left_out = ("y",) if target == "kind" else ("y", "kind")
        plan = planned(look, target, left_out)
        on_disk, in_memory = open_on_disk(look, plan), open_in_memory(look, plan)
        assert on_disk.task is in_memory.task
        first, second = core.fit(on_disk, settings), core.fit(in_memory, settings)
        assert np.array_equal(first.history.margins(3), second.history.margins(3))


def test_the_sample_of_the_encoder_is_the_same(frame, opened, monkeypatch):
    """Of more rows than are learned from, those of the lowest hashes are."""
    for module in (binning, __import__("core.parts.summing", fromlist=["SAMPLE"])):
        monkeypatch.setattr(module, "SAMPLE", 500)
    look = opened(cut(frame, 5))
    plan = planned(look)
    same_codes(open_on_disk(look, plan), open_in_memory(look, plan))


def test_weights_and_groups_are_the_same(frame, opened):
    heavy = frame.assign(heavy=np.arange(len(frame)) % 7, who=np.arange(len(frame)) // 4 % 300)
    look = opened(cut(heavy, 4))
    plan = planned(look, group="who").with_weight("heavy")
    on_disk, in_memory = open_on_disk(look, plan), open_in_memory(look, plan)
    same_codes(on_disk, in_memory)
    assert np.array_equal(on_disk.weights, in_memory.weights)
    sides = [set(on_disk.groups[on_disk.validation == side]) for side in (True, False)]
    assert all(sides)
    assert not sides[0] & sides[1]
    assert len(set(zip(on_disk.groups.tolist(), in_memory.groups.tolist(), strict=True))) == 300


@pytest.mark.parametrize("time", ["month", "day", "p", "file order"])
def test_the_latest_rows_are_those_of_memory(frame, opened, time):
    days = pd.Timestamp("2024-01-30") + pd.to_timedelta(np.arange(len(frame)) * 7 % 900, "D")
    dated = frame.assign(day=days.strftime("%d.%m.%Y"))
    dated.loc[dated.index % 40 == 0, "day"] = None  # of rows without a time none is the latest
    look = opened(cut(dated, 5))
    plan = planned(look, time=time, validation_share=0.3)
    on_disk, in_memory = open_on_disk(look, plan), open_in_memory(look, plan)
    assert on_disk.validation.any()
    same_codes(on_disk, in_memory)
    shown = on_disk.sample
    assert np.array_equal(shown.validation, on_disk.validation[on_disk.rows_of(shown.lines)])
    assert np.array_equal(np.argsort(on_disk.times), np.argsort(in_memory.times))
    same_run(on_disk, in_memory, core.AdaBoost(rounds=3))


@pytest.mark.parametrize("target", ["y", "kind"])
def test_the_library_learns_the_same_by_its_external_memory(
    frame, opened, target, cache, monkeypatch
):
    look = opened(cut(frame, 3))
    plan = planned(look, target, ("kind",) if target == "y" else ("y",))
    on_disk, in_memory = open_on_disk(look, plan), open_in_memory(look, plan)
    whole = core.fit(in_memory, core.XGBoost(rounds=4))
    monkeypatch.setattr(xgboost_matrix, "MOST_BYTES", 20_000)
    made = core.fit(on_disk, core.XGBoost(rounds=4))
    assert np.array_equal(made.history.margins(4), whole.history.margins(4))
    assert list(cache.glob(".writing-xgboost-*/rows*"))
    del made
    gc.collect()
    assert not list(cache.glob(".writing-xgboost-*"))
