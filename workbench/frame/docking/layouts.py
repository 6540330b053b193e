"""Layouts by name: ready-made ones, and those that a person kept; and their menu."""

import json
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from workbench.frame.docking.docks import Docks
from workbench.shell.user_folders import preferences

_KEY = "layouts"
_MOST = 50
_LONGEST = 60


class Layouts(QObject):
    """Puts layouts, keeps them in the preferences, and forgets them."""

    changed = Signal()
    """Another one is kept, or one fewer."""
    put = Signal(str)
    """The layout of this name is put."""

    def __init__(self, docks: Docks, parent: QObject) -> None:
        super().__init__(parent)
        self._docks = docks
        self._kept = _read(docks)

    @property
    def ready(self) -> list[str]:
        """The names of those that are there from the start."""
        return list(self._docks.ready_made())

    @property
    def kept(self) -> list[str]:
        """The names of those that a person kept, in their order."""
        return sorted(self._kept, key=str.casefold)

    def show(self, name: str) -> None:
        """Arrange everything so."""
        ready = self._docks.ready_made()
        if name in ready:
            self._docks.put(ready[name])
        elif name not in self._kept or not self._docks.restore_layout(self._kept[name]):
            return
        self.put.emit(name)

    def keep(self, name: str) -> None:
        """Keep how everything is arranged now; one of the same name gives way."""
        name = name.strip()[:_LONGEST]
        if name and name not in self.ready:
            self._kept[name] = self._docks.layout_data()
            self._write()

    def forget(self, name: str) -> None:
        """Keep a layout no more."""
        if self._kept.pop(name, None) is not None:
            self._write()

    def _write(self) -> None:
        preferences().setValue(_KEY, json.dumps(self._kept))
        self.changed.emit()


class LayoutMenu(QMenu):
    """View > Layouts."""

    def __init__(self, layouts: Layouts, default: QAction, parent: QWidget) -> None:
        super().__init__("&Layouts", parent)
        self._layouts, self._default = layouts, default
        self.ask_name: Callable[[QWidget], str] = _ask_name
        self.removal = QMenu("&Delete", self)
        self._fill()
        layouts.changed.connect(self._fill)

    def _fill(self) -> None:
        self.clear()
        self.removal.clear()
        self.addAction(self._default)
        for names in (self._layouts.ready, self._layouts.kept):
            for name in names:
                self._add(self, name, self._layouts.show)
            if names:
                self.addSeparator()
        for name in self._layouts.kept:
            self._add(self.removal, name, self._layouts.forget)
        self.addAction("&Save this layout…", self._ask)
        self.addMenu(self.removal)
        self.removal.setEnabled(bool(self._layouts.kept))

    @staticmethod
    def _add(menu: QMenu, name: str, verb: Callable[[str], None]) -> None:
        action = menu.addAction(name.replace("&", "&&"))
        action.triggered.connect(lambda _checked=False: verb(name))

    def _ask(self) -> None:
        if name := self.ask_name(self):
            self._layouts.keep(name)


def _ask_name(parent: QWidget) -> str:
    """What a person calls a layout; empty if they changed their mind."""
    name, is_told = QInputDialog.getText(parent, "Save this layout", "Its name")
    return name if is_told else ""


def _read(docks: Docks) -> dict[str, Any]:
    """What is kept, whatever has become of it: only what is a layout is taken."""
    told = preferences().value(_KEY)
    try:
        found = json.loads(told) if isinstance(told, str) else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        return {}
    known = {name: plain for name, plain in found.items() if docks.is_layout(plain)}
    return dict(list(known.items())[:_MOST])
