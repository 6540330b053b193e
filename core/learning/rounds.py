"""What a round of training tells, and how a training ends."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Curve:
    """A number that every round has; an algorithm declares which it gives."""

    name: str
    title: str
    explanation: str
    is_share: bool = True
    """Whether it is a share between 0 and 1, shown in percent."""


TRAINING_ERROR = Curve(
    "training_error", "training error", "Share of the training rows that the ensemble gets wrong."
)
VALIDATION_ERROR = Curve(
    "validation_error",
    "validation error",
    "Share of the validation rows, never trained on, that the ensemble gets wrong.",
)
WEIGHTED_ERROR = Curve(
    "weighted_error",
    "weighted error ε",
    "Weight of the training rows that this round's weak learner gets wrong.",
)
VOTE = Curve("vote", "vote α", "α = ½ ln((1−ε)/ε): how much this round's learner counts.", False)
BOUND = Curve(
    "bound",
    "bound ∏Z",
    "∏ 2√(ε(1−ε)): the training error is never above it (Freund & Schapire 1997).",
)
OUT_OF_BAG_ERROR = Curve(
    "out_of_bag_error",
    "out-of-bag error",
    "Error on the training rows, each judged only by members that never saw it (Breiman 1996).",
)
LOSS = Curve("loss", "loss", "What the training minimises, averaged over the training rows.", False)
VALIDATION_LOSS = Curve(
    "validation_loss", "validation loss", "The same loss on the validation rows.", False
)


@dataclass(frozen=True)
class Round:
    """One round, small: its number and its curves' values, which are attributes too.

    >>> Round(1, {"vote": 0.42}).vote
    0.42
    """

    number: int
    curves: Mapping[str, float]

    def __getattr__(self, name: str) -> float:
        try:
            # Not self.curves: a copy under way has none yet, and would ask here for ever.
            return float(self.__dict__["curves"][name])
        except KeyError:
            raise AttributeError(f"this algorithm's rounds have no {name!r}") from None


class Ending(enum.Enum):
    """Why a training ended."""

    ALL_ROUNDS = "all rounds"
    COMPLETE = "complete"
    """Everything that there is to train is trained: more rounds have no meaning."""
    STOPPED = "stopped"
    PERFECT_LEARNER = "perfect learner"
    NO_BETTER_THAN_CHANCE = "no better than chance"
    SINGLE_CLASS = "single class"
    NO_USABLE_FEATURE = "no usable feature"
    OUT_OF_PATIENCE = "out of patience"
    """The validation loss has not fallen for as many rounds as was asked."""
    NOTHING_LEFT = "nothing left"
    """No question parts what is still missed."""


@dataclass(frozen=True)
class Outcome:
    """How a training ended, with a sentence for a person."""

    ending: Ending
    sentence: str

    @property
    def can_go_on(self) -> bool:
        """Whether more rounds could follow."""
        return self.ending in (Ending.ALL_ROUNDS, Ending.STOPPED)
