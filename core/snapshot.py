"""What is known about every row at one round of a run, computed once for all who show it."""

from dataclasses import dataclass

from core.arrays import Floats, Integers, Mask
from core.audit import flagged, ranked
from core.history import VoteHistory


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Per-row quantities after round `round`, in the order of the dataset's rows.

    Suspicion and the ranking belong to the whole run so far; weights, margins and what is wrong
    belong to the round.
    """

    history: VoteHistory
    round: int
    suspicion: Floats
    ranked: Integers
    weights: Floats
    margins: Floats
    wrong: Mask
    flagged: Mask

    @classmethod
    def of(cls, history: VoteHistory, t: int) -> "Snapshot":
        """Compute everything at round t."""
        suspicion = history.mean_weights()
        margins = history.margins(t)
        return cls(
            history, t, suspicion, ranked(suspicion), history.relative_weights(t), margins,
            history.wrong(t), flagged(suspicion, margins),
        )  # fmt: skip
