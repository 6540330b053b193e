"""The menu bar and the toolbar: where the actions stand."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QMenu,
    QMenuBar,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QWidget,
    QWidgetAction,
)

from core.reading.examples import EXAMPLES
from workbench.frame.actions import Actions
from workbench.frame.leading.places import ROUNDS
from workbench.frame.recent_files import RecentMenu
from workbench.shell.theme import GRID

Entries = Iterable[QAction | None]
"""Actions; None for a line between them."""

_ICON = 16
_TALLEST = ("train", ROUNDS)
"""Tools that tell how high the toolbar is."""


class Toolbar(QToolBar):
    """The actions of the place that one is in; as high in every place."""

    def __init__(self, do: Actions, round_bar: QWidget) -> None:
        super().__init__("Main")
        self._do = do
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setIconSize(QSize(_ICON, _ICON))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.tools: tuple[str, ...] = ()
        self._rounds = QWidgetAction(self)
        self._rounds.setDefaultWidget(round_bar)
        self.file = QLabel()
        """What is open, where no panel tells it."""
        self.file.setProperty("quiet", True)
        self.file.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.file.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.file.setContentsMargins(GRID, 0, GRID, 0)
        self._file = QWidgetAction(self)
        self._file.setDefaultWidget(self.file)
        self._keep_height()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another size of text, or the theme's style, needs another height."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            QTimer.singleShot(0, self, self._keep_height)  # its tools are told after it

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Its tools know the theme's padding only now."""
        super().showEvent(event)
        self._keep_height()

    def _keep_height(self) -> None:
        """Be as high as the tallest tools, whatever the tools are."""
        tools = self.tools
        self.turn_to(_TALLEST)
        self.setFixedHeight(self.sizeHint().height())
        self.turn_to(tools)

    def turn_to(self, tools: tuple[str, ...]) -> None:
        """Hold other tools, by their names."""
        if tools == self.tools:
            return
        self.tools = tools
        for action in self.actions():
            self.removeAction(action)
        for name in tools:
            if name == ROUNDS:
                self.addAction(self._rounds)
            else:
                self._add(getattr(self._do, name))
        if ROUNDS not in tools:
            self.addAction(self._file)
        self.mark_primary()
        self._lay_out()

    def show_file(self, is_shown: bool) -> None:
        """Tell what is open, where there is room for it, or tell nothing."""
        self._file.setVisible(is_shown)  # the label alone would be a window where it has no place
        self._lay_out()

    def _lay_out(self) -> None:
        if (layout := self.layout()) is not None:
            layout.activate()  # so that nothing comes a blink later

    def mark_primary(self) -> None:
        """Make the primary action prominent, and no other."""
        for action in self.actions():
            if isinstance(button := self.widgetForAction(action), QToolButton):
                mark_primary(button, action is self._do.primary)

    def _add(self, action: QAction) -> None:
        self.addAction(action)
        button = self.widgetForAction(action)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(action.iconText())


def mark_primary(button: QAbstractButton, is_primary: bool) -> None:
    """Make a button prominent, or as plain as the others."""
    if bool(button.property("primary")) is not is_primary:
        button.setProperty("primary", is_primary)
        button.style().unpolish(button)
        button.style().polish(button)


class Menus:
    """The menus, filled."""

    def __init__(
        self, bar: QMenuBar, do: Actions, views: Entries, docks: Entries, layouts: QMenu
    ) -> None:
        file = bar.addMenu("&File")
        _fill(file, [do.open, do.open_folder, do.paste, do.open_session])
        self.recent = RecentMenu("Recen&t")
        file.addMenu(self.recent)
        self.examples = file.addMenu("Exa&mples")
        for example in EXAMPLES:
            action = self.examples.addAction(example.name)
            action.setToolTip(example.shows)
            action.setData(example)
        self.examples.setToolTipsVisible(True)
        _fill(
            file,
            [
                None,
                do.save_session,
                do.save_session_as,
                do.save_reference,
                None,
                do.close,
                None,
            ],
        )
        self.export = file.addMenu("&Export")
        _fill(
            self.export,
            [
                do.export_model,
                do.export_onnx,
                do.export_report,
                do.export_rows,
                do.export_spreadsheet,
                do.export_cleaned,
                do.export_computed,
                do.export_decisions,
                None,
                do.export_all,
                *views,
            ],
        )
        _fill(file, [None, do.quit])
        _fill(
            bar.addMenu("&Edit"),
            [
                do.undo,
                do.redo,
                do.deeds,
                None,
                do.review,
                do.audit,
                do.find_causes,
                do.take_exam,
                do.when_to_stop,
                None,
                do.top_suspects,
                do.unlabelled,
                do.label_rows,
                do.clear_selection,
                None,
                do.find,
                do.search,
                None,
                do.preferences,
            ],
        )
        _fill(bar.addMenu("&Data"), [do.how_read, do.new_column, do.carry_over])
        _fill(
            bar.addMenu("&Run"),
            [
                do.train,
                do.usual_five,
                do.tune,
                do.pause,
                do.step,
                do.stop,
                do.train_on,
                None,
                do.play,
                do.back,
                do.forward,
                do.first,
                do.last,
                None,
                do.rerun,
                do.rename_run,
                do.remove_run,
                None,
                do.predict,
            ],
        )
        _fill(bar.addMenu("&Go"), do.places.values())
        self.views = bar.addMenu("&View")
        _fill(self.views, docks)
        self._after_docks = self.views.addSeparator()
        self.layouts = layouts
        self.views.addMenu(layouts)
        _fill(self.views, [None, *do.themes.actions()])
        help_menu = bar.addMenu("&Help")
        _fill(help_menu, [do.help_here, do.manual, do.shortcuts])
        self.lessons = help_menu.addMenu("&Lessons")
        _fill(help_menu, [None, do.plugins, do.show_log, None, do.about])

    def add_views(self, docks: Entries, exports: Entries) -> None:
        """Add the entries of views that are known of only now."""
        self.views.insertActions(self._after_docks, [action for action in docks if action])
        _fill(self.export, exports)


def _fill(menu: QMenu, entries: Entries) -> None:
    for action in entries:
        if action is None:
            menu.addSeparator()
        else:
            menu.addAction(action)
