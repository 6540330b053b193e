"""Support vectors and slacks of a support vector machine (Cortes & Vapnik 1995).

A machine asks of every row y f(x) >= 1, y being 1 for its class and -1 for the rest. What a row
lacks is its slack ξ = max(0, 1 - y f(x)): 0 beyond the margin, up to 1 within it, above 1 on the
wrong side. The rows that the machine rests on are its support vectors: those with a slack, and
those that lie on the margin; without any other row it would be the same.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.base.arrays import Floats, Mask
from core.base.lacking import Lacking
from core.learning.run import Run


@dataclass(frozen=True, eq=False)
class Support:
    """What the machines of one member rest on."""

    classes: tuple[str, ...]
    """The class that each machine tells from the rest."""
    scores: Floats
    """f of the training rows, a column a machine."""
    slacks: Floats
    is_support: Mask
    table: pd.DataFrame
    """The support vectors, those of the largest slack first: line, label, machine, score, slack."""

    def __len__(self) -> int:
        return int(self.is_support.any(axis=1).sum())


def support_vectors(run: Run, member: int = 1) -> Support | Lacking:
    """The support vectors of a member, counted from 1, if it is such a machine.

    >>> import core
    >>> data = core.example("ten points", validation_share=0)
    >>> svm = core.SupportVectors(kernel="linear")
    >>> run = core.fit(data, core.SingleLearner(learner=svm))
    >>> found = support_vectors(run)
    >>> len(found), bool((found.slacks[~found.is_support] == 0).all())
    (10, True)
    """
    members = run.members or run.model.predictor.voters()
    if isinstance(members, Lacking):
        return members
    problem, history = run.history.problem, run.history
    inputs = problem.inputs.take(np.arange(problem.training))
    given = problem.labels[: problem.training]
    known = 1 <= member <= len(members)
    found = members[member - 1].slacks(inputs, given) if known else Lacking("There is none.")
    if isinstance(found, Lacking):
        return Lacking(f"Member {member} of this run is no support vector machine.")
    names = tuple(run.dataset.classes[place] for place in found.classes)
    places, columns = np.nonzero(found.is_support)
    table = pd.DataFrame(
        {
            "line": run.dataset.lines[history.order[places]],
            "label": np.array(run.dataset.classes, object)[given[places]],
            "machine": np.array(names, object)[columns],
            "score": found.scores[places, columns],
            "slack": found.slacks[places, columns],
        }
    ).sort_values("slack", ascending=False, kind="stable", ignore_index=True)
    return Support(names, found.scores, found.slacks, found.is_support, table)
