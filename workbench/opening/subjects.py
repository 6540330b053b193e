"""What can be opened: one file, or several as one table. Each knows how it is looked at and read.

Plain functions for jobs: nothing here knows Qt. What they load is loaded off the GUI thread.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import core
from core.base import room
from core.base.cache_folder import parts_folder
from core.base.errors import DataError
from core.base.progress import Watch
from core.sources.parts import Parts
from core.sources.source import Source

if TYPE_CHECKING:
    from core import Dataset
    from core.cluster.address import ClusterAddress
    from core.data.plan import Plan
    from core.data.table import Table
    from core.parts.first_look import FilesFirstLook
    from core.reading.first_look import FirstLook
    from core.sources.excerpt import Manner


class Subject(ABC):
    """Something that becomes data."""

    is_made_at_once = True
    """Whether data are there as soon as the table is: else they are made when they are used."""
    is_on_disk = False
    """Whether codes of the rows are kept on the disk even if all rows fit into memory."""

    @property
    @abstractmethod
    def source(self) -> Source:
        """What it is called, and where it is."""

    @abstractmethod
    def look(
        self, manner: "Manner | None", is_told: bool, as_text: frozenset[str], watch: Watch
    ) -> "FirstLook":
        """Look at the first rows; what is not told is guessed."""

    @abstractmethod
    def read(
        self,
        look: "FirstLook",
        manner: "Manner | None",
        as_text: frozenset[str],
        sample: int | None,
        watch: Watch,
    ) -> "Table":
        """Read every row, or those that tell enough of all."""

    @abstractmethod
    def make(self, table: "Table", plan: "Plan", watch: Watch) -> "Dataset":
        """The data."""


@dataclass(eq=False)
class OneFile(Subject):
    """A file, or what the clipboard holds."""

    of: Source

    @property
    def source(self) -> Source:
        """The file."""
        return self.of

    def look(
        self, manner: "Manner | None", is_told: bool, as_text: frozenset[str], watch: Watch
    ) -> "FirstLook":
        """Look at its first rows; a sheet of before that is gone is guessed anew."""
        from core.reading.first_look import FirstLook
        from core.sources.excerpt import Excerpt

        try:
            return FirstLook.at(self.of, manner, watch)
        except DataError:
            if is_told or not isinstance(manner, Excerpt):
                raise
            return FirstLook.at(self.of, None, watch)

    def read(
        self,
        look: "FirstLook",
        manner: "Manner | None",
        as_text: frozenset[str],
        sample: int | None,
        watch: Watch,
    ) -> "Table":
        """Read every row, or a sample."""
        return core.read_table(self.of, manner, as_text=as_text, watch=watch, sample=sample)

    def make(self, table: "Table", plan: "Plan", watch: Watch) -> "Dataset":
        """The data of the table."""
        return core.Dataset.from_table(table, plan=plan)


@dataclass(frozen=True)
class WorkersAsked:
    """The workers that are to help with the rows, as a person wrote it."""

    address: str = ""
    """Where their scheduler is; empty: they are started here."""
    number: int = 2
    """How many, then."""
    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None
    """The certificates of an address that begins with tls://."""

    def read(self) -> "ClusterAddress":
        """Where they are; raise DataError for what is no address."""
        from core.cluster.address import Certificates, ClusterAddress

        given = self.address or f"here:{self.number}"
        return ClusterAddress.read(given, Certificates(self.ca, self.cert, self.key))

    @classmethod
    def of(cls, address: "ClusterAddress") -> "WorkersAsked":
        """Those that were asked for before."""
        files = address.certificates
        number = address.workers or cls.number
        return cls(address.scheduler or "", number, files.ca, files.cert, files.key)


@dataclass(eq=False)
class Folder(Subject):
    """The files of a folder or of a pattern: one table."""

    of: Path
    left_out: frozenset[str] = frozenset()
    is_on_disk: bool = False
    workers: WorkersAsked | None = None
    """Who has the rows besides, and helps with them."""
    is_made_at_once = False
    _seen: "FilesFirstLook | None" = field(default=None, repr=False)
    """The look that was taken last."""

    @property
    def source(self) -> Source:
        """The folder."""
        return Source(self.of.name or str(self.of), self.of)

    def leave_out(self, names: Iterable[str]) -> None:
        """Do without some of the files."""
        self.left_out |= frozenset(names)

    def look(
        self, manner: "Manner | None", is_told: bool, as_text: frozenset[str], watch: Watch
    ) -> "FilesFirstLook":
        """Look at every header and at some rows; raise DisagreementError if the files differ."""
        from core.parts.first_look import FilesFirstLook
        from core.sources.dialect import Dialect

        dialect = manner if isinstance(manner, Dialect) else None
        parts = Parts.of(self.of, self.left_out)
        try:
            self._seen = FilesFirstLook.at_files(parts, dialect, as_text, watch)
        except DataError:
            if is_told or dialect is None:
                raise
            self._seen = FilesFirstLook.at_files(parts, None, as_text, watch)
        return self._seen

    def read(
        self,
        look: "FirstLook",
        manner: "Manner | None",
        as_text: frozenset[str],
        sample: int | None,
        watch: Watch,
    ) -> "Table":
        """The rows that were looked at; once more if columns are to be read as texts now."""
        from core.parts.first_look import FilesFirstLook

        assert isinstance(look, FilesFirstLook)
        if self._seen is None or self._seen.files.schema.as_text != as_text:
            self.look(manner or look.preview.dialect, True, as_text, watch)
        assert self._seen is not None
        return self._seen.files.table

    def make(self, table: "Table", plan: "Plan", watch: Watch) -> "Dataset":
        """Read all rows: into memory if they fit, else onto the disk, and onto workers."""
        from core.parts.opening import open_parts

        assert self._seen is not None
        address = self.workers.read() if self.workers else None
        if self.is_on_disk or not self._seen.need.fits:
            # What cannot fit is told before all files are read, and not after.
            parts_folder().mkdir(parents=True, exist_ok=True)
            room.check_room(parts_folder(), self._seen.disk_bytes(plan))
        if address is not None:
            from core.cluster.helping import open_with_helpers  # slow to load, and rarely asked for

            return open_with_helpers(self._seen.files, plan, address, watch)
        return open_parts(self._seen.files, plan, watch, self.is_on_disk)
