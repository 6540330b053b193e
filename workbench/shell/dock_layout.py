"""Whether bytes are a layout of our docks, as Qt writes them.

Qt trusts what it is given to restore: a count or a place that is none would make it loop or reach
beyond its lists. A layout that comes from a file is read here first, as QMainWindow.saveState
writes it, and anything that is not exactly so is refused. No Qt here.
"""

import struct
from collections.abc import Set as AbstractSet

from core.base.codec import require

_VERSION, _DOCKS, _SEQUENCE, _TABS, _WIDGET = 0xFF, 0xFD, 0xFC, 0xFA, 0xFB
_TOOLBARS = (0xFE, 0xFC)
_MOST_BYTES = 1 << 16
_DEEPEST = 12
_LARGEST = 1 << 24


def is_layout(state: bytes, names: AbstractSet[str]) -> bool:
    """Whether Qt can be given this to restore docks of these names."""
    if len(state) > _MOST_BYTES:
        return False
    try:
        _Reader(state, names).read()
    except (ValueError, struct.error, UnicodeDecodeError):
        return False
    return True


class _Reader:
    """Reads Qt's data stream: whole numbers of 4 bytes, high byte first, and UTF-16 texts."""

    def __init__(self, state: bytes, names: AbstractSet[str]) -> None:
        self._state, self._names = state, set(names)
        self._place = 0

    def read(self) -> None:
        require(self._number() == _VERSION)
        self._number()  # the layout's own version, which Qt compares
        require(self._byte() == _DOCKS)
        areas = self._count(4)
        for _ in range(areas):
            require(0 <= self._number() < 4)
            self._lengths(2)
            self._area(0)
        self._lengths(2)
        for _ in range(4):
            require(self._number() in (1, 2, 4, 8))
        require(self._byte() in _TOOLBARS and self._number() == 0)
        require(self._place == len(self._state))

    def _area(self, depth: int) -> None:
        require(depth < _DEEPEST)
        marker = self._byte()
        require(marker in (_SEQUENCE, _TABS))
        if marker == _TABS:
            require(-1 <= self._number() < len(self._state))
        require(self._byte() in (1, 2))
        for _ in range(self._count(len(self._state))):
            marker = self._byte()
            require(marker in (_WIDGET, _SEQUENCE))
            if marker == _WIDGET:
                self._widget()
            else:
                self._lengths(4)
                self._area(depth + 1)

    def _widget(self) -> None:
        name = self._text()
        require(name in self._names)
        self._names.remove(name)  # a dock stands in one place
        require(self._byte() < 8)
        self._lengths(4)

    def _lengths(self, count: int) -> None:
        for _ in range(count):
            require(abs(self._number()) <= _LARGEST)

    def _count(self, most: int) -> int:
        count = self._number()
        require(0 <= count <= most)
        return count

    def _number(self) -> int:
        (number,) = struct.unpack_from(">i", self._state, self._place)
        self._place += 4
        return int(number)

    def _byte(self) -> int:
        (byte,) = struct.unpack_from(">B", self._state, self._place)
        self._place += 1
        return int(byte)

    def _text(self) -> str:
        length = self._count(len(self._state))
        text = self._state[self._place : self._place + length]
        require(len(text) == length)
        self._place += length
        return text.decode("utf-16-be")
