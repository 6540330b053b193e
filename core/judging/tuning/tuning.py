"""Tuning: the best settings that a budget finds, and an error that they were not chosen by.

Settings are searched on folds of the training rows. The validation rows have no part in that, so
their error under the tuned settings is honest. Without validation rows the whole search is done
again without each of some outer folds, which then judge what it chose (Stone 1974; Varma & Simon
2006): an estimate of the procedure, not of its luckiest trial.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from core.base.errors import SettingsError
from core.base.progress import Cancelled, Progress, Watch, unwatched
from core.base.stopping import stop_if_asked, stoppable
from core.base.wording import count
from core.data.dataset import Dataset
from core.judging.tuning.judging import judged_by_folds, judged_by_validation
from core.judging.tuning.parts import fold_parts
from core.judging.tuning.scoring import RUNGS, Between
from core.judging.tuning.search import MOST_ROWS, SettingsSearch, TuningTrial
from core.learning.ensemble import Ensemble
from core.learning.run import Run
from core.learning.space import Space
from core.learning.training import Training
from core.learning.tuned import JudgedOn, Tried, Tuned, TuningWorth

OUTER_FOLDS = 4
MOST_MINUTES = 24 * 60.0


@dataclass(frozen=True)
class Budget:
    """How long to search: by the clock, or by a number of steps, which can be repeated."""

    minutes: float = 0.0
    steps: int = 0

    def __post_init__(self) -> None:
        """One of them, and not too much."""
        if (self.minutes > 0) == (self.steps > 0):
            raise SettingsError("A tuning needs a budget: some minutes, or a number of steps.")
        if not 0 <= self.minutes <= MOST_MINUTES:
            raise SettingsError(
                f"{self.minutes:g} minutes are not a budget: give more than 0 and at most "
                f"{MOST_MINUTES:g}."
            )


class _OutOfTimeError(Exception):
    """The budget is used up, within a step."""


class Tuning:
    """A tuning: `run` does it, and whoever watches may pause, stop or discard it.

    `trials` and `stage` may be read from other threads meanwhile.
    """

    def __init__(
        self,
        dataset: Dataset,
        spaces: Sequence[Space],
        budget: Budget,
        seed: int | None = None,
        most_rows: int = MOST_ROWS,
        heard: Callable[[TuningTrial], object] = lambda _trial: None,
    ) -> None:
        """Raise SettingsError or DataError for what cannot be tuned; `heard` is told each step."""
        check(dataset, spaces)
        self.dataset, self.budget = dataset, budget
        self.spaces = tuple(each.fitting(dataset) for each in spaces)
        self.seed = dataset.seed if seed is None else seed
        self.most_rows, self._heard = most_rows, heard
        self.search = SettingsSearch(dataset, self.spaces, self.seed, most_rows)
        parts = self.search.parts
        mean = sum(int((~part.validation).sum()) for part in parts) / len(parts)
        self._times_rows = int((~dataset.validation).sum()) / mean
        """How many times the rows of a trial's training all training rows are."""
        self.improvements: tuple[tuple[float, float], ...] = ()
        """When the best so far changed, in seconds, and the error by which it was chosen."""
        self.stage = ""
        """What is done now, in words."""
        self.is_searching = False
        """Whether settings are being tried, within the budget."""
        self._stop = threading.Event()
        self._clock = _Clock()

    @property
    def trials(self) -> tuple[TuningTrial, ...]:
        """What was tried so far, and what is being tried as the last of them if it is new."""
        done, active = self.search.trials, self.search.active
        return (*done, active) if active is not None and active.number >= len(done) else done

    @property
    def seconds(self) -> float:
        """How long it has worked; pauses do not count."""
        return self._clock.seconds

    @property
    def is_stopping(self) -> bool:
        """Whether it was told to come to its end."""
        return self._stop.is_set()

    def stop(self) -> None:
        """End the search, from any thread, and keep the best so far; `run` then comes to its end.

        A fit by a library comes to its end first.
        """
        self._stop.set()

    def run(self, watch: Watch = unwatched) -> Run:
        """Search, judge, and train what was found on all training rows."""
        self._clock.start()
        try:
            return self._run(watch)
        finally:
            self._clock.stop()

    def _run(self, watch: Watch) -> Run:
        self._search(watch)
        self.is_searching = False
        best = self.search.best
        if not self.dataset.has_validation:
            judged = self._by_outer_folds(watch)
            run = self._fitted(self.dataset, best.settings, watch)
        else:
            run = self._fitted(self.dataset, best.settings, watch)
            start = run
            if best.number:
                start = self._fitted(self.dataset, self.search.trials[0].settings, watch)
            judged = judged_by_validation(start, run)
        return replace(run, tuned=self._told(best, judged))

    # The search

    def _search(self, watch: Watch) -> None:
        self.stage, self.is_searching = "Trying settings", True

        def between() -> None:
            done: float = self.search.steps
            total: float = self.budget.steps
            seconds = self._search_seconds()
            if seconds is not None:
                done, total = min(self.seconds, seconds), seconds
            tried = count(len(self.search.trials) - 1, "trial")
            self._clock.pausing(watch, Progress(done, total, f"{self.stage}: {tried}"))
            stop_if_asked()
            if seconds is not None and self.seconds >= seconds:
                raise _OutOfTimeError

        try:
            with stoppable(self._stop):
                while not self.budget.steps or self.search.steps < self.budget.steps:
                    trial = self.search.step(between, lambda: self.seconds)
                    if trial is None:
                        break
                    self._note_best()
                    self._heard(trial)
        except _OutOfTimeError:
            pass
        except Cancelled:
            if not self._stop.is_set():
                raise

    def _search_seconds(self) -> float | None:
        """How long trials may take; None if steps are counted.

        What comes after them is within the budget too: the trainings on all training rows, and
        without validation rows the same search again for each outer fold.
        """
        if not self.budget.minutes:
            return None
        fits, searches = (
            (2, 1)
            if self.dataset.has_validation
            else (
                1 + 2 * OUTER_FOLDS,
                1 + OUTER_FOLDS,
            )
        )
        left = 60 * self.budget.minutes - fits * self._fit_seconds()
        return max(0.0, left / searches)

    def _fit_seconds(self) -> float:
        """How long a training on all training rows takes, as far as trials tell; at most so."""
        parts = len(self.search.parts)
        known = [
            each.seconds / sum(rung.of(parts) * rung.share for rung in RUNGS[: each.rung])
            for each in (self.search.trials[0], self.search.best)
            if each.rung
        ]
        return self._times_rows * max(known, default=0.0)

    def _note_best(self) -> None:
        """Errors of the last rung alone can be compared over time: they are of the same folds."""
        full = [each.scores[-1].error for each in self.search.trials if each.rung == len(RUNGS)]
        least = min(full, default=None)
        if least is not None and (not self.improvements or least < self.improvements[-1][1]):
            self.improvements = (*self.improvements, (self.seconds, least))

    # Judging

    def _by_outer_folds(self, watch: Watch) -> TuningWorth:
        """Do all of it again without each of some folds, which judge what came of it."""
        parts = fold_parts(self.dataset, OUTER_FOLDS, self.seed + 1)
        pairs: list[tuple[Run, Run]] = []
        try:
            with stoppable(self._stop):
                for number, part in enumerate(parts, 1):
                    self.stage = f"Tuning again without outer fold {number} of {len(parts)}"
                    pairs.append(self._without(part, watch, number - 1, len(parts)))
        except Cancelled:
            if not self._stop.is_set():
                raise
        if not pairs:
            return TuningWorth(JudgedOn.NOTHING)
        return judged_by_folds(pairs)

    def _without(self, part: Dataset, watch: Watch, before: int, parts: int) -> tuple[Run, Run]:
        search = SettingsSearch(part, self.spaces, self.seed, self.most_rows)

        def between() -> None:
            done = before + min(1.0, search.steps / max(1, self.search.steps))
            self._clock.pausing(watch, Progress(done, parts, self.stage))
            stop_if_asked()

        while search.steps < self.search.steps and search.step(between) is not None:
            pass
        start = fitted(part, search.trials[0].settings, self.seed, between)
        if not search.best.number:
            return start, start
        return start, fitted(part, search.best.settings, self.seed, between)

    def _fitted(self, dataset: Dataset, settings: Ensemble, watch: Watch) -> Run:
        self.stage = f"Training {settings.title} on all training rows"

        def between() -> None:
            self._clock.pausing(watch, Progress(0, 0, self.stage))

        return fitted(dataset, settings, self.seed, between)

    def _told(self, best: TuningTrial, judged: TuningWorth) -> Tuned:
        tried = tuple(
            Tried(
                each.number,
                each.settings,
                each.rung,
                each.scores[-1].error,
                each.scores[-1].spread,
                each.seconds,
            )
            for each in self.search.trials
            if each.scores
        )
        if not tried:  # it was stopped within its first step
            tried = (Tried(0, best.settings, 0, 0.0, 0.0, 0.0),)
        return Tuned(
            self.spaces,
            self.seed,
            self.search.steps,
            self.most_rows,
            len(RUNGS),
            self.budget.minutes,
            self.seconds,
            tried,
            best.number,
            judged,
            bool(self.dataset.classes),
        )


