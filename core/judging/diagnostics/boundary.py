"""Decision boundaries: what an ensemble says everywhere on a plane, and how sure it is of it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.judging.diagnostics.planes import Plane
from core.learning.model import Model
from core.learning.predictors.winners import winners

_MOST_PIECES = 4096
"""A smooth surface has as many values as there are cells, and no borders."""


@dataclass(frozen=True, eq=False)
class Surface:
    """A plane as an ensemble of some rounds sees it, cell by cell, row 0 at the bottom."""

    plane: Plane
    round: int
    decided: npt.NDArray[Any]
    """The number of the class, or the number, that is predicted."""
    lead: Floats | None
    """By how much the votes, or shares, of that class exceed the next one's; None for numbers."""
    pieces: Integers | None
    """Cells of which the round's own learner says the same have the same number; None if there is
    no such learner, or if what it says changes from cell to cell."""
    probability: Floats | None = None
    """That of the decided class; None for numbers."""


def surface(model: Model, plane: Plane, t: int) -> Surface:
    """What the first t rounds, at least one, say on a plane; all rounds if there are fewer.

    The lead is a margin, (votes for the class - votes for the next one) / all votes, where the
    rounds vote for classes, and the same of the shares elsewhere.

    >>> import core
    >>> from core.judging.diagnostics.density import Box
    >>> from core.judging.diagnostics.positions import Positions
    >>> data = core.example("ten points", validation_share=0)
    >>> model = core.fit(data, core.AdaBoost(rounds=3)).model
    >>> x, y = (Positions.of(column) for column in data.features)
    >>> found = surface(model, Plane.of(data, x, y, Box(0, 0, 10, 10), (4, 4)), 3)
    >>> ["".join(data.classes[k] for k in row) for row in found.decided[::-1]]
    ['+++-', '----', '+++-', '+++-']
    """
    if t < 1:
        raise ValueError("Before the first round nobody has decided anything.")
    t = min(t, max(1, model.predictor.rounds))
    predictor = model.first(t).predictor
    inputs = plane.inputs(model.encoder)
    scores, outputs = predictor.judged(inputs)
    lead = probability = None
    if model.classes:
        decided: npt.NDArray[Any] = (
            model.rule.decided(outputs) if model.rule else winners(scores, model.commonest)
        )
        total = predictor.total_votes
        lead = _lead(outputs) if total is None else _lead(scores) / total
        lead = lead.reshape(plane.shape)
        probability = outputs[np.arange(len(decided)), decided].reshape(plane.shape)
    else:
        decided = outputs[:, 0]
    said = model.predictor.said_in(t, inputs, model.commonest)
    pieces = None if said is None else _numbered(said)
    return Surface(
        plane,
        t,
        decided.reshape(plane.shape),
        lead,
        None if pieces is None else pieces.reshape(plane.shape),
        probability,
    )


def borders(pieces: npt.NDArray[Any], box_x: Floats, box_y: Floats) -> tuple[Floats, Floats]:
    """The lines between cells that differ, two points each: x and y of the points.

    `box_x` and `box_y` are the edges of the columns and of the rows of cells.

    >>> x, y = borders(np.array([[0, 1]]), np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0]))
    >>> x.tolist(), y.tolist()
    ([1.0, 1.0], [0.0, 1.0])
    """
    column, low, high = _runs((pieces[:, :-1] != pieces[:, 1:]).T)
    upright_x = np.repeat(box_x[column + 1], 2)
    upright_y = np.column_stack([box_y[low], box_y[high]]).ravel()
    row, low, high = _runs(pieces[:-1] != pieces[1:])
    level_x = np.column_stack([box_x[low], box_x[high]]).ravel()
    level_y = np.repeat(box_y[row + 1], 2)
    return np.concatenate([upright_x, level_x]), np.concatenate([upright_y, level_y])


def _runs(differs: Mask) -> tuple[Integers, Integers, Integers]:
    """The line, the start and the end of every unbroken stretch of True."""
    padded = np.pad(differs, ((0, 0), (1, 1))).astype(np.int8)
    steps = np.diff(padded, axis=1)
    line, start = np.nonzero(steps == 1)
    _, end = np.nonzero(steps == -1)
    return line, start, end


def _lead(values: Floats) -> Floats:
    if values.shape[1] < 2:
        return np.ones(len(values))
    highest = np.partition(values, -2, axis=1)[:, -2:]
    return np.asarray(highest[:, 1] - highest[:, 0])


def _numbered(values: Floats | Integers) -> Integers | None:
    """Equal rows get equal numbers; None if there are too many different ones to be pieces."""
    numbers, count = np.zeros(len(values), np.int64), 1
    for column in values.T:  # by columns: whole rows are slow to sort
        found, places = np.unique(column, return_inverse=True)
        pairs, numbers = np.unique(numbers * len(found) + places, return_inverse=True)
        count = len(pairs)
    return None if count > _MOST_PIECES else numbers
