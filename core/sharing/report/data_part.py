"""The report about the data: the file, how it was understood, what is odd, and the split."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.base.wording import count, grouped, percent, readable
from core.checks.findings import findings
from core.data.column import Column
from core.data.dataset import Dataset
from core.data.profile import profile
from core.data.roles import Role, Task
from core.data.split_words import split_sentence
from core.data.table import LineProblem

_MOST_COLUMNS = 200
_MOST_CLASSES = 50
_MOST_PROBLEMS = 20
_TASKS = {
    Task.TWO_CLASSES: "tell two classes apart",
    Task.MANY_CLASSES: "tell many classes apart",
    Task.REGRESSION: "predict a number",
}


@dataclass(frozen=True)
class ClassTold:
    """A class and how common it is."""

    label: str
    rows: int
    share: float


@dataclass(frozen=True)
class ColumnTold:
    """A column as it stands in the file, and what was made of it."""

    name: str
    meaning: str
    used_as: str
    missing: str
    distinct: int
    range: str
    """Of numbers and dates; empty for others."""
    commonest: tuple[tuple[str, int], ...]
    """The commonest values with their counts, where there is no range."""
    why: str


@dataclass(frozen=True)
class FindingTold:
    """Something odd, and what can be done about it."""

    sentence: str
    more: str


@dataclass(frozen=True, eq=False)
class DataTold:
    """Everything that is known about the data of a run."""

    data: Dataset
    features: int
    task: str
    weight: str | None
    extent: str
    """Where a number is predicted: what it lies between, said behind its name."""
    classes: tuple[ClassTold, ...]
    """The commonest ones first."""
    classes_caption: str
    split: str
    dialect: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    problems: tuple[LineProblem, ...]
    columns: tuple[ColumnTold, ...]
    columns_caption: str
    findings: tuple[FindingTold, ...]


def data_told(data: Dataset) -> DataTold:
    """Everything that is known about the data of a run."""
    table, origin = data.table, data.table.origin
    described = origin.described() if origin is not None else {}
    weights = [each for each, role in data.roles.items() if role is Role.WEIGHT]
    return DataTold(
        data=data,
        features=sum(role is Role.FEATURE for role in data.roles.values()),
        task=_TASKS[data.task],
        weight=weights[0] if weights else None,
        extent="" if data.classes else _extent(data),
        classes=tuple(_classes(data)),
        classes_caption=_classes_caption(data),
        split=_split(data),
        dialect=tuple((term.capitalize(), told) for term, told in described.items()),
        notes=(*table.notes, *data.notes),
        problems=tuple(table.problems[:_MOST_PROBLEMS]),
        columns=tuple(_column(data, column) for column in table.columns[:_MOST_COLUMNS]),
        columns_caption=_columns_caption(len(table.columns)),
        findings=tuple(_findings(data)),
    )


def _extent(data: Dataset) -> str:
    low, high = float(data.labels.min()), float(data.labels.max())
    mean = float(data.labels.mean())
    return f" lies between {readable(low)} and {readable(high)}; its mean is {readable(mean)}."


def _classes(data: Dataset) -> Iterator[ClassTold]:
    if data.classes:
        shares = data.class_counts / len(data)
        for place in sorted(range(len(shares)), key=lambda place: -shares[place])[:_MOST_CLASSES]:
            yield ClassTold(data.classes[place], int(data.class_counts[place]), shares[place])


def _classes_caption(data: Dataset) -> str:
    shown = "The classes" if len(data.classes) <= _MOST_CLASSES else "The commonest classes"
    return f"{shown} of {data.target}"


def _split(data: Dataset) -> str:
    together = ""
    if data.validation.any() and not data.split.names and data.split.time is None:
        together = " Accidental copies of a row are on one side."
    return split_sentence(data) + together


def _columns_caption(count: int) -> str:
    caption = "As they stand in the file, before any row was left out"
    if count > _MOST_COLUMNS:
        caption += f"; the first {_MOST_COLUMNS} of {grouped(count)}"
    return caption


def _column(data: Dataset, column: Column) -> ColumnTold:
    planned = data.plan[column.name] if data.plan else None
    found = profile(column, planned)
    missing = grouped(found.missing)
    if found.missing:
        missing += f" ({percent(found.missing / max(1, found.rows))})"
    commonest = () if found.low else tuple((bar.text, bar.count) for bar in found.bars[:3])
    return ColumnTold(
        name=column.name,
        meaning=planned.meaning.value if planned else column.kind.value,
        used_as=data.roles[column.name].value,
        missing=missing,
        distinct=found.distinct,
        range=f"{found.low} to {found.high}, half below {found.median}" if found.low else "",
        commonest=commonest,
        why=_why(data, column.name),
    )


def _why(data: Dataset, name: str) -> str:
    """Why a column is used so; of a computed one, how it is computed."""
    if data.plan is None:
        return ""
    text = data.plan.computed.get(name)
    parts = ["" if text is None else f"computed: {text}", data.plan[name].why]
    return "; ".join(part for part in parts if part)


def _findings(data: Dataset) -> Iterator[FindingTold]:
    for each in findings(data):
        where = ""
        if each.lines:
            more = " and others" if each.count > len(each.lines) else ""
            lines = ", ".join(grouped(line) for line in each.lines)
            where = f" {count(each.count, 'line')}: {lines}{more}."
        remedy = f" Possible remedy: {each.remedy.label.lower()}." if each.remedy else ""
        yield FindingTold(each.sentence, where + remedy)
