"""Threads that share the work of one kernel: whoever is there claims items, one by one.

One of them leads. It calls out a kind of work and how many items there are, claims items as the
others do, and waits for those that others claimed. A helper may come late, or never: the leader
waits for nobody who has not claimed anything. No lock is taken and Python is not asked, so that a
kernel may call out work every few microseconds.

The leader claims from the front and the helpers from the back: of items that lie side by side in
memory each finds those again that it had in the call before, in its own cache.

Where one call of a kernel follows soon after the other, helpers may stay in between: to wake a
thread takes as long as a good part of a round. Who has waited for a while leaves, and says so.
"""

import sys

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from core.base.compiling import inner, kernel

BOARD = 16
"""Numbers on a board: what is called out and, a line of the cache behind it, what is done.

Behind them, on a board of helpers that stay, one of each thread: 1 as long as it is expected.
"""
NOTHING, LEAVE = -1, -2
_CALL, _DONE = 0, 8
_BACK_AT, _COUNT_AT, _KIND_AT = np.int64(20), np.int64(40), np.int64(60)
_MOST = np.int64((1 << 20) - 1)
_OVER = np.int64(-(1 << 62))
_SPINS = 2000
_PATIENCE = 3000
"""A helper that stays gives way to others so often before it leaves: about a millisecond."""
_WAIT = "SwitchToThread" if sys.platform == "win32" else "sched_yield"


def _place(context, builder, signature, arguments):
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    return builder.gep(array.data, [arguments[1]])


@intrinsic
def _load(_typing, board, place):
    def build(context, builder, signature, arguments):
        return builder.load_atomic(_place(context, builder, signature, arguments), "seq_cst", 8)

    return types.int64(board, types.int64), build


@intrinsic
def _store(_typing, board, place, value):
    def build(context, builder, signature, arguments):
        at = _place(context, builder, signature, arguments)
        builder.store_atomic(arguments[2], at, "seq_cst", 8)
        return context.get_dummy_value()

    return types.void(board, types.int64, types.int64), build


@intrinsic
def _add(_typing, board, place, value):
    """Adds, and tells what was there before."""

    def build(context, builder, signature, arguments):
        at = _place(context, builder, signature, arguments)
        return builder.atomic_rmw("add", at, arguments[2], "seq_cst")

    return types.int64(board, types.int64, types.int64), build


@intrinsic
def _let_others_run(_typing):
    def build(_context, builder, _signature, _arguments):
        kind = ir.FunctionType(ir.IntType(32), [])
        found = builder.module.globals.get(_WAIT) or ir.Function(builder.module, kind, _WAIT)
        return builder.call(found, [])

    return types.int32(), build


@kernel
def call_out(board, kind, count):
    """The leader: there are so many items of this kind of work, up to 7."""
    _store(board, _DONE, 0)
    _store(board, _CALL, (np.int64(kind) << _KIND_AT) | (np.int64(count) << _COUNT_AT))


@kernel
def call_off(board):
    """The leader: there is no more work."""
    _store(board, _CALL, _OVER)


@kernel
def claim(board, number):
    """A kind of work, and an item of it; NOTHING if all are claimed, LEAVE if all is over."""
    called = _load(board, _CALL)
    if _has_more(called):
        called = _add(board, _CALL, np.int64(1) << (_BACK_AT if number > 0 else np.int64(0)))
        if _has_more(called):
            item = called & _MOST
            if number > 0:
                item = (
                    ((called >> _COUNT_AT) & _MOST) - np.int64(1) - ((called >> _BACK_AT) & _MOST)
                )
            return called >> _KIND_AT, item
    return np.int64(LEAVE if called < 0 else NOTHING), np.int64(0)


@inner
def _has_more(called):
    """Whether items are left that nobody has claimed."""
    claimed = (called & _MOST) + ((called >> _BACK_AT) & _MOST)
    return called >= 0 and claimed < (called >> _COUNT_AT) & _MOST


@kernel
def tell_done(board):
    """An item is done."""
    _add(board, _DONE, 1)


@kernel
def wait_for_all(board, count):
    """The leader: wait until all items are done."""
    spins = 0
    while _load(board, _DONE) < count:
        spins += 1
        if spins > _SPINS:
            _let_others_run()


@kernel
def wait_for_call(board):
    """A helper: wait until there may be something to claim."""
    spins = 0
    while True:
        called = _load(board, _CALL)
        if called < 0 or _has_more(called):
            return
        spins += 1
        if spins > _SPINS:
            _let_others_run()


@kernel
def stay_for_call(board, number):
    """`wait_for_call` of a helper that stays from call to call; False if it has left."""
    spins = 0
    while True:
        called = _load(board, _CALL)
        if called < 0 or _has_more(called):
            return True
        spins += 1
        if spins > _SPINS:
            _let_others_run()
        if spins > _SPINS + _PATIENCE:
            leave(board, number)
            return False


@inner
def leave(board, number):
    """A helper that stayed is expected no more, until it is asked again."""
    _store(board, np.int64(BOARD) + number, 0)