class _Clock:
    """Counts seconds, but not those that somebody else holds the work up."""

    def __init__(self) -> None:
        self._started = self._held = 0.0
        self._ended: float | None = 0.0

    def start(self) -> None:
        self._started, self._held, self._ended = time.perf_counter(), 0.0, None

    def stop(self) -> None:
        self._ended = time.perf_counter()

    @property
    def seconds(self) -> float:
        now = time.perf_counter() if self._ended is None else self._ended
        return now - self._started - self._held

    def pausing(self, watch: Watch, progress: Progress) -> None:
        before = time.perf_counter()
        watch(progress)
        self._held += time.perf_counter() - before


def check(dataset: Dataset, spaces: Sequence[Space]) -> None:
    """Raise SettingsError if these cannot be tuned on this data."""
    if not spaces:
        raise SettingsError("Nothing is chosen to be tuned. Choose an ensemble at least.")
    for space in spaces:
        space.settings.blinded().check(dataset)
        if space.settings.balanced != spaces[0].settings.balanced:
            raise SettingsError(
                "Some of the ensembles are balanced and some are not, so their errors cannot be "
                "compared. Balance all of them, or none."
            )
    if len(spaces) == 1 and not spaces[0].dimensions:
        raise SettingsError(
            f"{spaces[0].settings.title} has no setting that is chosen to be tuned. Choose one at "
            "least, or several ensembles."
        )


def fitted(dataset: Dataset, settings: Ensemble, seed: int, between: Between) -> Run:
    """Train to the end."""
    training = Training(dataset, settings, seed)
    while True:
        between()
        if next(training, None) is None:
            return training.run()


def tune(
    dataset: Dataset,
    spaces: Sequence[Space | Ensemble] | Space | Ensemble,
    *,
    minutes: float = 0.0,
    steps: int = 0,
    seed: int | None = None,
    most_rows: int = MOST_ROWS,
    watch: Watch = unwatched,
) -> Run:
    """The best run that a budget finds; `run.tuned` tells how, and its honest error.

    Of an ensemble everything that is worth trying is tried, of a `Space` what it names. The same
    seed and number of steps give the same run; `run.tuned.steps` is how many the minutes allowed.

    >>> import core
    >>> run = tune(core.example("moons"), core.GradientBoosting(), steps=8)
    >>> run.tuned.steps, run.tuned.judged.on.value, run.tuned.judged.rows
    (8, 'validation', 124)
    """
    several = list(spaces) if isinstance(spaces, Sequence) else [spaces]
    made = [each if isinstance(each, Space) else Space.of(each) for each in several]
    return Tuning(dataset, made, Budget(minutes, steps), seed, most_rows).run(watch)
