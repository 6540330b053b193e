"""Bounds: what theory promises about errors. True, and often far above what is seen.

A bound above 1 promises nothing; it is given as it is, so that one sees how loose it is.
"""

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats
from core.base.lacking import Lacking
from core.judging.diagnostics.margins import margin_distribution
from core.judging.diagnostics.run_access import Part, class_history_of, round_of
from core.learning.histories.history import History
from core.learning.histories.quantities import USUALLY, Quantity
from core.learning.rounds import BOUND
from core.learning.run import Run


def product_of_z(errors: npt.ArrayLike, votes: npt.ArrayLike | None = None) -> Floats:
    """∏ Z_s after every round, with Z = (1-ε) e^-α + ε e^α (Freund & Schapire 1997).

    With AdaBoost's own votes α = ½ ln((1-ε)/ε), taken if none are given, Z = 2√(ε(1-ε)). The
    training error is never above it; if every ε is ½ - γ, neither is it above exp(-2γ²T).

    >>> product_of_z([0.5, 0.1]).round(3).tolist()
    [1.0, 0.6]
    """
    found = np.asarray(errors, np.float64)
    if found.ndim != 1 or not ((found >= 0) & (found <= 1)).all():
        raise ValueError("Errors must be shares between 0 and 1.")
    if votes is None:
        return np.asarray(np.cumprod(2 * np.sqrt(found * (1 - found))), np.float64)
    alpha = np.asarray(votes, np.float64)
    if alpha.shape != found.shape:
        raise ValueError(f"{found.size} errors need {found.size} votes, not {alpha.size}.")
    z = (1 - found) * np.exp(-alpha) + found * np.exp(alpha)
    return np.asarray(np.cumprod(z), np.float64)


def training_error_bound(thing: Run | History) -> Floats | Lacking:
    """∏ Z_s of a boosting run after every round, the first round first.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> training_error_bound(run).round(3).tolist()
    [0.917, 0.752, 0.516]
    """
    history = class_history_of(thing)
    if BOUND not in history.curves:
        return Lacking("This ensemble has no ∏Z: the bound belongs to boosting by hard votes.")
    return history.curve(BOUND.name).copy()


