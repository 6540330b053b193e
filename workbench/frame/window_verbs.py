"""The verbs of the window that need several of its features, or its dialogs."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit

from workbench.frame.docking.docks import Docks
from workbench.frame.help.presenter import HelpDesk
from workbench.frame.leading.navigator import Navigator
from workbench.frame.window_parts import WindowParts
from workbench.jobs.training_driver import State
from workbench.sessions.recent import Recent
from workbench.shell.dialogs import ALL_KINDS
from workbench.state.workspace import RunItem
from workbench.training.round_bar import RoundBar

if TYPE_CHECKING:
    from workbench.frame.searching.dialog import SearchDialog


class WindowVerbs(WindowParts):
    """What a person asks of the window as a whole."""

    docks: Docks
    help: HelpDesk
    navigator: Navigator
    round_bar: RoundBar
    _searching: "SearchDialog | None" = None

    def show_file(self, path: Path) -> None:
        """Open whatever a file is."""
        raise NotImplementedError

    def choose_file(self) -> None:
        """Ask for a file and open it."""
        if path := self.shell.ask.open("Open a file", ALL_KINDS):
            self.show_file(path)

    def choose_folder(self) -> None:
        """Ask for a folder and open its files as one table."""
        if path := self.shell.ask.folder("Open a folder"):
            self.show_file(path)

    def open_recent(self, known: Recent) -> None:
        """Open a file, or a session, that was open before."""
        if not self.sessions.takes(known.path):
            self.desk.open_recent(known)

    def play_or_halt(self) -> None:
        """Play the rounds back, or halt; while training, pause it or go on."""
        if self.trainer.driver.state is not State.IDLE:
            self.trainer.pause_or_resume()
        elif self.round_bar.is_playing:
            self.round_bar.halt()
        else:
            self.round_bar.play()

    def say_why_no_training(self) -> None:
        """The key for Train was pressed, and nothing can be trained."""
        self.shell.say(self.trainer.obstacle or self.algorithm_panel.why_not.text())

    def find_rows(self) -> None:
        """Go to the search of the rows."""
        self.navigator.go("train")
        if self.navigator.place == "train" and self.workspace.dataset is not None:
            self.docks.bring("rows_table")
            if (search := self.docks.view("rows_table").findChild(QLineEdit)) is not None:
                search.setFocus()
                search.selectAll()

    def rename_run(self) -> None:
        """Let a person call the run that is shown by another name."""
        self.runs_panel.rename()

    def with_current(self, verb: Callable[[RunItem], None]) -> None:
        """Do something with the run that is shown, if there is one."""
        if self.workspace.current is not None:
            verb(self.workspace.current)

    def search(self) -> None:
        """Look for a verb or a view by its name."""
        from workbench.frame.searching.dialog import SearchDialog

        if self._searching is None:
            self._searching = SearchDialog(self)
        self._searching.start()

    def show_plugins(self) -> None:
        """Show what is installed from elsewhere."""
        self.plugins_page.start()
        self.shell.show_page(self.plugins_page)

    def show_deeds(self) -> None:
        """Show the list of what was done."""
        self.deeds.show()
        self.deeds.raise_()
