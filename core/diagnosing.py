"""One sentence about a run, in plain words."""

import math
from dataclasses import dataclass

import numpy as np

from core.rounds import OUT_OF_BAG_ERROR
from core.run import Guess, Run
from core.wording import readable

_Z95 = 1.959963984540054
_FEW_ROWS = 50


@dataclass(frozen=True)
class Interval:
    """A share with its 95 % interval."""

    share: float
    low: float
    high: float


def wilson(share: float, rows: int) -> Interval:
    """The score interval of a share seen on so many rows (Wilson 1927).

    >>> found = wilson(0.0, 100)
    >>> round(found.low, 3), round(found.high, 3)
    (0.0, 0.037)
    """
    if rows == 0:
        return Interval(share, 0.0, 1.0)
    z2 = _Z95**2 / rows
    middle = (share + z2 / 2) / (1 + z2)
    half = _Z95 / (1 + z2) * math.sqrt(share * (1 - share) / rows + z2 / (4 * rows))
    # Of no wrong row the lower end is 0, and not what rounding leaves of it.
    return Interval(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))


def diagnosis(run: Run) -> str:
    """How the run compares with guessing, and what seems to limit it.

    >>> import core
    >>> print(diagnosis(core.fit(core.example("xor", validation_share=0), core.AdaBoost(rounds=3))))
    0.0 % of 4 training rows wrong (95 % interval 0.0 to 49.0 %); always guessing '+' gets 50.0 % \
wrong. There are too few rows to say more.
    """
    if run.rounds == 0:
        return run.outcome.sentence
    if not run.dataset.classes:
        return _of_numbers(run)
    return f"{comparison(run)} {_limit(run)}"


def comparison(run: Run) -> str:
    """How the run compares with always guessing the commonest class, in one sentence."""
    found, kind, rows = _judged(run)
    guess = Guess.of(run.dataset, run.settings.balanced)
    return (
        f"{_percent(found.share)} % of {rows:,} {kind} rows wrong (95 % interval "
        f"{_percent(found.low)} to {_percent(found.high)} %); always guessing {guess.label!r} gets "
        f"{_percent(guess.error)} % wrong."
    )


def _judged(run: Run) -> tuple[Interval, str, int]:
    count = int(run.dataset.validation.sum())
    if run.dataset.has_validation:
        return wilson(run.history.validation_error(run.rounds), count), "validation", count
    count = len(run.dataset) - count
    return wilson(run.history.error(run.rounds), count), "training", count


def _limit(run: Run) -> str:
    """What seems to limit the run; the first that applies, the surest first."""
    found, _, rows = _judged(run)
    guess = Guess.of(run.dataset, run.settings.balanced).error
    training = _seen_error(run)
    if rows < _FEW_ROWS:
        return "There are too few rows to say more."
    if found.low <= guess <= found.high or found.share >= guess:
        return (
            "That is no better than guessing, as far as these rows can tell: the learner is too "
            "weak for this target, or the columns say little about it."
        )
    if not run.dataset.has_validation:
        return "Without validation rows nothing can be said about rows that are new."
    best, rise = _rise_since_best(run)
    if rise:
        return (
            f"The ensemble looks too strong: it was at its best around round {best:,} and has "
            "been getting worse on validation rows since. Use fewer rounds."
        )
    if found.low > training:
        if _noise(run) > 0.5:
            return (
                "The labels look noisy: a tenth of the rows holds most of the weight. Review the "
                "most suspicious rows."
            )
        return (
            f"The ensemble looks too strong for so few rows: only {_percent(training)} % of the "
            "training rows are wrong. More rows or fewer rounds would help."
        )
    if _noise(run) > 0.5:
        return (
            "The labels look noisy: a tenth of the rows holds most of the weight. Review the most "
            "suspicious rows."
        )
    if run.outcome.can_go_on and _still_falling(run):
        return "The error is still falling: train more rounds."
    if training > 0.5 * guess:
        return (
            "The learner looks too weak: it also gets "
            f"{_percent(training)} % of the training rows wrong."
        )
    return "Training and validation rows agree: nothing looks wrong."


def _of_numbers(run: Run) -> str:
    """For a regression: the error in the target's unit, and the variance explained."""
    is_new = run.dataset.has_validation
    error = run.history.validation_error(run.rounds) if is_new else run.history.error(run.rounds)
    guess = Guess.of(run.dataset, run.settings.balanced)
    explained = 1 - (error / guess.error) ** 2 if guess.error > 0 else 0.0
    kind = "validation" if is_new else "training"
    text = (
        f"Off by {readable(error)} on {kind} rows (root mean squared error); always guessing the "
        f"mean, {guess.label}, is off by {readable(guess.error)}."
    )
    if explained <= 0:
        return f"{text} That is no better than guessing: the columns say little about the target."
    return f"{text} {_percent(explained)} % of the variance is explained."


def _seen_error(run: Run) -> float:
    """The error on training rows, out of bag where members see samples only."""
    if OUT_OF_BAG_ERROR in run.history.curves:
        return float(run.history.curve(OUT_OF_BAG_ERROR.name)[-1])
    return run.history.error(run.rounds)


def _rise_since_best(run: Run) -> tuple[int, bool]:
    """The best round by validation error, and whether what followed is worse beyond chance."""
    errors = run.history.curve("validation_error")
    rows = int(run.dataset.validation.sum())
    best = int(np.argmin(errors))
    return best + 1, bool(errors[-1] > wilson(float(errors[best]), rows).high)


def _still_falling(run: Run) -> bool:
    """Whether the last tenth of the rounds took more than a fiftieth off the validation error."""
    errors = run.history.curve("validation_error")
    tenth = max(1, len(errors) // 10)
    if len(errors) < 2 * tenth:
        return False
    before, after = errors[-2 * tenth : -tenth].mean(), errors[-tenth:].mean()
    return bool(after < 0.98 * before)


def _noise(run: Run) -> float:
    """The share of the mean weight that the heaviest tenth holds; 0 where rows have no weights."""
    if run.history.why_no_weights:
        return 0.0
    weights = np.sort(run.history.suspicion()[~run.dataset.validation])[::-1]
    return float(weights[: max(1, len(weights) // 10)].sum() / weights.sum())


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
