"""A person trains, decides, selects, saves the session, and goes on in a new window; or crashes."""

import pytest
from PySide6.QtCore import Qt

from core.judging.reviewing.decision import Verb
from core.project.commands import as_plain
from tests.core.storage.test_run_file import assert_same_run
from tests.core.storage.test_session_file import assert_same_bits
from tests.workbench.driving import (
    SECONDS,
    answer,
    flipped_csv,
    open_by_dialog,
    open_file,
    train,
    use_file,
    wait_until_done,
)
from tests.workbench.reviewing.bench import made_up_audit
from workbench.sessions.journal_writer import Session
from workbench.views.error_curves.view import CurveOptions


@pytest.fixture
def windows(started):
    """Makes windows, and closes them."""
    return started


def crash(window):
    """To every other window it is now as if this one had ended without being closed."""
    window.session.lock.release()


def trained(qtbot, window, tmp_path):
    """One run, and nothing else."""
    path = tmp_path / "orders.csv"
    flipped_csv(path)
    open_by_dialog(qtbot, window, path)
    train(qtbot, window, 5)


def worked(qtbot, window, tmp_path):
    """Two runs, three decisions of which one is undone, a sample, a selection, an earlier round."""
    path = tmp_path / "orders.csv"
    flipped = flipped_csv(path)
    open_file(qtbot, window, path)
    train(qtbot, window, 30)
    reviewer = window.controller.reviewer
    reviewer.decide(flipped[:2], Verb.EXCLUDE, reason="wrong")
    reviewer.relabel({flipped[3]: "yes"}, note="looked up")
    train(qtbot, window, 12)
    space = window.workspace
    space.set_audit(made_up_audit(space.dataset, flipped[4:9], space.current.run))
    space.rename_run(space.runs[0], "before")
    reviewer.certifier.begin(checks=True)
    reviewer.decide(flipped[5:6], Verb.KEEP)
    window.actions_.undo.trigger()
    assert len(space.decisions.sample.draws) == 1
    space.compare([space.runs[0]])
    space.go_to(7)
    space.select(flipped[4:8])
    window.docks.view("error_curves").change_options(log_rounds=True)
    window.docks.docks["weight_heatmap"].raise_()
    window.docks.panels["data_panel"].hide()
    wait_until_still(qtbot, window)
    return path, flipped


def wait_until_still(qtbot, window):
    """Nothing is computed, and no view waits for its turn to be made or drawn."""
    qtbot.waitUntil(lambda: window.jobs.is_idle and window.workspace.turns.is_idle, timeout=SECONDS)


def save(qtbot, window, path, action="save_session"):
    window.shell.ask.save = lambda *_: path
    getattr(window.actions_, action).trigger()
    assert "…" in window.controller.activity
    qtbot.waitUntil(lambda: window.jobs.is_free, timeout=SECONDS)
    assert not window.strip.isVisible()


def reopen(qtbot, window, path, **others):
    answer(window, {"Open a session": path} | others)
    window.actions_.open_session.trigger()
    assert window.controller.progress is not None
    qtbot.waitUntil(lambda: window.workspace.runs != [], timeout=SECONDS)
    wait_until_still(qtbot, window)


def assert_same_workspace(ours, theirs):
    for name in ("rows", "labels", "validation", "lines"):
        assert_same_bits(getattr(ours.dataset, name), getattr(theirs.dataset, name))
    assert ours.dataset.revision == theirs.dataset.revision
    assert len(ours.runs) == len(theirs.runs)
    for mine, other in zip(ours.runs, theirs.runs, strict=True):
        assert (mine.number, mine.name) == (other.number, other.name)
        assert mine.dataset.revision == other.dataset.revision
        base = ours.project.branch_numbered(mine.branch).base
        assert_same_run(mine.run, other.run, base)
    for name in ("done", "undone"):
        mine, other = ([d.command for d in getattr(s.project, name)] for s in (ours, theirs))
        assert mine == other
    assert ours.decisions.standing() == theirs.decisions.standing()
    samples = [[as_plain(own) for own in space.project.samples()] for space in (ours, theirs)]
    assert samples[0] == samples[1]


