"""Carrying decisions over survives a kill: each reaches its row once, or is still to be carried."""

import os
import random
import time
from collections import Counter

import pytest

from core import carry_over, read_csv
from core.judging.reviewing.carrying.fates import Fate
from core.project.decided_entries import plain_step
from core.project.earlier_files import earlier_of_file
from core.project.entries import WHATS
from tests.scenarios.deciding import AT_ONCE, TARGET
from tests.scenarios.test_review_survives import Programs
from tests.workbench.carrying.exports import first_export
from workbench.sessions.journal_writer import Session

KILLS = 10
LONGEST = 0.4
DECIDED = 400

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="programs are forked, then killed")


@pytest.fixture
def programs():
    made = Programs()
    yield made
    made.close()


def decided_twice(session, content):
    """The lines that more than one entry about the new file decides about."""
    from core.judging.reviewing.decision import step_from_plain

    counts = Counter()
    for entry in session.journal.entries(WHATS):
        if entry.facts["data"]["content"] == content:
            for batch in step_from_plain(plain_step(entry))[0]:
                counts.update(batch.lines.tolist())
    return [line for line, many in counts.items() if many > 1]


@pytest.mark.long
@pytest.mark.timeout(300)
def test_no_decision_is_lost_and_none_is_carried_twice(programs, tmp_path):
    path = tmp_path / "orders.csv"
    frame = first_export(path, rows=1000)
    project = Session().project_on(read_csv(path, target=TARGET))
    for line in range(2, DECIDED + 2):
        project.decide([line], "keep" if line % 2 else "exclude")
    later = frame.iloc[::-1].reset_index(drop=True)
    later.to_csv(path, index=False, sep=";", decimal=",")
    place = {name: row + 2 for row, name in enumerate(later.customer)}
    wanted = {
        place[name]: "exclude" if row % 2 == 0 else "keep"
        for row, name in enumerate(frame.customer[:DECIDED])
    }

    moment, told = random.Random(5), set()
    for _ in range(KILLS):
        said = [programs.start("carry", path)]
        time.sleep(moment.uniform(0, LONGEST))
        said += programs.kill()
        told |= {int(line) for words in said for line in words if line != "all"}
        project = Session().project_on(read_csv(path, target=TARGET))
        found = {each.line: each.verb.value for each in project.decisions.standing()}
        assert project.left_out == 0
        assert told <= found.keys()
        assert len(found) - len(told) <= AT_ONCE  # carried over, and killed before it was told
        assert found.items() <= wanted.items()
        told = set(found)
    assert told

    session = Session()
    identity = project.journal.identity
    earlier, _ = earlier_of_file(session.journal.entries(WHATS), identity, TARGET)
    rest = carry_over(earlier, project.decisions)
    if rest.usual.any():
        project.take(rest.step())
    assert {e.line: e.verb.value for e in project.decisions.standing()} == wanted
    assert carry_over(earlier, project.decisions).groups == {Fate.STANDS: DECIDED}
    assert decided_twice(session, identity["content"]) == []
