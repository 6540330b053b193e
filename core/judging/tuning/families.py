"""Find me the best: ensembles of different families, each with a search space of its own."""

from core.data.dataset import Dataset
from core.learning.ensemble import Ensemble
from core.learning.ensembles.adaboost import AdaBoost
from core.learning.ensembles.forest import RandomForest
from core.learning.ensembles.gradient import GradientBoosting
from core.learning.ensembles.single import SingleLearner
from core.learning.ensembles.xgboost import XGBoost
from core.learning.learners.linear import LinearRegression
from core.learning.learners.logistic import Logistic
from core.learning.learners.tree import Tree
from core.learning.space import Space

_USUAL: tuple[Ensemble, ...] = (
    GradientBoosting(),
    RandomForest(),
    XGBoost(),
    AdaBoost(base=Tree(depth=2)),
    SingleLearner(learner=Logistic()),
    SingleLearner(learner=LinearRegression()),
)
"""Different ways to learn; the first one is what the others are held against."""


def usual_spaces(dataset: Dataset) -> list[Space]:
    """Those that can learn this target, with everything of them that is worth trying.

    >>> import core
    >>> [space.settings.name for space in usual_spaces(core.example("moons"))]
    ['gradient', 'forest', 'xgboost', 'adaboost', 'single']
    """
    return [Space.of(each).fitting(dataset) for each in _USUAL if not each.why_not(dataset)]
