"""Search spaces: what is worth trying is said once, where a setting is declared."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core import AdaBoost, GradientBoosting, SettingsError, Space, Tree, Voting
from core.learning import registry
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.learning.space import Dimension

MEMBERS = [*registry.members(Ensemble), *registry.members(Learner)]


@pytest.mark.parametrize("kind", MEMBERS, ids=lambda kind: kind.name)
def test_every_range_can_be_set_and_is_around_the_default(kind):
    for declared in kind.declared():
        for value in declared.tuned:
            declared.check(value)
        if declared.tuned and declared.kind in (int, float):
            low, high = declared.tuned
            assert low < high
            assert not declared.is_log or low > 0
            assert low <= declared.default <= high or declared.zero or declared.name == "depth"


@pytest.mark.parametrize("kind", registry.members(Ensemble), ids=lambda kind: kind.name)
def test_every_place_of_a_space_is_settings_that_can_be_used(kind):
    space = Space.of(kind())
    for seed in range(20):
        place = np.random.default_rng(seed).random(len(space.drawn))
        settings = space.at(place)
        assert space.at(space.place(settings)) == settings
    assert Space.from_plain(json.loads(json.dumps(space.plain()))) == space


def test_rates_are_drawn_in_equal_factors_and_depths_in_whole_steps():
    space = Space.of(GradientBoosting())
    known = {each.path: each for each in space.dimensions}
    shrinkage, depth = known["shrinkage"], known["depth"]
    assert shrinkage.value(0.5) == pytest.approx(math.sqrt(0.01 * 0.5), rel=0.01)
    drawn = [depth.value(place) for place in np.linspace(0, 1, 8001)]
    counts = np.bincount(drawn)[1:]
    assert set(drawn) == set(range(1, 9))
    assert counts.max() - counts.min() <= 2  # no depth is rarer than another


def test_what_is_nested_is_tried_too():
    paths = [each.path for each in Space.of(AdaBoost(base=Tree())).dimensions]
    assert {"rounds", "base.depth", "shrinkage"} <= set(paths)
    assert "learners.1.depth" in [each.path for each in Space.of(Voting()).dimensions]
    changed = Space.of(Voting()).only({"learners.1.depth": "2..4"})
    assert changed.at(np.array([0.99])).learners[1].depth == 4


def test_the_kind_of_a_learner_is_drawn_and_its_settings_count_only_with_it():
    space = Space.of(AdaBoost(base=Tree(depth=2)))
    paths = [each.path for each in space.drawn]
    assert paths[:3] == ["base", "base.depth", "base.leaf_rows"]
    assert "base.naive_bayes.smoothing" in paths
    random = np.random.default_rng(0)
    drawn = [space.at(random.random(len(paths))) for _ in range(60)]
    assert {each.base.name for each in drawn} == {"stump", "tree", "naive_bayes"}
    assert len({each.base for each in drawn if each.base.name == "naive_bayes"}) > 5
    stumps = next(each for each in drawn if each.base.name == "stump")
    counts = dict(zip(paths, ~np.isnan(space.place(stumps)), strict=True))
    assert [path for path in paths if counts[path]] == ["base", "shrinkage"]
    # Its own kind, drawn with nothing else, is as it was given: the start may be tried again.
    assert space.only({"base": "stump,tree"}).at(np.array([0.9])).base == Tree(depth=2)


def test_settings_of_a_kind_that_is_not_drawn_are_left_out():
    space = Space.of(AdaBoost())
    assert [each.path for each in space.only({"base.tree.depth": "", "shrinkage": ""}).drawn] == [
        "shrinkage"
    ]
    chosen = space.only({"base": "stump, tree", "base.tree.depth": "1..4"})
    assert [each.range for each in chosen.drawn] == ["stump, tree", "1 to 4"]
    with pytest.raises(SettingsError, match="it can be tried as stump, tree, naive_bayes"):
        space.only({"base": "svm"})


def test_kinds_that_cannot_learn_the_data_are_left_out():
    numbers = core.example("rents")
    fitting = Space.of(core.Bagging()).fitting(numbers)
    assert next(each for each in fitting.drawn if each.kinds).choices == ("tree", "linear")
    assert not [each for each in fitting.drawn if "naive_bayes" in each.path]
    with pytest.raises(SettingsError, match="it can be tried as tree, linear"):
        fitting.only({"base": "tree, naive_bayes"})


def test_settings_that_only_spend_or_look_at_validation_rows_are_not_offered():
    paths = {each.path for each in Space.of(GradientBoosting()).dimensions}
    assert not paths & {"patience", "balanced", "loss"}


def test_ranges_are_taken_as_a_person_writes_them():
    space = Space.of(GradientBoosting())
    chosen = space.only({"shrinkage": "0.05..0.2", "depth": ""})
    assert [each.range for each in chosen.dimensions] == ["0.05 to 0.2", "1 to 8"]


@pytest.mark.parametrize(
    ("ranges", "said"),
    [
        ({"colour": ""}, "no setting 'colour' that can be tuned"),
        ({"depth": "3"}, "a range is two numbers"),
        ({"depth": "5..2"}, "no range"),
        ({"depth": "2..many"}, "must be a whole number"),
        ({"depth": "1..3000"}, "must be 1 to 30"),
        ({"penalty": "0..1"}, "Start above 0"),
    ],
)
def test_a_wrong_range_is_told_in_a_sentence(ranges, said):
    with pytest.raises(SettingsError, match=said):
        Space.of(GradientBoosting()).only(ranges)


@pytest.mark.parametrize(
    "plain",
    [
        None,
        {"settings": {"name": "gradient"}},
        {"settings": {"name": "gradient"}, "ranges": {"depth": [1]}},
        {"settings": {"name": "gradient"}, "ranges": {"depth": [1, "8"]}},
        {"settings": {"name": "gradient"}, "ranges": {"name": [1, 2]}},
        {"settings": {"name": "forest"}, "ranges": {"criterion": ["gini", "x"]}},
    ],
)
def test_a_saved_space_that_is_none_is_refused(plain):
    with pytest.raises(SettingsError):
        Space.from_plain(plain)


@given(st.floats(0, 1))
def test_a_value_is_never_beyond_its_range(place):
    for path in ("shrinkage", "depth", "penalty", "row_share"):
        dimension = Dimension.of(path, GradientBoosting.declaration(path))
        assert dimension.low <= dimension.value(place) <= dimension.high
