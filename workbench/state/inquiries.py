"""What was asked about the data, and what came of it: causes, the exam, and wrong values."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from core.judging.auditing.result import Audit
    from core.judging.causes.result import Causes
    from core.judging.cells.result import CellAudit
    from core.judging.exam.exam import Exam

Answer = TypeVar("Answer")


@dataclass
class Inquiries:
    """Answers, each with the audit that it is about; another audit makes them void."""

    _causes: "tuple[Audit, Causes] | None" = None
    _exam: "tuple[Audit, Exam] | None" = None
    cells: "CellAudit | None" = None
    """The wrong values that were found last, in the data as they were then."""

    def take_causes(self, audit: "Audit", found: "Causes") -> None:
        """Keep what was found of an audit's rows."""
        self._causes = (audit, found)

    def causes(self, audit: "Audit | None") -> "Causes | None":
        """Where the errors that an audit found come from; None if nobody asked."""
        return _answer(self._causes, audit)

    def take_exam(self, audit: "Audit", taken: "Exam") -> None:
        """Keep what the exam of an audit came to."""
        self._exam = (audit, taken)

    def exam(self, audit: "Audit | None") -> "Exam | None":
        """What an audit would have found of planted errors; None if nobody asked."""
        return _answer(self._exam, audit)


def _answer(known: "tuple[Audit, Answer] | None", audit: "Audit | None") -> "Answer | None":
    """The answer, if it is about the same judges' word; how many rows are flagged is no matter."""
    if known is None or audit is None or known[0].suspicion is not audit.suspicion:
        return None
    return known[1]
