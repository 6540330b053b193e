"""A member with columns of its own: others in the same ensemble see other ones, or all.

Members that see different representations of a row err on different rows, which is what a vote
lives from (Ho 1998; Kittler, Hatef, Duin & Matas 1998).
"""

from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.wording import grouped
from core.data.dataset import Dataset, Role
from core.learning.learner import Learner
from core.learning.learners.tree import Tree
from core.learning.members import Member
from core.learning.predictors.predictor import Predictor
from core.learning.problem import Problem
from core.learning.settings import setting

_MOST_NAMED = 30


@dataclass(frozen=True)
class OwnColumns(Learner):
    """Any learner or ensemble that is shown some columns only.

    A column is named as in the file; what was made of a date or a text goes with its column.

    >>> import core
    >>> data = core.example("moons")
    >>> [column.name for column in data.features]
    ['x', 'y']
    >>> seeing = OwnColumns(columns=("y",), learner=core.Tree(depth=4))
    >>> run = core.fit(data, core.Voting(learners=(seeing, core.Logistic())))
    >>> set(run.members[0].trees.feature.tolist())
    {1}
    """

    name = "own_columns"
    title = "Own columns"
    summary = "A learner or an ensemble that sees some of the columns only."
    source = "Ho 1998; Kittler, Hatef, Duin & Matas 1998"

    columns: tuple[str, ...] = setting(
        (),
        "Which columns it sees, with commas between their names; none named are all.",
        zero="all",
    )
    learner: Member = setting(Tree(depth=6), "What sees them: a learner, or an ensemble.")

    @property
    def trainings(self) -> int:
        """Those of what sees the columns."""
        return self.learner.trainings

    def fit(self, problem: Problem, weights: Floats, seed: int) -> Predictor:
        """Train on these columns; what was learned is then asked about all of them."""
        from core.learning.folds import fitted

        if not self.columns:
            return fitted(self.learner, problem, weights, seed)
        features = self._features(problem)
        learned = fitted(self.learner, problem.seeing(features), weights, seed)
        return learned.among(features, len(problem.inputs.columns))

    def why_not(self, dataset: Dataset) -> str:
        """Unknown columns, besides what stands against the learner itself."""
        known = [name for name, role in dataset.roles.items() if role is Role.FEATURE]
        unknown = [name for name in self.columns if name not in known]
        if unknown:
            more = (
                (f" and {grouped(len(known) - _MOST_NAMED)} more")
                if len(known) > _MOST_NAMED
                else ""
            )
            return (
                f"{unknown[0]!r} is no column to learn from. Choose among: "
                f"{', '.join(known[:_MOST_NAMED])}{more}."
            )
        return super().why_not(dataset)

    def dataset_within(self, dataset: Dataset) -> Dataset:
        """With the chosen columns as features alone."""
        if not self.columns:
            return dataset
        roles = {
            name: Role.IGNORED if role is Role.FEATURE and name not in self.columns else role
            for name, role in dataset.roles.items()
        }
        return replace(dataset, roles=roles)

    def _features(self, problem: Problem) -> Integers:
        """The places of the columns, and of those that were derived from them."""
        derivations = problem.dataset.derivations
        source = {name: d.source for d in derivations for name in d.names}
        names = [column.name for column in problem.inputs.columns]
        return np.flatnonzero([source.get(name, name) in self.columns for name in names])
