"""The working layout: panels and views in docks that can be moved, tabbed, floated and reset.

A panel or view is made when it is first seen: what nobody opens costs nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QWidget

from core.base.plugins import VIEWS, tell_broken
from workbench.shell import log as logs
from workbench.shell.theme import LIGHT, Theme
from workbench.state.workspace import Workspace
from workbench.viewing.catalog import own_tabs, view_kind
from workbench.viewing.tab import Side, Tab

if TYPE_CHECKING:
    from workbench.viewing.view import View

_LAYOUT_VERSION = 4
_ANY_WIDTH = (1 << 24) - 1
"""What Qt takes for no limit."""


class PanelDock(QDockWidget):
    """A dock that makes its panel when it is first seen."""

    def __init__(self, name: str, title: str, make: Callable[[], QWidget], docks: "Docks") -> None:
        super().__init__(title, docks)
        self._make, self._turns = make, docks.turns
        self.setObjectName(name)
        self.visibilityChanged.connect(self._visibility_changed)

    def make(self) -> None:
        """Make the panel now, if nobody has seen it yet."""
        if self.widget() is None:
            self.setWidget(self._make())

    def _visibility_changed(self, is_visible: bool) -> None:
        if is_visible and self.widget() is None:
            self._turns.take(self, self.make)


class ViewDock(QDockWidget):
    """A dock that makes its view when it is first seen."""

    def __init__(self, name: str, title: str, workspace: Workspace, docks: "Docks") -> None:
        super().__init__(title, docks)
        self._workspace, self._docks = workspace, docks
        self.made: View | None = None
        self.setObjectName(name)
        self.visibilityChanged.connect(self._visibility_changed)

    @property
    def view(self) -> "View":
        """The view, made now if nobody has seen it yet."""
        if self.made is None:
            self.made = self._make()
            self.made.apply_theme(self._docks.theme)
            self.setWidget(self.made)
            self._docks.view_made.emit(self.made)
        return self.made

    def make(self) -> None:
        """Make the view now, if nobody has seen it yet."""
        _ = self.view

    def _make(self) -> "View":
        name = self.objectName()
        try:
            return view_kind(name)(self._workspace)
        except Exception as error:
            if name in own_tabs():
                raise
            logs.logger.exception("the view %s of a plugin could not be made", name)
            tell_broken(VIEWS, name, error)
            from workbench.viewing.broken_view import BrokenView

            return BrokenView(name, self.windowTitle(), self._workspace)

    def _visibility_changed(self, is_visible: bool) -> None:
        if is_visible and self.made is None:
            self._docks.turns.take(self, self.make)


class Docks(QMainWindow):
    """Arranges panels on the left and beside the rows, and the views in two groups of tabs."""

    view_made = Signal(object)

    def __init__(
        self,
        workspace: Workspace,
        panels: Mapping[str, tuple[str, Callable[[], QWidget]]],
        tabs: Mapping[str, Tab],
    ) -> None:
        super().__init__()
        self.setWindowFlags(Qt.WindowType.Widget)
        self.theme = LIGHT
        self.turns = workspace.turns
        self.setDockNestingEnabled(True)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.panels = {
            name: PanelDock(name, title, make, self) for name, (title, make) in panels.items()
        }
        self._workspace, self._tabs = workspace, dict(tabs)
        self.docks = {
            name: ViewDock(name, tab.title, workspace, self) for name, tab in tabs.items()
        }
        self._default: QByteArray | None = None
        self._settled, self._left = 0, 0
        """How wide all is, and what of it the panels on the left have."""
        self.panels["data_panel"].installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Keep in mind how wide the panels are made, as long as all is as wide as before."""
        if event.type() is QEvent.Type.Resize and self.width() == self._settled:
            self._left = self.panels["data_panel"].width()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """What a wider window brings goes to the views; Qt has just given it to the panels."""
        super().resizeEvent(event)
        self._settled = self.width()
        data, layout = self.panels["data_panel"], self.layout()
        is_left = self.dockWidgetArea(data) is Qt.DockWidgetArea.LeftDockWidgetArea
        if layout is None or data.isFloating() or not is_left or data.width() == self._left:
            return
        if 0 < self._left < self.width() // 2:
            data.setFixedWidth(self._left)
            layout.activate()
            data.setMinimumWidth(0)
            data.setMaximumWidth(_ANY_WIDTH)

    def arrange(self) -> None:
        """Put everything into its place: two groups of tabs above, the rows and the runs below."""
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        data, algorithm = self.panels["data_panel"], self.panels["algorithm_panel"]
        first_docks, second_docks = self._group(Side.LEFT), self._group(Side.RIGHT)
        rows, runs = self._group(Side.BELOW)[0], self.panels["runs_panel"]
        self.setCorner(Qt.Corner.BottomLeftCorner, left)
        self.addDockWidget(left, data)
        self.splitDockWidget(data, algorithm, down)
        self.addDockWidget(right, first_docks[0])
        self.splitDockWidget(first_docks[0], rows, down)
        self.splitDockWidget(first_docks[0], second_docks[0], across)
        self.splitDockWidget(rows, runs, across)
        for group in (first_docks, second_docks, self._group(Side.BELOW)):
            for dock in group[1:]:
                self.tabifyDockWidget(group[0], dock)
            group[0].raise_()
        if "selection_panel" in self.panels:
            self.tabifyDockWidget(runs, self.panels["selection_panel"])
            runs.raise_()
        self.resizeDocks([data, first_docks[0], second_docks[0]], [272, 504, 504], across)
        self.resizeDocks([data, algorithm], [360, 320], down)
        self.resizeDocks([first_docks[0], rows], [380, 300], down)
        self.resizeDocks([rows, runs], [708, 300], across)
        self._default = self.saveState(_LAYOUT_VERSION)

    def add_views(self, tabs: Mapping[str, Tab]) -> list[QDockWidget]:
        """Add views that are known of only now: where they were before, else behind their group."""
        added: list[QDockWidget] = []
        for name, tab in tabs.items():
            last = self._group(tab.side)[-1]
            dock = self.docks[name] = ViewDock(name, tab.title, self._workspace, self)
            self._tabs[name] = tab
            if not self.restoreDockWidget(dock):
                self.tabifyDockWidget(last, dock)
            added.append(dock)
        return added

    def _group(self, side: Side) -> list[ViewDock]:
        return [self.docks[name] for name, tab in self._tabs.items() if tab.side is side]

    def all_docks(self) -> Iterator[QDockWidget]:
        """The docks of all panels and views."""
        yield from self.panels.values()
        yield from self.docks.values()

    def view(self, name: str) -> "View":
        """A view by its name, made now if nobody has seen it yet."""
        return self.docks[name].view

    def prepare(self, names: Iterable[str]) -> None:
        """Make some panels and views that nobody has seen yet, one at a time."""
        for name in names:
            dock = self.panels.get(name) or self.docks[name]
            self.turns.take(dock, dock.make)

    def made_views(self) -> "list[View]":
        """The views that somebody has seen."""
        return [dock.made for dock in self.docks.values() if dock.made is not None]

    def bring(self, name: str) -> None:
        """Show a view or panel, in front of its group."""
        dock = self.docks.get(name) or self.panels[name]
        dock.show()
        dock.raise_()

    def apply_theme(self, theme: Theme) -> None:
        """Give every view a theme, those that are made later too."""
        self.theme = theme
        for view in self.made_views():
            view.apply_theme(theme)

    def layout_state(self) -> QByteArray:
        """How everything is arranged."""
        return self.saveState(_LAYOUT_VERSION)

    def restore_layout(self, state: QByteArray) -> bool:
        """Arrange everything as it was; False if the state is none of ours."""
        return self.restoreState(state, _LAYOUT_VERSION)

    def reset(self) -> None:
        """Back to the default layout."""
        if self._default is not None:
            self.restoreState(self._default, _LAYOUT_VERSION)
