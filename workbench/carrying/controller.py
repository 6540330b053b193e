"""The verbs of carrying decisions over: find them, match the rows, take what was chosen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from core.base.arrays import Integers, Mask
from core.base.errors import DataError, WorkbenchError
from core.base.files import SESSION_SUFFIX
from core.base.progress import Watch
from core.base.wording import count
from core.project.entries import WHATS
from workbench.jobs.lane import Lane
from workbench.sessions.journal_writer import Session
from workbench.shell import log as logs
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core.data.dataset import Dataset
    from core.judging.reviewing.carrying.carrying import Carrying
    from core.judging.reviewing.carrying.earlier import Earlier
    from core.judging.reviewing.carrying.fates import Fate
    from core.judging.reviewing.decision import Step
    from core.project import Project


@dataclass(frozen=True, eq=False)
class Offer:
    """Earlier decisions about the file that is open, which has another content by now."""

    earlier: "Earlier"
    identity: Mapping[str, str]
    """What tells the file as it was from others in the journal."""

    @property
    def count(self) -> int:
        """How many decisions and notes there are."""
        return self.earlier.stands.count + len(self.earlier.stands.notes())


class Carrier(QObject):
    """Holds what was matched and what was chosen of it; nothing is applied until it is taken."""

    offered = Signal()
    """There is something to carry over, or nothing any more."""
    changed = Signal()
    """Something was matched, chosen, or is under way."""
    progressed = Signal()
    """What is under way has come further."""
    taken = Signal(int)
    """So many decisions were carried over."""
    failed = Signal(object)

    def __init__(self, workspace: Workspace, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace, self._session = workspace, session
        self.offer: Offer | None = None
        self.earlier: Earlier | None = None
        """What is carried over from."""
        self.found: Carrying | None = None
        self.chosen: Mask = np.zeros(0, bool)
        self.key: tuple[str, ...] | None = None
        """The key columns that a person chose, none for content; None if they are guessed."""
        self._identity: Mapping[str, str] = {}
        self._left: Offer | None = None
        self._looking, self._matching = Lane(workspace.jobs), Lane(workspace.jobs)
        workspace.decisions_changed.connect(self._decided)

    @property
    def job(self) -> Lane:
        """What reads or matches now."""
        return self._matching

    # What there is to carry over

    def leave(self, project: "Project") -> None:
        """Other data come: what is decided about those before may be wanted for them."""
        from core.judging.reviewing.carrying.earlier import Earlier

        self.forget()
        branch, journal = project.branch, project.journal
        self._left = None
        if branch is not None and journal is not None and branch.decisions.count:
            identity = journal.identity_of(branch.base.target)
            self._left = Offer(Earlier.of(branch.decisions), identity)

    def look_for(self, project: "Project") -> None:
        """Look whether something was decided about this file when it had another content."""
        from core.project.earlier_files import earlier_of_file

        journal, left = project.journal, self._left
        if journal is None or "content" not in journal.identity:
            return
        target = project.open_branch.base.target
        now, entries = journal.identity_of(target), self._session.journal.entries
        is_odd = project.left_out > 0  # the file looks the same, and some of its rows are not

        def work(_watch: Watch) -> Offer | None:
            offer = left if left is not None and _is_same_file(left.identity, now) else None
            if offer is None and (found := earlier_of_file(entries(WHATS), now, target, is_odd)):
                offer = Offer(*found)
            return None if offer is None or self._is_settled(offer.identity, now) else offer

        def done(offer: Offer | None) -> None:
            if self._workspace.project.journal is journal:
                self.offer = offer
                self.offered.emit()

        self._looking.start(
            "Looking for earlier decisions",
            work,
            done,
            lambda error: logs.logger.warning("%s", error),
        )

    def forget(self) -> None:
        """Nothing is carried over any more."""
        self._looking.cancel()
        self._matching.cancel()
        self.offer = self.earlier = self.found = None
        self.chosen, self.key, self._identity = np.zeros(0, bool), None, {}
        self.offered.emit()
        self.changed.emit()

    def _is_settled(self, before: Mapping[str, str], now: Mapping[str, str]) -> bool:
        entries = self._session.journal.entries(("carried",))
        return any((e.facts.get("of"), e.facts.get("data")) == (before, now) for e in entries)

    # Matching

    def take_offer(self) -> None:
        """Match the rows of the file as it was with those that are open."""
        if (offer := self.offer) is not None:
            self._identity = offer.identity
            self.match(offer.earlier)

    def carry_from(self, path: Path, old: Path | None = None) -> None:
        """Take what a session, a decisions CSV with its data, or the journal knows of a file.

        `old` are the data of a session, or those that a decisions CSV is about.
        """
        decisions = self._workspace.decisions
        if decisions is None:
            return
        self.found, self.key, self._identity = None, None, {}

        def done(earlier: "Earlier") -> None:
            if decisions is self._workspace.decisions:
                self.match(earlier)

        self._matching.start(
            f"Reading {path.name}",
            lambda watch: self._earlier_in(path, old, decisions.base, watch),
            done,
            self._fail,
            progressed=lambda _job: self.progressed.emit(),
        )
        self.changed.emit()

    def match(self, earlier: "Earlier", key: Sequence[str] | None = None) -> None:
        """Match by these columns of the old file; None guesses them, an empty one is content."""
        from core.judging.reviewing.carrying.carrying import carry_over

        decisions = self._workspace.decisions
        if decisions is None:
            return
        self.earlier, self.key = earlier, None if key is None else tuple(key)

        def done(found: "Carrying") -> None:
            if decisions is self._workspace.decisions:
                self.found, self.chosen = found, found.usual
                self.changed.emit()

        self._matching.start(
            f"Matching the rows of {earlier.name}",
            lambda watch: carry_over(earlier, decisions, key, watch=watch),
            done,
            self._fail,
            progressed=lambda _job: self.progressed.emit(),
        )
        self.changed.emit()

    def cancel(self) -> None:
        """Do not match any more; what was found before stays."""
        self._matching.cancel()
        self.changed.emit()

    def _earlier_in(self, path: Path, old: Path | None, new: "Dataset", watch: Watch) -> "Earlier":
        from core.judging.reviewing.table import is_decisions_file
        from core.project.earlier_sources import earlier_in_csv, earlier_in_session

        if path.suffix.lower() == SESSION_SUFFIX:
            return earlier_in_session(path, old, new.target, watch)
        if is_decisions_file(path):
            before = _data(old, new, watch) if old else None
            return earlier_in_csv(path, before, new.target)
        from core.judging.reviewing.carrying.earlier import Earlier

        project = self._session.project_on(_data(path, new, watch))
        if not project.decisions.count and not project.decisions.notes():
            raise DataError(
                f"Nothing that was decided about {path.name} is known here. Choose a session file, "
                "or the decisions that were exported as CSV."
            )
        return Earlier.of(project.decisions)

    # Choosing and taking

    @property
    def count(self) -> int:
        """How many decisions are chosen."""
        return int(np.count_nonzero(self.chosen))

    def choose(self, items: Integers | int, is_chosen: bool) -> None:
        """Take or leave some of the items; those that cannot be taken are passed over."""
        if self.found is None:
            return
        own = np.atleast_1d(np.asarray(items, np.int64))
        self.chosen[own[np.isin(self.found.fates[own], _takeable())]] = is_chosen
        self.changed.emit()

    def take(self) -> None:
        """Carry over what is chosen, as one step that can be undone."""
        found, chosen = self.found, self.chosen.copy()
        if found is None or not chosen.any():
            return
        identity, words = self._identity, count(int(np.count_nonzero(chosen)), "decision")

        def done(step: "Step") -> None:
            if found.decisions is not self._workspace.decisions:
                return
            project = self._workspace.project
            try:
                project.take(step, f"carry over {words} from {found.earlier.name}")
            except WorkbenchError as error:
                self._fail(error)
                return
            if identity and project.journal is not None:
                now = project.journal.identity_of(project.open_branch.base.target)
                self._session.carried(identity, now)
                self.offer = None
                self.offered.emit()
            self.taken.emit(int(np.count_nonzero(chosen)))

        self._matching.start(
            "Carrying decisions over", lambda _watch: found.step(chosen), done, self._fail
        )
        self.changed.emit()

    def _decided(self) -> None:
        """What was decided about the new file changes what is left to carry over."""
        if self.found is not None and self.earlier is not None:
            self.match(self.earlier, self.key)

    def _fail(self, error: Exception) -> None:
        self.changed.emit()
        self.failed.emit(error)


def _takeable() -> "list[Fate]":
    from core.judging.reviewing.carrying.fates import Fate

    return [fate for fate in Fate if fate.kind.can_be_taken]


def _is_same_file(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    is_same = all(one.get(name) == other.get(name) for name in ("file", "part"))
    return is_same and "content" in one and one["content"] != other.get("content")


def _data(path: Path, new: "Dataset", watch: Watch) -> "Dataset":
    """The data of an old file, as they are understood without being asked about."""
    from core.data.dataset import Dataset
    from core.reading.tables import read_like

    table, target = read_like(path, new.table, watch), new.target
    return Dataset.from_table(table, target if target in table.names else None)
