"""A strip across the window: the file that is open was changed on the disk."""

from collections.abc import Sequence

from PySide6.QtCore import Signal

from core.base.wording import grouped
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

    def show_files_changed(self, names: Sequence[str]) -> None:
        """Say that some files of several are others, or gone."""
        which = f"{names[0]} was" if len(names) == 1 else f"{grouped(len(names))} files were"
        self._say(
            f"{which} changed, moved or deleted by another program. What is open, and what you "
            "decided about it, is as it was read; rows that are read once more, and the cleaned "
            "copy, need the files as they were.",
            can_reload=True,
        )

    def _say(self, text: str, can_reload: bool) -> None:
        self.yes.setVisible(can_reload)
        self.ask(text)
        self.told.emit()
