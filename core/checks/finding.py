"""A finding: something odd about the data, in a sentence, with a remedy where there is one."""

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from core.checks.remedies import Remedy

_EXAMPLES = 5


class FindingKind(enum.Enum):
    """What sort of thing is odd."""

    UNUSABLE = "unusable"
    NOTHING_TO_LEARN = "nothing to learn from"
    NO_LABEL = "rows without a label"
    ONE_CLASS = "one class"
    ALIKE_CLASSES = "classes that read alike"
    ALIKE_VALUES = "values that read alike"
    RARE_CLASS = "rare classes"
    GIVES_AWAY = "gives the target away"
    CONSTANT = "constant"
    SAME_COLUMN = "same column twice"
    REDUNDANT = "tells what another column tells"
    ONE_PERIOD = "only in one period"
    MOSTLY_MISSING = "mostly missing"
    NUMBER_AS_TEXT = "numbers taken for text"
    MISSING_CODE = "codes for a missing value"
    DATE_AS_NUMBER = "dates taken for numbers"
    DAY_OR_MONTH = "day or month first"
    NO_DATE = "values that are no dates"
    IDENTIFIER_AS_NUMBER = "identifiers taken for numbers"
    NEARLY_UNIQUE = "nearly unique"
    LIKELY_GROUP = "rows that belong together"
    TOTAL = "a sum of other rows"
    SAME_ROW = "same row twice"
    CONTRADICTION = "same features, different labels"


@dataclass(frozen=True)
class Finding:
    """Something odd about the data."""

    kind: FindingKind
    sentence: str
    columns: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    """A few of the lines concerned."""
    count: int = 0
    """How many lines are concerned."""
    remedy: Remedy | None = None

    @classmethod
    def about_lines(
        cls,
        kind: FindingKind,
        sentence: str,
        lines: Iterable[int],
        remedy: Remedy | None = None,
        columns: tuple[str, ...] = (),
    ) -> "Finding":
        """A finding about these lines, the first few of which are kept."""
        every = [int(line) for line in lines]
        return cls(kind, sentence, columns, tuple(every[:_EXAMPLES]), len(every), remedy)
