"""What a stage says of a row, and the margin beside it, come from the same learners."""

import numpy as np
import pandas as pd
import pytest

import core
from core.judging.diagnostics.verdicts import JudgedRows, Verdicts
from core.learning.histories.stages import StageHistory
from core.learning.trainers.stack import NO_WEIGHTS


def noisy(classes):
    """Points in a plane of which every fifth has a label of another class."""
    rng = np.random.default_rng(3)
    place = rng.normal(size=(240, 2))
    label = (
        np.digitize(place[:, 0], np.linspace(-0.6, 0.6, classes - 1)) if classes else place[:, 0]
    )
    label[::5] = (label[::5] + 1) % classes if classes else -label[::5]
    names = np.array(list("abcd"))
    frame = pd.DataFrame({"x": place[:, 0], "y": place[:, 1]})
    frame["label"] = names[label.astype(int)] if classes else label
    return core.Dataset.from_frame(frame, "label", seed=1)


@pytest.fixture(scope="module", params=[2, 3, 0])
def stack(request):
    return core.fit(noisy(request.param), core.Stacking(), seed=4)


def test_no_margin_contradicts_what_is_suggested(stack):
    history, data = stack.history, stack.dataset
    assert history.judges_unseen
    for t in range(1, history.rounds + 1):
        margins, said = history.margins(t), history.suggested(t)
        if data.classes:
            assert (said[margins > 1e-6] == data.labels[margins > 1e-6]).all()
            assert (said[margins < -1e-6] != data.labels[margins < -1e-6]).all()
        else:
            assert said == pytest.approx(data.labels + margins, rel=1e-5, abs=1e-5)


def test_validation_rows_are_told_by_the_model_itself(stack):
    history, data = stack.history, stack.dataset
    told, said = history.predicted(history.rounds), history.suggested(history.rounds)
    assert (said[data.validation] == told[data.validation]).all()
    if data.classes:  # of the flipped training rows the model knows some by heart
        assert (said[~data.validation] != told[~data.validation]).any()
    assert Verdicts.of(history, said, JudgedRows.TRAINING).is_unseen
    assert not Verdicts.of(history, said, JudgedRows.VALIDATION).is_unseen


def test_it_is_kept_and_a_file_without_it_says_what_the_model_said(stack):
    history = stack.history
    arrays = history.stored()

    def restored(arrays):
        made = StageHistory(history.problem, history.curves, NO_WEIGHTS, by_unseen=True)
        made.restore(lambda name, kind, _dimensions: arrays[name].astype(kind))
        return made

    assert (restored(arrays).suggested(2) == history.suggested(2)).all()
    old = restored({name: array for name, array in arrays.items() if name != "judged"})
    assert not old.judges_unseen
    assert (old.suggested(2) == history.predicted(2)).all()
    assert "judged" not in old.stored()


def test_a_deep_forest_suggests_what_its_margins_tell():
    data = noisy(3)
    history = core.fit(data, core.DeepForest(trees=10), seed=4).history
    margins, said = history.margins(history.rounds), history.suggested(history.rounds)
    assert (said[margins < -1e-6] != data.labels[margins < -1e-6]).all()
    assert (said[margins > 1e-6] == data.labels[margins > 1e-6]).all()
