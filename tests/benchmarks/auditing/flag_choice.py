"""Which labels are flagged: the cut as it is, and as other families of tables would choose it.

Asked are precision and recall on the mean of the families at several shares of errors. A choice is
as good as what it misses, or exceeds, most narrowly.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from core.judging.auditing.doubting.calibration import Noise
from core.judging.auditing.flagging import USUAL, FlagCut
from tests.benchmarks.auditing.calibration_fit import Cell
from tests.benchmarks.measuring import print_table

ASKED = {0.05: (0.65, 0.0), 0.1: (0.7, 0.7), 0.2: (0.7, 0.7)}
"""Precision and recall by the share of errors; at the least share no recall is asked for."""
CHOICES = tuple(
    FlagCut(start, less, most)
    for start in (0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9, 1.0)
    for less in (0.0, 0.5, 1.0, 1.5, 2.0)
    for most in (0.4, 0.45, 0.5, 0.55, 0.6)
)


class Answered(Protocol):
    """A cell, and what was said of it."""

    cell: Cell
    noise: Noise
    wrong: np.ndarray


def print_choice(answers: Sequence[Answered]) -> None:
    """Precision and recall by the program's cut, the best one of all, and by one left out."""
    some = [one for one in answers if one.cell.when == "before" and one.cell.rate in ASKED]
    families = list(dict.fromkeys(one.cell.family for one in some))
    if len(families) < 2 or {one.cell.rate for one in some} != set(ASKED):
        return
    worth = np.array([_worth(some, families, how) for how in CHOICES])
    best = _best(worth)
    left_out = np.array(
        [worth[_best(np.delete(worth, place, 1)), place] for place in range(len(families))]
    )
    usual = _worth(some, families, USUAL)
    named = (("as the program has it", usual), ("chosen here", worth[best]), ("left out", left_out))
    rows = [
        [name, *(f"{p:.3f} and {r:.3f}" for p, r in np.nanmean(each, axis=0))]
        for name, each in named
    ]
    print(f"flags, precision and recall, mean of {len(families)} families, by share of errors")
    print_table(["", *(f"{100 * rate:.0f} %" for rate in ASKED)], rows)
    print(f"chosen here: {CHOICES[best]}")


def _worth(answers: Sequence[Answered], families: list[str], how: FlagCut) -> np.ndarray:
    """Precision and recall by family and share; where nothing is flagged there is no precision."""
    found = np.full((len(families), len(ASKED), 2), np.nan)
    for place, family in enumerate(families):
        for number, rate in enumerate(ASKED):
            here = [one for one in answers if (one.cell.family, one.cell.rate) == (family, rate)]
            flags = [one.wrong > how.at(one.noise.high) for one in here]
            right = [
                (one.cell.is_wrong & flagged).sum() / flagged.sum()
                for one, flagged in zip(here, flags, strict=True)
                if flagged.any()
            ]
            if here:
                recall = np.mean(
                    [
                        (one.cell.is_wrong & flagged).sum() / one.cell.is_wrong.sum()
                        for one, flagged in zip(here, flags, strict=True)
                    ]
                )
                found[place, number] = np.mean(right) if right else np.nan, recall
    return found


def _best(worth: np.ndarray) -> int:
    """The choice whose narrowest figure is the best; of equals the first."""
    away = np.nanmean(worth, axis=1) - np.array(list(ASKED.values()))
    return int(away.reshape(len(worth), -1).min(axis=1).argmax())
