"""Controls in lines, as words in a text: what a line has no room for begins the next one."""

import functools
from dataclasses import dataclass, field

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLabel, QLayout, QLayoutItem, QSizePolicy, QWidget

from workbench.shell.text_size import scaled

_LEAST_WORDS = 80
"""Pixels that are left to a text which may be cut; with less it begins a line."""


@dataclass
class _Line:
    """What stands side by side, with the widths that each needs at least."""

    items: list[QLayoutItem] = field(default_factory=list)
    least: list[int] = field(default_factory=list)

    def width(self, spacing: int) -> int:
        return sum(self.least) + spacing * max(0, len(self.items) - 1)

    @functools.cached_property
    def height(self) -> int:
        return max((item.sizeHint().height() for item in self.items), default=0)


class FlowLayout(QLayout):
    """A label stays beside the control that it names; a control is cut only if it stands alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._known: dict[int, list[_Line]] = {}
        """The lines by the room there was, until something changes: Qt asks again and again."""
        self._least: QSize | None = None
        """The size of one line of the widest, as long."""

    # What Qt asks of a layout

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802 - Qt's name
        """Put it behind the others."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, place: int) -> QLayoutItem | None:  # noqa: N802
        """One of them."""
        return self._items[place] if 0 <= place < len(self._items) else None

    def takeAt(self, place: int) -> QLayoutItem | None:  # noqa: N802
        """Give one back."""
        return self._items.pop(place) if 0 <= place < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        """It takes what it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """A narrow one has more lines."""
        return True

    def invalidate(self) -> None:
        """Something in it has another size, came or went."""
        self._known.clear()
        self._least = None
        super().invalidate()

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """How high all lines are together."""
        margins = self.contentsMargins()
        lines = self._lines(width - margins.left() - margins.right())
        high = sum(line.height for line in lines) + self.spacing() * max(0, len(lines) - 1)
        return high + margins.top() + margins.bottom()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Everything in one line."""
        wide = sum(item.sizeHint().width() for item in self._shown())
        return QSize(wide, self.minimumSize().height())

    def minimumSize(self) -> QSize:  # noqa: N802
        """One line of the widest."""
        if self._least is None:
            margins, shown = self.contentsMargins(), self._shown()
            wide = max((_least(item) for item in shown), default=0)
            high = max((item.sizeHint().height() for item in shown), default=0)
            self._least = QSize(
                wide + margins.left() + margins.right(), high + margins.top() + margins.bottom()
            )
        return QSize(self._least)

    def setGeometry(self, box: QRect) -> None:  # noqa: N802
        """Put everything into its line."""
        super().setGeometry(box)
        inner = box.marginsRemoved(self.contentsMargins())
        top = inner.top()
        for line in self._lines(inner.width()):
            left = inner.left()
            widths = _shared(line, inner.width(), self.spacing())
            for item, wide in zip(line.items, widths, strict=True):
                high = min(item.sizeHint().height(), line.height)
                item.setGeometry(QRect(left, top + (line.height - high) // 2, wide, high))
                left += wide + self.spacing()
            top += line.height + self.spacing()

    # How the lines are broken

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, room: int) -> list[_Line]:
        if room not in self._known:
            self._known[room] = self._broken(room)
        return self._known[room]

    def _broken(self, room: int) -> list[_Line]:
        lines = [_Line()]
        for group in self._groups():
            least = [_least(item) for item in group]
            last, gap = lines[-1], self.spacing()
            if last.items and last.width(gap) + gap + sum(least) + gap * (len(group) - 1) > room:
                lines.append(last := _Line())
            last.items += group
            last.least += least
        return lines if lines[0].items else []

    def _groups(self) -> list[list[QLayoutItem]]:
        """Labels with what they name, and the others alone."""
        groups: list[list[QLayoutItem]] = []
        is_open = False
        for item in self._shown():
            if is_open:
                groups[-1].append(item)
            else:
                groups.append([item])
            widget = item.widget()
            is_open = isinstance(widget, QLabel) and widget.buddy() is not None
        return groups


def _widget(item: QLayoutItem) -> QWidget:
    widget = item.widget()
    assert widget is not None, "only widgets are put into lines"
    return widget


def _may_be_cut(item: QLayoutItem) -> bool:
    """Whether it marks by itself what it has no room for."""
    return _widget(item).sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Ignored


def _wanted(item: QLayoutItem) -> int:
    """The width it likes best; Qt's item says none for one that may be cut."""
    return max(item.sizeHint().width(), _widget(item).sizeHint().width() * _may_be_cut(item))


def _least(item: QLayoutItem) -> int:
    """The width it must have: that of all its text, unless it knows how to cut it."""
    known = scaled(_LEAST_WORDS) if _may_be_cut(item) else item.minimumSize().width()
    return min(_wanted(item), known)


def _shared(line: _Line, room: int, spacing: int) -> list[int]:
    """The widths of a line: as much as each likes, and the rest for those that grow."""
    wide = list(line.least)
    left = room - line.width(spacing)
    if left < 0:  # one alone, or a label and its control: the last one gives way
        wide[-1] = max(0, wide[-1] + left)
        return wide
    lacking = [(_wanted(item) - wide[place], place) for place, item in enumerate(line.items)]
    for nth, (lack, place) in enumerate(sorted(lacking)):  # all alike, but none more than it needs
        more = min(lack, left // (len(lacking) - nth))
        wide[place] += more
        left -= more
    growing = [place for place, item in enumerate(line.items) if _grows(item)]
    for nth, place in enumerate(growing):
        share = left // (len(growing) - nth)
        share = min(share, line.items[place].maximumSize().width() - wide[place])
        wide[place] += share
        left -= share
    return wide


def _grows(item: QLayoutItem) -> bool:
    return bool(item.expandingDirections() & Qt.Orientation.Horizontal)
