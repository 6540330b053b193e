"""Sessions at the window: what to save and open, and what the window keeps of itself."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from core.base.errors import WorkbenchError
from core.base.files import SESSION_SUFFIX
from workbench.sessions.controller import Opened
from workbench.shell.dialogs import SESSIONS, TABLES
from workbench.shell.saving import ask_where
from workbench.state.view_options import plain_options

if TYPE_CHECKING:
    from workbench.frame.window import MainWindow


class SessionDesk(QObject):
    """Saves and opens sessions, and offers what was open when the program ended."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window, self._controller = window, window.controller
        keeper = self._controller.keeper
        keeper.opened.connect(self._show)
        keeper.data_wanted.connect(self._ask_for_data)
        do = window.actions_
        do.save_session.triggered.connect(self.save)
        do.save_session_as.triggered.connect(self.save_as)
        do.save_reference.triggered.connect(self.save_reference)
        do.open_session.triggered.connect(self.choose)
        self.recovery = window.session.recovery()
        if self.recovery is not None:
            window.welcome.offer(self.recovery.name, self.recovery.words)
        window.welcome.restore_clicked.connect(self.restore)
        window.welcome.decline_clicked.connect(self.decline)

    @property
    def can_save(self) -> bool:
        """Whether there is something to save, and nothing that it would have to wait for."""
        return self._window.workspace.decisions is not None and self._window.jobs.is_free

    def save(self) -> None:
        """Save to the session file that is known, else ask for one."""
        path = self._controller.keeper.path
        if path is None:
            self.save_as()
        elif self.can_save:
            self._controller.save_session(path, self.look())

    def save_as(self) -> None:
        """Ask for a name and save, with the data inside."""
        self._ask_and_save("Save the session", with_data=True)

    def save_reference(self) -> None:
        """Ask for a name and save where the data are, not the data."""
        self._ask_and_save("Save the session without its data", with_data=False)

    def _ask_and_save(self, title: str, with_data: bool) -> None:
        dataset = self._window.workspace.dataset
        if dataset is None or not self.can_save:
            return
        suggestion = f"{Path(dataset.name).stem}{SESSION_SUFFIX}"
        if dataset.table.path is not None:
            suggestion = str(dataset.table.path.with_name(suggestion))
        if path := ask_where(self._window, title, suggestion, SESSIONS):
            self._controller.save_session(path, self.look(), with_data)

    def choose(self) -> None:
        """Ask for a session file and open it."""
        if path := self._window.ask_open(self._window, "Open a session", SESSIONS):
            self._controller.open_session(path)

    def takes(self, path: Path) -> bool:
        """Open a file if it is a session by its name; False for any other."""
        if path.suffix.lower() != SESSION_SUFFIX:
            return False
        self._controller.open_session(path)
        return True

    def restore(self) -> None:
        """Bring back what was open when the program ended."""
        if self.recovery is not None:
            self._controller.restore(self.recovery)

    def decline(self) -> None:
        """Never offer it again."""
        self.recovery = None
        self._window.session.declined()
        self._window.welcome.withdraw()

    # What the window keeps of itself

    def look(self) -> dict[str, Any]:
        """The options of the views, the layout and the form, as plain data."""
        window = self._window
        options = window.workspace.options
        return {
            "options": {name: plain_options(own) for name, own in options.items()},
            "docks": window.docks.layout_data(),
            "algorithm": window.algorithm_panel.settings.plain(),
        }

    def _show(self, opened: Opened) -> None:
        from core.learning.ensemble import Ensemble

        look = opened.look or {}
        window = self._window
        if isinstance(options := look.get("options"), Mapping):
            known = {name: own for name, own in options.items() if isinstance(own, Mapping)}
            window.workspace.restore_options(known)
        window.docks.restore_layout(look.get("docks"))
        if "algorithm" in look:
            try:
                window.algorithm_panel.show_settings(Ensemble.from_plain(look["algorithm"]))
            except WorkbenchError as error:
                window.show_error(error)
        window.welcome.withdraw()
        self.recovery = None

    def _ask_for_data(self, path: Path, error: Exception) -> None:
        self._window.show_error(error)
        if data := self._window.ask_open(self._window, "Where are the data now?", TABLES):
            self._window.strip.hide()
            self._controller.open_session(path, data)
