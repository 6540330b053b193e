"""All shortcuts on one page, read from the actions themselves."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QGridLayout,
    QLabel,
    QMenu,
    QMenuBar,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from workbench.plotting.plot_cursor import KEYS
from workbench.shell.page import Page
from workbench.shell.theme import GRID

_NATIVE = QKeySequence.SequenceFormat.NativeText
_COLUMNS = 3
_WIDEST = 60
"""Letters that a column is wide at most."""
_EVERYWHERE = "Everywhere"
_ESCAPE = QKeySequence("Escape")


@dataclass(frozen=True)
class Shortcut:
    """What a key does, and where."""

    group: str
    words: str
    keys: str


def shortcuts(bar: QMenuBar, window: QWidget) -> list[Shortcut]:
    """Those of the menus in their order, then those of pages and panels, which have keys alone."""
    found: dict[Shortcut, None] = {}
    known: set[QAction] = set()
    # Not QAction.menu(): it gives the menu away, and whoever kept one finds it deleted.
    menus = {menu.menuAction(): menu for menu in window.findChildren(QMenu)}
    for menu, action in _in_menus(bar.actions(), "", menus):
        known.add(action)
        found |= dict.fromkeys(_of(menu, action))
    for action in window.findChildren(QAction):
        if action not in known and action.text():
            group = _EVERYWHERE if action.shortcut() == _ESCAPE else _where(action)
            found |= dict.fromkeys(_of(group, action))
    plots = [Shortcut("Plots", words, keys) for words, keys in KEYS.items()]
    return [*_joined(list(found)), *plots]


def _joined(found: list[Shortcut]) -> list[Shortcut]:
    """With one line for those of all digits."""
    made: dict[tuple[str, str], Shortcut] = {}
    for each in found:
        is_digit = each.keys.isdigit() and each.words.endswith(f" {each.keys}")
        stem = each.words.removesuffix(each.keys) if is_digit else each.words
        before = made.get((each.group, stem))
        if is_digit and before is not None:
            first = before.keys.partition(" to ")[0]
            keys = f"{first} to {each.keys}"
            made[each.group, stem] = Shortcut(each.group, f"{stem}{keys}", keys)
        else:
            made[each.group, stem] = each
    return list(made.values())


def _in_menus(
    actions: Iterable[QAction], menu: str, menus: dict[QAction, QMenu]
) -> Iterator[tuple[str, QAction]]:
    for action in actions:
        if (below := menus.get(action)) is not None:
            yield from _in_menus(below.actions(), menu or _plain(action.text()), menus)
        elif menu:
            yield menu, action


def _of(group: str, action: QAction) -> list[Shortcut]:
    keys = [key.toString(_NATIVE) for key in action.shortcuts()]
    words = _plain(action.iconText() if ": " in action.text() else action.text())
    return [Shortcut(group, words, " or ".join(keys))] if any(keys) else []


def _plain(text: str) -> str:
    return text.replace("&", "").partition(": ")[0].rstrip("…")


def _where(action: QAction) -> str:
    """The page or the panel that a key belongs to."""
    parent: QObject | None = action.parent()
    while parent is not None:
        if isinstance(parent, Page):
            return parent.accessibleName()
        if isinstance(parent, QDockWidget):
            return parent.windowTitle()
        parent = parent.parent()
    return _EVERYWHERE


class ShortcutsPage(Page):
    """A block for each menu, page or panel."""

    def __init__(self) -> None:
        super().__init__("Shortcuts")
        self.listed: list[Shortcut] = []
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setAccessibleName("All shortcuts")
        self.column.addWidget(self.area, 1)

    def tell(self, found: list[Shortcut]) -> None:
        """Show some shortcuts."""
        self.listed = found
        groups: dict[str, list[Shortcut]] = {}
        for each in found:
            groups.setdefault(each.group, []).append(each)
        body = QWidget()
        across = QGridLayout(body)
        across.setContentsMargins(0, GRID, 2 * GRID, GRID)
        across.setHorizontalSpacing(6 * GRID)
        # On a large screen a key stays near what it does.
        body.setMaximumWidth(_COLUMNS * _WIDEST * self.fontMetrics().averageCharWidth())
        for place, names in enumerate(_shared(groups)):
            column = QVBoxLayout()
            for name in names:
                column.addWidget(_block(name, groups[name]))
            column.setSpacing(2 * GRID)
            column.addStretch(1)
            across.addLayout(column, 0, place)
            across.setColumnStretch(place, 1)
        self.area.setWidget(body)


def _shared(groups: Mapping[str, Sequence[Shortcut]]) -> list[list[str]]:
    """The names of the groups in columns that are about as long, each in the order of the menus."""
    columns: list[list[str]] = [[] for _ in range(_COLUMNS)]
    lengths = [0] * _COLUMNS
    for name in sorted(groups, key=lambda name: -len(groups[name])):  # the long ones first
        place = lengths.index(min(lengths))
        columns[place].append(name)
        lengths[place] += len(groups[name]) + 2
    order = list(groups)
    ranked = [sorted(names, key=order.index) for names in columns]
    return sorted(ranked, key=lambda names: order.index(names[0]) if names else len(order))


def _block(name: str, own: list[Shortcut]) -> QWidget:
    block = QWidget()
    grid = QGridLayout(block)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(2 * GRID)
    grid.setVerticalSpacing(GRID // 2)
    grid.setColumnStretch(0, 1)
    head = QLabel(name)
    head.setProperty("heading", True)
    grid.addWidget(head, 0, 0, 1, 2)
    for row, each in enumerate(own, start=1):
        words, keys = QLabel(each.words), QLabel(each.keys)
        words.setTextFormat(Qt.TextFormat.PlainText)
        keys.setTextFormat(Qt.TextFormat.PlainText)
        keys.setProperty("quiet", True)
        words.setBuddy(keys)
        words.setWordWrap(True)
        grid.addWidget(words, row, 0)
        grid.addWidget(keys, row, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
    return block
