"""The worker and the background: threads that stop when told, and errors that come back."""

import threading

import pytest
from PySide6.QtCore import QObject, Signal

from core import AdaBoost, RandomForest, Training, Tree, Voting, example
from workbench.jobs.background import Background, Latest
from workbench.jobs.training_worker import State, Worker

SECONDS = 20_000


@pytest.fixture
def worker(qtbot):
    worker = Worker()
    yield worker
    worker.abandon()


def test_a_training_comes_to_its_end(qtbot, worker):
    with qtbot.waitSignal(worker.finished, timeout=SECONDS) as ended:
        worker.start(Training(example("moons"), AdaBoost(rounds=30)))
    assert ended.args[0].rounds == 30
    assert worker.state is State.IDLE


def test_many_rounds_are_few_signals(qtbot, worker):
    told = []
    worker.grew.connect(lambda: told.append(1))
    with qtbot.waitSignal(worker.finished, timeout=SECONDS) as ended:
        worker.start(Training(example("moons"), AdaBoost(rounds=3000)))
    seconds = ended.args[0].seconds
    assert 1 <= len(told) <= 60 * max(1.0, 4 * seconds)
    assert len(told) < 300


def test_an_error_in_training_comes_back_as_data(qtbot, worker):
    class Broken(Training):
        def __next__(self):
            raise ZeroDivisionError("on purpose")

    with qtbot.waitSignal(worker.failed, timeout=SECONDS) as failed:
        worker.start(Broken(example("moons"), AdaBoost()))
    assert isinstance(failed.args[0], ZeroDivisionError)
    assert worker.state is State.IDLE


def test_stop_ends_within_a_member_that_takes_long(qtbot, worker):
    """One round of this vote would take minutes."""
    settings = Voting(learners=(Tree(), RandomForest(rounds=10_000)))
    worker.start(Training(example("moons"), settings))
    qtbot.waitUntil(lambda: worker.training.history.rounds == 1, timeout=SECONDS)
    with qtbot.waitSignal(worker.finished, timeout=SECONDS) as ended:
        worker.stop()
    assert ended.args[0].rounds == 1
    assert worker.state is State.IDLE


def test_illegal_transitions_are_refused(qtbot, worker):
    with pytest.raises(RuntimeError, match="cannot go from idle to stopping"):
        worker._enter(State.STOPPING)


@pytest.fixture
def background():
    background = Background()
    yield background
    background.wait()


def test_results_arrive_in_the_gui_thread(qtbot, background):
    seen = []
    background.run(
        threading.current_thread,
        lambda worked: seen.append((worked, threading.current_thread())),
        seen.append,
    )
    qtbot.waitUntil(lambda: len(seen) == 1, timeout=SECONDS)
    worked_in, delivered_in = seen[0]
    assert delivered_in is threading.main_thread()
    assert worked_in is not threading.main_thread()
    assert not background.is_busy


def test_an_error_in_the_background_is_handed_over(qtbot, background):
    seen = []
    background.run(lambda: 1 / 0, seen.append, lambda error: seen.append(type(error)))
    qtbot.waitUntil(lambda: seen == [ZeroDivisionError], timeout=SECONDS)


def test_of_many_requests_the_first_and_the_last_are_done(qtbot, background):
    latest = Latest(background)
    gate, done = threading.Event(), []
    latest.request(lambda: gate.wait(20) and "first", done.append, done.append)
    for number in range(50):
        latest.request(lambda number=number: number, done.append, done.append)
    gate.set()
    qtbot.waitUntil(lambda: not background.is_busy, timeout=SECONDS)
    assert done == ["first", 49]


def test_signals_survive_many_thousand_emissions(qtbot):
    """PySide6 6.12 on Python 3.11 aborts the process here: keep to versions that do not."""

    class Sender(QObject):
        told = Signal(bool)

    count = [0, 0]

    def hear(flag):
        count[flag] += 1

    sender = Sender()
    sender.told.connect(hear)
    for number in range(20_000):
        sender.told.emit(number % 2 == 0)
    assert count == [10_000, 10_000]
