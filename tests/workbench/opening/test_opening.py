"""Opening a file: what is known when, what a person decides, and what becomes of it."""

import numpy as np
import pytest

from core.base.errors import DataError
from core.data.plan import Plan
from core.data.roles import Meaning, Role, Task
from core.data.table import Table
from core.reading import first_look
from core.reading.memory import Need
from core.sources.dialect import Dialect
from core.sources.source import Source
from tests.workbench.driving import SECONDS
from workbench.jobs.registry import Jobs
from workbench.opening.controller import Opening


@pytest.fixture
def opening(qtbot):
    jobs = Jobs()
    opening = Opening(jobs)
    opening.refusals, opening.made = [], []
    opening.refused.connect(opening.refusals.append)
    opening.used.connect(opening.made.append)
    yield opening
    opening.cancel()
    jobs.close()
    assert jobs.join(90)


class _Turns:
    """Turns of a loop that a test takes one by one."""

    def __init__(self) -> None:
        self.waiting = []

    def take(self, who, act) -> None:
        self.waiting.append(act)


def text(content: str) -> Source:
    return Source.from_bytes(content.encode())


def studied(qtbot, opening):
    qtbot.waitUntil(lambda: opening.study is not None and opening.study.is_done, timeout=SECONDS)


def used(qtbot, opening):
    qtbot.waitUntil(lambda: bool(opening.made), timeout=SECONDS)
    return opening.made.pop()


ROWS = "".join(f"{i},{i % 7}.50,{'ab'[i % 2]}\n" for i in range(60))


def test_a_file_is_looked_at_then_read_then_studied(qtbot, opening):
    with qtbot.waitSignals([opening.looked] * 2, timeout=SECONDS):
        opening.open(text("id,x,kind\n" + ROWS))
    assert opening.look.preview.names == ("id", "x", "kind")
    assert opening.plan.target == "kind"
    studied(qtbot, opening)
    assert len(opening.table) == 60
    assert opening.study.profiles["x"].distinct == 7
    assert opening.study.dataset.classes == ("a", "b")
    assert not opening.made


def test_the_reader_waits_until_the_first_rows_are_painted(qtbot, opening):
    turns, seen = _Turns(), []
    opening._turns = turns
    opening.understood.connect(lambda: seen.append(opening.plan.target))
    opening.open(text("id,x,kind\n" + ROWS))
    qtbot.waitUntil(lambda: bool(turns.waiting), timeout=SECONDS)
    assert seen == ["kind"]
    for _ in range(2):  # one turn shows them, one paints them
        qtbot.wait(50)
        assert opening.table is None
        turns.waiting.pop(0)()
    qtbot.waitUntil(lambda: opening.table is not None, timeout=SECONDS)


def test_using_before_it_is_read_waits_for_it(qtbot, opening):
    with qtbot.waitSignal(opening.planned, timeout=SECONDS):
        opening.open(text("id,x,kind\n" + ROWS))
    opening.use()
    assert opening.is_wanted
    data = used(qtbot, opening)
    assert (data.target, len(data)) == ("kind", 60)
    assert not opening.is_wanted


def test_edits_outlive_another_way_of_reading(qtbot, opening):
    opening.open(text("id;x;kind\n" + ROWS.replace(",", ";")))
    studied(qtbot, opening)
    opening.change(lambda plan: plan.with_role("id", Role.IGNORED))
    opening.change(lambda plan: plan.with_target("x"))
    assert opening.plan.target == "x"
    opening.overrule(Dialect(separator=","))
    qtbot.waitUntil(lambda: opening.look.preview.names == ("id;x;kind",), timeout=SECONDS)
    assert opening.plan.target == "id;x;kind"
    opening.overrule(None)
    qtbot.waitUntil(lambda: len(opening.look.preview.names) == 3, timeout=SECONDS)
    studied(qtbot, opening)
    assert opening.plan.target == "x"
    assert opening.plan.roles["id"] is Role.IGNORED


def test_numbers_called_a_category_are_read_again_as_written(qtbot, opening):
    opening.open(text("id,x,kind\n" + ROWS))
    studied(qtbot, opening)
    assert opening.table.column("x").is_number
    opening.change(lambda plan: plan.with_meaning("x", Meaning.CATEGORY))
    studied(qtbot, opening)
    assert opening.table.column("x").text(1) == "1.50"
    opening.use()
    assert "1.50" in used(qtbot, opening).features[-1].categories
    opening.change(lambda plan: plan.with_meaning("x", Meaning.NUMBER))
    studied(qtbot, opening)
    assert opening.table.column("x").is_number


def test_a_remedy_can_be_undone_and_leaves_what_came_later(qtbot, opening):
    opening.open(text("same,x,kind\n" + "".join(f"1,{i},{'ab'[i % 2]}\n" for i in range(40))))
    studied(qtbot, opening)
    finding = next(found for found in opening.study.findings if "same" in found.columns)
    opening.remedy(finding)
    opening.change(lambda plan: plan.with_role("x", Role.WEIGHT))
    assert opening.plan.roles["same"] is Role.IGNORED
    studied(qtbot, opening)
    assert finding not in opening.study.findings
    opening.undo(opening.remedies[0])
    assert opening.plan.roles == {
        "same": Role.FEATURE,
        "x": Role.WEIGHT,
        "kind": Role.TARGET,
    }
    studied(qtbot, opening)
    assert finding in opening.study.findings


