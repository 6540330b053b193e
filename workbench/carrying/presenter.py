"""The place of carrying over in the window: its strip and its page, and what they ask for."""

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.base.files import SESSION_SUFFIX
from core.base.wording import count
from workbench.carrying.controller import Carrier
from workbench.carrying.offer_strip import OfferStrip
from workbench.shell.dialogs import EARLIER, TABLES
from workbench.shell.shell import Shell
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from workbench.carrying.page import CarryPage


class CarryDesk(QObject):
    """Offers earlier decisions, and shows the page."""

    def __init__(
        self, shell: Shell, workspace: Workspace, carrier: Carrier, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._shell, self._workspace, self._carrier = shell, workspace, carrier
        self._asked: Path | None = None
        self.strip = OfferStrip()
        self.strip.accepted.connect(self._take_offer)
        carrier.offered.connect(self._offered)
        carrier.failed.connect(self._failed)
        carrier.taken.connect(self._taken)

    @functools.cached_property
    def page(self) -> "CarryPage":
        """The page, made now if nobody has seen it yet."""
        from workbench.carrying.page import CarryPage

        page = CarryPage(self._carrier)
        self._shell.add_page(page)
        return page

    @property
    def can_carry(self) -> bool:
        """Whether there are data to carry something over to."""
        return self._workspace.decisions is not None

    def choose(self) -> None:
        """Ask where earlier decisions are, and show what becomes of them.

        If the journal knows some about this very file, it is shown at once.
        """
        if self._carrier.offer is not None:
            self._take_offer()
            return
        path = self._shell.ask.open("Carry decisions over from", EARLIER)
        if path is None:
            return
        from core.judging.reviewing.table import is_decisions_file

        old = None
        if path.suffix.lower() != SESSION_SUFFIX and is_decisions_file(path):
            old = self._shell.ask.open("Which file are these decisions about?", TABLES)
        self._show(path, old)

    def _show(self, path: Path, old: Path | None) -> None:
        self._asked = path
        self._shell.clear_error()
        self._shell.show_page(self.page)
        self.page.start()
        self._carrier.carry_from(path, old)

    def _take_offer(self) -> None:
        self.strip.hide()
        self._shell.show_page(self.page)
        self.page.start()
        self._carrier.take_offer()

    def _offered(self) -> None:
        offer = self._carrier.offer
        if offer is None:
            self.strip.hide()
        else:
            self.strip.offer(offer.earlier.name, offer.count)

    def _taken(self, many: int) -> None:
        self._shell.say(f"{count(many, 'decision')} carried over.")

    def _failed(self, error: Exception) -> None:
        from core.storage.session_files import DataWantedError

        self._shell.show_error(error)
        if isinstance(error, DataWantedError) and self._asked is not None:
            asked, self._asked = self._asked, None
            if data := self._shell.ask.open("Where are the data now?", TABLES):
                self._show(asked, data)
