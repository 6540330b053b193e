"""The verbs of the window: open, save, delete, take over. No widgets here.

Those of training, reviewing, exporting and keeping are with its trainer, reviewer, exporter and
keeper; here they are brought together.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from core.base.wording import count
from workbench.exporting.controller import Exporter
from workbench.jobs.background import Background
from workbench.opening.controller import Opening
from workbench.reviewing.controller import Reviewer
from workbench.sessions.controller import Keeper, Opened
from workbench.sessions.journal_writer import Session
from workbench.sessions.recovery import Recovery
from workbench.state.status import Activity
from workbench.state.undo import Act, Undo
from workbench.state.workspace import RunItem, Workspace
from workbench.training.controller import TrainingController

if TYPE_CHECKING:
    from core import Dataset
    from core.data.plan import Plan
    from core.data.split import Split
    from core.judging.reviewing.decision import Step
    from core.judging.reviewing.decisions import Decisions
    from core.reading.examples import Example
    from core.sources.dialect import Dialect
    from core.sources.source import Source


class Controller(QObject):
    """Turns what a person asks for into work off the GUI thread, and tells how it goes."""

    changed = Signal()
    """What happens now, or what can be done, is another thing."""
    choice_refused = Signal()
    """A target, a weight or a split could not be taken: what was chosen before still holds."""
    failed = Signal(object)

    def __init__(
        self, workspace: Workspace, background: Background, session: Session, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.background = background
        self.session = session
        self._activity = Activity(self)
        self._activity.changed.connect(self.changed)
        self.trainer = TrainingController(workspace, background, session, self._activity, self)
        self.trainer.changed.connect(self.changed)
        self.trainer.failed.connect(self._fail)
        self.undo = Undo(self)
        self.reviewer = Reviewer(workspace, session, self.undo, self)
        self.trainer.launched.connect(self.reviewer.give_way)
        self.trainer.rested.connect(self.reviewer.follow_up)
        self.opening = Opening(background, self)
        self.opening.used.connect(self._opened)
        self.opening.looked.connect(self._looked)
        self.opening.read.connect(self._looked)
        self.opening.refused.connect(self._fail)
        self.reviewer.progressed.connect(self.changed)
        self.reviewer.failed.connect(self._fail)
        self.exporter = Exporter(workspace, background, session, self)
        self.exporter.said.connect(self._activity.say)
        self.exporter.failed.connect(self._fail)
        self.keeper = Keeper(workspace, background, session, self)
        self.trainer.finished.connect(self.keeper.keep)
        self.keeper.progressed.connect(self.changed)
        self.keeper.failed.connect(self._fail)
        self.keeper.saved.connect(lambda path: self._activity.say(f"The session is in {path}."))
        self.keeper.opened.connect(self._session_opened)
        self.keeper.data_wanted.connect(lambda *_: self._activity.say(""))
        workspace.audit_changed.connect(self.changed)
        workspace.decisions_changed.connect(self.changed)
        workspace.failed.connect(self.failed)
        workspace.snapshot_changed.connect(self.changed)

    # What happens now

    @property
    def activity(self) -> str:
        """What is happening, in a few words."""
        return self.trainer.sentence or self._activity.text

    @property
    def verdict(self) -> str:
        """After a run, what it means, and how many rows are flagged."""
        snapshot, diagnosis = self.workspace.snapshot, self.trainer.diagnosis
        if not diagnosis or snapshot is None or snapshot.is_audited:
            return diagnosis
        flagged = count(int(snapshot.flagged.sum()), "row")
        return f"{diagnosis} {flagged} flagged by the run alone, before an audit."

    @property
    def progress(self) -> tuple[int, int] | None:
        """Rounds done and to do while training, (0, 0) while something of unknown length runs."""
        if self.trainer.progress is not None:
            return self.trainer.progress
        if self.keeper.share is not None:
            return int(100 * self.keeper.share), 100
        return (0, 0) if self.is_busy else None

    @property
    def is_busy(self) -> bool:
        """Whether a person waits for something: a file, a start, an export."""
        return self._activity.is_busy

    @property
    def has_result(self) -> bool:
        """Whether there is something to export."""
        item = self.workspace.current
        return item is not None and item.run is not None and item.run.rounds > 0

    # Verbs

    def look_at(
        self,
        source: "Source",
        dialect: "Dialect | None" = None,
        plan: "Plan | None" = None,
        target: str | None = None,
        *,
        note: str = "",
        at_once: bool = False,
    ) -> None:
        """Look at a file, then read it behind; with `at_once`, use it as soon as it is read."""
        self._activity.say(f"Reading {source.name}…" if at_once else f"Looking at {source.name}…")
        self.opening.open(
            source, dialect=dialect, plan=plan, target=target, note=note, at_once=at_once
        )

    def open_example(self, known: "Example") -> None:
        """Read a bundled example as it is meant."""
        self._activity.say(f"Reading {known.name}…")
        self.background.run(known.dataset, self._opened, self._fail)

    def save_session(self, path: Path, look: Mapping[str, Any], with_data: bool = True) -> None:
        """Write everything into a session file."""
        self._activity.say(f"Saving {path.name}…")
        self.keeper.save(path, look, with_data)

    def open_session(self, path: Path, data: Path | None = None) -> None:
        """Read a session file; with its data from another place if told."""
        self._activity.say(f"Opening {path.name}…")
        self.keeper.open(path, data)

    def restore(self, found: Recovery) -> None:
        """Bring back what was open when the program ended."""
        self._activity.say(f"Restoring {found.name}…")
        self.keeper.restore(found)

    def choose_target(self, target: str) -> None:
        """Take another column as the target; all else stays as it was chosen."""
        self._rebuild(f"Taking {target} as the target…", lambda data: data.with_target(target))

    def choose_weight(self, weight: str) -> None:
        """Take another column as the weight; none if it is empty."""
        self._rebuild("Taking the weights…", lambda data: data.with_weight(weight or None))

    def choose_split(self, split: "Split") -> None:
        """Keep other rows back for validation."""
        self._rebuild("Splitting the rows…", lambda data: data.with_split(split))

    def remove_run(self, item: RunItem) -> None:
        """Take a finished run out of the list; that can be undone."""
        if item.run is None or item not in self.workspace.runs:
            return
        place = self.workspace.runs.index(item)
        self.workspace.remove_run(item)
        act = Act(
            f"delete {item.name}",
            lambda: self.workspace.put_back_run(item, place),
            lambda: self.workspace.remove_run(item),
            is_heavy=True,
        )
        self.undo.push(act)

    def import_decisions(self, path: Path) -> None:
        """Take over decisions that were exported before; all of them, or none."""
        from core.judging.reviewing.table import read_decisions

        decisions = self.workspace.decisions
        if decisions is None:
            return
        self._activity.say(f"Reading {path.name}…")

        def done(step: "Step") -> None:
            if decisions is self.workspace.decisions:
                self.reviewer.take(step)
                self._activity.say(f"{count(len(step), 'decision')} taken over from {path.name}.")

        base = decisions.base
        self.background.run(lambda: tuple(read_decisions(path, base)), done, self._fail)

    def close(self) -> None:
        """Stop everything that runs."""
        self.trainer.close()
        self.reviewer.close()
        self.opening.close()
        self.keeper.close()
        self.background.wait()
        self.session.closed(keeps=any(item.run is not None for item in self.workspace.runs))

    # How it goes

    def _fail(self, error: Exception) -> None:
        self._activity.say("")
        self.failed.emit(error)

    def _looked(self) -> None:
        """What happens on the way to data is told by its page, unless it is used at once."""
        is_told = self.opening.look is not None and not self.opening.is_wanted
        if is_told and self._activity.is_busy:  # what was said when data came stays
            self._activity.text = ""
        self.changed.emit()

    def _opened(self, dataset: "Dataset") -> None:
        self._show_data(dataset, self.session.decisions_on(dataset))
        self.session.opened(dataset.table.path, dataset)
        read = f"{count(len(dataset), 'row')} read."
        self._activity.say(f"{read}{self._not_fitting()} Check the target, then train.")

    def _show_data(self, dataset: "Dataset", decisions: "Decisions") -> None:
        self.trainer.abandon()
        self.undo.clear()
        self.reviewer.halt()
        self.keeper.forget()
        self.workspace.set_dataset(dataset)
        self.reviewer.take_up(decisions)

    def _session_opened(self, opened: Opened) -> None:
        saved, base = opened.session, opened.session.base
        self.session.follow(opened.identity)
        self._show_data(base, opened.decisions)
        self.session.opened(base.table.path, base, opened.source)
        kept = opened.kept or {}
        items = [RunItem(run.number, run.run, run.name) for run in saved.runs]
        for item in items:
            item.kept = kept.get(item.number, "")
        lines = np.empty(0, np.int64) if saved.selection is None else saved.selection
        self.workspace.restore(items, saved.current, saved.compared, saved.round, lines)
        self.keeper.path = opened.path
        if opened.path is not None:
            self.session.saved(opened.path)
        else:
            self.session.restored()
        lost = f" {count(opened.lost, 'run')} could not be read again." if opened.lost else ""
        again = f"{base.name} is open again, with {count(len(items), 'run')}."
        self._activity.say(f"{again}{lost}{self._not_fitting()}")
        current = self.workspace.current
        if current is not None and (run := current.run):
            self.trainer.diagnose(run)

    def _not_fitting(self) -> str:
        """What is to be told of decisions that are about rows as they were before."""
        decisions = self.workspace.decisions
        if decisions is None or not decisions.left_out:
            return ""
        told = count(decisions.left_out, "earlier decision")
        return f" {told} did not count: the rows are gone or have other values by now."

    def _rebuild(self, words: str, change: "Callable[[Dataset], Dataset]") -> None:
        dataset = self.workspace.dataset
        if dataset is None:
            return
        self._activity.say(words)
        self.background.run(lambda: change(dataset), self._opened, self._rebuild_failed)

    def _rebuild_failed(self, error: Exception) -> None:
        self.choice_refused.emit()
        self._fail(error)
