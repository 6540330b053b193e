"""Jobs: results in the GUI thread, errors that reach somebody, cancelling, closing."""

import gc
import logging
import threading
import time
import weakref

import pytest

from core.base.progress import Cancelled, Progress
from workbench.jobs.registry import Jobs, JobsAtOnce

SECONDS = 10_000


@pytest.fixture
def jobs(qtbot):
    jobs = Jobs()
    yield jobs
    jobs.close()
    assert jobs.join(90)


@pytest.fixture
def gate():
    """Holds work up until it is set; set at the end in any case."""
    gate = threading.Event()
    yield gate
    gate.set()


def test_the_result_arrives_in_the_gui_thread(qtbot, jobs):
    seen = []
    jobs.start(
        "Looking",
        lambda _watch: threading.current_thread(),
        lambda worked: seen.append((worked, threading.current_thread())),
    )
    qtbot.waitUntil(lambda: len(seen) == 1, timeout=SECONDS)
    worked_in, delivered_in = seen[0]
    assert delivered_in is threading.main_thread()
    assert worked_in is not threading.main_thread()
    assert jobs.is_idle


def test_an_error_reaches_the_owner_as_what_it_is(qtbot, jobs):
    seen = []
    jobs.start("Dividing", lambda _watch: 1 / 0, seen.append, seen.append)
    qtbot.waitUntil(lambda: len(seen) == 1, timeout=SECONDS)
    assert isinstance(seen[0], ZeroDivisionError)
    assert jobs.is_idle


def test_an_error_that_no_owner_takes_is_told_by_the_registry(qtbot, jobs):
    with qtbot.waitSignal(jobs.failed, timeout=SECONDS) as told:
        jobs.start("Dividing", lambda _watch: 1 / 0, lambda _result: None)
    assert isinstance(told.args[0], ZeroDivisionError)


def test_work_that_ends_itself_as_cancelled_is_an_error_like_any_other(qtbot, jobs):
    """Nobody cancelled it: its owner would wait for ever."""

    def work(_watch):
        raise Cancelled

    seen = []
    jobs.start("Ending itself", work, seen.append, seen.append)
    qtbot.waitUntil(lambda: [type(each) for each in seen] == [Cancelled], timeout=SECONDS)


def test_progress_is_seen_and_only_the_latest_of_it(qtbot, jobs, gate):
    def work(watch):
        for number in range(5000):
            watch(Progress(number, 5000))
        watch(Progress(1, 2, "half"))
        gate.wait(5)
        return 42

    seen, results = [], []
    job = jobs.start("Counting", work, results.append, progressed=seen.append)
    qtbot.waitUntil(lambda: job.progress.words == "half" and bool(seen), timeout=SECONDS)
    assert not results
    assert not job.is_over
    gate.set()
    qtbot.waitUntil(lambda: results == [42], timeout=SECONDS)
    assert len(seen) < 100
    assert job.is_over


def test_what_an_iterator_yields_is_seen_and_what_it_returns_is_the_result(qtbot, jobs, gate):
    def work(_watch):
        yield "first"
        gate.wait(5)
        yield "second"
        return "result"

    seen, results = [], []
    jobs.start("Going on", work, results.append, progressed=lambda job: seen.append(job.latest))
    qtbot.waitUntil(lambda: seen == ["first"], timeout=SECONDS)
    gate.set()
    qtbot.waitUntil(lambda: results == ["result"], timeout=SECONDS)
    assert seen == ["first", "second"]


def test_a_cancelled_job_ends_at_its_next_step_and_tells_nobody(qtbot, jobs):
    told, steps = [], []

    def work(watch):
        while True:
            steps.append(1)
            watch(Progress(len(steps), 0))
            time.sleep(0.001)

    job = jobs.start("Going on", work, told.append, told.append)
    qtbot.waitUntil(lambda: len(steps) > 3, timeout=SECONDS)
    job.cancel()
    assert jobs.is_idle
    assert jobs.join(90)
    after = len(steps)
    qtbot.wait(60)
    assert len(steps) == after
    assert not told


