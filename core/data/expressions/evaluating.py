"""Computing a checked expression: every part once for all rows."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from core.base.wording import count
from core.data.expressions.checking import Checked
from core.data.expressions.functions import VOCABULARY
from core.data.expressions.syntax import Call, Name, Number, Text
from core.data.expressions.values import Texts, Values, missing_in, nothing


@dataclass(frozen=True)
class Computed:
    """The values of an expression, and in how many rows a function had no result, by why."""

    values: Values
    lost: dict[str, int] = field(default_factory=dict)

    @property
    def told(self) -> str:
        """In a sentence, how many values are missing that need not be; empty if none is."""
        parts = [f"{why} in {count(rows, 'row')}" for why, rows in self.lost.items()]
        return f"Missing values come from {', '.join(parts)}." if parts else ""


def computed(checked: Checked, columns: Mapping[str, Values], rows: int) -> Computed:
    """The value of every row.

    >>> from core.data.expressions.checking import checked
    >>> from core.data.expressions.kinds import NUMBER
    >>> columns = {"a": np.array([1.0, 2.0]), "b": np.array([2.0, 0.0])}
    >>> found = computed(checked("a / b", {"a": NUMBER, "b": NUMBER}), columns, 2)
    >>> found.values.tolist(), found.told
    ([0.5, nan], 'Missing values come from a division by 0 in 1 row.')
    """
    lost: Counter[str] = Counter()
    values = _values(checked, columns, rows, lost)
    return Computed(values, dict(lost))


def _values(part: Checked, columns: Mapping[str, Values], rows: int, lost: Counter[str]) -> Values:
    own = part.expression
    if isinstance(own, Name):
        return columns[own.name]
    if isinstance(own, Number):
        return np.broadcast_to(own.value, (rows,))
    if isinstance(own, Text):
        return Texts.same(own.value, rows)
    if not isinstance(own, Call):
        return nothing(part.kind, rows)
    assert part.form is not None
    given = [_values(each, columns, rows, lost) for each in part.given]
    made = part.form.compute(*given)
    if why := VOCABULARY[own.function].loses:
        is_lost = missing_in(made)
        for values in given if is_lost.any() else ():
            is_lost &= ~missing_in(values)
        if many := int(is_lost.sum()):
            lost[why] += many
    return made


def used_parts(checked: Checked) -> Iterator[Checked]:
    """All parts of a checked expression, itself the first."""
    yield checked
    for part in checked.given:
        yield from used_parts(part)
