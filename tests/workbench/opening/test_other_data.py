"""Other data come while something is under way for the data before: it is not told of them."""

import threading

import pytest

import core
from core import AdaBoost
from core.judging.reviewing.decision import Verb
from tests.workbench.driving import SECONDS, finished_window, flipped_csv, open_file
from workbench.sessions.journal_writer import Session


@pytest.fixture
def other(tmp_path):
    """Other data, ready to be shown."""
    path = tmp_path / "other.csv"
    flipped_csv(path, seed=5)
    return core.read_csv(path, "label")


def wait_until_still(qtbot, window):
    qtbot.waitUntil(lambda: window.jobs.is_idle, timeout=SECONDS)
    qtbot.waitUntil(lambda: window.workspace.turns.is_idle, timeout=SECONDS)


def test_a_training_that_was_about_to_start_does_not(qtbot, window, tmp_path, other):
    flipped_csv(tmp_path / "flipped.csv")
    open_file(qtbot, window, tmp_path / "flipped.csv")
    window.controller.trainer.train(AdaBoost(rounds=5))
    window.controller.opening.used.emit(other)
    wait_until_still(qtbot, window)
    assert window.workspace.runs == []
    assert window.controller.trainer.can_train


def test_a_training_that_waits_for_the_engine_does_not_start(qtbot, window, tmp_path, other):
    finished_window(qtbot, window, tmp_path, rounds=5)
    trainer = window.controller.trainer
    trainer.is_engine_ready = False
    trainer.train_on(5)
    window.controller.opening.used.emit(other)
    trainer.prepare_engine()
    wait_until_still(qtbot, window)
    assert trainer.is_engine_ready
    assert window.workspace.runs == []


def test_what_the_last_run_meant_is_not_said_of_other_data(qtbot, window, tmp_path, other):
    finished_window(qtbot, window, tmp_path, rounds=5)
    trainer = window.controller.trainer
    trainer.diagnose(window.workspace.current.run)
    window.controller.opening.used.emit(other)
    wait_until_still(qtbot, window)
    assert trainer.diagnosis is None


@pytest.fixture
def slow_saving(monkeypatch):
    """Saving waits at its end until it may go on."""
    from core.storage import session_file

    save, may_end = session_file.save_session, threading.Event()

    def slow(*arguments, **options):
        save(*arguments, **options)
        assert may_end.wait(60)

    monkeypatch.setattr(session_file, "save_session", slow)
    return may_end


def end_saving(qtbot, window, may_end):
    with qtbot.waitSignal(window.controller.keeper.saved, timeout=SECONDS):
        may_end.set()


def test_a_session_is_not_saved_over_that_of_other_data(
    qtbot, window, tmp_path, other, slow_saving
):
    finished_window(qtbot, window, tmp_path, rounds=5)
    path = tmp_path / "flipped.workbench"
    window.controller.keeper.save(path, {})
    window.controller.opening.used.emit(other)
    qtbot.waitUntil(lambda: window.workspace.dataset is other, timeout=SECONDS)
    window.controller.reviewer.decide([int(other.lines[0])], Verb.EXCLUDE)
    end_saving(qtbot, window, slow_saving)
    assert window.controller.keeper.path is None
    window.session.lock.release()
    assert Session().recovery().words == "1 decision"


def test_what_was_done_while_it_was_saved_is_not_taken_for_saved(
    qtbot, window, tmp_path, slow_saving
):
    lines = finished_window(qtbot, window, tmp_path, rounds=5)
    path = tmp_path / "flipped.workbench"
    window.controller.keeper.save(path, {})
    window.controller.reviewer.decide(lines[:1], Verb.EXCLUDE)
    end_saving(qtbot, window, slow_saving)
    assert window.controller.keeper.path == path
    window.session.lock.release()
    assert Session().recovery().words == "1 run and 1 decision"


def test_a_session_that_is_still_being_opened_does_not_replace_other_data(
    qtbot, window, tmp_path, other, monkeypatch
):
    finished_window(qtbot, window, tmp_path, rounds=5)
    path = tmp_path / "kept.workbench"
    window.controller.keeper.save(path, {})
    qtbot.waitUntil(lambda: path.exists() and window.jobs.is_free, timeout=SECONDS)
    may_go_on, load = threading.Event(), core.storage.session_file.load_session

    def slow(*arguments, **options):
        may_go_on.wait(20)
        return load(*arguments, **options)

    monkeypatch.setattr("core.storage.session_file.load_session", slow)
    window.controller.keeper.open(path)
    window.controller.opening.used.emit(other)
    may_go_on.set()
    wait_until_still(qtbot, window)
    qtbot.wait(150)
    assert window.workspace.dataset is other
    assert window.workspace.runs == []
    assert window.jobs.is_free
