"""A learner alone: what was stored opens again, also what earlier versions stored."""

import numpy as np
import pytest

from core import LinearRegression, NaiveBayes, SingleLearner, Training, example, fit


@pytest.mark.parametrize(
    ("name", "learner"),
    [("moons", NaiveBayes()), ("iris", NaiveBayes()), ("rents", LinearRegression())],
)
def test_the_outputs_that_earlier_versions_kept_are_taken_over(name, learner):
    data, settings = example(name), SingleLearner(learner=learner)
    run = fit(data, settings)
    problem = run.history.problem
    outputs = run.model.predictor.outputs(problem.inputs)
    if problem.is_regression:
        outputs = np.column_stack([outputs, np.ones(len(outputs))])
    kept = {"facts": run.history.stored()["facts"], "scores": outputs}
    blank = Training(data, settings).history
    blank.restore(lambda part, kind, dimensions: kept[part])
    assert blank.rounds == 1
    np.testing.assert_array_equal(blank.predicted(1), run.history.predicted(1))
    np.testing.assert_array_equal(blank.margins(1), run.history.margins(1))
    assert (
        blank.curve("validation_error").tolist() == run.history.curve("validation_error").tolist()
    )


def test_what_lacks_both_is_damaged():
    history = Training(example("moons"), SingleLearner()).history
    with pytest.raises(KeyError):
        history.restore(lambda part, kind, dimensions: {"facts": np.zeros((1, 2))}[part])
