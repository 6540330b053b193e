"""Which suspicions a person confirms: the log odds that a label is wrong, after some decisions.

logit P(wrong) = o + c + sum over traits of b[the row's code], o being the judges' log odds. The
b are normal around 0 with a spread of their own trait (ridge: Hoerl & Kennard 1970), so that what
was seen once moves little. People err, too: with e the share of slips, a row is called wrong with
the probability e + (1 - 2 e) P(wrong) (learning from fallible labels: Raykar et al. 2010). The most
likely c and b are found by turns (EM: Dempster, Laird & Rubin 1977): how likely each looked-at row
is wrong after all, and a Newton step towards it.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.judging.agenda.traits import NONE, Traits

SLIPS = 0.1
"""The share of decisions that are expected to be slips."""
_LEVEL_SPREAD = 3.0
"""The standard deviation of c: judges may be too sure, or too unsure, of everything."""
_LONGEST_STEP, _MOST_STEPS, _NEAR_ENOUGH = 2.0, 60, 1e-7


@dataclass(frozen=True, eq=False)
class Confirmed:
    """What was learned: how much rows of each code are likelier wrong than the judges say."""

    level: float
    """c: it moves all rows alike."""
    shifts: tuple[Floats, ...]
    """b, for each trait by code; 0 for codes that nobody has looked at."""

    def odds(self, traits: Traits) -> Floats:
        """The log odds that each row is wrong."""
        found = traits.odds + self.level
        for trait, shift in zip(traits.all, self.shifts, strict=True):
            found += np.append(shift, 0.0)[trait.codes]  # NONE is the last
        return found


def confirmed(
    traits: Traits, rows: Integers, wrong: Mask, before: Confirmed | None = None
) -> Confirmed:
    """Learn from rows that were looked at, and of which it was told whether they are wrong.

    `before` is where to begin; the same is found from anywhere near.

    >>> from core.judging.agenda.traits import Trait
    >>> codes = np.repeat([0, 1], 10)
    >>> traits = Traits(np.zeros(20), (Trait(codes, str, 1.0),))
    >>> found = confirmed(traits, np.arange(20), codes == 0)
    >>> found.shifts[0].round(1).tolist()
    [1.5, -1.5]
    """
    fit = _Fit(traits, rows, wrong)
    found = np.zeros(fit.size) if before is None else fit.flat(before)
    for _ in range(_MOST_STEPS):
        step = np.clip(fit.step(found), -_LONGEST_STEP, _LONGEST_STEP)
        found = found + step
        if np.abs(step).max() < _NEAR_ENOUGH:
            break
    return fit.named(found)


class _Fit:
    """The equations of one fit, about the codes that were seen.

    Those of the first trait, which has the most codes, are eliminated from each step: as a row has
    one of them, their own part of the equations is diagonal.
    """

    def __init__(self, traits: Traits, rows: Integers, wrong: Mask) -> None:
        self._lengths = [int(trait.codes.max(initial=NONE)) + 1 for trait in traits.all]
        self._offset, self._wrong = traits.odds[rows], wrong
        every = np.zeros(len(rows), np.int64)
        self._places, self._has = [every], [np.ones(len(rows))]
        self._seen: list[Integers] = []
        precisions = [np.full(1, _LEVEL_SPREAD**-2)]
        size = 1
        for trait in (*traits.all[1:], *traits.all[:1]):  # the first one comes last
            codes = trait.codes[rows]
            seen, places = np.unique(codes, return_inverse=True)
            has = codes != NONE
            if len(seen) and seen[0] == NONE:
                seen, places = seen[1:], np.maximum(places - 1, 0)
            self._seen.append(seen)
            self._places.append(np.where(has, size + places, 0))
            self._has.append(has.astype(np.float64))
            precisions.append(np.full(len(seen), trait.spread**-2))
            size += len(seen)
        self._precision = np.concatenate(precisions)
        self.size, self._first = size, size - len(self._seen[-1])

    def flat(self, known: Confirmed) -> Floats:
        """What was learned before, of the codes that are seen now."""
        shifts = (*known.shifts[1:], *known.shifts[:1])
        parts = [shift[seen] for shift, seen in zip(shifts, self._seen, strict=True)]
        return np.concatenate([[known.level], *parts])

    def named(self, found: Floats) -> Confirmed:
        """The same by trait and code."""
        ends = np.cumsum([1, *(len(seen) for seen in self._seen)])
        lengths = (*self._lengths[1:], *self._lengths[:1])
        shifts = [np.zeros(length) for length in lengths]
        for shift, seen, first, last in zip(shifts, self._seen, ends[:-1], ends[1:], strict=True):
            shift[seen] = found[first:last]
        return Confirmed(float(found[0]), (shifts[-1], *shifts[:-1]))

    def step(self, found: Floats) -> Floats:
        """Newton's step from here."""
        odds = self._offset + sum(
            found[places] * has for places, has in zip(self._places, self._has, strict=True)
        )
        share = 1 / (1 + np.exp(-odds))
        said = np.where(self._wrong, 1 - SLIPS, SLIPS)
        likely = share * said / (share * said + (1 - share) * (1 - said))
        slope = self._added(likely - share) - self._precision * found
        return self._solved(share * (1 - share), slope)

    def _added(self, values: Floats) -> Floats:
        """The sum of some values of the rows, by code."""
        return np.asarray(
            sum(
                np.bincount(places, values * has, self.size)
                for places, has in zip(self._places, self._has, strict=True)
            )
        )

    def _solved(self, weights: Floats, slope: Floats) -> Floats:
        few, places, has = self._first, self._places, self._has
        own = self._added(weights)[few:] + self._precision[few:]
        table = np.zeros((few, self.size))
        for one, is_one in zip(places[:-1], has[:-1], strict=True):
            for other, is_other in zip(places, has, strict=True):
                both = np.bincount(
                    one * self.size + other, weights * is_one * is_other, few * self.size
                )
                table += both.reshape(table.shape)
        inner = table[:, :few] + np.diag(self._precision[:few])
        between = table[:, few:]
        reduced = inner - (between / own) @ between.T
        first = np.linalg.solve(reduced, slope[:few] - between @ (slope[few:] / own))
        return np.concatenate([first, (slope[few:] - between.T @ first) / own])
