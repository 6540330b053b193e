"""Settings that hold a list of settings."""

import json
from dataclasses import dataclass, replace

import pytest

from core import SettingsError, Stump, Tree
from core.commands.commands import algorithms
from core.learning.learner import Learner
from core.learning.settings import Settings, setting


@dataclass(frozen=True)
class Team(Settings):
    """A list with bounds, and one without."""

    name = "team"
    title = "Team"
    summary = "For the tests."

    learners: tuple[Learner, ...] = setting((Tree(), Stump()), "Who plays.", low=2, high=3)
    reserve: tuple[Learner, ...] = setting((Stump(),), "Who waits.")
    count: int = setting(1, "How many.", low=1, high=9)


@dataclass(frozen=True)
class League(Settings):
    """A list within settings within settings."""

    name = "league"
    title = "League"
    summary = "For the tests."

    team: Team = setting(Team(), "The team.")


def test_the_declaration_knows_that_it_is_a_list_and_of_what():
    learners, reserve, count = Team.declared()
    assert (learners.is_list, learners.family, learners.kind) == (True, Learner, Learner)
    assert (count.is_list, count.family) == (False, None)
    assert learners.range.startswith("a list of 2 to 3 of ")
    assert "stump" in learners.range
    assert reserve.range.startswith("a list of 1 or more of ")


def test_an_option_names_the_members():
    changed = Team().with_options(["learners=stump, tree,stump"])
    assert changed.learners == (Stump(), Tree(), Stump())


def test_an_option_reaches_into_a_member_or_exchanges_it():
    assert Team().with_options(["learners.0.depth=7"]).learners == (Tree(depth=7), Stump())
    assert Team().with_options(["learners.1=tree"]).learners == (Tree(), Tree())
    both = Team().with_options(["learners=stump,tree", "learners.1.depth=5"])
    assert both.learners == (Stump(), Tree(depth=5))
    assert League().with_options(["team.learners.0.depth=7"]).team.learners[0].depth == 7


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("learners=tree", "Learners is .*: it must be a list of 2 to 3 of "),
        ("learners=tree,tree,tree,tree", "Learners is .*: it must be a list of 2 to 3 of "),
        ("learners=tree,luck", "There is no 'luck'. Choose one of: .*stump"),
        ("learners=", "There is no ''"),
        ("learners.2.depth=3", "Learners has no member '2': they are counted from 0 to 1."),
        ("learners.-1.depth=3", "Learners has no member '-1'"),
        ("learners.first=tree", "Learners has no member 'first'"),
        ("learners.²=tree", "Learners has no member"),
        ("learners.0=luck", "There is no 'luck'"),
        ("learners.0.depth=0", "Depth is 0: it must be 1 to 60."),
        ("learners.1.depth=3", "Decision stump has no setting 'depth'"),
    ],
)
def test_a_wrong_option_is_refused_in_a_sentence(option, sentence):
    with pytest.raises(SettingsError, match=sentence):
        Team().with_options([option])


@pytest.mark.parametrize(
    "value", [(), (Tree(),), (Tree(), 3), (Tree(), Team()), Tree(), "tree", None]
)
def test_a_wrong_value_is_refused_in_a_sentence(value):
    with pytest.raises(SettingsError, match="Learners is .*: it must be a list of 2 to 3 of "):
        replace(Team(), learners=value)


def test_a_python_list_serves_and_settings_stay_hashable():
    team = Team(learners=[Tree(), Stump()])
    assert team == Team()
    assert hash(team) == hash(Team())


def test_plain_data_and_back(monkeypatch):
    team = Team(learners=(Stump(), Tree(depth=9)), count=2)
    plain = json.loads(json.dumps(team.plain()))
    assert plain["learners"] == [{"name": "stump"}, Tree(depth=9).plain()]
    monkeypatch.setattr("core.learning.registry._algorithms", lambda: (Team, Tree, Stump))
    assert Team.from_plain(plain) == team
    for wrong in ("tree", {"name": "tree"}, [3], [{"name": "luck"}], [{"name": "tree"}]):
        with pytest.raises(SettingsError):
            Team.from_plain(plain | {"learners": wrong})


def test_what_changed_includes_a_changed_member():
    assert Team().changed() == {}
    changed = Team(learners=(Tree(depth=4), Stump()))
    assert changed.changed() == {"learners": (Tree(depth=4), Stump())}


def test_the_command_line_tells_how_to_set_a_list():
    told = "\n".join(algorithms("voting"))
    assert "learners = tree,tree,tree  (a list of 1 to 100 of " in told
    assert "  learners.0.depth = " in told
