"""The selection comes into sight when rows are selected: once, and without taking the focus."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from workbench.frame.docking.docks import Docks
from workbench.state.workspace import Workspace


class SelectionSight(QObject):
    """Raises the panel of the selection when a selection begins."""

    def __init__(self, workspace: Workspace, docks: Docks, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace, self._docks = workspace, docks
        self._had_any = False
        workspace.selection_changed.connect(self._follow)

    def _follow(self) -> None:
        had_any, self._had_any = self._had_any, len(self._workspace.selection) > 0
        if had_any or not self._had_any or not self._docks.isVisible():
            return
        panel, runs = self._docks.panels["selection_panel"], self._docks.panels["runs_panel"]
        focus = QApplication.focusWidget()
        works_in_runs = focus is not None and runs.isAncestorOf(focus)
        if not panel.isHidden() and not works_in_runs:
            panel.raise_()
