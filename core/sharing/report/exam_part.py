"""The report about the exam: its sentence, its curve as a drawing, and the numbers behind it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.base.wording import percent
from core.judging.exam.exam import Exam

WIDTH, HEIGHT = 480, 240
"""Of the drawing, in the units of its own view."""
_MOST_ROWS = 9


@dataclass(frozen=True)
class ExamTold:
    """What there is to tell of an exam."""

    sentence: str
    how: str
    width: int
    height: int
    band: str
    """The points of the band's outline, of the curve, and of looking anywhere."""
    curve: str
    guessing: str
    looked: int
    """How many rows the drawing goes to, and how many errors there are."""
    errors: int
    rows: tuple[tuple[int, str, str], ...]
    """Rows looked at, the share found, its bounds."""
    classes: tuple[tuple[str, str], ...]
    """Each class with the share of its errors that is found."""


def exam_told(exam: Exam) -> ExamTold:
    """What an exam came to, ready for the page."""
    curve = exam.curve
    most = int(curve.looked[-1])
    across = curve.looked / most
    band = [*_points(across, curve.high), *reversed(_points(across, curve.low))]
    some = np.unique(np.linspace(1, len(curve.looked) - 1, _MOST_ROWS).round().astype(int))
    return ExamTold(
        exam.sentence,
        exam.how,
        WIDTH,
        HEIGHT,
        _joined(band),
        _joined(_points(across, curve.found)),
        _joined(_points(np.array([0.0, 1.0]), np.array([0.0, most / exam.rows]))),
        most,
        exam.errors,
        tuple(
            (
                int(curve.looked[place]),
                percent(float(curve.found[place])),
                f"{percent(float(curve.low[place]))} to {percent(float(curve.high[place]))}",
            )
            for place in some
        ),
        tuple((each.name, percent(each.share)) for each in exam.classes if each.planted),
    )


def _points(across: Floats, up: Floats) -> list[tuple[float, float]]:
    """From shares of the drawing to its units, which count from the top."""
    return [
        (WIDTH * x, HEIGHT * (1 - y)) for x, y in zip(across.tolist(), up.tolist(), strict=True)
    ]


def _joined(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
