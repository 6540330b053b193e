"""The working layout: panels and views in docks that can be moved, tabbed, floated and reset.

A panel or view is made when it is first seen: what nobody opens costs nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QWidget

from workbench.frame.docking.dock_arranging import Arranger
from workbench.frame.docking.dock_titles import DockTitles
from workbench.frame.docking.ready_layouts import SIZE, ready_made, usual
from workbench.frame.docking.side_width import SideWidth
from workbench.shell import log as logs
from workbench.shell.dock_layout import Layout
from workbench.shell.fitting.panel_scroll import PanelScroll
from workbench.shell.theme import LIGHT, Theme
from workbench.state.workspace import Workspace
from workbench.viewing.catalog import own_tabs, view_kind
from workbench.viewing.tab import Side, Tab

if TYPE_CHECKING:
    from workbench.viewing.view import View


class PanelDock(QDockWidget):
    """A dock that makes its panel when it is first seen."""

    def __init__(self, name: str, title: str, make: Callable[[], QWidget], docks: "Docks") -> None:
        super().__init__(title, docks)
        self._make, self._docks = make, docks
        self.panel: QWidget | None = None
        self.setObjectName(name)
        self.visibilityChanged.connect(self.tell_seen)

    def make(self) -> None:
        """Make the panel now, if nobody has seen it yet."""
        if self.panel is None:
            self.panel = self._make()
            self.setWidget(PanelScroll(self.panel))

    def tell_seen(self, is_seen: bool) -> None:
        """Make the panel soon, if it is seen."""
        if is_seen and self.panel is None and not self._docks.is_arranging:
            self._docks.turns.take(self, self.make)


class ViewDock(QDockWidget):
    """A dock that makes its view when it is first seen."""

    def __init__(self, name: str, title: str, workspace: Workspace, docks: "Docks") -> None:
        super().__init__(title, docks)
        self._workspace, self._docks = workspace, docks
        self.made: View | None = None
        self.setObjectName(name)
        self.visibilityChanged.connect(self.tell_seen)

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
            from core.base.plugins import VIEWS, tell_broken
            from workbench.viewing.broken_view import BrokenView

            logs.logger.exception("the view %s of a plugin could not be made", name)
            tell_broken(VIEWS, name, error)

            return BrokenView(name, self.windowTitle(), self._workspace)

    def tell_seen(self, is_seen: bool) -> None:
        """Make the view soon, if it is seen; let one that is made know."""
        if self._docks.is_arranging:
            return
        if self.made is not None:
            self.made.look_again()
        elif is_seen:
            self._docks.turns.take(self, self.make)


class Docks(QMainWindow):
    """Arranges panels on the left and beside the rows, and the views in two groups of tabs."""

    view_made = Signal(object)
    asked_for = Signal()
    """A person opened or closed a dock, perhaps from another place."""

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
        self.is_arranging = False
        self._default = self._place = usual(self._tabs)
        self._told: object = None
        """The layout that was restored last: views that are added later may stand in it."""
        self._set_aside: list[PanelDock | ViewDock] = []
        """Docks that float, and are not seen while another place is shown."""
        self.side = SideWidth(self, lambda: list(self.all_docks()))
        self.titles = DockTitles(self)
        for dock in self.all_docks():
            self._serve(dock)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """What a wider window brings goes to the views; Qt has just given it to the panels."""
        super().resizeEvent(event)
        self.side.keep()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Another place is shown: docks that float belong to this one."""
        super().hideEvent(event)
        for dock in self.all_docks():
            if dock.isFloating() and not dock.isHidden():
                self._set_aside.append(dock)
                dock.hide()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Back in this place: what floated floats again."""
        super().showEvent(event)
        for dock in self._set_aside:
            dock.show()
        self._set_aside = []
        self.side.keep()

    def _serve(self, dock: "PanelDock | ViewDock") -> None:
        self.side.watch(dock)
        self.titles.serve(dock)
        dock.toggleViewAction().triggered.connect(self.asked_for)

    def arrange(self) -> None:
        """Put everything into its place: two groups of tabs above, the rows and the runs below."""
        self.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.put(self._default)

    def add_views(self, tabs: Mapping[str, Tab]) -> list[QDockWidget]:
        """Add views that are known of only now: where they were before, else behind their group."""
        added: list[QDockWidget] = []
        for name, tab in tabs.items():
            last = self.docks[self._group(tab.side)[-1]]
            dock = self.docks[name] = ViewDock(name, tab.title, self._workspace, self)
            self._tabs[name] = tab
            self.tabifyDockWidget(last, dock)
            self._serve(dock)
            added.append(dock)
        self._default = usual(self._tabs)
        self._place = self._place.completed(self._default)
        if set(tabs) & set(self._layout_of(self._told).names()):
            self.restore_layout(self._told)
        return added

    def _group(self, side: Side) -> list[str]:
        return [name for name, tab in self._tabs.items() if tab.side is side]

    def ready_made(self) -> dict[str, Layout]:
        """The layouts that are there from the start, by their names."""
        return ready_made(self._tabs)

    def put(self, layout: Layout) -> None:
        """Arrange everything; what a dock holds is made once it is in its place and seen."""
        self._place, self._set_aside = layout, []
        self.is_arranging = True
        try:
            if not self.window().isVisible():
                self.resize(*layout.size)  # so that the sizes are kept
            if "left" in layout.areas:
                self.side.take(layout.areas["left"].extent)
            self.titles.redraw()
            self._arranger().put(layout, self.side.wanted)
            self.titles.redraw()
            self.titles.redraw_soon()
            self.side.keep()
        finally:
            self.is_arranging = False
        for dock in self.all_docks():
            dock.tell_seen(dock.isVisible() and dock.geometry().right() >= 0)

    def _arranger(self) -> Arranger:
        return Arranger(self, {dock.objectName(): dock for dock in self.all_docks()})

    def all_docks(self) -> "Iterator[PanelDock | ViewDock]":
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

    def is_seen(self, name: str) -> bool:
        """Whether a view or panel is in sight, and not behind another tab."""
        dock = self.docks.get(name) or self.panels[name]
        return dock.isVisible() and (dock.isFloating() or dock.geometry().right() >= 0)

    def apply_theme(self, theme: Theme) -> None:
        """Give every view a theme, those that are made later too."""
        self.theme = theme
        for view in self.made_views():
            view.apply_theme(theme)

    def layout_data(self) -> dict[str, Any]:
        """How everything is arranged, as plain data."""
        found = self._arranger().read().completed(self._place)
        aside = {dock.objectName() for dock in self._set_aside}
        return replace(found, closed=found.closed - aside).plain()

    def restore_layout(self, plain: object) -> bool:
        """Arrange everything as it was; False if that is not told, and all stays as it is."""
        layout = self._layout_of(plain)
        if not layout.areas:
            return False
        self._told = plain
        self.put(layout.completed(self._default))
        return True

    def is_layout(self, plain: object) -> bool:
        """Whether plain data tell where some of the docks are."""
        return bool(self._layout_of(plain).areas)

    def _layout_of(self, plain: object) -> Layout:
        """The layout that is told of the docks that there are; one of none if it is no layout."""
        try:
            return Layout.from_plain(plain, {dock.objectName() for dock in self.all_docks()})
        except ValueError:
            return Layout(SIZE, {})

    def reset(self) -> None:
        """Back to the default layout."""
        self.put(self._default)
