"""Whether the judges can tell a wrong label at all.

A wrong label can only be told where the label can be predicted: where judges that never saw a row
are no better than guessing, a label that contradicts them is no news.

Of classes this is a question of evidence. Whoever guesses gives label j its frequency f_j. Judges
that know something, though too flat or too sure of it, and of rows whose labels are partly chance
or wrong, would have labels come about as

    P(label = j | x) = λ q_j(x) + (1 - λ) f_j,   q_k(x) ∝ (p_k(x) + s)^β

The Bayes factor is the mean, over values of λ and β, of how many times likelier that makes all
labels. Where nothing can be known it is 1 by expectation, and so exceeds 10, which is called strong
evidence (Jeffreys 1961; Kass & Raftery 1995), in one file of ten at most (Markov's inequality).
"""

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.intervals import standard_error
from core.data.splits.grouping import parted

STRONG = float(np.log(10))
"""The log of the Bayes factor that is asked for."""
_KNOWN = (0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.95)
_SHARPNESS = (0.5, 1.0, 2.0, 4.0)
"""The values of λ and β above."""
_SOFT = 0.01
"""The s above: shares of next to nothing are not told apart."""
_LEAST_KNOWN = 0.01
"""Judges of classes who know a smaller share of what there is to know tell nothing."""
_LEAST_SKILL = 0.02
"""The same of judges of numbers."""
_Z95 = 1.959963984540054


def can_tell_classes(shares: Floats, labels: Integers, groups: Integers | None = None) -> bool:
    """Whether the shares that judges give to the classes say more than guessing does.

    >>> labels = np.tile([0, 1], 50)
    >>> sure = np.where(np.eye(2)[labels] > 0, 0.7, 0.3)
    >>> can_tell_classes(np.full((100, 2), 0.5), labels), can_tell_classes(sure, labels)
    (False, True)
    """
    if not len(labels):
        return False
    usual, every = _gains(shares, labels)
    is_worth_it = float(every.max()) >= _LEAST_KNOWN * float(-np.log(usual).sum())
    return is_worth_it and _factor(every, len(labels), groups) >= STRONG


def evidence(shares: Floats, labels: Integers, groups: Integers | None = None) -> float:
    """The log of the Bayes factor; rows of a group count as one.

    >>> labels = np.tile([0, 1], 50)
    >>> evidence(np.full((100, 2), 0.5), labels)
    0.0
    """
    return _factor(_gains(shares, labels)[1], len(labels), groups)


def _factor(every: Floats, rows: int, groups: Integers | None) -> float:
    units = parted(groups, np.arange(rows))
    independent = 1.0 if units is None else (int(units.max()) + 1) / rows
    highest = float(every.max())
    return float(np.log(np.exp(independent * (every - highest)).mean())) + independent * highest


def _gains(shares: Floats, labels: Integers) -> tuple[Floats, Floats]:
    """How frequent each row's label is, and the log likelihood gained by each λ and β."""
    rows = np.arange(len(labels))
    usual = (np.bincount(labels, minlength=shares.shape[1]) / len(labels))[labels]
    parts = np.array(_KNOWN)[:, None]
    gains = []
    for sharpness in _SHARPNESS:
        raised = (shares + _SOFT) ** sharpness
        own = raised[rows, labels] / raised.sum(axis=1)
        gains.append(np.log1p(parts * (own / usual - 1)).sum(axis=1))
    return usual, np.concatenate(gains)


def can_tell_numbers(said: Floats, given: Floats, groups: Integers | None = None) -> bool:
    """Whether what judges say is nearer to the numbers than the middle of all of them is.

    >>> given = np.arange(100.0)
    >>> can_tell_numbers(np.full(100, 49.5), given), can_tell_numbers(given + 1, given)
    (False, True)
    """
    far = np.abs(given - float(np.median(given)))
    return _is_skilled(far - np.abs(said - given), float(far.mean()), groups)


def _is_skilled(gains: Floats, most: float, groups: Integers | None) -> bool:
    """Whether the mean gain is worth the name, and beyond chance, of rows or groups of them."""
    mean = float(gains.mean())
    spread = standard_error(gains, parted(groups, np.arange(len(gains))))
    return most > 0 and mean >= _LEAST_SKILL * most and mean >= _Z95 * spread
