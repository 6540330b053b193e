"""What there is to say about the work, gathered from those who know. No widgets here.

What is known of a run comes from the trainer, of its labels from the latest audit: an audit may be
of newer data than the run that is shown, and then it is the audit that speaks of the labels.
"""

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.judging.diagnosing.labels import AuditedLabels
from core.project.next_step import NextStep, next_step, open_rows
from workbench.jobs.lane import Lane
from workbench.jobs.training_driver import State
from workbench.reviewing.controller import Reviewer
from workbench.state.workspace import RunItem, Workspace
from workbench.training.controller import TrainingController
from workbench.verdict.content import CardFacts, Content, TrainingNow, content

if TYPE_CHECKING:
    from core import Run
    from core.judging.auditing.result import Audit


class VerdictController(QObject):
    """Knows what the card says, and what to do next."""

    changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        trainer: TrainingController,
        reviewer: Reviewer,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._workspace, self._trainer, self._reviewer = workspace, trainer, reviewer
        self._looks = Lane(workspace.jobs)
        self._labels: tuple[Audit, AuditedLabels] | None = None
        """What an audit of other data than those of the run says."""
        self._compared: list[RunItem] = []
        workspace.audit_changed.connect(self._look)
        workspace.current_changed.connect(self._look)

    @property
    def text(self) -> str:
        """All that is said about the run that is shown, as sentences."""
        return self.content().text

    def content(self) -> Content:
        """What the card says now."""
        return content(self.facts())

    def step(self) -> NextStep | None:
        """What to do next."""
        return next_step(
            self._workspace.project,
            self._trainer.diagnosis,
            is_auditing=self._reviewer.is_auditing or self._is_pending,
            is_compared=self._workspace.current in self._compared,
        )

    def compared(self, first: RunItem, second: RunItem) -> None:
        """Two runs were held against each other: that is no next step any more."""
        self._compared += [first, second]
        self.changed.emit()

    def forget(self) -> None:
        """What was found out is to be said in other words."""
        self._labels = None

    def facts(self) -> CardFacts:
        """What there is to tell."""
        space = self._workspace
        data, item, decisions = space.dataset, space.current, space.decisions
        if data is None or decisions is None:
            return CardFacts()
        if (now := self._training()) is not None:
            return CardFacts(training=now)
        if item is None or item.run is None:
            return CardFacts(validation_rows=data.validation_rows)
        labels, snapshot = self._audited(), space.snapshot
        # With an audit at hand nothing is said of the run alone: the review goes by the audit.
        is_alone = snapshot is not None and not snapshot.is_audited and space.audit is None
        return CardFacts(
            has_run=True,
            diagnosis=self._trainer.diagnosis,
            is_stale=item.dataset is not data,
            labels=labels,
            open_rows=len(open_rows(space.project)),
            audit_share=self._audit_share(),
            flagged_by_run=int(snapshot.flagged.sum()) if snapshot and is_alone else None,
        )

    @property
    def _run(self) -> "Run | None":
        """The run that is shown, if something was learned."""
        item = self._workspace.current
        run = None if item is None else item.run
        return run if run is not None and run.rounds else None

    @property
    def _is_own(self) -> bool:
        """Whether the audit is of the very data of the run, so that its diagnosis knows of it."""
        audit, run = self._workspace.audit, self._run
        return audit is not None and run is not None and audit.about is run.dataset

    @property
    def _is_pending(self) -> bool:
        """Whether there is an audit of which it is not known yet what it says."""
        return self._workspace.audit is not None and self._audited() is None

    def _audited(self) -> AuditedLabels | None:
        """What the latest audit says; None before that is found out."""
        audit, diagnosis = self._workspace.audit, self._trainer.diagnosis
        if audit is None:
            return None
        if self._is_own:
            return None if diagnosis is None else diagnosis.labels
        return self._labels[1] if self._labels and self._labels[0] is audit else None

    def _look(self) -> None:
        """Find out what an audit of other data than the run's says of the labels."""
        audit = self._workspace.audit
        is_known = self._labels is not None and self._labels[0] is audit
        if audit is None or self._is_own or is_known:
            return

        def done(found: AuditedLabels) -> None:
            self._labels = audit, found
            self.changed.emit()

        self._looks.start(
            "Looking at the labels",
            lambda _watch: AuditedLabels.of(audit),
            done,
            self._workspace.failed.emit,
        )

    def _audit_share(self) -> float | None:
        if self._reviewer.is_auditing:
            progress = self._reviewer.audit_progress
            return 0.0 if progress is None else progress.stage.share
        return 1.0 if self._is_pending else None

    def _training(self) -> TrainingNow | None:
        driver, item = self._trainer.driver, self._workspace.current
        training = driver.training
        if driver.state is State.IDLE or training is None or item is None or item.run is not None:
            return None
        history = training.history
        are_new = training.dataset.has_validation
        curve = history.curve("validation_error" if are_new else "training_error")
        error = float(curve[-1]) if len(curve) else math.nan
        done, goal = history.rounds, training.planned_rounds
        return TrainingNow(done, goal, error, bool(training.dataset.classes), are_new)
