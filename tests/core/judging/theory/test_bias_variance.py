import numpy as np
import pandas as pd
import pytest

from core import (
    AdaBoost,
    Bagging,
    DataError,
    Dataset,
    RandomForest,
    SettingsError,
    SingleLearner,
    Stacking,
    Stump,
    Task,
    Tree,
    fit,
)
from core.base.errors import NoMeaningError
from core.base.lacking import Lacking
from core.base.progress import Cancelled
from core.judging.theory.bias_variance import (
    ZERO_ONE,
    _part,
    decompose,
    decompose_depths,
    decompose_rounds,
    spread_rounds,
)
from tests.core.judging.diagnostics.data import numbers, three_classes, two_classes


def by_hand(data, settings, repeats, predicted):
    """Every repeat's prediction of the validation rows, kept."""
    from core.judging.theory.bias_variance import _as_ensemble

    runs = [
        fit(_part(data, 0.5, [0, repeat]), _as_ensemble(settings), seed=repeat)
        for repeat in range(repeats)
    ]
    return np.stack([predicted(run.model)[data.validation] for run in runs])


@pytest.mark.parametrize("loss", ["squared", ZERO_ONE])
@pytest.mark.parametrize(
    ("data", "settings"),
    [
        (two_classes(), AdaBoost(rounds=5)),
        (two_classes(weights=True), Tree(depth=4)),
        (three_classes(), RandomForest(rounds=4)),
        (three_classes(), AdaBoost(rounds=4, base=Tree(depth=2))),
    ],
)
def test_bias_and_variance_add_up_to_the_error(data, settings, loss):
    found = decompose(data, settings, repeats=6, loss=loss)
    assert found.repeats == 6
    assert found.noise is None
    np.testing.assert_allclose(
        found.bias2_rows + found.variance_rows, found.error_rows, rtol=0, atol=1e-12
    )
    assert found.bias2 + found.variance == pytest.approx(found.error, abs=1e-12)
    assert found.variance > 0


def test_the_zero_one_terms_by_hand():
    data = three_classes()
    found = decompose(data, Tree(depth=3), repeats=7, loss=ZERO_ONE)
    said = by_hand(data, Tree(depth=3), 7, lambda model: model.predicted(data)[0])
    labels = data.labels[data.validation]
    assert found.error == pytest.approx((said != labels).mean(), abs=1e-12)
    # Kohavi & Wolpert: the share of the repeats that name each class.
    named = np.stack([(said == k).mean(axis=0) for k in range(3)])
    truth = np.stack([labels == k for k in range(3)])
    assert found.bias2 == pytest.approx((((named - truth) ** 2).sum(axis=0) / 2).mean())
    assert found.variance == pytest.approx(((1 - (named**2).sum(axis=0)) / 2).mean())


def test_the_squared_terms_of_numbers_by_hand():
    data = numbers()
    found = decompose(data, Tree(depth=4), repeats=5)
    said = by_hand(data, Tree(depth=4), 5, lambda model: model.predict(data))
    targets = data.labels[data.validation]
    assert found.error == pytest.approx(((said - targets) ** 2).mean())
    assert found.bias2 == pytest.approx(((said.mean(axis=0) - targets) ** 2).mean())
    assert found.variance == pytest.approx(said.var(axis=0).mean())
    assert found.bias2 + found.variance == pytest.approx(found.error, abs=1e-12)


def test_a_deeper_tree_trades_bias_for_variance():
    data = numbers(600)
    shallow = decompose(data, Stump(), repeats=12)
    deep = decompose(data, Tree(depth=12), repeats=12)
    assert deep.bias2 < shallow.bias2
    assert deep.variance > shallow.variance


def generated(rows=400, seed=0):
    """Labels drawn with a known P(yes | x)."""
    random = np.random.default_rng([78, seed])
    x = random.uniform(-2, 2, rows)
    chance = 1 / (1 + np.exp(-2 * x))
    frame = pd.DataFrame({"x": x, "y": np.where(random.random(rows) < chance, "yes", "no")})
    data = Dataset.from_frame(frame, "y", validation_share=0.4)
    return data, np.column_stack([1 - chance, chance])


@pytest.mark.parametrize("loss", ["squared", ZERO_ONE])
def test_three_terms_where_the_truth_is_known(loss):
    data, truth = generated()
    found = decompose(data, Tree(depth=3), repeats=8, truth=truth, loss=loss)
    known = truth[data.validation]
    assert found.noise == pytest.approx((known[:, 0] * known[:, 1]).mean())
    total = found.bias2 + found.variance + found.noise
    assert total == pytest.approx(found.error, abs=1e-12)
    # The same predictions against the labels of the file: their noise is in bias².
    seen = decompose(data, Tree(depth=3), repeats=8, loss=loss)
    assert seen.variance == pytest.approx(found.variance, abs=1e-12)
    assert seen.bias2 == pytest.approx(found.bias2 + found.noise, abs=0.06)
    if loss == ZERO_ONE:
        said = by_hand(data, Tree(depth=3), 8, lambda model: model.predicted(data)[0])
        expected = 1 - known[np.arange(len(known)), said].mean()
        assert found.error == pytest.approx(expected, abs=1e-12)


def test_three_terms_for_numbers():
    random = np.random.default_rng(79)
    x = random.uniform(-2, 2, 400)
    frame = pd.DataFrame({"x": x, "y": x**2 + 0.5 * random.normal(size=400)})
    data = Dataset.from_frame(frame, "y", validation_share=0.4, task=Task.REGRESSION)
    found = decompose(data, Tree(depth=3), repeats=8, truth=x**2, noise=0.25)
    assert found.noise == pytest.approx(0.25)
    assert found.bias2 + found.variance + 0.25 == pytest.approx(found.error, abs=1e-12)


