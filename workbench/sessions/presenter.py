"""Sessions at the window: what to save and open, and what the window keeps of itself."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Signal

from core.base.errors import WorkbenchError
from core.base.files import SESSION_SUFFIX
from workbench.sessions.controller import Keeper, Opened
from workbench.sessions.journal_writer import Session
from workbench.sessions.later_strip import LaterStrip
from workbench.shell.dialogs import SESSIONS, TABLES
from workbench.shell.saving import ask_where
from workbench.shell.shell import Shell
from workbench.state.view_options import plain_options
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core.learning.ensemble import Ensemble


class DockArrangement(Protocol):
    """How the panels and views are arranged."""

    def layout_data(self) -> dict[str, Any]:
        """How everything is arranged, as plain data."""

    def restore_layout(self, plain: object) -> bool:
        """Arrange everything as it was, if the data say how."""


class AlgorithmForm(Protocol):
    """The form of an algorithm's settings."""

    @property
    def settings(self) -> "Ensemble":
        """What it says."""

    def show_settings(self, settings: "Ensemble") -> None:
        """Show an algorithm with its settings."""


class SessionDesk(QObject):
    """Saves and opens sessions, and offers what was open when the program ended."""

    settled = Signal()
    """What was open when the program ended is not to be offered any more."""

    def __init__(
        self,
        shell: Shell,
        workspace: Workspace,
        keeper: Keeper,
        session: Session,
        layout: DockArrangement,
        form: Callable[[], AlgorithmForm],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._shell, self._workspace, self._keeper = shell, workspace, keeper
        self._session, self._layout, self._form = session, layout, form
        keeper.opened.connect(self._show)
        keeper.data_wanted.connect(self._ask_for_data)
        self.strip = LaterStrip()
        self.strip.accepted.connect(self._open_as_saved)
        workspace.dataset_changed.connect(self.strip.hide)
        self.recovery = session.recovery()

    @property
    def can_save(self) -> bool:
        """Whether there is something to save, and nothing that it would have to wait for."""
        return self._workspace.decisions is not None and self._workspace.jobs.is_free

    def save(self) -> None:
        """Save to the session file that is known, else ask for one."""
        path = self._keeper.path
        if path is None:
            self.save_as()
        elif self.can_save:
            self._keeper.save(path, self.look())

    def save_as(self) -> None:
        """Ask for a name and save, with the data inside."""
        self._ask_and_save("Save the session", with_data=True)

    def save_reference(self) -> None:
        """Ask for a name and save where the data are, not the data."""
        self._ask_and_save("Save the session without its data", with_data=False)

    def _ask_and_save(self, title: str, with_data: bool) -> None:
        dataset = self._workspace.dataset
        if dataset is None or not self.can_save:
            return
        suggestion = f"{Path(dataset.name).stem}{SESSION_SUFFIX}"
        if dataset.table.path is not None:
            suggestion = str(dataset.table.path.with_name(suggestion))
        if path := ask_where(self._shell.ask, title, suggestion, SESSIONS):
            self._keeper.save(path, self.look(), with_data)

    def choose(self) -> None:
        """Ask for a session file and open it."""
        if path := self._shell.ask.open("Open a session", SESSIONS):
            self._keeper.open(path)

    def takes(self, path: Path) -> bool:
        """Open a file if it is a session by its name; False for any other."""
        if path.suffix.lower() != SESSION_SUFFIX:
            return False
        self._keeper.open(path)
        return True

    def restore(self) -> None:
        """Bring back what was open when the program ended."""
        if self.recovery is not None:
            self._keeper.restore(self.recovery)

    def decline(self) -> None:
        """Never offer it again."""
        self.recovery = None
        self._session.declined()
        self.settled.emit()

    # What the window keeps of itself

    def look(self) -> dict[str, Any]:
        """The options of the views, the layout and the form, as plain data."""
        options = self._workspace.options
        return {
            "options": {name: plain_options(own) for name, own in options.items()},
            "docks": self._layout.layout_data(),
            "algorithm": self._form().settings.plain(),
        }

    def _show(self, opened: Opened) -> None:
        from core.learning.ensemble import Ensemble

        look = opened.look or {}
        if isinstance(options := look.get("options"), Mapping):
            known = {name: own for name, own in options.items() if isinstance(own, Mapping)}
            self._workspace.restore_options(known)
        self._layout.restore_layout(look.get("docks"))
        if "algorithm" in look:
            try:
                self._form().show_settings(Ensemble.from_plain(look["algorithm"]))
            except WorkbenchError as error:
                self._shell.show_error(error)
        self.settled.emit()
        self.recovery = None
        if opened.path is not None and opened.others:
            name = opened.project.open_branch.base.name
            self.strip.tell(opened.path.name, name, opened.others)

    def _open_as_saved(self) -> None:
        if (path := self._keeper.path) is not None:
            self._keeper.open(path, as_saved=True)

    def _ask_for_data(self, path: Path, error: Exception) -> None:
        from core.storage.session_files import DataWantedError

        self._shell.show_error(error)
        title = "Where are the data now?"
        is_folder = isinstance(error, DataWantedError) and error.is_folder
        ask = self._shell.ask
        data = ask.folder(title) if is_folder else ask.open(title, TABLES)
        if data:
            self._shell.clear_error()
            self._keeper.open(path, data)
