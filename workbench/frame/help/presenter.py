"""The place of help in the window: its pages and dialogs are made when they are first asked for."""

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMainWindow

from workbench.frame.actions import Actions
from workbench.frame.help.help_here import help_here
from workbench.reviewing.presenter import ReviewDesk
from workbench.shell import log as logs
from workbench.shell.shell import Shell

if TYPE_CHECKING:
    from workbench.frame.help.about import AboutDialog
    from workbench.frame.help.manual import Manual
    from workbench.frame.help.shortcuts import ShortcutsPage


class HelpDesk(QObject):
    """Shows the manual, the shortcuts, what the program is, and where the log is."""

    def __init__(self, shell: Shell, do: Actions, review: ReviewDesk, window: QMainWindow) -> None:
        super().__init__(window)
        self._shell, self._review, self._window = shell, review, window
        do.help_here.triggered.connect(self.show_here)
        do.manual.triggered.connect(self.show_manual)
        do.shortcuts.triggered.connect(self.show_shortcuts)
        do.about.triggered.connect(self.show_about)
        do.show_log.triggered.connect(self.show_log)

    @functools.cached_property
    def manual(self) -> "Manual":
        """The manual, made now if nobody has opened it yet."""
        from workbench.frame.help.manual import Manual

        return Manual(self._window)

    @functools.cached_property
    def shortcuts(self) -> "ShortcutsPage":
        """The page, made now if nobody has seen it yet."""
        from workbench.frame.help.shortcuts import ShortcutsPage

        page = ShortcutsPage()
        self._shell.add_page(page)
        return page

    @functools.cached_property
    def about(self) -> "AboutDialog":
        """The dialog, made now if nobody has seen it yet."""
        from workbench.frame.help.about import AboutDialog

        return AboutDialog(self._window)

    def show_here(self) -> None:
        """Show the help of what has the focus; where there is none, every help text."""
        button = help_here(self._window.centralWidget())
        if button is not None:
            button.show_page()
        else:
            self.show_manual()

    def show_manual(self) -> None:
        """Show every help text."""
        self.manual.start()

    def show_shortcuts(self) -> None:
        """Show all keys, those of the review too."""
        from workbench.frame.help.shortcuts import shortcuts

        _ = self._review.page  # its keys are there once it is made
        self.shortcuts.tell(shortcuts(self._window.menuBar(), self._window))
        self._shell.show_page(self.shortcuts)

    def show_about(self) -> None:
        """Say what the program is."""
        self.about.show()
        self.about.raise_()

    def show_log(self) -> None:
        """Open the folder of the log, or say where it is."""
        folder = logs.log_path().parent
        folder.mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
        self._shell.say(f"The log is at {logs.log_path()}")
