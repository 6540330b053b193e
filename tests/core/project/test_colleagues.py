"""A colleague's session or CSV file: read without opening it, or refused in a sentence."""

import zipfile
from dataclasses import replace

import pytest

import main
from core import DataError, Dataset, read_csv, read_table
from core.judging.reviewing.decision import Verb
from core.project import Project
from core.project.colleagues import read_colleague
from core.project.sessions import Doings, saved
from core.storage.session_file import FORMAT, save_session

CONTENT = "x,kind,label\n" + "".join(
    f"{n},{'uv'[n % 2]},{'yes' if n < 5 else 'no'}\n" for n in range(10)
)


@pytest.fixture
def path(tmp_path):
    found = tmp_path / "orders.csv"
    found.write_text(CONTENT)
    return found


def anna(path, target="label"):
    project = Project.of(read_csv(path, target=target))
    project.by = "Anna"
    return project


def save(project, path):
    whole = replace(saved(project, {}), doings=tuple(Doings.of(project).plain()))
    save_session(whole, path)
    return path


def words(done):
    return [(each.line, each.verb.value, each.by) for each in done]


@pytest.fixture
def session(path, tmp_path):
    project = anna(path)
    project.decide([2, 3], Verb.KEEP)
    project.relabel({4: "no"})
    project.note(5, "ask")
    project.take_plan(project.open_branch.plan.with_target("kind"))
    project.decide(9, Verb.EXCLUDE)
    project.decide(8, Verb.EXCLUDE)
    project.undo()
    return save(project, tmp_path / "anna.workbench")


def test_of_a_session_what_stands_about_the_same_target_is_read(path, session):
    *decided, note = read_colleague(session, read_csv(path, target="label"))
    assert words(decided) == [(2, "keep", "Anna"), (3, "keep", "Anna"), (4, "relabel", "Anna")]
    assert (note.line, note.text, note.by) == (5, "ask", "Anna")
    others = read_csv(path, target="kind", validation_share=0)
    assert words(read_colleague(session, others)) == [(9, "exclude", "Anna")]


def test_a_session_that_decided_nothing_about_this_target(path, session):
    with pytest.raises(DataError, match="Nothing is decided in anna.workbench .* target 'x'"):
        read_colleague(session, read_csv(path, target="x"))


def test_a_session_about_another_version_of_the_file(path, session):
    path.write_text(CONTENT.replace("3,v", "33,v"))
    with pytest.raises(DataError, match="with other content .* can be carried over"):
        read_colleague(session, read_csv(path, target="label"))


def test_a_session_that_read_the_file_in_another_way(path, session):
    sample = Dataset.from_table(read_table(path, sample=9), target="label")
    with pytest.raises(DataError, match="is read in another way there"):
        read_colleague(session, sample)


@pytest.mark.parametrize("damage", ["cut", "foreign", "newer", "doings"])
def test_damaged_and_foreign_files(path, session, tmp_path, damage):
    base = read_csv(path, target="label")
    if damage == "cut":
        session.write_bytes(session.read_bytes()[:-200])
    elif damage == "foreign":
        with zipfile.ZipFile(session, "w") as file:
            file.writestr("hello", "world")
    else:
        with zipfile.ZipFile(session) as file:
            parts = {name: file.read(name) for name in file.namelist()}
        before, after = (
            (b'"format": %d' % FORMAT, b'"format": 99')
            if damage == "newer"
            else (b'"kind": "decide"', b'"kind": "dance"')
        )
        parts["session.json"] = parts["session.json"].replace(before, after)
        with zipfile.ZipFile(session, "w") as file:
            for name, content in parts.items():
                file.writestr(name, content)
    with pytest.raises(DataError) as refused:
        read_colleague(session, base)
    assert str(refused.value).startswith("anna.workbench ")
    assert str(refused.value).endswith(".")


def test_a_csv_file_about_other_rows_points_to_carrying_over(path, tmp_path):
    project = anna(path)
    project.decide(3, Verb.KEEP)
    project.decisions.write_csv(tmp_path / "anna.csv")
    path.write_text(CONTENT.replace("1,v,yes", "1,v,no"))
    with pytest.raises(DataError, match=r"other data\. .* decisions have to be carried over"):
        read_colleague(tmp_path / "anna.csv", read_csv(path, target="label"))
    with pytest.raises(DataError, match="cannot be read"):
        read_colleague(tmp_path / "none.csv", read_csv(path, target="label"))


def test_the_command_tells_how_far_two_agree_and_where_not(path, session, tmp_path, capsys):
    project = anna(path)
    project.by = "Ben"
    project.decide([2, 4, 6], Verb.KEEP)
    project.decisions.write_csv(tmp_path / "ben.csv")
    asked = ["agree", str(path), str(tmp_path / "ben.csv"), str(session), "--target", "label"]
    assert main.main(asked) == 0
    printed = capsys.readouterr().out
    assert "Right or wrong: Ben and Anna agree on 1 of 2 rows (κ 0.00" in printed
    assert "1 conflict; 1 row decided by Ben alone, 1 by Anna alone." in printed
    assert "line 4: Ben kept it, Anna relabelled it to no" in printed
    assert main.main([*asked, "--out", str(tmp_path / "c.csv")]) == 0
    assert (tmp_path / "c.csv").read_text() == "line,column,Ben,Anna\n4,,kept,relabelled to no\n"
    assert main.main([*asked[:3], str(tmp_path / "none.csv"), "--target", "label"]) == 2
    assert "none.csv cannot be read" in capsys.readouterr().err
