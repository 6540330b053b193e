"""The search: successive halving without waiting (Li et al. 2020), on folds of the training rows.

The settings that it starts from are scored in full first. Then, step by step: a trial among the
best third of its rung goes on to the next one; if there is none, a new trial starts on the lowest.
New trials are drawn alternately anywhere in a space, each family in turn, and near the best so far.
What a step does follows from the seed and from the steps before it, never from the clock: so many
steps give the same trials again.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats
from core.data.dataset import Dataset
from core.judging.tuning.parts import fold_parts, some_rows
from core.judging.tuning.scoring import FOLDS, RUNGS, Between, FoldScore, scored, unpeeking
from core.learning.ensemble import Ensemble
from core.learning.space import Space

_KEPT = 3
"""One of so many trials goes on to the next rung."""
_NEAR = 0.15
"""How far a trial near the best is drawn from it, in parts of a range."""
_OTHER_CHOICE = 0.25
"""How often such a trial takes another of some choices."""
_DRAWS = 40
"""Who finds nothing new in so many draws has tried everything."""
MOST_ROWS = 20_000
"""Settings are tried on so many training rows at most, unless told otherwise."""
_STREAM = 0x7E11
Clock = Callable[[], float]


@dataclass(frozen=True)
class TuningTrial:
    """Some settings and what they scored, rung by rung."""

    number: int
    """0 is what the search starts from."""
    family: int
    """The place of its space."""
    drawn: Ensemble
    scores: tuple[FoldScore, ...] = ()
    seconds: float = 0.0

    @property
    def rung(self) -> int:
        """How many rungs it has done."""
        return len(self.scores)

    @property
    def settings(self) -> Ensemble:
        """As scored last, or as drawn."""
        return self.scores[-1].settings if self.scores else self.drawn


class SettingsSearch:
    """A search under way: `step` does the next thing; `trials` may be read from other threads."""

    def __init__(
        self, dataset: Dataset, spaces: Sequence[Space], seed: int, most_rows: int = MOST_ROWS
    ) -> None:
        """The validation rows of the data have no part in it."""
        self.spaces = tuple(spaces)
        self.seed = seed
        self.steps = 0
        self.parts = unpeeking(fold_parts(some_rows(dataset, most_rows, seed), FOLDS, seed))
        start = self.spaces[0].settings.blinded()
        self.trials: tuple[TuningTrial, ...] = (TuningTrial(0, 0, start),)
        self.active: TuningTrial | None = None
        """The trial that is being scored."""

    def step(self, between: Between, clock: Clock = time.perf_counter) -> TuningTrial | None:
        """Do the next step, None if there is none; broken off by an exception, nothing was done."""
        trial = self.active = self._next()
        if trial is None:
            return None
        started = clock()
        try:
            score = scored(
                self.spaces[trial.family],
                trial.drawn,
                self.parts,
                RUNGS[trial.rung],
                self.seed,
                between,
                is_fixed=trial.number == 0,
            )
        finally:
            self.active = None
        seconds = trial.seconds + clock() - started
        done = replace(trial, scores=(*trial.scores, score), seconds=seconds)
        self.trials = (*self.trials[: done.number], done, *self.trials[done.number + 1 :])
        self.steps += 1
        return done

    @property
    def best(self) -> TuningTrial:
        """The trial of least error among those that came farthest; the start wins ties.

        They are compared on the same folds. What started the search has done every rung.
        """
        rung = max((each.rung for each in self.trials if each.number), default=0)
        able = [each for each in self.trials if each.rung >= rung > 0]
        return min(able, key=lambda each: _error(each, rung), default=self.trials[0])

    # What comes next

    def _next(self) -> TuningTrial | None:
        if self.trials[0].rung < len(RUNGS):
            return self.trials[0]
        for rung in range(len(RUNGS) - 1, 0, -1):
            done = self._ranked(rung)
            for trial in done[: len(done) // _KEPT]:
                if trial.rung == rung:
                    return trial
        return self._new() or self._unfinished()

    def _ranked(self, rung: int) -> list[TuningTrial]:
        """The trials that have done a rung, best first."""
        done = (each for each in self.trials if each.rung >= rung)
        return sorted(done, key=lambda each: (_error(each, rung), each.number))

    def _new(self) -> TuningTrial | None:
        """A trial of settings that nobody tried yet; None if no more are found."""
        number = len(self.trials)
        if number < len(self.spaces):
            return TuningTrial(number, number, self.spaces[number].settings.blinded())
        random = np.random.default_rng([_STREAM, self.seed, number])
        tried = {(each.family, each.drawn) for each in self.trials if not self._is_fixed(each)}
        best = self.best
        for draw in range(_DRAWS):
            if (number + draw) % 2 and draw < _DRAWS // 2:
                family, space = best.family, self.spaces[best.family]
                place = _near(space, space.place(best.drawn), random)
            else:
                family = ((number + draw) // 2) % len(self.spaces)
                space = self.spaces[family]
                place = random.random(len(space.drawn))
            settings = space.at(place).blinded()
            if (family, settings) not in tried:
                return TuningTrial(number, family, settings)
        return None

    def _is_fixed(self, trial: TuningTrial) -> bool:
        """Whether the same settings with rounds to choose from would be another trial."""
        return trial.number == 0 and self.spaces[0].rounds is not None

    def _unfinished(self) -> TuningTrial | None:
        """Nothing new is left: the best of those that were dropped has its chance."""
        left = [each for each in self.trials if each.rung < len(RUNGS)]
        return min(left, key=lambda each: (-each.rung, _error(each, each.rung)), default=None)


def _error(trial: TuningTrial, rung: int) -> float:
    return trial.scores[rung - 1].error


def _near(space: Space, place: Floats, random: np.random.Generator) -> Floats:
    """A place near another one; beyond an end it is mirrored there, and anywhere if it has none."""
    moved = place + _NEAR * random.standard_normal(len(place))
    moved = np.abs(moved)
    moved = np.where(moved > 1, 2 - moved, moved)
    anywhere, is_other = random.random(len(place)), random.random(len(place)) < _OTHER_CHOICE
    for at, dimension in enumerate(space.drawn):
        if dimension.choices:
            moved[at] = anywhere[at] if is_other[at] else place[at]
    return np.clip(np.where(np.isnan(place), anywhere, moved), 0.0, 1.0)
