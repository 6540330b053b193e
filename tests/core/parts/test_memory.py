"""What a row takes in memory: where rows are many, whatever is a number a row is mapped."""

import tracemalloc
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import core
from core.base import room
from core.engine.growing import shared_subtrees
from core.engine.growing.grids import exact_sum
from core.learning.learners import tree
from core.learning.snapshot import Snapshot

ROWS = 200_000
"""Of so many an array of a byte a row is no burden, and one of numbers is mapped."""


@pytest.fixture(scope="module")
def many():
    random = np.random.default_rng(3)
    frame = pd.DataFrame(random.integers(0, 50, (ROWS, 4)), columns=list("abcd"))
    frame["y"] = np.where(frame.a + frame.b * random.random(ROWS) > 45, "yes", "no")
    return core.Dataset.from_frame(frame, "y", validation_share=0.2)


@pytest.mark.parametrize(
    ("settings", "most"),
    [
        (core.AdaBoost(rounds=3), 45),
        (core.AdaBoost(rounds=3, base=core.Tree(depth=3)), 32),
        (core.LogitBoost(rounds=3), 40),
        (core.GentleBoost(rounds=3), 50),
        (core.GradientBoosting(rounds=3), 40),
        (core.RandomForest(rounds=2, sample_share=0.05, leaf_rows=5), 35),
        (core.Bagging(rounds=2, base=core.Tree(depth=3)), 40),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_a_row_takes_few_bytes_of_memory(many, settings, most, monkeypatch, tmp_path):
    """With 100,000,000 rows, or 40,000,000, that is what decides whether a machine can do it."""
    monkeypatch.setattr("core.base.cache_folder.parts_folder", lambda: tmp_path)
    core.fit(many, settings)  # what is compiled and kept is no row's
    monkeypatch.setattr(room, "LARGE", ROWS * 2)
    tracemalloc.start()
    try:
        core.fit(many, settings)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak / ROWS < most


def test_what_views_ask_about_all_rows_takes_few_bytes_of_a_row(many, monkeypatch, tmp_path):
    """The ranking, a round's quantities, the weights' level, margins, and what a session keeps."""
    monkeypatch.setattr("core.base.cache_folder.parts_folder", lambda: tmp_path)

    def asked(history):
        found = Snapshot.of(history, 2), history.relative_paths(np.array([0, ROWS - 1]), 3)
        image = history.weight_image(np.arange(0, ROWS, 100), 3, 10, 4)
        bits = history.stored()["bits"]
        return *found, image, bits, history.training_margins([1, 2, 3])

    in_memory, *known = asked(core.fit(many, core.AdaBoost(rounds=3)).history)
    monkeypatch.setattr(room, "LARGE", ROWS * 2)
    monkeypatch.setattr(room, "PIECE", 4096)
    history = core.fit(many, core.AdaBoost(rounds=3)).history
    tracemalloc.start()
    try:
        mapped, *others = asked(history)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak / ROWS < 20
    for name in ("suspicion", "ranked", "flagged", "weights", "margins", "suggested"):
        np.testing.assert_array_equal(getattr(mapped, name), getattr(in_memory, name))
    for other, own in zip(others, known, strict=True):
        np.testing.assert_array_equal(other, own)


def test_a_sample_of_few_rows_gives_the_tree_that_it_gives_among_all(many, monkeypatch):
    settings = core.RandomForest(rounds=3, sample_share=0.02)
    grown = []
    for least in (1, 1 << 40):
        monkeypatch.setattr(tree, "_MANY_ROWS", least)
        grown.append(core.fit(many, settings).model.predictor.trees)
    for name in ("feature", "threshold", "left", "right", "values", "gains", "rows", "roots"):
        np.testing.assert_array_equal(getattr(grown[0], name), getattr(grown[1], name))


@pytest.fixture
def traced():
    """Tells how many bytes a row were taken at most since."""
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[1] / ROWS
    tracemalloc.stop()


def test_an_exact_sum_takes_no_room_a_row(traced):
    values = np.full(ROWS, 1e16)
    values[1:] = 1.0
    before = traced()
    assert exact_sum(values, ROWS) == 1e16 + (ROWS - 1)
    assert traced() - before < 10


def test_of_rows_in_several_places_those_of_small_nodes_alone_are_copied(traced):
    codes = np.arange(4 * ROWS, dtype=np.uint8).reshape(4, ROWS)
    nothing = np.empty(0)
    ground = SimpleNamespace(
        rows=np.arange(ROWS, dtype=np.uint32)[::-1],
        usable=np.array([0, 1, 3]),
        data=SimpleNamespace(codes=codes),
        values=SimpleNamespace(pairs=nothing, weights=nothing, labels=nothing),
    )
    roots = SimpleNamespace(starts=np.array([0, 2, 9]), stops=np.array([2, 9, 10]))
    before = traced()
    found = shared_subtrees._gathered(
        ground, SimpleNamespace(roots=roots), np.array([True, False, True])
    )
    assert traced() - before < 0.5
    assert found.counts.tolist() == [2, 0, 1]
    assert found.codes.tolist() == codes[[0, 1, 3]][:, [-1, -2, -10]].tolist()
