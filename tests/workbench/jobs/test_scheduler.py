"""Whoever has much to do waits for their turn; the window answers in between."""

from PySide6.QtCore import QCoreApplication, QEvent, QObject

from workbench.jobs.scheduler import AtOnce, Turns


class Listener(QObject):
    """Notes when it is told something by the event loop."""

    def __init__(self, heard):
        super().__init__()
        self.heard = heard

    def customEvent(self, event):  # noqa: N802 - Qt's name
        self.heard.append("answered")


def test_everybody_has_a_turn_in_order_and_the_window_answers_in_between(qtbot):
    turns, done = Turns(), []
    listener = Listener(done)

    def act(name):
        done.append(name)
        QCoreApplication.postEvent(listener, QEvent(QEvent.Type.User))

    for name in "abc":
        turns.take(name, lambda name=name: act(name))
    assert done == []
    qtbot.waitUntil(lambda: turns.is_idle and len(done) == 6)
    assert done == ["a", "answered", "b", "answered", "c", "answered"]
    assert not turns._timer.isActive()


def test_who_asks_twice_keeps_the_place_and_is_called_once(qtbot):
    turns, done = Turns(), []
    turns.take("a", lambda: done.append("old"))
    turns.take("b", lambda: done.append("b"))
    turns.take("a", lambda: done.append("new"))
    qtbot.waitUntil(lambda: turns.is_idle)
    assert done == ["new", "b"]


def test_who_asks_while_at_it_waits_for_the_next_turn(qtbot):
    turns, done = Turns(), []

    def again():
        done.append(len(done))
        if len(done) < 3:
            turns.take("a", again)

    turns.take("a", again)
    qtbot.waitUntil(lambda: turns.is_idle)
    assert done == [0, 1, 2]


def test_an_error_in_one_turn_spoils_no_other(qtbot):
    turns, done = Turns(), []
    turns.take("a", lambda: 1 / 0)
    turns.take("b", lambda: done.append("b"))
    with qtbot.capture_exceptions() as caught:
        qtbot.waitUntil(lambda: turns.is_idle)
    assert [kind for kind, *_ in caught] == [ZeroDivisionError]
    assert done == ["b"]


def test_alone_nobody_waits():
    done = []
    AtOnce().take("a", lambda: done.append("a"))
    assert done == ["a"]
