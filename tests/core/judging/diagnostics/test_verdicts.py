import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import AdaBoost, DataError, RandomForest, Stacking, Tree, Voting, fit
from core.base.intervals import wilson
from core.judging.diagnostics.verdicts import JudgedRows, Verdicts, class_shares, headline, thinned
from core.learning.run import Guess
from tests.core.judging.diagnostics.data import numbers, three_classes, two_classes


def verdicts_of(run, which):
    history = run.history
    return Verdicts.of(history, history.suggested(run.rounds), which)


@pytest.mark.parametrize("which", list(JudgedRows))
def test_the_headline_counts_the_wrong_rows(which):
    data = three_classes()
    run = fit(data, AdaBoost(rounds=8, base=Tree(depth=2)))
    found = headline(verdicts_of(run, which))
    part = {
        JudgedRows.VALIDATION: data.validation,
        JudgedRows.TRAINING: ~data.validation,
        JudgedRows.ALL: np.ones(len(data), bool),
    }[which]
    given = np.array(data.classes, object)[data.labels]
    wrong = (run.model.predict(data) != given)[part]
    assert found.error == pytest.approx(wrong.mean())
    assert found.rows == part.sum()
    interval = wilson(wrong.mean(), int(part.sum()))
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    commonest = np.bincount(data.labels[~data.validation]).argmax()
    assert found.guess == data.classes[commonest]
    assert found.guess_error == pytest.approx((data.labels[part] != commonest).mean())


@pytest.mark.parametrize("balanced", [False, True])
def test_guessing_is_what_the_run_holds_itself_against(balanced):
    data = two_classes(weights=True)
    run = fit(data, AdaBoost(rounds=3, balanced=balanced))
    found = headline(verdicts_of(run, JudgedRows.VALIDATION))
    guess = Guess.of(data, balanced)
    assert found.guess == guess.label
    assert found.guess_error == pytest.approx(guess.error)
    assert found.error == pytest.approx(run.history.validation_error(3))
    assert found.rows == (data.weights[data.validation] > 0).sum()


def test_training_rows_of_a_forest_are_judged_out_of_bag():
    run = fit(two_classes(), RandomForest(rounds=40))
    verdicts = verdicts_of(run, JudgedRows.TRAINING)
    assert verdicts.is_unseen
    assert not verdicts_of(run, JudgedRows.VALIDATION).is_unseen
    assert headline(verdicts).error == pytest.approx(run.history.curve("out_of_bag_error")[-1])


def test_numbers_have_a_root_mean_squared_error_and_an_interval_around_it():
    data = numbers()
    run = fit(data, RandomForest(rounds=10))
    found = headline(verdicts_of(run, JudgedRows.VALIDATION))
    squares = ((run.model.predict(data) - data.labels) ** 2)[data.validation]
    assert found.error == pytest.approx(np.sqrt(squares.mean()))
    half = 1.959964 * squares.std(ddof=1) / np.sqrt(len(squares))
    assert found.high == pytest.approx(np.sqrt(squares.mean() + half))
    assert found.low == pytest.approx(np.sqrt(max(0, squares.mean() - half)))
    assert found.guess_error == pytest.approx(Guess.of(data).error)


@pytest.mark.parametrize(
    ("data", "settings"),
    [
        (two_classes(), AdaBoost(rounds=6)),
        (three_classes(), AdaBoost(rounds=6, base=Tree(depth=2))),
        (three_classes(), Stacking(folds=2)),
        (two_classes(), Voting()),
    ],
)
def test_shares_are_the_models(data, settings):
    run = fit(data, settings)
    rows = np.flatnonzero(data.validation)[::3]
    for t in (1, run.rounds):
        expected = run.model.first(t).probabilities(data)[rows]
        np.testing.assert_allclose(class_shares(run, t, rows), expected, atol=1e-9)
    np.testing.assert_allclose(class_shares(run, 0, rows).sum(axis=1), 1)


def test_no_rows_no_verdict():
    run = fit(two_classes(share=0), AdaBoost(rounds=2))
    with pytest.raises(DataError, match="no validation rows"):
        verdicts_of(run, JudgedRows.VALIDATION)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=300), st.integers(1, 40))
def test_a_thinned_curve_is_never_far_from_the_whole(steps, cells):
    x, y = np.linspace(0, 1, len(steps)), np.cumsum(steps)
    kept = thinned(x, y, cells)
    assert kept[0] == 0
    assert kept[-1] == len(x) - 1
    assert len(kept) <= 2 * cells + 2
    span = max(np.ptp(y), 1e-12)
    before = kept[np.searchsorted(kept, np.arange(len(x)), side="right") - 1]
    assert np.all(np.abs(x - x[before]) <= 1 / cells + 1e-9)
    assert np.all(np.abs(y - y[before]) <= span / cells * (1 + 1e-9) + 1e-12)
