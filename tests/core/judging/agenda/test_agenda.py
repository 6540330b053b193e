"""What comes next in a review."""

import numpy as np
import pytest

from core import example
from core.judging.agenda.agenda import Agenda
from core.judging.ranking import Ranking
from core.judging.reviewing.decisions import Decisions
from core.judging.reviewing.kinds import Verb

DATA = example("moons")
ORDER = np.random.default_rng(0).permutation(len(DATA))
RANKING = Ranking(DATA, ORDER, 6, DATA.labels, reasons=str, run=None)
LINES = RANKING.lines[:6].tolist()


@pytest.fixture
def decisions():
    return Decisions(DATA)


def test_flagged_rows_come_in_the_order_of_the_ranking(decisions):
    agenda = Agenda(RANKING, decisions)
    assert agenda.coming() == LINES[:3]
    assert (agenda.wanted, agenda.left, agenda.verbs) == (6, 6, {})


def test_what_is_decided_does_not_come_again(decisions):
    decisions.apply(decisions.deciding(LINES[0], Verb.KEEP))
    decisions.apply(decisions.deciding(LINES[2], Verb.SKIP))
    agenda = Agenda(RANKING, decisions)
    assert agenda.coming() == [LINES[1], *LINES[3:5]]
    assert agenda.left == 4
    assert agenda.verbs == {Verb.KEEP: 1, Verb.SKIP: 1}
    assert agenda.first_skipped() == LINES[2]


def test_nothing_comes_when_all_is_decided(decisions):
    decisions.apply(decisions.deciding(LINES, Verb.KEEP))
    agenda = Agenda(RANKING, decisions)
    assert (agenda.next_line(), agenda.left) == (None, 0)


def test_rows_put_in_between_come_first_until_they_are_decided(decisions):
    other = int(RANKING.lines[50])
    between = [other, LINES[1]]
    assert Agenda(RANKING, decisions, between).coming(4) == [other, LINES[1], LINES[0], LINES[2]]
    decisions.apply(decisions.deciding(other, Verb.KEEP))
    assert Agenda(RANKING, decisions, between).coming(3) == [LINES[1], LINES[0], LINES[2]]
    assert Agenda(RANKING, decisions, between).left == 6


def test_without_decisions_everything_is_left():
    assert Agenda(RANKING).left == 6
