"""What a feature may ask of the window that it stands in, and all that it knows of it."""

from typing import Protocol

from PySide6.QtWidgets import QWidget

from workbench.shell.dialogs import Dialogs
from workbench.shell.page import Page


class Shell(Protocol):
    """Asks, shows a page or an error, and says something."""

    @property
    def ask(self) -> Dialogs:
        """The questions that a person answers in a dialog."""

    @property
    def body(self) -> QWidget:
        """What a feature's own dialogs and menus belong to."""

    def add_page(self, page: Page) -> None:
        """Take a page in; closing it leads back to the plots."""

    def show_page(self, page: Page) -> None:
        """Show a page in place of the plots."""

    def show_error(self, error: BaseException) -> None:
        """Say what went wrong; the program goes on."""

    def clear_error(self) -> None:
        """What went wrong before is over: a person goes on."""

    def say(self, sentence: str) -> None:
        """Tell a person something, in the status line."""
