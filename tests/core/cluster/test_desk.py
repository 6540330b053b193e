"""The desk of a share: calls are taken in the order in which they were made, and called off."""

import asyncio
import threading

import pytest

from core.base.progress import Cancelled
from core.base.stopping import stop_if_asked
from core.cluster import desk as desks
from core.cluster import staying_small
from core.cluster.desk import Desk, unpacked
from core.cluster.share import Share


class Noting(Share):
    """A share that notes what it was asked, and waits until it is told to go on."""

    def __init__(self):
        super().__init__()
        self.noted, self.goes_on, self.is_waiting = [], threading.Event(), threading.Event()

    def note(self, what):
        self.noted.append(what)
        return what

    def wait(self):
        self.is_waiting.set()
        while not self.goes_on.wait(0.001):
            stop_if_asked()


@pytest.fixture(autouse=True)
def _own_threads(set_threads):
    """A desk chooses how many threads its process has, which here is that of all tests."""


@pytest.fixture
def desk():
    """A desk with such a share."""
    made = Desk(1, 0)
    made._share = Noting()
    yield made
    made._worker.shutdown()


def test_a_call_that_overtook_another_waits_for_it(desk):
    async def ask():
        late = [asyncio.create_task(desk.ask(number, "note", number)) for number in (3, 2)]
        await asyncio.sleep(0.01)
        assert desk._share.noted == []
        return [await desk.ask(1, "note", 1), *[await each for each in late]]

    found = asyncio.run(ask())
    assert [(did, unpacked(what)) for did, what in found] == [(True, 1), (True, 3), (True, 2)]
    assert desk._share.noted == [1, 2, 3]


class TooLarge:
    """What there is no memory to pack."""

    def __reduce__(self):
        raise MemoryError


def test_no_memory_to_pack_an_answer_is_an_answer(desk):
    did_it, found = asyncio.run(desk.ask(1, "note", TooLarge()))
    assert not did_it
    assert isinstance(found, MemoryError)


def test_it_tells_which_call_ended_last(desk):
    async def ask():
        await desk.ask(1, "note", 1)
        first = await desk.progress()
        await desk.ask(2, "note", TooLarge())
        return first, await desk.progress()

    assert [ended for _, ended in asyncio.run(ask())] == [1, 2]


def test_a_call_that_never_came_is_told(desk, monkeypatch):
    monkeypatch.setattr(desks, "_MISSED", 0.01)
    with pytest.raises(RuntimeError, match="call 1 never came"):
        asyncio.run(desk.ask(2, "note", 2))


def test_calls_made_so_far_are_called_off_and_no_later_ones(desk):
    async def ask():
        asked = [desk.ask(1, "wait"), desk.ask(2, "note", 2)]
        asked = [asyncio.create_task(each) for each in asked]
        while not desk._share.is_waiting.is_set():
            await asyncio.sleep(0.001)
        later = asyncio.create_task(desk.ask(4, "note", 4))  # it overtakes
        await desk.call_off(3)
        return [await each for each in (*asked, later)]

    found = asyncio.run(ask())
    assert [did for did, _ in found] == [False, False, True]
    assert all(isinstance(error, Cancelled) for _, error in found[:2])
    assert desk._share.noted == [4]


def test_mapped_pages_are_let_go_of_near_the_limit_until_the_share_is_left(monkeypatch):
    let_go = threading.Event()
    monkeypatch.setattr(staying_small.room, "let_go", let_go.set)
    for limit, is_near in ((1, True), (1 << 50, False)):
        let_go.clear()
        made = Desk(1, limit)
        assert let_go.wait(20 if is_near else 0.3) is is_near
        asyncio.run(made.leave())
    for thread in threading.enumerate():
        if thread.name == "memory of a share":
            thread.join(20)
            assert not thread.is_alive()
