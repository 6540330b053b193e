"""Every ensemble and every learner is exported and predicts the same, or says why it cannot."""

import functools

import pytest

from core import Bagging, RandomForest, SingleLearner, Stacking, SupportVectors, Tree, Voting
from core.base.errors import ExportError
from core.learning.learner import Learner
from core.learning.registry import members
from core.sharing.onnx.export import export_onnx
from tests.core.learning.test_contract import CASES, MANY, NUMBERS, TWO, data_for, new_rows, trained
from tests.core.sharing.onnx.runtime import assert_predicts_the_same

REFUSED = ("neighbours",)


def uses(settings):
    """The names of an ensemble and of all learners in it."""
    found = [settings.name]
    for declared in settings.declared():
        inner = getattr(settings, declared.name)
        for part in inner if isinstance(inner, tuple) else (inner,):
            found += [part.name] if isinstance(part, Learner) else []
    return found


def around(learner):
    """Ensembles that use a learner in every place that there is for one."""
    shallow = Tree(depth=3)
    yield "alone", SingleLearner(learner=learner)
    yield "voting", Voting(learners=(learner, shallow), votes="folds", folds=2)
    yield "voting hard", Voting(learners=(learner, shallow, Tree()), is_hard=True)
    yield "first level", Stacking(learners=(learner, shallow), folds=2)
    yield "second level", Stacking(learners=(shallow, Tree()), combiner=learner, folds=2)
    yield "bagged", Bagging(rounds=2, base=learner)


OBLIQUE = [
    pytest.param(RandomForest(rounds=4, combined=3), task, id=f"oblique forest-{task}")
    for task in (TWO, MANY, NUMBERS)
]


def learner_cases():
    learners = [*(kind() for kind in members(Learner)), SupportVectors(kernel="linear")]
    for number, learner in enumerate(learners):
        for turn, (name, settings) in enumerate(around(learner)):
            # Every task for a learner alone; in the other places the tasks take turns.
            tasks = (TWO, MANY, NUMBERS)
            for task in tasks if turn == 0 else (tasks[(number + turn) % 3],):
                if not settings.why_not(data_for(task)):
                    yield pytest.param(settings, task, id=f"{learner.name} {name}-{task}")


@pytest.mark.parametrize(("settings", "task"), [*CASES, *OBLIQUE, *learner_cases()])
def test_it_predicts_the_same_or_the_refusal_says_why(settings, task, tmp_path):
    run, path = trained(settings, task), tmp_path / "model.onnx"
    if set(uses(settings)) & set(REFUSED):
        with pytest.raises(ExportError, match=r"ONNX .*\. Save the model file instead: .*\.$"):
            export_onnx(run.model, path, run.dataset)
        assert list(tmp_path.iterdir()) == []
    else:
        export_onnx(run.model, path, run.dataset)
        assert_predicts_the_same(run.model, new_rows(task), path)
        assert list(tmp_path.iterdir()) == [path]


@functools.cache
def dull_data(kind):
    from core import Dataset
    from tests.core.learning.test_contract import frame_for

    return Dataset.from_frame(frame_for(kind).assign(a=1.0, b=None, few=2, city="Bonn"), "y")


@pytest.mark.parametrize("task", [TWO, MANY, NUMBERS])
@pytest.mark.parametrize(
    "learner", [Tree(), *(kind() for kind in members(Learner))], ids=lambda learner: learner.name
)
def test_a_model_that_learned_nothing_says_the_same_of_every_row(learner, task):
    from core import fit

    settings = Voting(learners=(learner, Tree()))
    if settings.why_not(dull_data(task)) or learner.name in REFUSED:
        return
    model = fit(dull_data(task), settings).model
    assert_predicts_the_same(model, new_rows(task))
