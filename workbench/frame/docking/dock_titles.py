"""One title a view: a dock that stands alone has a title bar, docks in tabs have their tabs.

What the bar's buttons did, a menu of the tab does: by the right button, or by the menu key where
the tab has the focus.
"""

from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QDockWidget, QMainWindow, QMenu, QTabBar, QWidget


class DockTitles(QObject):
    """Gives docks their title bars and takes them away, as they come and go."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._docks: dict[str, QDockWidget] = {}
        """By what stands on their tabs."""
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.redraw)

    def serve(self, dock: QDockWidget) -> None:
        """Give a dock one title from now on."""
        self._docks[dock.windowTitle()] = dock
        for name, does in (("floatbutton", "Float"), ("closebutton", "Close")):
            button = dock.findChild(QAbstractButton, f"qt_dockwidget_{name}")
            assert button is not None
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAccessibleName(f"{does} {dock.windowTitle()}")
        dock.dockLocationChanged.connect(self._soon.start)
        dock.topLevelChanged.connect(self._soon.start)
        dock.visibilityChanged.connect(self._soon.start)

    def redraw_soon(self) -> None:
        """Once Qt has put everything in its place."""
        self._soon.start()

    def redraw(self) -> None:
        """Show a title bar on every dock that has no tab, and the tabs of the others."""
        for dock in self._docks.values():
            is_tabbed = not dock.isFloating() and any(
                not fellow.isHidden() for fellow in self._window.tabifiedDockWidgets(dock)
            )
            bar = dock.titleBarWidget()
            if is_tabbed and bar is None:
                dock.setTitleBarWidget(QWidget())
            elif not is_tabbed and bar is not None:
                dock.setTitleBarWidget(None)  # type: ignore[arg-type]  # Qt's way to its own bar
                bar.deleteLater()
        for tabs in self._bars():
            if tabs.contextMenuPolicy() is not Qt.ContextMenuPolicy.CustomContextMenu:
                tabs.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
                tabs.customContextMenuRequested.connect(self._show_menu)
                tabs.setAccessibleName("Views")
                # Whole names, and a way to those out of sight: "Re…" and "Thre…" name nothing.
                tabs.setElideMode(Qt.TextElideMode.ElideNone)
                tabs.setUsesScrollButtons(True)
            if tabs.count() > 1 and tabs.isHidden():
                tabs.show()  # Qt takes bars up again that it had put away, and may forget this

    def menu_of(self, dock: QDockWidget) -> QMenu:
        """What can be done with a dock."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = dock.windowTitle()
        menu.addAction(f"&Float {title}").triggered.connect(lambda: dock.setFloating(True))
        menu.addAction(f"&Close {title}").triggered.connect(dock.close)
        return menu

    def _show_menu(self, place: QPoint) -> None:
        tabs = self.sender()
        assert isinstance(tabs, QTabBar)
        at = tabs.tabAt(place)
        dock = self._docks.get(tabs.tabText(at if at >= 0 else tabs.currentIndex()))
        if dock is not None:
            self.menu_of(dock).popup(tabs.mapToGlobal(place))

    def _bars(self) -> list[QTabBar]:
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        return self._window.findChildren(QTabBar, options=direct)
