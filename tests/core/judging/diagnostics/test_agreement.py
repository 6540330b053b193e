import itertools

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from core import AdaBoost, Bagging, GradientBoosting, RandomForest, Tree, fit
from core.base.errors import NoMeaningError
from core.base.lacking import Lacking
from core.judging.diagnostics.agreement import agreement, kappa
from core.judging.diagnostics.run_access import Part
from tests.core.judging.diagnostics.data import numbers, three_classes, two_classes


@pytest.mark.parametrize("part", list(Part))
@pytest.mark.parametrize(
    ("data", "settings"),
    [
        (three_classes(), RandomForest(rounds=4)),
        (two_classes(weights=True), Bagging(rounds=4, is_hard=True)),
        (two_classes(weights=True), AdaBoost(rounds=4, base=Tree(depth=2))),
    ],
)
def test_pairs_by_hand_and_kappa_by_scikit_learn(data, settings, part):
    run = fit(data, settings)
    rows = data.validation == (part is Part.VALIDATION)
    weights = data.weights[rows]
    inputs = run.model.inputs(data)
    said = [member.outputs(inputs).argmax(axis=1)[rows] for member in run.members]
    found, beyond = agreement(run, part), kappa(run, part)
    for i, one in enumerate(said):
        for j, other in enumerate(said):
            same = np.average(one == other, weights=weights)
            assert found[i, j] == pytest.approx(same, abs=0.03)  # ties between classes
            theirs = cohen_kappa_score(one, other, sample_weight=weights)
            assert beyond[i, j] == pytest.approx(theirs, abs=0.06)
    np.testing.assert_allclose(found, found.T)
    assert (np.diag(beyond) == 1).all()


def test_boosted_stumps_agree_as_their_votes_do():
    data = two_classes()
    run = fit(data, AdaBoost(rounds=6))
    scores = [run.history.scores(t) for t in range(7)]
    said = [np.sign(after - before) for before, after in itertools.pairwise(scores)]
    rows = ~data.validation
    found = agreement(run, Part.TRAINING)
    for i, one in enumerate(said):
        for j, other in enumerate(said):
            assert found[i, j] == pytest.approx((one == other)[rows].mean())


def test_members_for_numbers_correlate():
    data = numbers()
    run = fit(data, RandomForest(rounds=4))
    inputs = run.model.inputs(data)
    said = [member.outputs(inputs)[data.validation, 0] for member in run.members]
    np.testing.assert_allclose(agreement(run), np.corrcoef(said), atol=1e-9)
    with pytest.raises(NoMeaningError, match="about classes"):
        kappa(run)


def test_only_the_first_members_are_compared():
    run = fit(three_classes(), RandomForest(rounds=6))
    np.testing.assert_allclose(agreement(run, most=3), agreement(run)[:3, :3])
    with pytest.raises(ValueError, match="At least one"):
        agreement(run, most=0)


def test_a_model_gives_back_its_members():
    for data, settings in (
        (three_classes(), RandomForest(rounds=3)),
        (numbers(), RandomForest(rounds=3)),
    ):
        run = fit(data, settings)
        inputs = run.model.inputs(data)
        for member, own in zip(run.model.predictor.voters(), run.members, strict=True):
            np.testing.assert_allclose(member.outputs(inputs), own.outputs(inputs))
    none = fit(two_classes(), AdaBoost(rounds=1)).model.first(0).predictor.voters()
    assert isinstance(none, Lacking)
    assert "no members" in none.why


def test_rounds_that_correct_one_another_do_not_agree():
    for ask in (agreement, kappa):
        assert "correct one another" in str(ask(fit(two_classes(), GradientBoosting(rounds=3))))
