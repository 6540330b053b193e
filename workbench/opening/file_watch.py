"""Tells when the file that is open changes on the disk. It never reads it again by itself."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from core.base.errors import DataError

if TYPE_CHECKING:
    from core.data.table import Table
    from core.sources.source import Fingerprint, Source

_SETTLE_MILLISECONDS = 300
"""Programs write a file in pieces, or write another one and rename it."""
_MOST_TOLD = 1000
"""Of more files the others are looked at when the window comes back to the front."""


class FileWatch(QObject):
    """Follows the files of a table: told by the system where it can, and looked at when asked."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: dict[Source, Fingerprint | None] = {}
        """The files, and what each was when it was last looked at; None if it was not there."""
        self.others: list[str] = []
        """The names of the files that were other ones, or gone, when last looked at."""
        self._system = QFileSystemWatcher(self)
        self._later = QTimer(self, singleShot=True, interval=_SETTLE_MILLISECONDS)
        self._later.timeout.connect(self.check)
        self._system.fileChanged.connect(self._later.start)

    @property
    def is_gone(self) -> bool:
        """Whether the file was not there when it was last looked at."""
        return bool(self._known) and all(known is None for known in self._known.values())

    def follow(self, table: "Table | None") -> None:
        """Follow the files that a table was read from; none if it came from no file."""
        self.stop()
        if table is None:
            return
        if (origin := table.origin) is not None and origin.source.path is not None:
            self._known[origin.source] = origin.fingerprint
        files = table.files.origin if table.files is not None else None
        if files is not None:
            self._known |= dict(zip(files.parts.sources, files.fingerprints, strict=True))
        for source in list(self._known)[:_MOST_TOLD]:
            self._system.addPath(str(source.path))

    def stop(self) -> None:
        """Follow nothing."""
        self._later.stop()
        self._known, self.others = {}, []
        if paths := self._system.files():
            self._system.removePaths(paths)

    def check(self) -> None:
        """Look whether a file is another one than when it was last looked at."""
        before = len(self.others)
        followed = set(self._system.files())
        for place, (source, known) in enumerate(self._known.items()):
            if place < _MOST_TOLD and str(source.path) not in followed:
                self._system.addPath(str(source.path))  # one that was replaced is followed no more
            try:
                now: Fingerprint | None = source.fingerprint()
            except DataError:
                now = None
            if now != known:
                self._known[source] = now
                self.others.append(source.name)
        if len(self.others) > before:
            self.changed.emit()
