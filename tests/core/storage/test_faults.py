"""Disks that are full, locked, slow or pulled out, and programs that are killed while they save."""

import builtins
import errno
import io
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from core import Dataset, WriteError
from core.reading.tables import read_table
from core.storage.model_file import load_model, save_model
from core.storage.run_file import load_run, save_run
from core.storage.session_file import NamedRun, SavedSession, load_session, save_session
from tests.core.helpers import noisy_frame, run_of

KILLS = 20


class BadDisk:
    """Counts what is done to files that are written, and lets one step of it fail.

    A disk that is pulled out lets every step after it fail too.
    """

    def __init__(self, monkeypatch, folder):
        self.step, self.fails_at, self.code, self.is_gone = 0, None, 0, False
        self._folder = str(folder)
        self._open = io.open
        monkeypatch.setattr(io, "open", self.open)
        monkeypatch.setattr(builtins, "open", self.open)
        for name in ("replace", "fsync", "chmod", "unlink", "close"):
            monkeypatch.setattr(os, name, self._wrapped(getattr(os, name)))
        monkeypatch.setattr(os, "open", self._wrapped(os.open, is_open=True))
        # What pathlib took from os when it was loaded.
        assert pathlib.os is os

    def failing(self, at, code, is_gone=False):
        self.step, self.fails_at, self.code, self.is_gone = 0, at, code, is_gone

    def do(self):
        self.step += 1
        is_late = self.is_gone and self.fails_at is not None and self.step > self.fails_at
        if self.step == self.fails_at or is_late:
            raise OSError(self.code, os.strerror(self.code))

    def open(self, file, mode="r", *arguments, **options):
        is_ours = str(file).startswith(self._folder) and any(sign in mode for sign in "wax+")
        if not is_ours:
            return self._open(file, mode, *arguments, **options)
        self.do()
        return BadFile(self._open(file, mode, *arguments, **options), self)

    def _wrapped(self, real, is_open=False):
        def step(*arguments, **options):
            if not is_open or str(arguments[0]).startswith(self._folder):
                self.do()
            return real(*arguments, **options)

        return step


