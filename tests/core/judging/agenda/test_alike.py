"""Rows like the one that is looked at."""

import numpy as np
import pytest

from core.judging.agenda.alike import MOST_ALIKE, alike
from core.judging.reviewing.decisions import Decisions
from core.judging.reviewing.kinds import Verb
from tests.core.judging.agenda.made_up import causes_of, ranked, ranked_numbers

RANKING = ranked()
DATA = RANKING.dataset


@pytest.fixture
def decisions():
    return Decisions(DATA)


def of_the_same_pair(line):
    row = RANKING.row_of(line)
    flagged = RANKING.order[: RANKING.count]
    same = (DATA.labels[flagged] == DATA.labels[row]) & (
        RANKING.suggested[flagged] == RANKING.suggested[row]
    )
    return [other for other in DATA.lines[flagged[same]].tolist() if other != line]


def test_they_are_flagged_and_have_the_same_label_and_suggestion(decisions):
    line = int(RANKING.lines[0])
    found = alike(RANKING, line, decisions)
    assert found.others.tolist() == of_the_same_pair(line)
    assert found.why == "same suggestion"
    assert found.columns(RANKING) == ["x"]


def test_those_that_something_is_decided_about_are_left_out(decisions):
    line = int(RANKING.lines[0])
    first, *rest = of_the_same_pair(line)
    decisions.apply(decisions.deciding(first, Verb.SKIP))
    assert alike(RANKING, line, decisions).others.tolist() == rest
    decisions.apply(decisions.deciding(rest, Verb.KEEP))
    assert alike(RANKING, line, decisions) is None


def test_of_a_cause_only_its_rows_are(decisions):
    line = int(RANKING.lines[0])
    same = of_the_same_pair(line)
    caused = np.array(sorted([line, *same[:2]]))
    found = alike(RANKING, line, decisions, causes_of(caused))
    assert found.others.tolist() == same[:2]
    assert found.offer == "2 more rows like this one (same suggestion, same cause)"
    outside = alike(RANKING, same[2], decisions, causes_of(caused))
    assert outside.cause is None


def test_a_row_that_is_as_it_is_suggested_or_unknown_has_none(decisions):
    ranking = ranked()
    ranking.suggested[:] = ranking.dataset.labels
    assert alike(ranking, int(ranking.lines[0]), decisions) is None
    assert alike(ranking, 10_000, decisions) is None


def test_numbers_are_alike_that_look_wrong_in_the_same_direction():
    ranking = ranked_numbers()
    line = int(ranking.lines[0])
    found = alike(ranking, line, Decisions(ranking.dataset))
    is_low = ranking.suggested > ranking.dataset.labels
    rows = [ranking.row_of(other) for other in found.others.tolist()]
    assert {bool(is_low[row]) for row in rows} == {bool(is_low[ranking.row_of(line)])}


def test_no_more_are_offered_than_somebody_looks_through():
    ranking = ranked(rows=900, classes=2, flagged=900)
    found = alike(ranking, int(ranking.lines[0]), Decisions(ranking.dataset))
    assert len(found.others) == MOST_ALIKE < found.all