def test_everything_opens_again_as_it_was(qtbot, windows, tmp_path):
    first = windows()
    _, flipped = worked(qtbot, first, tmp_path)
    path = tmp_path / "work.workbench"
    save(qtbot, first, tmp_path / "work")
    second = windows()
    reopen(qtbot, second, path)
    ours, theirs = first.workspace, second.workspace
    assert_same_workspace(ours, theirs)
    assert (ours.current.number, ours.round) == (theirs.current.number, theirs.round) == (2, 7)
    assert [item.number for item in theirs.compared] == [1]
    assert_same_bits(ours.selection, theirs.selection)
    assert theirs.options_of("error_curves", CurveOptions) == CurveOptions(log_rounds=True)
    assert second.docks.layout_data() == first.docks.layout_data()
    assert not second.docks.panels["data_panel"].isVisible()
    assert second.algorithm_panel.settings == first.algorithm_panel.settings
    assert second.windowTitle() == first.windowTitle()
    assert theirs.current.dataset is theirs.dataset
    # What was undone can be redone, and what stands can be undone.
    assert second.actions_.redo.text() == first.actions_.redo.text()
    second.actions_.redo.trigger()
    assert theirs.decisions.about(flipped[5]).verb is Verb.KEEP
    second.actions_.undo.trigger()
    second.actions_.undo.trigger()
    assert theirs.runs[0].name == "1 AdaBoost"
    second.actions_.undo.trigger()
    assert theirs.decisions.about(flipped[3]) is None
    # Training goes on where it was, to the same bits.
    for window in (first, second):
        window.workspace.show_run(window.workspace.runs[1])
        window.controller.trainer.train_on(5)
        qtbot.waitUntil(lambda w=window: len(w.workspace.runs) == 3, timeout=SECONDS)
        wait_until_done(qtbot, window)
    mine, other = ours.runs[2].run, theirs.runs[2].run
    assert_same_bits(mine.history.weights(17), other.history.weights(17))


def test_the_judges_need_not_be_heard_again(qtbot, windows, tmp_path):
    first = windows()
    _, flipped = worked(qtbot, first, tmp_path)
    save(qtbot, first, tmp_path / "work.workbench")
    second = windows(trains=False)
    reopen(qtbot, second, tmp_path / "work.workbench")
    ours, theirs = first.workspace, second.workspace
    assert theirs.audit.dataset is theirs.dataset
    assert theirs.audit.run is theirs.current.run
    assert_same_bits(ours.audit.suspicion, theirs.audit.suspicion)
    assert_same_bits(ours.snapshot.flagged, theirs.snapshot.flagged)
    assert first.controller.verdict == second.controller.verdict
    for window in (first, second):
        window.actions_.review.trigger()
        page = window.review.page
        qtbot.waitUntil(lambda p=page: p.rows.facts is not None, timeout=SECONDS)
        assert page.rows.facts.line == flipped[4]
        assert window.review.suspects.ranking.audit is window.workspace.audit


def test_it_opens_where_the_data_are_not(qtbot, windows, tmp_path):
    first = windows()
    csv, _ = worked(qtbot, first, tmp_path)
    save(qtbot, first, tmp_path / "inside.workbench")
    save(qtbot, first, tmp_path / "outside.workbench", "save_reference")
    content = csv.read_bytes()
    csv.unlink()
    second = windows(trains=False)
    reopen(qtbot, second, tmp_path / "inside.workbench")
    assert_same_workspace(first.workspace, second.workspace)
    third = windows(trains=False)
    moved = tmp_path / "moved.csv"
    moved.write_bytes(content)
    answer(third, {"Open a session": tmp_path / "outside.workbench"})
    third.actions_.open_session.trigger()
    qtbot.waitUntil(third.strip.isVisible, timeout=SECONDS)
    assert "orders.csv is gone or was changed" in third.strip.text.text()
    data = {"Where are the data now?": moved}
    reopen(qtbot, third, tmp_path / "outside.workbench", **data)
    assert_same_workspace(first.workspace, third.workspace)
    assert not third.strip.isVisible()


def test_a_session_that_cannot_be_written_is_a_sentence_and_nothing_is_lost(
    qtbot, windows, tmp_path
):
    window = windows()
    trained(qtbot, window, tmp_path)
    window.shell.ask.save = lambda *_: tmp_path / "no such folder" / "work"
    window.actions_.save_session.trigger()
    qtbot.waitUntil(window.strip.isVisible, timeout=SECONDS)
    assert "work.workbench could not be written to" in window.strip.text.text()
    assert len(window.workspace.runs) == 1
    assert window.controller.keeper.path is None


