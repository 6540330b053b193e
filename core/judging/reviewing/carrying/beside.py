"""What others said about a row goes with the decision that stands about it, settled or not."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from core.base.arrays import Integers
from core.judging.reviewing.carrying.both_sides import BothSides
from core.judging.reviewing.decision import Batch


def words_beside(
    sides: BothSides, taken: Mapping[str, list[Integers]]
) -> tuple[list[Batch], list[Batch]]:
    """What is kept beside decisions that are taken: what was said before them, and after them.

    `taken` are the old rows by the slot of their decisions. A word that came after a decision is a
    conflict that is not settled: it stays one.
    """
    before: list[Batch] = []
    after: list[Batch] = []
    stands, matching, base = sides.earlier.stands, sides.matching, sides.decisions.base
    for (column, _), numbers in stands.asides.items():
        name = matching.columns.new_name(column) if column else ""
        if name is None or column not in taken:
            continue
        rows = np.concatenate(taken[column])
        rows = rows[numbers[rows] >= 0]
        own, words = stands.numbers([column])[rows], numbers[rows]
        for number in np.unique(words).tolist():
            batch = stands.batch(number)
            if batch.label is not None and base.classes and batch.label not in base.classes:
                continue
            for found, here in (
                (before, rows[(words == number) & (words < own)]),
                (after, rows[(words == number) & (words > own)]),
            ):
                if len(here):
                    lines = np.sort(matching.new.lines[matching.rows[here]])
                    found.append(replace(batch, lines=lines, marks=None, column=name))
    return before, after
