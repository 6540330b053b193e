"""An audit of rows on the disk in a session: what is hostile or damaged is left out, and said."""

import json
import zipfile

import numpy as np
import pytest

from core.judging.auditing.parts import drawn_audit, on_disk
from core.judging.auditing.parts.drawn_audit import audit_drawn
from core.parts import drawn, summing
from core.parts.opening import open_on_disk
from core.storage import audit_file
from core.storage.session_file import SavedSession, load_session, save_session
from tests.core.parts.conftest import cache, cut, frame, opened, planned  # noqa: F401


@pytest.fixture
def saved(frame, opened, monkeypatch, tmp_path):  # noqa: F811
    """A session with the audit of rows on the disk, of which some are held."""
    monkeypatch.setattr(summing, "SHOWN", 60)
    monkeypatch.setattr(on_disk, "LEAST_LISTED", 50)
    monkeypatch.setattr(on_disk, "_TREES", 2)
    for module in (drawn_audit, audit_file):
        monkeypatch.setattr(module, "MOST_DRAWN", 20)
    look = opened(cut(frame.iloc[:400], 2))
    data = open_on_disk(look, planned(look))
    session = SavedSession(data, audit=audit_drawn(data))
    save_session(session, tmp_path / "work.workbench")
    return session, tmp_path / "work.workbench"


def rewritten(path, change):
    """Change the parts of a session, the facts among them as plain data."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    facts = json.loads(parts["session.json"])
    change(facts["audit"], parts)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in (parts | {"session.json": json.dumps(facts)}).items():
            archive.writestr(name, content)


def as_array(values, folder):
    np.save(folder / "array.npy", values)
    return (folder / "array.npy").read_bytes()


def test_the_rows_that_are_held_come_back_by_their_lines(saved):
    session, path = saved
    found = load_session(path)
    assert found.unheard == ""
    assert 60 < len(found.audit.dataset) <= 80
    assert np.array_equal(found.audit.dataset.lines, session.audit.dataset.lines)
    assert np.array_equal(found.audit.suspicion, session.audit.suspicion)


def test_no_session_makes_the_program_read_very_many_rows(saved, tmp_path, monkeypatch):
    session, path = saved
    monkeypatch.setattr(drawn, "picked", lambda *_: pytest.fail("the files are read"))
    every = as_array(session.base.lines.astype("<i8"), tmp_path)
    rewritten(path, lambda _, parts: parts.update({"audit.lines.npy": every}))
    found = load_session(path)
    assert found.audit is None
    assert len(found.base) == 400


@pytest.mark.parametrize("part", ["audit.suspicion.npy", "audit.lines.npy"])
def test_an_audit_that_is_damaged_is_left_out_and_that_is_said(saved, tmp_path, part):
    _, path = saved
    rewritten(path, lambda _, parts: parts.update({part: as_array(np.zeros(3), tmp_path)}))
    found = load_session(path)
    assert found.audit is None
    assert found.unheard == (
        "The audit could not be read again. It is damaged. Audit the rows anew."
    )
