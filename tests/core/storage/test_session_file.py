"""Session files: everything opens again as it was, here and elsewhere, or says why not."""

import hashlib
import itertools
import json
import shutil
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, Dataset, RandomForest, example, fit
from core.base.errors import SessionFileError
from core.base.files import SESSION_SUFFIX
from core.base.progress import Cancelled
from core.data.plan import Plan
from core.data.roles import Meaning
from core.reading.tables import read_table
from core.sources.dialect import Dialect
from core.sources.source import Source
from core.storage.session_file import (
    FORMAT,
    DataWantedError,
    NamedRun,
    SavedSession,
    load_session,
    save_session,
)
from tests.core.helpers import noisy_frame, run_of
from tests.core.storage.test_run_file import assert_same_bits, assert_same_run

DOINGS = (
    {
        "what": "decided",
        "step": [
            {
                "line": 5,
                "verb": "exclude",
                "label": None,
                "reason": "double",
                "note": "",
                "when": 1.5,
            },
            {"line": 7, "text": "look again", "when": 2.0},
        ],
    },
    {
        "what": "decided",
        "step": [
            {"line": 9, "verb": "keep", "label": None, "reason": "", "note": "", "when": 2.5},
        ],
    },
    {"what": "undone"},
    {"what": "redone"},
)


@pytest.fixture
def csv(tmp_path):
    path = tmp_path / "orders.csv"
    noisy_frame(200).to_csv(path, index=False)
    return path


def session_of(source, **options):
    """A session with two runs: one on the data as read, one on a revision."""
    base = Dataset.from_table(read_table(source), "y", seed=4, **options)
    revision = base.excluding([5, 50])
    runs = (
        NamedRun(1, "first", run_of(base, 20)),
        NamedRun(3, "the forest · ü", fit(revision, RandomForest(rounds=4), seed=2)),
        NamedRun(4, "again", fit(revision, AdaBoost(rounds=9))),
    )
    return SavedSession(
        base, DOINGS, runs, 3, (1,), 2, np.array([2, 5, 77]), {"theme": {"a": [1, None]}}
    )


def assert_same_session(ours, theirs):
    for name in ("rows", "labels", "validation", "lines", "weights"):
        assert_same_bits(getattr(ours.base, name), getattr(theirs.base, name))
    for name in ("name", "roles", "classes", "notes", "plan", "seed", "validation_share"):
        assert getattr(ours.base, name) == getattr(theirs.base, name)
    for mine, other in zip(ours.base.table.columns, theirs.base.table.columns, strict=True):
        assert (mine.name, mine.kind, mine.categories) == (other.name, other.kind, other.categories)
        assert_same_bits(mine.values, other.values)
    assert ours.base.table.origin.dialect == theirs.base.table.origin.dialect
    assert (ours.doings, ours.look) == (theirs.doings, theirs.look)
    for name in ("current", "compared", "round"):
        assert getattr(ours, name) == getattr(theirs, name)
    assert_same_bits(ours.selection, theirs.selection)
    assert len(ours.runs) == len(theirs.runs)
    for mine, other in zip(ours.runs, theirs.runs, strict=True):
        assert (mine.number, mine.name) == (other.number, other.name)
        assert mine.run.dataset.revision == other.run.dataset.revision
        assert_same_run(mine.run, other.run, ours.base)


@pytest.mark.parametrize("with_data", [True, False])
def test_a_session_opens_again_exactly_as_it_was(csv, tmp_path, with_data):
    session = session_of(csv)
    path = tmp_path / f"work{SESSION_SUFFIX}"
    save_session(session, path, with_data=with_data)
    found = load_session(path)
    assert_same_session(session, found)
    assert found.base.table.path == csv.resolve()
    first, second, third = (named.run.dataset for named in found.runs)
    assert first is found.base
    assert second is third


def test_with_the_data_inside_it_opens_elsewhere(csv, tmp_path):
    session = session_of(csv)
    save_session(session, tmp_path / "work.workbench")
    (tmp_path / "elsewhere").mkdir()
    moved = shutil.move(tmp_path / "work.workbench", tmp_path / "elsewhere")
    csv.write_text("something else")
    found = load_session(moved)
    assert_same_session(session, found)
    assert found.base.table.path is None
    # What came from inside can be saved again, and from there again.
    save_session(found, tmp_path / "second.workbench")
    assert_same_session(session, load_session(tmp_path / "second.workbench"))


