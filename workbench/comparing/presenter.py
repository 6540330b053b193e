"""The place of the page that compares two runs; it is made when it is first asked for."""

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from workbench.jobs.registry import Jobs
from workbench.shell.shell import Shell
from workbench.state.workspace import RunItem

if TYPE_CHECKING:
    from workbench.comparing.page import ComparePage


class CompareDesk(QObject):
    """Shows the page."""

    shown = Signal(object, object)
    """Two runs are held against each other."""

    def __init__(self, shell: Shell, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._shell, self._jobs = shell, jobs
        self._compared: tuple[RunItem, RunItem] | None = None

    @functools.cached_property
    def page(self) -> "ComparePage":
        """The page, made now if nobody has seen it yet."""
        from workbench.comparing.page import ComparePage

        page = ComparePage(self._jobs)
        self._shell.add_page(page)
        return page

    def compare(self, first: RunItem, second: RunItem) -> None:
        """Show two runs side by side."""
        self._compared = (first, second)
        self.page.compare(first, second)
        self._shell.show_page(self.page)
        self.shown.emit(first, second)

    def show(self, runs: Sequence[RunItem]) -> None:
        """Show the two that were compared last; if one of them is gone, the two newest."""
        first, second = self._compared or (None, None)
        if first in runs and second in runs:
            self._shell.show_page(self.page)
        elif len(runs) > 1:
            self.compare(*runs[-2:])
