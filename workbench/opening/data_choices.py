"""Choosing another target, weight or split for the data that are open.

The data are made anew by it, and runs on the former ones leave the list: that is asked first.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.base.wording import count

if TYPE_CHECKING:
    from workbench.frame.window import MainWindow
    from workbench.opening.split_form import SplitDialog


class DataChoices(QObject):
    """Asks, and tells the controller."""

    refused = Signal()
    """A person thought better of it: what was chosen before still holds."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self.dialog: SplitDialog | None = None

    def choose_target(self, target: str) -> None:
        """Take another column as the target."""
        if self._may(f"Take {target!r} as the target?"):
            self._window.controller.choose_target(target)

    def choose_weight(self, weight: str) -> None:
        """Take another column as the weight; none if it is empty."""
        name = repr(weight) if weight else "no column"
        if self._may(f"Take {name} as the weight?"):
            self._window.controller.choose_weight(weight)

    def ask_for_split(self) -> None:
        """Let a person choose the validation rows; the dialog says what that does."""
        from workbench.opening.split_form import SplitDialog

        dataset = self._window.workspace.dataset
        if dataset is None:
            return
        names = [name for name in dataset.table.names if name != dataset.target]
        dialog = SplitDialog(self._window, dataset.split, names, self._consequence())
        dialog.accepted.connect(lambda: self._take(dialog))
        self.dialog = dialog
        dialog.open()

    def _take(self, dialog: "SplitDialog") -> None:
        dataset = self._window.workspace.dataset
        if dataset is not None and dialog.split != dataset.split:
            self._window.controller.choose_split(dialog.split)

    def _may(self, question: str) -> bool:
        """Whether nothing is lost, or a person does not mind."""
        told = self._consequence()
        if not told or self._window.ask_lose_runs(self._window, question, told):
            return True
        self.refused.emit()
        return False

    def _consequence(self) -> str:
        runs = len(self._window.workspace.runs)
        if not runs:
            return ""
        leave = "leaves" if runs == 1 else "leave"
        return (
            f"{count(runs, 'run')} on the data as they are {leave} the list. Save the session "
            "first to keep them."
        )