def test_after_a_crash_everything_is_offered_and_comes_back(qtbot, windows, tmp_path):
    first = windows()
    worked(qtbot, first, tmp_path)
    wait_until_still(qtbot, first)
    crash(first)
    second = windows(trains=False)
    assert second.welcome.offered.isVisible()
    assert second.welcome.offer_text.text() == (
        "orders.csv was open when the program ended: 2 runs and 3 decisions, in no session file, "
        "can be restored."
    )
    qtbot.mouseClick(second.welcome.restore, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(second.workspace.runs) == 2, timeout=SECONDS)
    wait_until_still(qtbot, second)
    assert_same_workspace(first.workspace, second.workspace)
    assert second.workspace.runs[0].name == "before"
    # It crashes again before anything is saved: it is offered again, then saved, then no more.
    crash(second)
    third = windows(trains=False)
    assert third.welcome.offered.isVisible()
    third.sessions.restore()
    qtbot.waitUntil(lambda: len(third.workspace.runs) == 2, timeout=SECONDS)
    qtbot.waitUntil(lambda: third.jobs.is_free, timeout=SECONDS)
    save(qtbot, third, tmp_path / "work")
    crash(third)
    assert not windows(trains=False).welcome.offered.isVisible()


def test_branches_and_their_runs_come_back_after_a_crash(qtbot, windows, tmp_path):
    first = windows()
    trained(qtbot, first, tmp_path)
    first.controller.choose_target("shop")
    qtbot.waitUntil(lambda: first.workspace.dataset.target == "shop", timeout=SECONDS)
    first.controller.reviewer.decide([3], Verb.EXCLUDE)
    train(qtbot, first, 3)
    wait_until_still(qtbot, first)
    crash(first)
    second = windows(trains=False)
    second.sessions.restore()
    qtbot.waitUntil(lambda: len(second.workspace.runs) == 2, timeout=SECONDS)
    wait_until_still(qtbot, second)
    assert_same_workspace(first.workspace, second.workspace)
    assert [item.branch for item in second.workspace.runs] == [1, 2]
    assert second.workspace.dataset.target == "shop"
    second.actions_.deeds.trigger()
    listed = second.deeds.list
    words = [listed.item(place).text() for place in range(listed.count())]
    assert words == ["Take 'shop' as the target", "Exclude line 3"]
    second.deeds.undo.click()
    second.deeds.undo.click()
    assert second.workspace.dataset.target == "label"
    assert second.workspace.current is second.workspace.runs[0]
    assert listed.item(1).text() == "Exclude line 3 (undone)"
    second.deeds.close()


def test_what_is_declined_or_closed_is_not_offered_again(qtbot, windows, tmp_path):
    first = windows()
    trained(qtbot, first, tmp_path)
    assert not windows(trains=False).welcome.offered.isVisible()  # it still runs
    crash(first)
    second = windows(trains=False)
    assert second.welcome.offered.isVisible()
    second.welcome.decline.click()
    assert not second.welcome.offered.isVisible()
    second.close()
    assert not windows(trains=False).welcome.offered.isVisible()


def test_a_session_is_among_the_recent_files_and_opens_by_a_click(qtbot, windows, tmp_path):
    first = windows()
    trained(qtbot, first, tmp_path)
    save(qtbot, first, tmp_path / "work")
    crash(first)
    second = windows(trains=False)
    assert [link.text() for link in second.welcome.links[:2]] == ["work.workbench", "orders.csv"]
    assert second.session.recent()[0].target == ""
    second.welcome.links[0].click()
    qtbot.waitUntil(lambda: len(second.workspace.runs) == 1, timeout=SECONDS)
    wait_until_still(qtbot, second)
    assert second.workspace.dataset.name == "orders.csv"


def test_runs_that_are_closed_unsaved_are_offered_until_other_data_are_opened(
    qtbot, windows, tmp_path
):
    first = windows()
    trained(qtbot, first, tmp_path)
    first.close()
    second = windows(trains=False)
    assert second.welcome.offered.isVisible()
    second.sessions.restore()
    qtbot.waitUntil(lambda: len(second.workspace.runs) == 1, timeout=SECONDS)
    wait_until_still(qtbot, second)
    second.close()
    third = windows(trains=False)
    assert third.welcome.offered.isVisible()  # it was restored, but still is in no file
    other = tmp_path / "other.csv"
    flipped_csv(other, seed=9)
    open_file(qtbot, third, other)
    third.close()
    assert not windows(trains=False).welcome.offered.isVisible()


