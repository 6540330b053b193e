"""The ranking that a review goes through: an audit's, or the first one of a run. No Qt here."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core import Dataset
from core.base.arrays import Floats, Integers
from core.base.ascending import place_among, places_among
from core.base.numerals import plain_number
from core.base.wording import by_whom, fixed, grouped, readable
from core.judging.auditing.first_ranking import RunAudit
from core.judging.auditing.reasons import Reasons, RowEvidence
from core.judging.auditing.result import Audit
from core.judging.auditing.twins import Twins
from core.judging.auditing.verdict import KINDS, SuspicionKind
from core.judging.cells.result import CellAudit, CellDoubt
from core.judging.diagnosing.labels import AuditedLabels
from core.judging.diagnostics.weight_paths import WeightSample
from core.learning.histories.quantities import Quantity
from core.learning.run import Run
from core.learning.snapshot import first_measure

_MOST_DECIMALS, _NEARLY_ALL = 6, 0.95
_LONGEST_READABLE = 1e9
"""Larger numbers are read in words, which nobody can set."""


@dataclass(frozen=True, eq=False)
class Ranking:
    """Rows in the order in which they are looked at: flagged ones first. Frozen."""

    dataset: Dataset
    order: Integers
    """All rows, flagged ones first, each part most suspicious first."""
    count: int
    """How many of them are flagged."""
    suggested: npt.NDArray[Any]
    """The class (its number), or the number, that each row is suggested."""
    reasons: Callable[[int], Reasons]
    """Why a row is suspected; takes a while."""
    run: Run | None
    """The run whose weights tell since when a row is hard."""
    audit: Audit | None = None
    """None for the first ranking of a run alone."""
    labels: AuditedLabels | None = None
    """What the audit says of the labels."""
    mistakes: Mapping[int, str] = field(default_factory=dict, repr=False)
    """By row, what may have happened to a number that does not fit its row; empty if nobody knows.
    Such a row is suggested what would fit, as a search for wrong values says."""
    judged: npt.NDArray[Any] | None = field(default=None, repr=False)
    """What the judges say of each row, where that is not what is suggested."""
    is_firming: bool = False
    """Whether the order is that of the judges whom an audit under way has heard so far."""

    @classmethod
    def of_audit(cls, audit: Audit, before: "Ranking | None" = None) -> "Ranking":
        """That of an audit; what is known of the same rows from before is taken over."""
        reasons: Callable[[int], Reasons] = audit.reasons
        if before is not None and before.audit and before.audit.suspicion is audit.suspicion:
            reasons = before.reasons  # only the number of flagged rows is another
        return cls(
            audit.dataset,
            audit.ranked,
            audit.count,
            audit.suggested,
            reasons,
            audit.run,
            audit,
            AuditedLabels.of(audit),
        )

    @classmethod
    def of_run(cls, run: Run) -> "Ranking":
        """The first one, of a run alone."""
        end = RunAudit(run)
        data, is_flagged = run.dataset, end.flagged[end.ranked]
        order = np.concatenate([end.ranked[is_flagged], end.ranked[~is_flagged]])
        reasons = _FirstReasons(run, end.suggested)
        return cls(data, order, int(is_flagged.sum()), end.suggested, reasons, run)

    def firmed_up(self, suspicion: Floats) -> "Ranking":
        """The same rows in the order that an audit under way knows so far."""
        order = np.argsort(-suspicion, kind="stable")
        return replace(self, order=order, audit=None, labels=None, is_firming=True)

    def knowing(self, cells: CellAudit | None) -> "Ranking":
        """With what a search for wrong values says of the numbers to predict, if it is of these."""
        judged = self.suggested if self.judged is None else self.judged
        known: dict[int, CellDoubt] = {}
        if cells is not None and cells.dataset is self.dataset and not self.dataset.classes:
            target = self.dataset.target
            for doubt in cells.doubts:
                row = self.row_of(doubt.line) if doubt.column == target and doubt.fitting else None
                if row is not None:
                    known.setdefault(row, doubt)
        if not known and self.judged is None:
            return self
        suggested = judged.copy()
        for row, doubt in known.items():
            suggested[row] = float(doubt.fitting)
        mistakes = {row: doubt.hypothesis for row, doubt in known.items()}
        return replace(self, suggested=suggested, mistakes=mistakes, judged=judged)

    @property
    def suggests(self) -> str:
        """The word for what is suggested, with who suggests it where they learned the row."""
        is_unseen = self.audit is not None or self.run is None or self.run.history.judges_unseen
        return by_whom("suggested", is_unseen)

    @property
    def measure(self) -> str:
        """What rows are ranked by: suspicion is what an audit says, a run has a word of its own."""
        if self.audit is not None or self.run is None:
            return "suspicion"
        return first_measure(self.run.history)

    @functools.cached_property
    def lines(self) -> Integers:
        """The lines of the rows, in the order in which they are looked at."""
        return self.dataset.lines[self.order]

    @functools.cached_property
    def places(self) -> Integers:
        """The place of each row in that order."""
        places = np.empty(len(self.order), np.int64)
        places[self.order] = np.arange(len(self.order))
        return places

    @functools.cached_property
    def false_share(self) -> float:
        """The share of flagged rows that is expected to be right; NaN where nobody can tell."""
        return self.audit.false_discovery(self.count) if self.audit else float("nan")

    @functools.cached_property
    def outliers(self) -> int:
        """How many rows are flagged because they lie far from all others, not for their label."""
        if self.audit is None:
            return 0
        kinds = self.audit.kinds[self.audit.flagged]
        return int(np.count_nonzero(kinds == KINDS.index(SuspicionKind.OUTLIER)))

    @functools.cached_property
    def weights(self) -> WeightSample | None:
        """All rows' weights at some rounds; None where rows have no weights."""
        if self.run is None or not self.run.history.has(Quantity.WEIGHTS):
            return None
        return WeightSample.of(self.run.history, self.run.rounds)

    def row_of(self, line: int) -> int | None:
        """The row of a line; None if it is not among these."""
        return place_among(self.dataset.lines, line)

    def place_of(self, line: int) -> int | None:
        """The place of a line in the order."""
        row = self.row_of(line)
        return None if row is None else int(self.places[row])

    def places_of(self, lines: Integers) -> Integers:
        """The places of those lines that are among these rows, ascending."""
        rows, is_there = places_among(self.dataset.lines, lines)
        return np.sort(self.places[rows[is_there]])

    def flagged_among(self, lines: Integers) -> int:
        """How many of the rows of these lines, which ascend, are flagged: few are, of many."""
        _places, is_there = places_among(lines, self.lines[: self.count])
        return int(np.count_nonzero(is_there))

    def given(self, row: int) -> str:
        """The label of a row, as a person reads it beside what is suggested."""
        if self.dataset.classes:
            return self.dataset.label_text(row)
        value = float(self.dataset.labels[row])
        rounded = self._number(value)
        return rounded if float(self.as_written(rounded)) == value else grouped(value)

    def suggestion(self, row: int) -> str:
        """What a row is suggested, as a person reads it."""
        value = self.suggested[row]
        classes = self.dataset.classes
        return classes[int(value)] if classes else self._number(float(value))

    def judgement(self, row: int) -> str:
        """What the judges say of a number, which a known mistake may explain better."""
        value = (self.suggested if self.judged is None else self.judged)[row]
        return self._number(float(value))

    def other_label(self, row: int) -> str | None:
        """The label that a row would be given if it is relabelled; None if it is not clear."""
        classes, given, suggested = self.dataset.classes, self.given(row), self.suggestion(row)
        if suggested != given:
            return suggested
        return next(name for name in classes if name != given) if len(classes) == 2 else None

    def differing(self, lines: Integers | Sequence[int]) -> Integers:
        """Those lines that are suggested something else than they have."""
        wanted = np.asarray(lines, np.int64)
        rows, is_there = places_among(self.dataset.lines, wanted)
        is_other = is_there & (self.suggested[rows] != self.dataset.labels[rows])
        return np.asarray(wanted[is_other])

    def relabelling(self, lines: Integers | Sequence[int]) -> dict[int, str]:
        """The suggestions for lines, as far as they differ from the labels."""
        differing = self.differing(lines)
        rows = self.dataset.rows_of(differing)
        return {
            int(line): self.as_written(self.suggestion(int(row)))
            for line, row in zip(differing, rows, strict=True)
        }

    def as_written(self, label: str) -> str:
        """A label that is read here as a file would have it: numbers without separators."""
        return label if self.dataset.classes else plain_number(label)

    def _number(self, value: float) -> str:
        """A number with the decimals that those of the file have; one that can be read again."""
        if self._decimals is None and abs(value) < _LONGEST_READABLE:
            return readable(value, 6)
        return fixed(value, self._decimals or 0)

    @functools.cached_property
    def _decimals(self) -> int | None:
        """How many decimals nearly all numbers to predict have; None if they have very many."""
        labels = self.dataset.labels.astype(np.float64)
        for decimals in range(_MOST_DECIMALS + 1):
            if (np.round(labels, decimals) == labels).mean() >= _NEARLY_ALL:
                return decimals
        return None


class _FirstReasons:
    """Reasons without judges: what the run, the neighbours and the values say."""

    def __init__(self, run: Run, suggested: npt.NDArray[Any]) -> None:
        self._run, self._suggested = run, suggested

    def __call__(self, row: int) -> Reasons:
        return self._evidence.reasons(row)

    @functools.cached_property
    def _evidence(self) -> RowEvidence:
        data = self._run.dataset
        rows, twins = len(data), Twins.of(data)
        kinds = np.where(
            twins.come_first, KINDS.index(SuspicionKind.TWIN), KINDS.index(SuspicionKind.LABEL)
        )
        unknown = np.full(rows, 0.0 if data.classes else np.nan)
        return RowEvidence(
            data, kinds, self._suggested, unknown, np.zeros(rows), (), twins, self._run
        )
