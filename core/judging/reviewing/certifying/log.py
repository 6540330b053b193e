"""The log of a sample: what was drawn and checked, in its order. Nothing in it is ever undone."""

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.data.table import Table
from core.judging.reviewing.certifying.records import Check, Consent, Draw, End, Record


class SampleLog:
    """The sample that is drawn of the rows of a table, if a person wants one.

    A record is taken once, in its place: what is told twice, as when a journal is read again, or
    belongs to other data, changes nothing.
    """

    def __init__(self, table: Table) -> None:
        self._known = table.as_read
        self.consent: Consent | None = None
        self.draws: list[Draw] = []
        self.checks: list[Check] = []
        self.is_ended = False
        self.out: Mask = np.zeros(0, bool)
        """By place among the consent's lines: what could not be drawn again after the last draw."""
        self.rows: Integers = np.zeros(0, np.int64)
        """The rows of the table that they are."""

    @property
    def is_on(self) -> bool:
        """Whether rows are drawn and mixed into the review."""
        return self.consent is not None and not self.is_ended

    @property
    def next_sample(self) -> int:
        """The number of the sample that would be started now."""
        return self.consent.number + 1 if self.consent else 1

    @property
    def least(self) -> Floats:
        """The least probability of each draw."""
        return np.array([draw.least for draw in self.draws], np.float64)

    def take(self, record: Record) -> bool:
        """Take the next record; tell whether it was the next one."""
        if isinstance(record, Consent):
            return self._begin(record)
        if self.consent is None or record.sample != self.consent.number or self.is_ended:
            return False
        if isinstance(record, End):
            self.is_ended = True
            return True
        if isinstance(record, Check):
            if record.number != len(self.checks) + 1:
                return False
            self.checks.append(record)
            return True
        return self._draw(record)

    def records(self) -> tuple[Record, ...]:
        """All that there is, so that another log can take it."""
        if self.consent is None:
            return ()
        end = (End(self.consent.number),) if self.is_ended else ()
        return (self.consent, *self.draws, *self.checks, *end)

    def _begin(self, consent: Consent) -> bool:
        # A session holds the last sample alone, whatever its number.
        if self.consent is not None and consent.number <= self.consent.number:
            return False
        if not np.isin(consent.lines, self._known.lines).all():
            return False
        self.consent, self.is_ended = consent, False
        self.draws, self.checks = [], []
        self.out = np.zeros(len(consent.lines), bool)
        self.rows = self._known.rows_of(consent.lines)
        return True

    def _draw(self, draw: Draw) -> bool:
        assert self.consent is not None
        places_of, out = self.consent.places_of, self.out.copy()
        place = places_of(np.array([draw.line]))
        out[places_of(draw.left)] = True
        out[places_of(draw.back)] = False
        if draw.number != len(self.draws) + 1 or not len(place) or out[place[0]]:
            return False
        out[place] = True
        self.out = out
        self.draws.append(draw)
        return True
