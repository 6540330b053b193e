"""The registry: every algorithm by family and name."""

import pytest

from core import AdaBoost, SettingsError, Stump
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.learning.registry import member, members
from core.learning.settings import Settings


def test_a_family_has_its_members_and_no_others():
    assert AdaBoost in members(Ensemble)
    assert Stump in members(Learner)
    assert not set(members(Ensemble)) & set(members(Learner))
    assert set(members(Settings)) == set(members(Ensemble)) | set(members(Learner))


def test_members_are_sorted_by_title_and_have_names_of_their_own():
    kinds = members(Settings)
    assert [kind.title for kind in kinds] == sorted(kind.title for kind in kinds)
    assert len({kind.name for kind in kinds}) == len(kinds)


def test_an_algorithm_stands_in_the_file_of_its_name():
    for kind in members(Settings):
        assert kind.__module__.rpartition(".")[2] == kind.name
        assert member(Settings, kind.name) is kind


@pytest.mark.parametrize("name", ["", "a b", "../adaboost", "adaboost.AdaBoost", "__init__"])
def test_what_is_no_name_is_refused(name):
    with pytest.raises(SettingsError, match="There is no"):
        member(Ensemble, name)


def test_a_learner_is_no_ensemble():
    with pytest.raises(SettingsError, match="There is no 'stump'"):
        member(Ensemble, "stump")


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(SettingsError, match=r"There is no 'magic'. Choose one of: .*adaboost"):
        member(Ensemble, "magic")
