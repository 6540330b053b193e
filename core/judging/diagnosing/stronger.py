"""Whether another learner at hand does better: tried on the same rows, not guessed.

A training error that is high and flat may be the learner's fault, or that of labels and columns
that no learner can explain. A short training with a stronger learner tells the two apart.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.data.dataset import Dataset
from core.judging.diagnosing.misses import ErrorChange, Judging
from core.learning.ensemble import Ensemble
from core.learning.ensembles.forest import RandomForest
from core.learning.ensembles.gradient import GradientBoosting
from core.learning.learners.tree import Tree
from core.learning.run import Run
from core.learning.training import fit

_ROUNDS = 60
_DEPTH = 3
_MOST_ROWS = 4_000
_STREAM = 0x57A0


@dataclass(frozen=True)
class Stronger:
    """What was tried instead, and what came of it."""

    name: str
    """What was tried."""
    is_many: bool
    """Whether the name is a plural."""
    is_stronger: bool
    """Whether it can do all that the run's learner can, and more, rather than something else."""
    advice: str
    """What to do if it is better, as a sentence."""
    change: ErrorChange
    """From the run's error to that of what was tried, on the same rows."""


def stronger(judging: Judging) -> Stronger | None:
    """Try the stronger learner next to the run's; None where there is none at hand."""
    run = judging.run
    name, is_many, is_stronger, advice, settings = _candidate(run)
    judging = judging.within(run.dataset.in_memory)
    data = _taught(run.dataset.in_memory, run.seed)
    if settings is None or settings.why_not(data):
        return None
    tried = fit(data, settings, seed=run.seed)
    if tried.rounds == 0:
        return None
    rows = data.rows_of(run.dataset.lines[judging.rows])
    misses = judging.misses_of(tried.history.predicted(tried.rounds)[rows])
    return Stronger(
        name, is_many, is_stronger, advice, judging.change(judging.misses(run.rounds), misses)
    )


def _candidate(run: Run) -> tuple[str, bool, bool, str, Ensemble | None]:
    """What is stronger: deeper trees where rounds build up, otherwise an ensemble of trees."""
    settings = run.settings
    if run.history.builds_up:
        deeper = _deeper(settings)
        changed: Any = {} if deeper is None else deeper | {"rounds": min(_ROUNDS, run.rounds * 2)}
        advice = "Try trees of depth 2 to 3."
        tried = replace(settings, **changed) if changed else None
        return f"trees of depth {_DEPTH}", True, True, advice, tried
    if settings.name == RandomForest.name:
        other: Ensemble = GradientBoosting(rounds=_ROUNDS, balanced=settings.balanced)
        return "gradient boosting", False, False, "Try gradient boosting.", other
    forest = RandomForest(rounds=_ROUNDS, balanced=settings.balanced)
    return f"a forest of {_ROUNDS} trees", False, run.rounds == 1, "Try a random forest.", forest


def _deeper(settings: Ensemble) -> dict[str, Any] | None:
    """The change that makes the learner of a boosting stronger; None if it is strong already."""
    base = getattr(settings, "base", None)
    if base is not None:
        is_strong = getattr(base, "depth", 0) >= _DEPTH
        return None if is_strong else {"base": Tree(depth=_DEPTH)}
    return {"depth": _DEPTH} if getattr(settings, "depth", _DEPTH) < _DEPTH else None


def _taught(data: Dataset, seed: int) -> Dataset:
    """The data, with no more training rows than a short training can take."""
    training = np.flatnonzero(~data.validation)
    if len(training) <= _MOST_ROWS:
        return data
    keep = data.validation.copy()
    keep[np.random.default_rng([seed, _STREAM]).permutation(training)[:_MOST_ROWS]] = True
    return data.only(keep)
