"""The decision stump: a tree with a single question."""

from dataclasses import dataclass

from core.learners import Learner


@dataclass(frozen=True)
class Stump(Learner):
    """One question about one column: a threshold, or a subset of categories.

    Of all columns, thresholds, directions, subsets and sides for missing values, the stump of
    least weighted error is taken (Iba & Langley 1992).
    """

    name = "stump"
    title = "Decision stump"
    summary = "One question about one column."
    source = "Iba & Langley 1992"