def test_rows_of_weight_0_are_neither_drawn_nor_judged():
    data = two_classes(weights=True)
    found = decompose(data, Stump(), repeats=2)
    assert (data.weights[found.rows] > 0).all()
    part = _part(data, 0.5, [0, 0])
    assert (part.weights[~part.validation] > 0).all()
    pool = (~data.validation & (data.weights > 0)).sum()
    assert (~part.validation).sum() == round(pool / 2)


def test_progress_rises_and_it_can_be_cancelled():
    told = []
    decompose(two_classes(), AdaBoost(rounds=3), repeats=4, watch=told.append)
    shares = [progress.share for progress in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(told) == 12

    def enough(progress):
        if progress.share > 0.5:
            raise Cancelled

    with pytest.raises(Cancelled):
        decompose(two_classes(), AdaBoost(rounds=3), repeats=4, watch=enough)


def test_what_cannot_be():
    with pytest.raises(DataError, match="validation share above 0"):
        decompose(two_classes(share=0), Stump())
    with pytest.raises(ValueError, match="loss"):
        decompose(numbers(), Stump(), loss=ZERO_ONE)
    with pytest.raises(ValueError, match="truth"):
        decompose(two_classes(), Stump(), truth=np.ones((240, 2)))
    with pytest.raises(ValueError, match="noise"):
        decompose(numbers(), Stump(), truth=np.ones(200))
    with pytest.raises(ValueError, match="truth"):
        decompose(numbers(), Stump(), noise=0.5)
    with pytest.raises(ValueError, match="repeat"):
        decompose(numbers(), Stump(), repeats=0)
    with pytest.raises(TypeError, match="settings are needed"):
        decompose(numbers(), "stump")
    with pytest.raises(SettingsError, match="AdaBoost is for"):
        decompose(numbers(), AdaBoost())


@pytest.mark.parametrize("loss", ["squared", ZERO_ONE])
@pytest.mark.parametrize(
    ("data", "settings"),
    [
        (two_classes(), AdaBoost),
        (three_classes(), RandomForest),
        (three_classes(), lambda rounds: AdaBoost(rounds=rounds, base=Tree(depth=2))),
    ],
)
def test_after_some_rounds_it_is_what_a_shorter_training_gives(data, settings, loss):
    path = decompose_rounds(data, settings(rounds=9), (1, 4, 9), repeats=3, loss=loss)
    for rounds, found in zip((1, 4, 9), path, strict=True):
        alone = decompose(data, settings(rounds=rounds), repeats=3, loss=loss)
        np.testing.assert_allclose(found.error_rows, alone.error_rows, atol=1e-12)
        np.testing.assert_allclose(found.bias2_rows, alone.bias2_rows, atol=1e-12)
        np.testing.assert_allclose(found.variance_rows, alone.variance_rows, atol=1e-12)


def test_a_training_that_ended_early_is_judged_by_its_last_round():
    few, many = decompose_rounds(two_classes(), SingleLearner(), (1, 50), repeats=2)
    assert few.error == many.error
    learner, whole = decompose_rounds(numbers(), Stacking(folds=2), (1, 4), repeats=2)
    assert learner.error != whole.error


def test_depths_are_those_of_trees_grown_to_them():
    path = decompose_depths(numbers(), Tree(leaf_rows=2), (1, 3, 6), repeats=3)
    for depth, found in zip((1, 3, 6), path, strict=True):
        alone = decompose(numbers(), Tree(depth=depth, leaf_rows=2), repeats=3)
        assert found.error == alone.error
        assert found.variance == alone.variance


def test_whose_depth_it_is():
    assert RandomForest().with_depth(5).depth == 5
    assert AdaBoost(rounds=7).with_depth(4) == AdaBoost(rounds=7, base=Tree(depth=4))
    bagged = Bagging(base=Tree(leaf_rows=3)).with_depth(2)
    assert bagged.base == Tree(depth=2, leaf_rows=3)
    none = Stacking().with_depth(3)
    assert isinstance(none, Lacking)
    assert "grows no tree" in none.why
    with pytest.raises(NoMeaningError, match="grows no tree"):
        decompose_depths(numbers(), Stacking(), (1, 2), repeats=2)


def test_a_path_tells_how_far_it_is_and_can_be_cancelled():
    told = []
    path = decompose_depths(two_classes(), Tree(), (1, 2, 3), repeats=4, watch=told.append)
    assert [found.repeats for found in path] == [4, 4, 4]
    np.testing.assert_allclose([progress.share for progress in told], np.arange(1, 13) / 12)

    def no(_progress):
        raise Cancelled

    with pytest.raises(Cancelled):
        decompose_depths(two_classes(), Tree(), (1, 2, 3), watch=no)
    with pytest.raises(Cancelled):
        decompose_rounds(two_classes(), Stump(), (1,), watch=no)
    with pytest.raises(ValueError, match="rounds"):
        decompose_rounds(two_classes(), Stump(), ())
    with pytest.raises(ValueError, match="depth"):
        decompose_depths(two_classes(), Tree(), ())


def test_rounds_are_spread_from_the_first_to_the_last():
    assert spread_rounds(1) == (1,)
    assert spread_rounds(3) == (1, 2, 3)
    spread = spread_rounds(5000)
    assert spread[0] == 1
    assert spread[-1] == 5000
    assert len(spread) == 12
    assert np.all(np.diff(np.diff(spread)) >= 0)