def test_without_the_data_inside_they_are_found_beside_it_or_asked_for(csv, tmp_path):
    session = session_of(csv)
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    save_session(session, folder / "work.workbench", with_data=False)
    beside = shutil.move(csv, folder)
    found = load_session(folder / "work.workbench")
    assert found.base.table.path == (folder / "orders.csv").resolve()
    moved = tmp_path / "renamed.txt"
    shutil.move(beside, moved)
    with pytest.raises(DataWantedError, match=r"orders.csv is gone or was changed"):
        load_session(folder / "work.workbench")
    assert len(load_session(folder / "work.workbench", data=moved).base) == len(session.base)
    moved.write_bytes(moved.read_bytes().replace(b"1", b"2", 1))
    with pytest.raises(DataWantedError, match=r"renamed.txt is not orders.csv as it was"):
        load_session(folder / "work.workbench", data=moved)


def test_how_a_file_was_read_and_understood_comes_back(tmp_path):
    text = "id;when;size;code;y\n" + "".join(
        f"{n};2024-0{1 + n % 9}-11;{n % 7},5;{n % 3:03};{'ab'[n % 5 > 1]}\n" for n in range(90)
    )
    path = tmp_path / "europe.csv"
    path.write_text(text)
    dialect = Dialect(separator=";", decimal=",")
    table = read_table(path, dialect, as_text=["id"], sample=60, seed=3)
    lines = table.lines[:5].tolist()
    plan = Plan.suggested(table, "y").with_meaning("size", Meaning.CATEGORY).excluding(lines)
    base = Dataset.from_table(table, plan=plan, validation_share=0.4, seed=11)
    session = SavedSession(base, runs=(NamedRun(1, "one", run_of(base, 5)),), current=1, round=5)
    save_session(session, tmp_path / "work.workbench")
    path.unlink()
    found = load_session(tmp_path / "work.workbench")
    for name in ("rows", "labels", "validation", "lines"):
        assert_same_bits(getattr(base, name), getattr(found.base, name))
    assert found.base.plan == base.plan
    assert found.base.table.column("id").categories == table.column("id").categories
    assert found.base.table.origin.dialect == dialect
    assert_same_run(session.runs[0].run, found.runs[0].run, base)


def test_packed_files_and_the_clipboard_are_kept_as_they_are(csv, tmp_path):
    import gzip

    packed = tmp_path / "orders.csv.gz"
    packed.write_bytes(gzip.compress(csv.read_bytes()))
    for source in (packed, Source.from_bytes(csv.read_bytes(), "pasted rows")):
        session = session_of(source)
        save_session(session, tmp_path / "work.workbench")
        packed.unlink(missing_ok=True)
        assert_same_session(session, load_session(tmp_path / "work.workbench"))


def test_the_data_inside_are_the_bytes_of_the_file(csv, tmp_path):
    save_session(session_of(csv), tmp_path / "work.workbench")
    with zipfile.ZipFile(tmp_path / "work.workbench") as archive:
        assert archive.read("data") == csv.read_bytes()
        about = json.loads(archive.read("session.json"))["data"]
    assert about["checksum"] == hashlib.sha256(csv.read_bytes()).hexdigest()


def test_a_file_that_changed_since_is_not_saved_as_if_it_had_not(csv, tmp_path):
    session = session_of(csv)
    csv.write_text("x,y\n1,a\n")
    with pytest.raises(SessionFileError, match=r"orders.csv is gone or was changed"):
        save_session(session, tmp_path / "work.workbench")
    assert not (tmp_path / "work.workbench").exists()


def test_data_that_came_from_no_file_are_told_in_a_sentence(tmp_path):
    base = Dataset.from_frame(noisy_frame(50), "y")
    with pytest.raises(SessionFileError, match="came from no file"):
        save_session(SavedSession(base), tmp_path / "work.workbench")


def test_saving_and_opening_tell_how_far_they_are_and_can_be_called_off(csv, tmp_path):
    session, path = session_of(csv), tmp_path / "work.workbench"
    saving = []
    save_session(session, path, watch=saving.append)
    loading = []
    load_session(path, watch=loading.append)
    for told in (saving, loading):
        shares = [progress.share for progress in told]
        assert shares == sorted(shares)
        assert shares[-1] == 1
    before = path.read_bytes()

    def off_at(place):
        calls = itertools.count()

        def watch(_progress):
            if next(calls) == place:
                raise Cancelled

        return watch

    # Wherever it is cancelled, while the data are read too, that is no damaged file.
    for place in range(len(saving)):
        with pytest.raises(Cancelled):
            save_session(session, path, watch=off_at(place))
        assert path.read_bytes() == before
    for place in range(len(loading)):
        with pytest.raises(Cancelled):
            load_session(path, watch=off_at(place))


def test_a_newer_format_is_refused_with_what_to_do(csv, tmp_path):
    path = tmp_path / "work.workbench"
    save_session(session_of(csv), path)
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    facts = json.loads(parts["session.json"]) | {"format": FORMAT + 1}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in (parts | {"session.json": json.dumps(facts)}).items():
            archive.writestr(name, content)
    with pytest.raises(SessionFileError, match=r"newer version .*Update the program"):
        load_session(path)