def test_a_session_that_was_opened_and_changed_comes_back_after_a_crash(qtbot, windows, tmp_path):
    first = windows()
    csv, flipped = worked(qtbot, first, tmp_path)
    save(qtbot, first, tmp_path / "work")
    first.close()
    csv.unlink()
    second = windows(trains=False)
    assert not second.welcome.offered.isVisible()
    reopen(qtbot, second, tmp_path / "work.workbench")
    crash(second)
    assert Session().recovery() is None  # nothing was done since
    second.controller.reviewer.decide([flipped[9]], Verb.EXCLUDE)
    second.workspace.rename_run(second.workspace.runs[0], "the first")
    third = windows(trains=False)
    assert third.welcome.offered.isVisible()
    third.sessions.restore()
    qtbot.waitUntil(lambda: len(third.workspace.runs) == 2, timeout=SECONDS)
    wait_until_still(qtbot, third)
    assert_same_workspace(second.workspace, third.workspace)
    assert third.workspace.runs[0].name == "the first"
    # And once more: what it came from is still known.
    crash(third)
    assert Session().recovery().words == "2 runs and 4 decisions"
    fourth = windows(trains=False)
    fourth.sessions.restore()
    qtbot.waitUntil(lambda: len(fourth.workspace.runs) == 2, timeout=SECONDS)
    wait_until_still(qtbot, fourth)
    assert_same_workspace(second.workspace, fourth.workspace)


def kept_files(window):
    return {file.name for file in window.session.runs_folder.iterdir()}


def test_runs_that_are_in_a_list_are_kept_and_of_others_only_so_many(
    qtbot, windows, tmp_path, monkeypatch
):
    from workbench.sessions import journal_writer as session

    monkeypatch.setattr(session, "_MOST_RUNS", 3)
    path = tmp_path / "orders.csv"
    flipped_csv(path)
    first, second = windows(path), windows(path)
    for window in (first, second):
        window.session.started()
        use_file(qtbot, window, path)
    for rounds in range(1, 4):
        train(qtbot, first, rounds)
    for rounds in range(1, 6):
        train(qtbot, second, rounds)
    lists = [{item.kept for item in window.workspace.runs} for window in (first, second)]
    assert [len(each) for each in lists] == [3, 5]
    assert kept_files(second) == lists[0] | lists[1]

    for item in second.workspace.runs[:4]:
        second.controller.remove_run(item)
    train(qtbot, second, 6)
    # The list is short now: what left it goes, as far as there are more than so many.
    stay = {item.kept for item in second.workspace.runs}
    newest = sorted(lists[1] | stay, key=lambda name: _modified(second, name))[-3:]
    assert kept_files(second) == lists[0] | stay | set(newest)
    assert len(kept_files(second)) < 9


def _modified(window, name):
    path = window.session.runs_folder / name
    return path.stat().st_mtime_ns if path.exists() else 0


def test_the_audit_comes_back_after_a_crash_with_the_rows_that_were_flagged(
    qtbot, windows, tmp_path
):
    """577 rows were flagged, and 189 after the recovery: those of the first ranking."""
    first = windows()
    path = tmp_path / "orders.csv"
    flipped = flipped_csv(path)
    open_file(qtbot, first, path)
    train(qtbot, first, 12)
    first.controller.reviewer.decide(flipped[:2], Verb.EXCLUDE)
    train(qtbot, first, 12)
    space = first.workspace
    space.set_audit(made_up_audit(space.dataset, flipped[4:9], space.current.run))
    first.controller.reviewer.flag(9)
    wait_until_still(qtbot, first)
    crash(first)
    second = windows(trains=False)
    second.sessions.restore()
    qtbot.waitUntil(lambda: len(second.workspace.runs) == 2, timeout=SECONDS)
    wait_until_still(qtbot, second)
    again = second.workspace
    assert again.audit is not None
    assert again.audit.dataset is again.current.dataset is again.dataset
    assert again.audit.run is again.current.run
    assert again.audit.count == space.audit.count == 9
    assert_same_bits(again.audit.suspicion, space.audit.suspicion)
    assert again.snapshot.flagged.sum() == space.snapshot.flagged.sum() == 9
    # It is kept by the second window, too.
    crash(second)
    third = windows(trains=False)
    third.sessions.restore()
    qtbot.waitUntil(lambda: third.workspace.audit is not None, timeout=SECONDS)
    wait_until_still(qtbot, third)
    assert third.workspace.audit.count == 9


