"""A locked file that tells other programs that the one that holds it still runs.

The lock is the operating system's, taken by filelock: it ends with the process, however that ends.
A lock whose file is gone, or is not locked any more, is nobody's.
"""

import contextlib
import os
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.files import make_folder

if TYPE_CHECKING:
    from filelock import BaseFileLock

_PATIENCE = 0.02
"""Seconds. Who asks for a lock holds it for an instant: two who ask at once must not take each
other for its holder."""
_BETWEEN_TRIES = 0.004


class ProcessLock:
    """Holds a file of a name of its own, until it is released or the process ends.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> lock = ProcessLock(folder)
    >>> is_held(folder, lock.name)
    False
    >>> lock.take()
    >>> is_held(folder, lock.name)
    True
    >>> lock.release()
    >>> is_held(folder, lock.name)
    False
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder, self.name = Path(folder), uuid.uuid4().hex[:12]
        self._held: BaseFileLock | None = None

    def take(self) -> None:
        """Hold it; files that nobody holds any more are cleared away. Raise OSError if it fails."""
        if self._held is not None:
            return
        make_folder(self.folder)
        for path in self.folder.iterdir():
            with contextlib.suppress(OSError):
                _let_go(_taken(path, timeout=0))
        path = self.folder / self.name
        try:
            self._held = _taken(path)
        except OSError:
            path.unlink(missing_ok=True)
            raise

    def release(self) -> None:
        """Let go of it."""
        if self._held is not None:
            _let_go(self._held)
            self._held = None


def is_held(folder: str | os.PathLike[str], name: str) -> bool:
    """Whether a program that runs holds the lock of this name."""
    path = Path(folder) / name
    if path.name != name or not path.is_file() or not os.access(path, os.R_OK | os.W_OK):
        return False
    try:
        _taken(path, _PATIENCE).release()
    except OSError:  # filelock's Timeout is one too
        return True
    return False


def _taken(path: Path, timeout: float = -1) -> "BaseFileLock":
    """The lock on a file, held; without a timeout it is waited for. Raise OSError if it fails."""
    from filelock import FileLock

    # Without the system's lock there is none: a mere file would outlive a process that is killed.
    lock = FileLock(path, mode=0o600, thread_local=False, fallback_to_soft=False)
    lock.acquire(timeout, _BETWEEN_TRIES)
    return lock


def _let_go(lock: "BaseFileLock") -> None:
    """Delete the file of a lock that is held here, then release it.

    In this order nobody can come to hold a file that is deleted a moment later. Windows deletes no
    file that is open; there filelock deletes it once it is released. What a system fails to release
    ends with the process.
    """
    with contextlib.suppress(OSError):
        Path(lock.lock_file).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        lock.release()
