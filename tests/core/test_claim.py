"""Claims: held as long as a process lives, however it ends, and by nobody else."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from core.claim import Claim, is_held
from core.errors import WriteError

HOLDER = """
import sys
from core.claim import Claim
claim = Claim(sys.argv[1])
claim.take()
print(claim.name, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path):
    """Another process that holds a claim; gives it and the claim's name."""
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
def test_a_claim_ends_with_the_process_that_holds_it(holder, how, tmp_path):
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
    ours = Claim(folder)
    ours.take()
    assert {path.name for path in folder.iterdir()} == {name, ours.name}
    assert is_held(folder, name)
    assert is_held(folder, ours.name)
    ours.release()
    ours.release()
    assert {path.name for path in folder.iterdir()} == {name}


def test_a_claim_that_was_cleared_away_before_it_was_locked_is_taken_again(tmp_path, monkeypatch):
    from core import claim

    lock, times = claim._lock, []

    def late(descriptor, waits):
        times.append(waits)
        if times == [True]:
            (tmp_path / ours.name).unlink()
        lock(descriptor, waits)

    ours = Claim(tmp_path)
    monkeypatch.setattr(claim, "_lock", late)
    ours.take()
    assert times == [True, True]
    assert is_held(tmp_path, ours.name)
    ours.release()


@pytest.mark.skipif(os.name != "posix", reason="Windows deletes no file that is open")
@pytest.mark.parametrize("is_new", [False, True], ids=["the same file", "one of its name"])
def test_a_claim_that_is_taken_while_others_clear_away_stays(is_new, tmp_path, monkeypatch):
    from core import claim

    ours, other, lock = Claim(tmp_path), Claim(tmp_path), claim._lock
    (tmp_path / ours.name).touch()  # made, and not yet locked
    taking = threading.Thread(target=ours.take)

    def asked(descriptor, waits):
        if not waits and not taking.ident:
            if is_new:
                (tmp_path / ours.name).unlink()
                ours.take()
            lock(descriptor, waits)
            taking.start()  # waits for the lock, or has it
            taking.join(timeout=0.2)
        else:
            lock(descriptor, waits)

    monkeypatch.setattr(claim, "_lock", asked)
    other.take()
    taking.join(timeout=60)
    assert is_held(tmp_path, ours.name)
    assert is_held(tmp_path, other.name)
    ours.release()
    other.release()


def test_a_system_that_locks_nothing_is_told(tmp_path, monkeypatch):
    from core import claim

    def refuse(descriptor, waits):
        raise OSError(95, os.strerror(95))

    monkeypatch.setattr(claim, "_lock", refuse)
    with pytest.raises(OSError, match="not supported"):
        Claim(tmp_path / "running").take()
    assert not list((tmp_path / "running").iterdir())  # nobody takes it for held


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(WriteError, match=r"The folder .* cannot be made"):
        Claim(tmp_path / "file" / "running").take()
    assert not is_held(tmp_path / "file", "anything")
    assert not is_held(tmp_path, "nothing")
