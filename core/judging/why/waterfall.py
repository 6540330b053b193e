"""The steps from the average to what is said of a row: what a waterfall draws."""

from dataclasses import dataclass, replace

from core.judging.why.words import Reason, RowWhy

_LEAST_SHARE = 1e-12
"""What is this small a part of the largest step is rounding, and no step."""


@dataclass(frozen=True)
class WaterfallStep:
    """A step of the waterfall: a column, or all the small ones together."""

    text: str
    start: float
    end: float
    error: float = 0.0
    column: str = ""
    """Empty where it stands for several columns."""

    @property
    def adds(self) -> float:
        """By how much it goes on."""
        return self.end - self.start


def waterfall(why: RowWhy, most: int = 12, unfolded: bool = False) -> tuple[WaterfallStep, ...]:
    """The largest steps first; those beyond `most` are one step at the end.

    Unfolded, the parts of a date or a text are steps of their own, where that is known.

    >>> from core.judging.why.words import Measure, Reason
    >>> reasons = tuple(Reason(name, "1", adds) for name, adds in (("a", 3.0), ("b", -1.0)))
    >>> why = RowWhy("Line 2", "x", 1.0, "x", "", 1.0, 3.0, reasons, Measure(True, True))
    >>> [(step.text, step.start, step.end) for step in waterfall(why)]
    [('a = 1', 1.0, 4.0), ('b = 1', 4.0, 3.0)]
    """
    reasons = why.reasons
    if unfolded:
        parts = [part for reason in reasons for part in _parts(reason)]
        reasons = tuple(sorted(parts, key=lambda reason: -abs(reason.adds)))
    largest = max((abs(reason.adds) for reason in reasons), default=0.0)
    told = [each for each in reasons if abs(each.adds) > _LEAST_SHARE * largest]
    shown = told if len(told) <= most else told[: most - 1]
    steps, here = [], why.base
    for reason in shown:
        steps.append(
            WaterfallStep(reason.text, here, here + reason.adds, reason.error, reason.column)
        )
        here += reason.adds
    if len(shown) < len(told):
        steps.append(WaterfallStep(f"{len(told) - len(shown)} other columns", here, why.said))
    return tuple(steps)


def _parts(reason: Reason) -> list[Reason]:
    """A reason's parts, each by its own name; itself if it has none."""
    if not reason.parts:
        return [reason]
    return [replace(reason, column=name, adds=adds, parts=()) for name, adds in reason.parts]
