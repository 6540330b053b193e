"""Every diagnostic on every ensemble: a finite answer, or a reason why there is none."""

from dataclasses import replace

import numpy as np
import pytest

from core import Task, fit
from core.base.errors import NoMeaningError
from core.base.lacking import present
from core.judging.diagnostics.agreement import agreement, kappa
from core.judging.diagnostics.importance import (
    impurity_importance,
    out_of_bag_importance,
    permutation_importance,
    usage,
)
from core.judging.diagnostics.margins import margin_distribution
from core.judging.diagnostics.results import judged
from core.judging.diagnostics.run_access import Part
from core.judging.theory.bounds import margin_bound_of, training_error_bound
from core.judging.theory.losses import exponential_loss, log_loss, logistic_loss
from core.learning import registry
from core.learning.ensemble import Ensemble
from tests.core.judging.diagnostics.data import numbers, three_classes, two_classes

DIAGNOSTICS = {
    "margins": lambda run: margin_distribution(run).margins,
    "exponential loss": exponential_loss,
    "logistic loss": logistic_loss,
    "log loss": log_loss,
    "training error bound": training_error_bound,
    "margin bound": lambda run: margin_bound_of(run, 0.1, dimension=3),
    "judged": lambda run: judged(run).shares,
    "usage": lambda run: present(usage(run.model)).votes,
    "impurity": lambda run: list(present(impurity_importance(run.model)).values()),
    "permutation": lambda run: permutation_importance(run, repeats=1).rises,
    "out of bag": lambda run: present(out_of_bag_importance(run)).rises,
    "agreement": agreement,
    "kappa": kappa,
}
SMALL = {"rounds": 5, "trees": 3}


@pytest.fixture(scope="module")
def runs():
    found = []
    for data in (two_classes(), three_classes(), numbers()):
        for kind in registry.members(Ensemble):
            if data.task in kind.tasks:
                names = {declared.name for declared in kind.declared()}
                small = {name: value for name, value in SMALL.items() if name in names}
                found.append(fit(data, replace(kind(), **small)))
    return found


@pytest.mark.parametrize("name", list(DIAGNOSTICS))
def test_there_is_an_answer_or_a_reason(runs, name):
    answers = 0
    for run in runs:
        try:
            answer = present(DIAGNOSTICS[name](run))
        except NoMeaningError as reason:
            assert str(reason).endswith(".")
            assert str(reason)[0].isupper()
        else:
            assert np.isfinite(np.asarray(answer, float)).all(), run.settings
            answers += 1
    assert answers


def test_shares_judge_as_the_ensemble_does(runs):
    for run in runs:
        if run.dataset.task is Task.REGRESSION:
            continue
        found = judged(run, part=Part.VALIDATION)
        np.testing.assert_allclose(found.shares.sum(axis=1), 1)
        own = found.shares[np.arange(len(found.labels)), found.predicted]
        np.testing.assert_allclose(own, found.shares.max(axis=1), err_msg=str(run.settings))


def test_the_log_loss_is_what_gradient_boosting_lowers(runs):
    for run in runs:
        if run.settings.name == "gradient" and run.dataset.classes:
            curve = run.history.curve("loss")
            ours = [log_loss(run, t) for t in range(1, run.rounds + 1)]
            np.testing.assert_allclose(ours, curve, rtol=1e-6)
            if len(run.dataset.classes) == 2:
                assert logistic_loss(run) == pytest.approx(log_loss(run), rel=1e-9)
