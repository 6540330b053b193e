"""The report about why: what each column adds over all rows, and to the suspicious ones."""

from dataclasses import dataclass

from core.base.wording import shortened
from core.judging.auditing.result import Audit
from core.judging.why.story import story_of_line
from core.judging.why.summary import explain_many, summary
from core.judging.why.waterfall import waterfall
from core.judging.why.words import measure_of
from core.learning.run import Run

_MOST_ROWS, _MOST_COLUMNS, _MOST_STEPS = 10, 12, 8
_MOST_LETTERS = 60


@dataclass(frozen=True)
class BarTold:
    """A bar: what it stands for, its amount, and where it lies, in percent of the width."""

    text: str
    amount: str
    start: float
    width: float
    is_for: bool
    note: str = ""


@dataclass(frozen=True)
class RowWhyTold:
    """A suspicious row with the waterfall of its prediction."""

    line: int
    given: str
    predicted: str
    seen: str
    """Whether the model learned from it, in a sentence."""
    first: tuple[str, str]
    """What the waterfall starts at, and what that is called."""
    last: tuple[str, str]
    bars: tuple[BarTold, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class WhyTold:
    """What there is to tell about why."""

    sentence: str
    notes: tuple[str, ...]
    columns: tuple[BarTold, ...]
    caption: str
    rows: tuple[RowWhyTold, ...]


def why_told(run: Run, audit: Audit | None, most: int) -> WhyTold:
    """What the columns add over many rows, and to the most suspicious rows of the run's data."""
    explained, seen = explain_many(run.model, run.dataset, seed=run.seed)
    found = summary(explained, seen, len(run.dataset))
    measure, shown = measure_of(explained), found.columns[:_MOST_COLUMNS]
    largest = max((column.mean for column in shown), default=0.0) or 1.0
    bars = tuple(
        BarTold(
            shortened(column.name, _MOST_LETTERS),
            measure.size(column.mean),
            0.0,
            100 * column.mean / largest,
            True,
            column.direction,
        )
        for column in shown
    )
    first, *_ = found.sentences
    notes = () if explained.is_exact else (explained.why_sampled, found.sentences[-1])
    caption = f"What each column adds, on average over the rows, {measure.axis}"
    return WhyTold(first, notes, bars, caption, _rows(run, audit, most))


def _rows(run: Run, audit: Audit | None, most: int) -> tuple[RowWhyTold, ...]:
    if audit is None:
        return ()
    there = set(run.dataset.lines.tolist())
    worst = audit.ranked[: max(0, min(_MOST_ROWS, most, max(1, audit.count)))]
    lines = [line for line in audit.dataset.lines[worst].tolist() if line in there]
    return tuple(_row(run, line) for line in lines)


def _row(run: Run, line: int) -> RowWhyTold:
    data = run.dataset
    row = int(data.rows_of([line])[0])
    story = story_of_line(run.model, data, line)
    why = story.why()
    steps = waterfall(why, _MOST_STEPS)
    ends = [why.base, why.said, *(step.end for step in steps)]
    low, span = min(ends), (max(ends) - min(ends)) or 1.0
    bars = tuple(
        BarTold(
            shortened(step.text, _MOST_LETTERS),
            why.measure.added(step.adds),
            100 * (min(step.start, step.end) - low) / span,
            max(0.5, 100 * abs(step.adds) / span),
            step.adds > 0,
        )
        for step in steps
    )
    learned = "never saw this row" if data.validation[row] else "learned from this row"
    subject = why.measure.subject(why.about, why.against).removeprefix("The ")
    return RowWhyTold(
        line,
        data.label_text(row),
        why.predicted,
        f"The model {learned}.",
        (why.measure.total(why.base), "on average"),
        (why.measure.total(why.said), subject),
        bars,
        (*((why.sentences[-1],) if why.orders else ()), *story.turns.sentences),
    )