def test_what_contradicts_the_plan_is_refused_and_changes_nothing(qtbot, opening):
    opening.open(text("id,x,kind\n" + ROWS))
    studied(qtbot, opening)
    before = opening.plan
    with pytest.raises(DataError):
        opening.change(lambda plan: plan.with_weight("kind"))
    assert opening.plan is before
    assert opening.edits == ()


def test_a_task_that_cannot_be_is_a_finding_and_no_data(qtbot, opening):
    opening.open(text("id,x,kind\n" + ROWS))
    studied(qtbot, opening)
    opening.change(lambda plan: plan.with_task(Task.REGRESSION))
    studied(qtbot, opening)
    assert "holds text" in opening.study.findings[0].sentence
    opening.use()
    qtbot.waitUntil(lambda: opening.trouble is not None, timeout=SECONDS)
    assert not opening.made
    opening.change(lambda plan: plan.with_task(None))
    assert opening.trouble is None
    opening.use()
    assert used(qtbot, opening).task is Task.TWO_CLASSES


def test_a_kept_plan_is_taken_up_without_lines_that_are_gone(qtbot, opening):
    opening.open(text("id,x,kind\n" + ROWS))
    studied(qtbot, opening)
    plan = opening.plan.with_target("x").with_role("id", Role.IGNORED).excluding([2, 3, 999])
    dialect = opening.manner
    opening.open(text("id,x,kind\n" + ROWS), manner=dialect, plan=plan, at_once=True)
    data = used(qtbot, opening)
    assert data.target == "x"
    assert data.roles["id"] is Role.IGNORED
    assert data.lines[0] == 4
    assert data.plan.excluded == {2, 3}


def test_a_plan_of_other_columns_is_passed_over(qtbot, opening):
    frame_plan = Plan.suggested(_table("p", "q"))
    opening.open(text("id,x,kind\n" + ROWS), plan=frame_plan)
    studied(qtbot, opening)
    assert opening.plan.target == "kind"


def _table(*names):
    import pandas as pd

    return Table.from_frame(pd.DataFrame({name: [1, 2] for name in names}))


def test_a_file_that_cannot_be_opened_is_refused(qtbot, opening, tmp_path):
    opening.open(Source.from_path(tmp_path / "nowhere.csv"))
    qtbot.waitUntil(lambda: bool(opening.refusals), timeout=SECONDS)
    assert "There is no file" in str(opening.refusals[0])
    assert opening.source is None


def test_an_encoding_that_is_wrong_is_trouble_until_another_is_chosen(qtbot, opening):
    content = "Stadt,Größe\nMünchen,1\nKöln,2\n".encode("latin-1")
    opening.open(Source.from_bytes(content))
    studied(qtbot, opening)
    guessed = opening.manner
    opening.overrule(Dialect(encoding="utf-8"))
    qtbot.waitUntil(lambda: opening.trouble is not None, timeout=SECONDS)
    opening.use()
    assert not opening.is_wanted
    opening.overrule(guessed)
    studied(qtbot, opening)
    assert opening.trouble is None
    assert opening.table.names == ["Stadt", "Größe"]


def test_a_late_line_in_another_encoding_is_the_better_guess(qtbot, opening):
    rows = "".join(f"{row},plain\n" for row in range(60_000)).encode()
    content = b"x,y\n" + rows + "60000,Köln\n".encode("latin-1") + rows
    opening.open(Source.from_bytes(content))
    studied(qtbot, opening)
    assert opening.manner.encoding == "cp1252"
    assert opening.guess.preview.dialect == opening.manner
    assert "later line" in opening.guess.preview.reasons["encoding"]
    assert "Köln" in opening.table.column("y").categories


def test_cancelling_leaves_what_was_seen_and_use_reads_again(qtbot, opening, tmp_path):
    path = tmp_path / "long.csv"
    path.write_text("x,kind\n" + "".join(f"{i},{'ab'[i % 2]}\n" for i in range(400_000)))
    with qtbot.waitSignal(opening.planned, timeout=SECONDS):
        opening.open(Source.from_path(path))
    assert opening.progress is not None
    opening.cancel()
    assert opening.progress is None
    qtbot.wait(200)
    assert opening.table is None
    assert opening.look is not None
    opening.use()
    assert len(used(qtbot, opening)) == 400_000


def test_a_file_too_large_is_not_read_until_told_how(qtbot, opening, monkeypatch):
    monkeypatch.setattr(first_look, "needed", lambda *_: Need(9 << 30, 1 << 30, False, 25))
    opening.open(text("id,x,kind\n" + ROWS))
    with qtbot.waitSignal(opening.planned, timeout=SECONDS):
        pass
    assert opening.is_too_large
    opening.use()
    assert opening.progress is None
    assert not opening.is_wanted
    opening.read_all(sample=25)
    studied(qtbot, opening)
    assert len(opening.table) == 25
    rows = opening.table.lines - 2
    np.testing.assert_array_equal(opening.table.column("id").values, rows)
    opening.read_all()
    studied(qtbot, opening)
    assert len(opening.table) == 60
