"""Rows of data on the disk that are held in memory: their values, codes, labels and history."""

import numpy as np
import pytest

import core
from core.base.errors import DataError
from core.engine.binning import binned
from core.learning.histories.drawn import DrawnHistory
from core.parts import summing
from core.parts.drawn import drawn_rows, drawn_table
from core.parts.opening import open_in_memory, open_on_disk
from tests.core.parts.conftest import cut, planned


@pytest.fixture
def both(frame, opened, monkeypatch, cache):
    """The same files on the disk, with a small sample, and in memory."""
    monkeypatch.setattr(summing, "SHOWN", 60)
    look = opened(cut(frame, 5))
    return open_on_disk(look, planned(look)), open_in_memory(look, planned(look))


def test_drawn_rows_have_the_values_labels_and_codes_that_they_have_among_all(both):
    disk, memory = both
    lines = disk.lines[[3, 40, len(disk) - 1]]
    table = drawn_table(disk, lines)
    assert set(lines) <= set(table.lines)
    assert len(disk.sample) == 60
    drawn, rows = drawn_rows(disk, table)
    np.testing.assert_array_equal(drawn.lines, disk.lines[rows])
    np.testing.assert_array_equal(drawn.labels, memory.labels[rows])
    np.testing.assert_array_equal(drawn.validation, memory.validation[rows])
    for own, other in zip(drawn.features, memory.features, strict=True):
        assert [own.text(row) for row in range(len(drawn))] == [other.text(r) for r in rows]
    place = np.empty(len(memory), int)
    place[binned(memory).order] = np.arange(len(memory))
    wanted = binned(memory).codes[:, place[rows[binned(drawn).order]]]
    np.testing.assert_array_equal(binned(drawn).codes, wanted)


def test_the_history_of_drawn_rows_is_that_of_the_run_on_all(both):
    disk, memory = both
    drawn, rows = drawn_rows(disk, drawn_table(disk, disk.lines[:5]))
    for settings in (core.AdaBoost(rounds=7), core.RandomForest(rounds=4)):
        whole, known = core.fit(disk, settings).history, core.fit(memory, settings).history
        own = DrawnHistory(whole, drawn, rows)
        assert own.rounds == known.rounds
        assert own.validation_error(3) == known.validation_error(3)
        np.testing.assert_array_equal(own.margins(3), known.margins(3)[rows])
        np.testing.assert_array_equal(own.suggested(2), known.suggested(2)[rows])
        np.testing.assert_array_equal(own.suspicion(), known.suspicion()[rows])
        if isinstance(settings, core.AdaBoost):
            np.testing.assert_array_equal(own.relative_weights(4), known.relative_weights(4)[rows])
            picture = own.weight_image(own.ranked(), 7, 20, 8)
            assert picture.shape == (20, 8)
            np.testing.assert_allclose(
                own.relative_paths(np.arange(3), 7), known.relative_paths(rows[:3], 7)
            )


def test_a_revision_draws_its_own_labels_and_rows(both):
    disk, _ = both
    table = drawn_table(disk, disk.lines[:5])
    first, gone = int(disk.lines[0]), int(disk.lines[1])
    other = next(name for name in disk.classes if name != disk.label_text(0))
    drawn, _ = drawn_rows(disk.relabelled({first: other}).excluding([gone]), table)
    assert drawn.label_text(int(drawn.rows_of([first])[0])) == other
    with pytest.raises(DataError):
        drawn.rows_of([gone])
