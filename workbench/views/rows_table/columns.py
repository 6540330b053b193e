"""The columns of the table of rows, and in which order they stand."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from core import Dataset
from core.base.wording import as_read, fixed, percent, suspicion_text, times
from core.data.column import Column
from core.data.roles import Meaning
from core.data.splits.splitting import times_in
from core.judging.reviewing.decisions import Decisions
from core.learning.snapshot import (
    AGAINST,
    MEAN_RESIDUAL,
    MEAN_WEIGHT,
    Snapshot,
    first_measure,
)
from workbench.plotting.axes.number_axis import number_text
from workbench.views.rows_table.as_written import AsWritten
from workbench.views.rows_table.marks import mark_column
from workbench.views.rows_table.table_column import TableColumn

SUSPICION = "suspicion"
JUDGES_SAY = "judges say"
_WITHIN_PARTS = (
    " Each part is ranked by itself: nothing was fitted to a validation row, so it has the number "
    "of the training row at the same place of its part."
)
_FIRST_TOLD = {
    MEAN_WEIGHT: "The weight averaged over all rounds: 1x is the average row.",
    AGAINST: "The share of the votes against the label, over all rounds.",
    MEAN_RESIDUAL: "How far off the run was, over all rounds: 1 is usual.",
}
_FIRST = "The run's own ranking; an audit puts its suspicion in front of it. "


def columns_of(
    dataset: Dataset,
    snapshot: Callable[[], Snapshot] | None,
    decisions: Callable[[], Decisions | None] = lambda: None,
) -> list[TableColumn]:
    """The line, what is the matter and decided, what judges and run say, and the features."""
    line = TableColumn(
        "line",
        "The line of the file, the header being line 1.",
        lambda row: dataset.table.where_short(int(dataset.lines[row])),
        lambda: dataset.lines,
        is_number=dataset.table.files is None,
    )
    given = TableColumn(
        "given" if snapshot else dataset.target,
        f"{dataset.target} as the file has it, or as it was relabelled. Errors, weights and "
        "margins of a validation row go by the label of the file.",
        _given(dataset),
        lambda: dataset.labels,
        is_number=not dataset.classes,
        label=(lambda row: int(dataset.labels[row])) if dataset.classes else None,
        edits=dataset.target,
    )
    own = decisions()
    is_marked = snapshot is not None or (own is not None and own.count > 0)
    marks = [mark_column(dataset, snapshot, decisions)] if is_marked else []
    features = _of_the_data(dataset)
    if snapshot is None:
        return [line, *marks, given, *features]
    before, after, last = _of_a_run(dataset, snapshot)
    return [line, *marks, *before, given, *after, *features, *last]


def _of_the_data(dataset: Dataset) -> list[TableColumn]:
    """The file's own columns in their order, learned from or not; then what is made of them."""
    written = AsWritten.of(dataset)
    learned = {column.name: column for column in dataset.features}
    made = [learned[name] for name in learned if name not in dataset.table.as_read.names]
    own = [
        _feature(learned[column.name], written, dataset)
        if column.name in learned
        else _not_learned(column, written, dataset)
        for column in dataset.table.as_read.columns
        if column.name != dataset.target
    ]
    return [*own, *(_feature(column, written, dataset) for column in made)]


def _not_learned(column: Column, written: AsWritten | None, dataset: Dataset) -> TableColumn:
    """A date or a text that was taken apart, the number of a row, a weight."""
    planned = dataset.plan[column.name] if dataset.plan else None
    is_date = planned is not None and planned.meaning is Meaning.DATE

    def values() -> np.ndarray:
        found = times_in(column, planned.date_order) if is_date and planned else column.values
        return np.asarray(found[dataset.rows])

    return TableColumn(
        column.name,
        f"{column.name} ({planned.meaning.value if planned else column.kind.value}, not learned "
        "from as it stands)",
        lambda row: column.text(int(dataset.rows[row])),
        values,
        column.is_number,
        written=written.column(column.name) if written else None,
        edits=column.name,
    )


def _feature(column: Column, written: AsWritten | None, dataset: Dataset) -> TableColumn:
    text = dataset.plan.computed.get(column.name) if dataset.plan else None
    formula = "" if text is None else f", computed: {text}"
    is_of_file = column.name in dataset.table.names and text is None
    return TableColumn(
        column.name,
        f"{column.name} ({column.kind.value}{formula})",
        column.text,
        lambda: column.values,
        column.is_number,
        written=written.column(column.name) if written and is_of_file else None,
        edits=column.name if is_of_file else "",
        is_computed=text is not None,
    )


def _given(dataset: Dataset) -> Callable[[int], str]:
    """A row's label; of a relabelled validation row that of the file too, which it is judged by."""
    read = str if dataset.classes else as_read
    if dataset.first_labels is None:
        return lambda row: read(dataset.label_text(row))
    judging = dataset.judging_labels

    def text(row: int) -> str:
        own, first = dataset.label_text(row), dataset.said(float(judging[row]))
        return read(own) if own == first else f"{read(own)} (file: {read(first)})"

    return text


def _always(
    now: Callable[[], Snapshot], quantity: Callable[[Snapshot], np.ndarray | None]
) -> Callable[[], np.ndarray] | None:
    """A quantity of whichever round is shown; None where rows have none.

    What one snapshot has all have that the same columns are shown for: other columns are made for
    a snapshot that has others.
    """
    if quantity(now()) is None:
        return None

    def values() -> np.ndarray:
        found = quantity(now())
        assert found is not None
        return found

    return values


