"""Output codes (Dietterich & Bakiri 1995): many classes by members that tell two sides apart.

Every member learns one parting of the classes: one against the rest, one against one, or any set
against any other. A code says which side each class is on, M_ks = -1, 0 or 1 for class k and member
s. The class is named whose codeword is nearest to what the members say: by the number of members
that name its side (Hamming), by the sum of the shares of its side (the L1 distance of Dietterich &
Bakiri), or by the loss Σ_s -ln P_s(M_ks) (Allwein, Schapire & Singer 2000). A code whose codewords
are far apart names the right class though some members are wrong.
"""

from dataclasses import dataclass, replace

import numpy as np

from core.base.wording import grouped
from core.data.dataset import Dataset, Task
from core.learning.ensemble import MOST_LEVELS, Ensemble
from core.learning.learners.tree import Tree
from core.learning.members import Member
from core.learning.predictors.coded import DECODINGS, DISTANCE
from core.learning.problem import Problem
from core.learning.rounds import TRAINING_ERROR, VALIDATION_ERROR
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer

ONE_AGAINST_REST, ONE_AGAINST_ONE = "one_against_rest", "one_against_one"
EXHAUSTIVE, RANDOM = "exhaustive", "random"
_MOST_MEMBERS = 2000


@dataclass(frozen=True)
class OutputCodes(Ensemble):
    """A member for each column of a code of the classes, one a round.

    >>> import core
    >>> run = core.fit(core.example("iris"), OutputCodes(code="one_against_one"))
    >>> run.rounds, run.outcome.can_go_on
    (3, False)
    """

    name = "output_codes"
    title = "Output codes"
    summary = "Members that each tell some classes from others; together they name one."
    source = "Dietterich & Bakiri 1995"
    tasks = (Task.TWO_CLASSES, Task.MANY_CLASSES)
    curves = (TRAINING_ERROR, VALIDATION_ERROR)

    code: str = setting(
        ONE_AGAINST_REST,
        "Which classes members tell apart: one from all others, every pair, "
        "every way to part them in two, or ways drawn by chance.",
        choices=(ONE_AGAINST_REST, ONE_AGAINST_ONE, EXHAUSTIVE, RANDOM),
    )
    base: Member = setting(
        Tree(depth=6), "What each member is: a learner, or an ensemble.", heading="Learner"
    )
    decoding: str = setting(
        DISTANCE,
        "What is nearest: by the sides that members name, by the shares that they give, "
        "or by the logarithms of these.",
        choices=DECODINGS,
    )
    members: int = setting(
        0,
        "How many members a code drawn by chance has; 0 chooses 10 log2 of the classes.",
        low=0,
        high=_MOST_MEMBERS,
        advanced=True,
        zero="automatic",
    )

    @property
    def planned_rounds(self) -> int:
        """As many as three classes have; see `rounds_for`."""
        return 3

    def rounds_for(self, dataset: Dataset) -> int:
        """A round a column of the code."""
        classes = len(dataset.classes)
        return {
            ONE_AGAINST_REST: classes if classes > 2 else 1,
            ONE_AGAINST_ONE: classes * (classes - 1) // 2,
            EXHAUSTIVE: (1 << (classes - 1)) - 1,
            RANDOM: min(self._drawn(classes), (1 << (classes - 1)) - 1),
        }[self.code]

    @property
    def announcement(self) -> str:
        """How many learners a member is, and that there are several members."""
        if self.levels < MOST_LEVELS:
            return ""
        return (
            f"An ensemble of ensembles: {grouped(self.base.trainings)} learners are trained "
            "for every "
            "column of the code."
        )

    def task_within(self, task: Task) -> Task:
        """Members tell two sides apart."""
        return Task.TWO_CLASSES

    def dataset_within(self, dataset: Dataset) -> Dataset:
        """Two sides, whatever the classes."""
        two = replace(
            dataset,
            task=Task.TWO_CLASSES,
            classes=("one side", "the other"),
            labels=np.minimum(dataset.labels, 1),
        )
        return super().dataset_within(two)

    def why_not(self, dataset: Dataset) -> str:
        """Too many classes for a code, besides what stands against any ensemble."""
        if dataset.task in self.tasks and self.rounds_for(dataset) > _MOST_MEMBERS:
            return (
                f"For {grouped(len(dataset.classes))} classes this code has "
                f"{grouped(self.rounds_for(dataset))} "
                f"members, and {grouped(_MOST_MEMBERS)} are the most. Choose one against "
                "rest, or a "
                "random code."
            )
        return super().why_not(dataset)

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run that was stopped."""
        from core.learning.trainers import coding

        classes = problem.classes
        code = {
            ONE_AGAINST_REST: lambda: coding.one_against_rest(classes),
            ONE_AGAINST_ONE: lambda: coding.one_against_one(classes),
            EXHAUSTIVE: lambda: coding.exhaustive(classes),
            RANDOM: lambda: coding.random_code(classes, self._drawn(classes), seed),
        }[self.code]()
        return coding.CodeTrainer(problem, self.base, code, self.decoding, self.curves, seed, after)

    def _drawn(self, classes: int) -> int:
        from core.learning.trainers.coding import usual_members

        return self.members or usual_members(classes)
