"""What the version before wrote, a journal and a session file, still opens."""

from dataclasses import replace
from pathlib import Path

import core
from core.base.journal import Journal
from core.judging.reviewing.kinds import Verb
from core.project import Project
from core.project.command_journal import CommandJournal
from core.project.sessions import Doings, project_of, saved
from core.storage.session_file import load_session, save_session

FIXTURES = Path(__file__).parent / "fixtures"
IDENTITY = {"file": "orders.csv", "content": "made up"}


def orders():
    """The file that both were written about."""
    rows = [
        f"{(i * 37 % 101) / 10},{'ab'[i % 2]},{'yes' if i * 37 % 101 > 50 else 'no'}"
        for i in range(60)
    ]
    content = "\n".join(["x,shop,label", *rows]) + "\n"
    return core.read_csv(core.Source.from_bytes(content.encode(), "orders.csv"), "label")


def assert_as_it_was(project):
    found = project.decisions.changes()
    assert found.excluded.tolist() == [4, 5]
    assert found.labels.as_dict() == {9: "no"}
    assert project.decisions.notes() == {11: "look again", 12: "fine"}
    assert [done.words for done in project.done] == [
        "exclude 2 rows",
        "relabel 2 rows",
        "note on line 11",
        "keep line 12",
    ]
    assert [done.words for done in project.undone] == ["skip line 13"]
    project.redo()
    assert project.decisions.about(13).verb is Verb.SKIP
    project.undo()


def test_a_journal_of_the_version_before(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes((FIXTURES / "journal-format-1.jsonl").read_bytes())
    journal = CommandJournal(Journal(path), IDENTITY)
    project = Project.of(orders(), journal)
    assert project.left_out == 0
    assert_as_it_was(project)
    project.decide([20], Verb.EXCLUDE)  # and it is written on
    again = Project.of(orders(), journal)
    assert again.decisions.changes().excluded.tolist() == [4, 5, 20]


def test_a_session_of_the_version_before_and_saved_again(tmp_path):
    session = load_session(FIXTURES / "session-format-1.workbench")
    project = project_of(session)
    assert_as_it_was(project)
    assert [(item.number, item.name) for item in project.runs] == [(1, "before"), (2, "2 AdaBoost")]
    assert project.current.dataset is project.dataset
    assert project.selection.tolist() == [2, 3, 4]
    project.take_plan(project.open_branch.plan.with_target("shop"))
    project.decide([6], Verb.EXCLUDE)
    project.undo()
    whole = replace(saved(project, {}), doings=tuple(Doings.of(project).plain()))
    save_session(whole, tmp_path / "again.workbench")
    again = project_of(load_session(tmp_path / "again.workbench"))
    assert again.dataset.target == "shop"
    assert [done.words for done in again.done] == [done.words for done in project.done]
    assert again.undone[-1].words == "exclude line 6"
    again.undo()
    assert again.dataset.target == "label"
    assert again.decisions.standing() == session_decisions(project)


def session_decisions(project):
    project.undo()
    return project.decisions.standing()
