"""Rows without a label in the review: a digit, a name or a number each, most informative first."""

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core import AdaBoost, GradientBoosting, fit, read_csv
from core.judging.reviewing.decision import Verb
from tests.workbench.reviewing.bench import Bench
from workbench.reviewing.labelling.controller import EVERY

Key = Qt.Key


def write(path, labelled, rows, target):
    draw = np.random.default_rng(2)
    frame = pd.DataFrame({"x": draw.uniform(-1, 1, rows), "z": draw.normal(size=rows)})
    frame["label"] = target(frame["x"])
    frame.loc[labelled:, "label"] = None
    frame.to_csv(path, index=False)
    return path


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """Ten labelled rows of two hundred."""
    path = tmp_path_factory.mktemp("label") / "few.csv"
    write(path, 10, 200, lambda x: np.where(x > 0, "right", "left"))
    return fit(read_csv(path, target="label"), AdaBoost(rounds=3))


@pytest.fixture
def bench(qtbot, few):
    made = Bench(qtbot, few)
    made.page.tabs.setCurrentWidget(made.page.label)
    return made


def press(bench, key):
    QTest.keyClick(bench.page.label.list, key)


def type_in(bench, text):
    field = bench.page.label.field
    field.setFocus()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Key.Key_Return)


def test_digits_give_labels_that_count_and_can_be_undone(bench):
    page, tab, labeller = bench.page, bench.page.label, bench.reviewer.labeller
    assert page.tabs.tabText(page.tabs.indexOf(tab)) == "Label (190)"
    assert [button.text() for button in tab.buttons] == ["1  left", "2  right"]
    assert "judges are undecided between" in tab.why.text()
    first, second = labeller.coming[:2]
    press(bench, Key.Key_2)
    assert bench.about(first) == (Verb.LABEL, "right")
    assert first in bench.workspace.dataset.lines
    assert labeller.line == second
    assert page.tabs.tabText(page.tabs.indexOf(tab)) == "Label (189)"
    press(bench, Key.Key_9)  # no class of this number
    assert labeller.line == second
    press(bench, Key.Key_S)
    assert bench.about(second) == (Verb.SKIP, None)
    press(bench, Key.Key_Z)
    press(bench, Key.Key_Z)
    assert labeller.line == first
    assert bench.decisions.about(first) is None


def test_a_row_that_was_skipped_or_labelled_can_be_looked_at_again(bench):
    page, tab, labeller = bench.page, bench.page.label, bench.reviewer.labeller
    first, second = labeller.coming[:2]
    press(bench, Key.Key_S)
    press(bench, Key.Key_1)
    page.tabs.setCurrentWidget(page.decisions)
    items = [page.decisions.list.topLevelItem(place) for place in range(2)]
    assert [item.text(0) for item in items] == [f"{second:,}", f"{first:,}"]
    page.decisions.list.itemClicked.emit(items[1], 0)
    assert page.tabs.currentWidget() is tab
    assert labeller.line == first
    press(bench, Key.Key_2)
    assert bench.about(first) == (Verb.LABEL, "right")
    assert first not in labeller.coming


def test_the_order_is_made_anew_and_what_comes_next_stays(bench):
    labeller = bench.reviewer.labeller
    found = labeller.found
    for turn in range(EVERY):
        before = labeller.coming[1:4]
        press(bench, Key.Key_1 if turn % 2 else Key.Key_2)
        assert labeller.coming[:3] == before
    assert labeller.found is not found
    assert labeller.found.dataset is bench.workspace.dataset
    assert len(set(labeller.coming)) == len(labeller.coming)


def test_names_are_typed_and_a_class_that_no_row_has_is_refused(bench):
    tab, labeller = bench.page.label, bench.reviewer.labeller
    first = labeller.line
    type_in(bench, "maybe")
    assert tab.told.text().startswith("'maybe' is no class of this file")
    assert bench.decisions.about(first) is None
    tab.field.clear()
    type_in(bench, "RI")
    assert bench.about(first) == (Verb.LABEL, "right")
    assert tab.field.text() == ""


def test_every_row_gets_a_label(qtbot, tmp_path):
    path = write(tmp_path / "all.csv", 12, 20, lambda x: np.where(x > 0, "right", "left"))
    bench = Bench(qtbot, fit(read_csv(path, target="label"), AdaBoost(rounds=2)))
    bench.page.tabs.setCurrentWidget(bench.page.label)
    for _ in range(8):
        press(bench, Key.Key_1)
    assert len(bench.workspace.dataset) == 20
    assert bench.reviewer.labeller.line is None
    assert bench.page.label._stack.currentIndex() == 0
    assert bench.page.label._stack.widget(0).text().startswith("Every row without a label")


def test_before_anything_is_trained_nothing_is_said_of_a_ranking(bench):
    page = bench.page
    assert page.header.isVisible()
    page.workspace.set_dataset(bench.decisions.base)
    assert not page.header.isVisible()
    assert not page.left_bar.isVisible()
    assert page.tabs.isTabVisible(page.tabs.indexOf(page.label))


def test_numbers_are_typed(qtbot, tmp_path):
    path = write(tmp_path / "numbers.csv", 40, 60, lambda x: (10 * x).round(2))
    bench = Bench(qtbot, fit(read_csv(path, target="label"), GradientBoosting(rounds=3)))
    tab, labeller = bench.page.label, bench.reviewer.labeller
    bench.page.tabs.setCurrentWidget(tab)
    told = []
    bench.reviewer.failed.connect(told.append)
    assert (tab.buttons, tab.field.hasFocus()) == ([], True)
    first = labeller.line
    type_in(bench, "much")
    assert bench.decisions.about(first) is None
    assert "much" in str(told[0])
    tab.field.clear()
    type_in(bench, "4.5")
    row = int(bench.workspace.dataset.rows_of([first])[0])
    assert bench.workspace.dataset.labels[row] == 4.5
    assert labeller.line != first


def test_without_such_rows_there_is_no_tab(qtbot, tmp_path):
    path = write(tmp_path / "full.csv", 50, 50, lambda x: np.where(x > 0, "right", "left"))
    bench = Bench(qtbot, fit(read_csv(path, target="label"), AdaBoost(rounds=2)))
    page = bench.page
    assert not page.tabs.isTabVisible(page.tabs.indexOf(page.label))
