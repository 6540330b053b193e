"""Who judges, unless told otherwise: unlike models, because they err on unlike rows."""

from typing import TYPE_CHECKING

from core.data.dataset import Dataset
from core.judging.auditing.boosting_scores import BoostedJudge
from core.judging.auditing.judges import BagJudge, FoldJudge, Judge, by_ensemble, by_learner
from core.judging.auditing.regressions.kernel_judge import KernelRegression
from core.judging.auditing.regressions.logistic_judge import ChosenRidge
from core.learning.ensemble import Ensemble
from core.learning.problem import Problem

if TYPE_CHECKING:
    from core.learning.ensembles.gradient import GradientBoosting

_VOTES = 75
_LEAST_ROUNDS, _MOST_ROUNDS = 30, 200
_WITNESS_ROUNDS = 50
_FEW_ROWS, _MANY_ROWS = 250, 5000


def usual_settings(dataset: Dataset) -> Ensemble:
    """What is boosted to look at, round by round."""
    from core.judging.comparing import usual_five

    return usual_five(dataset)[0]


def usual_judges(problem: Problem) -> tuple[Judge, ...]:
    """The panel for a problem, quick judges first."""
    from core.learning.learners.linear import LinearRegression

    forests = (
        BagJudge("forest", "the random forest", _VOTES, leaf_rows=3),
        BagJudge("random", "the forest of random questions", _VOTES, leaf_rows=3, is_random=True),
        BagJudge(
            "oblique",
            "the forest of oblique questions",
            _VOTES,
            leaf_rows=3,
            combined=2,
            most_rows=1000,
        ),
    )
    kernel = FoldJudge(
        "kernel",
        "the kernel regression",
        KernelRegression().outputs,
        is_heard_again=problem.is_regression,
    )
    boosted = FoldJudge(
        "boosted",
        "gradient boosting",
        by_ensemble(usual_boosting(problem)),
        is_heard_again=problem.is_regression,
    )
    if problem.is_regression:
        straight = by_learner(LinearRegression())
        return *forests, FoldJudge("linear", "the linear regression", straight), kernel, boosted
    logistic = FoldJudge("logistic", "the logistic regression", ChosenRidge().outputs)
    return *forests, logistic, kernel, boosted


def usual_boosting(problem: Problem) -> "GradientBoosting":
    """Deep and bold where a label is told by a few columns together: others see smooth borders.

    Numbers, few rows, of which wrong ones teach too much, and many, which take long, are learned
    gently.
    """
    from core.learning.ensembles.gradient import AUTO, HUBER, GradientBoosting

    rows = len(problem)
    if _FEW_ROWS <= rows <= _MANY_ROWS and not problem.is_regression:
        return GradientBoosting(rounds=50, shrinkage=0.2, depth=5, leaf_rows=min(20, rows // 20))
    return GradientBoosting(
        # The more rows there are, the more there is to learn before chance is.
        rounds=max(_LEAST_ROUNDS, min(_MOST_ROUNDS, round(30 * (rows / 1000) ** 0.5))),
        depth=3 if rows <= _MANY_ROWS else 4,
        row_share=0.5,
        column_share=0.5,
        leaf_rows=max(2, min(20, rows // 50)),
        loss=HUBER if problem.is_regression else AUTO,
    )


def witness() -> Judge:
    """Who is heard on how hard rows are, and does not vote."""
    from core.learning.ensembles.adaboost import AdaBoost

    return BoostedJudge("stumps", "boosted stumps", AdaBoost(rounds=_WITNESS_ROUNDS))
