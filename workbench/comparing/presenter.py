"""The place of the page that compares two runs; it is made when it is first asked for."""

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from workbench.shell.shell import Shell
from workbench.state.workspace import RunItem, Workspace

if TYPE_CHECKING:
    from workbench.comparing.page import ComparePage


class CompareDesk(QObject):
    """Shows the page, and keeps what it offers with the list of runs."""

    shown = Signal(object, object)
    """Two runs are held against each other."""

    def __init__(self, shell: Shell, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self._shell, self._workspace = shell, workspace
        self._is_made = False
        workspace.runs_changed.connect(self._offer)
        workspace.run_finished.connect(self._offer)

    @functools.cached_property
    def page(self) -> "ComparePage":
        """The page, made now if nobody has seen it yet."""
        from workbench.comparing.page import ComparePage

        page = ComparePage(self._workspace.jobs)
        page.rows_chosen.connect(self._workspace.select)
        page.compared.connect(self.shown)
        self._shell.add_page(page)
        self._is_made = True
        return page

    def compare(self, first: RunItem, second: RunItem) -> None:
        """Show two runs side by side."""
        page = self.page
        self._offer()
        page.show_runs(first, second)
        self._shell.show_page(page)

    def show(self) -> None:
        """Show the two that were compared last; if one of them is gone, the newest that can be."""
        page = self.page
        self._offer()
        if page.pair is None:
            page.show_runs(*self._newest())
        self._shell.show_page(page)

    def _newest(self) -> tuple[RunItem | None, RunItem | None]:
        """The run that is shown, or the newest, after an earlier one of the same data."""
        runs = self._finished()
        current = self._workspace.current
        second = current if current in runs else runs[-1] if runs else None
        partners = self.page.partners(second)
        if second is None or not partners:
            return None, second
        first, last = sorted((partners[-1], second), key=lambda item: item.number)
        return first, last

    def _finished(self) -> list[RunItem]:
        return [item for item in self._workspace.runs if item.run is not None and item.run.rounds]

    def _offer(self) -> None:
        """The list of runs is another one."""
        if not self._is_made:
            return
        names, page = self._workspace.run_names(), self.page
        had_pair = page.pair is not None
        page.offer({item: names[item] for item in self._finished()})
        if page.isVisible() and (had_pair and page.pair is None):
            page.show_runs(*self._newest())
