"""Data sets with wrong labels, before and after some were put right: what the judges say of them.

What they say can be kept in a folder, a file for each data set, way of making labels wrong and
correction: it holds for the version that was asked.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from tests.benchmarks.auditing.calibration_fit import FITTED, Cell
from tests.benchmarks.noise.data import (
    BORDER,
    CAUSE,
    LOPSIDED,
    PAIRS,
    UNIFORM,
    Case,
    by_one_cause,
    flipped,
)
from tests.benchmarks.noise.grid import precision
from tests.benchmarks.noise.variations import Variation, variations, without_rare

RATES = (0.0, 0.05, 0.1, 0.2, 0.3)
CORRECTIONS = ((40, True), (40, False), (100, True), (100, False))
"""How many rows are looked at, and whether the program knows what was decided of them."""
_LONGER = 1.5
"""A set is cut to another size if that is so many times the one before."""
OTHERS = ((LOPSIDED, 0.3), (PAIRS, 0.2), (BORDER, 0.1), (CAUSE, 0.1))


def blurred() -> Iterator[Variation]:
    """Classes by a linear score with so much chance that most contradictions are no errors."""
    for draw, (slope, classes) in enumerate(((0.7, 2), (1.2, 2), (2.0, 2), (0.7, 3), (1.5, 3))):
        random = np.random.default_rng([77, draw])
        values, weights = random.normal(size=(400, 5)), random.normal(size=(5, classes))
        weights /= np.sqrt((weights**2).sum(axis=0))
        scores = 1.4 * slope * values @ weights + random.gumbel(size=(400, classes))
        frame = pd.DataFrame(values.round(4), columns=list("abcde"))
        case = Case("blurred", frame, scores.argmax(axis=1), tuple("pqr"[:classes]))
        yield Variation("blurred", "first" if draw == 0 else f"draw {draw}", case)


def tables(folder: Path | None, sizes: tuple[int, ...], is_quick: bool) -> list[Variation]:
    """Sets and generated tables cut to each size that they have, blurred ones, then variations."""
    found: list[Variation] = []
    longest: dict[str, int] = {}
    for rows in sorted(sizes):
        for one in variations(folder, rows):
            if not _is_whole(one) or rows < _LONGER * longest.get(one.family, 0):
                continue
            case = one.case.take(np.arange(min(rows, len(one.case.labels))))
            case = without_rare(case) or case
            if len(case.labels) >= _LONGER * longest.get(one.family, 0):
                longest[one.family] = len(case.labels)
                found.append(Variation(one.family, f"{rows} rows", case))
    known = [*found, *blurred()]
    if is_quick:
        return [one for one in known if one.name in (f"{min(sizes)} rows", "first")]
    varied = variations(folder, sorted(sizes)[len(sizes) // 2])
    return [*known, *(one for one in varied if not _is_whole(one))]


def _is_whole(one: Variation) -> bool:
    return one.name in ("whole", "first")


@dataclass(frozen=True, eq=False)
class Question:
    """What is asked of a table: labels made wrong, and what becomes of it after some are put right.

    What is corrected are some of `CORRECTIONS`: an audit each, after one that all share.
    """

    table: Variation
    kind: str
    rate: float
    corrections: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """As it is kept, but for what was corrected."""
        return f"{self.table.family}~{self.table.name}~{self.kind}~{self.rate}"

    @property
    def of_right_labels(self) -> "Question":
        """The same table as it is."""
        return Question(self.table, UNIFORM, 0.0)


def questions(known: list[Variation], is_quick: bool, corrections: int = 1) -> list[Question]:
    """A question to each family, and then the next one: it may be ended at any time.

    Families begin with unlike kinds of errors, and every kind is asked of unlike tables. So many
    kinds of corrections are asked for each, in turn.
    """
    kinds = FITTED[:1] if is_quick else FITTED
    asked_for = [(kind, rate) for rate in RATES[1:] for kind in kinds]
    asked_for = [(UNIFORM, 0.0), *asked_for[::2], *OTHERS, *asked_for[1::2]]
    found = []
    for place, family in enumerate(dict.fromkeys(one.family for one in known)):
        own = [one for one in known if one.family == family]
        for turn in range(len(own) * len(asked_for)):
            again, number = divmod(turn, len(asked_for))
            table = own[(number + again) % len(own)]
            kind, rate = asked_for[(number + place) % len(asked_for)]
            first, many = turn + again, corrections if rate and kind in FITTED else 0
            looks = tuple((first + each) % len(CORRECTIONS) for each in range(many))
            found.append((turn, Question(table, kind, rate, looks)))
    return [question for _, question in sorted(found, key=lambda each: each[0])]


def asked(folder: Path | None, question: Question, may_measure: bool) -> list[Cell]:
    """What is known of a question, or what is measured now, and kept: a file a cell.

    The first cell is that before any correction. What is not known, and there is no time to
    measure, is left out.
    """
    found: list[Cell] = []
    for when in ("before", *(_named(each) for each in question.corrections)):
        path = None if folder is None else folder / f"{question.name}~{when}.npz"
        if path is not None and path.exists():
            found.append(_read(path, question, when))
            continue
        if not may_measure:
            if when == "before":
                break
            continue
        cell = _after(question, when, found[0]) if found else _before(question, folder)
        found.append(cell)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            aside = path.with_suffix(".part.npz")
            np.savez_compressed(aside, **{name: getattr(cell, name) for name in _ARRAYS})
            aside.rename(path)
    return found


_ARRAYS = ("shares", "given", "known", "can_tell", "suspicion", "is_wrong", "by_clean")


def _read(path: Path, question: Question, when: str) -> Cell:
    with np.load(path) as plain:
        shares, given, known, can_tell, suspicion, is_wrong, by_clean = (
            plain[name] for name in _ARRAYS
        )
    return Cell(
        question.table.family,
        when,
        question.kind,
        question.rate,
        shares,
        given,
        known,
        bool(can_tell),
        suspicion,
        is_wrong=is_wrong,
        by_clean=float(by_clean),
    )


def _named(correction: int) -> str:
    many, are_known = CORRECTIONS[correction]
    return f"{many} {'decided' if are_known else 'elsewhere'}"


def _before(question: Question, folder: Path | None) -> Cell:
    """A table with wrong labels, before any correction."""
    kind, rate, case = question.kind, question.rate, question.table.case
    clean = asked(folder, question.of_right_labels, True)[0].shares if rate else None
    labels, seed = case.labels, _seed(kind)
    if kind == CAUSE:
        case, labels = by_one_cause(case, rate, seed)
    elif rate:
        labels = flipped(case.labels, len(case.classes), rate, kind, seed, clean)
    is_wrong = labels != case.labels
    told = np.nan
    if clean is not None and is_wrong.any():
        told = precision(-clean[np.arange(len(labels)), labels], is_wrong)
    answer = _audited(case, labels, labels, np.empty(0, np.int64), seed)
    return Cell(
        question.table.family, "before", kind, rate, *answer, is_wrong=is_wrong, by_clean=told
    )


def _after(question: Question, when: str, before: Cell) -> Cell:
    """The same after the most suspicious rows were looked at, and wrong ones put right."""
    many, are_known = next(each for place, each in enumerate(CORRECTIONS) if _named(place) == when)
    case = question.table.case
    looked = np.argsort(-before.suspicion, kind="stable")[:many]
    put_right = before.given.copy()
    put_right[looked] = case.labels[looked]
    given, rows = (before.given, looked) if are_known else (put_right, looked[:0])
    answer = _audited(case, put_right, given, rows, _seed(question.kind))
    wrong = put_right != case.labels
    return Cell(before.family, when, before.kind, before.rate, *answer, is_wrong=wrong)


def _seed(kind: str) -> int:
    return FITTED.index(kind) if kind in FITTED else 0


def _audited(case: Case, labels, given, looked, seed: int):
    """The judges' shares, the labels as given, the classes known, can it be told, the suspicion."""
    from core import AdaBoost
    from core.judging.auditing.auditing import Auditing

    data = case.dataset(given)
    lines = data.lines
    names = {int(lines[row]): case.classes[labels[row]] for row in looked}
    changed = {line: name for line, name in names.items() if name != _name(data, line)}
    kept = [line for line in names if line not in changed]
    now = data.relabelled(changed) if changed else data
    auditing = Auditing(now, AdaBoost(rounds=1), seed=seed, kept=kept)
    for _ in auditing:
        pass
    found = auditing.audit()
    shares = np.zeros((len(labels), len(case.classes)))
    column = np.array([case.classes.index(name) for name in data.classes])
    shares[np.ix_(auditing._problem.data.order, column)] = auditing._outputs
    decided = np.full(len(labels), -1)
    decided[looked] = labels[looked]
    return shares, given, decided, found.can_tell, found.suspicion


def _name(data, line: int) -> str:
    return data.label_text(int(data.rows_of([line])[0]))
