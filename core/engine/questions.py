"""A weak learner's question in words."""

import numpy as np

from core.base.arrays import Mask, Signs
from core.engine.binning import FeatureEncoder
from core.engine.codes import MISSING, OTHER


def question(feature: FeatureEncoder, sides: Signs, there: Mask | None = None) -> str:
    """What a stump asks, for the side of its first code or of its named categories.

    With `there`, only these codes of a category are spoken of: the others have no side.

    >>> sides = np.where(np.arange(256) <= 1, 1, -1)
    >>> question(FeatureEncoder("age", False, np.array([20.5, 30.5])), sides)
    'age ≤ 30.5'
    """
    if feature.is_category:
        known = [
            (name, sides[code])
            for code, name in enumerate(feature.categories)
            if there is None or there[code]
        ]
        chosen = [name for name, side in known if side > 0]
        others = [name for name, side in known if side <= 0]
        word, names = ("is", chosen) if len(chosen) <= len(others) else ("is not", others)
        if not names:
            # All names are on one side, so the question is about the codes on the other one.
            side = -1 if chosen else 1
            rest = {"missing": MISSING, "a rarer category": OTHER}
            words = [
                word
                for word, code in rest.items()
                if sides[code] == side and (there is None or there[code])
            ]
            return f"{feature.name} is {' or '.join(words)}"
        shown = ", ".join(names[:4]) + (f" or {len(names) - 4} more" if len(names) > 4 else "")
        return f"{feature.name} {word} {shown}"
    changes = np.flatnonzero(sides[1:MISSING] != sides[0])
    cut = int(changes[0]) if len(changes) else len(feature.edges)
    if cut >= len(feature.edges):
        return f"{feature.name} is missing"
    return f"{feature.name} ≤ {feature.edges[cut]:.6g}"
