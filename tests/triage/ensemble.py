"""Triage: small trees in turn, each of which answers only where it is sure."""

from dataclasses import dataclass

from core.data.dataset import Task
from core.learning.ensemble import Ensemble
from core.learning.problem import Problem
from core.learning.rounds import TRAINING_ERROR, VALIDATION_ERROR, Curve, Group
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer

ANSWERS = Group("answers", "answers", "training rows with an answer", "answers", is_share=True)
ANSWERED = Curve(
    "answered", "answered", "Share of the training rows that a stage is sure of.", group=ANSWERS
)


@dataclass(frozen=True)
class Triage(Ensemble):
    """A stage a round."""

    name = "test_triage"
    title = "Triage"
    summary = "Small trees in turn, each of which answers only where it is sure."
    tasks = (Task.TWO_CLASSES, Task.MANY_CLASSES)
    curves = (TRAINING_ERROR, VALIDATION_ERROR, ANSWERED)

    rounds: int = setting(4, "How many stages there are at most, one a round.", low=1, high=100)
    depth: int = setting(2, "How many questions a stage asks in turn.", low=1, high=20)
    sure: float = setting(0.9, "From which share on a stage answers.", low=0.5, high=1.0)

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""
        from tests.triage.trainer import TriageTrainer

        return TriageTrainer(problem, self, self.curves, seed, after)
