"""What can be asked about bias and variance: of an ensemble by its rounds, of trees by depth."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.base.lacking import Lacking
from core.base.progress import Watch, unwatched
from core.data.dataset import Dataset
from core.judging.theory.bias_variance import (
    Decomposition,
    decompose_depths,
    decompose_rounds,
    spread_rounds,
)
from core.learning.ensemble import Ensemble
from core.learning.ensembles.single import SingleLearner
from core.learning.learners.tree import Tree

ROUNDS, DEPTH, LEARNER = "rounds", "depth", "learner"
DEPTHS = (1, 2, 3, 4, 6, 8, 12, 16)
SHARE = 0.5
"""Each training sees half of the training rows."""


@dataclass(frozen=True)
class BiasQuestion:
    """Everything that the answer depends on, but for the dataset.

    >>> import core
    >>> BiasQuestion.of(core.AdaBoost(rounds=8), LEARNER, "squared", 10).settings.learner
    Stump()
    """

    settings: Ensemble
    what: str
    loss: str
    repeats: int

    @classmethod
    def of(cls, settings: Ensemble, what: str, loss: str, repeats: int) -> "BiasQuestion":
        """What is asked about some settings: about them, or about their learner alone."""
        if what == LEARNER:
            learner = getattr(settings, "base", getattr(settings, "learner", None))
            alone = Tree() if learner is None or learner.own_levels else learner
            settings = SingleLearner(learner=alone, balanced=settings.balanced)
        return cls(settings, what, loss, repeats)

    @property
    def places(self) -> tuple[int, ...]:
        """The numbers of rounds, or the depths, that are looked at."""
        return spread_rounds(self.settings.planned_rounds) if self.what == ROUNDS else DEPTHS

    @property
    def trainings(self) -> int:
        """How many trainings it takes."""
        return self.repeats * (1 if self.what == ROUNDS else len(DEPTHS))

    @property
    def why_not(self) -> str:
        """Why there is no answer, in a sentence; empty if there is one."""
        if self.what == ROUNDS:
            return ""
        deeper = self.settings.with_depth(1)
        return deeper.why if isinstance(deeper, Lacking) else ""

    def answer(self, dataset: Dataset, watch: Watch = unwatched) -> tuple[Decomposition, ...]:
        """Train again and again."""
        decompose = decompose_rounds if self.what == ROUNDS else decompose_depths
        return decompose(
            dataset,
            self.settings,
            self.places,
            loss=self.loss,
            repeats=self.repeats,
            share=SHARE,
            watch=watch,
        )

    def verdict(self, found: Sequence[Decomposition]) -> str:
        """What most of the error is at the end, and what may lower it, in sentences."""
        last = found[-1]
        if not last.error > 0:
            return "There is no error at the end."
        where = "after the last round" if self.what == ROUNDS else f"at depth {self.places[-1]}"
        if last.variance > last.bias2:
            part, why = last.variance, "variance: it changes with the rows that are trained on"
            advice = "More rows, simpler trees or bagging may lower it."
        else:
            part, why = last.bias2, "bias, wrong labels included: it is the same each time"
            advice = "Other columns, deeper trees or right labels may lower it, more rows hardly."
        return f"{100 * part / last.error:.0f} % of the error {where} is {why}. {advice}"
