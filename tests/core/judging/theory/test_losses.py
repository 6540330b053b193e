import numpy as np
import pytest
from sklearn import metrics

from core import AdaBoost, RandomForest, SingleLearner, Tree, fit
from core.base.errors import NoMeaningError
from core.base.lacking import Lacking
from core.judging.diagnostics.run_access import Part
from core.judging.theory.losses import exponential_loss, log_loss, logistic_loss
from tests.core.judging.diagnostics.data import numbers, three_classes, two_classes


@pytest.mark.parametrize("base", [{}, {"base": Tree(depth=2)}])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_exponential_loss_is_the_product_of_z(base, weighted):
    run = fit(two_classes(weights=weighted), AdaBoost(rounds=12, **base))
    for t in range(1, run.rounds + 1):
        assert exponential_loss(run, t) == pytest.approx(
            run.history.curve("bound")[t - 1], rel=1e-9
        )
    assert exponential_loss(run, 0) == pytest.approx(1)


@pytest.mark.parametrize("part", list(Part))
def test_logistic_and_log_loss_are_one_for_two_classes(part):
    data = two_classes(weights=True)
    for base in ({}, {"base": Tree(depth=2)}):
        run = fit(data, AdaBoost(rounds=8, **base))
        for t in (0, 3, run.rounds):
            assert logistic_loss(run, t, part) == pytest.approx(log_loss(run, t, part), rel=1e-9)
            assert logistic_loss(run.history, t, part) == logistic_loss(run, t, part)
        assert logistic_loss(run, 0, part) == pytest.approx(np.log(2))


@pytest.mark.parametrize("settings", [AdaBoost(rounds=8), RandomForest(rounds=30, leaf_rows=5)])
@pytest.mark.parametrize("data", [two_classes(weights=True), three_classes()])
def test_the_log_loss_is_scikit_learns(data, settings):
    run = fit(data, settings)
    rows = data.validation
    shares = run.model.probabilities(data)[rows]
    theirs = metrics.log_loss(
        data.labels[rows],
        shares,
        sample_weight=data.weights[rows],
        labels=range(len(data.classes)),
    )
    assert log_loss(run, None, Part.VALIDATION) == pytest.approx(theirs, rel=1e-9)


def test_a_sure_mistake_does_not_make_everything_infinite():
    run = fit(two_classes(), SingleLearner(learner=Tree(depth=30)))
    assert 1 < log_loss(run, None, Part.VALIDATION) < 37


def test_what_has_no_such_loss():
    with pytest.raises(NoMeaningError, match="two classes"):
        exponential_loss(fit(three_classes(), AdaBoost(rounds=2)))
    forest = fit(two_classes(), RandomForest(rounds=2))
    for ask in (exponential_loss, logistic_loss):
        found = ask(forest)
        assert isinstance(found, Lacking)
        assert "no meaning" in found.why
    with pytest.raises(NoMeaningError, match="target is a number"):
        log_loss(fit(numbers(), RandomForest(rounds=2)))
