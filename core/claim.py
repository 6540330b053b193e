"""A claim: a locked file that tells other programs that the one that holds it still runs.

The lock is the operating system's: it ends with the process, however that ends. A claim whose file
is gone, or is not locked any more, is nobody's.
"""

import contextlib
import os
import sys
import uuid
from pathlib import Path

from core.files import make_folder


class Claim:
    """Holds a file of a name of its own, until it is released or the process ends.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> claim = Claim(folder)
    >>> is_held(folder, claim.name)
    False
    >>> claim.take()
    >>> is_held(folder, claim.name)
    True
    >>> claim.release()
    >>> is_held(folder, claim.name)
    False
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder, self.name = Path(folder), uuid.uuid4().hex[:12]
        self._held: int | None = None

    def take(self) -> None:
        """Hold it; files that nobody holds any more are cleared away. Raise OSError if it fails."""
        make_folder(self.folder)
        for path in self.folder.iterdir():
            with contextlib.suppress(OSError):
                _clear(path)
        path = self.folder / self.name
        while self._held is None:
            held = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _lock(held, waits=True)
            except OSError:
                os.close(held)
                path.unlink(missing_ok=True)
                raise
            # Another program may have cleared it away before it was locked.
            if _is_at(held, path):
                self._held = held
            else:
                os.close(held)

    def release(self) -> None:
        """Let go of it."""
        if self._held is not None:
            os.close(self._held)
            self._held = None
            with contextlib.suppress(OSError):
                (self.folder / self.name).unlink(missing_ok=True)


def is_held(folder: str | os.PathLike[str], name: str) -> bool:
    """Whether a program that runs holds the claim of this name."""
    try:
        found = os.open(Path(folder) / name, os.O_RDWR)
    except OSError:
        return False
    try:
        _lock(found, waits=False)
    except OSError:
        return True
    finally:
        os.close(found)
    return False


def _clear(path: Path) -> None:
    """Delete a file that nobody holds; raise OSError if somebody does."""
    found = os.open(path, os.O_RDWR)
    try:
        _lock(found, waits=False)
        # As long as it is locked here, nobody can come to hold it.
        if os.name == "posix" and _is_at(found, path):
            path.unlink()
    finally:
        os.close(found)
    if os.name != "posix":
        path.unlink()  # Windows deletes no file that is open, here or elsewhere


def _is_at(descriptor: int, path: Path) -> bool:
    """Whether a file that is open still has this name."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int, waits: bool) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int, waits: bool) -> None:
        # Those who only ask must not stand in one another's way.
        fcntl.flock(descriptor, fcntl.LOCK_EX if waits else fcntl.LOCK_SH | fcntl.LOCK_NB)
