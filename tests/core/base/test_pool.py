"""The thread pool: everything is done once, errors come back, and nobody waits for ever."""

import multiprocessing
import threading
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base import pool


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("count", [0, 1, 2, 5, 16, 100])
def test_every_part_is_done_exactly_once(threads, count, set_threads):
    set_threads(threads)
    done = np.zeros(count, int)

    def work(first, last):
        done[first:last] += 1

    pool.over(count, work)
    assert (done == 1).all()


@given(st.integers(0, 100_000_000))
def test_chunks_cover_the_rows_and_depend_on_their_number_alone(rows):
    size, count = pool.chunk_rows(rows), pool.chunk_count(rows)
    assert size % 64 == 0
    assert 1 <= count <= 16
    assert (count - 1) * size < max(rows, 1) <= count * size


@pytest.mark.parametrize("failing", [0, 1, 2])
def test_an_error_comes_back_when_every_part_is_done(failing, set_threads):
    set_threads(3)
    finished = []

    def work(first, last):
        if first == failing:
            raise ZeroDivisionError
        time.sleep(0.02)
        finished.append(first)

    with pytest.raises(ZeroDivisionError):
        pool.over(3, work)
    assert sorted(finished) == sorted({0, 1, 2} - {failing})
    finished.clear()
    pool.over(1, lambda first, last: finished.append((first, last)))
    assert finished == [(0, 1)]


def test_several_threads_may_use_the_pool_at_once(set_threads):
    set_threads(3)
    totals = np.zeros((8, 40), int)

    def use(user):
        def work(first, last):
            totals[user, first:last] += 1

        for _ in range(50):
            pool.over(40, work)

    users = [threading.Thread(target=use, args=(user,)) for user in range(8)]
    for user in users:
        user.start()
    for user in users:
        user.join(timeout=30)
    assert (totals == 50).all()


def test_work_that_itself_asks_for_the_pool_does_not_wait_for_ever(set_threads):
    set_threads(2)
    totals = np.zeros((6, 9))

    def outside(first, last):
        for row in range(first, last):

            def inside(left, right, row=row):
                totals[row, left:right] += 1

            pool.over(9, inside)

    asking = threading.Thread(target=pool.over, args=(6, outside), daemon=True)
    asking.start()
    asking.join(timeout=30)
    assert (totals == 1).all()
    # Afterwards the asking thread shares its work out again.
    threads = set()
    pool.over(2, lambda first, last: (time.sleep(0.05), threads.add(threading.get_ident())))
    assert len(threads) == 2


def test_no_thread_is_too_few():
    with pytest.raises(ValueError, match="at least one thread"):
        pool.set_threads(0)


def _sum_in_child(answers):
    parts = np.zeros(4)

    def work(first, last):
        parts[first:last] = np.arange(first, last)

    pool.over(4, work)
    answers.put(parts.sum())


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_has_a_working_pool_of_its_own(set_threads):
    set_threads(2)
    pool.over(2, lambda first, last: None)
    fork = multiprocessing.get_context("fork")
    answers = fork.Queue()
    child = fork.Process(target=_sum_in_child, args=(answers,))
    child.start()
    try:
        assert answers.get(timeout=20) == 6
    finally:
        child.kill()
        child.join()


def test_who_is_invited_works_while_nobody_waits_and_threads_of_the_pool_invite_nobody(set_threads):
    set_threads(2)
    came, goes_on = threading.Event(), threading.Event()

    def work() -> None:
        came.set()
        goes_on.wait(30)

    assert pool.invite(1, work)
    assert came.wait(30)
    done: list[int] = []
    pool.over(4, lambda first, last: done.extend(range(first, last)))  # its helper is busy
    assert sorted(done) == [0, 1, 2, 3]
    goes_on.set()
    answers: list[bool] = []
    pool.over(2, lambda first, last: answers.append(pool.invite(1, work)))
    assert not any(answers)
