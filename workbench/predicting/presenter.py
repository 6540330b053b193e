"""The place of the predict page in the window; the page is made when it is first asked for."""

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.shell.dialogs import MODELS, TABLES
from workbench.shell.saving import ask_where
from workbench.shell.shell import Shell
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core import Run
    from workbench.predicting.page import PredictPage


class PredictDesk(QObject):
    """Shows the page, and asks for what it needs."""

    def __init__(self, shell: Shell, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self._shell, self._workspace = shell, workspace
        self._is_opened = False
        """Whether the model is that of a file, and not that of a run."""
        self._used: tuple[Run, int] | None = None
        """The run whose model it is, and the round."""

    @functools.cached_property
    def page(self) -> "PredictPage":
        """The page, made now if nobody has seen it yet."""
        from workbench.predicting.page import PredictPage

        page = PredictPage(self._workspace.jobs)
        page.model_asked.connect(self._choose_model)
        page.file_asked.connect(self._choose_file)
        page.folder_asked.connect(self._choose_folder)
        page.save_asked.connect(self._save)
        page.run_asked.connect(self._use_run)
        page.failed.connect(self._shell.show_error)
        self._shell.add_page(page)
        return page

    def show(self) -> None:
        """Show the page, with the model of the run that is shown, unless one was opened."""
        if not self._is_opened:
            self._use_run()
        self.page.use_run.setVisible(self._is_opened and self._workspace.has_result)
        self._shell.show_page(self.page)

    def open_model(self, path: Path) -> None:
        """Show the page with the model of a file."""
        self._is_opened = True
        self.page.open_model(path)
        self.show()

    def _use_run(self) -> None:
        """Predict by the run that is shown, as it is at the round shown."""
        item = self._workspace.current
        if item is None or item.run is None or not item.run.rounds:
            return
        self._is_opened = False
        self.page.use_run.hide()
        run, shown = item.run, max(1, self._workspace.round)
        if self._used != (run, shown):
            self._used = run, shown
            self.page.use_model(run.model.first(shown), item.name, run.rounds)

    def _choose_model(self) -> None:
        if path := self._shell.ask.open("Open a model", MODELS):
            self._used = None
            self.open_model(path)

    def _choose_file(self) -> None:
        if path := self._shell.ask.open("Choose a file to predict", TABLES):
            self.page.use_file(path)

    def _choose_folder(self) -> None:
        if path := self._shell.ask.folder("Choose a folder to predict"):
            self.page.use_file(path)

    def _save(self) -> None:
        from core.reading.writing.frames import FILTERS

        file = self.page.file
        name = f"{file.stem}-predicted.csv" if file else "predicted.csv"
        if path := ask_where(self._shell.ask, "Save the predictions", name, FILTERS):
            self._shell.clear_error()
            self.page.start(path)
