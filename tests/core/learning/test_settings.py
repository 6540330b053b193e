"""Settings: one declaration, and every wrong value told in a sentence."""

import json
from dataclasses import dataclass, replace

import pytest

from core import AdaBoost, SettingsError, SingleLearner, Stump
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.learning.registry import member, members
from core.learning.settings import Settings, setting

MEMBERS = [*members(Ensemble), *members(Learner)]


@dataclass(frozen=True)
class Sample(Settings):
    """One field of each kind."""

    name = "sample"
    title = "Sample"
    summary = "For the tests."

    count: int = setting(5, "How many.", low=1, high=10)
    share: float = setting(0.5, "How much.", low=0, high=1)
    free: float = setting(0.0, "Any number.")
    least: int = setting(3, "At least.", low=2)
    most: int = setting(3, "At most.", high=4)
    is_fast: bool = setting(False, "Whether to hurry.")
    method: str = setting("gini", "Which one.", choices=("gini", "entropy"))
    note: str = setting("", "Any text.")
    base: Learner = setting(Stump(), "The learner.")


@dataclass(frozen=True)
class Outer(Settings):
    """Settings within settings."""

    name = "outer"
    title = "Outer"
    summary = "For the tests."

    inner: Sample = setting(Sample(), "The inner ones.")


@pytest.mark.parametrize("kind", MEMBERS, ids=lambda kind: kind.name)
def test_every_algorithm_survives_the_way_to_plain_data_and_back(kind):
    plain = json.loads(json.dumps(kind().plain()))
    family = Ensemble if issubclass(kind, Ensemble) else Learner
    assert family.from_plain(plain) == kind()
    assert member(family, kind.name) is kind


@pytest.mark.parametrize("kind", MEMBERS, ids=lambda kind: kind.name)
def test_every_algorithm_and_field_is_explained(kind):
    assert kind.title
    assert kind.summary.endswith(".")
    assert kind.source or kind is SingleLearner  # which nobody had to invent
    for declared in kind.declared():
        assert declared.help.endswith(".")
        assert declared.title[0].isupper()
        assert declared.range
        declared.check(declared.default)


def test_plain_data_holds_the_nested_settings():
    assert AdaBoost(rounds=7).plain() == {
        "name": "adaboost",
        "rounds": 7,
        "base": {"name": "stump"},
        "shrinkage": 1.0,
        "resampling": False,
        "many_classes": "samme",
        "balanced": False,
    }
    assert Ensemble.from_plain(AdaBoost(rounds=7).plain()) == AdaBoost(rounds=7)


def test_what_changed_is_what_differs_from_the_defaults():
    assert AdaBoost().changed() == {}
    assert Sample(count=7, is_fast=True).changed() == {"count": 7, "is_fast": True}


@pytest.mark.parametrize(
    ("plain", "sentence"),
    [
        (None, "The saved settings have no name."),
        ([], "The saved settings have no name."),
        ({}, "The saved settings have no name."),
        ({"name": 3}, "The saved settings have no name."),
        ({"name": "nothing"}, "There is no 'nothing'. Choose one of: .*adaboost"),
        ({"name": "stump"}, "There is no 'stump'"),  # a learner is no ensemble
        ({"name": "adaboost", "speed": 3}, "AdaBoost has no setting 'speed'. Its settings are: "),
        ({"name": "adaboost", "rounds": "5"}, "Rounds is '5': it must be a whole number."),
        ({"name": "adaboost", "rounds": None}, "Rounds is None: it must be a whole number."),
        ({"name": "adaboost", "base": {"name": "adaboost"}}, "There is no 'adaboost'"),
        ({"name": "adaboost", "base": "stump"}, "The saved settings have no name."),
    ],
)
def test_plain_data_that_is_none_of_ours_is_refused_in_a_sentence(plain, sentence):
    with pytest.raises(SettingsError, match=sentence):
        Ensemble.from_plain(plain)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"count": 0}, "Count is 0: it must be 1 to 10."),
        ({"count": 11}, "Count is 11: it must be 1 to 10."),
        ({"count": True}, "Count is True: it must be a whole number."),
        ({"count": 5.0}, "Count is 5.0: it must be a whole number."),
        ({"count": "5"}, "Count is '5': it must be a whole number."),
        ({"share": 1.5}, "Share is 1.5: it must be 0 to 1."),
        ({"share": float("nan")}, "Share is nan: it must be 0 to 1."),
        ({"share": float("inf")}, "Share is inf: it must be 0 to 1."),
        ({"share": False}, "Share is False: it must be a number."),
        ({"share": None}, "Share is None: it must be a number."),
        ({"least": 1}, "Least is 1: it must be at least 2."),
        ({"most": 5}, "Most is 5: it must be at most 4."),
        ({"is_fast": 1}, "Is fast is 1: it must be yes or no."),
        ({"method": "luck"}, "Method is luck: it must be one of gini, entropy."),
        ({"method": 3}, "Method is 3: it must be one of gini, entropy."),
        ({"note": 3}, "Note is 3: it must be a text."),
        ({"base": "stump"}, "Base is 'stump': it must be one of .*stump"),
        ({"base": AdaBoost()}, "Base is AdaBoost.*: it must be one of .*stump"),
    ],
)
def test_a_wrong_value_is_refused_in_a_sentence(values, sentence):
    with pytest.raises(SettingsError, match=sentence):
        Sample(**values)
    with pytest.raises(SettingsError, match=sentence):
        replace(Sample(), **values)


