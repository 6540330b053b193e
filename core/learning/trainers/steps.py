"""What a round of boosting does to the weights, and how such trainings end."""

import math
from dataclasses import dataclass

from core.base.wording import count, grouped
from core.learning.histories.history import History
from core.learning.rounds import Ending, Outcome

# An error this close to ½ is ½, give or take the rounding of a sum over all rows.
ROUNDING = 1e-12
LEAST_ERROR = 1e-300


@dataclass(frozen=True)
class Step:
    """What one round does to the weights: right rows times `right`, wrong rows times `wrong`."""

    error: float
    z: float
    """Z = (1-ε) e^-vote + ε e^vote: what the weights would sum to without renormalising."""
    vote: float
    right: float
    wrong: float
    log_scale: float

    @classmethod
    def of(cls, error: float, total: float, log_scale: float, shrinkage: float = 1.0) -> "Step":
        """The step for a weighted error; `total` is what the weights sum to before it.

        The vote is α = ½ ln((1-ε)/ε), times the shrinkage.

        >>> round(Step.of(0.3, 1.0, 0.0).vote, 2)
        0.42
        """
        if error == 0:
            # Vote 1, and Z = e^-1: training rows, all right, keep their weights. The bound is 0.
            scale = log_scale - 1 + math.log(total)
            return cls(0.0, 0.0, 1.0, 1 / total, math.e**2 / total, scale)
        vote = shrinkage * 0.5 * math.log((1 - error) / error)
        if shrinkage == 1:
            z = 2 * math.sqrt(error * (1 - error))
            right, wrong = 0.5 / (1 - error), 0.5 / error
        else:
            z = (1 - error) * math.exp(-vote) + error * math.exp(vote)
            right, wrong = math.exp(-vote) / z, math.exp(vote) / z
        return cls(error, z, vote, right / total, wrong / total, log_scale + math.log(z * total))


def boosting_curves(
    history: History, step: Step, training_wrong: float, validation_wrong: float
) -> dict[str, float]:
    """The curves of a round from the weight of the rows that are wrong after it."""
    training, validation = history.total_weights
    earlier = float(history.curve("bound")[-1]) if history.rounds else 1.0
    return {
        "training_error": training_wrong / training,
        "validation_error": validation_wrong / validation if validation > 0 else math.nan,
        "weighted_error": step.error,
        "vote": step.vote,
        "bound": earlier * step.z,
    }


def all_rounds_done(rounds: int) -> Outcome:
    """The outcome of a training that did what was asked."""
    words = f"All {grouped(rounds)} rounds are done." if rounds > 1 else "Training is done."
    return Outcome(Ending.ALL_ROUNDS, words)


def no_better_than_chance(rounds: int) -> Outcome:
    """The outcome of a training whose learners cannot do better than chance any more."""
    after = f"after {count(rounds, 'round')} " if rounds else ""
    return Outcome(
        Ending.NO_BETTER_THAN_CHANCE,
        f"Training ended {after}because the weak learner does no better than chance on the "
        "reweighted rows. More rounds cannot help; other columns or another learner may.",
    )
