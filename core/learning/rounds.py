"""What a round of training tells, and how a training ends."""

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


class CurveRole(enum.Enum):
    """What a curve tells, which gives it its look and its place: they are drawn in this order."""

    VALIDATION = "validation"
    TRAINING = "training"
    OUT_OF_BAG = "out of bag"
    LEARNER = "learner"
    """Of the round's own learner."""
    BOUND = "bound"
    """A promise, to be held against what is measured."""
    OWN = "own"
    """Something of the algorithm's own."""


@dataclass(frozen=True)
class Group:
    """Curves that are drawn together, on one axis."""

    name: str
    title: str
    """What it is called where one is chosen."""
    axis: str
    """What the axis says."""
    words: str
    """What an ensemble without any of them has not."""
    number_axis: str = ""
    """What the axis says if the target is a number, where that differs."""
    is_share: bool = False
    """Whether the axis is in percent, where the target is a class."""


ERRORS = Group("errors", "errors", "wrong rows", "errors", "root mean squared error", True)
VOTES = Group("votes", "votes α", "vote α", "votes")
LOSSES = Group(
    "losses", "loss", "loss, mean over the rows", "loss that it minimises round by round"
)
USUAL_GROUPS = (ERRORS, VOTES, LOSSES)
"""What most ensembles have; an ensemble may declare groups of its own."""


@dataclass(frozen=True)
class Curve:
    """A number that every round has; an algorithm declares which it gives, and how it looks.

    >>> Curve("cost", "cost", "Questions asked of a row.", False, LOSSES).role
    <CurveRole.OWN: 'own'>
    """

    name: str
    title: str
    explanation: str
    is_share: bool = True
    """Whether it is a share between 0 and 1, shown in percent."""
    group: Group = ERRORS
    role: CurveRole = CurveRole.OWN
    of_learner: bool = False
    """Whether it is about the round's own learner, and not about the ensemble."""

    @property
    def is_validation_error(self) -> bool:
        """Whether it is the error on new rows, by which runs are held against one another."""
        return self.group == ERRORS and self.role is CurveRole.VALIDATION


def in_group(curves: Iterable[Curve], group: Group) -> list[Curve]:
    """The curves of a group in the order of their roles; of equal ones as they are declared.

    >>> [curve.name for curve in in_group([TRAINING_ERROR, VOTE, VALIDATION_ERROR], ERRORS)]
    ['validation_error', 'training_error']
    """
    order = list(CurveRole)
    return sorted(
        (curve for curve in curves if curve.group == group),
        key=lambda curve: order.index(curve.role),
    )


TRAINING_ERROR = Curve(
    "training_error",
    "training error",
    "Share of the training rows that the ensemble gets wrong.",
    role=CurveRole.TRAINING,
)
VALIDATION_ERROR = Curve(
    "validation_error",
    "validation error",
    "Share of the validation rows, never trained on, that the ensemble gets wrong.",
    role=CurveRole.VALIDATION,
)
WEIGHTED_ERROR = Curve(
    "weighted_error",
    "weighted error ε",
    "Weight of the training rows that this round's weak learner gets wrong.",
    role=CurveRole.LEARNER,
    of_learner=True,
)
VOTE = Curve(
    "vote",
    "vote α",
    "α = ½ ln((1−ε)/ε): how much this round's learner counts.",
    False,
    VOTES,
    CurveRole.TRAINING,
    of_learner=True,
)
BOUND = Curve(
    "bound",
    "bound ∏Z",
    "∏ 2√(ε(1−ε)): the training error is never above it (Freund & Schapire 1997).",
    role=CurveRole.BOUND,
)
OUT_OF_BAG_ERROR = Curve(
    "out_of_bag_error",
    "out-of-bag error",
    "Error on the training rows, each judged only by members that never saw it (Breiman 1996).",
    role=CurveRole.OUT_OF_BAG,
)
LOSS = Curve(
    "loss",
    "loss",
    "What the training minimises, averaged over the training rows.",
    False,
    LOSSES,
    CurveRole.TRAINING,
)
VALIDATION_LOSS = Curve(
    "validation_loss",
    "validation loss",
    "The same loss on the validation rows.",
    False,
    LOSSES,
    CurveRole.VALIDATION,
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
