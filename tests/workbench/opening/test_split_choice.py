"""Choosing the validation rows and the seed in the window, as a person does."""

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.data.split import FILE_ORDER, Split
from core.sources.source import Source
from core.storage.rereading import read_again
from tests.workbench.driving import SECONDS, choose, is_done, open_file, set_rounds, train


@pytest.fixture
def opened(qtbot, window, tmp_path):
    random = np.random.default_rng(4)
    rows = 200
    path = tmp_path / "visits.csv"
    x = random.normal(size=rows)
    frame = pd.DataFrame(
        {
            "x": x,
            "w": random.integers(1, 4, rows),
            "patient": random.integers(0, 25, rows),
            "day": np.arange(rows) % 50,
            "part": np.where(np.arange(rows) % 5 == 0, "test", "train"),
            "label": np.where(x > 0, "yes", "no"),
            "other": random.choice(["a", "b"], rows),
        }
    )
    frame.to_csv(path, index=False)
    open_file(qtbot, window, path)
    return window


def asked(window):
    """Press the button beside the target; gives the dialog."""
    QTest.mouseClick(window.data_panel.split, Qt.MouseButton.LeftButton)
    assert window.choices.dialog.isVisible()
    return window.choices.dialog


def taken(qtbot, window, dialog):
    before = window.workspace.dataset
    QTest.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.workspace.dataset is not before, timeout=SECONDS)
    return window.workspace.dataset


def test_the_share_and_the_seed_are_chosen_beside_the_target(qtbot, opened):
    assert opened.data_panel.split.text() == "25 % by chance, seed 0"
    dialog = asked(opened)
    dialog.form.share.setValue(40)
    dialog.form.seed.setValue(7)
    data = taken(qtbot, opened, dialog)
    assert data.split == Split(0.4, 7)
    assert data.validation.sum() == pytest.approx(80, abs=1)
    assert opened.data_panel.split.text() == "40 % by chance, seed 7"
    assert opened.algorithm_panel.seed.value() == 7


def test_groups_time_and_a_column_are_chosen_by_their_names(qtbot, opened):
    dialog = asked(opened)
    choose(dialog.form.group, "patient")
    data = taken(qtbot, opened, dialog)
    assert data.split.group == "patient"
    assert "patient" not in [column.name for column in data.features]
    dialog = asked(opened)
    assert dialog.form.group.currentText() == "patient"
    choose(dialog.form.how, "those that a column names")
    choose(dialog.form.column, "part")
    data = taken(qtbot, opened, dialog)
    assert (data.split.column, data.split.group) == ("part", "patient")
    np.testing.assert_array_equal(data.validation, np.arange(200) % 5 == 0)
    dialog = asked(opened)
    choose(dialog.form.how, "the latest ones")
    assert dialog.form.time.currentData() == FILE_ORDER
    choose(dialog.form.time, "day")
    assert taken(qtbot, opened, dialog).split.time == "day"


def test_the_audit_can_be_kept_from_later_rows(qtbot, opened):
    dialog = asked(opened)
    assert not dialog.form.past_only.isVisible()  # without a time nobody knows what is later
    choose(dialog.form.how, "the latest ones")
    dialog.form.past_only.click()
    assert taken(qtbot, opened, dialog).split == Split(time=FILE_ORDER, past_only=True)
    dialog = asked(opened)
    assert dialog.form.past_only.isChecked()
    choose(dialog.form.how, "drawn by chance, of every class alike")
    assert taken(qtbot, opened, dialog).split == Split()


def test_a_column_that_cannot_say_it_changes_nothing_and_is_said(qtbot, opened):
    before = opened.workspace.dataset
    dialog = asked(opened)
    choose(dialog.form.how, "those that a column names")
    choose(dialog.form.column, "other")
    QTest.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(opened.strip.isVisible, timeout=SECONDS)
    assert "cannot say which rows are for validation" in opened.strip.text.text()
    assert opened.workspace.dataset is before
    assert opened.data_panel.split.text() == "25 % by chance, seed 0"


def test_without_validation_rows_nothing_speaks_of_them(qtbot, opened):
    dialog = asked(opened)
    dialog.form.share.setValue(0)
    data = taken(qtbot, opened, dialog)
    assert not data.validation.any()
    assert opened.data_panel.split.text() == "none"
    assert "all trained on" in opened.data_panel.size_text.text()
    train(qtbot, opened, 5)
    qtbot.waitUntil(lambda: "training rows wrong" in opened.verdict.text(), timeout=SECONDS)
    assert opened.runs_panel.list.headerItem().text(1) == "training error"
    curves = opened.docks.view("error_curves")
    assert "training_error" in curves.curves
    assert "validation_error" not in curves.curves  # nothing but gaps, which crashed the drawing


