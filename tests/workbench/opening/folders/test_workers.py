"""Workers that help with data on the disk, in the window: threads stand in for them here."""

import threading

import numpy as np
import pytest

from core.base.errors import DataError
from core.cluster import dask_office
from core.engine.sums import SumsLostError
from core.judging.auditing.parts import on_disk as on_disk_audit
from core.judging.reviewing.decision import Verb
from core.parts import summing
from core.storage.model_file import save_model
from tests.core.cluster.threads import ThreadOffice
from tests.workbench.driving import SECONDS, set_rounds, settle, wait_until_done
from tests.workbench.opening.folders.making import look_at_folder, planted_folder, use_folder

WORKERS = 2


@pytest.fixture
def offices(monkeypatch, tmp_path):
    """The offices that the window opens."""
    made = []

    def office(address):
        made.append(ThreadOffice(address.workers or 3))
        made[-1].address = address
        return made[-1]

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(dask_office, "DaskOffice", office)
    monkeypatch.setattr(summing, "SHOWN", 100)
    monkeypatch.setattr(on_disk_audit, "LEAST_LISTED", 50)
    yield made
    for thread in threading.enumerate():
        if "share" in thread.name:
            thread.join(60)


def ask_for_workers(window, address="", number=WORKERS):
    """Choose workers on the import page."""
    keeping = window.desk.page.keeping
    keeping.where.setCurrentIndex(2)
    keeping.where.activated.emit(2)
    keeping.workers.address.setText(address)
    keeping.workers.number.setValue(number)


@pytest.fixture
def helped(qtbot, window, offices, tmp_path):
    """A window with data that two workers help with."""
    planted_folder(tmp_path / "orders")
    window.controller.reviewer.follows_up = False
    look_at_folder(qtbot, window, tmp_path / "orders")
    ask_for_workers(window)
    use_folder(qtbot, window)
    qtbot.waitUntil(lambda: bool(window.workspace.helping.workers), timeout=SECONDS)
    return offices[0]


def train(qtbot, window, rounds=10):
    set_rounds(window, rounds)
    qtbot.waitUntil(window.actions_.train.isEnabled, timeout=SECONDS)
    window.actions_.train.trigger()
    wait_until_done(qtbot, window)
    return window.workspace.current.run


def audited(qtbot, window):
    before = window.workspace.audit
    window.actions_.audit.trigger()
    qtbot.waitUntil(lambda: window.workspace.audit is not before, timeout=SECONDS)
    settle(qtbot, window)
    return window.workspace.audit


def test_training_and_audit_are_those_of_this_machine(qtbot, window, helped, tmp_path):
    asked = []
    helped.seats[0].share.judge = lambda *given, own=helped.seats[0].share.judge: (
        asked.append("judge") or own(*given)
    )
    run, found = train(qtbot, window), audited(qtbot, window)
    assert asked == ["judge"]
    assert not run.history.problem.sums.is_alone
    window.workspace.helping.close()
    again, alone = train(qtbot, window), audited(qtbot, window)
    assert again.history.problem.sums.is_alone
    for curve in run.history.curves:
        own, other = (each.history.curve(curve.name) for each in (run, again))
        np.testing.assert_array_equal(own, other, curve.name)
    files = tmp_path / "one.ensemble", tmp_path / "other.ensemble"
    for each, path in zip((run, again), files, strict=True):
        save_model(each.model, path)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert found.count == alone.count > 0
    assert np.array_equal(found.suspicion, alone.suspicion)
    assert found.noise == alone.noise


def test_the_workers_and_their_rows_are_shown_and_let_go_of(qtbot, window, helped, tmp_path):
    panel = window.data_panel
    shown = panel.workers.list
    rows = [shown.topLevelItem(place).text(1) for place in range(shown.topLevelItemCount())]
    assert [int(each) for each in rows] == [240, 240]
    assert "2 workers of this machine" in panel.size_text.text()
    window.actions_.how_read.trigger()
    qtbot.waitUntil(window.desk.page.isVisible, timeout=SECONDS)
    keeping = window.desk.page.keeping
    assert keeping.where.currentIndex() == 2
    keeping.where.setCurrentIndex(1)
    keeping.where.activated.emit(1)
    before = window.workspace.dataset
    window.desk.page.use.click()
    qtbot.waitUntil(lambda: window.workspace.helping.helpers is None, timeout=SECONDS)
    assert window.workspace.dataset is before  # they are the same data
    assert not panel.workers.isVisibleTo(panel)
    qtbot.waitUntil(
        lambda: all(seat.share._is_over.is_set() for seat in helped.seats), timeout=9000
    )


