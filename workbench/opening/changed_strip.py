"""A strip across the window: the file that is open was changed on the disk."""

from PySide6.QtCore import Signal

from workbench.shell.question_strip import QuestionStrip


class ChangedStrip(QuestionStrip):
    """Asks whether the file is to be read again."""

    told = Signal()
    """It says something about the file: nothing else should, at the same time."""

    def __init__(self) -> None:
        super().__init__("The file was changed", "Reload…", "Keep what is open")

    def show_changed(self, name: str) -> None:
        """Say that the file is another one."""
        self._say(
            f"{name} was changed by another program. What is open, and what you decided about it, "
            "is as it was read. Once the file is read again, your decisions can be carried over.",
            can_reload=True,
        )

    def show_gone(self, name: str) -> None:
        """Say that the file is not there any more."""
        self._say(
            f"{name} was moved or deleted. What is open stays as it was read.", can_reload=False
        )

    def _say(self, text: str, can_reload: bool) -> None:
        self.yes.setVisible(can_reload)
        self.ask(text)
        self.told.emit()
