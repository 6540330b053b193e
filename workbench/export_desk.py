"""Taking things away from the window: the model, the rows, pictures and numbers of the views."""

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu

from core.files import MODEL_SUFFIX
from workbench.catalog import TABS
from workbench.figures import Figures
from workbench.saving import ask_where

if TYPE_CHECKING:
    from workbench.figure_dialog import Wish
    from workbench.report import ReportMaker
    from workbench.views.view import View
    from workbench.window import MainWindow

_SIZE = QSize(960, 540)
"""Of a view that is not on the screen."""


class ExportDesk(QObject):
    """Asks how and where, and hands over to the controller."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._exporter = window.controller.exporter
        self.figures = Figures(window.workspace, self)
        do = window.actions_
        do.export_model.triggered.connect(self.export_model)
        do.export_onnx.triggered.connect(self.export_onnx)
        do.export_rows.triggered.connect(self.export_rows)
        do.export_report.triggered.connect(self.export_report)
        do.export_spreadsheet.triggered.connect(self.export_spreadsheet)
        do.export_all.triggered.connect(self.export_all)

    def view_actions(self) -> list[QAction]:
        """An action for every view, for the menu."""
        actions = []
        for name, title in TABS.items():
            action = QAction(f"View: {title}…", self)
            action.setData(name)
            action.triggered.connect(self._export_chosen)
            actions.append(action)
        return actions

    def export_model(self) -> None:
        """Ask for a name and save the model."""
        kinds = f"Model (*{MODEL_SUFFIX})"
        if path := self._ask("Export the model", f"model{MODEL_SUFFIX}", kinds):
            self._exporter.model(path)

    def export_onnx(self) -> None:
        """Ask for a name and write the model for other programs."""
        if path := self._ask("Export as ONNX", "model.onnx", "ONNX (*.onnx)"):
            self._exporter.onnx(path)

    def export_rows(self) -> None:
        """Ask for a name and save the ranked rows."""
        if path := self._ask("Export the ranked rows", "suspects.csv", "CSV (*.csv)"):
            self._exporter.rows(path)

    def export_report(self) -> None:
        """Ask for a name and write the report."""
        from workbench.report import PLOTS

        if path := self._ask("Export a report", "report.html", "HTML (*.html)"):
            views = [self._window.docks.view(name) for name in PLOTS]
            self.reports.make(path, views)

    @functools.cached_property
    def reports(self) -> "ReportMaker":
        """Makes reports; made now if nobody asked for one yet."""
        from workbench.report import ReportMaker

        return ReportMaker(self._window.workspace, self._exporter.report, self)

    def stop(self) -> None:
        """Take no more pictures."""
        self.figures.stop()
        if "reports" in self.__dict__:
            self.reports.stop()

    def export_spreadsheet(self) -> None:
        """Ask for a name and save the ranked rows so that no text is taken for a formula."""
        title = "Export the ranked rows for a spreadsheet"
        if path := self._ask(title, "suspects-spreadsheet.csv", "CSV (*.csv)"):
            self._exporter.spreadsheet(path)

    def export_view(self, name: str) -> None:
        """Ask how and where, and save a view as a picture, or the numbers it draws."""
        view = self._window.docks.view(name)
        size = view.size() if view.isVisible() else _SIZE
        wish = self._window.ask_figure(self._window, view.title, size.width(), size.height())
        if wish is None:
            return
        title, kinds = f"Export: {view.title}", f"{wish.kind[1:].upper()} (*{wish.kind})"
        if path := self._ask(title, f"{name}{wish.kind}", kinds):
            self.figures.of([view], lambda view: self._write_view(view, path, wish))

    def export_all(self) -> None:
        """Ask for a folder, and save every view that shows something, with its numbers."""
        from workbench.pictures import KINDS, Figure, picture
        from workbench.report import shows_something

        folder = self._window.ask_folder(self._window, "Export all views into a folder")
        if folder is None:
            return
        figure = Figure(_SIZE.width(), _SIZE.height())

        def take(view: "View") -> None:
            if shows_something(view):
                for suffix in KINDS:
                    data = picture(view, suffix, figure)
                    self._exporter.bytes("plots", folder / f"{view.name}{suffix}", data)
                if numbers := view.numbers():
                    path = folder / f"{view.name}.csv"
                    self._exporter.tables("numbers", path, view.title, numbers)

        self.figures.of([self._window.docks.view(name) for name in TABS], take)

    def copy_view(self, view: "View") -> None:
        """Put a picture of a view on the clipboard."""
        from workbench.pictures import image_of

        QApplication.clipboard().setImage(image_of(view))
        self._window.activity.setText(f"{view.title} is on the clipboard.")

    def copy_numbers(self, view: "View") -> None:
        """Put the numbers of a view on the clipboard, for a spreadsheet."""
        tables = view.numbers().values()
        text = "\n".join(table.to_csv(index=False, sep="\t") for table in tables)
        QApplication.clipboard().setText(text)
        self._window.activity.setText(f"The numbers of {view.title} are on the clipboard.")

    def menu_of(self, view: "View") -> QMenu:
        """What can be done with a view, by the right button."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, verb in {
            "Export…": lambda: self.export_view(view.name),
            "Copy the picture": lambda: self.copy_view(view),
            "Copy the numbers": lambda: self.copy_numbers(view),
        }.items():
            menu.addAction(text).triggered.connect(verb)
        for action in menu.actions():
            action.setEnabled(view.has_content)
        return menu

    def serve(self, view: "View") -> None:
        """Give a view its menu."""
        view.customContextMenuRequested.connect(
            lambda place: self.menu_of(view).popup(view.mapToGlobal(place))
        )

    def _ask(self, title: str, suggestion: str, kinds: str) -> Path | None:
        return ask_where(self._window, title, suggestion, kinds)

    def _export_chosen(self) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        self.export_view(action.data())

    def _write_view(self, view: "View", path: Path, wish: "Wish") -> None:
        from workbench.pictures import picture

        if wish.kind == ".csv":
            self._exporter.tables("numbers", path, view.title, view.numbers())
        else:
            self._exporter.bytes("plot", path, picture(view, wish.kind, wish.figure))
