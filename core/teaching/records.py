"""Recorded histories: what would take too long to be trained in a lesson."""

import functools
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.base.arrays import Floats
from core.base.errors import DataError
from core.teaching.values import Value
from resources import lesson_path

if TYPE_CHECKING:
    from core.teaching.facts import Question

MARGINS = np.linspace(-1.0, 1.0, 101)
"""Where the curves of margins are recorded."""
ROUNDS_OF_MARGINS = (5, 100, 1000)


@dataclass(frozen=True, eq=False)
class LongRecord:
    """The errors of a long run by its rounds, and how its margins lay after some of them."""

    about: str
    training: Floats
    test: Floats
    margins: dict[int, Floats]
    """After some rounds, the share of training rows with a margin of at most each of `MARGINS`."""


@functools.cache
def letter_record() -> LongRecord:
    """AdaBoost (SAMME) of C4.5 on letter: 16,000 rows to train, the last 4,000 to judge.

    >>> record = letter_record()
    >>> len(record.test), float(record.training[4])
    (1000, 0.0)
    """
    told = json.loads(lesson_path("letter.json").read_text(encoding="utf-8"))
    return LongRecord(
        str(told["about"]),
        np.asarray(told["training"], np.float64),
        np.asarray(told["test"], np.float64),
        {int(number): np.asarray(own, np.float64) for number, own in told["margins"].items()},
    )


def recorded(asked: "Question") -> Value:
    """An error of the record after a round, or its least margin."""
    record = letter_record()
    curves = {"training error": record.training, "test error": record.test}
    if asked.argument in curves:
        curve = curves[asked.argument]
        number = len(curve) if asked.round is None else asked.round
        if not 1 <= number <= len(curve):
            raise DataError(f"The record has {len(curve)} rounds, and none of number {number}.")
        return float(curve[number - 1])
    if asked.argument == "least margin" and asked.round in record.margins:
        return float(MARGINS[np.argmax(record.margins[asked.round] > 0)])
    raise DataError(f"{asked.argument!r} is not in the record.")
