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
from core.judging.diagnostics.agreement import members_of
from core.learning.predictors.kernel import Bells
from core.learning.predictors.machines import Machine
from core.learning.run import Run

_NOTHING = 1e-9


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


def support_vectors(run: Run, member: int = 1) -> Support:
    """The support vectors of a member, counted from 1; TypeError if it is no such machine.

    >>> import core
    >>> data = core.example("ten points", validation_share=0)
    >>> svm = core.SupportVectors(kernel="linear")
    >>> run = core.fit(data, core.SingleLearner(learner=svm))
    >>> found = support_vectors(run)
    >>> len(found), bool((found.slacks[~found.is_support] == 0).all())
    (10, True)
    """
    members = run.members or members_of(run.model)
    machine = members[member - 1] if 1 <= member <= len(members) else None
    if not isinstance(machine, Machine):
        raise TypeError(f"Member {member} of this run is no support vector machine.")
    problem, history = run.history.problem, run.history
    inputs = problem.inputs.take(np.arange(problem.training))
    scores = machine.scores(inputs, slice(None))
    machines = machine.present[-1:] if scores.shape[1] == 1 else machine.present
    given = problem.labels[: problem.training, None]
    slacks = np.maximum(0.0, 1 - np.where(given == machines, scores, -scores))
    slacks[slacks < _NOTHING] = 0.0
    if isinstance(machine, Bells):
        is_support = _among(machine, machine.layout.matrix(inputs, slice(None)))
    else:
        is_support = slacks > 0  # of the squared hinge: a row on the margin holds nothing
    names = tuple(run.dataset.classes[place] for place in machines)
    places, columns = np.nonzero(is_support)
    table = pd.DataFrame(
        {
            "line": run.dataset.lines[history.order[places]],
            "label": np.array(run.dataset.classes, object)[given[places, 0]],
            "machine": np.array(names, object)[columns],
            "score": scores[places, columns],
            "slack": slacks[places, columns],
        }
    ).sort_values("slack", ascending=False, kind="stable", ignore_index=True)
    return Support(names, scores, slacks, is_support, table)


def _among(machine: Bells, matrix: Floats) -> Mask:
    """Which rows are centres of a machine: a kernel machine keeps what it rests on."""
    held = [
        {centre.tobytes() for centre in machine.centres[own != 0]} for own in machine.coefficients.T
    ]
    rows = [row.tobytes() for row in matrix]
    return np.array([[row in own for own in held] for row in rows], bool).reshape(len(rows), -1)
