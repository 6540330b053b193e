"""A single learner: the baseline."""

import numpy as np
import pytest

from core import Ending, SingleLearner, Stump, Tree, fit
from core.learning.problem import Problem
from core.learning.run import Guess
from tests.core.helpers import dataset, noisy, noisy_frame


def test_it_is_the_learner_alone():
    data = noisy(200)
    run = fit(data, SingleLearner(learner=Tree(depth=4)))
    problem = Problem.of(data)
    alone = Tree(depth=4).fit(problem, problem.row_weights[: problem.training], 0)
    expected = np.empty((200, 2))
    expected[problem.data.order] = alone.outputs(problem.inputs)
    np.testing.assert_array_equal(run.model.probabilities(data), expected)
    assert (run.rounds, run.settings.planned_rounds) == (1, 1)
    assert run.outcome.sentence == "Training is done."
    np.testing.assert_array_equal(run.history.predicted(1), expected.argmax(axis=1))


def test_its_margins_are_those_of_its_shares():
    run = fit(dataset({"x": [1, 1, 1, 2]}, "abba"), SingleLearner(learner=Tree(depth=1)))
    assert run.history.margins(1) == pytest.approx([-1 / 3, 1 / 3, 1 / 3, 1])
    assert run.history.suspicion() == pytest.approx([2 / 3, 1 / 3, 1 / 3, 0])
    assert run.history.wrong(1).tolist() == [True, False, False, False]
    assert run.history.error(1) == 1 / 4


def test_balanced_classes_weigh_the_same():
    data = dataset({"x": [1] * 5 + [2] * 3}, "aaaabaab")
    plain = fit(data, SingleLearner(learner=Stump()))
    balanced = fit(data, SingleLearner(learner=Stump(), balanced=True))
    # 6 a and 2 b: an a counts 4/6, a b counts 2.
    shares = np.array([[4 * 4 / 6, 2], [2 * 4 / 6, 2]])
    expected = shares / shares.sum(axis=1, keepdims=True)
    assert balanced.model.probabilities(data)[[0, 7]] == pytest.approx(expected)
    assert plain.model.probabilities(data)[[0, 7]] == pytest.approx(
        np.array([[0.8, 0.2], [2 / 3, 1 / 3]])
    )
    # Errors are balanced too: of the 8 parts of weight, 2·2/3 and 2 are wrong.
    assert plain.history.error(1) == 2 / 8
    assert balanced.history.error(1) == pytest.approx((2 * 4 / 6 + 2) / 8)


def test_numbers_are_held_against_their_mean():
    frame = noisy_frame(200)
    data = dataset(frame.drop(columns="y"), frame["plain"] * 2 + 1, 0.25)
    run = fit(data, SingleLearner(learner=Tree(depth=6)))
    assert run.history.error(1) < 0.3 * Guess.of(data).error
    residuals = run.model.predict(data) - data.labels
    assert run.history.margins(1) == pytest.approx(residuals)
    training = ~data.validation
    assert run.history.error(1) == pytest.approx(np.sqrt(np.mean(residuals[training] ** 2)))


@pytest.mark.parametrize(
    ("data", "ending"),
    [
        (dataset({"x": [1, 2, 3]}, "aaa"), Ending.SINGLE_CLASS),
        (dataset({"x": [1, 1, 1]}, "aab"), Ending.NO_USABLE_FEATURE),
        (dataset({"x": [1.0] * 6}, [0.1, 0.2, 0.3, 0.4, 0.5, 1.5]), Ending.NO_USABLE_FEATURE),
    ],
)
def test_nothing_to_learn_is_a_named_ending(data, ending):
    run = fit(data, SingleLearner())
    assert (run.outcome.ending, run.rounds) == (ending, 0)
    found = run.model.predict(data)
    if data.classes:
        assert list(found) == ["a"] * 3
    else:
        assert found == pytest.approx(np.full(6, 0.5))
