"""A ground on which something is said: a figure, what it is about, and what it says."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.base.wording import grouped, shortened
from core.judging.diagnosing.labels import AuditedLabels

if TYPE_CHECKING:  # the first window knows grounds, and nothing of findings yet
    from core.checks.finding import Finding


class About(enum.Enum):
    """What a figure is about: where more of it can be seen."""

    ERROR = "error"
    """The rows that were missed."""
    GUESS = "guess"
    """How many rows each class has, or how the numbers are spread."""
    ROUNDS = "rounds"
    """The error after each round."""
    MARGINS = "margins"
    LEARNER = "learner"
    """What is trained."""
    COLUMNS = "columns"
    LABELS = "labels"
    """The rows, the most suspicious first, to be decided about."""
    FLAGGED = "flagged"
    """The rows that are flagged, among all."""


@dataclass(frozen=True)
class VerdictGround:
    """A figure, what it is of, and what it says."""

    about: About
    title: str
    figure: str
    sentence: str


_MOST_COLUMNS, _LONGEST_NAME = 5, 24


def column_grounds(found: "Sequence[Finding]") -> tuple[VerdictGround, ...]:
    """What is to be thought about the columns, the first few of them."""
    return tuple(
        VerdictGround(
            About.COLUMNS,
            each.kind.value,
            shortened(each.columns[0], _LONGEST_NAME),
            each.sentence,
        )
        for each in found[:_MOST_COLUMNS]
    )


def label_grounds(labels: AuditedLabels) -> tuple[VerdictGround, ...]:
    """What the audit says of the labels."""
    share = labels.short.removesuffix(" wrong") if labels.share is not None else "–"
    share += f" ({labels.bounds})" if labels.bounds else ""
    return (
        VerdictGround(About.LABELS, f"wrong {labels.what}", share, labels.sentence),
        VerdictGround(About.FLAGGED, "flagged rows", grouped(labels.count), labels.flagged),
    )
