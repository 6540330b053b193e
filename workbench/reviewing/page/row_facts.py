"""Everything that the review tells about one row, gathered off the GUI thread. No Qt here."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from core import Dataset, Role
from core.base.arrays import Floats, Integers
from core.base.wording import as_read
from core.judging.auditing.reasons import Neighbour, Reasons
from core.judging.auditing.usual_values import own_value, speaks_for, usual_value
from core.judging.auditing.verdict import SuspicionKind
from core.judging.diagnostics.weight_paths import thinned
from core.judging.ranking import Ranking
from core.learning.histories.quantities import Quantity
from core.learning.run import Run

_MOST_POINTS = 200
_SHARES = (0.5, 0.95)
LEAST_TOLD = 1.15
"""A value speaks for neither label if it is less than so many times as frequent."""
_KIND_WORDS = {
    SuspicionKind.TWIN: "Twins with different labels",
    SuspicionKind.OUTLIER: "Outlier",
    SuspicionKind.LABEL: "Contradicting label",
    SuspicionKind.FITS: "Nothing speaks against it",
    SuspicionKind.NOT_JUDGED: "Not judged",
}
_NUMBER_OFF = "Its values speak for another number"


@dataclass(frozen=True)
class Value:
    """A value of the row as written, and that of the nearest row with another label."""

    column: str
    text: str
    other: str
    is_used: bool
    """Whether the ensembles learn from it."""
    usual: str = ""
    """What is usual for the class, and where the row lies; empty if it is not learned from."""
    is_unusual: bool = False
    speaks: float = 1.0
    """How many times as frequent it is with the label that is suggested as with its own."""


@dataclass(frozen=True, eq=False)
class Path:
    """log10 of the row's relative weight by round, and what rows of its class have."""

    rounds: Integers
    logs: Floats
    class_rounds: Integers
    class_logs: Floats
    """The median and the 95th percentile: a row each."""


@dataclass(frozen=True, eq=False)
class RowFacts:
    """What is known about one row."""

    line: int
    reasons: Reasons
    sentences: tuple[str, ...]
    values: tuple[Value, ...]
    neighbours: tuple[tuple[str, Neighbour], ...]
    """What kind of neighbour each is, in a word, and which."""
    against: Neighbour | None
    """The nearest row with another label."""
    other_label: str
    """The label that its values speak for, or against; empty for numbers."""
    path: Path | None
    why_no_path: str
    where: Callable[[int], str]
    """A line as a person reads it, with its file where there are several."""
    where_short: Callable[[int], str]

    @classmethod
    def of(cls, ranking: Ranking, row: int) -> "RowFacts":
        """Gather everything; takes a while."""
        reasons = ranking.reasons(row)
        against = (reasons.twins or reasons.unlike or (None,))[0]
        neighbours = (
            *(("twin", each) for each in reasons.twins[:3]),
            *(("same label", each) for each in reasons.like),
            *(("other label", each) for each in reasons.unlike if each not in reasons.twins),
        )
        if not ranking.dataset.classes:
            like = [replace(each, label=as_read(each.label)) for each in reasons.like]
            neighbours = tuple(("near", each) for each in like)
            against = like[0] if like else None
        run, label = ranking.run, _other_label(ranking, row, reasons)
        values = _values(ranking, row, reasons, against, label)
        return cls(
            reasons.line,
            reasons,
            (*reasons.brief_sentences, *_told_together(reasons, values, label)),
            values,
            neighbours,
            against,
            label,
            _path(ranking, row),
            _why_no_path(run),
            ranking.dataset.table.where,
            ranking.dataset.table.where_short,
        )


def _why_no_path(run: Run | None) -> str:
    if run is None:
        return "There is no run whose weights could be drawn."
    lacking = run.history.lacks(Quantity.WEIGHTS)
    return lacking.why if lacking else ""


def kind_words(kind: SuspicionKind, is_number: bool) -> str:
    """What is the matter with a row, as a heading."""
    is_off = is_number and kind is SuspicionKind.LABEL
    return _NUMBER_OFF if is_off else _KIND_WORDS[kind]


def _other_label(ranking: Ranking, row: int, reasons: Reasons) -> str:
    """What a row is suggested; if that is its own label, the likeliest other one."""
    if not ranking.dataset.classes:
        return ""
    if reasons.suggested != reasons.label or not reasons.judges:
        return ranking.other_label(row) or ""
    return max(reasons.judges, key=lambda judge: judge.other_share).other


def _values(
    ranking: Ranking, row: int, reasons: Reasons, against: Neighbour | None, label: str
) -> tuple[Value, ...]:
    data, table = ranking.dataset, ranking.dataset.table
    written = _written(data, row)
    other = ranking.row_of(against.line) if against else None
    others = _written(data, other) if other is not None else [""] * len(written)
    told = {value.column: value for value in _learned_from(ranking, row, reasons, label)}
    found = [
        replace(told.pop(name, Value(name, "", "", False)), text=text, other=beside)
        for name, text, beside in zip(table.names, written, others, strict=True)
        if data.roles[name] is not Role.TARGET
    ]
    # A value that was derived, as a month of a date, is in no column of the file.
    return (*found, *told.values())


def _written(data: Dataset, row: int) -> list[str]:
    """A row as the file has it; numbers with the reader's marks, as those that are usual.

    What is a text in the table may be learned from as a number: the plan says how it is read.
    """
    table, place = data.table, int(data.rows[row])
    learned = {column.name: column for column in data.features if column.is_number}
    found = []
    for column, text in zip(table.columns, table.raw_row(place), strict=True):
        own, at = (learned[column.name], row) if column.name in learned else (column, place)
        is_told = own.is_number and not own.missing[at]
        found.append(own_value(own, at) if is_told else text)
    return found


def _told_together(reasons: Reasons, values: tuple[Value, ...], label: str) -> Iterator[str]:
    """That no column alone tells why another label is suggested."""
    is_told = any(value.speaks >= LEAST_TOLD for value in values)
    if label and label == reasons.suggested and values and not is_told:
        yield f"No value alone speaks for {label!r}: the judges go by several together."


def _learned_from(ranking: Ranking, row: int, reasons: Reasons, label: str) -> Iterator[Value]:
    """The values that ensembles learn from, beside what is usual of the other rows of the class."""
    data = ranking.dataset
    unusual = {value.column for value in reasons.unusual}
    own = np.arange(len(data)) != row
    its = np.zeros(len(data), bool)
    if data.classes:
        own &= data.labels == data.labels[row]
        its = data.labels == (data.classes.index(label) if label else -1)
    like, unlike = np.flatnonzero(own), np.flatnonzero(its)
    for column in data.features:
        yield Value(
            column.name,
            column.text(row),
            "",
            True,
            str(usual_value(column, row, like)),
            column.name in unusual,
            speaks_for(column, row, like, unlike) if label else 1.0,
        )


def _path(ranking: Ranking, row: int) -> Path | None:
    run, sample = ranking.run, ranking.weights
    if run is None or sample is None:
        return None
    history, data = run.history, ranking.dataset
    weights = history.relative_paths(np.array([row]), run.rounds)
    with np.errstate(divide="ignore"):  # a row of weight 0
        rounds, logs = thinned(np.log10(weights), _MOST_POINTS)
    same = ~data.validation
    if data.classes:
        same &= data.labels == data.labels[row]
    return Path(rounds, logs[0], sample.rounds, sample.quantiles(np.flatnonzero(same), _SHARES))
