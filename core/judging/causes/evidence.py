"""What speaks for an error in each row, and how much of it chance would bring about.

How likely each row is wrong is known: softly from the judges, and for sure, 0 or 1, where a person
looked. Rows of a stratum are alike to the judges: without a cause, which of them look wrong is
chance. So what a row tells for a cause is told by how much likelier it is wrong than usual there.
"""

import functools
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask

ON_TOP = (0.1, 0.25, 0.5)
"""So many rows of a rule may be wrong on top of what chance explains."""
_RIGHT = 0.5
"""Rows that are less likely wrong than this share of what is usual among their like are right."""
_STEPS = 50


@dataclass(frozen=True, eq=False)
class WrongRows:
    """How likely rows are wrong, and which of them are alike: a stratum for each.

    >>> four = WrongRows(np.array([1.0, 0.0, 0.0, 0.0]), np.zeros(4, np.int64))
    >>> four.expected.tolist()
    [0.25, 0.25, 0.25, 0.25]
    """

    wrong: Floats
    strata: Integers

    @functools.cached_property
    def expected(self) -> Floats:
        """How likely each row is wrong by chance: as likely as all of its stratum together."""
        sums, sizes = np.bincount(self.strata, self.wrong), np.bincount(self.strata)
        # One row as it is usual in the table: nothing is impossible because few rows show none.
        usual = float(self.wrong.mean()) if len(self.wrong) else 0.0
        return np.asarray(((sums + usual) / (sizes + 1))[self.strata])

    @functools.cached_property
    def ratios(self) -> Floats:
        """How many times likelier each row is wrong than by chance.

        If labels are wrong at a rate e that is the same for all rows that look alike, then by Bayes
        P(wrong | label) = e P(label | wrong) / P(label): the ratio to e is the likelihood ratio of
        the label, of being an error against being whatever it usually is.
        """
        return np.asarray(self.wrong / np.maximum(self.expected, 1e-12))

    @functools.cached_property
    def telling(self) -> Mask:
        """Rows that may be wrong. All others are right, and tell the same of it."""
        return np.asarray(self.ratios >= _RIGHT)

    @functools.cached_property
    def scores(self) -> Floats:
        """What each row (a column) tells for more errors, for several shares d of them (a row).

        The log of the likelihood ratio ln(1 - d + d r) of "d of these rows are wrong on top" and
        "what is wrong here is chance" (Neyman & Pearson 1933), with r the ratio of the row. A row
        at the border of two classes tells little, one where all others are right a lot. Where it is
        known who is wrong, r is 1/e or 0: that is Bernoulli's ratio of the shares.
        """
        more, right = np.array(ON_TOP)[:, None], ~self.telling
        found = np.log(1 - more + more * self.ratios)
        if right.any():
            found[:, right] = found[:, right].mean(axis=1, keepdims=True)
        return np.asarray(found)

    @functools.cached_property
    def _by_stratum(self) -> Integers:
        return np.argsort(self.strata, kind="stable")

    def dealt(self, random: np.random.Generator) -> Integers:
        """For each row another of its stratum, all of them dealt out anew: as chance would."""
        order = self._by_stratum
        found = np.empty_like(order)
        found[order] = order[np.argsort(self.strata[order] + random.random(len(order)))]
        return found

    def share_wrong(self, rows: Integers) -> float:
        """How many of some rows are wrong: the likeliest share, whatever is usual elsewhere.

        By expectation and maximisation of Σ ln(1 - d + d r) over the share d that comes on top
        (Dempster, Laird & Rubin 1977).

        >>> rows = np.arange(4)
        >>> known = WrongRows(np.array([1.0, 1.0, 0.0, 0.0, 0, 0, 0, 0]), np.zeros(8, np.int64))
        >>> round(known.share_wrong(rows), 2)
        0.5
        """
        ratios, more = self.ratios[rows], 0.25
        for _ in range(_STEPS):
            more = float((more * ratios / (1 - more + more * ratios)).mean())
        return more + (1 - more) * float(self.expected[rows].mean())

    def share_left(self, rows: Integers) -> float:
        """How many of the rows beside a cause are wrong: the likeliest share, whatever is usual.

        What is said of each row went by one rate of errors e for all of its like. Where that is s
        times as high, its odds are s (1 - e) / (1 - s e) times as high by Bayes; the likeliest s is
        found by expectation and maximisation (Dempster, Laird & Rubin 1977). Half a row is added to
        either side: that none is wrong is never sure.

        >>> known = WrongRows(np.array([1.0, 1.0, 0.0, 0.0, 1, 0, 0, 0]), np.zeros(8, np.int64))
        >>> round(known.share_left(np.arange(4, 8)), 2)
        0.3
        """
        expected, scale = np.clip(self.expected[rows], 1e-9, 0.999), 1.0
        wrong = np.clip(self.wrong[rows], 0.0, 1 - 1e-9)
        odds = wrong / (1 - wrong) * (1 - expected) / expected
        for _ in range(_STEPS):
            here = np.minimum(scale * expected, 0.999)
            again = odds * here / (1 - here)
            scale = float((again / (1 + again)).mean() / expected.mean())
        return float((scale * expected.sum() + 0.5) / (len(rows) + 1))