def test_a_result_that_is_on_its_way_when_the_job_is_cancelled_is_not_told(qtbot, jobs):
    told = []
    job = jobs.start("Being quick", lambda _watch: "result", told.append, told.append)
    assert job.task.ended.wait(5)  # the result lies in the post, and nobody has looked yet
    job.cancel()
    qtbot.wait(60)
    assert not told


def test_a_job_may_be_cancelled_by_whoever_is_told_how_far_it_is(qtbot, jobs):
    told = []

    def work(watch):
        watch(Progress(1, 2))
        return "result"

    jobs.start("Going on", work, told.append, told.append, progressed=lambda job: job.cancel())
    qtbot.waitUntil(lambda: jobs.is_idle, timeout=SECONDS)
    qtbot.wait(60)
    assert not told


def test_the_error_of_a_cancelled_job_is_in_the_log(qtbot, jobs, gate, caplog):
    def work(_watch):
        gate.wait(5)
        raise OSError("the disk is full")

    with caplog.at_level(logging.WARNING, "ensemble_workbench"):
        jobs.start("Writing", work, lambda _result: None).cancel()
        gate.set()
        qtbot.waitUntil(lambda: "the disk is full" in caplog.text, timeout=SECONDS)


def test_a_paused_job_does_steps_and_goes_on(qtbot, jobs):
    steps = []

    def work(watch):
        for number in range(6):
            watch(Progress(number, 6))
            steps.append(number)
        return "done"

    results = []
    job = jobs.start("Stepping", work, results.append, is_paused=True)
    qtbot.waitUntil(lambda: job.is_resting, timeout=SECONDS)
    assert steps == []
    job.step()
    qtbot.waitUntil(lambda: steps == [0] and job.is_resting, timeout=SECONDS)
    job.step()
    job.step()
    qtbot.waitUntil(lambda: steps == [0, 1, 2] and job.is_resting, timeout=SECONDS)
    job.resume()
    qtbot.waitUntil(lambda: results == ["done"], timeout=SECONDS)
    assert steps == [0, 1, 2, 3, 4, 5]


def test_a_paused_job_can_be_cancelled(qtbot, jobs):
    job = jobs.start("Resting", lambda watch: watch(Progress(0, 1)), print, is_paused=True)
    qtbot.waitUntil(lambda: job.is_resting, timeout=SECONDS)
    job.cancel()
    assert jobs.join(90)


def test_cancelling_ends_a_training_within_a_member(qtbot, jobs):
    """One round of this vote would take minutes, and it tells no progress on the way."""
    from core import RandomForest, Tree, Voting, example, fit

    data, begun = example("moons"), threading.Event()
    fit(data, Voting(learners=(Tree(), RandomForest(rounds=2))))  # compiled by now

    def work(_watch):
        begun.set()
        return fit(data, Voting(learners=(Tree(), RandomForest(rounds=10_000))))

    job = jobs.start("Training", work, lambda _run: None)
    assert begun.wait(10)
    job.cancel()
    assert jobs.join(90)


# The registry


def test_it_knows_what_runs_and_what_a_person_waits_for(qtbot, jobs, gate):
    assert jobs.is_idle
    assert jobs.is_free
    behind = jobs.start("Drawing", lambda _watch: gate.wait(5), lambda _result: None)
    assert (jobs.running, jobs.waited_for, jobs.is_free) == ((behind,), None, True)
    first = jobs.start("Reading", lambda _watch: gate.wait(5), lambda _result: None, waits=True)
    second = jobs.start("Saving", lambda _watch: gate.wait(5), lambda _result: None, waits=True)
    assert jobs.waited_for is second
    assert not jobs.is_free
    second.cancel()
    assert jobs.waited_for is first
    gate.set()
    qtbot.waitUntil(lambda: jobs.is_idle, timeout=SECONDS)
    assert jobs.is_free


