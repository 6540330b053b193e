"""Leads from place to place, and keeps rail, toolbar and menu with the place that one is in."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject

from workbench.frame.actions import Actions
from workbench.frame.leading.missing_page import MissingPage
from workbench.frame.leading.places import PLACE, PLACES, Work
from workbench.frame.leading.rail import Rail
from workbench.frame.menus import Toolbar
from workbench.frame.window_shell import WindowShell


class Navigator(QObject):
    """Goes where a person asks to go: to the place itself, or to what is missing there."""

    def __init__(
        self,
        shell: WindowShell,
        do: Actions,
        rail: Rail,
        toolbar: Toolbar,
        ways: Mapping[str, Callable[[], None]],
        work: Callable[[], Work],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._shell, self._do, self._rail, self._toolbar = shell, do, rail, toolbar
        self._ways, self._work = ways, work
        self._known: Work | None = None
        self.missing = MissingPage()
        self.missing.asked.connect(self._get)
        shell.add_page(self.missing)
        for place in PLACES:
            do.places[place.name].triggered.connect(
                lambda _checked=False, name=place.name: self.go(name)
            )
        shell.turned.connect(self._follow)
        self._follow()

    @property
    def place(self) -> str:
        """Where one is; empty on a page that belongs to no place."""
        return self._shell.place

    def go(self, name: str) -> None:
        """Show a place, or say what is missing there."""
        if self._tell_missing(name):
            self._shell.show_page(self.missing)
        else:
            self._ways[name]()
        self._follow()  # the mark stays where one is until the place is there

    def redraw(self) -> None:
        """Something has changed: show how far one is; what was missing may be there now."""
        work = self._work()
        if work != self._known:
            self._known = work
            self._rail.tell(work)
            is_missing = self._shell.pages.currentWidget() is self.missing
            if is_missing and not self._tell_missing(self.missing.place):
                self.go(self.missing.place)

    def _tell_missing(self, name: str) -> bool:
        place = PLACE[name]
        missing = place.missing(self._work())
        if missing is not None:
            action = getattr(self._do, missing.action) if missing.action else None
            self.missing.tell(place, missing, action)
        return missing is not None

    def _get(self) -> None:
        """Get what is missing."""
        missing = PLACE[self.missing.place].missing(self._work())
        if missing is not None and missing.action:
            getattr(self._do, missing.action).trigger()

    def _follow(self) -> None:
        name = self.place
        self._rail.show_place(name)
        for own, action in self._do.places.items():
            action.setChecked(own == name)
        self._toolbar.turn_to(PLACE[name].tools if name else ())
