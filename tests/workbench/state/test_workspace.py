"""The workspace: what is selected is told by lines, and is the same rows in every revision."""

import numpy as np
import pytest

from core import AdaBoost, example, fit
from tests.workbench.immediate import Immediate
from workbench.state.workspace import RunItem, Workspace


@pytest.fixture
def data():
    return example("moons")


def selected(data, lines):
    workspace = Workspace(Immediate())
    workspace.set_dataset(data)
    workspace.select(lines)
    return workspace.selected_rows()


@pytest.mark.parametrize(
    ("excluded", "chosen", "left"),
    [
        ([3], [3, 4], [4]),
        ([3, 4], [3, 4, 5], [5]),
        ([2], [2, 3, 4], [3, 4]),
        ([3, 5], [3, 5], []),
        ([], [2, 4], [2, 4]),
    ],
)
def test_a_row_that_was_excluded_is_not_among_the_selected_ones(data, excluded, chosen, left):
    revision = data.excluding(excluded) if excluded else data
    rows = selected(revision, chosen)
    np.testing.assert_array_equal(revision.lines[rows], left)


def test_the_last_rows_and_lines_that_never_were_can_be_selected(data):
    last = int(data.lines[-1])
    revision = data.excluding([last])
    assert selected(revision, [last, last + 1]).size == 0
    rows = selected(revision, [0, 1, last - 1, last, last + 7])
    np.testing.assert_array_equal(revision.lines[rows], [last - 1])


def test_of_any_lines_those_that_are_there_are_selected_once(data):
    rng = np.random.default_rng(0)
    for _ in range(50):
        revision = data.excluding(rng.choice(data.lines, rng.integers(1, 60), replace=False))
        chosen = rng.choice(data.lines, rng.integers(1, 80), replace=False)
        rows = selected(revision, chosen)
        np.testing.assert_array_equal(revision.lines[rows], np.intersect1d(revision.lines, chosen))


def test_a_selection_is_that_of_the_run_that_is_shown(data):
    revision = data.excluding([3])
    workspace = Workspace(Immediate())
    workspace.set_dataset(revision)
    workspace.select([3, 4])
    assert len(workspace.selected_rows()) == 1
    workspace.show_run(RunItem(1, fit(data, AdaBoost(rounds=2))))
    assert len(workspace.selected_rows()) == 2