def test_a_whole_number_serves_as_a_number():
    share = Sample(share=1).share
    assert (share, type(share)) == (1.0, float)


@pytest.mark.parametrize(
    ("option", "name", "value"),
    [
        ("count=7", "count", 7),
        (" count = 7 ", "count", 7),
        ("share=0.25", "share", 0.25),
        ("share=1", "share", 1.0),
        ("is_fast=yes", "is_fast", True),
        ("is_fast=ON", "is_fast", True),
        ("is_fast=false", "is_fast", False),
        ("method=entropy", "method", "entropy"),
        ("note=a=b", "note", "a=b"),
        ("base=stump", "base", Stump()),
    ],
)
def test_an_option_sets_a_field(option, name, value):
    found = getattr(Sample().with_options([option]), name)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("count", "'count' is not of the form key=value."),
        ("count=", "Count is '': it must be a whole number."),
        ("count=3.5", "Count is '3.5': it must be a whole number."),
        ("count=11", "Count is 11: it must be 1 to 10."),
        ("share=nan", "Share is nan: it must be 0 to 1."),
        ("share=much", "Share is 'much': it must be a number."),
        ("is_fast=maybe", "Is fast is 'maybe': it must be yes or no."),
        ("method=luck", "Method is luck: it must be one of gini, entropy."),
        ("speed=3", "Sample has no setting 'speed'. Its settings are: count, share"),
        ("=3", "Sample has no setting ''"),
        ("base=forest", "There is no 'forest'. Choose one of: .*stump"),
        ("base.depth=3", "Decision stump has no setting 'depth'. Its settings are: none."),
        ("count.depth=3", "Count has no settings of its own, so 'count.depth' is none."),
    ],
)
def test_a_wrong_option_is_refused_in_a_sentence(option, sentence):
    with pytest.raises(SettingsError, match=sentence):
        Sample().with_options([option])


def test_a_path_reaches_into_nested_settings():
    changed = Outer().with_options(["inner.count=7", "inner.is_fast=yes"])
    assert changed == Outer(Sample(count=7, is_fast=True))
    with pytest.raises(SettingsError, match=r"Count is 70: it must be 1 to 10."):
        Outer().with_options(["inner.count=70"])
    with pytest.raises(SettingsError, match=r"Count has no settings of its own, so 'count.x'"):
        Outer().with_options(["inner.count.x=70"])


def test_the_last_of_several_options_wins():
    assert Sample().with_options(["count=7", "count=8"]).count == 8


def test_the_range_is_told_in_words():
    ranges = {declared.name: declared.range for declared in Sample.declared()}
    assert ranges.pop("base").startswith("one of ")
    assert ranges == {
        "count": "1 to 10",
        "share": "0 to 1",
        "free": "any finite number",
        "least": "at least 2",
        "most": "at most 4",
        "is_fast": "yes or no",
        "method": "one of gini, entropy",
        "note": "any text",
    }


def test_settings_are_frozen_and_equal_by_value():
    assert AdaBoost(rounds=5) == AdaBoost(rounds=5) != AdaBoost(rounds=6)
    assert len({AdaBoost(rounds=5), AdaBoost(rounds=5)}) == 1
    with pytest.raises(AttributeError):
        AdaBoost().rounds = 3
