"""Curves of losses are the losses of the theory, at some rounds."""

import numpy as np
import pytest

from core import AdaBoost, RandomForest, fit
from core.base.lacking import Lacking
from core.base.progress import Cancelled
from core.judging.diagnostics.run_access import Part
from core.judging.theory.edges import promise_of, promised_rounds
from core.judging.theory.loss_curves import loss_curves
from core.judging.theory.losses import exponential_loss, logistic_loss
from tests.core.judging.diagnostics.data import three_classes, two_classes


@pytest.mark.parametrize("weighted", [False, True])
def test_they_are_the_losses_round_by_round(weighted):
    run = fit(two_classes(weights=weighted), AdaBoost(rounds=12))
    found = loss_curves(run, most=5)
    assert found.rounds[0] == 1
    assert found.rounds[-1] == 12
    assert len(found.rounds) == 5
    for part in Part:
        for curve, loss in ((found.exponential, exponential_loss), (found.logistic, logistic_loss)):
            expected = [loss(run, int(number), part) for number in found.rounds]
            np.testing.assert_allclose(curve[part], expected, rtol=1e-12)


def test_what_has_none_says_why_and_whoever_watches_can_stop():
    assert isinstance(loss_curves(fit(three_classes(), AdaBoost(rounds=2))), Lacking)
    assert isinstance(loss_curves(fit(two_classes(), RandomForest(rounds=2))), Lacking)

    def stop(_progress):
        raise Cancelled

    with pytest.raises(Cancelled):
        loss_curves(fit(two_classes(), AdaBoost(rounds=3)), watch=stop)


def test_a_promise_is_made_for_equal_weights_and_two_classes_alone():
    run = fit(two_classes(), AdaBoost(rounds=6))
    found = promise_of(run)
    worst = float(run.history.curve("weighted_error").max())
    assert found.edge == pytest.approx(0.5 - worst)
    assert found.round == promised_rounds(run.history.training, found.edge)
    for other in (
        fit(two_classes(weights=True), AdaBoost(rounds=3)),
        fit(three_classes(), AdaBoost(rounds=3)),
        fit(two_classes(), AdaBoost(rounds=3, shrinkage=0.5)),
        fit(two_classes(), RandomForest(rounds=3)),
    ):
        assert promise_of(other).why.endswith(".")