def test_it_tells_when_what_a_person_waits_for_starts_is_further_and_ends(qtbot, jobs, gate):
    told = []

    def work(watch):
        watch(Progress(1, 4))
        gate.wait(5)

    jobs.changed.connect(lambda: told.append(jobs.waited_for and jobs.waited_for.progress.share))
    jobs.start("Reading", work, lambda _result: None, waits=True)
    qtbot.waitUntil(lambda: told[-1] == 0.25, timeout=SECONDS)
    gate.set()
    qtbot.waitUntil(lambda: told[-1] is None, timeout=SECONDS)


def test_cancelling_what_a_person_waits_for_is_told(qtbot, jobs, gate):
    job = jobs.start("Reading", lambda _watch: gate.wait(5), lambda _result: None, waits=True)
    with qtbot.waitSignal(jobs.changed, timeout=SECONDS):
        job.cancel()
    assert jobs.is_free


def test_a_person_may_wait_for_a_job_that_is_under_way(qtbot, jobs, gate):
    job = jobs.start("Reading", lambda _watch: gate.wait(5), lambda _result: None)
    with qtbot.waitSignal(jobs.changed, timeout=SECONDS):
        jobs.wait_for(job)
    assert jobs.waited_for is job


def test_an_owner_that_breaks_leaves_the_registry_in_order(qtbot, jobs):
    def break_down(_result):
        raise ZeroDivisionError("on purpose")

    with qtbot.captureExceptions() as caught:
        jobs.start("Reading", lambda _watch: 1, break_down, waits=True)
        qtbot.waitUntil(lambda: bool(caught), timeout=SECONDS)
    assert jobs.is_idle
    assert jobs.is_free


def test_something_without_a_thread_can_be_waited_for_too(qtbot, jobs):
    class Posing:
        name, waits, progress = "Drawing", True, Progress(1, 7)
        is_cancelled = False

        def cancel(self):
            self.is_cancelled = True
            jobs.leave(self)

    posing = Posing()
    with qtbot.waitSignal(jobs.changed, timeout=SECONDS):
        jobs.enter(posing)
    assert jobs.waited_for is posing
    jobs.close()
    assert posing.is_cancelled
    assert jobs.is_idle


# Closing


def test_closing_waits_for_no_thread(qtbot, jobs, gate):
    """A library's fit cannot be interrupted: the window must not freeze for its length."""
    told, after = [], []
    jobs.start("Fitting", lambda _watch: gate.wait(20), told.append, told.append)
    begun = time.perf_counter()
    jobs.close(lambda: after.append("closed"))
    assert time.perf_counter() - begun < 1
    assert after == ["closed"]
    assert not jobs.join(0.05)
    gate.set()
    assert jobs.join(90)
    qtbot.wait(60)
    assert not told


def test_after_closing_nothing_is_started(qtbot, jobs):
    jobs.close()
    begun = []
    job = jobs.start("Reading", lambda _watch: begun.append(1), begun.append)
    qtbot.wait(60)
    assert job.is_over
    assert not begun


def test_what_is_owed_comes_to_its_end_after_closing(qtbot, jobs, gate):
    order = []

    def save(watch):
        gate.wait(10)
        watch(Progress(1, 1))  # it is not cancelled
        order.append("saved")

    jobs.start("Saving", save, order.append, order.append, is_owed=True)
    jobs.close(lambda: order.append("closed"))
    assert order == []
    gate.set()
    jobs.finish()
    assert order == ["saved", "closed"]


def test_what_is_owed_and_fails_after_closing_is_in_the_log(qtbot, jobs, gate, caplog):
    def save(_watch):
        gate.wait(10)
        raise OSError("the disk is full")

    closed = []
    with caplog.at_level(logging.WARNING, "ensemble_workbench"):
        jobs.start("Saving", save, print, print, is_owed=True)
        jobs.close(lambda: closed.append(1))
        gate.set()
        qtbot.waitUntil(lambda: "the disk is full" in caplog.text, timeout=SECONDS)
    assert closed


