"""The report about rows: the most suspicious ones with reasons, and what was decided."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.base.ascending import place_among
from core.base.wording import count, grouped, percent, readable, shortened, time_text
from core.data.dataset import Dataset
from core.judging.auditing.result import Audit
from core.judging.diagnosing.labels import AuditedLabels
from core.judging.reviewing.decision import Decision

_MOST_VALUES = 12
_MOST_DECISIONS = 500
_MOST_LETTERS = 200
"""A value is cut where it is longer: a cell may hold a megabyte."""


@dataclass(frozen=True)
class SuspectTold:
    """A suspicious row, with what speaks against it."""

    line: int
    given: str
    suggested: str
    verdict: str
    values: tuple[tuple[str, str], ...]
    """The first columns, each with its value."""
    more: int
    """How many columns there are beyond those."""
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class SuspectsTold:
    """The most suspicious rows, the worst first."""

    sentence: str
    suspects: tuple[SuspectTold, ...]


NOT_AUDITED = SuspectsTold(
    "No audit was made of these data: the rows are in the order of what this run made of them.", ()
)


def suspects_told(audit: Audit, most: int) -> SuspectsTold:
    """The most suspicious rows, each with what speaks against it."""
    labels = AuditedLabels.of(audit)
    sentence = (
        f"{labels.sentence} {labels.flagged} Every row was judged by judges that never saw it; the "
        "bounds are those of a 90 % interval."
    )
    rows = audit.ranked[: max(0, min(most, max(audit.count, 10)))].tolist()
    return SuspectsTold(sentence, tuple(suspect(audit, row) for row in rows))


def suspect(audit: Audit, row: int) -> SuspectTold:
    """A row with what speaks against it."""
    data, reasons = audit.dataset, audit.reasons(row)
    verdict = f"{reasons.kind.value} · suspicion {readable(float(audit.suspicion[row]), 3)}"
    if audit.can_tell:
        verdict += f" · likely wrong: {percent(reasons.wrong)}"
    columns = [column for column in data.table.columns if column.name != data.target]
    place = int(data.rows[row])
    return SuspectTold(
        reasons.line,
        reasons.label,
        reasons.suggested,
        verdict,
        tuple(
            (column.name, shortened(column.text(place), _MOST_LETTERS) or "missing")
            for column in columns[:_MOST_VALUES]
        ),
        max(0, len(columns) - _MOST_VALUES),
        reasons.sentences,
    )


@dataclass(frozen=True)
class DecisionTold:
    """What was decided about a row, why, by whom and when."""

    line: int
    verb: str
    given: str
    label: str
    reason: str
    note: str
    by: str
    when: str


@dataclass(frozen=True)
class DecisionsTold:
    """The decisions in their order, and the notes on rows that nothing was decided about."""

    summary: str
    """How many there are of each kind, and how many are listed if not all are."""
    decisions: tuple[DecisionTold, ...]
    notes: tuple[tuple[int, str], ...]


def decisions_told(
    data: Dataset, decisions: Iterable[Decision], notes: Mapping[int, str]
) -> DecisionsTold:
    """What was decided, why and when; then the notes on rows that nothing was decided about.

    Of very many, the last ones are listed.
    """
    decisions = list(decisions)
    told = (
        DecisionTold(
            each.line,
            f"{each.verb.value} {each.column}".rstrip(),
            given_label(data, each.line, each.column),
            each.new or "",
            each.reason,
            notes.get(each.line) or each.note,
            each.by,
            time_text(each.when),
        )
        for each in decisions[-_MOST_DECISIONS:]
    )
    decided = {each.line for each in decisions}
    others = [(line, text) for line, text in notes.items() if line not in decided]
    return DecisionsTold(_summary(decisions), tuple(told), tuple(others[-_MOST_DECISIONS:]))


def _summary(decisions: list[Decision]) -> str:
    """How many decisions there are of each kind: "12 decisions: 9 relabelled, 3 kept."."""
    kinds = Counter(each.verb.kind.past for each in decisions)
    told = ", ".join(f"{grouped(many)} {past}" for past, many in kinds.most_common())
    summary = f"{count(len(decisions), 'decision')}{': ' if told else ''}{told}."
    if len(decisions) > _MOST_DECISIONS:
        summary += f" The last {grouped(_MOST_DECISIONS)} are listed."
    return summary


def given_label(data: Dataset, line: int, column: str = "") -> str:
    """What the file gives to the row of a line as its label, or in another column."""
    table = data.table.as_read
    row = place_among(table.lines, line)
    return "" if row is None else table.column(column or data.target).text(row)
