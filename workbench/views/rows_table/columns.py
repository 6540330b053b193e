"""The columns of the table of rows: how a row reads in each, and what it is sorted by."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core import Dataset
from core.snapshot import Snapshot
from workbench.drawing.number_axis import number_text
from workbench.formats import short_number
from workbench.views.rows_table.as_written import AsWritten

SUSPICION = "suspicion"


@dataclass(frozen=True)
class TableColumn:
    """One column of the table."""

    title: str
    help: str
    text: Callable[[int], str]
    values: Callable[[], np.ndarray]
    is_number: bool = False
    label: Callable[[int], int] | None = None
    """The class that a row has in it, shown by the class's symbol."""
    written: Callable[[int], str] | None = None
    """How the file has a row's value, where that can be told quickly."""

    @property
    def shown(self) -> Callable[[int], str]:
        """What a cell shows."""
        return self.written or self.text


def columns_of(dataset: Dataset, snapshot: Callable[[], Snapshot] | None) -> list[TableColumn]:
    """Every column: the line, what a run says where there is one, the label and the features."""
    line = TableColumn(
        "line", "The line of the file, the header being line 1.",
        lambda row: f"{dataset.lines[row]:,}", lambda: dataset.lines, is_number=True,
    )  # fmt: skip
    given = TableColumn(
        "given" if snapshot else dataset.target, f"{dataset.target} as the file has it.",
        dataset.label_text, lambda: dataset.labels, is_number=not dataset.classes,
        label=(lambda row: int(dataset.labels[row])) if dataset.classes else None,
    )  # fmt: skip
    written = AsWritten.of(dataset)
    features = [
        TableColumn(
            column.name,
            f"{column.name} ({column.kind.value})",
            column.text,
            lambda column=column: column.values,
            column.is_number,
            written=written.column(column.name) if written else None,
        )
        for column in dataset.features
    ]
    before, after = _of_a_run(dataset, snapshot) if snapshot else ([], [])
    return [line, *before, given, *after, *features]


def _of_a_run(
    dataset: Dataset, now: Callable[[], Snapshot]
) -> tuple[list[TableColumn], list[TableColumn]]:
    """The columns of a run: those before the label, and those behind it."""
    before = [
        TableColumn(
            SUSPICION, "How little the ensemble can explain the row: higher is worse.",
            lambda row: _suspicion_text(now(), row), lambda: now().suspicion, True,
        )
    ]  # fmt: skip
    if now().weights is not None:
        weight = TableColumn(
            "weight", "The weight at the round shown: 1x is average.",
            lambda row: f"{short_number(now().weights[row])}x", lambda: now().weights, True,
        )  # fmt: skip
        before.append(weight)
    part = TableColumn(
        "part", "Training rows are learned from; validation rows only judge.",
        lambda row: "validation" if dataset.validation[row] else "training",
        lambda: dataset.validation.astype(np.int8),
    )  # fmt: skip
    return before, [*_predictions(dataset, now), part]


def _predictions(dataset: Dataset, now: Callable[[], Snapshot]) -> list[TableColumn]:
    if not dataset.classes:
        spread = float(np.std(dataset.labels)) or 1.0
        step = 10.0 ** (math.floor(math.log10(spread)) - 3) if math.isfinite(spread) else None
        return [
            TableColumn(
                "predicted", "What the ensemble says at the round shown.",
                lambda row: number_text(float(now().suggested[row]), step),
                lambda: now().suggested, True,
            ),
            TableColumn(
                "residual", "Predicted minus given.",
                lambda row: number_text(float(now().margins[row]), step),
                lambda: now().margins, True,
            ),
        ]  # fmt: skip
    return [
        TableColumn(
            "predicted", "What the ensemble says at the round shown.",
            lambda row: dataset.classes[now().suggested[row]], lambda: now().suggested,
            label=lambda row: int(now().suggested[row]),
        ),
        TableColumn(
            "margin", "From -1, all votes against the label, to 1, all votes for it.",
            lambda row: f"{now().margins[row]:.2f}", lambda: now().margins, True,
        ),
    ]  # fmt: skip


def _suspicion_text(snapshot: Snapshot, row: int) -> str:
    """Weights reach far and are read roughly; shares lie between 0 and 1."""
    value = float(snapshot.suspicion[row])
    is_weight = snapshot.weights is not None and not snapshot.is_audited
    return short_number(value) if is_weight else f"{value:.2f}"
