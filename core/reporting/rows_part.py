"""The report about rows: the most suspicious ones with reasons, and what was decided."""

from collections.abc import Iterable, Mapping

from core.auditing import Audit
from core.data.dataset import Dataset
from core.diagnosing import Labels
from core.reporting.markup import Markup, Part, joined, listed, name, paragraph, table, tag
from core.reporting.wordings import counted, percent, time_text
from core.reviewing.decision import Decision
from core.wording import readable

_MOST_VALUES = 12


def suspects_part(audit: Audit, most: int) -> Markup:
    """The most suspicious rows, each with what speaks against it."""
    labels = Labels.of(audit)
    told = (
        f"{labels.sentence} {labels.flagged} Every row was judged by judges that never saw it; the "
        "bounds are those of a 90 % interval."
    )
    rows = audit.ranked[: max(0, min(most, max(audit.count, 10)))].tolist()
    heading = tag("h3", f"The {counted(len(rows), 'most suspicious row')}, the worst first")
    return joined([paragraph(told), heading, *(_suspect(audit, row) for row in rows)])


def _suspect(audit: Audit, row: int) -> Markup:
    reasons = audit.reasons(row)
    head = joined(
        [
            tag("strong", f"Line {reasons.line:,}"),
            joined([" given ", name(reasons.label), ", suggested ", name(reasons.suggested)]),
            tag(
                "span",
                f"{reasons.kind.value} · suspicion {readable(float(audit.suspicion[row]), 3)}"
                + (f" · likely wrong: {percent(reasons.wrong)}" if audit.can_tell else ""),
                class_="quiet",
            ),
        ]
    )
    return tag(
        "article",
        tag("p", head, class_="suspect"),
        _values(audit.dataset, row),
        listed(list(reasons.sentences)),
    )


def _values(data: Dataset, row: int) -> Markup:
    columns = [column for column in data.table.columns if column.name != data.target]
    place = int(data.rows[row])
    shown = [
        joined([name(column.name), " ", name(column.text(place) or "missing")])
        for column in columns[:_MOST_VALUES]
    ]
    if len(columns) > _MOST_VALUES:
        shown.append(joined([f"and {len(columns) - _MOST_VALUES:,} more"]))
    return paragraph(joined(shown, " · "), class_="quiet")


def decisions_part(
    data: Dataset, decisions: Iterable[Decision], notes: Mapping[int, str]
) -> Markup:
    """What was decided, why and when; then the notes on rows that nothing was decided about."""
    decisions = list(decisions)
    given = _given(data, [each.line for each in decisions])
    rows = [
        [
            f"{each.line:,}", each.verb.value, name(given.get(each.line, "")),
            name(each.label or ""), name(each.reason), name(notes.get(each.line) or each.note),
            tag("time", time_text(each.when)),
        ]
        for each in decisions
    ]  # fmt: skip
    heads = ["Line", "Decision", "Given", "New label", "Reason", "Note", "When"]
    parts: list[Part] = [
        table(
            f"{counted(len(rows), 'decision')}, in their order",
            heads,
            rows,
            numbers=(0,),
            texts=(4,),
        )
    ]
    others = {line: text for line, text in notes.items() if line not in given}
    if others:
        noted = [[f"{line:,}", name(text)] for line, text in others.items()]
        parts.append(table("Notes on other rows", ["Line", "Note"], noted, numbers=(0,)))
    return joined(parts)


def _given(data: Dataset, lines: list[int]) -> dict[int, str]:
    """The labels that the file gives to these lines."""
    column = data.table.column(data.target)
    place = {int(line): row for row, line in enumerate(data.table.lines.tolist())}
    return {line: column.text(place[line]) if line in place else "" for line in lines}
