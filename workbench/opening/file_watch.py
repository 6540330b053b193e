"""Tells when the file that is open changes on the disk. It never reads it again by itself."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from core.base.errors import DataError

if TYPE_CHECKING:
    from core.data.table import Origin
    from core.sources.source import Fingerprint, Source

_SETTLE_MILLISECONDS = 300
"""Programs write a file in pieces, or write another one and rename it."""


class FileWatch(QObject):
    """Follows one file: told by the system where it can, and looked at when asked."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source: Source | None = None
        self._known: Fingerprint | None = None
        self._system = QFileSystemWatcher(self)
        self._later = QTimer(self, singleShot=True, interval=_SETTLE_MILLISECONDS)
        self._later.timeout.connect(self.check)
        self._system.fileChanged.connect(self._later.start)

    @property
    def is_gone(self) -> bool:
        """Whether the file was not there when it was last looked at."""
        return self._source is not None and self._known is None

    def follow(self, origin: "Origin | None") -> None:
        """Follow the file that a table was read from; none if it came from no file."""
        self.stop()
        if origin is not None and origin.source.path is not None:
            self._source, self._known = origin.source, origin.fingerprint
            self._system.addPath(str(origin.source.path))

    def stop(self) -> None:
        """Follow nothing."""
        self._later.stop()
        self._source = self._known = None
        if paths := self._system.files():
            self._system.removePaths(paths)

    def check(self) -> None:
        """Look whether the file is another one than when it was last looked at."""
        if self._source is None:
            return
        path = str(self._source.path)
        if path not in self._system.files():
            self._system.addPath(path)  # a file that was replaced is followed no longer
        try:
            now: Fingerprint | None = self._source.fingerprint()
        except DataError:
            now = None
        if now != self._known:
            self._known = now
            self.changed.emit()
