"""A team of threads inside one kernel: every item is done once, whoever comes, and however late."""

import threading
import time

import numpy as np
import pytest

from core.base.compiling import kernel
from core.engine.kernels.team import (
    BOARD,
    LEAVE,
    call_off,
    call_out,
    claim,
    stay_for_call,
    tell_done,
    wait_for_all,
    wait_for_call,
)


@kernel
def _take_part(number, board, now, counts, done):
    """Phases of so many items; a phase may rely on what the one before it did."""
    if number == 0:
        for phase in range(len(counts)):
            now[0] = phase
            call_out(board, phase & 7, counts[phase])
            while True:
                kind, item = claim(board, number)
                if kind < 0:
                    break
                _note(now[0], kind, item, counts, done)
                tell_done(board)
            wait_for_all(board, counts[phase])
        call_off(board)
        return
    while True:
        kind, item = claim(board, number)
        if kind == LEAVE:
            return
        if kind < 0:
            wait_for_call(board)
            continue
        _note(now[0], kind, item, counts, done)
        tell_done(board)


@kernel
def _note(phase, kind, item, counts, done):
    wrong = np.int64(kind != phase & 7)
    for earlier in range(counts[phase - 1] if phase > 0 else 0):
        wrong += done[phase - 1, earlier] != 1
    done[phase, item] += 1 if wrong == 0 else 1000


@pytest.mark.parametrize("helpers", [0, 1, 3])
@pytest.mark.parametrize("is_late", [False, True])
def test_each_item_is_done_once_and_after_the_phase_before(helpers: int, is_late: bool) -> None:
    counts = np.random.default_rng(helpers).integers(0, 9, 3000)
    board, now = np.zeros(BOARD, np.int64), np.zeros(1, np.int64)
    done = np.zeros((len(counts), 9), np.int64)

    def take_part(number: int) -> None:
        if number and is_late:
            time.sleep(0.0005 * number)
        _take_part(number, board, now, counts, done)

    team = [threading.Thread(target=take_part, args=(number,)) for number in range(helpers + 1)]
    for member in reversed(team):
        member.start()
    for member in team:
        member.join()
    assert np.array_equal(done, np.arange(9) < counts[:, None])


def test_a_helper_that_stays_leaves_after_a_while_and_says_so() -> None:
    board = np.zeros(BOARD + 2, np.int64)
    board[BOARD + 1] = 1
    assert not stay_for_call(board, 1)
    assert board[BOARD + 1] == 0
    board[BOARD + 1] = 1
    call_out(board, 0, 1)
    assert stay_for_call(board, 1)
    assert board[BOARD + 1] == 1
    call_off(board)
    assert stay_for_call(board, 1)
    assert claim(board, 1)[0] == LEAVE
