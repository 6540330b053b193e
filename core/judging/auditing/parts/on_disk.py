"""The audit of data on the disk: judges taught with a sample, heard on every row, part by part.

Rows are dealt into folds by a hash of their group, or of their file and line. Of a fair sample each
fold has judges that learn from the other folds; every row of the data is heard by the judges of its
own fold, so that nobody judges a row, or a group, that it learned from. How many labels are wrong
is estimated from the sample; how likely each label is wrong follows from its suspicion as it does
there. Of each part the most suspicious rows and counts are kept. Judges see codes: those that need
the values themselves, and twins, are not heard of.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from core.base import room
from core.base.arrays import Floats, Integers, Mask
from core.base.errors import DataError
from core.base.progress import Progress, Watch, unwatched
from core.base.stopping import stop_if_asked
from core.data.dataset import Dataset, Task
from core.data.files import Hashes, place_hashes
from core.data.splits.grouping import usable
from core.engine.inputs import Inputs
from core.judging.auditing.confusion import confusions, suspected
from core.judging.auditing.crossfit import Fold
from core.judging.auditing.default_judges import usual_boosting
from core.judging.auditing.doubting.calibration import Noise
from core.judging.auditing.doubting.noise import NO_NOISE, doubted
from core.judging.auditing.flagging import USUAL
from core.judging.auditing.jury import Opinion, emphasis, skill
from core.judging.auditing.parts.disk_audit import DiskAudit
from core.judging.auditing.parts.part_tally import PartTally
from core.judging.auditing.skill import can_tell_classes
from core.judging.auditing.verdict import in_order
from core.learning.predictors.predictor import Predictor
from core.learning.problem import Problem
from core.learning.sampling import round_seed

if TYPE_CHECKING:
    from core.learning.ensembles.forest import RandomForest
    from core.learning.ensembles.gradient import GradientBoosting

FOLDS = 5
MOST_LISTED, LEAST_LISTED = 1_000_000, 1000
"""So many rows are listed: all that are flagged, within these bounds."""
_STREAM = 0xA0D
_CHUNK = 1 << 18
_TREES, _LEAF_ROWS, _TREE_ROWS = 75, 3, 20_000
_TEACHING = 3
"""To learn from a row takes as long as to judge so many."""


@dataclass(frozen=True, eq=False)
class _Bench:
    """The judges of one fold."""

    judges: tuple[Predictor, ...]

    def said(self, problem: Problem, places: Integers) -> list[Floats]:
        """What each of them says about rows at these places."""
        own = Inputs(problem.data.encoder, problem.inputs.columns, places)
        own.__dict__["codes"] = np.ascontiguousarray(problem.data.codes[:, places])
        said = []
        for judge in self.judges:
            stop_if_asked()
            said.append(judge.outputs(own))
        return said


def audit_on_disk(
    data: Dataset, *, seed: int = 0, kept: Iterable[int] = (), watch: Watch = unwatched
) -> DiskAudit:
    """Audit the labels of data whose values are not in memory.

    Rows that somebody `kept`, by their lines, or gave another label are neither listed nor flagged.
    """
    auditing = parts_auditing(data, seed, kept)
    for progress in auditing.steps():
        watch(progress)
    return auditing.result()


def parts_auditing(data: Dataset, seed: int = 0, kept: Iterable[int] = ()) -> "PartsAuditing":
    """An audit of data on the disk that goes step by step; raise DataError if there can be none."""
    if data.sample is None:
        raise DataError("These data are in memory, and can be audited as they are.")
    if data.task is Task.REGRESSION:
        raise DataError(
            "Numbers of data on the disk cannot be audited yet. Audit a file that fits into memory."
        )
    if data.split.past_only:
        raise DataError(
            "Judges cannot be kept from later rows of data on the disk. Audit without that, or a "
            "file that fits into memory."
        )
    problem = Problem.of(data, labels=data.labels)
    return PartsAuditing(problem, data.rows_of(data.sample.lines), seed, kept)


@dataclass(frozen=True, eq=False)
class RowsHeard:
    """What the judges say about some rows, in their order."""

    suspicion: Floats
    wrong: Floats
    suggested: Integers
    probability: Floats
    opinions: tuple[Opinion, ...]


@dataclass(frozen=True, eq=False)
class TaughtJudges:
    """Judges that were taught with a sample, and what it tells of all rows: any can be heard."""

    benches: tuple[_Bench, ...] = ()
    weights: Floats = field(default_factory=lambda: np.empty(0))
    common: Floats = field(default_factory=lambda: np.empty((0, 0)))
    noise: Noise = NO_NOISE
    known: tuple[Floats, Floats] = field(default_factory=lambda: (np.empty(0), np.empty(0)))
    """The suspicions of the sample, ascending, and how likely these labels are wrong."""


class PartsAuditing:
    """Teaches judges with some rows of a problem, and hears them on all, chunk by chunk.

    Judges that are taught already are heard as they are.
    """

    def __init__(
        self,
        problem: Problem,
        sample: Integers,
        seed: int = 0,
        kept: Iterable[int] = (),
        taught: TaughtJudges = TaughtJudges(),
    ) -> None:
        self._problem, self._seed = problem, seed
        self._data = problem.dataset
        self._kept = np.array(sorted(kept), np.int64)
        self._at = np.sort(self._places[sample])
        """The places of the sample in training order."""
        self._benches = list(taught.benches)
        self._weights, self._common = taught.weights, taught.common
        self._noise, self._known = taught.noise, taught.known
        self._sampled = np.empty(0)
        self._tally = PartTally.none(problem.classes)

    def steps(self) -> Iterator[Progress]:
        """Teach the judges, calibrate them on the sample, and hear them on all rows."""
        taught, rows = _TEACHING * len(self._at) * FOLDS, len(self._problem)
        for share in self.teaching():
            yield Progress(taught * share, taught + rows, "teaching judges")
        for judged in self.hearing():
            yield Progress(taught + judged, taught + rows, "judging all rows")

    def teaching(self) -> Iterator[float]:
        """Teach the judges and calibrate them; tells how far they are, from 0 to 1."""
        fold = self._folds(self._at)
        for number in range(FOLDS):
            for share in self._teach(self._at[fold != number], number):
                yield (number + share) / FOLDS
        self._calibrate(fold)

    def hearing(self) -> Iterator[int]:
        """Hear the judges on all rows; tells on how many they were heard."""
        cut, rows = self.cut, len(self._problem)
        for start in range(0, rows, _CHUNK):
            places = np.arange(start, min(start + _CHUNK, rows))
            own = self._judged(places, cut)
            self._tally = self._tally.with_others(own, MOST_LISTED)
            yield int(places[-1]) + 1

    def take(self, tally: PartTally) -> None:
        """Take what others heard of all rows, which they tell by their lines."""
        rows = self._data.rows_of(tally.rows)
        self._tally = replace(tally, rows=rows, places=self._places[rows])

    @property
    def _places(self) -> Integers:
        """Where each row stands in training order."""
        place: Integers = room.empty(len(self._problem), np.int64)
        place[self._problem.data.order] = np.arange(len(self._problem))
        return place

    @property
    def taught(self) -> TaughtJudges:
        """The judges as they are, to be heard elsewhere."""
        return TaughtJudges(
            tuple(self._benches), self._weights, self._common, self._noise, self._known
        )

    @property
    def tally(self) -> PartTally:
        """What the rows heard so far give back."""
        return self._tally

    @property
    def sampled(self) -> Floats:
        """The suspicion of each row of the sample, in its order."""
        return self._sampled

    def _judged(self, places: Integers, cut: np.float32) -> PartTally:
        """What rows at some places give back."""
        problem, rows = self._problem, self._problem.data.order[places]
        labels = problem.labels[places]
        found = suspected(self._shares(places), labels, self._common)
        suspicion = found.suspicion.astype(np.float32)
        settled = self._settled(rows)
        return PartTally.of(
            suspicion, rows, places, labels, settled, cut, problem.classes, MOST_LISTED
        )

    def _settled(self, rows: Integers) -> Mask:
        """Which rows somebody decided about: they have another label, or were kept."""
        data = self._data
        settled = np.zeros(len(rows), bool)
        if data.first_labels is not None:
            settled |= data.first_labels[rows] != data.labels[rows]
        if len(self._kept):
            settled |= np.isin(data.lines[rows], self._kept)
        return settled

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

    def _teach(self, learned: Integers, number: int) -> Iterator[float]:
        """Judges that learn from rows at these places; tells how far they are, from 0 to 1."""
        whole = self._problem
        learns = np.zeros(len(whole), bool)
        learns[learned] = True
        own = Fold.of(whole, learns, np.empty(0, np.int64), whole.row_weights).problem
        judges = []
        settings = _settings(own)
        rounds, taught = sum(each.rounds for each in settings), 0
        for place, each in enumerate(settings):
            trainer = each.trainer(own, round_seed(self._seed, number * 8 + place))
            for _ in trainer.rounds():
                taught += 1
                yield min(1.0, taught / rounds)
            judges.append(trainer.predictor())
        self._benches.append(_Bench(tuple(judges)))

    def _calibrate(self, fold: Integers) -> None:
        """What the sample, each row heard by judges that never saw it, tells of all rows."""
        at, labels = self._at, self._problem.labels[self._at]
        said = self._heard(at, fold)
        powers = emphasis(len(labels))
        skills = np.array([skill(each, labels) ** powers for each in said])
        self._weights = skills / skills.sum()
        shares = self._weighed(said)
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
        self._sampled = suspicion[np.argsort(self._problem.data.order[at], kind="stable")]

    def _shares(self, places: Integers) -> Floats:
        return self._weighed(self._heard(places, self._folds(places)))

    def _weighed(self, said: list[Floats]) -> Floats:
        return np.asarray(sum(w * each for w, each in zip(self._weights, said, strict=True)))

    def _heard(self, places: Integers, fold: Integers) -> list[Floats]:
        """What each judge says about rows, each by the judges of its fold."""
        judges = len(self._benches[0].judges)
        said = [np.empty((len(places), self._problem.classes)) for _ in range(judges)]
        for number, bench in enumerate(self._benches):
            here = np.flatnonzero(fold == number)
            if len(here):
                own = bench.said(self._problem, places[here])
                for of_all, of_here in zip(said, own, strict=True):
                    of_all[here] = of_here
        return said

    @property
    def dataset(self) -> Dataset:
        """The data that are judged."""
        return self._data

    @property
    def noise(self) -> Noise:
        """The estimated share of wrong labels, of all rows."""
        return self._noise

    def about(self, rows: Integers) -> RowsHeard:
        """What is said about some rows of the data, each by judges that never saw it."""
        return self._about(np.asarray(self._places[rows]))

    def _about(self, places: Integers) -> RowsHeard:
        known, wrong = self._known
        labels = self._problem.labels[places]
        said = self._heard(places, self._folds(places))
        found = suspected(self._weighed(said), labels, self._common)
        place = np.searchsorted(known, found.suspicion, side="right") - 1
        opinions = []
        for judge, shares, weight in zip(
            _settings(self._problem), said, self._weights, strict=True
        ):
            own = suspected(shares, labels, self._common)
            opinions.append(
                Opinion(judge.name, judge.title, own.own, own.other, own.share, float(weight))
            )
        return RowsHeard(
            found.suspicion,
            wrong[np.maximum(place, 0)],
            np.where(found.share > found.own, found.other, labels),
            np.maximum(found.own, found.share),
            tuple(opinions),
        )

    def result(self) -> DiskAudit:
        """Look once more at the rows that are listed."""
        top = listed(self._tally)
        heard = self._about(top.places)
        return DiskAudit(
            dataset=self._data,
            noise=self._noise,
            taught=len(self._at),
            judged=self._tally.judged,
            flagged=self._tally.flagged,
            ranked=top.rows,
            suspicion=top.suspicion,
            wrong=heard.wrong,
            suggested=heard.suggested,
            probability=heard.probability,
            sampled=self._sampled,
        )

    @property
    def cut(self) -> np.float32:
        """Rows that are as suspicious have labels that are likely enough wrong."""
        known, wrong = self._known
        likely: Mask = wrong > USUAL.at(self._noise.high)
        return np.float32(known[likely].min() if likely.any() else np.inf)


def listed(tally: PartTally) -> PartTally:
    """The rows that are listed: all that are flagged, within bounds."""
    flagged = int(tally.flagged.sum())
    return tally.most(min(MOST_LISTED, max(LEAST_LISTED, flagged)))


def _settings(problem: Problem) -> "tuple[RandomForest, GradientBoosting]":
    """Who judges: unlike models that are content with codes."""
    from core.learning.ensembles.forest import RandomForest

    share = min(1.0, max(0.01, _TREE_ROWS / max(1, problem.training)))
    forest = RandomForest(rounds=_TREES, leaf_rows=_LEAF_ROWS, sample_share=share)
    return forest, usual_boosting(problem)
