"""The window as a whole: what it offers when, what it says, and what it survives."""

import threading
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDockWidget, QSlider, QWidget

import core
from core import AdaBoost, Logistic, Tree, fit
from core.base.journal import Journal
from core.base.progress import Progress
from tests.workbench.driving import (
    SECONDS,
    answer,
    choose,
    drop,
    end,
    finished_window,
    flipped_csv,
    is_done,
    let_draw,
    open_by_dialog,
    open_file,
    set_rounds,
    settle,
    train,
    use_file,
    wait_until_done,
)
from tests.workbench.reviewing.bench import open_review
from workbench.frame.window import MainWindow
from workbench.jobs.training_driver import State
from workbench.shell.theme import DARK, LIGHT


def enabled(window):
    do = window.actions_
    names = ("open", "train", "pause", "step", "stop", "train_on", "export_model")
    return {name for name in names if getattr(do, name).isEnabled()}


def test_actions_follow_the_state(qtbot, window, tmp_path):
    assert enabled(window) == {"open"}
    path = tmp_path / "a.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    assert enabled(window) == {"open", "train", "step"}
    set_rounds(window, 100_000)
    window.actions_.train.trigger()
    qtbot.waitUntil(lambda: window.workspace.rounds > 3, timeout=SECONDS)
    assert enabled(window) == {"open", "pause", "step", "stop"}
    window.actions_.pause.trigger()
    assert enabled(window) == {"open", "pause", "step", "stop"}
    assert window.actions_.pause.text() == "&Resume"
    window.actions_.pause.trigger()
    assert window.controller.trainer.driver.state is State.TRAINING
    window.actions_.stop.trigger()
    wait_until_done(qtbot, window)
    assert enabled(window) == {"open", "train", "step", "train_on", "export_model"}


