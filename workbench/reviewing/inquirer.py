"""The verbs of asking about an audit: where errors come from, and the exam. No widgets."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.base.progress import Progress, Watch
from workbench.jobs.job import Job
from workbench.jobs.lane import Lane
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core.judging.causes.result import Causes
    from core.judging.exam.exam import Exam
    from core.judging.exam.guess import ErrorGuess


class Inquirer(QObject):
    """Asks about the audit that is shown, one question of a kind at a time, off the GUI thread."""

    changed = Signal()
    """A question was asked, is further, was answered or called off."""
    failed = Signal(object)

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._causes, self._exam = Lane(workspace.jobs), Lane(workspace.jobs)
        workspace.audit_changed.connect(self.changed)
        workspace.dataset_changed.connect(self.halt)

    @property
    def causes(self) -> "Causes | None":
        """Where the errors come from; None if nobody asked of this audit."""
        return self._workspace.inquiries.causes(self._workspace.audit)

    @property
    def causes_progress(self) -> Progress | None:
        """How far the search is; None if there is none."""
        return self._causes.progress

    def find_causes(self) -> None:
        """Look where the errors come from."""
        space, audit, decisions = self._workspace, self._workspace.audit, self._workspace.decisions
        if audit is None:
            return
        standing = decisions.standing() if decisions is not None else []

        def work(watch: Watch) -> "Causes":
            from core.judging.causes.causes import causes, found_wrong

            # Of data on the disk, of the fair sample: the rows that are held are the worst of all.
            own, seed = audit.fair, audit.dataset.seed
            return causes(own, found_wrong(standing), seed=seed, watch=watch)

        def done(found: "Causes") -> None:
            space.inquiries.take_causes(audit, found)
            self.changed.emit()

        self._causes.start(
            "Looking where errors come from", work, done, self._fail, progressed=self._tell
        )
        self.changed.emit()

    def cancel_causes(self) -> None:
        """Call the search off."""
        self._causes.cancel()
        self.changed.emit()

    @property
    def exam(self) -> "Exam | None":
        """What would have been found of planted errors; None if nobody asked of this audit."""
        return self._workspace.inquiries.exam(self._workspace.audit)

    @property
    def exam_progress(self) -> Progress | None:
        """How far the exam is; None if none is taken."""
        return self._exam.progress

    def take_exam(self, guess: "ErrorGuess") -> None:
        """Plant errors of a kind, and see how many the judges find."""
        space, audit = self._workspace, self._workspace.audit
        if audit is None:
            return

        def work(watch: Watch) -> "Exam":
            from core.judging.exam.exam import exam

            if audit.is_of_all:
                return exam(audit, guess, seed=audit.dataset.seed, watch=watch)
            from core import audit as audited
            from core.commands.auditing_on_disk import examined

            some = examined(audit.about.in_memory)
            return exam(audited(some, seed=some.seed), guess, seed=some.seed, watch=watch)

        def done(taken: "Exam") -> None:
            space.inquiries.take_exam(audit, taken)
            self.changed.emit()

        self._exam.start("Taking the exam", work, done, self._fail, progressed=self._tell)
        self.changed.emit()

    def cancel_exam(self) -> None:
        """Call the exam off."""
        self._exam.cancel()
        self.changed.emit()

    def halt(self) -> None:
        """Other data: nothing of what is under way is wanted any more."""
        self._causes.cancel()
        self._exam.cancel()
        self.changed.emit()

    def _tell(self, _job: Job) -> None:
        self.changed.emit()

    def _fail(self, error: Exception) -> None:
        self.changed.emit()
        self.failed.emit(error)
