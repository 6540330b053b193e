"""Where a table of several files came from: which files, how all of them were read, and when."""

from dataclasses import dataclass

from core.sources.dialect import Dialect
from core.sources.parts import Parts
from core.sources.source import Fingerprint


@dataclass(frozen=True, eq=False)
class FilesOrigin:
    """The files as they were when they were read, and all that it takes to read them so again."""

    parts: Parts
    fingerprints: tuple[Fingerprint, ...]
    dialect: Dialect | None = None
    """How all of them are written; None for Parquet."""
    as_text: tuple[str, ...] = ()
    """The columns that were read exactly as written."""
    is_on_disk: bool = False
    """Whether only codes of the rows are kept, on the disk."""

    @property
    def changed(self) -> list[str]:
        """The files that are gone, or other ones by now."""
        return [
            source.name
            for source, known in zip(self.parts.sources, self.fingerprints, strict=True)
            if not source.is_still(known)
        ]