def test_step_starts_a_training_of_one_round(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    window.actions_.step.trigger()
    qtbot.waitUntil(lambda: window.workspace.rounds == 1, timeout=SECONDS)
    assert window.controller.trainer.driver.state is State.PAUSED
    window.actions_.step.trigger()
    qtbot.waitUntil(lambda: window.workspace.rounds == 2, timeout=SECONDS)


def test_training_on_gives_the_same_bits_as_training_at_once(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=50)
    window.actions_.train_on.trigger()
    qtbot.waitUntil(lambda: window.workspace.rounds == 150, timeout=SECONDS)
    wait_until_done(qtbot, window)
    run = window.workspace.current.run
    at_once = fit(run.dataset, AdaBoost(rounds=150))
    np.testing.assert_array_equal(run.history.votes, at_once.history.votes)
    assert len(window.workspace.runs) == 2


def test_slider_goes_back_while_training(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    set_rounds(window, 100_000)
    window.actions_.train.trigger()
    qtbot.waitUntil(lambda: window.round_bar.slider.value() > 30, timeout=SECONDS)
    window.round_bar.slider.setValue(7)
    before = window.workspace.rounds
    qtbot.waitUntil(lambda: window.workspace.rounds > before + 30, timeout=SECONDS)
    assert window.workspace.round == 7
    assert window.round_bar.slider.value() == 7
    window.actions_.last.trigger()
    qtbot.waitUntil(lambda: window.workspace.round > before + 30, timeout=SECONDS)
    window.actions_.stop.trigger()
    wait_until_done(qtbot, window)


def test_closing_while_training_leaves_nothing_running(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    set_rounds(window, 100_000)
    window.actions_.train.trigger()
    qtbot.waitUntil(lambda: window.workspace.rounds > 3, timeout=SECONDS)
    window.close()
    assert window.controller.trainer.driver.state is State.IDLE


def test_other_data_while_training_drops_the_training(qtbot, window, tmp_path):
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    flipped_csv(first)
    flipped_csv(second, rows=300, seed=9)
    open_file(qtbot, window, first)
    set_rounds(window, 100_000)
    window.actions_.train.trigger()
    qtbot.waitUntil(lambda: window.workspace.rounds > 3, timeout=SECONDS)
    open_file(qtbot, window, second)
    assert window.controller.trainer.driver.state is State.IDLE
    assert window.workspace.current is None
    train(qtbot, window, 20)
    assert len(window.workspace.current.dataset) == 300


BAD_FILES = {
    "missing.csv": (None, "There is no file {path}. Check the name and the folder."),
    "empty.csv": (b"", "empty.csv is empty. Choose a file with a header and rows."),
    "header.csv": (b"a,b\n", "header.csv has a header but no rows."),
    "binary.csv": (b"\xff\xfe\x00\x81", "binary.csv has a header but no rows."),
    "picture.csv": (
        b"\x89PNG\r\n\x1a\n\0\0",
        "picture.csv is a picture, not a text. Save the data as CSV.",
    ),
    "model.ensemble": (
        b"PK, but not for long",
        "model.ensemble is not a model file, or it is damaged (File is not a zip file). "
        "Export the model again.",
    ),
}


@pytest.mark.parametrize("way", ["drop", "dialog", "argument"])
@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_a_sentence_and_the_window_goes_on(qtbot, started, tmp_path, name, way):
    path = tmp_path / name
    content, sentence = BAD_FILES[name]
    if content is not None:
        path.write_bytes(content)
    window = started(path if way == "argument" else None, trains=False)
    if way == "drop":
        assert drop(window, path)
    elif way == "dialog":
        answer(window, {"Open a file": path})
        window.actions_.open.trigger()
    qtbot.waitUntil(window.strip.isVisible, timeout=SECONDS)
    assert window.strip.text.text() == sentence.format(path=path)
    assert "Traceback" in window.strip.details.toPlainText()
    assert window.jobs.is_free
    if path.suffix == ".ensemble":  # its page takes files to predict
        for _ in ("the message", "the page"):
            qtbot.keyClick(window.predictions.page, Qt.Key.Key_Escape)
    good = tmp_path / "good.csv"
    flipped_csv(good)
    open_file(qtbot, window, good)
    assert not window.strip.isVisible()


def test_a_file_that_cannot_be_used_is_a_sentence_on_its_page(qtbot, window, tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text("x,name,label\n" + "".join(f"{i},,{i % 2}\n" for i in range(30)))
    drop(window, path)
    qtbot.waitUntil(lambda: window.controller.opening.table is not None, timeout=SECONDS)
    page = window.desk.page
    choose(page.target_bar.target, "name")
    qtbot.mouseClick(page.use, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.trouble.isVisible, timeout=SECONDS)
    sentence = "No row of gaps.csv has a value in the target 'name'. Choose another one."
    assert page.trouble.text() == sentence
    assert window.workspace.dataset is None
    choose(page.target_bar.target, "label")
    use_file(qtbot, window, path)
    assert window.workspace.dataset.target == "label"


def test_nothing_but_a_file_can_be_dropped(window):
    data = QMimeData()
    data.setText("x,label")
    enter = QDragEnterEvent(
        QPoint(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dragEnterEvent(enter)
    assert not enter.isAccepted()


def test_a_typing_error_in_the_form_is_said_and_nothing_is_trained(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    set_rounds(window, 0)
    assert window.algorithm_panel.why_not.text() == "Rounds is 0: it must be 1 to 100,000."
    assert window.algorithm_panel.why_not.isVisible()
    assert not window.algorithm_panel.train.isEnabled()
    assert not window.actions_.train.isEnabled()
    assert not window.actions_.step.isEnabled()
    assert window.sessions.look()["algorithm"]["rounds"] == 5
    train(qtbot, window, 6)
    assert [item.run.rounds for item in window.workspace.runs] == [5, 6]


def test_small_numbers_of_a_run_come_back_into_the_form(qtbot, window, tmp_path):
    """By "Use its settings" in the list of runs."""
    finished_window(qtbot, window, tmp_path, rounds=5)
    settings = AdaBoost(rounds=7, base=Logistic(ridge=0.00012))
    window.runs_panel.settings_asked.emit(SimpleNamespace(settings=settings))
    assert window.algorithm_panel.settings == settings
    set_rounds(window, 8)
    assert window.algorithm_panel.settings == AdaBoost(rounds=8, base=Logistic(ridge=0.00012))


def test_a_target_of_numbers_is_trained_at_once(qtbot, window, tmp_path):
    path = tmp_path / "numbers.csv"
    path.write_text("x,label\n" + "".join(f"{i % 7},{i / 3}\n" for i in range(60)))
    open_file(qtbot, window, path)
    assert window.algorithm_panel.why_not.text() == ""
    set_rounds(window, 5)
    window.actions_.train.trigger()
    qtbot.waitUntil(lambda: is_done(window), timeout=SECONDS)
    assert window.workspace.current.run.dataset.classes == ()


def test_choosing_a_target_that_cannot_be_one_changes_nothing(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("x,name,label\n" + "".join(f"{i},,{i % 2}\n" for i in range(30)))
    open_file(qtbot, window, path)
    choose(window.data_panel.target, "name")
    qtbot.waitUntil(window.strip.isVisible, timeout=SECONDS)
    assert window.workspace.dataset.target == "label"
    assert window.data_panel.target.currentText() == "label"


def test_a_weight_with_a_gap_is_refused_and_the_review_stays(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    lines = flipped_csv(path)
    frame = pd.read_csv(path)
    frame.assign(w=[None, *range(1, len(frame))]).to_csv(path, index=False)
    open_by_dialog(qtbot, window, path)
    train(qtbot, window, 10)
    page = open_review(qtbot, window, lines[:5])
    space, suspects = window.workspace, window.review.suspects
    before = (space.dataset, space.current, space.runs[:], space.audit, suspects.ranking)
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    with qtbot.assertNotEmitted(space.dataset_changed):
        choose(window.data_panel.weight, "w")
        qtbot.waitUntil(window.strip.isVisible, timeout=SECONDS)
    assert window.strip.text.text().startswith("The weight 'w' on line 2 is missing")
    assert window.data_panel.weight.currentText() == "none"
    assert (space.dataset, space.current, space.runs, space.audit, suspects.ranking) == before
    window.actions_.review.trigger()
    assert page.isVisible()
    assert page.rows.facts.line == lines[0]


def test_choosing_a_weight_changes_the_starting_weights(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("x,w,label\n" + "".join(f"{i},{i % 3},{i % 2}\n" for i in range(30)))
    open_file(qtbot, window, path)
    choose(window.data_panel.weight, "w")
    qtbot.waitUntil(lambda: window.workspace.dataset.weights.max() == 2, timeout=SECONDS)
    assert window.data_panel.weight.currentText() == "w"


def test_a_perfect_learner_is_told(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("x,label\n" + "".join(f"{i},{'no' if i < 50 else 'yes'}\n" for i in range(100)))
    open_file(qtbot, window, path)
    train(qtbot, window, 20)
    assert "One question tells all training rows apart" in window.activity.text()
    assert not window.actions_.train_on.isEnabled()


def test_a_column_without_information_leaves_a_sentence(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("x,label\n" + "".join(f"1,{i % 2}\n" for i in range(40)))
    open_file(qtbot, window, path)
    window.actions_.train.trigger()
    qtbot.waitUntil(lambda: bool(window.controller.verdict), timeout=SECONDS)
    assert "nothing to learn from" in window.verdict.text()


@pytest.mark.parametrize("way", ["drop", "dialog", "argument"])
def test_a_file_is_opened_in_each_way(qtbot, started, tmp_path, way):
    path = tmp_path / "a.csv"
    flipped_csv(path)
    window = started(path if way == "argument" else None, trains=False)
    if way == "drop":
        open_file(qtbot, window, path)
    elif way == "dialog":
        open_by_dialog(qtbot, window, path)
    else:
        use_file(qtbot, window, path)
    assert window.workspace.dataset.name == window.windowTitle().split(" – ")[0] == "a.csv"
    assert window.docks.isVisible()
    assert window.activity.text() == "400 rows read. Check the target, then train."


def test_every_control_has_a_name_and_a_keyboard_way(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    controls = window.findChildren(QWidget)
    nameless = [
        control
        for control in controls
        if isinstance(control, QAbstractButton | QComboBox | QSlider)
        and control.isVisibleTo(window)
        and not control.objectName().startswith("qt_")
        and not (control.accessibleName() or getattr(control, "text", str)())
    ]
    assert not nameless
    for action in window.toolbar.actions():
        if action.text():
            assert action.shortcut().toString()
            assert window.toolbar.widgetForAction(action).focusPolicy() & Qt.FocusPolicy.TabFocus


def test_docks_come_back_where_they_were(qtbot, window, qapp):
    dock = window.docks.findChild(QDockWidget, "rows_table")
    window.docks.removeDockWidget(dock)
    window.docks.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, dock)
    dock.show()
    window.close()
    again = MainWindow(qapp)
    moved = again.docks.findChild(QDockWidget, "rows_table")
    assert again.docks.dockWidgetArea(moved) == Qt.DockWidgetArea.TopDockWidgetArea
    again.actions_.default_layout.trigger()
    assert again.docks.dockWidgetArea(moved) == Qt.DockWidgetArea.RightDockWidgetArea
    end(again)


def test_theme_is_applied_everywhere_and_remembered(qtbot, window, qapp, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    dark = next(action for action in window.actions_.themes.actions() if action.data() == "dark")
    dark.trigger()
    assert all(view.theme is DARK for view in window.docks.made_views())
    image = window.docks.view("error_curves").canvas.grab().toImage()
    assert image.pixelColor(3, 3).name().upper() == DARK.base
    again = MainWindow(qapp)
    assert again.theme is DARK
    again.apply_theme(LIGHT)
    end(again)


def test_the_journal_tells_what_was_done(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    entries = list(Journal(window.session.journal.path).entries())
    assert [entry.what for entry in entries] == ["started", "opened", "training", "trained"]
    assert entries[2].facts["settings"]["rounds"] == 5
    told = entries[3].facts
    assert (told["rounds"], told["ending"], told["number"]) == (5, "all rounds", 1)
    assert (window.session.runs_folder / told["file"]).is_file()


def test_welcome_offers_what_was_open_when_the_program_ended(qtbot, window, qapp, tmp_path):
    path = tmp_path / "flipped.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    window.session.lock.release()  # to others it is as after a crash
    again = MainWindow(qapp)
    again.show()
    link = again.welcome.links[0]
    assert link.text() == "flipped.csv"
    assert again.session.recent()[0].is_unfinished
    link.click()
    qtbot.waitUntil(lambda: again.workspace.dataset is not None, timeout=SECONDS)
    assert again.workspace.dataset.target == "label"
    end(again)
    assert not MainWindow_recent(qapp)[0].is_unfinished


def MainWindow_recent(qapp):  # noqa: N802 - what a third start would offer
    third = MainWindow(qapp)
    recent = third.session.recent()
    end(third)
    return recent


def test_export_of_ranked_rows_matches_the_table(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path)
    window.shell.ask.save = lambda *_: tmp_path / "rows"
    window.actions_.export_rows.trigger()
    qtbot.waitUntil((tmp_path / "rows.csv").exists, timeout=SECONDS)
    qtbot.waitUntil(lambda: window.jobs.is_free, timeout=SECONDS)
    rows = pd.read_csv(tmp_path / "rows.csv")
    model = window.docks.view("rows_table").model
    shown = [model.dataset.lines[model.order[place]] for place in range(model.rowCount())]
    assert list(rows["line"]) == shown


def test_an_export_that_cannot_be_written_is_a_sentence(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    window.shell.ask.save = lambda *_: tmp_path / "no such folder" / "rows.csv"
    window.actions_.export_rows.trigger()
    qtbot.waitUntil(window.strip.isVisible, timeout=SECONDS)
    assert "could not be written" in window.strip.text.text()


def test_cancelled_dialogs_do_nothing(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    window.shell.ask.save = lambda *_: None
    window.shell.ask.open = lambda *_: None
    for action in (window.actions_.export_model, window.actions_.export_rows, window.actions_.open):
        action.trigger()
    window.exports.ask_figure = lambda *_: None
    window.shell.ask.folder = lambda *_: None
    window.exports.export_view("error_curves")
    window.exports.export_all()
    assert window.jobs.is_free


def test_train_clicked_before_the_engine_is_ready_starts_later(qtbot, started, tmp_path):
    path = tmp_path / "a.csv"
    flipped_csv(path)
    window = started(path, trains=False)
    use_file(qtbot, window, path)
    set_rounds(window, 10)
    window.actions_.train.trigger()
    assert "being prepared" in window.activity.text()
    window.controller.trainer.prepare_engine()
    qtbot.waitUntil(lambda: window.workspace.rounds == 10, timeout=60_000)
    wait_until_done(qtbot, window)


def test_what_is_compiled_is_told_with_a_bar(qtbot, window, monkeypatch):
    monkeypatch.setattr("workbench.training.controller._LOADING_SECONDS", 0)
    may_end = threading.Event()

    def work(watch):
        watch(Progress(19, 38, "larger tables"))
        may_end.wait()

    before = window.activity.text()
    window.controller.trainer.prepare_rest(work)
    try:
        qtbot.waitUntil(lambda: "once for this machine: larger tables" in window.activity.text())
        bar = window.status.progress
        assert bar.isVisibleTo(window)
        assert bar.value() == bar.maximum() // 2
    finally:
        may_end.set()
    qtbot.waitUntil(lambda: window.activity.text() == before)
    assert not window.status.progress.isVisibleTo(window)


def test_selection_reaches_every_view(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path)
    settle(qtbot, window)
    window.docks.view("weight_heatmap")._box.clicked.emit(0.5, False)
    assert len(window.workspace.selection) >= 1
    let_draw(qtbot, window)
    assert set(window.docks.view("rows_table").lines_selected()) == set(window.workspace.selection)
    window.actions_.clear_selection.trigger()
    let_draw(qtbot, window)
    assert window.docks.view("rows_table").lines_selected() == []
    window.actions_.top_suspects.trigger()
    let_draw(qtbot, window)
    ranked = window.workspace.snapshot.ranked[:10]
    lines = window.workspace.shown_dataset.lines[ranked]
    assert set(window.docks.view("rows_table").lines_selected()) == set(lines)


def test_the_usual_five_show_no_run_that_was_there_before(qtbot, window, tmp_path, monkeypatch):
    flipped_csv(tmp_path / "a.csv")
    open_file(qtbot, window, tmp_path / "a.csv")
    train(qtbot, window, 1)
    old = window.workspace.current
    five = [AdaBoost(rounds=5, base=Tree(depth=depth)) for depth in (6, 8)]
    monkeypatch.setattr(core, "usual_five", lambda _data: list(five))
    window.actions_.usual_five.trigger()
    qtbot.waitUntil(lambda: len(window.workspace.runs) == 3, timeout=SECONDS)
    wait_until_done(qtbot, window)
    new = [item for item in window.workspace.runs if item is not old]
    errors = {item: item.history.validation_error(item.history.rounds) for item in [old, *new]}
    assert errors[old] < min(errors[item] for item in new)
    assert window.workspace.current in new


def test_the_usual_five_end_with_the_best_one_shown(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    window.actions_.usual_five.trigger()
    qtbot.waitUntil(lambda: bool(window.controller.verdict), timeout=4 * SECONDS)
    runs = [item.run for item in window.workspace.runs]
    assert len({run.settings.name for run in runs}) == len(runs) >= 4
    errors = {run: run.history.validation_error(run.rounds) for run in runs}
    assert errors[window.workspace.current.run] == min(errors.values())
    lines = [window.runs_panel.list.topLevelItem(place) for place in range(len(runs) + 1)]
    shown = [float(line.text(1).strip("★ %")) for line in lines]
    assert shown == sorted(shown)
    assert "guessing" in lines[-1].text(0)
    title = lines[1].text(0)
    window.runs_panel.list.itemClicked.emit(lines[1], 0)
    assert window.workspace.current.settings.title in title
