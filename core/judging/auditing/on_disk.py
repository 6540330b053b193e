"""The audit of data on the disk: judges taught with a sample, heard on every row, part by part.

Rows are dealt into folds by a hash of their group, or of their file and line. Of a fair sample each
fold has judges that learn from the other folds; every row of the data is heard by the judges of its
own fold, so that nobody judges a row, or a group, that it learned from. How many labels are wrong
is estimated from the sample; how likely each label is wrong follows from its suspicion as it does
there. Judges see codes: those that need the values themselves, and twins, are not heard of.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from core.base import room
from core.base.arrays import Floats, Integers, Mask
from core.base.errors import DataError
from core.base.progress import Progress, Watch, unwatched
from core.base.wording import count, grouped, percent
from core.data.dataset import Dataset, Task
from core.data.files import Hashes, place_hashes
from core.data.splits.grouping import usable
from core.data.table import Table
from core.engine.inputs import Inputs
from core.judging.auditing.confusion import confusions, suspected
from core.judging.auditing.crossfit import Fold
from core.judging.auditing.default_judges import usual_boosting
from core.judging.auditing.doubting.calibration import Noise
from core.judging.auditing.doubting.noise import NO_NOISE, doubted
from core.judging.auditing.flagging import USUAL
from core.judging.auditing.jury import emphasis, skill
from core.judging.auditing.skill import can_tell_classes
from core.judging.auditing.table import write_table
from core.judging.auditing.verdict import in_order
from core.learning.ensemble import Ensemble
from core.learning.predictors.predictor import Predictor
from core.learning.problem import Problem
from core.learning.sampling import round_seed

FOLDS = 5
MOST_LISTED, LEAST_LISTED = 1_000_000, 1000
"""So many rows are listed: all that are flagged, within these bounds."""
_STREAM = 0xA0D
_CHUNK = 1 << 18
_TREES, _LEAF_ROWS, _TREE_ROWS = 75, 3, 20_000


@dataclass(frozen=True, eq=False)
class DiskAudit:
    """What is known of every row, and the most suspicious ones in their order."""

    dataset: Dataset
    suspicion: npt.NDArray[np.float32]
    """One number a row of the dataset, higher is worse."""
    noise: Noise
    """The estimated share of wrong labels, from a fair sample of all rows."""
    taught: int
    """How many rows that sample has."""
    count: int
    """How many of all rows are flagged."""
    ranked: Integers
    """The most suspicious rows of all, worst first: those that are listed."""
    wrong: Floats
    """How likely the label of each of these is wrong."""
    suggested: Integers
    """The class that the judges would give each of these."""
    probability: Floats
    """Their share for it."""

    @property
    def sentence(self) -> str:
        """What it says of the labels."""
        told = f"judged by models that learned from {grouped(self.taught)} of them"
        rows = grouped(len(self.dataset))
        if self.noise == NO_NOISE:
            return f"Which labels are wrong cannot be told of the {rows} rows, {told}."
        noise = self.noise
        return (
            f"About {percent(noise.estimate)} of the labels look wrong, by estimate "
            f"({percent(noise.low)} to {percent(noise.high)} with 90 % confidence), of {rows} "
            f"rows, {told}. {count(self.count, 'row is', 'rows are')} flagged."
        )

    def frame(self, table: Table | None = None) -> pd.DataFrame:
        """The rows that are listed, with files and lines; a table of them adds its columns."""
        data, rows = self.dataset, self.ranked
        files, lines = data.table.files, data.lines[rows]
        assert files is not None
        file, own = files.places(lines)
        names = np.array(data.classes, dtype=object)
        found = pd.DataFrame(
            {
                "file": np.array(files.names, dtype=object)[file],
                "line": own,
                "suspicion": self.suspicion[rows],
                "given": names[data.labels[rows]],
                "suggested": names[self.suggested],
                "flagged": np.where(np.arange(len(rows)) < self.count, "yes", "no"),
                "wrong": self.wrong,
                "probability": self.probability,
                "part": np.where(data.validation[rows], "validation", "training"),
            }
        )
        if table is None:
            return found
        from core.reading.file_columns import with_file_columns

        beside = with_file_columns(pd.DataFrame({"line": lines}), table)
        return pd.concat([found, beside.drop(columns="line")], axis=1)

    def write_csv(self, path: str | os.PathLike[str], table: Table | None = None) -> None:
        """Write the rows that are listed, exact, whole or not at all."""
        write_table(self.frame(table), path)


@dataclass(frozen=True, eq=False)
class _Bench:
    """The judges of one fold, each with what it counts; the weights add up to 1."""

    judges: tuple[Predictor, ...]

    def shares(self, problem: Problem, places: Integers, weights: Floats) -> Floats:
        """What they say together about rows at these places."""
        own = Inputs(problem.data.encoder, problem.inputs.columns, places)
        own.__dict__["codes"] = np.ascontiguousarray(problem.data.codes[:, places])
        said = [judge.outputs(own) for judge in self.judges]
        return np.asarray(sum(w * each for w, each in zip(weights, said, strict=True)))


def audit_on_disk(data: Dataset, *, seed: int = 0, watch: Watch = unwatched) -> DiskAudit:
    """Audit the labels of data whose values are not in memory."""
    if data.sample is None:
        raise DataError("These data are in memory, and can be audited as they are.")
    if data.task is Task.REGRESSION:
        raise DataError(
            "Numbers of data on the disk cannot be audited yet. Audit a file that fits into memory."
        )
    problem = Problem.of(data, labels=data.labels)
    auditing = _Auditing(problem, seed)
    for progress in auditing.steps():
        watch(progress)
    return auditing.result()


class _Auditing:
    def __init__(self, problem: Problem, seed: int) -> None:
        self._problem, self._seed = problem, seed
        self._data = problem.dataset
        assert self._data.sample is not None
        self._sample = self._data.rows_of(self._data.sample.lines)
        """The rows of the sample; `_at` are their places in training order."""
        place: Integers = room.empty(len(problem), np.int64)
        place[problem.data.order] = np.arange(len(problem))
        self._at = np.sort(place[self._sample])
        self._suspicion: npt.NDArray[np.float32] = room.empty(len(problem), np.float32)
        self._benches: list[_Bench] = []
        self._weights = np.empty(0)
        self._common = np.empty((0, 0))
        self._noise = NO_NOISE
        self._known = (np.empty(0), np.empty(0))
        """The suspicions of the sample, ascending, and how likely these labels are wrong."""

    def steps(self) -> Iterator[Progress]:
        """Teach the judges, calibrate them on the sample, and hear them on all rows."""
        fold = self._folds(self._at)
        for number in range(FOLDS):
            self._benches.append(self._taught(self._at[fold != number], number))
            yield Progress(number + 1, FOLDS, "teaching judges")
        self._calibrate(fold)
        rows = len(self._problem)
        for start in range(0, rows, _CHUNK):
            places = np.arange(start, min(start + _CHUNK, rows))
            found = suspected(self._shares(places), self._problem.labels[places], self._common)
            self._suspicion[self._problem.data.order[places]] = found.suspicion
            yield Progress(places[-1] + 1, rows, "judging all rows")

    def _folds(self, places: Integers) -> Integers:
        """The fold of rows at some places: by the group, or the file and line."""
        problem = self._problem
        if problem.groups is not None:
            hashes: Hashes = place_hashes("", problem.groups[places], (_STREAM, self._seed))
        else:
            rows = problem.data.order[places]
            order = np.argsort(rows, kind="stable")
            hashes = np.empty(len(rows), np.uint64)
            lines = self._data.lines[rows[order]]
            hashes[order] = self._data.table.hashes(lines, _STREAM, self._seed)
        return (hashes % np.uint64(FOLDS)).astype(np.int64)

    def _taught(self, learned: Integers, number: int) -> _Bench:
        """Judges that learn from rows at these places."""
        whole = self._problem
        learns = np.zeros(len(whole), bool)
        learns[learned] = True
        own = Fold.of(whole, learns, np.empty(0, np.int64), whole.row_weights).problem
        judges = []
        for place, settings in enumerate(_settings(own)):
            trainer = settings.trainer(own, round_seed(self._seed, number * 8 + place))
            for _ in trainer.rounds():
                pass
            judges.append(trainer.predictor())
        return _Bench(tuple(judges))

    def _calibrate(self, fold: Integers) -> None:
        """What the sample, each row heard by judges that never saw it, tells of all rows."""
        at, labels = self._at, self._problem.labels[self._at]
        said = []
        for judge in range(len(self._benches[0].judges)):
            only = np.eye(len(self._benches[0].judges))[judge]
            said.append(self._heard(at, fold, only))
        powers = emphasis(len(labels))
        skills = np.array([skill(each, labels) ** powers for each in said])
        self._weights = skills / skills.sum()
        shares = np.asarray(sum(w * each for w, each in zip(self._weights, said, strict=True)))
        self._common = confusions(shares, labels)
        suspicion = suspected(shares, labels, self._common).suspicion
        groups = usable(None if self._problem.groups is None else self._problem.groups[at])
        wrong = np.zeros(len(labels))
        if can_tell_classes(shares, labels, groups):
            doubt = doubted(shares, labels, self._seed, groups=groups)
            everyone, nobody = np.ones(len(labels), bool), np.zeros(len(labels), bool)
            self._noise = doubt.noise
            wrong = in_order(suspicion, doubt.wrong, everyone, nobody)
        order = np.argsort(suspicion, kind="stable")
        self._known = suspicion[order], wrong[order]

    def _shares(self, places: Integers) -> Floats:
        return self._heard(places, self._folds(places), self._weights)

    def _heard(self, places: Integers, fold: Integers, weights: Floats) -> Floats:
        """What is said about rows, each by the judges of its fold."""
        shares = np.empty((len(places), self._problem.classes))
        for number, bench in enumerate(self._benches):
            here = np.flatnonzero(fold == number)
            if len(here):
                shares[here] = bench.shares(self._problem, places[here], weights)
        return shares

    def result(self) -> DiskAudit:
        """Rank all rows, and look once more at those that are listed."""
        known, wrong = self._known
        flagged = self._flagged(known, wrong)
        listed = min(len(self._suspicion), MOST_LISTED, max(LEAST_LISTED, flagged))
        rows = np.argpartition(-self._suspicion, listed - 1)[:listed]
        rows = rows[np.lexsort((rows, -self._suspicion[rows]))]
        at = self._places(rows)
        found = suspected(self._shares(at), self._problem.labels[at], self._common)
        place = np.searchsorted(known, found.suspicion, side="right") - 1
        return DiskAudit(
            self._data,
            self._suspicion,
            self._noise,
            len(self._at),
            flagged,
            rows,
            wrong[np.maximum(place, 0)],
            np.where(found.share > found.own, found.other, self._problem.labels[at]),
            np.maximum(found.own, found.share),
        )

    def _flagged(self, known: Floats, wrong: Floats) -> int:
        """How many of all rows are as suspicious as labels that are likely enough wrong."""
        likely: Mask = wrong > USUAL.at(self._noise.high)
        if not likely.any():
            return 0
        return int((self._suspicion >= np.float32(known[likely].min())).sum())

    def _places(self, rows: Integers) -> Integers:
        wanted = np.sort(rows)
        order = self._problem.data.order
        found: Integers = np.empty(len(rows), np.int64)
        for first, last in ((0, self._problem.training), (self._problem.training, len(order))):
            # Each side is in the order of the rows.
            own: Any = order[first:last]
            place = np.minimum(np.searchsorted(own, wanted), max(0, last - first - 1))
            is_here = own[place] == wanted if last > first else np.zeros(len(wanted), bool)
            found[is_here] = first + place[is_here]
        return found[np.searchsorted(wanted, rows)]


def _settings(problem: Problem) -> tuple[Ensemble, ...]:
    """Who judges: unlike models that are content with codes."""
    from core.learning.ensembles.forest import RandomForest

    share = min(1.0, max(0.01, _TREE_ROWS / problem.training))
    forest = RandomForest(rounds=_TREES, leaf_rows=_LEAF_ROWS, sample_share=share)
    return forest, usual_boosting(problem)
