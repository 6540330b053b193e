"""The order in which Tab goes: as a window is read, whatever was made first.

Qt goes in the order in which widgets were made. What is made or made anew while a window is open
would come last: the remedies of a file behind the toolbar, the settings of an algorithm behind the
button that trains with them. Here a window is read as a page is: what lies beside each other in
rows or columns is parted along the gaps that go through from edge to edge, and what is inside of
something is read before what comes after it.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QScrollArea, QWidget

_SLACK = 4
"""Pixels by which neighbours may lie on top of each other, and are still parted."""

Thing = TypeVar("Thing")


def next_stop(window: QWidget, *, forwards: bool) -> QWidget | None:
    """What Tab comes to next in a window, or Shift+Tab; None if there is nothing else."""
    walk, now = list(_read(window)), window.focusWidget()
    at = next((place for place, (widget, _) in enumerate(walk) if widget is now), -1)
    others = [*walk[at + 1 :], *walk[: max(at, 0)]]
    return next((found for found, is_stop in others[:: 1 if forwards else -1] if is_stop), None)


def stops(window: QWidget) -> list[QWidget]:
    """All that Tab comes to in a window or a part of one, in order."""
    return [widget for widget, is_stop in _read(window) if is_stop]


def _read(widget: QWidget) -> Iterator[tuple[QWidget, bool]]:
    """A widget and all in it that is shown, in the order of reading, and whether Tab stops there.

    What scrolls is stopped at only if nothing in it is: whoever is there scrolls it by its keys.
    """
    children = [
        child
        for child in widget.children()
        if isinstance(child, QWidget) and child.isVisible() and not child.isWindow()
    ]
    inside = [
        each
        for child in in_reading_order([(child, child.geometry()) for child in children])
        for each in _read(child)
    ]
    is_needed = not isinstance(widget, QScrollArea) or not any(is_stop for _, is_stop in inside)
    yield widget, is_needed and _takes_tab(widget)
    yield from inside


def _takes_tab(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value)
    return takes and widget.isEnabled() and widget.focusProxy() is None


def in_reading_order(things: Sequence[tuple[Thing, QRect]]) -> list[Thing]:
    """Things by where they lie: rows from the top and columns from the left.

    Where they could be parted both ways, the wider gap goes first: it shows what belongs together.

    >>> def at(name, x, y, width=10, height=10):
    ...     return name, QRect(x, y, width, height)
    >>> in_reading_order([at("d", 20, 20), at("b", 20, 0), at("c", 0, 20), at("a", 0, 0)])
    ['a', 'b', 'c', 'd']
    >>> in_reading_order([at("c", 20, 0), at("b", 0, 10), at("d", 20, 10), at("a", 0, 0)])
    ['a', 'b', 'c', 'd']
    >>> in_reading_order([at("right", 20, 0, 10, 50), at("low", 0, 30), at("high", 0, 0, 10, 25)])
    ['high', 'low', 'right']
    >>> in_reading_order([at("one", 0, 0, 2, 2), at("on top", 0, 0, 2, 2), at("of it", 1, 0, 2, 2)])
    ['one', 'on top', 'of it']
    """
    if len(things) < 2:
        return [thing for thing, _ in things]
    across = _widest_gap([(rect.top(), rect.bottom()) for _, rect in things])
    down = _widest_gap([(rect.left(), rect.right()) for _, rect in things])
    if across is None and down is None:
        # What lies on top of each other, as pages of a stack do, has no other order.
        return [thing for thing, rect in sorted(things, key=lambda each: _corner(each[1]))]
    is_in_rows = down is None or (across is not None and across.width >= down.width)
    gap = across if is_in_rows else down
    assert gap is not None
    before: list[tuple[Thing, QRect]] = []
    after: list[tuple[Thing, QRect]] = []
    for thing in things:
        start = thing[1].top() if is_in_rows else thing[1].left()
        (after if start >= gap.end else before).append(thing)
    return in_reading_order(before) + in_reading_order(after)


class _Gap(NamedTuple):
    width: int
    end: int


def _widest_gap(spans: Sequence[tuple[int, int]]) -> _Gap | None:
    """The first of the widest gaps that go through between spans; None if there is none."""
    ordered = sorted(spans)
    reached = accumulate((end for _, end in ordered), max)
    gaps = [
        _Gap(start - end - 1, start)
        for (before, _), (start, _), end in zip(ordered, ordered[1:], reached, strict=False)
        if start > max(before, end - _SLACK)
    ]
    return max(gaps, key=lambda gap: gap.width, default=None)


def _corner(rect: QRect) -> tuple[int, int]:
    return rect.top(), rect.left()


def bring_into_sight(widget: QWidget) -> None:
    """Scroll to a control wherever it lies in something that scrolls."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea) and above.widget() is not None:
            above.ensureWidgetVisible(widget)
        above = above.parentWidget()
