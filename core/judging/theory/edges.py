"""The edge of weak learners, and what it promises: γ = ½ - ε, how much better than a coin they are.

With AdaBoost's votes Z = 2√(ε(1-ε)) = √(1-4γ²) < exp(-2γ²): the training error after T rounds is
below exp(-2Σγ²) (Freund & Schapire 1997, theorem 6 and what follows from it), and 0 once that is
below 1/N. Its margins grow as well (Schapire, Freund, Bartlett & Lee 1998, theorem 5).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats
from core.base.lacking import Lacking
from core.judging.diagnostics.margins import margin_distribution
from core.judging.diagnostics.run_access import Part, class_history_of, round_of
from core.judging.theory.bounds import (
    margin_bound,
    stump_dimension,
    training_error_bound,
    vc_bound,
    vote_dimension,
)
from core.learning.histories.history import History
from core.learning.run import Run

if TYPE_CHECKING:
    import pandas as pd


def edges(errors: npt.ArrayLike) -> Floats:
    """γ = ½ - ε of weighted errors.

    >>> edges([3 / 10, 3 / 14, 3 / 22]).round(3).tolist()
    [0.2, 0.286, 0.364]
    """
    return np.asarray(0.5 - checked_errors(errors), np.float64)


def edge_bound(errors: npt.ArrayLike) -> Floats:
    """exp(-2 Σγ²) after every round: above ∏ 2√(ε(1-ε)), and so above the training error.

    >>> edge_bound([3 / 10, 3 / 14, 3 / 22]).round(3).tolist()
    [0.923, 0.784, 0.602]
    """
    return np.asarray(np.exp(-2 * np.cumsum(edges(errors) ** 2)), np.float64)


def promised_rounds(rows: int, edge: float) -> int:
    """After so many rounds no training row is wrong if every edge is at least γ: ⌈ln N / (2γ²)⌉.

    exp(-2γ²T) is then at most 1/N, the training error is below it, and less than one row of N
    is none. For rows of equal weight.

    >>> promised_rounds(10, 0.2), promised_rounds(1000, 0.1)
    (29, 346)
    """
    if not rows >= 1:
        raise ValueError(f"There are {rows} rows: there must be at least one.")
    if not 0 < edge <= 0.5:
        raise ValueError(f"The edge is {edge}: it must be above 0, and at most ½.")
    return max(1, math.ceil(math.log(rows) / (2 * edge**2)))


@dataclass(frozen=True)
class Promise:
    """What the smallest edge of a run promises about its training rows."""

    edge: float
    rows: int
    round: int
    """From this round on none of them is wrong, if no later edge is smaller."""


def promise_of(thing: Run | History) -> Promise | Lacking:
    """What the smallest edge so far promises, for AdaBoost's own votes and rows of equal weight.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> found = promise_of(run)
    >>> round(found.edge, 3), found.rows, found.round
    (0.2, 10, 29)
    """
    history = class_history_of(thing)
    bound = training_error_bound(history)
    if isinstance(bound, Lacking):
        return bound
    weights = history.row_weights[: history.training]
    if history.problem.classes > 2 or not history.rounds or not has_own_votes(history):
        return Lacking("The promise is for two classes and AdaBoost's own votes.")
    if weights.min() < weights.max():
        return Lacking("The promise is for rows of equal weight.")
    edge = 0.5 - float(history.curve("weighted_error").max())
    if edge <= 0:
        return Lacking("A learner was no better than a coin, so nothing is promised.")
    return Promise(edge, history.training, promised_rounds(history.training, edge))


def small_margin_bound(errors: npt.ArrayLike, margin: float) -> Floats:
    """∏ 2√(ε^(1-θ) (1-ε)^(1+θ)) after every round: no larger a share has a margin of θ or less.

    For AdaBoost's own votes (Schapire, Freund, Bartlett & Lee 1998, theorem 5); with θ = 0 it is
    ∏Z. It falls to 0 as long as θ is below every edge γ.

    >>> small_margin_bound([3 / 10, 3 / 14, 3 / 22], 0.0).round(3).tolist()
    [0.917, 0.752, 0.516]
    >>> round(float(small_margin_bound([0.3] * 200, 0.1)[-1]), 4)
    0.0001
    """
    found = checked_errors(errors)
    if not 0 <= margin <= 1:
        raise ValueError(f"The margin is {margin}: it must be between 0 and 1.")
    factors = 2 * np.sqrt(found ** (1 - margin) * (1 - found) ** (1 + margin))
    return np.asarray(np.cumprod(factors), np.float64)


def checked_errors(errors: npt.ArrayLike) -> Floats:
    """Weighted errors as floats."""
    found = np.asarray(errors, np.float64)
    if found.ndim != 1 or not ((found >= 0) & (found <= 1)).all():
        raise ValueError("Errors must be shares between 0 and 1.")
    return found


def bounds_by_round(
    thing: Run | History,
    rounds: Sequence[int] | None = None,
    *,
    margin: float = 0.1,
    dimension: int | None = None,
    delta: float = 0.05,
) -> "pd.DataFrame | Lacking":
    """What theory promises of a two-class boosting run by hard votes, after each of some rounds.

    error ε, edge γ, vote α; the training error with its bounds `product` (∏Z) and `exponential`
    (exp(-2Σγ²)); the share of training rows with a margin of at most θ with its bound; the bounds
    on the error of new rows by VC dimension and by margin, each with probability 1-δ. Both need
    the VC dimension of the weak learners: that of stumps on number columns is known, another is
    to be given, and without one they are left out. `exponential` and the bound on small margins
    hold for AdaBoost's own votes, and are left out where votes are shrunk.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> found = bounds_by_round(run).round(3)
    >>> found[["error", "edge", "vote", "training", "product", "exponential"]].to_numpy().tolist()
    ... # doctest: +NORMALIZE_WHITESPACE
    [[0.3, 0.2, 0.424, 0.3, 0.917, 0.923],
     [0.214, 0.286, 0.65, 0.3, 0.752, 0.784],
     [0.136, 0.364, 0.923, 0.0, 0.516, 0.602]]
    """
    history = class_history_of(thing)
    product = training_error_bound(history)
    if isinstance(product, Lacking):
        return product
    if history.problem.classes > 2:
        return Lacking("These bounds are about two classes.")
    chosen = np.arange(1, history.rounds + 1) if rounds is None else np.asarray(rounds, np.int64)
    for t in chosen.tolist():
        if round_of(history, t) < 1:
            raise ValueError("Bounds are about rounds: the first one is 1.")
    at = chosen - 1
    errors = history.curve("weighted_error")
    seen = [margin_distribution(history, t, Part.TRAINING).below(margin) for t in chosen.tolist()]
    training = history.curve("training_error")[at]
    import pandas as pd  # slow to load

    table = pd.DataFrame(
        {
            "error": errors[at],
            "edge": edges(errors)[at],
            "vote": history.curve("vote")[at],
            "training": training,
            "product": product[at],
            "small_margins": seen,
        },
        index=pd.Index(chosen, name="round"),
    )
    if has_own_votes(history):
        table.insert(5, "exponential", edge_bound(errors)[at])
        table.insert(7, "small_margins_bound", small_margin_bound(errors, margin)[at])
    known = stumps_dimension(history) if dimension is None else dimension
    if known is None:
        return table
    rows = history.training
    table["vc_bound"] = [
        vc_bound(float(error), rows, vote_dimension(known, t), delta)
        for error, t in zip(training, chosen.tolist(), strict=True)
    ]
    table["margin_bound"] = [
        margin_bound(share, margin, rows, dimension=known, delta=delta) for share in seen
    ]
    return table


def has_own_votes(history: History) -> bool:
    """Whether all votes are AdaBoost's ½ ln((1-ε)/ε): not shrunk, and of no perfect learner."""
    errors = history.curve("weighted_error")
    if not (errors > 0).all():
        return False
    return bool(np.allclose(history.curve("vote"), 0.5 * np.log((1 - errors) / errors)))


def stumps_dimension(history: History) -> int | None:
    """The VC dimension of stumps, where there are no others and all columns are numbers."""
    features = history.problem.data.encoder.features
    if not history.are_stumps or any(own.is_category for own in features):
        return None
    return stump_dimension(len(features))