def test_an_audit_that_cannot_be_read_leaves_the_runs(qtbot, windows, tmp_path):
    first = windows()
    trained(qtbot, first, tmp_path)
    space = first.workspace
    space.set_audit(made_up_audit(space.dataset, space.dataset.lines[:4].tolist()))
    wait_until_still(qtbot, first)
    (kept,) = first.session.runs_folder.glob("*.audit")
    kept.write_bytes(b"cut in half")
    crash(first)
    second = windows(trains=False)
    second.sessions.restore()
    qtbot.waitUntil(lambda: len(second.workspace.runs) == 1, timeout=SECONDS)
    assert second.workspace.audit is None
    assert not second.strip.isVisible()


def what_stands(window):
    return {(one.line, one.verb, one.new) for one in window.workspace.decisions.standing()}


def open_both_ways(qtbot, windows, csv, session):
    """What a new window says is decided: once the data file is opened, and once the session is."""
    by_file = windows(trains=False)
    open_file(qtbot, by_file, csv)
    by_session = windows(trains=False)
    reopen(qtbot, by_session, session)
    return by_file, by_session


@pytest.mark.parametrize("ending", [lambda window: window.close(), crash], ids=["quit", "crash"])
def test_the_session_and_its_file_tell_the_same_after_an_end_without_saving(
    qtbot, windows, tmp_path, ending
):
    first = windows()
    csv, flipped = worked(qtbot, first, tmp_path)
    session = tmp_path / "work.workbench"
    save(qtbot, first, session)
    first.controller.reviewer.decide(flipped[10:12], Verb.EXCLUDE)
    done = what_stands(first)
    assert len(done) == 5
    ending(first)
    by_file, by_session = open_both_ways(qtbot, windows, csv, session)
    assert what_stands(by_file) == what_stands(by_session) == done
    assert_same_bits(by_file.workspace.dataset.labels, by_session.workspace.dataset.labels)
    strip = by_session.sessions.strip
    assert strip.isVisible()
    assert "work.workbench" in strip.text.text()
    assert "2 decisions about orders.csv" in strip.text.text()
    assert len(by_session.workspace.runs) == 2

    # It goes on from there: what is decided in the session, or undone, is so in the file, too.
    by_file.close()
    reviewer = by_session.controller.reviewer
    reviewer.undo()
    reviewer.decide(flipped[12:13], Verb.KEEP)
    done = what_stands(by_session)
    assert len(done) == 4
    ending(by_session)
    by_file, by_session = open_both_ways(qtbot, windows, csv, session)
    assert what_stands(by_file) == what_stands(by_session) == done


def test_a_session_can_be_had_as_it_was_saved(qtbot, windows, tmp_path):
    first = windows()
    csv, flipped = worked(qtbot, first, tmp_path)
    session, later = tmp_path / "work.workbench", tmp_path / "later.workbench"
    save(qtbot, first, session)
    saved = what_stands(first)
    first.controller.reviewer.decide(flipped[10:12], Verb.EXCLUDE)
    done = what_stands(first)
    first.close()
    second = windows(trains=False)
    reopen(qtbot, second, session)
    assert what_stands(second) == done
    second.sessions.strip.yes.click()
    qtbot.waitUntil(lambda: what_stands(second) == saved, timeout=SECONDS)
    wait_until_still(qtbot, second)
    assert not second.sessions.strip.isVisible()
    second.close()
    # From now on it goes its own way.
    by_file, by_session = open_both_ways(qtbot, windows, csv, session)
    assert what_stands(by_file) == done
    assert what_stands(by_session) == saved
    assert not by_session.sessions.strip.isVisible()
    # What was saved before another session of the same work is an earlier state of it.
    save(qtbot, by_file, later, "save_session_as")
    by_file.controller.reviewer.undo()
    by_file.close()
    save(qtbot, by_session, session)
    again = windows(trains=False)
    answer(again, {"Open a session": later})
    again.actions_.open_session.trigger()
    qtbot.waitUntil(lambda: again.workspace.dataset is not None, timeout=SECONDS)
    wait_until_still(qtbot, again)
    assert what_stands(again) == saved
    assert again.sessions.strip.isVisible()