class BadFile:
    """A file on a bad disk."""

    def __init__(self, file, disk):
        self._file, self._disk = file, disk

    def __getattr__(self, name):
        return getattr(self._file, name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def write(self, content):
        self._disk.do()
        return self._file.write(content)

    def flush(self):
        self._disk.do()
        self._file.flush()

    def close(self):
        self._file.close()


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    """A small session, and another that is to take its place."""
    path = tmp_path_factory.mktemp("data") / "orders.csv"
    noisy_frame(60).to_csv(path, index=False)
    base = Dataset.from_table(read_table(path), "y")
    first, second = run_of(base, 3), run_of(base, 5)
    return base, first, second


def session_of(base, run):
    return SavedSession(base, runs=(NamedRun(1, "one", run),), current=1, selection=np.array([3]))


SAVES = {
    "model": (
        lambda base, run, path: save_model(run.model, path),
        lambda base, path: len(load_model(path).predictor.trees),
    ),
    "run": (
        lambda base, run, path: save_run(run, base, path),
        lambda base, path: load_run(path, base).rounds,
    ),
    "session": (
        lambda base, run, path: save_session(session_of(base, run), path),
        lambda base, path: load_session(path).runs[0].run.rounds,
    ),
}
CODES = (errno.ENOSPC, errno.EROFS, errno.EIO, errno.EACCES)


@pytest.mark.parametrize("kind", SAVES)
@pytest.mark.parametrize("is_gone", [False, True], ids=["once", "gone"])
def test_a_disk_that_fails_at_any_step_leaves_the_old_file_whole(
    kind, is_gone, work, tmp_path, monkeypatch
):
    base, first, second = work
    save, load = SAVES[kind]
    path = tmp_path / "kept.file"
    save(base, first, path)
    old = path.read_bytes()
    save(base, second, tmp_path / "other.file")
    new = (tmp_path / "other.file").read_bytes()
    disk = BadDisk(monkeypatch, tmp_path)
    disk.failing(None, 0)
    save(base, second, tmp_path / "other.file")
    steps = disk.step
    assert steps > 10
    failed = 0
    for at in range(1, steps + 1):
        code = CODES[at % len(CODES)]
        disk.failing(at, code, is_gone)
        try:
            save(base, second, path)
        except WriteError as error:
            failed += 1
            assert "kept.file could not be written to" in str(error)
            assert os.strerror(code) in str(error)
            assert "Nothing was changed" in str(error)
            is_old = True
        else:
            is_old = False  # only what comes after the rename may fail unheard
        disk.failing(None, 0)
        assert path.read_bytes() == (old if is_old else new)
        path.write_bytes(old)
        if not is_gone:
            assert {file.name for file in tmp_path.glob("*.file")} == {"kept.file", "other.file"}
    assert failed >= steps - 2
    assert load(base, path) == 3


@pytest.mark.parametrize("name", ["n" * 300 + ".workbench", "n." + "s" * 300, "no/such/folder/x"])
def test_names_and_folders_that_cannot_be_are_told_in_a_sentence(name, work, tmp_path):
    base, first, _ = work
    with pytest.raises(WriteError, match="could not be written to"):
        save_session(session_of(base, first), tmp_path / name)
    assert [file for file in tmp_path.iterdir() if file.suffix == ".workbench"] == []


def test_a_file_that_another_program_holds_is_told_in_a_sentence(work, tmp_path, monkeypatch):
    base, first, _ = work
    path = tmp_path / "held.workbench"
    path.write_bytes(b"the old one")

    def held(source, target):
        raise PermissionError(errno.EACCES, "The process cannot access the file")

    monkeypatch.setattr(os, "replace", held)
    with pytest.raises(WriteError, match=r"held.workbench could not .*cannot access the file"):
        save_session(session_of(base, first), path)
    assert path.read_bytes() == b"the old one"
    assert [file.name for file in tmp_path.glob("*.workbench")] == ["held.workbench"]


def in_a_process(function, folder):
    """What a function of this file prints when it is run in a process of its own."""
    code = f"from tests.core.storage.test_faults import {function.__name__} as work; work()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
        cwd=Path(__file__).parents[3],
        env=os.environ | {"FOLDER": str(folder)},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def prepared():
    """Two sessions of one file, and the bytes that each is saved as."""
    folder = Path(os.environ["FOLDER"])
    csv, path = folder / "orders.csv", folder / "work.workbench"
    noisy_frame(300).to_csv(csv, index=False)
    base = Dataset.from_table(read_table(csv), "y")
    sessions, contents = [], []
    for rounds in (20, 40):
        sessions.append(session_of(base, run_of(base, rounds)))
        save_session(sessions[-1], path)
        contents.append(path.read_bytes())
    return path, sessions, contents


def fill_the_disk():
    """Save where a file may only become so long: the kernel itself ends the writing."""
    path, sessions, (old, new) = prepared()
    path.write_bytes(old)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    told = []
    for most in np.linspace(0, len(new) - 1, 12).astype(int).tolist():
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
        try:
            save_session(sessions[1], path)
        except WriteError as error:
            told.append(str(error))
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        assert path.read_bytes() == old
        assert len(list(path.parent.iterdir())) == 2
    save_session(sessions[1], path)
    assert path.read_bytes() == new
    print(json.dumps(told))


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="only POSIX limits a file's size")
def test_a_disk_that_is_really_full_leaves_the_old_file_whole(tmp_path):
    told = in_a_process(fill_the_disk, tmp_path)
    assert len(told) == 12
    assert all("work.workbench could not be written to" in sentence for sentence in told)


def kill_savers():
    """Kill processes that do nothing but save, each at a moment of its own."""
    path, sessions, contents = prepared()
    started = time.perf_counter()
    save_session(sessions[1], path)
    one_save = time.perf_counter() - started
    random = np.random.default_rng(20)
    told = []
    for _ in range(KILLS):
        child = os.fork()
        if child == 0:
            while True:
                for session in sessions:
                    save_session(session, path)
        time.sleep(float(random.uniform(0, 3 * one_save)))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        told.append(contents.index(path.read_bytes()))  # raises if it is neither
    assert load_session(path).runs
    print(json.dumps(told))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only POSIX forks")
def test_a_program_that_is_killed_while_it_saves_leaves_the_old_or_the_new_file(tmp_path):
    told = in_a_process(kill_savers, tmp_path)
    assert len(told) == KILLS
    assert set(told) <= {0, 1}
