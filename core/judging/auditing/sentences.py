"""Reasons in plain sentences."""

from typing import TYPE_CHECKING

from core.base.wording import fixed, grouped

if TYPE_CHECKING:
    from core.judging.auditing.reasons import Neighbour, Reasons


def sentences(reasons: "Reasons", briefly: bool = False) -> tuple[str, ...]:
    """What speaks against a row, and for it, the most telling first.

    Briefly where the judges and the values are shown beside it: then these are only named.
    """
    from core.judging.auditing.verdict import SuspicionKind

    found: list[str] = []
    if reasons.twins:
        found.append(
            f"{_lines(reasons.twins)} {_have(reasons.twins)} the same values in every "
            f"column and another label: {_labels(reasons.twins)}."
        )
    if reasons.kind is SuspicionKind.OUTLIER:
        found.append(
            "Its values are far from those of every other row: look whether they are right."
        )
    if not briefly or not reasons.judges:
        found += _judges(reasons)
    if reasons.often:
        found.append(
            f"{reasons.label!r} is often given for {reasons.suggested!r} in this file: "
            f"in about {grouped(reasons.often)} rows."
        )
    if reasons.wrong_since is not None:
        found.append(
            f"Boosting gets it wrong from round {grouped(reasons.wrong_since)} of "
            f"{grouped(reasons.rounds)} on."
        )
    found += _neighbours(reasons)
    is_class = bool(reasons.probability == reasons.probability)
    if briefly and reasons.unusual:
        whose = f" for {reasons.label!r}" if is_class else ""
        found.append(f"Unusual{whose}: {', '.join(value.column for value in reasons.unusual)}.")
    elif not briefly:
        found += [
            f"{value.column} is {value.value}: {_of_class(value.share, reasons.label, is_class)}"
            f"; usual is {value.usual}."
            for value in reasons.unusual
        ]
    return tuple(found)


def _judges(reasons: "Reasons") -> list[str]:
    judges = reasons.judges
    if reasons.is_outside:
        return ["Nobody judged it: the audit was of a sample of the rows, and it is not in that."]
    if not reasons.is_judged:
        return [
            "Nobody judged it: of its label, or of its time, no judge knew enough earlier rows."
        ]
    if not judges:
        return []
    if reasons.probability != reasons.probability:  # a number
        said = ", ".join(f"{judge.judge} {judge.other}" for judge in judges)
        return [f"It has {reasons.label}; the judges, who never saw it, say: {said}."]
    against = [judge for judge in judges if judge.disagrees]
    if not against:
        return [f"All {len(judges)} judges agree that it is {reasons.label!r}."]
    said = ", ".join(
        f"{judge.judge} says {judge.other!r} ({100 * judge.other_share:.0f} %, "
        f"{reasons.label!r} {100 * judge.share:.0f} %)"
        for judge in against
    )
    return [f"{len(against)} of {len(judges)} judges, who never saw it, disagree: {said}."]


def _neighbours(reasons: "Reasons") -> list[str]:
    if not reasons.like or not reasons.unlike:
        return []
    like, unlike = reasons.like[0], reasons.unlike[0]
    if unlike.distance < like.distance:
        return [
            f"The nearest row, {unlike.where}, is {unlike.label!r}; the nearest "
            f"{reasons.label!r}, {like.where}, is {_times(like, unlike)} away."
        ]
    return [f"The nearest row, {like.where}, is {like.label!r} too."]


def _times(far: "Neighbour", near: "Neighbour") -> str:
    if near.distance <= 0:
        return "farther"
    return f"{fixed(far.distance / near.distance, 1)} times as far"


def _of_class(share: float, label: str, is_class: bool) -> str:
    whose = f"rows that are {label!r}" if is_class else "rows"
    if share == 0:
        return f"none of the other {whose} is like that"
    return f"{100 * share:.1g} % of the other {whose} are like that"


def _lines(rows: "tuple[Neighbour, ...]") -> str:
    """As a sentence begins; where there are several files each line is told with its own."""
    are_lines = all(row.where.startswith("line ") for row in rows)
    names = [row.where.removeprefix("line ") if are_lines else row.where for row in rows[:5]]
    more = f" and {grouped(len(rows) - 5)} more" if len(rows) > 5 else ""
    head = "" if not are_lines else "Line " if len(rows) == 1 else "Lines "
    return f"{head}{(', ' if are_lines else '; ').join(names)}{more}"


def _have(rows: "tuple[Neighbour, ...]") -> str:
    return "has" if len(rows) == 1 else "have"


def _labels(rows: "tuple[Neighbour, ...]") -> str:
    return ", ".join(repr(label) for label in sorted({row.label for row in rows}))
