"""What a sample says of the rows, as decisions are made, changed and taken back."""

import numpy as np
import pytest

from core.base.errors import DataError
from core.base.journal import Journal
from core.judging.reviewing.certifying import sampling
from core.judging.reviewing.certifying.certificate import Certificate
from core.judging.reviewing.certifying.records import Check, record_from, record_plain
from core.project import Project, compaction
from core.project.command_journal import CommandJournal
from core.project.compaction import compact
from core.project.sessions import Doings
from tests.core.helpers import dataset

ROWS = 200
BASE = dataset({"x": range(ROWS)}, "ab" * (ROWS // 2))
IDENTITY = {"file": "a.csv"}


def started(checks=False, journal=None, seed=4):
    project = Project.of(BASE, CommandJournal(journal, IDENTITY) if journal else None)
    project.record(sampling.consent(project.decisions, checks=checks, seed=seed))
    return project


def draw(project, likely=None):
    found = sampling.next_draw(
        project.decisions, BASE.lines, np.zeros(ROWS) if likely is None else likely
    )
    assert found is not None
    project.record(found)
    return found.line


def look(project, line, is_wrong=False):
    if is_wrong:
        row = int(BASE.rows_of([line])[0])
        project.relabel({line: "b" if BASE.label_text(row) == "a" else "a"})
    else:
        project.decide(line, "keep")


def bound(project):
    return Certificate.of(project.decisions).bound


def test_without_consent_there_is_nothing():
    project = Project.of(BASE)
    assert Certificate.of(project.decisions) is None
    assert sampling.next_draw(project.decisions, BASE.lines, np.zeros(ROWS)) is None
    assert sampling.checked(project.decisions, 2, "a", True) is None


def test_the_bound_falls_with_every_clean_look_and_ends_at_nothing():
    project = started()
    bounds = [bound(project)]
    for _ in range(ROWS):
        look(project, draw(project))
        bounds.append(bound(project))
    assert bounds[0] == ROWS
    assert bounds[-1] == 0
    assert bounds == sorted(bounds, reverse=True)
    assert sampling.next_draw(project.decisions, BASE.lines, np.zeros(ROWS)) is None
    assert "no label is wrong any more" in Certificate.of(project.decisions).sentence


def test_a_row_that_was_drawn_and_not_decided_counts_as_wrong():
    project = started()
    for _ in range(60):
        look(project, draw(project))
    before = bound(project)
    line = draw(project)
    assert bound(project) == before  # it may be one of those, and is not refuted
    assert Certificate.of(project.decisions).waiting.tolist() == []  # it is yet to be seen
    skipped = bound(project)
    project.decide(line, "skip")
    assert Certificate.of(project.decisions).waiting.tolist() == [line]
    assert bound(project) == skipped
    look(project, line)
    assert bound(project) <= before
    project.undo()
    assert bound(project) == skipped


def test_an_error_that_was_put_right_is_no_error_any_more():
    clean, found = started(), started()
    for number in range(60):
        look(clean, draw(clean))
        look(found, draw(found), is_wrong=number == 20)
    assert bound(found) > bound(clean)
    assert Certificate.of(found.decisions).found == 1
    assert Certificate.of(found.decisions).right == 1


def test_ranked_rows_are_known_and_leave_the_draws():
    project = started()
    for line in range(2, 102):
        look(project, line)
    drawn = {draw(project) for _ in range(30)}
    assert min(drawn) >= 102
    assert Certificate.of(project.decisions).looked == 0
    assert project.decisions.sample.draws[0].left.tolist() == list(range(2, 102))
    assert bound(project) == 100  # the drawn ones are not decided


def test_rows_of_which_a_decision_was_undone_can_be_drawn_again():
    project = started()
    look(project, 2)
    look(project, draw(project))
    project.undo()
    project.undo()
    draw(project)
    assert project.decisions.sample.draws[1].back.tolist() == [2]
    assert sum(not out for out in project.decisions.sample.out) == ROWS - 2


def test_rows_decided_together_were_not_looked_at():
    project = started()
    for _ in range(60):
        look(project, draw(project))
    before = bound(project)
    left = BASE.lines[~project.decisions.sample.out]
    project.decide(left[:20], "keep")
    assert bound(project) == before
    project.undo()
    project.relabel(dict.fromkeys(left[:20].tolist(), "a"))
    certificate = Certificate.of(project.decisions)
    changed = int((BASE.labels[BASE.rows_of(left[:20])] == 1).sum())  # the others were 'a' before
    assert certificate.unseen == changed
    assert certificate.bound == before + changed
    assert f"{changed} labels changed for many rows at once" in certificate.about_sample
    # A new sample takes them as they are, and can draw them.
    project.record(sampling.consent(project.decisions, seed=5))
    again = Certificate.of(project.decisions)
    assert again.unseen == 0
    assert again.bound == ROWS - 60


def test_rows_excluded_together_are_gone_and_never_drawn():
    project = started()
    project.decide(range(2, 152), "exclude")
    assert {draw(project) for _ in range(50)} == set(range(152, 202))
    assert Certificate.of(project.decisions).rows == 50


def test_a_simulated_review_agrees_with_the_recursion():
    # The bound on the errors at the start, by the wealth of every number of them, step by step.
    rng = np.random.default_rng(8)
    wrong = rng.random(ROWS) < 0.1
    likely = np.clip(0.1 + 0.5 * wrong + 0.2 * rng.normal(size=ROWS), 0.01, 1)
    project = started()
    ranked = [int(line) for line in BASE.lines[np.argsort(-likely)]]
    wealth, known = np.zeros(ROWS + 1), 0
    for _ in range(70):
        line = next(line for line in ranked if project.decisions.about(line) is None)
        look(project, line, wrong[line - 2])
        known += wrong[line - 2]
        line = draw(project, likely)
        last = project.decisions.sample.draws[-1]
        seen = wrong[line - 2] / last.probability
        factor = 1 + last.bet * last.least * (np.arange(ROWS + 1) - known - seen)
        wealth = np.where(factor > 0, wealth + np.log(np.maximum(factor, 1e-300)), -np.inf)
        look(project, line, wrong[line - 2])
        known += wrong[line - 2]
    game = Certificate.of(project.decisions).game
    for left in (0, 5, 20):
        assert game.log_wealth(left)[-1] == pytest.approx(wealth[left + known])
    assert Certificate.of(project.decisions).right == known
    assert bound(project) >= wrong.sum() - known


def test_nothing_can_be_drawn_of_rows_that_were_all_looked_at():
    project = Project.of(BASE)
    for line in BASE.lines.tolist():
        look(project, line)
    with pytest.raises(DataError, match="Every row was looked at"):
        sampling.consent(project.decisions)


def test_checks_widen_the_bound_and_are_no_decisions():
    project = started(checks=True)
    for _ in range(80):
        look(project, draw(project))
    assert Certificate.of(project.decisions).widened_bound == ROWS
    before = project.decisions.standing(), len(project.done)
    for number in range(10):
        project.record(sampling.checked(project.decisions, 2 + number, "b", number != 3))
    certificate = Certificate.of(project.decisions)
    assert (project.decisions.standing(), len(project.done)) == before
    assert certificate.about_checks.startswith("You found 9 of 10 planted errors: you may miss up")
    assert certificate.sentence.startswith("If your decisions are right, with 95 % confidence")
    assert certificate.told_share == certificate.widened_bound / ROWS
    assert certificate.bound < certificate.widened_bound < ROWS


def test_the_outlook_starts_at_the_bound():
    project = started()
    for number in range(60):
        look(project, draw(project), is_wrong=number in (5, 30))
    certificate = Certificate.of(project.decisions)
    outlook = certificate.outlook
    assert outlook.more[-1] == 50
    assert outlook.share[-1] == outlook.if_right[0] == outlook.if_alike[0] == certificate.share
    assert outlook.if_right[-1] <= outlook.if_alike[-1] <= certificate.share


# The log


def test_an_undo_leaves_the_log_and_a_draw_leaves_the_undo():
    project = started()
    look(project, 2)
    draw(project)
    assert [done.words for done in project.done] == ["keep line 2"]
    project.undo()
    assert len(project.decisions.sample.draws) == 1
    draw(project)
    project.redo()
    assert project.decisions.about(2) is not None


def test_what_is_told_twice_counts_once():
    project = started()
    draw(project)
    for record in project.decisions.sample.records():
        project.record(record)
    assert len(project.decisions.sample.draws) == 1


def test_an_ended_sample_draws_no_more_and_stays():
    project = started()
    look(project, draw(project))
    project.record(sampling.ended(project.decisions))
    assert sampling.next_draw(project.decisions, BASE.lines, np.zeros(ROWS)) is None
    assert Certificate.of(project.decisions).looked == 1


def same(one, other):
    logs = one.decisions.sample, other.decisions.sample
    plain = [[record_plain(record) for record in log.records()] for log in logs]
    assert plain[0] == plain[1]
    assert bound(one) == bound(other)


@pytest.mark.parametrize("is_short", [False, True])
def test_a_file_that_is_opened_again_goes_on(tmp_path, monkeypatch, is_short):
    journal = Journal(tmp_path / "journal.jsonl")
    project = started(checks=True, journal=journal)
    for _ in range(30):
        look(project, draw(project))
    project.record(Check(1, 1, 2, "b", found=True))
    project.journal.flush()
    if is_short:
        monkeypatch.setattr(compaction, "_LARGE", 1)
        monkeypatch.setattr(compaction, "_NEWEST_STEPS", 2)
        assert compact(journal)
    again = Project.of(BASE, CommandJournal(journal, IDENTITY))
    same(project, again)
    line = draw(again)
    assert line not in [each.line for each in project.decisions.sample.draws]


def test_a_session_has_the_sample():
    project = started()
    for _ in range(10):
        look(project, draw(project))
    from core.base.journal import Entry
    from core.project.command_journal import replay

    again = Project.of(BASE)
    plain = list(Doings.of(project).plain())
    replay(again, [Entry(each.pop("what"), 0.0, each) for each in plain])
    same(project, again)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("record", "lot"),
        ("probability", 0),
        ("probability", "1"),
        ("least", 2),
        ("bet", float("nan")),
        ("line", 2.5),
        ("left", [3, 2]),
        ("left", "zz"),
        ("when", None),
        ("when", True),
    ],
)
def test_a_damaged_record_is_none(name, value):
    project = started()
    draw(project)
    plain = record_plain(project.decisions.sample.draws[0])
    assert record_from(plain).line == project.decisions.sample.draws[0].line
    with pytest.raises(ValueError, match="no record|damaged"):
        record_from(plain | {name: value})
