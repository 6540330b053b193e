"""Taking things away from the window: the model, the rows, pictures and numbers of the views."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from core.base.errors import ExportError, WriteError
from core.base.files import MODEL_SUFFIX
from workbench.exporting.controller import Exporter
from workbench.exporting.drag_grip import DragGrip, PictureFolder
from workbench.exporting.view_pictures import Figures
from workbench.shell.saving import ask_where
from workbench.shell.shell import Shell
from workbench.state.workspace import Workspace
from workbench.viewing.catalog import tabs
from workbench.viewing.tab import Tab

if TYPE_CHECKING:
    import pandas as pd

    from core.judging.model_rounds import RoundChoice
    from workbench.exporting.figure_dialog import Wish
    from workbench.viewing.view import View

_SIZE = QSize(960, 540)
"""Of a view that is not on the screen."""


_NO_REPORT = (
    "A report describes the values of all rows, and of these only codes are kept, on the disk. "
    "Export the views, the ranked rows and the model one by one, or report on files that fit into "
    "memory."
)


class ExportDesk(QObject):
    """Asks how and where, and hands over to the controller."""

    def __init__(
        self,
        shell: Shell,
        workspace: Workspace,
        exporter: Exporter,
        view_of: "Callable[[str], View]",
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._shell, self._workspace, self._exporter = shell, workspace, exporter
        self._view_of = view_of
        self._pictures = PictureFolder()
        self.destroyed.connect(self._pictures.remove)
        self.figures = Figures(workspace, self)
        self.figures.stopped.connect(lambda: self._exporter.said.emit("Nothing was written."))
        self.figures.finished.connect(self._finish)
        self._then: Callable[[], None] = lambda: None
        """What is done once all views have posed."""
        self.ask_figure = _ask_figure
        self.ask_rounds = _ask_rounds

    def view_actions(self, tabs: Mapping[str, Tab]) -> list[QAction]:
        """An action for every view, for the menu."""
        actions = []
        for name, tab in tabs.items():
            action = QAction(f"View: {tab.title}…", self)
            action.setData(name)
            action.triggered.connect(self._export_chosen)
            actions.append(action)
        return actions

    def export_model(self) -> None:
        """Ask after which round, and for a name, and save the model."""
        kinds = f"Model (*{MODEL_SUFFIX})"
        self._export_model("Export the model", f"model{MODEL_SUFFIX}", kinds, self._exporter.model)

    def export_onnx(self) -> None:
        """Ask after which round, and for a name, and write the model for other programs."""
        title, kinds = "Export as ONNX", "ONNX (*.onnx)"
        self._export_model(title, "model.onnx", kinds, self._exporter.onnx)

    def _export_model(
        self, title: str, name: str, kinds: str, write: Callable[[Path, int], None]
    ) -> None:
        from core.judging.model_rounds import round_choices

        item = self._workspace.current
        if item is None or item.run is None or not self._may_export():
            return
        choices = round_choices(item.run, self._workspace.round)
        rounds: int | None = choices[0].rounds
        if len(choices) > 1:
            rounds = self.ask_rounds(self._shell.body, title, choices)
        if rounds is not None and (path := self._ask(title, name, kinds)):
            write(path, rounds)

    def export_rows(self) -> None:
        """Ask for a name and save the ranked rows."""
        if self._may_export() and (
            path := self._ask_kind("Export the ranked rows", "suspects.csv")
        ):
            self._exporter.rows(path)

    def export_report(self) -> None:
        """Ask for a name and write the report."""
        from workbench.exporting.report import ReportMaker, report_views

        if not self._may_export():
            return
        data = self._workspace.dataset
        if data is not None and data.sample is not None:
            self._shell.show_error(ExportError(_NO_REPORT))
            return
        if path := self._ask("Export a report", "report.html", "HTML (*.html)"):
            maker = ReportMaker(self._workspace, self._exporter.report)
            views = [self._view_of(name) for name in report_views()]

            def write() -> None:
                maker.write(path, self.figures.unfinished)
                self._tell_unfinished("It is not in the report.")

            self._pose(views, maker.take, write)

    def stop(self) -> None:
        """Take no more pictures; nothing is written."""
        self.figures.stop()

    def export_spreadsheet(self) -> None:
        """Ask for a name and save the ranked rows so that no text is taken for a formula."""
        title = "Export the ranked rows for a spreadsheet"
        if self._may_export() and (
            path := self._ask(title, "suspects-spreadsheet.csv", "CSV (*.csv)")
        ):
            self._exporter.spreadsheet(path)

    def export_view(self, name: str) -> None:
        """Ask how and where, and save a view as a picture, or the numbers it draws."""
        if not self._may_export():
            return
        view = self._view_of(name)
        size = view.size() if view.isVisible() else _SIZE
        wish = self.ask_figure(self._shell.body, view.title, size.width(), size.height())
        if wish is None:
            return
        if wish.kind == ".csv":
            numbers: dict[str, pd.DataFrame] = {}
            self._pose(
                [view],
                lambda view: numbers.update(view.numbers_by_file()),
                lambda: self._write_numbers(view, numbers),
            )
            return
        title, kinds = f"Export: {view.title}", f"{wish.kind[1:].upper()} (*{wish.kind})"
        if path := self._ask(title, f"{name}{wish.kind}", kinds):
            self._export_picture(view, path, wish)

    def _export_picture(self, view: "View", path: Path, wish: "Wish") -> None:
        from workbench.exporting.rendering import picture

        drawn: list[bytes] = []

        def write() -> None:
            self._tell_unfinished()
            for data in drawn:
                self._exporter.picture("plot", path, data)

        self._pose([view], lambda view: drawn.append(picture(view, wish.kind, wish.figure)), write)

    def _write_numbers(self, view: "View", tables: "Mapping[str, pd.DataFrame]") -> None:
        """Ask for a name for each part: what is written is what the dialogs said."""
        from workbench.exporting.rendering import table_names

        self._tell_unfinished()
        if not tables and not self.figures.unfinished:
            sentence = f"{view.title} shows no numbers yet. Train first, then export them."
            self._shell.show_error(WriteError(sentence))
        for part, name in table_names(view.name, tables).items():
            which = "" if len(tables) == 1 else f" ({part})"
            title = f"Export the numbers: {view.title}{which}"
            if path := self._ask(title, name, "CSV (*.csv)"):
                self._exporter.table(path, tables[part])

    def export_all(self) -> None:
        """Ask for a folder, and save every view that shows something, with its numbers."""
        from workbench.exporting.figure_style import FigureStyle
        from workbench.exporting.rendering import KINDS, picture, table_names
        from workbench.exporting.report import shows_something

        if not self._may_export():
            return
        folder = self._shell.ask.folder("Export all views into a folder")
        if folder is None:
            return
        figure = FigureStyle(_SIZE.width(), _SIZE.height())
        files: dict[str, bytes | pd.DataFrame] = {}

        def take(view: "View") -> None:
            if shows_something(view):
                for suffix in KINDS:
                    files[f"{view.name}{suffix}"] = picture(view, suffix, figure)
                numbers = view.numbers_by_file()
                for part, own in table_names(view.name, numbers).items():
                    files[own] = numbers[part]

        def write() -> None:
            there = [folder / name for name in files if (folder / name).exists()]
            if there and not self._shell.ask.replace(there):
                self._exporter.said.emit("Nothing was written.")
                return
            self._exporter.views(folder, files)
            self._tell_unfinished(f"It is not in {folder}.")

        self._pose([self._view_of(name) for name in tabs()], take, write)

    def copy_view(self, view: "View") -> None:
        """Put a picture of a view on the clipboard."""
        from workbench.exporting.rendering import image_of

        QApplication.clipboard().setImage(image_of(view))
        self._shell.say(f"{view.title} is on the clipboard.")

    def copy_numbers(self, view: "View") -> None:
        """Put the numbers of a view on the clipboard, for a spreadsheet."""
        tables = view.numbers_by_file().values()
        text = "\n".join(table.to_csv(index=False, sep="\t") for table in tables)
        QApplication.clipboard().setText(text)
        self._shell.say(f"The numbers of {view.title} are on the clipboard.")

    def menu_of(self, view: "View", place: QPoint | None = None) -> QMenu:
        """What can be done with a view, and at a place of it, by the right button."""
        menu = QMenu(self._shell.body)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if place is not None:
            view.fill_menu(menu, place)
        for text, verb in {
            "Export…": lambda: self.export_view(view.name),
            "Copy the picture": lambda: self.copy_view(view),
            "Copy the numbers": lambda: self.copy_numbers(view),
        }.items():
            action = menu.addAction(text)
            action.triggered.connect(verb)
            action.setEnabled(view.has_content)
        return menu

    def serve(self, view: "View") -> None:
        """Give a view its menu, and the grip by which its picture is dragged out."""
        view.customContextMenuRequested.connect(
            lambda place: self.menu_of(view, place).popup(view.mapToGlobal(place))
        )
        DragGrip(view, self._pictures)

    def _ask(self, title: str, suggestion: str, kinds: str) -> Path | None:
        return ask_where(self._shell.ask, title, suggestion, kinds)

    def _ask_kind(self, title: str, suggestion: str) -> Path | None:
        """Ask for a name whose ending says which kind of table is written."""
        from core.reading.writing.frames import FILTERS

        return ask_where(self._shell.ask, title, suggestion, FILTERS)

    def _export_chosen(self) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        self.export_view(action.data())

    # Views that pose

    def _may_export(self) -> bool:
        """Whether nobody waits for something else; what that is, is said."""
        waited = self._workspace.jobs.waited_for
        if waited is not None:
            sentence = f"Nothing can be exported while something else is under way ({waited.name})."
            self._shell.show_error(ExportError(f"{sentence} Wait for it, or cancel it."))
        return waited is None

    def _pose(
        self, views: "list[View]", take: "Callable[[View], None]", then: Callable[[], None]
    ) -> None:
        self._shell.clear_error()
        self._then = then
        self.figures.of(views, take)

    def _finish(self) -> None:
        self._then()

    def _tell_unfinished(self, so: str = "Nothing was written.") -> None:
        """Say plainly which pictures there are not."""
        unfinished = self.figures.unfinished
        if unfinished:
            sentences = " ".join(each.sentence for each in unfinished)
            so = so if len(unfinished) == 1 else so.replace("It is", "They are")
            self._shell.show_error(ExportError(f"{sentences} {so}"))


def _ask_figure(parent: QWidget, title: str, width: int, height: int) -> "Wish | None":
    """Which kind of picture, and how large; the dialog is loaded when it is first asked for."""
    from workbench.exporting.figure_dialog import ask_figure

    return ask_figure(parent, title, width, height)


def _ask_rounds(parent: QWidget, title: str, choices: "Sequence[RoundChoice]") -> int | None:
    """After which round a model is taken; the dialog is loaded when it is first asked for."""
    from workbench.exporting.round_dialog import ask_rounds

    return ask_rounds(parent, title, choices)