def stump_dimension(features: int) -> int:
    """The VC dimension of stumps on so many number columns: the largest d with C(d, ⌊d/2⌋) <= 2n.

    A column orders d points in one way, and stumps cut off its first or its last ⌊d/2⌋: of the
    C(d, ⌊d/2⌋) subsets of that size n columns give 2n at most (Gey 2018).

    >>> [stump_dimension(n) for n in (1, 2, 3, 10)]
    [2, 3, 4, 6]
    """
    _check_count(features, "columns")
    dimension = 2
    while math.comb(dimension + 1, (dimension + 1) // 2) <= 2 * features:
        dimension += 1
    return dimension


def vote_dimension(dimension: int, learners: int) -> float:
    """The VC dimension of weighted majorities of T learners from a class of VC dimension d.

    At most 2(d+1)(T+1) log₂(e(T+1)), for d of 2 or more (Freund & Schapire 1997, theorem 8).

    >>> round(vote_dimension(2, 10))
    324
    """
    _check_count(dimension, "dimensions")
    _check_count(learners, "learners")
    return 2 * (dimension + 1) * (learners + 1) * math.log2(math.e * (learners + 1))


def vc_bound(training_error: float, rows: int, dimension: float, delta: float = 0.05) -> float:
    """With probability 1-δ the error on new rows is at most this, for VC dimension d and m rows.

    training error + √((d (ln(2m/d) + 1) + ln(4/δ)) / m) (Vapnik 1995; Freund & Schapire 1997,
    theorem 7, give 2√((d (ln(2m/d) + 1) + ln(9/δ)) / m) for both sides). Loose: it holds for
    every distribution and every way of choosing from the class, and grows with the rounds even
    where the error on new rows keeps falling.

    >>> round(vc_bound(0.1, 100_000, 50), 3)
    0.168
    """
    _check_share(training_error, "The training error")
    _check_count(rows, "rows")
    _check_delta(delta)
    if not dimension > 0:
        raise ValueError("The VC dimension must be above 0.")
    # No class has more than 2^2m labellings of 2m points.
    capped = min(dimension, 2.0 * rows)
    capacity = capped * (math.log(2 * rows / capped) + 1) + math.log(4 / delta)
    return training_error + math.sqrt(capacity / rows)


def margin_bound(
    share_below: float,
    margin: float,
    rows: int,
    *,
    hypotheses: float | None = None,
    dimension: int | None = None,
    delta: float = 0.05,
) -> float:
    """With probability 1-δ the error of a two-class majority vote on new rows is at most this.

    For every θ > 0 and N at once (Schapire, Freund, Bartlett & Lee 1998, theorems 1 and 2, with the
    constants of their proofs; the VC case as in Schapire & Freund 2012, theorem 5.5):

        P_S(margin <= θ) + 2 exp(-N θ²/8) + ε_N
        ε_N = √(ln(N (N+1)² |H|^N / δ) / (2m))                          finitely many learners
        ε_N = √(32 (ln(N (N+1)²) + N d ln(e m/d) + ln(8/δ)) / m)        VC dimension d

    and the best N is taken. It does not grow with the number of rounds. Very loose: with
    fewer than some hundred thousand rows it is mostly above 1.

    >>> round(margin_bound(0.02, 0.5, 1_000_000, hypotheses=1000), 3)
    0.05
    """
    _check_share(share_below, "The share of rows below the margin")
    _check_count(rows, "rows")
    _check_delta(delta)
    if not 0 < margin <= 1:
        raise ValueError(f"The margin is {margin}: it must be above 0, and at most 1.")
    if (hypotheses is None) == (dimension is None):
        raise ValueError("Give either the number of learners or their VC dimension.")
    numbers = np.unique(np.geomspace(1, 1e6, 4000).astype(np.int64)).astype(np.float64)
    unions = np.log(numbers) + 2 * np.log(numbers + 1)
    if hypotheses is not None:
        if not hypotheses >= 1:
            raise ValueError("There must be at least one learner to choose from.")
        deviations = np.sqrt(
            (unions + numbers * math.log(hypotheses) - math.log(delta)) / (2 * rows)
        )
    else:
        assert dimension is not None
        _check_count(dimension, "dimensions")
        growth = dimension * math.log(math.e * max(1.0, rows / dimension))
        deviations = np.sqrt(32 * (unions + numbers * growth + math.log(8 / delta)) / rows)
    return share_below + float(np.min(2 * np.exp(-numbers * margin**2 / 8) + deviations))


def margin_bound_of(
    thing: Run | History,
    margin: float,
    t: int | None = None,
    *,
    hypotheses: float | None = None,
    dimension: int | None = None,
    delta: float = 0.05,
) -> float | Lacking:
    """The margin bound of a two-class boosting run, with the training rows' margins after t rounds.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=50))
    >>> margin_bound_of(run, 0.1, dimension=stump_dimension(2)) > 1  # a few hundred rows: loose
    True
    """
    history = class_history_of(thing)
    if not history.has(Quantity.HARD_VOTES) or history.problem.classes > 2:
        return Lacking(USUALLY[Quantity.HARD_VOTES])
    found = margin_distribution(history, round_of(history, t), Part.TRAINING)
    return margin_bound(
        found.below(margin),
        margin,
        history.training,
        hypotheses=hypotheses,
        dimension=dimension,
        delta=delta,
    )


def majority_error(learners: int, error: float) -> float:
    """How often no majority of T learners is right if each errs with chance ε, apart from the rest.

    Σ_{k >= T/2} C(T, k) ε^k (1-ε)^(T-k) (Condorcet 1785): a tie is no majority, and counts as an
    error. Two learners are therefore worse than one, and an even number is never worth it.

    >>> [round(majority_error(T, 0.35), 3) for T in (1, 3, 11, 21, 101)]
    [0.35, 0.282, 0.149, 0.077, 0.001]
    >>> round(majority_error(2, 0.3), 2)
    0.51
    """
    _check_count(learners, "learners")
    _check_share(error, "The error")
    chance = _binomial(learners, error)
    return min(1.0, math.fsum(chance(k) for k in range((learners + 1) // 2, learners + 1)))


def hoeffding_bound(learners: int, error: float) -> float:
    """A bound on `majority_error` for ε < ½: exp(-2 T (½-ε)²) (Hoeffding 1963).

    It falls exponentially with T because the learners err apart from one another, which trained
    learners never quite do.

    >>> [round(hoeffding_bound(T, 0.35), 2) for T in (1, 3, 11, 21, 101)]
    [0.96, 0.87, 0.61, 0.39, 0.01]
    """
    _check_count(learners, "learners")
    _check_share(error, "The error")
    return math.exp(-2 * learners * (0.5 - error) ** 2) if error < 0.5 else 1.0


def _binomial(learners: int, error: float) -> Callable[[int], float]:
    """The chance that so many of the learners err; in logs, for thousands of learners too."""
    if error in (0.0, 1.0):
        return lambda k: float(k == learners * error)

    def chance(k: int) -> float:
        ways = math.lgamma(learners + 1) - math.lgamma(k + 1) - math.lgamma(learners - k + 1)
        return math.exp(ways + k * math.log(error) + (learners - k) * math.log1p(-error))

    return chance


def _check_count(count: int, what: str) -> None:
    if not count >= 1:
        raise ValueError(f"There are {count} {what}: there must be at least one.")


def _check_share(share: float, what: str) -> None:
    if not 0 <= share <= 1:
        raise ValueError(f"{what} is {share}: it must be between 0 and 1.")


def _check_delta(delta: float) -> None:
    if not 0 < delta < 1:
        raise ValueError(f"δ is {delta}: it must be between 0 and 1.")