def test_another_target_or_weight_loses_nothing_that_was_chosen(qtbot, opened):
    """Once the weight, the share and the seed were gone when the target changed."""
    dialog = asked(opened)
    dialog.form.share.setValue(30)
    dialog.form.seed.setValue(5)
    choose(dialog.form.group, "patient")
    taken(qtbot, opened, dialog)
    choose(opened.data_panel.weight, "w")
    qtbot.waitUntil(lambda: opened.workspace.dataset.plan.weight == "w", timeout=SECONDS)
    choose(opened.data_panel.target, "other")
    qtbot.waitUntil(lambda: opened.workspace.dataset.target == "other", timeout=SECONDS)
    data = opened.workspace.dataset
    assert data.split == Split(0.3, 5, group="patient")
    assert data.plan.weight == "w"


def test_another_target_is_a_branch_and_its_runs_can_be_gone_back_to(qtbot, opened):
    train(qtbot, opened, 5)
    first, before = opened.workspace.current, opened.workspace.dataset
    choose(opened.data_panel.target, "other")
    qtbot.waitUntil(lambda: opened.workspace.dataset.target == "other", timeout=SECONDS)
    assert opened.workspace.runs == [first]
    assert opened.workspace.current is None
    assert opened.actions_.undo.text() == "&Undo: take 'other' as the target"
    opened.actions_.undo.trigger()
    assert opened.workspace.dataset is before
    assert opened.workspace.current is first
    assert opened.data_panel.target.currentText() == "label"
    opened.actions_.redo.trigger()
    assert opened.workspace.dataset.target == "other"
    opened.workspace.show_run(first)  # a click on it in the list
    assert opened.workspace.dataset is before
    assert opened.data_panel.target.currentText() == "label"


def test_the_dialog_says_that_runs_stay_and_only_if_something_changes(qtbot, opened):
    train(qtbot, opened, 5)
    dialog = asked(opened)
    assert not dialog.consequence.isVisible()
    dialog.form.share.setValue(50)
    assert dialog.consequence.isVisible()
    assert "1 run on the data as they are stays in the list" in dialog.consequence.text()
    dialog.form.share.setValue(25)
    assert not dialog.consequence.isVisible()
    QTest.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)
    assert len(opened.workspace.runs) == 1


def test_a_run_is_repeated_by_another_seed_on_the_same_rows(qtbot, opened):
    panel = opened.algorithm_panel
    choose(panel.algorithm, "Random forest")
    said, runs = [], opened.workspace.runs
    for seed in (3, 3, 4):
        panel.seed.setValue(seed)
        set_rounds(opened, 5)
        QTest.mouseClick(panel.train, Qt.MouseButton.LeftButton)
        # The first forest may have to wait for its kernels to be compiled.
        qtbot.waitUntil(lambda: len(runs) > len(said) and is_done(opened), timeout=4 * SECONDS)
        run = runs[-1].run
        assert (run.seed, run.dataset) == (seed, opened.workspace.dataset)
        said.append(run.history.margins(run.rounds))
    np.testing.assert_array_equal(said[0], said[1])
    assert (said[0] != said[2]).any()


def test_the_wheel_changes_nothing_that_has_no_focus(qtbot, opened):
    form = asked(opened).form
    controls = (form.how, form.share, form.seed, form.group, form.time, form.column)
    for control in (opened.algorithm_panel.seed, *controls):
        control.ensurePolished()  # as it is before it is first seen
        assert control.focusPolicy() == Qt.FocusPolicy.StrongFocus


def test_what_is_recovered_after_a_crash_is_split_as_it_was(qtbot, opened):
    dialog = asked(opened)
    dialog.form.seed.setValue(8)
    choose(dialog.form.group, "patient")
    data = taken(qtbot, opened, dialog)
    last = [e for e in opened.session.journal.entries() if e.what in ("opened", "understood")][-1]
    again = read_again(last.facts, Source.from_path(data.table.path))
    assert again.split == data.split
    np.testing.assert_array_equal(again.validation, data.validation)


def test_on_the_import_page_the_split_is_part_of_the_plan(qtbot, opened):
    opened.actions_.how_read.trigger()
    page = opened.desk.page
    qtbot.waitUntil(lambda: page.isVisible() and page.use.isEnabled(), timeout=SECONDS)
    QTest.mouseClick(page.target_bar.split, Qt.MouseButton.LeftButton)
    dialog = page.split_dialog
    choose(dialog.form.group, "patient")
    QTest.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)
    assert page.target_bar.split.text() == "25 % by chance, seed 0, 'patient' together"
    before = opened.workspace.dataset
    QTest.mouseClick(page.use, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: opened.workspace.dataset is not before, timeout=SECONDS)
    assert opened.workspace.dataset.split.group == "patient"
