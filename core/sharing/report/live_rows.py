"""The rows of the report's live part: a line of the table each, and of some everything known."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from core.base.arrays import Integers
from core.base.ascending import places_among
from core.base.wording import readable, shortened, time_text
from core.judging.auditing.result import Audit
from core.judging.cells.result import CellAudit
from core.judging.reviewing.decision import Decision
from core.learning.run import Run
from core.sharing.report.carried import Carried
from core.sharing.report.rows_part import given_label, suspect

MOST_TOLD = 100
"""Of so many of the most suspicious rows, and of as many decided ones, the reasons are told."""


class LiveRows:
    """What is told of each carried row, in the order of the ranking."""

    def __init__(
        self,
        run: Run,
        audit: Audit | None,
        carried: Carried,
        decisions: Sequence[Decision],
        notes: Mapping[int, str],
        cells: CellAudit | None = None,
    ) -> None:
        self._run, self._audit, self._carried = run, audit, carried
        self._notes, self._cells = notes, cells
        self._decided: dict[int, list[Decision]] = {}
        for each in decisions:
            self._decided.setdefault(each.line, []).append(each)
        self._in_run = _places(run.dataset.lines, carried.lines)
        self._in_audit = _places(audit.dataset.lines, carried.lines) if audit else self._in_run

    @property
    def in_run(self) -> Integers:
        """The rows of the run's data that are carried."""
        return self._in_run[self._in_run >= 0]

    def columns(self) -> dict[str, list[Any]]:
        """The table, a column a list."""
        lines, run, audit = self._carried.lines.tolist(), self._run, self._audit
        at = np.where(self._in_run >= 0, np.cumsum(self._in_run >= 0) - 1, -1)
        source = audit.dataset if audit else run.dataset
        suspicion = audit.suspicion if audit else run.history.suspicion()
        suggested = audit.suggested if audit else run.history.suggested(run.rounds)
        given, would_be, doubts = [], [], []
        for line, row in zip(lines, self._in_audit.tolist(), strict=True):
            given.append(shortened(self._given(line)))
            would_be.append(
                "" if row < 0 else shortened(_label(source.classes, float(suggested[row])))
            )
            doubts.append(None if row < 0 else float(f"{suspicion[row]:.3g}"))
        return {
            "line": lines,
            "place": self._carried.places.tolist(),
            "given": given,
            "suggested": would_be,
            "suspicion": doubts,
            "wrong": self._wrong(),
            "validation": self._is_validation(),
            "at": at.tolist(),
            "decision": [self._outcome(line) for line in lines],
        }

    def told(self) -> dict[str, Any]:
        """Of some rows, by line: values, reasons, what was decided and noted."""
        audit, found = self._audit, {}
        room = {True: MOST_TOLD, False: MOST_TOLD}
        for line, row in zip(self._carried.lines.tolist(), self._in_audit.tolist(), strict=True):
            known: dict[str, Any] = {}
            is_decided = line in self._decided
            if audit is not None and row >= 0 and room[is_decided]:
                room[is_decided] -= 1
                one = suspect(audit, row)
                about_cells = self._cells.sentences(line) if self._cells else ()
                known |= {
                    "verdict": one.verdict,
                    "values": one.values,
                    "more": one.more,
                    "reasons": (*one.reasons, *about_cells),
                }
            if is_decided:
                known["decisions"] = [_decision(each) for each in self._decided[line]]
            note = self._notes.get(line)
            if note and all(note != each.note for each in self._decided.get(line, ())):
                known["note"] = shortened(note, 500)
            if known:
                found[str(line)] = known
        return found

    def _given(self, line: int) -> str:
        return given_label(self._run.dataset, line)

    def _wrong(self) -> list[float | None]:
        """How likely each label is wrong; None where nobody can tell."""
        audit = self._audit
        if audit is None or not audit.can_tell:
            return [None] * len(self._in_audit)
        return [
            None if row < 0 else round(float(audit.wrong[row]), 3)
            for row in self._in_audit.tolist()
        ]

    def _is_validation(self) -> list[int]:
        held_back = self._run.dataset.validation
        return [int(row >= 0 and bool(held_back[row])) for row in self._in_run.tolist()]

    def _outcome(self, line: int) -> str:
        return "; ".join(shortened(each.outcome, 80) for each in self._decided.get(line, ()))


def _decision(decision: Decision) -> list[str]:
    """What was done, why, what was noted, and when."""
    reason, note = shortened(decision.reason, 500), shortened(decision.note, 500)
    return [shortened(decision.outcome, 200), reason, note, time_text(decision.when)]


def _label(classes: tuple[str, ...], value: float) -> str:
    return classes[int(value)] if classes else readable(value)


def _places(lines: Integers, wanted: Integers) -> Integers:
    """Where lines stand among others, which ascend; -1 for those that are not there."""
    found, is_there = places_among(lines, wanted)
    return np.where(is_there, found, -1)
