import numpy as np
import pytest

from core import AdaBoost, Bagging, DataError, RandomForest, Tree, example, fit
from core.base.errors import NoMeaningError
from core.judging.diagnostics.margins import margin_distribution, margins_by_class
from core.judging.diagnostics.run_access import Part
from tests.core.judging.diagnostics.data import numbers, three_classes, two_classes


def test_three_stumps_by_hand():
    run = fit(example("ten points", validation_share=0), AdaBoost(rounds=3))
    votes = run.history.votes
    # After round 1 seven points have margin 1 and three -1.
    first = margin_distribution(run, 1)
    assert first.margins.tolist() == [-1.0] * 3 + [1.0] * 7
    assert first.below(-1) == pytest.approx(0.3)
    assert first.below(0.999) == pytest.approx(0.3)
    assert first.below(-1.001) == 0.0
    assert first.mean == pytest.approx(0.4)
    # After round 3 a point is against one stump, or none: margins 1 - 2 α / Σ α.
    possible = {round(float(1 - 2 * lost / votes.sum()), 9) for lost in (0.0, *votes)}
    assert {round(m, 9) for m in margin_distribution(run, 3).margins.tolist()} <= possible


@pytest.mark.parametrize("part", list(Part))
@pytest.mark.parametrize(
    ("data", "settings"),
    [
        (two_classes(weights=True), AdaBoost(rounds=9)),
        (two_classes(), AdaBoost(rounds=9, base=Tree(depth=2))),
        (three_classes(), AdaBoost(rounds=9)),
        (three_classes(), RandomForest(rounds=9)),
        (two_classes(), Bagging(rounds=9, is_hard=True)),
    ],
)
def test_the_distribution_is_that_of_the_rows(data, settings, part):
    run = fit(data, settings)
    rows = data.validation == (part is Part.VALIDATION)
    margins, weights = run.history.margins(5)[rows], data.weights[rows]
    found = margin_distribution(run, 5, part)
    for cut in (-0.5, 0.0, 0.3, 1.0):
        expected = weights[margins <= cut].sum() / weights.sum()
        assert found.below(cut) == pytest.approx(expected, abs=1e-12)
    assert found.mean == pytest.approx(np.average(margins, weights=weights))
    edges, counted = found.histogram(8)
    assert len(edges) == 9
    assert counted.sum() == pytest.approx(1.0)
    by_class = margins_by_class(run.history, 5, part)
    assert sum(len(own.margins) for own in by_class.values()) == len(found.margins)
    for name, own in by_class.items():
        mine = rows & (data.labels == data.classes.index(name)) & (data.weights > 0)
        np.testing.assert_allclose(own.margins, np.sort(run.history.margins(5)[mine]))


def test_a_negative_margin_is_a_wrong_row():
    data = two_classes()
    run = fit(data, AdaBoost(rounds=20))
    assert margin_distribution(run).below(-1e-9) == pytest.approx(run.history.error(20), abs=1e-9)


def test_what_has_no_margins():
    with pytest.raises(NoMeaningError, match="target is a number"):
        margin_distribution(fit(numbers(), RandomForest(rounds=2)))
    run = fit(two_classes(share=0), AdaBoost(rounds=2))
    with pytest.raises(DataError, match="no validation rows"):
        margin_distribution(run, part=Part.VALIDATION)
    with pytest.raises(ValueError, match="no class"):
        margin_distribution(run, label="maybe")
    with pytest.raises(IndexError):
        margin_distribution(run, 3)
    with pytest.raises(TypeError, match="not int"):
        margin_distribution(7)
