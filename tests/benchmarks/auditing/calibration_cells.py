"""Data sets with wrong labels, before and after some were put right: what the judges say of them.

What they say can be kept in a folder, a file for each data set and way of making labels wrong: it
holds for the version that was asked.
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

    What is corrected is one of `CORRECTIONS`, in turn: an audit each, so that many tables are seen.
    """

    table: Variation
    kind: str
    rate: float
    correction: int

    @property
    def looks(self) -> tuple[int, bool] | None:
        """How many rows are looked at, and whether the program knows of it."""
        return CORRECTIONS[self.correction] if self.rate and self.kind in FITTED else None

    @property
    def name(self) -> str:
        """As it is kept."""
        known = f"{self.table.family}~{self.table.name}~{self.kind}~{self.rate}"
        return f"{known}~{self.correction}" if self.looks else known

    @property
    def of_right_labels(self) -> "Question":
        """The same table as it is."""
        return Question(self.table, UNIFORM, 0.0, 0)


def questions(known: list[Variation], is_quick: bool) -> list[Question]:
    """A question to each family, and then the next one: it may be ended at any time.

    Families begin with unlike kinds of errors, and every kind is asked of unlike tables.
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
            found.append((turn, Question(table, kind, rate, (turn + again) % len(CORRECTIONS))))
    return [question for _, question in sorted(found, key=lambda each: each[0])]


def asked(folder: Path | None, question: Question, may_measure: bool) -> list[Cell]:
    """What is known of a question, or what is measured now, and kept.

    Nothing if it is not known, and there is no time to measure it.
    """
    path = None if folder is None else folder / f"{question.name}.npz"
    if path is not None and path.exists():
        return _read(path, question)
    if not may_measure:
        return []
    clean = asked(folder, question.of_right_labels, True)[0].shares if question.rate else None
    cells = list(measured(question, clean))
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_suffix(".part.npz")
        np.savez(aside, **{name: [getattr(one, name) for one in cells] for name in _ARRAYS})
        aside.rename(path)
    return cells


def _read(path: Path, question: Question) -> list[Cell]:
    with np.load(path) as plain:
        columns = {name: plain[name] for name in _ARRAYS}
    told = columns.pop("by_clean")
    return [
        Cell(
            question.table.family,
            str(columns["when"][place]),
            question.kind,
            question.rate,
            *(columns[name][place] for name in _ARRAYS[1:-2]),
            is_wrong=columns["is_wrong"][place],
            by_clean=told[place],
        )
        for place in range(len(told))
    ]


_ARRAYS = ("when", "shares", "given", "known", "can_tell", "suspicion", "is_wrong", "by_clean")


def measured(question: Question, clean: np.ndarray | None) -> Iterator[Cell]:
    """One cell before any correction, and what becomes of it after as many looks as are asked.

    `clean` are the shares of judges taught with the right labels.
    """
    family, kind, rate = question.table.family, question.kind, question.rate
    case, labels, seed = question.table.case, question.table.case.labels.copy(), _seed(kind)
    if kind == CAUSE:
        case, labels = by_one_cause(case, rate, seed)
    elif rate:
        labels = flipped(case.labels, len(case.classes), rate, kind, seed, clean)
    first = _audited(case, labels, labels, np.empty(0, np.int64), seed)
    is_wrong = labels != case.labels
    told = np.nan
    if clean is not None and is_wrong.any():
        told = precision(-clean[np.arange(len(labels)), labels], is_wrong)
    yield Cell(family, "before", kind, rate, *first, is_wrong=is_wrong, by_clean=told)
    if question.looks is None:
        return
    many, are_known = question.looks
    looked = np.argsort(-first[4], kind="stable")[:many]
    put_right = labels.copy()
    put_right[looked] = case.labels[looked]
    given, rows = (labels, looked) if are_known else (put_right, looked[:0])
    again = _audited(case, put_right, given, rows, seed)
    name = f"{many} {'decided' if are_known else 'elsewhere'}"
    yield Cell(family, name, kind, rate, *again, is_wrong=put_right != case.labels)


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
