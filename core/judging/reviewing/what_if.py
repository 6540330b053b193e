"""What if: train as the data are and as they would be, and compare, without deciding anything."""

from collections.abc import Iterable, Iterator, Mapping

from core.base.errors import DataError
from core.data.dataset import Dataset
from core.judging.reviewing.proof import Proof, proof
from core.learning.ensemble import Ensemble
from core.learning.histories.history import History
from core.learning.model import Model
from core.learning.rounds import Round
from core.learning.run import Run
from core.learning.training import Training


class TwoTrainings(Iterator[Round]):
    """The same training on data before and after something, driven as one: a round each time.

    A run on the data before, if there is one already, saves the first. When the rounds are over,
    `proof` tells what came of it. Stopped earlier, it has none.

    >>> import core
    >>> data = core.example("moons")
    >>> both = TwoTrainings(data, data.excluding([5, 9]), core.RandomForest(rounds=5))
    >>> len(list(both)), both.proof.excluded <= 2
    (10, True)
    """

    def __init__(
        self,
        before: Dataset,
        after: Dataset,
        settings: Ensemble,
        *,
        seed: int = 0,
        known: Run | None = None,
    ) -> None:
        if known is not None and known.dataset is not before:
            raise DataError(
                "The earlier run was trained on other data. Leave it out, and it is trained anew."
            )
        self.settings, self.seed = settings, seed
        self.dataset = after
        """The data after it."""
        settings.check(after)
        self.before = known
        self._trains_both = known is None
        self.after: Run | None = None
        self.proof: Proof | None = None
        """What came of it; None as long as the trainings are under way."""
        self._training = Training(after if known else before, settings, seed)

    @property
    def history(self) -> History:
        """The rounds done so far by the training under way."""
        return self._training.history

    @property
    def share_done(self) -> float:
        """How much of the work is done, from 0 to 1; trainings that end early jump to their end."""
        if self.proof:
            return 1.0
        part = min(1.0, self.history.rounds / self.settings.planned_rounds)
        if self._training.dataset is not self.dataset:
            return part / 2
        return 0.5 + part / 2 if self._trains_both else part

    def __next__(self) -> Round:
        """Do a round of the training under way, or of the next one."""
        while self.proof is None:
            try:
                return next(self._training)
            except StopIteration:
                self._finish()
        raise StopIteration

    def model(self) -> Model:
        """The model of the training under way, as it stands."""
        return self._training.model()

    def run(self) -> Run:
        """The later run, or what there is so far of the training under way."""
        return self.after or self._training.run()

    def _finish(self) -> None:
        run = self._training.run()
        if self.before is None:
            self.before = run
            self._training = Training(self.dataset, self.settings, self.seed)
        else:
            self.after = run
            self.proof = proof(self.before, run)


class WhatIf(TwoTrainings):
    """What excluding or relabelling rows would do, without deciding anything.

    >>> import core
    >>> data = core.example("moons")
    >>> question = WhatIf(data, core.AdaBoost(rounds=30), exclude=[5, 9])
    >>> len(list(question)), question.proof.excluded <= 2
    (60, True)
    """

    def __init__(
        self,
        dataset: Dataset,
        settings: Ensemble,
        exclude: Iterable[int] = (),
        relabel: Mapping[int, str] | None = None,
        *,
        seed: int = 0,
        before: Run | None = None,
    ) -> None:
        after = would_be(dataset, exclude, relabel or {})
        super().__init__(dataset, after, settings, seed=seed, known=before)


def would_be(dataset: Dataset, exclude: Iterable[int], relabel: Mapping[int, str]) -> Dataset:
    """The data without some lines and with other labels for others."""
    excluded = frozenset(exclude)
    lines = sorted(excluded)
    if not lines and not relabel:
        raise DataError("No row is chosen. Choose the rows to exclude or relabel, then ask again.")
    kept = {line: label for line, label in relabel.items() if line not in excluded}
    made = dataset.relabelled(kept) if kept else dataset
    return made.excluding(lines) if lines else made
