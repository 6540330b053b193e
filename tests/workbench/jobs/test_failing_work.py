"""Work that fails, is cancelled at the worst moment, or runs while the window is closed."""

import errno
import threading
import time

import pytest

import core
from core.base.errors import DataError
from core.base.progress import Cancelled, Progress
from tests.workbench.driving import (
    SECONDS,
    finished_window,
    flipped_csv,
    open_file,
    set_rounds,
    train,
)
from workbench.jobs.training_driver import State
from workbench.state import status


@pytest.fixture
def opened(qtbot, window, tmp_path):
    """A window with a file, and nothing trained."""
    path = tmp_path / "flipped.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    return window


@pytest.fixture
def held(monkeypatch):
    """A training whose round takes until it is let go: nothing can interrupt it."""

    class Held:
        begun, go_on = threading.Event(), threading.Event()

    def round_that_lasts(_training):
        Held.begun.set()
        Held.go_on.wait(20)
        raise StopIteration

    monkeypatch.setattr(core.Training, "__next__", round_that_lasts)
    yield Held
    Held.go_on.set()


def fail_after(monkeypatch, rounds, error):
    """Let every training fail after some rounds."""
    do = core.Training.__next__

    def failing(training):
        if training.history.rounds >= rounds:
            raise error
        return do(training)

    monkeypatch.setattr(core.Training, "__next__", failing)


# Training


@pytest.mark.parametrize("rounds", [0, 4])
def test_a_training_that_fails_leaves_no_run_behind(qtbot, opened, monkeypatch, rounds):
    train(qtbot, opened, 5)
    before = opened.workspace.current
    with monkeypatch.context() as patched:
        fail_after(patched, rounds, MemoryError("no memory is left"))
        opened.actions_.train.trigger()
        qtbot.waitUntil(opened.strip.isVisible, timeout=SECONDS)
    assert opened.workspace.runs == [before]
    assert opened.workspace.current is before
    assert opened.trainer.driver.state is State.IDLE
    assert opened.actions_.train.isEnabled()
    assert opened.actions_.remove_run.isEnabled()
    train(qtbot, opened, 5)
    assert len(opened.workspace.finished_runs) == 2


def test_preparing_that_fails_is_told_and_training_is_possible_again(qtbot, opened, monkeypatch):
    def refuse(*_arguments):
        raise DataError("The rows cannot be prepared.")

    with monkeypatch.context() as patched:
        patched.setattr(core, "Training", refuse)
        opened.actions_.train.trigger()
        qtbot.waitUntil(opened.strip.isVisible, timeout=SECONDS)
    assert opened.strip.text.text() == "The rows cannot be prepared."
    assert opened.workspace.runs == []
    assert opened.actions_.train.isEnabled()


def test_other_data_are_shown_without_waiting_for_a_round(qtbot, opened, held, tmp_path):
    opened.actions_.train.trigger()
    qtbot.waitUntil(held.begun.is_set, timeout=SECONDS)
    other = core.example("moons")
    begun = time.perf_counter()
    opened.controller.opening.used.emit(other)
    assert time.perf_counter() - begun < 5
    assert not held.go_on.is_set()
    qtbot.waitUntil(lambda: opened.workspace.dataset is other, timeout=SECONDS)
    assert not held.go_on.is_set()
    assert opened.trainer.driver.state is State.IDLE
    held.go_on.set()
    qtbot.wait(100)
    assert opened.workspace.runs == []
    assert not opened.strip.isVisible()


def test_the_window_closes_without_waiting_for_a_round(qtbot, opened, held):
    opened.actions_.train.trigger()
    qtbot.waitUntil(held.begun.is_set, timeout=SECONDS)
    begun = time.perf_counter()
    opened.close()
    assert time.perf_counter() - begun < 5
    assert not held.go_on.is_set()
    assert not opened.isVisible()
    assert opened.jobs.is_idle
    held.go_on.set()


# Opening


def test_a_reading_that_breaks_is_told_and_the_next_file_is_read(
    qtbot, window, tmp_path, monkeypatch
):
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    for path in (first, second):
        flipped_csv(path)

    def break_down(*_arguments, **_options):
        raise OSError(errno.EIO, "the disk does not answer")

    with monkeypatch.context() as patched:
        patched.setattr(core, "read_table", break_down)
        window.show_file(first)
        qtbot.waitUntil(lambda: window.controller.opening.trouble is not None, timeout=SECONDS)
    assert "the disk does not answer" in str(window.controller.opening.trouble)
    assert window.jobs.is_free
    open_file(qtbot, window, second)
    assert window.workspace.dataset.name == "second.csv"


