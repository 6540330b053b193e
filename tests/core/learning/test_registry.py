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


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(SettingsError, match=r"There is no 'magic'. Choose one of: .*adaboost"):
        member(Ensemble, "magic")
