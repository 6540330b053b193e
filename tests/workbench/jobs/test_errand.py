"""Errands: progress, result, error, calling off."""

import threading
import time

import pytest

from workbench.jobs.errand import Errand


@pytest.fixture
def errand(qtbot):
    errand = Errand()
    yield errand
    errand.close()


def test_it_reports_and_gives_its_result(qtbot, errand):
    seen, go_on = [], threading.Event()

    def work(report):
        report("half")
        go_on.wait(5)
        return 42

    errand.progressed.connect(lambda: seen.append(errand.latest))
    errand.start(work)
    qtbot.waitUntil(lambda: seen == ["half"], timeout=5000)
    assert errand.is_running
    with qtbot.waitSignal(errand.finished, timeout=5000) as caught:
        go_on.set()
    assert caught.args == [42]
    assert not errand.is_running


def test_an_error_comes_back_as_what_it_is(qtbot, errand):
    def work(_report):
        raise ValueError("no")

    with qtbot.waitSignal(errand.failed, timeout=5000) as caught:
        errand.start(work)
    assert isinstance(caught.args[0], ValueError)


def test_called_off_it_ends_at_its_next_report_and_tells_nobody(qtbot, errand):
    told, rounds = [], []

    def work(report):
        while True:
            rounds.append(1)
            report(len(rounds))
            time.sleep(0.001)

    errand.finished.connect(told.append)
    errand.failed.connect(told.append)
    errand.start(work)
    qtbot.waitUntil(lambda: len(rounds) > 3, timeout=5000)
    errand.close()
    after = len(rounds)
    qtbot.wait(120)
    assert len(rounds) == after
    assert not told


def test_a_second_errand_calls_the_first_off(qtbot, errand):
    results = []

    def slow(report):
        for step in range(10_000):
            report(step)
            time.sleep(0.001)
        return "slow"

    errand.finished.connect(results.append)
    errand.start(slow)
    errand.start(lambda report: "quick")
    qtbot.waitUntil(lambda: bool(results), timeout=5000)
    qtbot.wait(100)
    assert results == ["quick"]


def test_one_that_was_called_off_ends_late_and_takes_nothing_from_the_next(qtbot, errand):
    go_on, ended = threading.Event(), threading.Event()

    def late(_report):
        go_on.wait(5)
        return "late"

    errand.start(late)
    first = errand._thread
    errand.start(lambda _report: ended.set())
    assert ended.wait(5)
    errand._thread.join(5)
    go_on.set()
    first.join(5)
    with qtbot.waitSignal(errand.finished, timeout=5000) as caught:
        pass
    assert caught.args == [None]
