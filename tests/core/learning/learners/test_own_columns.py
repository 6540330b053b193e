"""Members with columns of their own."""

import numpy as np
import pandas as pd
import pytest

import core
from core import (
    AdaBoost,
    Bagging,
    Dataset,
    GradientBoosting,
    OwnColumns,
    RandomForest,
    SettingsError,
    SingleLearner,
    Stacking,
    Tree,
    Voting,
)
from core.commands.commands import algorithms
from core.data.roles import Meaning, Role
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.learning.registry import members
from core.learning.settings import names_text, parsed_names
from tests.core.learning.ensembles.made_up import check_history_and_file, cloud
from tests.core.learning.test_contract import MANY, NUMBERS, TWO, frame_for, small

TASKS = {TWO: "two", MANY: "many", NUMBERS: "number"}


def narrowed(task, names):
    """The same rows and split with these columns only: the others are taken out of the table."""
    frame = frame_for(task)
    whole = Dataset.from_frame(frame, "y", weight="w", validation_share=0)
    few = Dataset.from_frame(frame[[*names, "w", "y"]], "y", weight="w", validation_share=0)
    return whole, few


@pytest.mark.parametrize("task", [TWO, MANY, NUMBERS])
@pytest.mark.parametrize(
    "kind", [*members(Learner), *members(Ensemble)], ids=lambda kind: kind.name
)
def test_it_is_as_if_the_table_had_no_other_columns(kind, task):
    names = ("city", "a")
    settings = small(kind) if issubclass(kind, Ensemble) else kind()
    whole, few = narrowed(task, ["a", "city"])
    if settings.why_not(whole):
        return
    seeing, alone = OwnColumns(columns=names, learner=settings), OwnColumns(learner=settings)
    runs = [
        core.fit(whole, SingleLearner(learner=seeing)),
        core.fit(few, SingleLearner(learner=alone)),
    ]
    rows = frame_for(task, rows=60, seed=1)
    np.testing.assert_array_equal(*(run.model.predicted(rows)[1] for run in runs))
    # What it does not see does not matter.
    other = rows.assign(b=-rows["b"], few=3)
    np.testing.assert_array_equal(*(runs[0].model.predicted(r)[1] for r in (rows, other)))


@pytest.mark.parametrize("task", ["two", "many", "number"])
def test_members_of_a_vote_and_a_stack_see_their_own(task, tmp_path):
    seeing = (
        OwnColumns(columns=("a", "group"), learner=Tree(depth=4)),
        OwnColumns(columns=("b",), learner=RandomForest(rounds=3)),
        OwnColumns(columns=("c", "b"), learner=GradientBoosting(rounds=3)),
    )
    for settings in (
        Voting(learners=seeing),
        Stacking(learners=seeing, folds=2),
        Bagging(rounds=3, base=seeing[0]),
    ):
        run = core.fit(cloud(task), settings)
        check_history_and_file(run, tmp_path / "model")
        core.export_onnx(run.model, tmp_path / "model.onnx", run.dataset)
        trees = run.members[0].trees
        assert set(trees.feature[trees.left >= 0].tolist()) <= {0, 3}


def test_what_was_derived_from_a_column_goes_with_it():
    random = np.random.default_rng(0)
    days = pd.to_datetime("2024-01-01") + pd.to_timedelta(random.integers(0, 700, 200), "D")
    frame = pd.DataFrame({"day": days.strftime("%Y-%m-%d"), "x": random.normal(size=200)})
    frame["y"] = np.where(days.month > 6, "late", "early")
    data = Dataset.from_frame(frame, "y")
    assert data.plan["day"].meaning is Meaning.DATE
    assert len(data.features) > 2
    both = SingleLearner(learner=OwnColumns(columns=("day",), learner=Tree()))
    run = core.fit(data, both)
    assert run.history.error(1) == 0
    blind = SingleLearner(learner=OwnColumns(columns=("x",), learner=Tree()))
    assert core.fit(data, blind).history.error(1) > 0.2


def test_a_wrong_name_gets_a_sentence_with_the_columns():
    data = cloud("two")
    settings = Voting(learners=(Tree(), OwnColumns(columns=("a", "agee"))))
    sentence = "'agee' is no column to learn from. Choose among: a, b, c, group."
    assert settings.why_not(data) == sentence
    with pytest.raises(SettingsError, match="'agee' is no column"):
        core.fit(data, settings)
    assert "'y' is no column" in Voting(learners=(OwnColumns(columns=("y",)),)).why_not(data)
    inner = OwnColumns(columns=("a",), learner=OwnColumns(columns=("b",)))
    assert Voting(learners=(inner,)).why_not(data).startswith("'b' is no column to learn from")
    assert data.roles["y"] is Role.TARGET


def test_the_combiner_of_a_stack_has_no_columns():
    why = Stacking(combiner=OwnColumns(columns=("a",))).why_not(cloud("two"))
    assert why.startswith("The combiner is asked about what the members say")


def test_boosting_it_is_boosting_on_these_columns():
    whole, few = narrowed(TWO, ["a", "city"])
    one = AdaBoost(rounds=5, base=OwnColumns(columns=("a", "city"), learner=core.Stump()))
    runs = core.fit(whole, one), core.fit(few, AdaBoost(rounds=5))
    votes = [run.history.curve("vote") for run in runs]
    assert votes[0] == pytest.approx(votes[1], rel=1e-9)


def test_the_command_line_sets_them():
    settings = Voting().with_options(
        [
            "learners=own_columns,logistic",
            'learners.0.columns=age, "height, in cm"',
            "learners.0.learner=forest",
            "learners.0.learner.rounds=7",
        ]
    )
    expected = OwnColumns(columns=("age", "height, in cm"), learner=RandomForest(rounds=7))
    assert settings.learners[0] == expected
    assert Ensemble.from_plain(settings.plain()) == settings
    again = settings.with_options(["learners.0.columns="])
    assert again.learners[0].columns == ()
    with pytest.raises(SettingsError, match="Columns has no settings of its own"):
        settings.with_options(["learners.0.columns.0=age"])
    told = "\n".join(algorithms("voting"))
    assert "learners.0.columns = all  (names, with commas between them)" in told
    assert "Its settings follow learners.0. as `algorithms forest` says." in told


@pytest.mark.parametrize("names", [(), ("a",), ("a b", "c"), ('say "x"', "d,e", " f")])
def test_names_survive_the_way_to_text_and_back(names):
    assert parsed_names(names_text(names)) == tuple(name.strip() for name in names)


@pytest.mark.parametrize("wrong", ["a", ["a", 3], 3, None])
def test_what_are_no_names_is_refused(wrong):
    with pytest.raises(SettingsError, match="it must be names, with commas between them"):
        OwnColumns(columns=wrong)
    with pytest.raises(SettingsError):
        Ensemble.from_plain(
            SingleLearner().plain() | {"learner": {"name": "own_columns", "columns": wrong}}
        )
