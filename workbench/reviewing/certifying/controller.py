"""Mixes sampled rows and blind checks into a review, once a person has agreed to it. No widgets."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from core.judging.reviewing.kinds import Verb
from workbench.reviewing.all_values import lacking_values
from workbench.reviewing.verbs import Attempt, RowVerbs
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core.base.arrays import Integers
    from core.judging.agenda.blind_checks import BlindCheck
    from core.judging.ranking import Ranking
    from core.judging.reviewing.certifying.certificate import Certificate
    from core.judging.reviewing.decisions import Decisions

RANKED_BETWEEN = 2
"""So many rows of the queue come between two sampled ones; once it is empty, none."""
LOOKS_PER_CHECK = 8
_FIRST_CHECK = 4


class Certifier(RowVerbs):
    """Draws the next row when it is due, and knows what the sample says."""

    def __init__(
        self, workspace: Workspace, attempt: Attempt, parent: QObject | None = None
    ) -> None:
        super().__init__(workspace, attempt, parent)
        self._made: Certificate | None = None
        self._check: BlindCheck | None = None
        self._shown: tuple[Ranking, BlindCheck, Ranking] | None = None
        """A queue, and what it looks like with a check."""
        self._is_drawing = False
        workspace.dataset_changed.connect(self._other_data)
        workspace.decisions_changed.connect(self._go_on)
        workspace.sample_changed.connect(self._tell)
        workspace.audit_changed.connect(self._go_on)

    @property
    def certificate(self) -> "Certificate | None":
        """What the sample says now; None without one."""
        from core.judging.reviewing.certifying.certificate import Certificate

        decisions = self.workspace.decisions
        if self._made is None and decisions is not None:
            self._made = Certificate.of(decisions)
        return self._made

    @property
    def is_on(self) -> bool:
        """Whether sampled rows are mixed into the review."""
        decisions = self.workspace.decisions
        return decisions is not None and decisions.sample.is_on

    @property
    def can_check(self) -> bool:
        """Whether a wrong label can be planted: there are classes, and judges who know them."""
        audit = self.workspace.audit
        return audit is not None and len(audit.dataset.classes) > 1 and bool(audit.opinions)

    def begin(self, checks: bool) -> None:
        """A person agrees: draw rows from now on, and show blind checks if they are wanted."""
        from core.judging.reviewing.certifying.sampling import consent

        project = self.workspace.project
        if (why := lacking_values(self.workspace, "When to stop")) is not None:
            self.workspace.failed.emit(why)
            return
        self._check = None
        self._attempt(lambda: project.record(consent(project.decisions, checks=checks)))
        self._go_on()

    def end(self) -> None:
        """Draw no more; what was found stays."""
        from core.judging.reviewing.certifying.sampling import ended

        project = self.workspace.project
        self._check = None
        if self.is_on and (record := ended(project.decisions)) is not None:
            self._attempt(lambda: project.record(record))

    # What is mixed in

    def between(self) -> Sequence[int]:
        """The line that comes before the next row of the queue, if one does."""
        decisions = self.workspace.decisions
        if self._check is not None:
            return (self._check.line,)
        return self._pending(decisions) if decisions is not None and self.is_on else ()

    def disguised(self, ranking: "Ranking") -> "Ranking":
        """The queue, with the wrong label of a blind check while there is one."""
        from core.judging.agenda.blind_checks import planted

        decisions = self.workspace.decisions
        if self._check is None or decisions is None or ranking.audit is None:
            return ranking
        if self._shown is None or self._shown[:2] != (ranking, self._check):
            is_decided = decisions.stands.is_decided(ranking.lines[: ranking.count])
            left = np.flatnonzero(~is_decided)
            place = int(left[0]) if len(left) else ranking.count
            self._shown = ranking, self._check, planted(ranking, self._check, place)
        return self._shown[2]

    def is_check(self, lines: "Integers | Sequence[int]") -> bool:
        """Whether these lines are the row of the blind check under way."""
        return self._check is not None and [int(line) for line in lines] == [self._check.line]

    def answer(self, lines: "Integers | Sequence[int]", verb: Verb) -> bool:
        """Catch what is pressed about a blind check; tell whether it was one.

        To relabel or to exclude it is to notice the error. A check that is skipped counts nothing.
        """
        from core.judging.reviewing.certifying.sampling import checked

        check, project = self._check, self.workspace.project
        if check is None or not self.is_check(lines):
            return False
        self._check = None
        if verb is not Verb.SKIP:
            is_found = verb is not Verb.KEEP
            record = checked(project.decisions, check.line, check.label, is_found)
            if record is not None:
                self._attempt(lambda: project.record(record))
        self._go_on()
        self._tell()
        return True

    def _pending(self, decisions: "Decisions") -> list[int]:
        """Rows that were drawn and not decided about, nor left for later."""
        lines = np.array([draw.line for draw in decisions.sample.draws], np.int64)
        return [int(line) for line in lines[~decisions.stands.is_decided(lines)]]

    def _go_on(self) -> None:
        """Something was decided: draw the next row if it is due."""
        self._made = None
        decisions = self.workspace.decisions
        if decisions is not None and self.is_on and not self._is_drawing:
            self._is_drawing = True
            self._top_up(decisions)
            self._is_drawing = False
        self.changed.emit()

    def _top_up(self, decisions: "Decisions") -> None:
        if self._check is not None and decisions.about(self._check.line) is not None:
            self._check = None
        certificate = self.certificate
        if certificate is None or self._check is not None or self._pending(decisions):
            return
        log, looked = decisions.sample, int(np.count_nonzero(certificate.knowing.looked))
        if self._is_check_due(looked, len(log.checks)) and self._pick_check(decisions):
            return
        ranked = looked - certificate.looked
        if RANKED_BETWEEN * len(log.draws) < ranked or not self._has_left(decisions):
            self._draw(decisions)

    def _is_check_due(self, looked: int, checks: int) -> bool:
        consent = self.workspace.project.decisions.sample.consent
        wants = consent is not None and consent.checks
        return wants and looked >= _FIRST_CHECK + LOOKS_PER_CHECK * checks

    def _pick_check(self, decisions: "Decisions") -> bool:
        from core.judging.agenda.blind_checks import pick_check

        audit, consent = self.workspace.audit, decisions.sample.consent
        if audit is None or consent is None:
            return False
        number = len(decisions.sample.checks) + 1
        self._check = pick_check(audit, decisions, consent.seed, number)
        return self._check is not None

    def _draw(self, decisions: "Decisions") -> None:
        from core.judging.reviewing.certifying.sampling import next_draw

        audit = self.workspace.audit
        lines, likely = np.empty(0, np.int64), np.empty(0)
        if audit is not None:
            lines, likely = audit.dataset.lines, audit.wrong
        draw = next_draw(decisions, lines, likely)
        if draw is not None:
            self._attempt(lambda: self.workspace.project.record(draw))

    def _has_left(self, decisions: "Decisions") -> bool:
        """Whether the queue still has rows to look at."""
        audit = self.workspace.audit
        if audit is None:
            return False
        lines = audit.dataset.lines[audit.ranked[: audit.count]]
        return not bool(decisions.stands.is_decided(lines).all())

    def _other_data(self) -> None:
        self._check = None
        self._go_on()

    def _tell(self) -> None:
        self._made = None
        self.changed.emit()