def _of_a_run(
    dataset: Dataset, now: Callable[[], Snapshot]
) -> tuple[list[TableColumn], list[TableColumn], list[TableColumn]]:
    """The columns of a run: before the label, behind it, and behind those of the file.

    Once judges were heard that never saw a row, they stand beside its label, and what the run says
    of rows that it learned by heart stands last.
    """
    is_audited = now().is_audited
    first, weights = _first(dataset, now), _weights(now)
    predicted = _predicted(dataset, now)
    part = TableColumn(
        "part",
        "Training rows are learned from; validation rows only judge.",
        lambda row: "validation" if dataset.validation[row] else "training",
        lambda: dataset.validation.astype(np.int8),
    )
    margin = _margin(dataset, now)
    judged = _judged(dataset, now)
    if judged is None:
        ranking = [_audited(dataset, now), first] if is_audited else [first]
        return [*ranking, *weights], [predicted, margin], [part]
    return [_audited(dataset, now)], [judged, *weights, margin], [first, predicted, part]


def _weights(now: Callable[[], Snapshot]) -> list[TableColumn]:
    weights = _always(now, lambda snapshot: snapshot.weights)
    if weights is None:
        return []
    return [
        TableColumn(
            "weight",
            "The weight at the round shown: 1x is the average of the row's part. A "
            "validation row has what it would have had, at most as much as the heaviest training "
            "row.",
            lambda row: times(weights()[row]),
            weights,
            True,
        )
    ]


def _judged(dataset: Dataset, now: Callable[[], Snapshot]) -> TableColumn | None:
    """What judges say that never saw the row, and by which share; None before they are heard."""
    judged = _always(now, lambda snapshot: snapshot.judged)
    if judged is None:
        return None
    said = _said(
        dataset,
        JUDGES_SAY,
        "What the audit's judges, who never saw the row, say together, and by which share.",
        judged,
    )
    if not dataset.classes:
        return said

    def text(row: int) -> str:
        sure = now().sure
        share = "" if sure is None or np.isnan(sure[row]) else f" {percent(float(sure[row]))}"
        return f"{said.text(row)}{share}"

    return replace(said, text=text)


def _predicted(dataset: Dataset, now: Callable[[], Snapshot]) -> TableColumn:
    is_unseen = now().history.judges_unseen
    help_ = "What the ensemble says at the round shown" + (
        "; of training rows, the members that never saw the row."
        if is_unseen
        else ". It learned the training rows, and may know their label by heart."
    )
    # The whole of "predicted by the model that learned it" leaves no room for the other columns.
    title = "predicted" if is_unseen else "predicted (learned it)"
    if (rule := now().rule) is not None:
        title = "predicted by rule"
        help_ += f" It decides by a rule: {rule.sentence(dataset.classes)}"
    return _said(dataset, title, help_, lambda: now().said)


def _margin(dataset: Dataset, now: Callable[[], Snapshot]) -> TableColumn:
    if not dataset.classes:
        return TableColumn(
            "residual",
            "Predicted minus given.",
            lambda row: number_text(float(now().margins[row]), _step(dataset)),
            lambda: now().margins,
            True,
        )
    return TableColumn(
        "margin",
        "From -1, all votes against the label, to 1, all votes for it; of a "
        "validation row, the label of the file.",
        lambda row: fixed(now().margins[row] + 0.0, 2).replace("-0.00", "0.00"),
        lambda: now().margins,
        True,
    )


def _said(
    dataset: Dataset, title: str, help_: str, values: Callable[[], np.ndarray]
) -> TableColumn:
    """A column of what is said of the rows: classes or numbers."""
    if not dataset.classes:
        step = _step(dataset)
        return TableColumn(
            title, help_, lambda row: number_text(float(values()[row]), step), values, True
        )
    return TableColumn(
        title,
        help_,
        lambda row: dataset.classes[int(values()[row])],
        values,
        label=lambda row: int(values()[row]),
    )


def _step(dataset: Dataset) -> float | None:
    """How finely numbers are written."""
    spread = float(np.std(dataset.labels)) or 1.0
    return 10.0 ** (math.floor(math.log10(spread)) - 3) if math.isfinite(spread) else None


def _audited(dataset: Dataset, now: Callable[[], Snapshot]) -> TableColumn:
    """What the audit says, over all rows, whatever their part."""
    scale = (
        "from 0, they are sure of its label, to 1, they are sure of one other. A row with a twin "
        "of another label comes first."
        if dataset.classes
        else "how many usual residuals the nearest of them is away."
    )

    return TableColumn(
        SUSPICION,
        f"What the audit's judges say, who never saw the row: {scale}",
        lambda row: suspicion_text(float(now().suspicion[row]), bool(dataset.classes)),
        lambda: now().suspicion,
        True,
        ranked=lambda: now().ranked,
    )


def _first(dataset: Dataset, now: Callable[[], Snapshot]) -> TableColumn:
    """What the run alone says."""
    title = first_measure(now().history)
    told = _FIRST_TOLD[title]
    is_merged = dataset.has_validation and not now().history.is_one_scale
    within = _WITHIN_PARTS if is_merged else ""
    number = times if title == MEAN_WEIGHT else _two_decimals
    return TableColumn(
        title,
        f"{_FIRST}{told}{within}",
        lambda row: number(float(now().first_suspicion[row])),
        lambda: now().first_suspicion,
        True,
        ranked=lambda: now().first_ranked,
    )


def _two_decimals(value: float) -> str:
    return fixed(value, 2)
