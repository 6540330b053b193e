"""Choosing another target, weight or split for the data that are open.

It makes another branch of the work: runs on the former data stay in the list, and undoing, or
choosing one of them, goes back.
"""

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject

from core.base.wording import count
from workbench.shell.shell import Shell
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.checks.remedies import MergeSpellings
    from core.data.plan import Plan
    from core.data.split import Split
    from workbench.opening.computing.dialog import ComputeDialog
    from workbench.opening.split_form import SplitDialog


class Chooses(Protocol):
    """Whoever makes the data anew."""

    def choose_target(self, target: str) -> None:
        """Take another column as the target."""

    def choose_weight(self, weight: str) -> None:
        """Take another column as the weight; none if it is empty."""

    def choose_split(self, split: "Split") -> None:
        """Keep other rows back for validation."""

    def merge_spellings(self, remedy: "MergeSpellings") -> None:
        """Take several spellings of a column for one."""

    def change_plan(self, words: str, change: "Callable[[Plan], Plan]") -> None:
        """Understand the table in another way."""


class DataChoices(QObject):
    """Tells the controller."""

    def __init__(
        self, shell: Shell, workspace: Workspace, chooses: Chooses, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._shell, self._workspace, self._chooses = shell, workspace, chooses
        self.dialog: SplitDialog | None = None
        self.compute_dialog: ComputeDialog | None = None

    def choose_target(self, target: str) -> None:
        """Take another column as the target."""
        self._chooses.choose_target(target)

    def choose_weight(self, weight: str) -> None:
        """Take another column as the weight; none if it is empty."""
        self._chooses.choose_weight(weight)

    def merge_spellings(self, remedy: "MergeSpellings") -> None:
        """Take several spellings of a column for one."""
        self._chooses.merge_spellings(remedy)

    def ask_for_split(self) -> None:
        """Let a person choose the validation rows; the dialog says what that does."""
        from workbench.opening.split_form import SplitDialog

        dataset = self._workspace.dataset
        if dataset is None:
            return
        names = [name for name in dataset.table.names if name != dataset.target]
        dialog = SplitDialog(self._shell.body, dataset.split, names, self._consequence())
        dialog.accepted.connect(lambda: self._take(dialog))
        self.dialog = dialog
        dialog.open()

    def ask_for_new_column(self) -> None:
        """Let a person compute a column."""
        self.ask_for_column("")

    def ask_for_column(self, name: str) -> None:
        """Let a person compute a column, or change one that is computed, by its name."""
        from workbench.opening.computing.dialog import ComputeDialog

        dataset = self._workspace.dataset
        if dataset is None or dataset.plan is None:
            return
        dialog = ComputeDialog(
            self._shell.body,
            dataset.table,
            dataset.plan,
            self._workspace.jobs,
            self._consequence(),
        )
        dialog.choose(name)
        dialog.change_asked.connect(self._compute)
        self.compute_dialog = dialog
        dialog.open()

    def _compute(self, change: "Callable[[Plan], Plan]", words: str) -> None:
        self._chooses.change_plan(words, change)

    def _take(self, dialog: "SplitDialog") -> None:
        dataset = self._workspace.dataset
        if dataset is not None and dialog.split != dataset.split:
            self._chooses.choose_split(dialog.split)

    def _consequence(self) -> str:
        runs = len(self._workspace.runs)
        if not runs:
            return ""
        stay = "stays" if runs == 1 else "stay"
        return f"{count(runs, 'run')} on the data as they are {stay} in the list."
