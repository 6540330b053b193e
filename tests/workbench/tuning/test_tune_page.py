"""Tuning as a person does it: tick, tune, pause, stop, discard; it survives what comes between."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

import core
from tests.workbench.driving import SECONDS, drop, flipped_csv, open_file, set_rounds, use_file
from tests.workbench.sweeping import cut_texts, nameless, silent_plots
from workbench.tuning.controller import TuningState

NAME, RANGE = 0, 1


def opened(qtbot, window, tmp_path):
    """The page of tuning, for a small gradient boosting; a trial takes no time."""
    path = tmp_path / "own.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    window.algorithm_panel.show_settings(core.GradientBoosting(rounds=8))
    qtbot.mouseClick(window.algorithm_panel.tune, Qt.MouseButton.LeftButton)
    page = window.tuning.page
    assert page.isVisible()
    assert change(page, "Rounds", "2 to 12") == ""
    return page


def line(page, title, ensemble=0):
    top = page.tree.topLevelItem(ensemble)
    found = [top.child(number) for number in range(top.childCount())]
    return next(item for item in found if item.text(NAME) == title)


def change(page, title, text):
    """Type another range over one; gives what stands against it."""
    tree, item = page.tree, line(page, title)
    tree.setFocus()
    tree.setCurrentItem(item, RANGE)
    QTest.keyClick(tree, Qt.Key.Key_F2)
    field = next(each for each in tree.findChildren(QLineEdit) if each.isVisible())
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    QCoreApplication.processEvents()  # what was typed is taken over a moment later
    return page.trouble.text()


def press(qtbot, button):
    assert button.isVisible()
    assert button.isEnabled()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def started(qtbot, window, page, minutes=5.0, trials=4):
    page.minutes.setMinimum(0.01)
    page.minutes.setDecimals(2)
    page.minutes.setValue(minutes)
    press(qtbot, page.start)
    tuner = window.controller.tuner
    qtbot.waitUntil(lambda: len(page.table.trials._lines) >= trials, timeout=SECONDS)
    return tuner


def ended(qtbot, window):
    tuner = window.controller.tuner
    qtbot.waitUntil(lambda: not tuner.is_running, timeout=SECONDS)
    assert tuner.run is not None
    return tuner.run


def test_stop_and_keep_the_best_makes_a_run_that_knows_how(qtbot, window, tmp_path):
    page = opened(qtbot, window, tmp_path)
    assert "100 validation rows" in page.judging.text()
    tuner = started(qtbot, window, page)
    assert "best so far" in page.told.text()
    assert not page.tree.isEnabled()
    press(qtbot, page.stop)
    run = ended(qtbot, window)
    assert window.workspace.current.run is run
    assert run.tuned.steps >= 4
    assert page.told.text() == run.tuned.sentence
    window.resize(1280, 720)
    QCoreApplication.processEvents()
    assert [*cut_texts(page), *nameless(page), *silent_plots(page)] == []
    assert tuner.state is TuningState.IDLE
    qtbot.waitUntil(lambda: run.tuned.short in window.controller.verdict, timeout=SECONDS)
    press(qtbot, page.show_run)
    assert window.work_place.isVisible()
    # It is repeated by its steps, and not by the clock.
    again = core.tune(run.dataset, run.tuned.spaces, steps=run.tuned.steps, seed=run.seed)
    assert again.settings == run.settings


def test_the_budget_ends_it(qtbot, window, tmp_path):
    page = opened(qtbot, window, tmp_path)
    started(qtbot, window, page, minutes=0.03, trials=1)  # how many it does is the machine's
    run = ended(qtbot, window)
    assert run.tuned.minutes == 0.03
    assert page.plot.accessibleDescription()
    # A second one, of what is ticked then.
    line(page, "Shrinkage").setCheckState(NAME, Qt.CheckState.Unchecked)
    started(qtbot, window, page, trials=2)
    assert window.controller.tuner.run is None
    press(qtbot, page.stop)
    second = ended(qtbot, window)
    assert "shrinkage" not in [each.path for each in second.tuned.spaces[0].dimensions]
    assert len(window.workspace.runs) == 2


def test_a_pause_holds_it_up_and_the_clock_with_it(qtbot, window, tmp_path):
    page = opened(qtbot, window, tmp_path)
    tuner = started(qtbot, window, page)
    press(qtbot, page.pause)
    qtbot.waitUntil(lambda: tuner._lane.job.is_resting, timeout=SECONDS)
    steps = tuner.tuning.search.steps
    assert page.pause.text() == "Go o&n"
    assert "paused" in page.told.text()
    press(qtbot, page.pause)
    qtbot.waitUntil(lambda: tuner.tuning.search.steps > steps, timeout=SECONDS)
    press(qtbot, page.discard)
    assert page.told.text() == "Discarded: nothing of it is kept."
    assert not window.workspace.runs


def test_training_goes_on_beside_it(qtbot, window, tmp_path):
    page = opened(qtbot, window, tmp_path)
    tuner = started(qtbot, window, page)
    press(qtbot, page.back)
    assert window.work_place.isVisible()
    set_rounds(window, 5)
    window.actions_.train.trigger()
    qtbot.waitUntil(lambda: bool(window.workspace.finished_runs), timeout=SECONDS)
    assert tuner.is_running
    window.actions_.tune.trigger()
    assert page.isVisible()
    press(qtbot, page.stop)
    ended(qtbot, window)
    assert len(window.workspace.runs) == 2


def test_other_data_end_it_after_a_question(qtbot, window, tmp_path):
    page = opened(qtbot, window, tmp_path)
    tuner = started(qtbot, window, page)
    asked, answers = [], [False, True]

    def sure(title, _text, _answer):
        asked.append(title)
        return answers.pop(0)

    window.shell.ask.sure = sure
    window.actions_.close.trigger()
    assert asked == ["End the tuning?"]
    assert tuner.is_running
    other = tmp_path / "other.csv"
    flipped_csv(other, seed=5)
    drop(window, other)
    use_file(qtbot, window, other)
    assert len(asked) == 2
    assert not tuner.is_running
    assert tuner.tuning is None
    window.actions_.tune.trigger()
    assert "Tick the ensembles" in page.told.text()
    assert not page.table.isVisible()


def test_what_cannot_be_tried_is_said_before(qtbot, window, tmp_path):
    page = opened(qtbot, window, tmp_path)
    assert "no range" in change(page, "Depth", "5 to 2")
    assert not page.start.isEnabled()
    assert change(page, "Depth", "") == ""
    assert line(page, "Depth").text(RANGE) == "1 to 8"
    for number in range(page.tree.topLevelItem(0).childCount()):
        page.tree.topLevelItem(0).child(number).setCheckState(NAME, Qt.CheckState.Unchecked)
    assert page.trouble.text() == "Tick a setting at least, or several ensembles."
    page.tree.topLevelItem(0).setCheckState(NAME, Qt.CheckState.Unchecked)
    assert page.trouble.text() == "Tick an ensemble at least."
    press(qtbot, page.usual)
    assert page.trouble.text() == ""
    ticked = [space.settings.name for space in page.tree.spaces()]
    assert ticked == ["gradient", "forest", "xgboost", "adaboost", "single"]


def test_without_validation_rows_the_page_says_how_it_will_be_judged(qtbot, window, tmp_path):
    opened(qtbot, window, tmp_path)
    split = window.workspace.dataset.split
    window.controller.choose_split(split.changed(validation_share=0.0))
    qtbot.waitUntil(lambda: not window.workspace.dataset.has_validation, timeout=SECONDS)
    window.actions_.tune.trigger()
    page = window.tuning.page
    assert "outer folds" in page.judging.text()
    change(page, "Rounds", "2 to 6")
    page.minutes.setMinimum(0.01)
    page.minutes.setDecimals(2)
    page.minutes.setValue(0.05)
    press(qtbot, page.start)
    run = ended(qtbot, window)
    assert run.tuned.judged.folds == 4
    assert page.judging.text() == run.tuned.judging
