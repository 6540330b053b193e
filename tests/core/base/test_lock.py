"""Locks of processes: held as long as a process lives, however it ends, and by nobody else."""

import errno
import os
import re
import signal
import subprocess
import sys
import threading

import pytest

from core.base.errors import WriteError
from core.base.lock import ProcessLock, is_held

posix = pytest.mark.skipif(os.name != "posix", reason="what the lock is made of differs")

HOLDER = """
import sys
from core.base.lock import ProcessLock
lock = ProcessLock(sys.argv[1])
lock.take()
print(lock.name, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path):
    """Another process that holds a lock; gives it and the lock's name."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path / "running")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    yield process, process.stdout.readline().strip()
    process.kill()
    process.wait(timeout=60)
    process.stdin.close()
    process.stdout.close()


@pytest.mark.parametrize("how", ["killed", "ended"])
def test_a_lock_ends_with_the_process_that_holds_it(holder, how, tmp_path):
    process, name = holder
    folder = tmp_path / "running"
    for _ in range(3):  # asking takes nothing away
        assert is_held(folder, name)
    process.send_signal(signal.SIGKILL) if how == "killed" else process.stdin.close()
    process.wait(timeout=60)
    assert not is_held(folder, name)


def test_only_what_nobody_holds_is_cleared_away(holder, tmp_path):
    _, name = holder
    folder = tmp_path / "running"
    (folder / "left-behind").touch()
    ours = ProcessLock(folder)
    ours.take()
    assert {path.name for path in folder.iterdir()} == {name, ours.name}
    assert is_held(folder, name)
    assert is_held(folder, ours.name)
    ours.release()
    ours.release()
    assert {path.name for path in folder.iterdir()} == {name}


@posix
def test_a_lock_whose_file_was_cleared_away_before_it_was_locked_is_taken_again(
    tmp_path, monkeypatch
):
    import fcntl

    flock, times = fcntl.flock, []

    def late(descriptor, how):
        times.append(how)
        if len(times) == 1:
            (tmp_path / ours.name).unlink()
        flock(descriptor, how)

    ours = ProcessLock(tmp_path)
    monkeypatch.setattr(fcntl, "flock", late)
    ours.take()
    assert len(times) == 2
    assert is_held(tmp_path, ours.name)
    ours.release()


@posix
@pytest.mark.parametrize("is_new", [False, True], ids=["the same file", "one of its name"])
def test_a_lock_that_is_taken_while_others_clear_away_stays(is_new, tmp_path, monkeypatch):
    import fcntl

    ours, other, flock = ProcessLock(tmp_path), ProcessLock(tmp_path), fcntl.flock
    (tmp_path / ours.name).touch()  # made, and not yet locked
    taking = threading.Thread(target=ours.take)

    def asked(descriptor, how):
        if how & fcntl.LOCK_EX and not taking.ident:
            monkeypatch.setattr(fcntl, "flock", flock)
            if is_new:
                (tmp_path / ours.name).unlink()
                ours.take()
            flock(descriptor, how)
            taking.start()  # waits for the lock, or has it
            taking.join(timeout=0.2)
        else:
            flock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", asked)
    other.take()
    taking.join(timeout=60)
    assert is_held(tmp_path, ours.name)
    assert is_held(tmp_path, other.name)
    ours.release()
    other.release()


@posix
@pytest.mark.parametrize("number", [errno.EOPNOTSUPP, errno.ENOLCK, errno.ENOSYS])
def test_a_system_that_locks_nothing_is_told(number, tmp_path, monkeypatch):
    import fcntl

    def refuse(descriptor, how):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(OSError, match=re.escape(os.strerror(number))):
        ProcessLock(tmp_path / "running").take()
    assert not list((tmp_path / "running").iterdir())  # nobody takes it for held


@posix
def test_two_who_ask_at_once_do_not_take_each_other_for_the_holder(tmp_path, monkeypatch):
    import fcntl

    flock, first, second = fcntl.flock, threading.Event(), threading.Event()
    (tmp_path / "left-behind").touch()
    found = []

    def slow(descriptor, how):
        flock(descriptor, how)
        if how & fcntl.LOCK_EX and not first.is_set():
            first.set()
            second.wait(timeout=0.008)  # the other one asks while this one has it

    monkeypatch.setattr(fcntl, "flock", slow)
    asking = threading.Thread(target=lambda: found.append(is_held(tmp_path, "left-behind")))
    asking.start()
    assert first.wait(timeout=60)
    found.append(is_held(tmp_path, "left-behind"))
    asking.join(timeout=60)
    assert found == [False, False]


def test_a_lock_is_taken_and_released_any_number_of_times(tmp_path):
    lock = ProcessLock(tmp_path)
    for _ in range(2):
        lock.take()
        lock.take()
        assert is_held(tmp_path, lock.name)
        lock.release()
        assert not is_held(tmp_path, lock.name)
    assert not list(tmp_path.iterdir())


@posix
def test_a_lock_may_be_released_by_another_thread(tmp_path):
    lock = ProcessLock(tmp_path)
    lock.take()
    releasing = threading.Thread(target=lock.release)
    releasing.start()
    releasing.join(timeout=60)
    assert not is_held(tmp_path, lock.name)


def test_asking_touches_no_file_but_a_lock(tmp_path):
    folder, letter = tmp_path / "running", tmp_path / "letter.txt"
    (folder / "folder").mkdir(parents=True)
    letter.write_text("Dear reader")
    for name in ("../letter.txt", str(letter), "folder", "nothing", ""):
        assert not is_held(folder, name)
    assert letter.read_text() == "Dear reader"
    assert {path.name for path in folder.iterdir()} == {"folder"}


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do anything")
def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "other").touch()
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(PermissionError):
            ProcessLock(tmp_path).take()
    finally:
        tmp_path.chmod(0o700)


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(WriteError, match=r"The folder .* cannot be made"):
        ProcessLock(tmp_path / "file" / "running").take()
    assert not is_held(tmp_path / "file", "anything")
    assert not is_held(tmp_path, "nothing")
