"""Training: an iterator of rounds that whoever drives it can stop, pause or look at."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace

from core.base.errors import DataError, SettingsError
from core.base.progress import Cancelled
from core.base.stopping import stop_if_asked, stoppable
from core.base.wording import count, grouped
from core.data.dataset import Dataset
from core.engine.sums import ALONE, SumsLostError
from core.learning.ensemble import Ensemble
from core.learning.histories.history import History
from core.learning.holders import Holders, is_held, problem_of
from core.learning.model import Model
from core.learning.rounds import Ending, Outcome, Round
from core.learning.run import Run


class Training(Iterator[Round]):
    """A training under way. It does a round each time it is asked for the next one.

    `history` grows round by round and may be read from other threads. `run()` gives what there
    is, finished or not. With `helpers`, who have all rows too, these add up and grow.
    """

    def __init__(
        self,
        dataset: Dataset,
        settings: Ensemble,
        seed: int | None = None,
        after: Run | None = None,
        helpers: Holders | None = None,
    ) -> None:
        self.dataset = dataset
        self.settings = settings
        self.seed = _seed(seed, after)
        self.outcome: Outcome | None = None
        self.lost: SumsLostError | None = None
        """Why nobody answers any more, where others had a part in it."""
        self.seconds = after.seconds if after else 0.0
        self._started = (after.rounds if after else 0, self.seconds)
        if after and after.dataset is not dataset:
            raise DataError(
                "A training can only go on with the very data of the run that it follows. "
                "Start a new training for other data."
            )
        settings.check(dataset)
        if after:
            problem = after.history.problem
            if not problem.sums.is_alone and not is_held(dataset):
                # Others helped, which is over; all rows are here, too.
                problem = after.history.problem = replace(problem, sums=ALONE)
        else:
            problem = problem_of(dataset, settings, self.seed, helpers)
        self._sums = problem.sums
        if after and not self._sums.is_alone:
            raise SettingsError(
                "A training over a cluster cannot go on where another one ended. Start a new one "
                "with more rounds."
            )
        self._stop = threading.Event()
        self._trainer = settings.trainer(problem, self.seed, after)
        self._rounds: Iterator[Round] = self._trainer.rounds()
        self._rule = after.rule if after else None
        """Who goes on decides as before."""
        if after and not after.outcome.can_go_on:
            self.outcome = after.outcome
            self._rounds = iter(())

    @property
    def history(self) -> History:
        """The rounds done so far."""
        return self._trainer.history

    @property
    def planned_rounds(self) -> int:
        """How many rounds there are to be, as far as that is known."""
        return self.settings.rounds_for(self.dataset)

    @property
    def rounds_per_second(self) -> float:
        """How fast this training is; 0 before its first round."""
        rounds, seconds = self._started
        spent = self.seconds - seconds
        return (self.history.rounds - rounds) / spent if spent > 0 else 0.0

    def __next__(self) -> Round:
        """Do a round."""
        started = time.perf_counter()
        try:
            with stoppable(self._stop):
                stop_if_asked()
                return next(self._rounds)
        except Cancelled:
            self._sums.end()
            if not self._stop.is_set():  # it is a part of something else, which was cancelled
                raise
            raise StopIteration from None
        except SumsLostError as error:
            self.lost = error
            self.outcome = Outcome(Ending.STOPPED, f"{error} {self._kept}")
            self._rounds = iter(())
            raise StopIteration from None
        except StopIteration as end:
            self._sums.end()
            if self.outcome is None:
                self.outcome = end.value
            raise
        except Exception:
            self._sums.end()
            raise
        finally:
            self.seconds += time.perf_counter() - started

    @property
    def _kept(self) -> str:
        return f"What {count(self.history.rounds, 'round')} learned is kept."

    def interrupt(self) -> None:
        """End before the next round, from any thread, or within a member that is being trained.

        What earlier rounds learned is kept; `run` gives it.
        """
        self._stop.set()

    def forsake(self) -> None:
        """Nobody goes on with it, or asks for its run: whoever has a part in it is told."""
        self._sums.end()

    def run(self) -> Run:
        """The run as it stands; one that was not driven to its end counts as stopped."""
        rounds = self.history.rounds
        outcome = self.outcome or Outcome(
            Ending.STOPPED, (f"Stopped after {grouped(rounds)} rounds.")
        )
        return Run(
            self.settings,
            self.dataset,
            self.seed,
            self.history,
            self.model(),
            outcome,
            self.seconds,
            self._trainer.members,
        )

    def model(self) -> Model:
        """The model as it stands; to be asked for between two rounds."""
        problem, dataset = self._trainer.problem, self.dataset
        return Model(
            self.settings,
            dataset.target,
            dataset.classes,
            problem.data.encoder,
            self._trainer.predictor(),
            problem.commonest,
            dataset.all_derivations,
            dataset.plan.missing_words if dataset.plan else {},
            dataset.plan.spellings if dataset.plan else {},
            self._rule,
            dataset.target_derivations,
        )


def train(
    dataset: Dataset, settings: Ensemble, *, seed: int | None = None, after: Run | None = None
) -> Training:
    """Train round by round; with `after`, go on from an earlier run on the same data.

    The seed is 0 unless told otherwise. A run goes on with its own: which rows its rounds drew is
    found out by it again.

    >>> import core
    >>> data = core.example("ten points", validation_share=0)
    >>> [round(r.vote, 2) for r in train(data, core.AdaBoost(rounds=3))]
    [0.42, 0.65, 0.92]
    """
    return Training(dataset, settings, seed, after)


def fit(
    dataset: Dataset, settings: Ensemble, *, seed: int | None = None, after: Run | None = None
) -> Run:
    """Train to the end; see `train`.

    >>> import core
    >>> data = core.example("ten points", validation_share=0)
    >>> fit(data, core.AdaBoost(rounds=3)).history.error(3)
    0.0
    """
    training = Training(dataset, settings, seed, after)
    for _ in training:
        pass
    return training.run()


def _seed(given: int | None, after: Run | None) -> int:
    """The seed of a training: the one given, else 0; that of the run that it follows."""
    if after is None:
        return given or 0
    if given is not None and given != after.seed:
        raise SettingsError(
            f"A training that goes on has the seed of the run that it follows, {after.seed}, and "
            f"not {given}. Leave the seed out, or start a new training."
        )
    return after.seed
