"""The verbs about a colleague's decisions: look at them, take them in, settle. No widgets."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.base.person import tidy_name
from core.base.progress import Watch
from workbench.reviewing.verbs import Attempt, RowVerbs
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core.judging.reviewing.conflicts import Conflict
    from core.judging.reviewing.decision import Decision, Note, Step
    from core.judging.reviewing.decisions import Decisions
    from core.judging.reviewing.taking_in import TakingIn


@dataclass(frozen=True, eq=False)
class Look:
    """Somebody's decisions, and what taking them in would bring."""

    path: Path
    done: "tuple[Decision | Note, ...]"
    name: str
    """Whose they are, where they do not say."""
    found: "TakingIn"


class Colleagues(RowVerbs):
    """Turns a file of somebody else's decisions into one step, and conflicts into decisions."""

    taken = Signal()
    """What was looked at is taken in."""

    def __init__(
        self, workspace: Workspace, attempt: Attempt, parent: QObject | None = None
    ) -> None:
        super().__init__(workspace, attempt, parent)
        self.look: Look | None = None
        self._conflicts: list[Conflict] | None = None
        workspace.dataset_changed.connect(self.forget)
        workspace.decisions_changed.connect(self._decided)

    @property
    def conflicts(self) -> "list[Conflict]":
        """What is still to be settled, by line."""
        from core.judging.reviewing.conflicts import conflicts

        if self._conflicts is None:
            decisions = self.workspace.decisions
            self._conflicts = conflicts(decisions) if decisions is not None else []
        return self._conflicts

    def open(self, path: Path) -> None:
        """Look at the decisions of a file, a CSV or a session; nothing is taken in yet."""
        from core.project.colleagues import read_colleague

        decisions, own = self.workspace.decisions, self.workspace.project.by
        if decisions is None:
            return
        base = decisions.base

        def work(_watch: Watch) -> Look:
            from core.judging.reviewing.taking_in import whose

            done = read_colleague(path, base)
            return _look(decisions, path, done, own, whose(decisions, done, own, path.name))

        self._lane.start(f"Reading {path.name}", work, self._take, self.failed.emit, waits=True)

    def call(self, name: str) -> None:
        """Say whose decisions they are, where the file does not."""
        look, decisions = self.look, self.workspace.decisions
        name = tidy_name(name)
        if look is None or decisions is None or not name or name == look.name:
            return
        own = self.workspace.project.by
        self._lane.start(
            "Comparing decisions",
            lambda _watch: _look(decisions, look.path, look.done, own, name),
            self._take,
            self.failed.emit,
        )

    def take_in(self) -> None:
        """Take in what is looked at, in one step that can be undone."""
        from core.judging.reviewing.taking_in import TakingIn

        look, project = self.look, self.workspace.project
        if look is None:
            return
        own, decisions = project.by, project.decisions
        before = project.done[-1] if project.done else None

        def step(_watch: Watch | None = None) -> "Step":
            return TakingIn.of(decisions, look.done, own, look.name).step(decisions)

        def take(made: "Step") -> None:
            if decisions is not self.workspace.decisions:
                return
            is_same = before is (project.done[-1] if project.done else None)
            self.forget()
            # Something may have been decided since: then it is held against that.
            self._attempt(lambda: project.take(made if is_same else step()))
            self.taken.emit()

        self._lane.start("Taking decisions in", step, take, self.failed.emit, waits=True)

    def settle(self, words: "Iterable[Decision]") -> None:
        """Decide what one of two people had said."""
        self._attempt(lambda: self.workspace.project.settle(words))

    def forget(self) -> None:
        """Take nothing in."""
        self._lane.cancel()
        self._conflicts = None
        if self.look is not None:
            self.look = None
            self.changed.emit()

    def _decided(self) -> None:
        self._conflicts = None

    def _take(self, look: Look) -> None:
        self.look = look
        self.changed.emit()


def _look(
    decisions: "Decisions", path: Path, done: "tuple[Decision | Note, ...]", own: str, name: str
) -> Look:
    from core.judging.reviewing.taking_in import TakingIn

    return Look(path, done, name, TakingIn.of(decisions, done, own, name))
