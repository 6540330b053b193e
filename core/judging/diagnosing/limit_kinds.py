"""The kinds of things that limit a run."""

import enum
from dataclasses import dataclass


class LimitKind(enum.Enum):
    """What it is that limits a run."""

    ROWS = "rows"
    """There are too few to say more, or none that is new."""
    GUESSING = "guessing"
    """It is no better than guessing, or not clearly."""
    LEAK = "leak"
    """A column, or rows of one thing on both sides, may give the answer away."""
    ROUNDS = "rounds"
    """It was better after fewer rounds."""
    MORE_ROUNDS = "more rounds"
    """It is still getting better."""
    LEARNER = "learner"
    """Something at hand does better."""
    GAP = "gap"
    """New rows are missed more often than those that were learned from."""
    NONE = "none"
    """Nothing is seen that does."""


@dataclass(frozen=True)
class Limit:
    """What limits a run, in a few words and in a sentence or two."""

    kind: LimitKind
    short: str
    sentence: str
