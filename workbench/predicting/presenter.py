"""The place of the predict page in the window; the page is made when it is first asked for."""

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.shell.dialogs import MODELS, TABLES
from workbench.shell.saving import ask_where

if TYPE_CHECKING:
    from workbench.frame.window import MainWindow
    from workbench.predicting.page import PredictPage


class PredictDesk(QObject):
    """Shows the page, and asks for what it needs."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        window.actions_.predict.triggered.connect(self.show)

    @functools.cached_property
    def page(self) -> "PredictPage":
        """The page, made now if nobody has seen it yet."""
        from workbench.predicting.page import PredictPage

        page = PredictPage(self._window.jobs)
        page.model_asked.connect(self._choose_model)
        page.file_asked.connect(self._choose_file)
        page.save_asked.connect(self._save)
        page.failed.connect(self._window.show_error)
        self._window.add_page(page)
        return page

    def show(self) -> None:
        """Show the page, with the current run's model if there is one."""
        item = self._window.workspace.current
        if item is not None and item.run is not None and item.run.rounds:
            self.page.use_model(item.run.model, item.name)
        self._window.show_page(self.page)

    def open_model(self, path: Path) -> None:
        """Show the page with the model of a file."""
        self._window.show_page(self.page)
        self.page.open_model(path)

    def _choose_model(self) -> None:
        if path := self._window.ask_open(self._window, "Open a model", MODELS):
            self.page.open_model(path)

    def _choose_file(self) -> None:
        if path := self._window.ask_open(self._window, "Choose a file to predict", TABLES):
            self.page.use_file(path)

    def _save(self) -> None:
        file = self.page.file
        name = f"{file.stem}-predicted.csv" if file else "predicted.csv"
        if path := ask_where(self._window, "Save the predictions", name, "CSV (*.csv)"):
            self._window.strip.hide()
            self.page.start(path)
