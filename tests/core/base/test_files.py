"""Files are written whole or not at all."""

import os
import stat
import subprocess
import sys

import pytest

from core import WriteError
from core.base.files import make_folder, written_whole


def write(path, error=None):
    """Write a file, and fail half way if there is an error to raise."""
    with written_whole(path) as aside:
        aside.write_text("new")
        if error:
            raise error


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_there_only_when_it_is_whole(tmp_path):
    path = tmp_path / "answer.txt"
    with written_whole(path) as aside:
        aside.write_text("42")
        assert not path.exists()
        assert aside.parent == path.parent  # a rename across disks would not be one step
    assert path.read_text() == "42"
    assert names(tmp_path) == ["answer.txt"]


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (RuntimeError("a bug"), RuntimeError),
        (KeyboardInterrupt(), KeyboardInterrupt),
        (OSError(28, "No space left on device"), WriteError),
    ],
)
@pytest.mark.parametrize("old", ["the old text", None])
def test_a_crash_in_the_middle_leaves_what_was_there_and_nothing_else(
    tmp_path, error, expected, old
):
    path = tmp_path / "answer.txt"
    if old:
        path.write_text(old)
    with pytest.raises(expected):
        write(path, error)
    assert (path.read_text() if path.exists() else None) == old
    assert names(tmp_path) == (["answer.txt"] if old else [])


def test_a_process_that_dies_in_the_middle_leaves_the_old_file_whole(tmp_path):
    path = tmp_path / "answer.txt"
    path.write_text("the old text")
    code = (
        "import os, sys; from core.base.files import written_whole\n"
        "with written_whole(sys.argv[1]) as aside: aside.write_text('half'); os._exit(9)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], check=False, timeout=60)
    assert done.returncode == 9
    assert path.read_text() == "the old text"


def test_a_full_disk_is_told_in_a_sentence(tmp_path):
    with pytest.raises(
        WriteError, match=r"a.txt could not be written to .*No space left on device"
    ):
        write(tmp_path / "a.txt", OSError(28, "No space left on device"))


def test_a_place_that_cannot_be_written_to_is_told_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    for bad in (tmp_path / "nowhere" / "a.txt", tmp_path / "file" / "a.txt", tmp_path / "folder"):
        with pytest.raises(WriteError, match=f"{bad.name} could not be written to"):
            write(bad)
    assert names(tmp_path) == ["file", "folder"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_leave_to_write_is_told_in_a_sentence(tmp_path):
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(WriteError, match=r"a.txt could not be written to .*Permission denied"):
            write(tmp_path / "a.txt")
    finally:
        tmp_path.chmod(0o700)


def test_a_name_without_a_folder_is_written_where_one_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write("a.txt")
    assert names(tmp_path) == ["a.txt"]


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such permissions")
def test_the_file_is_an_ordinary_one(tmp_path):
    write(tmp_path / "a.txt")
    (tmp_path / "b.txt").write_text("made the ordinary way")
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("a.txt", "b.txt")}
    assert len(modes) == 1


def test_a_folder_is_made_with_its_parents_or_told_in_a_sentence(tmp_path):
    assert make_folder(tmp_path / "a" / "b").is_dir()
    assert make_folder(tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteError, match=r"The folder .* cannot be made .* Choose another one."):
        make_folder(tmp_path / "file" / "b")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows gives rights in another way")
@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_a_new_file_has_the_rights_of_an_ordinary_one(tmp_path, mask, monkeypatch):
    before = os.umask(mask)
    try:
        # Nobody may change, even for a moment, what holds for all threads.
        monkeypatch.setattr(
            os, "umask", lambda _mask: pytest.fail("the rights of all were changed")
        )
        write(tmp_path / "answer.txt")
    finally:
        monkeypatch.undo()
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "answer.txt").stat().st_mode) == 0o666 & ~mask
