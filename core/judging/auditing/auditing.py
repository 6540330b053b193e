"""Auditing: an iterator of stages that whoever drives it can stop, pause or look at.

First an ensemble is boosted: its history tells since when a row is wrong, and its weights give a
first ranking. Then unlike judges are heard on all rows, each row judged by models that never saw
it. Wrong labels have misled the judges, too: so some are heard again, and the more suspicious a
row is, the less it teaches them. Who takes long and gains little by it is heard once; so is
everybody where next to no label is contradicted.

Of very many rows a sample may be audited. What is estimated of its labels holds for all of them, as
of any sample drawn by chance; which of the other rows are wrong is not told.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.errors import DataError
from core.base.progress import Progress
from core.data.dataset import Dataset
from core.data.splits.grouping import grouped_folds, usable
from core.judging.auditing.boosting_scores import SCORES, UNSEEN, boosting_scores
from core.judging.auditing.chaining import NOBODY, Chain
from core.judging.auditing.confusion import confusions, suspected
from core.judging.auditing.crossfit import dealt
from core.judging.auditing.default_judges import usual_judges, usual_settings, witness
from core.judging.auditing.doubting.reviewed import Reviewed
from core.judging.auditing.judges import Court, Judge
from core.judging.auditing.jury import Hearing, Opinion
from core.judging.auditing.outliers import Distances
from core.judging.auditing.regression import doubted_numbers, judge_weights, unexplained
from core.judging.auditing.result import Audit
from core.judging.auditing.twins import Twins
from core.judging.auditing.verdict import KINDS, SuspicionKind, verdict
from core.learning.ensemble import Ensemble
from core.learning.problem import Problem
from core.learning.run import Run
from core.learning.training import Training

FOLDS = 5
_LEAST_ROWS = 10
_SECOND_SHARE = 0.4
"""What the second hearing counts; the first one has the rest."""
_CONTRADICTED, _LITTLE = 0.5, 0.01
"""It is not worth its time if no more than the latter share of labels are as suspicious."""
_SAMPLE_STREAM = 0x5A4D
_LEAST_WEIGHT = 0.02
"""However suspicious a row is, it teaches by so much of its weight."""

Scalar = TypeVar("Scalar", bound=np.generic)


class Auditing(Iterator[Progress]):
    """An audit under way. It does a little each time it is asked how far it is.

    The words of the progress are the stage that it is in; it is how much of that is done.

    `suspicion` is the ranking as far as it is known; `audit()` gives what there is, finished or
    not. With `training_only` the validation rows are judged, and teach nothing. Rows of the lines
    that somebody kept, and rows that were relabelled, are settled: see `Reviewed`. Where the split
    asks for the past only, judges never saw a later row, and the earliest are not judged: see
    `Chain`. With a `sample`, so many rows drawn by the seed teach and are judged, and no others.

    >>> import core
    >>> auditing = Auditing(core.example("ten points", validation_share=0))
    >>> stages = [progress.words for progress in auditing]
    >>> auditing.audit().noise.estimate
    0.0
    """

    def __init__(
        self,
        dataset: Dataset,
        settings: Ensemble | None = None,
        *,
        run: Run | None = None,
        seed: int = 0,
        training_only: bool = False,
        kept: Iterable[int] = (),
        sample: int | None = None,
    ) -> None:
        if run is not None and run.dataset is not dataset:
            raise DataError("A run can only tell about its own data. Audit that, or leave it out.")
        self.dataset, self.seed, self.seconds = dataset, seed, 0.0
        self._run = run
        self._training = (
            None if run else Training(dataset, settings or usual_settings(dataset), seed)
        )
        self._problem = self._drawn(Problem.of(dataset, labels=dataset.labels), sample)
        self._all_reviewed = Reviewed.of(dataset, kept)
        self._reviewed = self._all_reviewed.take(self._problem.data.order)
        self._weights = self._problem.row_weights.copy()
        if training_only:
            self._weights[self._problem.training :] = 0.0
        self._chain = self._chained()
        self._heard: list[Hearing] = []
        self._is_heard_twice = False
        self._stages = self._work()

    def _drawn(self, problem: Problem, sample: int | None) -> Problem:
        """The rows that are audited: all, or a sample of them."""
        if sample is None or sample >= len(problem):
            return problem
        if sample < _LEAST_ROWS:
            raise DataError(
                f"A sample of {sample} rows tells nothing. Draw {_LEAST_ROWS} rows at least."
            )
        if self.dataset.split.past_only:
            raise DataError(
                "Judges are kept from later rows here, so no sample can be drawn. Audit all rows, "
                "or let judges learn from rows of any time."
            )
        random = np.random.default_rng([_SAMPLE_STREAM, self.seed])
        return problem.only(np.sort(random.choice(len(problem), sample, replace=False)))

    def __next__(self) -> Progress:
        """Do a little more."""
        started = time.perf_counter()
        try:
            return next(self._stages)
        finally:
            self.seconds += time.perf_counter() - started

    @property
    def suspicion(self) -> Floats:
        """One number a row, higher is worse, as far as it is known."""
        problem = self._problem
        if self._opinions:
            if problem.is_regression:
                return self._by_row(self._residuals())
            return self._by_row(self._suspected())
        history = self._training.history if self._training else None
        if history is not None and history.rounds:
            return history.suspicion()
        return self._run.history.suspicion() if self._run else np.zeros(len(self.dataset))

    @property
    def shares(self) -> Floats:
        """What the judges that were heard say together: a row a row, a column a class."""
        shares = np.full((len(self.dataset), self._problem.classes), np.nan)
        shares[self._problem.data.order] = self._outputs
        return shares

    def audit(self) -> Audit:
        """What is known; an audit that was not driven to its end knows less."""
        problem, dataset, teaches = self._problem, self.dataset, self._weights > 0
        judged, is_judged = self._judged, self._by_row(self._judged)
        twins = Twins.of(dataset, self._by_row(teaches))
        if not self._opinions:
            return self._nothing_known(twins)
        far = Distances.of(problem, self.seed).far
        own = twins.take(problem.data.order)
        found = verdict(
            problem,
            self._outputs,
            self._opinions,
            own,
            far,
            self._counts,
            judged,
            self.seed,
            self._reviewed,
        )
        return Audit(
            dataset,
            self._by_row(found.suspicion),
            # Rows outside the sample are as likely wrong as any of it.
            self._by_row(found.wrong, found.noise.estimate),
            self._by_row(found.suggested, dataset.labels),
            self._by_row(found.probability, np.nan),
            self._by_row(found.kind, KINDS.index(SuspicionKind.NOT_JUDGED)),
            found.noise,
            found.count,
            self._scores(),
            tuple(
                replace(self._opinion_by_row(opinion), weight=self._weight_of(opinion))
                for opinion in self._opinions
            ),
            twins,
            self._boosted(),
            self.seconds,
            self._settled,
            found.flips,
            None if is_judged.all() else is_judged,
        )

    # -- the work --------------------------------------------------------------------------

    def _work(self) -> Iterator[Progress]:
        if self._training:
            total = self._training.settings.planned_rounds
            for done in self._training:
                yield Progress(done.number, total, "boosting")
        judges = self._judges()
        if not judges:
            return
        first = judges if self._problem.is_regression else (*judges, witness())
        yield from self._hear("first hearing", self._weights, first)
        weights = self._weights_again()
        if weights is not None:
            again = tuple(judge for judge in judges if judge.is_heard_again)
            yield from self._hear("second hearing", weights, again)
            self._is_heard_twice = True

    def _hear(self, name: str, weights: Floats, judges: tuple[Judge, ...]) -> Iterator[Progress]:
        court = Court(self._problem, weights, self._dealt(), self.seed)
        if self._chain is not None:
            court = Court(self._problem, weights, self._chain.fold, self.seed, self._chain.block)
        hearing = Hearing(court, judges, self._counts)
        self._heard.append(hearing)
        for _ in hearing:
            yield Progress(hearing.done, hearing.total, name)

    def _dealt(self) -> Integers:
        """The rows' folds; labels of rows that teach nothing have no say in them.

        Rows of one group are in one fold, whether they teach or not.
        """
        problem, teaches = self._problem, self._weights > 0
        strata = problem.targets if problem.is_regression else problem.labels
        if (groups := usable(problem.groups)) is not None:
            known = strata if teaches.all() else np.where(teaches, strata, strata[teaches].min())
            return grouped_folds(groups, known, FOLDS, self.seed)
        fold = np.empty(len(problem), np.int64)
        fold[teaches] = dealt(strata[teaches], FOLDS, self.seed)
        fold[~teaches] = dealt(np.zeros(int((~teaches).sum())), FOLDS, self.seed)
        return fold

    def _chained(self) -> Chain | None:
        """Who is judged after whom, where judges are kept from later rows."""
        problem, times = self._problem, self.dataset.times
        if not self.dataset.split.past_only or times is None:
            return None
        strata = problem.targets if problem.is_regression else problem.labels
        order = problem.data.order
        return Chain.of(times[order], strata, self._weights, problem.groups, self.seed)

    def _judges(self) -> tuple[Judge, ...]:
        """Nobody where there is nothing to learn."""
        problem = self._problem
        teaches = self._counts
        if int(teaches.sum()) < _LEAST_ROWS or not problem.data.usable.any():
            return ()
        if problem.classes and len(np.unique(problem.labels[teaches])) < 2:
            return ()
        return usual_judges(problem)

    def _weights_again(self) -> Floats | None:
        """How much each row teaches in the second hearing; None if there is no need of one.

        Nor is there one where judges are kept from later rows: which confusions are common, by
        which it goes, is counted in all of them.
        """
        if self._chain is not None:
            return None
        teaches, settled = self._weights > 0, self._reviewed.settled
        if self._problem.is_regression:
            wrong = doubted_numbers(self._residuals(), self.seed, teaches).wrong > 0.5
            wrong &= ~settled
            return self._weights * ~wrong if wrong.any() else None
        suspicion = np.where(settled, 0.0, self._suspected())
        if (suspicion[teaches] > _CONTRADICTED).mean() <= _LITTLE:
            return None
        return np.asarray(self._weights * np.maximum(1 - suspicion, _LEAST_WEIGHT))

    # -- what is known ---------------------------------------------------------------------

    @property
    def _outputs(self) -> Floats:
        """What was said in the first hearing, and in the second once that is done."""
        first = self._heard[0].outputs
        if not self._is_heard_twice:
            return first
        again = self._heard[1].outputs
        return np.asarray((1 - _SECOND_SHARE) * first + _SECOND_SHARE * again)

    @property
    def _opinions(self) -> list[Opinion]:
        """Those of the first hearing, or of the second once that is done and has them."""
        first = self._heard[0].opinions if self._heard else []
        if not self._is_heard_twice:
            return first
        later = {opinion.name: opinion for opinion in self._heard[1].opinions}
        return [later.get(opinion.name, opinion) for opinion in first]

    def _weight_of(self, opinion: Opinion) -> float:
        """The share of a judge in what all of them say together."""
        if self._problem.is_regression:
            weights = judge_weights(self._said, self._problem.targets, self._counts)
            return float(weights[[each.name for each in self._opinions].index(opinion.name)])
        first, *later = (
            hearing.weights.get(opinion.name, 0.0) / sum(hearing.weights.values())
            for hearing in self._heard[: 1 + self._is_heard_twice]
        )
        return (1 - _SECOND_SHARE) * first + _SECOND_SHARE * later[0] if later else first

    @property
    def _judged(self) -> Mask:
        """The rows that are judged: all of them, unless nobody comes before some."""
        if self._chain is None:
            return np.ones(len(self._problem), bool)
        return np.asarray(self._chain.fold != NOBODY)

    @property
    def _counts(self) -> Mask:
        """The rows that teach and are judged: they tell how good judges are, and what is usual."""
        return np.asarray((self._weights > 0) & self._judged)

    @property
    def _settled(self) -> Mask | None:
        settled = self._all_reviewed.settled
        return settled if settled.any() else None

    @property
    def _said(self) -> Floats:
        return np.column_stack([opinion.own for opinion in self._opinions])

    def _suspected(self) -> Floats:
        """How suspicious each label is, see `suspected`."""
        outputs, labels = self._outputs, self._problem.labels
        return suspected(outputs, labels, confusions(outputs, labels, self._counts)).suspicion

    def _residuals(self) -> Floats:
        return unexplained(self._said, self._problem.targets, self._counts)

    def _boosted(self) -> Run | None:
        return self._run or (self._training.run() if self._training else None)

    def _scores(self) -> Mapping[str, Floats]:
        """Boosting's scores, in sample and unseen, and what each judge says against a row."""
        run = self._boosted()
        found = boosting_scores(run.history) if run else {}
        scores = self._heard[0].scores if self._heard else None
        if scores is not None and self._problem.classes:
            for name, values in zip(SCORES, scores.T, strict=True):
                found[f"{UNSEEN} {name}"] = self._by_row(values)
        return found

    def _by_row(
        self, values: "np.ndarray[tuple[int], np.dtype[Scalar]]", elsewhere: Any = 0
    ) -> "np.ndarray[tuple[int], np.dtype[Scalar]]":
        """In the order of the dataset, with what stands for rows outside the sample."""
        out = np.empty(len(self.dataset), values.dtype)
        if len(values) < len(out):
            out[:] = elsewhere
        out[self._problem.data.order] = values
        return out

    def _opinion_by_row(self, opinion: Opinion) -> Opinion:
        if self._problem.is_regression:
            return Opinion(
                opinion.name, opinion.title, self._by_row(opinion.own), opinion.other, opinion.share
            )
        return Opinion(
            opinion.name,
            opinion.title,
            self._by_row(opinion.own),
            self._by_row(opinion.other),
            self._by_row(opinion.share),
        )

    def _nothing_known(self, twins: Twins) -> Audit:
        """Before any judge: the run's own ranking, and nothing flagged but twins."""
        from core.judging.auditing.doubting.noise import NO_NOISE

        dataset = self.dataset
        first, rows = twins.come_first & ~self._all_reviewed.settled, len(dataset)
        kinds = np.where(
            first, KINDS.index(SuspicionKind.TWIN), KINDS.index(SuspicionKind.FITS)
        ).astype(np.int64)
        nothing = np.full(rows, np.nan)
        suggested: Integers | Floats = dataset.labels
        return Audit(
            dataset,
            self.suspicion / max(1.0, float(self.suspicion.max(initial=0.0))) + first,
            np.where(first, 0.5, 0.0),
            suggested,
            nothing,
            kinds,
            NO_NOISE,
            int(first.sum()),
            self._scores(),
            (),
            twins,
            self._boosted(),
            self.seconds,
            self._settled,
        )
