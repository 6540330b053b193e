"""Driving a training: rounds on a thread that stops when told, and errors that come back."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Signal

from core import AdaBoost, RandomForest, Training, Tree, Voting, example
from workbench.jobs.registry import Jobs
from workbench.jobs.training_driver import Driver, Pace, State

SECONDS = 20_000


@pytest.fixture
def jobs(qtbot):
    jobs = Jobs()
    yield jobs
    jobs.close()
    assert jobs.join(90)


@pytest.fixture
def driver(jobs):
    return Driver(jobs)


def test_a_training_comes_to_its_end(qtbot, driver):
    with qtbot.waitSignal(driver.finished, timeout=SECONDS) as ended:
        driver.start(Training(example("moons"), AdaBoost(rounds=30)))
    assert ended.args[0].rounds == 30
    assert driver.state is State.IDLE


def test_many_rounds_are_few_signals(qtbot, driver):
    told = []
    driver.grew.connect(lambda: told.append(1))
    with qtbot.waitSignal(driver.finished, timeout=SECONDS) as ended:
        driver.start(Training(example("moons"), AdaBoost(rounds=3000)))
    seconds = ended.args[0].seconds
    assert 1 <= len(told) <= 60 * max(1.0, 4 * seconds)
    assert len(told) < 300


def test_the_dearer_drawing_is_the_less_often_it_is_done(monkeypatch):
    """Forty times as long as it took, and a second at most."""
    now = SimpleNamespace(clock=5.0, worked=1.0)
    clocks = SimpleNamespace(monotonic=lambda: now.clock, thread_time=lambda: now.worked)
    monkeypatch.setattr("workbench.jobs.training_driver.time", clocks)
    pace = Pace()
    assert pace.is_due
    for spent, pause in ((0.0, 0.0), (0.01, 0.4), (0.5, 1.0)):
        pace.looked()
        now.worked += spent
        now.clock += 0.99 * pause
        assert pace.is_due == (pause == 0.0)
        now.clock += 0.02 * pause
        assert pace.is_due


def test_an_error_in_training_comes_back_as_data(qtbot, driver):
    class Broken(Training):
        def __next__(self):
            raise ZeroDivisionError("on purpose")

    with qtbot.waitSignal(driver.failed, timeout=SECONDS) as failed:
        driver.start(Broken(example("moons"), AdaBoost()))
    assert isinstance(failed.args[0], ZeroDivisionError)
    assert driver.state is State.IDLE


def test_stop_ends_within_a_member_that_takes_long(qtbot, driver):
    """One round of this vote would take minutes."""
    settings = Voting(learners=(Tree(), RandomForest(rounds=10_000)))
    driver.start(Training(example("moons"), settings))
    qtbot.waitUntil(lambda: driver.training.history.rounds == 1, timeout=SECONDS)
    with qtbot.waitSignal(driver.finished, timeout=SECONDS) as ended:
        driver.stop()
    assert ended.args[0].rounds == 1
    assert driver.state is State.IDLE


def test_illegal_transitions_are_refused(qtbot, driver):
    with pytest.raises(RuntimeError, match="cannot go from idle to stopping"):
        driver._enter(State.STOPPING)


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
