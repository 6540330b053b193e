"""Lanes: one job at a time, of which the latest counts."""

import threading
import time

import pytest

from core.base.progress import Progress
from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs, JobsAtOnce

SECONDS = 10_000


@pytest.fixture
def jobs(qtbot):
    jobs = Jobs()
    yield jobs
    jobs.close()
    assert jobs.join(90)


def test_of_many_that_follow_the_first_and_the_last_are_done(qtbot, jobs):
    lane, gate, done, begun = Lane(jobs), threading.Event(), [], []
    lane.follow("First", lambda _watch: gate.wait(20) and "first", done.append)
    for number in range(50):

        def work(_watch, number=number):
            begun.append(number)
            return number

        lane.follow("Next", work, done.append)
    assert len(jobs.running) == 1
    gate.set()
    qtbot.waitUntil(lambda: jobs.is_idle, timeout=SECONDS)
    assert done == ["first", 49]
    assert begun == [49]


def test_what_follows_one_that_failed_is_done_all_the_same(qtbot, jobs):
    lane, told = Lane(jobs), []
    lane.follow("Dividing", lambda _watch: 1 / 0, told.append, lambda error: told.append("failed"))
    lane.follow("Next", lambda _watch: "next", told.append)
    qtbot.waitUntil(lambda: told == ["failed", "next"], timeout=SECONDS)


def test_an_error_in_a_lane_that_no_owner_takes_is_told_by_the_registry(qtbot, jobs):
    with qtbot.waitSignal(jobs.failed, timeout=SECONDS) as told:
        Lane(jobs).follow("Dividing", lambda _watch: 1 / 0, print)
    assert isinstance(told.args[0], ZeroDivisionError)


def test_one_that_is_started_takes_the_place_of_the_one_under_way(qtbot, jobs):
    lane, results, steps = Lane(jobs), [], []

    def slow(watch):
        for step in range(10_000):
            watch(Progress(step, 10_000))
            steps.append(step)
            time.sleep(0.001)
        return "slow"

    lane.start("Slow", slow, results.append)
    lane.start("Quick", lambda _watch: "quick", results.append)
    qtbot.waitUntil(lambda: bool(results), timeout=SECONDS)
    assert jobs.join(90)
    qtbot.wait(60)
    assert results == ["quick"]
    assert len(steps) < 10_000


def test_one_that_was_cancelled_ends_late_and_takes_nothing_from_the_next(qtbot, jobs):
    lane, gate, results = Lane(jobs), threading.Event(), []
    lane.start("Late", lambda _watch: gate.wait(5) and "late", results.append)
    lane.start("Next", lambda _watch: "next", results.append)
    qtbot.waitUntil(lambda: results == ["next"], timeout=SECONDS)
    gate.set()
    assert jobs.join(90)
    qtbot.wait(60)
    assert results == ["next"]
    assert not lane.is_running


def test_cancelling_a_lane_drops_what_was_to_follow(qtbot, jobs):
    lane, gate, told = Lane(jobs), threading.Event(), []
    lane.follow("First", lambda _watch: gate.wait(5), told.append)
    lane.follow("Second", lambda _watch: "second", told.append)
    lane.cancel()
    gate.set()
    assert jobs.join(90)
    qtbot.wait(60)
    assert not told
    assert lane.progress is None


def test_a_lane_knows_how_far_its_job_is(qtbot, jobs):
    lane, gate = Lane(jobs), threading.Event()

    def work(watch):
        watch(Progress(3, 4))
        gate.wait(5)

    lane.start("Going", work, lambda _result: None)
    qtbot.waitUntil(lambda: lane.progress == Progress(3, 4), timeout=SECONDS)
    gate.set()
    qtbot.waitUntil(lambda: lane.progress is None, timeout=SECONDS)


def test_at_once_what_is_asked_for_within_an_answer_is_done_too(qtbot):
    lane, told = Lane(JobsAtOnce()), []

    def again(result):
        told.append(result)
        if result == "first":
            lane.follow("Second", lambda _watch: "second", told.append)

    lane.follow("First", lambda _watch: "first", again)
    assert told == ["first", "second"]
    assert not lane.is_running