def test_a_registry_may_be_gone_when_a_thread_ends(qtbot, gate):
    jobs = Jobs()
    jobs.start("Fitting", lambda _watch: gate.wait(5), print, print)
    jobs.close()
    task = next(iter(jobs._alive)).task
    jobs.deleteLater()
    qtbot.wait(20)
    gate.set()
    assert task.ended.wait(5)
    qtbot.wait(20)


def test_a_patient_job_lets_what_is_under_way_go_first(qtbot, jobs, gate):
    order = []
    jobs.start("Keeping", lambda _watch: order.append("kept"), lambda _: None, is_patient=True)
    jobs.start("Looking", lambda _watch: gate.wait(90), lambda _: order.append("looked"))
    qtbot.wait(50)
    assert order == []
    gate.set()
    qtbot.waitUntil(lambda: jobs.is_idle, timeout=SECONDS)
    assert order == ["looked", "kept"]


def test_patient_jobs_are_done_one_after_the_other(qtbot, jobs):
    at_once, most = [], []

    def work(_watch):
        at_once.append(1)
        most.append(len(at_once))
        time.sleep(0.02)
        at_once.pop()

    for number in range(3):
        jobs.start(f"Keeping {number}", work, lambda _: None, is_patient=True)
    qtbot.waitUntil(lambda: jobs.is_idle, timeout=SECONDS)
    assert most == [1, 1, 1]


def test_patience_has_an_end(qtbot, jobs, gate):
    kept = []
    jobs.start("Training", lambda _watch: gate.wait(90), lambda _: None)
    jobs.start("Keeping", lambda _watch: kept.append(1), lambda _: None, is_patient=True)
    qtbot.waitUntil(lambda: kept == [1], timeout=SECONDS)
    assert not gate.is_set()


def test_a_patient_job_cancelled_before_it_began_does_nothing(qtbot, jobs, gate):
    kept = []
    jobs.start("Looking", lambda _watch: gate.wait(90), lambda _: None)
    job = jobs.start("Keeping", lambda _watch: kept.append(1), lambda _: None, is_patient=True)
    job.cancel()
    gate.set()
    qtbot.waitUntil(lambda: jobs.is_idle, timeout=SECONDS)
    assert jobs.join(90)
    assert kept == []


def test_closing_takes_up_at_once_what_is_owed_and_patient(qtbot, jobs, gate):
    kept, closed = [], []
    jobs.start("Looking", lambda _watch: gate.wait(90), lambda _: None)
    jobs.start(
        "Keeping",
        lambda _watch: kept.append(1),
        lambda _: None,
        is_owed=True,
        is_patient=True,
    )
    jobs.close(lambda: closed.append(1))
    qtbot.waitUntil(lambda: closed == [1], timeout=SECONDS)
    assert kept == [1]


def test_nothing_of_a_job_is_kept_once_it_has_told(qtbot, jobs):
    class Large:
        pass

    refs = []

    def work(_watch):
        large = Large()
        refs.append(weakref.ref(large))
        return large

    seen = []
    job = jobs.start("Reading", work, lambda result: seen.append(type(result)))
    qtbot.waitUntil(lambda: seen == [Large], timeout=SECONDS)
    gc.collect()
    assert job.is_over
    assert refs[0]() is None


# At once


def test_without_a_window_everything_is_done_at_once(qtbot):
    jobs = JobsAtOnce()
    seen = []

    def work(watch):
        watch(Progress(1, 2))
        yield "half"
        return threading.current_thread()

    job = jobs.start("Looking", work, seen.append, progressed=lambda job: seen.append(job.latest))
    assert seen == ["half", threading.main_thread()]
    assert job.is_over
    jobs.start("Dividing", lambda _watch: 1 / 0, print, seen.append)
    assert isinstance(seen[-1], ZeroDivisionError)
    assert jobs.is_idle
