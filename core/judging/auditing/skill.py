"""Whether the judges can tell a wrong label at all.

A wrong label can only be told where the label can be predicted: where judges that never saw a row
are no better than guessing, a label that contradicts them is no news.
"""

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.intervals import standard_error
from core.data.splits.grouping import parted

_LEAST_SKILL = 0.02
"""Judges who know less than this share of what there is to know cannot tell a wrong label."""
_LEAST_SHARE = 0.02
"""Smaller shares count as this one: some labels are wrong, however sure the judges are."""
_Z95 = 1.959963984540054


def can_tell_classes(own: Floats, labels: Integers, groups: Integers | None = None) -> bool:
    """Whether the shares that judges give to the rows' own labels say more than guessing does.

    A row's gain is the log of that share over how frequent its label is among all rows. The log is
    a proper score (Good 1952): whoever knows nothing cannot gain by being sure of the commonest
    class, and rare classes, which a prediction may never name, have their say.

    >>> labels = np.tile([0, 1], 50)
    >>> can_tell_classes(np.full(100, 0.5), labels), can_tell_classes(np.full(100, 0.6), labels)
    (False, True)
    """
    usual = (np.bincount(labels) / len(labels))[labels]
    gains = np.log(np.maximum(own, _LEAST_SHARE)) - np.log(np.maximum(usual, _LEAST_SHARE))
    return _is_skilled(gains, float(-np.log(usual).mean()), groups)


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