def test_a_path_on_another_computer_is_never_asked_for(csv, tmp_path, monkeypatch):
    path = tmp_path / "work.workbench"
    save_session(session_of(csv), path)
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    facts = json.loads(parts["session.json"])
    facts["data"]["path"] = "//elsewhere/share/orders.csv"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in (parts | {"session.json": json.dumps(facts)}).items():
            archive.writestr(name, content)
    asked = []
    is_file = Path.is_file
    monkeypatch.setattr(Path, "is_file", lambda place: asked.append(str(place)) or is_file(place))
    assert load_session(path).base.table.path == csv.resolve()  # beside the session
    assert asked
    assert not [place for place in asked if place.startswith("//")]


def test_an_example_can_be_saved(tmp_path):
    base = example("ten points", validation_share=0)
    session = SavedSession(base, runs=(NamedRun(1, "1", run_of(base, 3)),), current=1, round=1)
    save_session(session, tmp_path / "work.workbench")
    assert load_session(tmp_path / "work.workbench").base.classes == base.classes


def test_a_session_takes_little_room(tmp_path):
    """A fifth of 100,000 rows and 500 rounds, which may take 30 MB with the data."""
    random = np.random.default_rng(0)
    rows, path = 20_000, tmp_path / "large.csv"
    columns = {name: random.normal(size=rows).round(4) for name in "abcdefgh"}
    noise = random.normal(size=rows)
    label = np.where(columns["a"] + columns["b"] * columns["c"] + noise > 0, "yes", "no")
    pd.DataFrame(columns | {"y": label}).to_csv(path, index=False)
    base = Dataset.from_table(read_table(path), "y")
    run = run_of(base, 500)
    assert run.rounds == 500
    save_session(SavedSession(base, runs=(NamedRun(1, "1", run),)), tmp_path / "work.workbench")
    assert (tmp_path / "work.workbench").stat().st_size < 6_000_000


@pytest.mark.parametrize(
    "options",
    [
        {"validation_share": 0.4, "seed": 9},
        {"group": "city"},
        {"time": "plain"},
        {"time": "file order", "group": "few"},
        {"validation_column": "part", "group": "city"},
    ],
)
def test_all_that_is_known_about_the_split_comes_back(tmp_path, options):
    path = tmp_path / "orders.csv"
    frame = noisy_frame(200)
    frame.assign(part=np.where(np.arange(200) % 3, "train", "test")).to_csv(path, index=False)
    base = Dataset.from_table(read_table(path), "y", **options)
    run = fit(base.excluding([7]), AdaBoost(rounds=3), seed=2)
    session = SavedSession(base, runs=(NamedRun(1, "1", run),), current=1, round=1)
    save_session(session, tmp_path / "work.workbench")
    found = load_session(tmp_path / "work.workbench")
    assert found.base.split == base.split
    assert_same_bits(found.base.validation, base.validation)
    later = found.runs[0].run.dataset
    assert later.split == base.split
    assert (later.groups is None) == (base.groups is None)
    if base.groups is not None:
        assert_same_bits(later.groups, run.dataset.groups)


def test_a_session_from_before_there_was_a_choice_still_opens(tmp_path):
    """Its rows are drawn as they were then, copies of one label together."""
    path, saved = tmp_path / "coins.csv", tmp_path / "work.workbench"
    random = np.random.default_rng(5)
    x = random.integers(0, 6, 300)
    pd.DataFrame({"x": x, "y": np.where(random.random(300) < x / 6, "a", "b")}).to_csv(
        path, index=False
    )
    table = read_table(path)
    plain = Plan.suggested(table, "y").plain()
    plain.pop("split")
    base = Dataset.from_table(table, plan=Plan.from_plain(plain), validation_share=0.3, seed=4)
    run = run_of(base, 3)
    save_session(SavedSession(base, runs=(NamedRun(1, "1", run),), current=1, round=1), saved)
    with zipfile.ZipFile(saved) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    facts = json.loads(parts["session.json"])
    facts["data"]["plan"].pop("split")
    facts["data"] |= {"validation_share": 0.3, "seed": 4}
    with zipfile.ZipFile(saved, "w") as archive:
        for name, content in (parts | {"session.json": json.dumps(facts)}).items():
            archive.writestr(name, content)
    found = load_session(saved)
    assert found.base.split.keeps_labels_together
    assert (found.base.validation_share, found.base.seed) == (0.3, 4)
    assert_same_bits(found.base.validation, base.validation)
    assert_same_bits(found.runs[0].run.history.weights(3), run.history.weights(3))


def test_a_session_from_before_there_were_rules_still_opens():
    path = Path(__file__).parent / "fixtures" / "session-format-2.workbench"
    [found] = load_session(path).runs
    assert (found.run.rule, found.run.rounds) == (None, 3)
    assert found.run.model.predict(found.run.dataset)[0] in found.run.dataset.classes
