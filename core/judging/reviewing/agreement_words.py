"""How far two people agree, in words: the same in the window and on the command line."""

import math

from core.base.wording import count, fixed, grouped
from core.judging.reviewing.agreeing import Agreement, TwoReviewers

_MOST_CLASSES = 12
"""So many classes are told one by one: those with the most rows."""


def agreement_words(found: TwoReviewers, own: str, other: str) -> list[str]:
    """Sentences: on right or wrong, on the label, and by class.

    >>> import numpy as np
    >>> table = Agreement(("right", "wrong"), np.array([[20, 5], [10, 15]]))
    >>> print(*agreement_words(TwoReviewers(table, None, {}), "Ben", "Anna"))
    Right or wrong: Ben and Anna agree on 35 of 50 rows (κ 0.40, 95 % interval 0.14 to 0.63).
    """
    if not found.verdicts.rows and (found.labels is None or not found.labels.rows):
        return [f"{own} and {other} have decided about no row both, so agreement cannot be told."]
    told = []
    if found.verdicts.rows:
        told.append(f"Right or wrong: {own} and {other} agree on {_share(found.verdicts)}.")
    if found.labels is not None:
        told.append(f"The label it ends up with: the same in {_share(found.labels)}.")
    classes = sorted(found.by_class.items(), key=lambda each: -each[1].rows)
    for name, own_class in classes[:_MOST_CLASSES] if len(classes) > 1 else ():
        told.append(f"Given {name}: right or wrong the same in {_share(own_class)}.")
    if len(classes) > _MOST_CLASSES:
        told.append(f"{len(classes) - _MOST_CLASSES} more classes have fewer rows.")
    return told


def _share(found: Agreement) -> str:
    interval = found.interval
    if math.isfinite(found.kappa):
        kappa = (
            f"κ {fixed(found.kappa, 2)}, 95 % interval {fixed(interval.low, 2)} to "
            f"{fixed(interval.high, 2)}"
        )
    else:
        kappa = "κ cannot be told: both say the same of all of them"
    return f"{grouped(found.agreed)} of {count(found.rows, 'row')} ({kappa})"
