"""Taking in a colleague's decisions, and labelling, survive a kill: nothing lost, nothing twice."""

import os
import random
import time
from collections import Counter

import numpy as np
import pandas as pd
import pytest

from core import read_csv
from core.judging.reviewing.conflicts import conflicts
from core.judging.reviewing.decision import Verb, step_from_plain
from core.judging.reviewing.taking_in import TakingIn
from core.project import Project
from core.project.colleagues import read_colleague
from core.project.decided_entries import plain_step
from core.project.entries import WHATS
from tests.scenarios.deciding import AT_ONCE, TARGET
from tests.scenarios.test_review_survives import Programs
from tests.workbench.driving import flipped_csv
from workbench.sessions.journal_writer import Session

KILLS = 5
LONGEST = 0.3
OWN, THEIRS = range(2, 202), range(102, 402)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="programs are forked, then killed")


@pytest.fixture
def programs():
    made = Programs()
    yield made
    made.close()


def opened(path):
    project = Session().project_on(read_csv(path, target=TARGET))
    assert project.left_out == 0
    return project


def told_twice(person):
    """The lines of which the journal has somebody's word more than once."""
    counts = Counter()
    for entry in Session().journal.entries(WHATS):
        for batch in step_from_plain(plain_step(entry))[0]:
            if batch.by == person:
                counts.update(batch.lines.tolist())
    return [line for line, many in counts.items() if many > 1]


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_colleagues_decisions_are_taken_in_once_and_settled_conflicts_stay(programs, tmp_path):
    path = tmp_path / "orders.csv"
    flipped_csv(path, rows=1000)
    project = opened(path)
    project.decide(np.array(OWN), Verb.KEEP)
    own = project.by
    anna = Project.of(project.decisions.base)
    anna.by = "Anna"
    for line in THEIRS:
        anna.decide(line, Verb.KEEP if line % 3 else Verb.EXCLUDE)
    anna.decisions.write_csv(tmp_path / "anna.csv")
    theirs = read_colleague(tmp_path / "anna.csv", project.decisions.base)
    chunks = [{each.line for each in theirs[n : n + AT_ONCE]} for n in range(0, 300, AT_ONCE)]

    moment = random.Random(7)
    took, settled = set(), set()
    for _ in range(KILLS):
        said = [programs.start("merge", path)]
        time.sleep(moment.uniform(0, LONGEST))
        said += programs.kill()
        took |= {int(line) for what, *lines in said if what == "took" for line in lines}
        settled |= {int(lines[0]) for what, *lines in said if what == "settled"}
        project = opened(path)
        stands = project.decisions.stands
        known = {each.line for each in stands.said_by("Anna")}
        assert took <= known
        assert len(known - took) <= AT_ONCE  # taken in, and killed before it was told
        assert all(chunk <= known or not chunk & known for chunk in chunks)  # a step is whole
        open_ = {each.line for each in conflicts(project.decisions)}
        excluded = {line for line in known & set(OWN) if line % 3 == 0}
        done = excluded - open_
        assert settled <= done
        assert len(done - settled) <= 1
        for line in OWN:
            about = project.decisions.about(line)
            assert (about.verb, about.by) == (Verb.EXCLUDE if line in done else Verb.KEEP, own)
        took, settled = known, done
    assert took
    assert settled

    rest = TakingIn.of(project.decisions, theirs, own, "Anna")
    if not rest.is_empty:
        project.take(rest.step(project.decisions))
    assert {each.line for each in project.decisions.stands.said_by("Anna")} == set(THEIRS)
    assert len(project.decisions.standing()) == 400
    assert told_twice("Anna") == []


@pytest.mark.long
@pytest.mark.timeout(300)
def test_no_label_that_was_told_is_lost(programs, tmp_path):
    path = tmp_path / "few.csv"
    x = np.random.default_rng(3).uniform(-1, 1, 600)
    labels = np.where(x > 0, "yes", "no").astype(object)
    labels[20:] = None
    pd.DataFrame({"x": x, TARGET: labels}).to_csv(path, index=False)
    moment, told = random.Random(9), {}
    for _ in range(KILLS):
        said = [programs.start("label", path)]
        time.sleep(moment.uniform(0, LONGEST))
        said += programs.kill()
        for line, label in (words for words in said if words != ["all"]):
            assert int(line) not in told  # no row comes a second time
            told[int(line)] = label
        project = opened(path)
        found = project.decisions.changes().labelled.as_dict()
        assert told.items() <= found.items()
        assert len(found) - len(told) <= 1
        told = found
    assert len(opened(path).dataset) == 20 + len(told)
    assert told_twice(project.by) == []
