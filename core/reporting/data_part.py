"""The report about the data: the file, how it was understood, what is odd, and the split."""

from collections.abc import Iterator

from core.checks.findings import findings
from core.data.column import Column
from core.data.dataset import Dataset
from core.data.meaning import Role, Task
from core.data.profile import Profile, profile
from core.data.split_words import split_sentence
from core.data.table import Origin
from core.reporting.markup import Markup, Part, facts, joined, listed, name, paragraph, table, tag
from core.reporting.wordings import counted, percent
from core.wording import readable

_MOST_COLUMNS = 200
_MOST_CLASSES = 50
_MOST_PROBLEMS = 20
_NO_FILE = (paragraph("The data were not read from a file."),)
_TASKS = {
    Task.TWO_CLASSES: "tell two classes apart",
    Task.MANY_CLASSES: "tell many classes apart",
    Task.REGRESSION: "predict a number",
}


def data_part(data: Dataset) -> Markup:
    """Everything that is known about the data of a run."""
    return joined(
        [
            facts(_facts(data)),
            _target(data),
            tag("h3", "Split"),
            paragraph(_split(data)),
            tag("h3", "How the file was read"),
            _reading(data),
            tag("h3", "Columns"),
            _columns(data),
            tag("h3", "What is odd about the data"),
            _findings(data),
        ]
    )


def _facts(data: Dataset) -> Iterator[tuple[str, Part]]:
    origin = data.table.origin
    yield "File", name(data.name)
    if origin is not None:
        yield "Size", f"{origin.fingerprint.size:,} bytes"
    yield "Rows in the file", f"{len(data.table):,}"
    yield "Rows used", f"{len(data):,}"
    features = sum(role is Role.FEATURE for role in data.roles.values())
    yield "Columns to learn from", f"{features:,} of {len(data.roles):,}"
    yield "Target", name(data.target)
    yield "Task", _TASKS[data.task]
    weight = [each for each, role in data.roles.items() if role is Role.WEIGHT]
    yield "Weight of a row", name(weight[0]) if weight else "1 for every row"
    if data.revision:
        yield "Revision", f"{data.revision:,}: rows were excluded or relabelled"


def _target(data: Dataset) -> Markup:
    if not data.classes:
        low, high = float(data.labels.min()), float(data.labels.max())
        mean = float(data.labels.mean())
        return paragraph(
            name(data.target),
            f" lies between {readable(low)} and {readable(high)}; its mean is {readable(mean)}.",
        )
    shares = data.class_counts / len(data)
    order = sorted(range(len(shares)), key=lambda place: -shares[place])
    rows = [
        [
            name(data.classes[place]),
            f"{data.class_counts[place]:,}",
            percent(shares[place]),
            tag("span", class_="bar", style=f"--share:{100 * shares[place]:.2f}%"),
        ]
        for place in order[:_MOST_CLASSES]
    ]
    shown = "The classes" if len(order) <= _MOST_CLASSES else "The commonest classes"
    heads = ["Class", "Rows", "Share", ""]
    return table(f"{shown} of {data.target}", heads, rows, numbers=(1, 2))


def _split(data: Dataset) -> str:
    together = ""
    if data.validation.any() and not data.split.names and data.split.time is None:
        together = " Accidental copies of a row are on one side."
    return split_sentence(data) + together


def _reading(data: Dataset) -> Markup:
    table_ = data.table
    parts = list(_origin(table_.origin, len(table_)) if table_.origin else _NO_FILE)
    parts.append(listed([*table_.notes, *data.notes]))
    if table_.problem_count:
        rows = [[f"{found.line:,}", found.what] for found in table_.problems[:_MOST_PROBLEMS]]
        heads = ["Line", "What"]
        caption = f"Lines that did not fit: {table_.problem_count:,} in all"
        parts.append(table(caption, heads, rows, numbers=(0,)))
    return joined(parts)


def _origin(origin: Origin, rows: int) -> Iterator[Markup]:
    if origin.dialect is not None:
        described = origin.dialect.described()
        yield facts((term.capitalize(), told) for term, told in described.items())
        words = ", ".join(origin.dialect.missing) or "nothing else"
        more = ", ".join(origin.dialect.missing_numbers) or "nothing else"
        yield paragraph(
            f"A value is missing where there is none, or: {words}. In columns of numbers also: "
            f"{more}."
        )
    if origin.as_text:
        columns = joined((name(each) for each in origin.as_text), ", ")
        yield paragraph("Read as texts, exactly as written: ", columns, ".")
    if origin.sample is not None:
        yield paragraph(
            f"Of the file a sample of {rows:,} rows was read, drawn with the seed {origin.seed}; "
            "each row keeps its line."
        )


def _columns(data: Dataset) -> Markup:
    columns = data.table.columns
    heads = ["Column", "Meaning", "Used as", "Missing", "Values", "Range, or the commonest", "Why"]
    shown = [_column(data, column) for column in columns[:_MOST_COLUMNS]]
    caption = "As they stand in the file, before any row was left out"
    if len(columns) > _MOST_COLUMNS:
        caption += f"; the first {_MOST_COLUMNS} of {len(columns):,}"
    made = [
        joined([name(each.source), " gives ", joined((name(n) for n in each.names), ", "), "."])
        for each in data.derivations
    ]
    return joined([table(caption, heads, shown, numbers=(3, 4), texts=(5, 6)), listed(made)])


def _column(data: Dataset, column: Column) -> list[Part]:
    planned = data.plan[column.name] if data.plan else None
    found = profile(column, planned)
    missing = f"{found.missing:,}"
    if found.missing:
        missing += f" ({percent(found.missing / max(1, found.rows))})"
    return [
        name(column.name),
        planned.meaning.value if planned else column.kind.value,
        data.roles[column.name].value,
        missing,
        f"{found.distinct:,}",
        _extent(found),
        planned.why if planned else "",
    ]


def _extent(found: Profile) -> Markup:
    if found.low:
        return joined([f"{found.low} to {found.high}, half below {found.median}"])
    commonest = [joined([name(bar.text), f" {bar.count:,}"]) for bar in found.bars[:3]]
    return joined(commonest, ", ")


def _findings(data: Dataset) -> Markup:
    found = list(findings(data))
    if not found:
        return paragraph("The checks of rows, columns and target found nothing.")
    told = []
    for each in found:
        where = ""
        if each.lines:
            more = " and others" if each.count > len(each.lines) else ""
            lines = ", ".join(f"{line:,}" for line in each.lines)
            where = f" {counted(each.count, 'line')}: {lines}{more}."
        remedy = f" Possible remedy: {each.remedy.label.lower()}." if each.remedy else ""
        told.append(joined([each.sentence, tag("span", where + remedy, class_="quiet")]))
    return listed(told)