def test_a_file_that_is_replaced_while_it_is_read_is_never_shown(
    qtbot, window, tmp_path, monkeypatch
):
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    for path in (first, second):
        flipped_csv(path)
    begun, ended, read = threading.Event(), threading.Event(), core.read_table

    def slow(source, *arguments, watch, **options):
        if source.name == "first.csv":
            begun.set()
            try:
                while True:
                    watch(Progress(0, 1))
                    time.sleep(0.002)
            except Cancelled:
                ended.set()
                raise
        return read(source, *arguments, watch=watch, **options)

    monkeypatch.setattr(core, "read_table", slow)
    window.show_file(first)
    qtbot.waitUntil(begun.is_set, timeout=SECONDS)
    open_file(qtbot, window, second)
    assert ended.wait(10)
    assert window.workspace.dataset.name == "second.csv"


# Exporting and saving


def test_a_disk_that_is_full_is_told_and_the_next_export_works(
    qtbot, window, tmp_path, monkeypatch
):
    finished_window(qtbot, window, tmp_path, rounds=5)
    path = tmp_path / "rows.csv"

    def full(*_arguments, **_options):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("core.judging.auditing.first_ranking.RunAudit.write_csv", full)
        window.controller.exporter.rows(path)
        assert not window.jobs.is_free
        assert not window.actions_.train.isEnabled()
        qtbot.waitUntil(window.strip.isVisible, timeout=SECONDS)
    assert "No space left" in window.strip.details.toPlainText()
    assert window.jobs.is_free
    assert not path.exists()
    window.controller.exporter.rows(path)
    qtbot.waitUntil(lambda: path.exists() and window.jobs.is_free, timeout=SECONDS)


def test_an_export_under_way_is_written_although_the_window_closes(qtbot, window, tmp_path):
    path, begun, go_on = tmp_path / "file.txt", threading.Event(), threading.Event()

    def write(_watch):
        begun.set()
        go_on.wait(10)
        path.write_text("whole")

    window.controller.exporter.write("list", path, write)
    assert begun.wait(10)
    window.close()
    assert not path.exists()
    closed = [entry.what for entry in window.session.journal.entries()]
    assert "closed" not in closed  # not before everything is written
    go_on.set()
    window.jobs.finish()
    assert path.read_text() == "whole"
    assert [entry.what for entry in window.session.journal.entries()][-1] == "closed"


def test_opening_a_session_that_fails_leaves_everything_as_it_was(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    runs, broken = list(window.workspace.runs), tmp_path / "broken.workbench"
    broken.write_bytes(b"PK, but not for long")
    window.controller.keeper.open(broken)
    qtbot.waitUntil(window.strip.isVisible, timeout=SECONDS)
    assert window.workspace.runs == runs
    assert window.jobs.is_free
    assert window.actions_.save_session.isEnabled()


# What is said


def test_what_is_said_stands_while_training_goes_on(qtbot, opened, monkeypatch):
    set_rounds(opened, 100_000)
    opened.actions_.train.trigger()
    qtbot.waitUntil(lambda: opened.workspace.rounds > 3, timeout=SECONDS)
    opened.actions_.show_log.trigger()
    rounds = opened.workspace.rounds
    qtbot.waitUntil(lambda: opened.workspace.rounds > rounds + 3, timeout=SECONDS)
    opened.redraw()
    assert opened.activity.text().startswith("The log is at ")
    monkeypatch.setattr(status, "HELD_SECONDS", 0.0)
    qtbot.waitUntil(lambda: opened.activity.text().startswith("Training round"), timeout=SECONDS)


@pytest.mark.parametrize("verb", ["copy_view", "copy_numbers", "paste"])
def test_what_was_copied_is_still_said_after_a_redraw(qtbot, window, tmp_path, verb):
    from PySide6.QtWidgets import QApplication

    finished_window(qtbot, window, tmp_path, rounds=5)
    if verb == "paste":
        QApplication.clipboard().clear()
        window.actions_.paste.trigger()
    else:
        getattr(window.exports, verb)(window.docks.view("error_curves"))
    for _ in range(3):
        window.redraw()
    assert "clipboard" in window.activity.text()


def test_a_sentence_about_work_does_not_make_the_program_busy(qtbot, opened):
    opened.shell.say("A sentence that ends in dots…")
    assert opened.jobs.is_free
    assert opened.actions_.train.isEnabled()
    opened.redraw()
    assert opened.activity.text() == "A sentence that ends in dots…"
