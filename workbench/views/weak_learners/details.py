"""What there is to know of one node, or of one machine: computed off the GUI thread."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.base.errors import DataError, NoMeaningError
from core.base.lacking import Lacking
from core.base.wording import count, fixed, grouped
from core.judging.theory.gains import gains_at
from core.judging.theory.support import Support, support_vectors
from core.learning.run import Run

_NOT_FIRST = "What columns tell is told of the first tree of a round. Go to 1 above."


@dataclass(frozen=True, eq=False)
class Detail:
    """A table, and what it says in a sentence."""

    sentence: str
    table: pd.DataFrame


def node_detail(run: Run, number: int, place: int, node: int) -> Detail | Lacking:
    """Entropy, gain and gain ratio of every column at a node of the tree of a round."""
    if place > 0:
        return Lacking(_NOT_FIRST)
    try:
        found = gains_at(run, node, number)
    except (DataError, NoMeaningError, ValueError) as error:
        return Lacking(str(error))
    if isinstance(found, Lacking):
        return found
    before = float(found["entropy"].iloc[0]) if len(found) else 0.0
    best = fixed(float(found["gain"].iloc[0]), 3) if len(found) else "0"
    questions = [
        text.removeprefix(name).strip()
        for name, text in zip(found["column"], found["question"], strict=True)
    ]
    table = pd.DataFrame(
        {
            "column": found["column"],
            "gain": found["gain"],
            "gain ratio": found["ratio"],
            "entropy left": found["left"],
            "asked": ["each value" if text == "?" else text for text in questions],
        }
    )
    return Detail(
        f"Entropy of the labels at this node: {fixed(before, 3)} bits. The best question "
        "about a column "
        f"gains {best} of them.",
        table,
    )


def machine_detail(run: Run, member: int) -> Detail | Lacking:
    """The support vectors and slacks of a member that is a support vector machine."""
    found = support_vectors(run, member)
    return found if isinstance(found, Lacking) else _supported(found)


def _supported(found: Support) -> Detail:
    slacks = found.slacks.max(axis=1)[found.is_support.any(axis=1)]
    wrong = int(np.count_nonzero(slacks > 1))
    within = int(np.count_nonzero((slacks > 0) & (slacks <= 1)))
    on_margin = len(slacks) - wrong - within
    parts = [f"{grouped(wrong)} on the wrong side (ξ > 1)", f"{grouped(within)} within the margin"]
    if on_margin:
        parts.append(f"{grouped(on_margin)} on it")
    table = found.table.rename(columns={"machine": "tells apart", "slack": "slack ξ"})
    if len(found.classes) == 1:
        table = table.drop(columns="tells apart")
    return Detail(
        f"{grouped(len(found))} of {count(len(found.scores), 'training row')} are support vectors: "
        f"{', '.join(parts)}. Without the other rows the machine would be the same.",
        table,
    )
