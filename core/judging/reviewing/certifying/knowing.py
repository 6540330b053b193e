"""What is known of the rows of a sample by what was decided about them.

A row is looked at if it was decided about alone. Rows that were decided about together were not
looked at: their label is what it was given, and nobody knows whether it is right.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.ascending import places_among
from core.data.changes import NO_VALUES, Changes, NewValues
from core.judging.reviewing.certifying.betting import Game
from core.judging.reviewing.certifying.log import SampleLog
from core.judging.reviewing.certifying.records import Consent, Draw
from core.judging.reviewing.decisions import Decisions


@dataclass(frozen=True, eq=False)
class Knowing:
    """By place among the rows of a sample: what stands now."""

    looked: Mask
    """Whether it was decided about alone."""
    excluded: Mask
    changed: Mask
    """Whether its label is another than at the start."""
    drawn: Mask
    pending: Mask
    """Whether it was drawn, and the person is yet to see it, or to decide."""

    @classmethod
    def of(cls, log: SampleLog, decisions: Decisions) -> "Knowing":
        """What stands now about the rows of a sample."""
        consent = log.consent
        assert consent is not None
        many, changes, target = len(consent.lines), decisions.changes(), decisions.base.target
        lines = np.array([draw.line for draw in log.draws], np.int64)
        drawn, pending, excluded = (np.zeros(many, bool) for _ in range(3))
        drawn[consent.places_of(lines)] = True
        pending[consent.places_of(lines[~decisions.stands.is_decided(lines)])] = True
        excluded[consent.places_of(changes.excluded)] = True
        return cls(
            decisions.stands.decided_alone(log.rows, target),
            excluded,
            _codes(consent, labels_of(changes, target)) != 0,
            drawn,
            pending,
        )

    @property
    def out(self) -> Mask:
        """Whether it can no longer be drawn."""
        return np.asarray(self.looked | self.excluded | self.drawn)

    @property
    def right(self) -> int:
        """How many were wrong and were put right by somebody who looked at them."""
        return int(np.count_nonzero(self.looked & (self.changed | self.excluded)))

    @property
    def waiting(self) -> Mask:
        """Whether it was drawn, and nothing is decided about it: it counts as wrong."""
        return np.asarray(self.drawn & ~self.looked & ~self.excluded)

    @property
    def unseen(self) -> Mask:
        """Whether it was given another label without a look: it counts as wrong too."""
        return np.asarray(self.changed & ~self.looked & ~self.excluded & ~self.drawn)

    @property
    def answered(self) -> "Knowing":
        """What would be known if the rows that wait were looked at, and were right."""
        return replace(self, looked=self.looked | self.waiting)

    @property
    def least(self) -> int:
        """How many count as wrong whatever the sample says."""
        return int(np.count_nonzero(self.waiting | self.unseen))

    @property
    def most(self) -> int:
        """How many could be wrong at most."""
        return int(np.count_nonzero(~self.looked & ~self.excluded))

    def game(self, consent: Consent, draws: Sequence[Draw]) -> Game:
        """The draws so far, with everything that is not known taken at its worst.

        Of each row: e, whether it was wrong at the start, and r, whether it is now. The errors that
        draw s could meet are sum r - sum_{out} r + sum_{in} (e - r): see `Game`.
        """
        is_open = ~self.looked & ~self.excluded
        wrong = self.looked & (self.changed | self.excluded)
        within = wrong.astype(np.float64) - (is_open & self.changed)
        beyond = -is_open.astype(np.float64)
        step = beyond - within
        known = float(within.sum())
        met = wrong | ~self.looked
        stakes, before, seen = (np.empty(len(draws)) for _ in range(3))
        rows = consent.places_of(np.array([draw.line for draw in draws], np.int64))
        for place, (draw, row) in enumerate(zip(draws, rows, strict=True)):
            known += float(step[consent.places_of(draw.left)].sum())
            known -= float(step[consent.places_of(draw.back)].sum())
            stakes[place], before[place] = draw.bet * draw.least, known
            seen[place] = 1 / draw.probability if met[row] else 0.0
            known += float(step[row])
        return Game(stakes, before, seen)


def labels_of(changes: Changes, target: str) -> NewValues:
    """The labels, classes or numbers, that differ from the file's."""
    return changes.labels if len(changes.labels) else changes.cells.get(target, NO_VALUES)


def _codes(consent: Consent, now: NewValues) -> Integers:
    """0 for each row whose label is what it was at the start."""
    names: dict[str, int] = {}
    found = np.zeros(len(consent.lines), np.int64)
    for label, lines in consent.given.items():
        found[np.searchsorted(consent.lines, lines)] -= names.setdefault(label, len(names) + 1)
    own = np.array([names.setdefault(text, len(names) + 1) for text in now.texts], np.int64)
    places = consent.places_of(now.lines)
    is_here = np.zeros(len(now.lines), bool)
    is_here[np.searchsorted(now.lines, consent.lines[places])] = True
    found[places] += own[now.codes[is_here]]
    return found


def likely_of(lines: Integers, known: Integers, likely: Floats) -> Floats:
    """How likely the rows of some lines are wrong, as far as their lines are known."""
    found = np.zeros(len(lines))
    places, is_known = places_among(known, lines)
    found[is_known] = likely[places[is_known]]
    return found
