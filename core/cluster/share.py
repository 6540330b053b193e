"""A share of the rows, on the worker that reads, encodes and keeps them.

It knows nothing of Dask: whoever has one calls its methods, one after the other, as `work` for a
thread. `work`, `end` and `call_off` alone may be called at any time, and by any thread.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base import cache_folder, room
from core.base.arrays import Floats, Integers, Mask
from core.base.errors import DataError
from core.base.progress import Cancelled, Progress
from core.base.stopping import stop_if_asked, stoppable
from core.cluster.answering import Answering, Contribution, Joining
from core.cluster.cutting import FilePiece, Key
from core.data.column import Kind
from core.data.column_on_disk import ColumnOnDisk
from core.data.dataset import Dataset
from core.data.plan import Plan
from core.data.roles import Task
from core.data.table import Table
from core.engine.binning import Binned, counted
from core.engine.inputs import Inputs
from core.engine.sums import ALONE, RowSums
from core.judging.auditing.parts.on_disk import (
    MOST_LISTED,
    PartsAuditing,
    RowsHeard,
    TaughtJudges,
)
from core.judging.auditing.parts.part_tally import PartTally
from core.learning.ensemble import Ensemble
from core.learning.problem import Problem
from core.parts.encoding import (
    CODES,
    GROUPS,
    LABELS,
    LINES,
    ORDER,
    VALIDATION,
    EncodedRows,
    needed_bytes,
)
from core.parts.looking import FilesLook
from core.parts.prepared import Preparing
from core.parts.summing import FilesSummary, Summing, add_file
from core.reading.row_finding import RowsFound, find_rows


@dataclass(frozen=True, eq=False)
class FilesOfShare:
    """What the first pass over the files of a share found."""

    summing: Summing
    lines: tuple[int, ...]
    """How many lines of its file there are up to the end of each piece."""
    told: dict[Key, tuple[str, str]]
    """What is wrong with pieces of files: their names, and a sentence."""


@dataclass(frozen=True, eq=False)
class EncodedShare:
    """Rows as codes, and how many training rows of all shares have each code."""

    found: dict[str, npt.NDArray[Any]]
    summary: FilesSummary
    counts: Integers

    def problem(self, shape: Dataset, sums: RowSums) -> Problem:
        """The rows as a problem; `shape` is a dataset that has the same columns."""
        found, summary, labels = self.found, self.summary, self.summary.labels
        codes, order = found[CODES], found[ORDER]
        data = Binned(summary.encoder, codes, order, summary.training, self.counts, summary.spans)
        columns = tuple(
            ColumnOnDisk(each.name, Kind.CATEGORY if each.is_category else Kind.NUMBER, len(order))
            for each in summary.encoder.features
        )
        own, none = room.taken(found[LABELS], order), np.empty(0)
        is_number = labels.task is Task.REGRESSION
        weights: Floats = room.empty(len(order))
        weights[:] = 1.0
        groups = found.get(GROUPS)
        return Problem(
            replace(shape, task=labels.task, classes=labels.classes),
            data,
            Inputs.of(data, columns),
            none.astype(np.int64) if is_number else own,
            own if is_number else none,
            weights,
            None if groups is None else room.taken(groups, order),
            sums,
        )

    def named(self, shape: Dataset) -> Dataset:
        """The rows as a dataset that knows their files and lines, and none of their values."""
        found, summary, labels = self.found, self.summary, self.summary.labels
        rows = len(found[LINES])
        return replace(
            shape,
            table=Table(shape.table.name, (), found[LINES], files=summary.files),
            rows=np.arange(rows),
            labels=found[LABELS],
            validation=found[VALIDATION],
            task=labels.task,
            classes=labels.classes,
            derived=(),
        )


@dataclass(frozen=True, eq=False)
class SharesJudged:
    """What judges say about some rows of a share, in their order, and what these are."""

    heard: RowsHeard
    lines: Integers
    labels: Integers
    validation: Mask


class Share:
    """The rows of some files."""

    def __init__(self) -> None:
        self.progress = Progress(0, 0)
        self._is_over = threading.Event()
        self._called_off = threading.Event()
        """Whether the calls made last are called off; those that follow have another one."""
        self._training: _Training | None = None

    def work(self, name: str, *given: Any) -> Callable[[], Any]:
        """A call of one of the methods, to be done later: Cancelled if it is called off by then."""
        called_off = self._called_off

        def do() -> Any:
            self.progress = Progress(0, 0)  # the call before this one has been at its end
            with stoppable(called_off):
                stop_if_asked()
                try:
                    return getattr(self, name)(*given)
                except TimeoutError as error:  # to whoever waits, that would mean: not done yet
                    raise DataError(
                        f"It waited too long for a file ({error.strerror or error}). Check the "
                        "disk that the files are on."
                    ) from error

        return do

    def take(self, look: FilesLook, plan: Any, pieces: Sequence[FilePiece]) -> None:
        """Be the rows of these pieces of the files; the plan comes as plain data."""
        parts = look.parts
        for name in (parts.names[piece.number] for piece in pieces):
            if not (parts.root / name).exists():
                raise DataError(
                    f"It does not see {parts.root / name}. Every worker must reach the files under "
                    "the same path: put them on a disk that all machines share."
                )
        self._whole = Preparing.of(look, Plan.from_plain(plan))
        self.hold(pieces)

    def hold(self, pieces: Sequence[FilePiece]) -> None:
        """Be these pieces of the files from now on."""
        look = self._whole.look
        own = replace(
            look.parts,
            names=tuple(look.parts.names[piece.number] for piece in pieces),
            stretches=tuple(piece.stretch for piece in pieces),
        )
        self._preparing = replace(self._whole, look=replace(look, parts=own))
        self._pieces = tuple(pieces)

    def find_rows(self, starts: Mapping[Key, int] | None) -> dict[Key, RowsFound]:
        """Find the rows of stretches of texts, or of some of them, from where these start."""
        look = self._preparing.look
        assert look.schema.dialect is not None
        return {
            piece.key: find_rows(
                source, look.schema.dialect, starts[piece.key] if starts else None, self._watch
            )
            for piece, source in zip(self._pieces, look.parts.sources, strict=True)
            if not piece.is_settled and (starts is None or piece.key in starts)
        }

    def sum_up(self) -> FilesOfShare:
        """The first pass."""
        summing, lines, told = Summing(self._preparing), [], dict[Key, tuple[str, str]]()
        names = self._preparing.look.parts.names
        for place, rows in self._preparing.files(self._watch):
            piece, wrong = self._pieces[place], dict[str, str]()
            lines.append(add_file(summing, names[place], piece.number, rows, wrong))
            for name, sentence in wrong.items():
                told[piece.key] = name, sentence
        return FilesOfShare(summing, tuple(lines), told)

    def encode(self, summary: FilesSummary, rows: int, training: int) -> Integers:
        """The second pass over so many rows; tells how many training rows have each code."""
        own = replace(summary, rows=rows, training=training)
        numbers = [piece.number for piece in self._pieces]
        self._found, self._summary = self._encoded(self._preparing, own, numbers), own
        return counted(self._found[CODES], training)

    def _encoded(
        self, preparing: Preparing, summary: FilesSummary, numbers: Sequence[int]
    ) -> dict[str, npt.NDArray[Any]]:
        """The arrays of the rows of some files, which have these numbers among all."""
        _check_room(needed_bytes(preparing, summary))
        found: dict[str, npt.NDArray[Any]] = {}

        def made(name: str, dtype: npt.DTypeLike, *shape: int) -> npt.NDArray[Any]:
            found[name] = room.empty(shape, dtype)
            return found[name]

        into = EncodedRows(made, preparing, summary)
        for place, pieces in preparing.files(self._watch):
            for piece in pieces:
                into.add(summary.files.before[numbers[place]], piece)
        into.finish()
        return found

    def count(self, counts: Integers) -> None:
        """Take for known how many training rows of all shares have each code."""
        self._data = EncodedShare(self._found, self._summary, counts)

    def copy(self, look: FilesLook, plan: Any, summary: FilesSummary) -> None:
        """Have a copy of the rows of all files, too, for members that are trained apart."""
        whole = Preparing.of(look, Plan.from_plain(plan))
        found = self._encoded(whole, summary, range(len(look.parts)))
        self._copy = EncodedShare(found, summary, self._data.counts)

    def positions(self, lines: Integers) -> Integers:
        """Where the training rows with these lines stand among all training rows."""
        copy = self._copy
        order = copy.found[ORDER][: copy.summary.training]
        return np.searchsorted(copy.found[LINES][order], lines)

    def begin(self, settings: Ensemble, seed: int, place: int, places: int) -> Contribution:
        """Begin a training, at one of several places; gives its first question."""
        self.end_training()
        sums = Answering(place, places, settings.learns_from_copies)
        training = _Training(sums, lambda: self._train(settings, seed, sums))
        self._training = training
        stop_if_asked()  # whoever called off a moment ago has not seen it
        return training.begin()

    def answer(self, answers: list[Any]) -> Contribution:
        """Go on with answers to this question and those that follow; gives the next one."""
        assert self._training is not None
        self._training.answer(answers)
        return self._training.question()

    def judge(self, judges: TaughtJudges, seed: int) -> PartTally:
        """Hear judges on all rows; the most suspicious ones are told by their lines."""
        auditing = self._auditing(judges, seed)
        rows = len(self._data.found[LINES])
        for judged in auditing.hearing():
            self._watch(Progress(judged, rows, "judging rows"))
        tally = auditing.tally.most(MOST_LISTED)
        return replace(tally, rows=self._data.found[LINES][tally.rows])

    def hear(self, judges: TaughtJudges, seed: int, lines: Integers) -> SharesJudged:
        """What judges say about the rows of some lines: those of them that are here."""
        found = self._data.found
        rows = np.searchsorted(found[LINES], lines[np.isin(lines, found[LINES])])
        heard = self._auditing(judges, seed).about(rows)
        own = found[LINES][rows]
        return SharesJudged(heard, own, found[LABELS][rows], found[VALIDATION][rows])

    def _auditing(self, judges: TaughtJudges, seed: int) -> PartsAuditing:
        shape = self._preparing.shape
        problem = replace(self._data.problem(shape, ALONE), dataset=self._data.named(shape))
        return PartsAuditing(problem, np.empty(0, np.int64), seed, taught=judges)

    def end_training(self) -> None:
        """Forget the training that is under way, if there is one."""
        if self._training is not None:
            self._training.end()
            self._training = None

    def call_off(self) -> None:
        """End the calls made so far, and the training that is under way, even within a round."""
        self._called_off.set()
        self._called_off = threading.Event()
        training = self._training
        if training is not None:
            training.end()

    def end(self) -> None:
        """End whatever is under way: it raises Cancelled."""
        self._is_over.set()
        self.call_off()

    def _watch(self, progress: Progress) -> None:
        if self._is_over.is_set():
            raise Cancelled
        stop_if_asked()
        self.progress = progress

    def _train(self, settings: Ensemble, seed: int, sums: Answering) -> None:
        rows = self._copy if settings.learns_from_copies else self._data
        with stoppable(sums.is_over):
            trainer = settings.trainer(rows.problem(self._preparing.shape, sums), seed)
            for _ in trainer.rounds():
                stop_if_asked()


class _Training:
    """A training on a thread of its own, which waits where it asks for sums."""

    def __init__(self, sums: Answering, train: Any) -> None:
        self._sums = sums
        self._thread = threading.Thread(
            target=_run, args=(sums, train), name="training of a share", daemon=True
        )

    def begin(self) -> Contribution:
        """The first question, when it is there."""
        self._thread.start()
        return self.question()

    def question(self) -> Contribution:
        """The next question, when it is there."""
        found = self._sums.questions.get()
        if isinstance(found, BaseException):
            raise found
        return found

    def answer(self, answers: list[Any]) -> None:
        self._sums.answer(answers)

    def end(self) -> None:
        """Call it off; who waits for a question is told."""
        self._sums.end()


def _run(sums: Answering, train: Any) -> None:
    try:
        train()
    except BaseException as error:  # told to whoever waits for a question
        sums.questions.put(error)
    else:
        sums.questions.put(Contribution(Joining.ENDED, np.empty(0)))


def _check_room(size: int) -> None:
    """Raise WriteError if what is too large for memory has no room on the disk."""
    if size > room.LARGE:
        folder = cache_folder.parts_folder()
        folder.mkdir(parents=True, exist_ok=True)
        room.check_room(folder, size)
