"""The early-reject cascade (Viola & Jones 2001): stages of boosted stumps, the cheapest first.

A stage boosts stumps on the rows that all earlier stages let pass, both classes with half of the
weight. Its threshold is lowered until it lets pass nearly all rows of the detected class (the
detection rate d), and stumps are added until it lets pass few enough of the others (the rate f).
After s stages at least d^s of the detected rows are left, and of the others about f^s: most rows
of a common class are rejected after a few questions.
"""

from dataclasses import dataclass

from core.data.dataset import Task
from core.learning.ensemble import Ensemble
from core.learning.problem import Problem
from core.learning.rounds import TRAINING_ERROR, VALIDATION_ERROR, Curve, Group
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer

RATES = Group(
    "rates", "rates", "share of the class's rows that pass", "rates of what passes", is_share=True
)
COSTS = Group("costs", "costs", "stumps or columns", "costs")
DETECTION_RATE = Curve(
    "detection_rate",
    "detection rate",
    "Share of the training rows of the rarer class that pass all stages so far.",
    group=RATES,
)
FALSE_POSITIVE_RATE = Curve(
    "false_positive_rate",
    "false positive rate",
    "Share of the other training rows that pass all stages so far.",
    group=RATES,
)
MEAN_COST = Curve(
    "mean_cost",
    "mean cost",
    "How many stumps are asked about a training row, on average.",
    False,
    COSTS,
)
REJECTED_COST = Curve(
    "rejected_class_cost",
    "mean cost of the other class",
    "How many stumps are asked about a training row of the commoner class, on average.",
    False,
    COSTS,
)
COLUMNS_USED = Curve(
    "columns_used",
    "columns used",
    "How many columns all stages ask about.",
    False,
    COSTS,
)


@dataclass(frozen=True)
class EarlyRejectCascade(Ensemble):
    """A stage a round; the rarer class of the training rows is the one to detect.

    >>> import core
    >>> run = core.fit(core.example("orders"), EarlyRejectCascade(rounds=4))
    >>> bool(run.history.curve("detection_rate")[-1] >= 0.995**4)
    True
    """

    name = "early_reject"
    title = "Early-reject cascade"
    summary = "Stages of boosted stumps that reject most rows of the commoner class early."
    source = "Viola & Jones 2001"
    tasks = (Task.TWO_CLASSES,)
    curves = (
        TRAINING_ERROR,
        VALIDATION_ERROR,
        DETECTION_RATE,
        FALSE_POSITIVE_RATE,
        MEAN_COST,
        REJECTED_COST,
        COLUMNS_USED,
    )

    rounds: int = setting(
        8,
        "How many stages there are at most, one a round.",
        low=1,
        high=1000,
        unit="stages",
        heading="Stages",
    )
    detection_rate: float = setting(
        0.995,
        "Which share of the rarer class, of the rows that reach it, a stage lets pass.",
        low=0.5,
        high=1.0,
    )
    false_positive_rate: float = setting(
        0.5,
        "A stage is done when it lets pass at most this share of the other rows.",
        low=0.001,
        high=0.99,
    )
    stumps: int = setting(
        100,
        "How many stumps a stage has at most.",
        low=1,
        high=10_000,
        unit="stumps",
        heading="Stumps a stage",
    )

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""
        from core.learning.trainers.rejecting import CascadeTrainer, Rates

        rates = Rates(self.rounds, self.detection_rate, self.false_positive_rate, self.stumps)
        return CascadeTrainer(problem, rates, self.curves, after)