def test_more_rounds_are_trained_here_and_that_is_said(qtbot, window, helped, monkeypatch):
    told, say = [], window.controller.status.say
    train(qtbot, window, 5)
    monkeypatch.setattr(
        window.controller.status, "say", lambda what: told.append(what) or say(what)
    )
    window.actions_.train_on.trigger()
    wait_until_done(qtbot, window)
    run = window.workspace.current.run
    assert run.rounds > 5
    assert run.history.problem.sums.is_alone
    assert told[0] == "More rounds of a run are trained on this machine, and not by the workers."


def test_what_was_decided_is_learned_here_and_that_is_said(qtbot, window, helped):
    train(qtbot, window)
    line = int(window.workspace.dataset.lines[0])
    window.controller.reviewer.decide([line], Verb.EXCLUDE)
    run = train(qtbot, window)
    assert run.history.problem.sums.is_alone
    assert len(run.dataset) == 479
    assert "as they were opened" in window.workspace.helping.why_not(run.dataset)


def test_workers_that_are_gone_are_told_and_the_run_so_far_is_kept(
    qtbot, window, helped, monkeypatch
):
    told = []
    window.workspace.failed.connect(told.append)
    set_rounds(window, 4000)
    qtbot.waitUntil(window.actions_.train.isEnabled, timeout=SECONDS)
    window.actions_.train.trigger()
    qtbot.waitUntil(
        lambda: window.workspace.current is not None and window.workspace.rounds > 3,
        timeout=SECONDS,
    )

    def gone():
        raise SumsLostError("The scheduler went away.")

    monkeypatch.setattr(helped, "places", gone)
    helped.is_unlucky = True
    for seat in helped.seats:
        seat.is_lost = True
    wait_until_done(qtbot, window)
    run = window.workspace.current.run
    assert 3 < run.rounds < 4000
    assert "is kept" in run.outcome.sentence
    assert "The scheduler went away. Until then" in str(told[-1])
    assert "The scheduler went away." in window.shell.strip.text.text()
    assert window.workspace.helping.helpers is None
    assert train(qtbot, window, 5).history.problem.sums.is_alone


def test_a_scheduler_that_does_not_answer_is_a_sentence_on_the_page_and_can_be_tried_again(
    qtbot, window, offices, tmp_path, monkeypatch
):
    planted_folder(tmp_path / "orders")
    look_at_folder(qtbot, window, tmp_path / "orders")
    page, opening = window.desk.page, window.controller.opening
    working = dask_office.DaskOffice

    def deaf(address):
        raise DataError(f"No scheduler answers at {address.scheduler}.")

    monkeypatch.setattr(dask_office, "DaskOffice", deaf)
    ask_for_workers(window, "tcp://10.0.0.1:8786")
    page.use.click()
    qtbot.waitUntil(lambda: opening.trouble is not None, timeout=SECONDS)
    assert "No scheduler answers at tcp://10.0.0.1:8786." in page.trouble.text()
    assert page.use.isEnabled()
    monkeypatch.setattr(dask_office, "DaskOffice", working)
    use_folder(qtbot, window)
    assert offices[0].address.scheduler == "tcp://10.0.0.1:8786"
    helping = window.workspace.helping
    qtbot.waitUntil(lambda: bool(helping.workers), timeout=SECONDS)
    assert helping.words == "3 workers of tcp://10.0.0.1:8786"


def test_what_is_no_address_is_told_before_anything_is_connected(qtbot, window, offices, tmp_path):
    planted_folder(tmp_path / "orders")
    look_at_folder(qtbot, window, tmp_path / "orders")
    page, opening = window.desk.page, window.controller.opening
    ask_for_workers(window, "somewhere")
    page.use.click()
    qtbot.waitUntil(lambda: opening.trouble is not None, timeout=SECONDS)
    assert "no address of a cluster" in page.trouble.text()
    assert offices == []
    page.keeping.workers.address.setText("")
    assert page.trouble.text() == ""


def test_certificates_are_asked_for_with_tls_alone(qtbot, window, offices, tmp_path):
    planted_folder(tmp_path / "orders")
    look_at_folder(qtbot, window, tmp_path / "orders")
    form, page = window.desk.page.keeping.workers, window.desk.page
    ask_for_workers(window, "tcp://host:8786")
    assert not form.files["ca"].isVisibleTo(page)
    assert "trust" in form.note.text()
    assert not form.number.isVisibleTo(page)
    form.address.setText("tls://host:8786")
    assert form.files["ca"].isVisibleTo(page)
    for name, chooser in form.files.items():
        path = tmp_path / f"{name}.pem"
        path.write_text("-")
        chooser.take(path)
    address = window.controller.opening.subject.workers.read()
    assert address.certificates.key == tmp_path / "key.pem"
    form.address.setText("")
    assert window.controller.opening.subject.workers.read().workers == WORKERS
