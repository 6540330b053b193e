"""An audit comes back from a session with every row's numbers, bit for bit, and every reason."""

import dataclasses
import json
import zipfile

import numpy as np
import pytest

from core import AdaBoost, GradientBoosting, audit, fit, read_csv
from core.base.errors import SessionFileError
from core.data.split import FILE_ORDER, Split
from core.judging.auditing.auditing import Auditing
from core.judging.auditing.result import Audit
from core.storage.session_file import NamedRun, SavedSession, load_session, save_session
from tests.core.learning.test_contract import MANY, NUMBERS, TWO, frame_for
from tests.core.storage.test_run_file import assert_same_bits, assert_same_run


@pytest.fixture(scope="module", params=[TWO, MANY, NUMBERS])
def audited(request, tmp_path_factory):
    """A run on a revision, and what the judges say about it, in one case by the past only."""
    path = tmp_path_factory.mktemp("audited") / "orders.csv"
    frame_for(request.param, rows=90).to_csv(path, index=False)
    base = read_csv(path, "y", weight="w")
    if request.param == MANY:
        base = base.with_split(Split(time=FILE_ORDER, past_only=True))
    settings = GradientBoosting(rounds=8) if request.param == NUMBERS else AdaBoost(rounds=8)
    run = fit(base.excluding([5, 9]), settings)
    kept = run.dataset.lines[:3].tolist()
    auditing = Auditing(run.dataset, run=run, training_only=True, kept=kept)
    for _ in auditing:
        pass
    found = auditing.audit().flagging(7)
    return SavedSession(base, runs=(NamedRun(4, "one", run),), current=4, audit=found)


def again(session, folder):
    save_session(session, folder / "work.workbench")
    return load_session(folder / "work.workbench")


def assert_same_audit(ours, theirs):
    """Field by field, so that one that is new is not forgotten."""
    compared = {"dataset", "run", "scores", "opinions", "twins"}
    for name in (field.name for field in dataclasses.fields(Audit) if field.name not in compared):
        mine, other = getattr(ours, name), getattr(theirs, name)
        if isinstance(mine, np.ndarray):
            assert_same_bits(mine, other)
        else:
            assert mine == other
    assert list(ours.scores) == list(theirs.scores)
    for name, values in ours.scores.items():
        assert_same_bits(values, theirs.scores[name])
    for mine, other in zip(ours.opinions, theirs.opinions, strict=True):
        assert (mine.name, mine.title) == (other.name, other.title)
        for part in ("own", "other", "share"):
            assert_same_bits(getattr(mine, part), getattr(other, part))
    assert_same_bits(ours.twins.group, theirs.twins.group)
    assert_same_bits(ours.twins.contradicted, theirs.twins.contradicted)
    assert_same_bits(ours.dataset.lines, theirs.dataset.lines)
    assert_same_bits(ours.ranked, theirs.ranked)
    for row in ours.ranked[:3].tolist():
        assert repr(ours.reasons(row)) == repr(theirs.reasons(row))  # NaN is like NaN there


def test_an_audit_comes_back_bit_for_bit_on_the_run_and_the_data_of_the_session(audited, tmp_path):
    found = again(audited, tmp_path)
    assert_same_audit(audited.audit, found.audit)
    assert found.audit.run is found.runs[0].run
    assert found.audit.dataset is found.runs[0].run.dataset


def test_a_run_that_is_in_no_list_comes_back_with_it(audited, tmp_path):
    found = again(dataclasses.replace(audited, runs=(), current=None), tmp_path)
    assert_same_audit(audited.audit, found.audit)
    assert_same_run(audited.audit.run, found.audit.run, audited.base)
    assert found.audit.run.dataset is found.audit.dataset


def test_an_audit_that_heard_nobody_comes_back(tmp_path):
    path = tmp_path / "few.csv"
    frame_for(TWO, rows=8).to_csv(path, index=False)
    base = read_csv(path, "y", validation_share=0)
    session = SavedSession(base, audit=audit(base, AdaBoost(rounds=3)))
    assert session.audit.opinions == ()
    found = again(session, tmp_path)
    assert_same_audit(session.audit, found.audit)
    assert found.audit.dataset is found.base


def test_a_session_of_before_audits_were_kept_opens(audited, tmp_path):
    save_session(audited, tmp_path / "work.workbench")
    changed(tmp_path / "work.workbench", lambda facts: facts.pop("audit"))
    found = load_session(tmp_path / "work.workbench")
    assert found.audit is None
    assert len(found.runs) == 1


def changed(path, change):
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    facts = json.loads(parts["session.json"])
    change(facts)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in (parts | {"session.json": json.dumps(facts)}).items():
            archive.writestr(name, content)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("count", -1),
        ("count", 1000),
        ("seconds", -1),
        ("low", 0.9),
        ("revision", 1),
        ("run", 1),
        ("run", True),
        ("kind_names", ["no such kind"]),
        ("kind_names", []),
        ("opinions", None),
    ],
)
def test_wrong_facts_about_an_audit_are_refused(name, value, audited, tmp_path):
    path = tmp_path / "work.workbench"
    save_session(audited, path)
    changed(path, lambda facts: facts["audit"].update({name: value}))
    with pytest.raises(SessionFileError, match="work.workbench is not a session"):
        load_session(path)
