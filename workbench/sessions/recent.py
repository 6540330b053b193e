"""A file that was open before: how it was read, and whether it is still the same."""

import enum
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import core
from core.base.errors import DataError
from core.sources.source import Fingerprint, Source

if TYPE_CHECKING:
    from core import Dataset, Plan
    from core.sources.excerpt import Manner

_END = 1 << 16


class FileState(enum.Enum):
    """What became of a file."""

    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True)
class Recent:
    """A file that was open before, what its target was, and how it was read if that is known."""

    path: Path
    target: str
    """Empty for a session, which knows by itself."""
    is_unfinished: bool = False
    """Whether the program ended without being closed while it was open."""
    facts: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """What the journal tells of it."""

    @property
    def is_session(self) -> bool:
        """Whether it is a session file, which holds more than a table."""
        return not self.target

    @property
    def is_several(self) -> bool:
        """Whether it is a folder, or a pattern, of files that are one table."""
        return "files" in self.facts

    @property
    def state(self) -> FileState:
        """Whether the file is there, and as it was."""
        if self.is_several:
            return self._state_of_files()
        if not self.path.is_file():
            return FileState.GONE
        size, modified = self.facts.get("size"), self.facts.get("modified")
        if not isinstance(size, int) or not isinstance(modified, int):
            return FileState.SAME
        is_still = Source.from_path(self.path).is_still(Fingerprint(size, modified))
        return FileState.SAME if is_still else FileState.CHANGED

    def _state_of_files(self) -> FileState:
        from core.storage.rereading import changed_files

        try:
            return FileState.CHANGED if changed_files(self.facts) else FileState.SAME
        except (DataError, KeyError, TypeError, ValueError):
            return FileState.GONE

    @property
    def reading(self) -> "tuple[Manner | None, Plan | None]":
        """How it was read and what was planned, as far as it is known."""
        from core.storage.rereading import manner_of

        plan = self.facts.get("plan")
        try:
            return (
                manner_of(self.facts),
                core.Plan.from_plain(plan).drawn_anew() if plan else None,
            )
        except (DataError, AttributeError, TypeError, ValueError):
            return None, None  # written by another version: the file is understood anew

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any], unfinished: str | None) -> "Recent | None":
        """What an entry of the journal tells; None if it tells nothing of a file."""
        path, target = facts.get("path"), facts.get("target", "")
        if not isinstance(path, str) or not isinstance(target, str):
            return None
        return cls(Path(path), target, path == unfinished, facts)


def content_tag(source: Source) -> str:
    """What tells a content from another one, cheaply: its size, its start and its end.

    A change of the same size in the middle is told by the marks of the rows.
    """
    try:
        size = source.size
        if source.content is not None:
            ends = source.content[:_END] + source.content[-_END:]
        else:
            assert source.path is not None
            with source.path.open("rb") as file:
                ends = file.read(_END)
                file.seek(max(0, size - _END))
                ends += file.read(_END)
    except (DataError, OSError):
        return ""
    return hashlib.sha256(f"{size} ".encode() + ends).hexdigest()[:16]


def reading_facts(dataset: "Dataset") -> dict[str, Any]:
    """How a dataset was read, for the journal."""
    facts: dict[str, Any] = {}
    origin, files = dataset.table.origin, dataset.table.files
    if files is not None and files.origin is not None:
        from core.storage.rereading import how_files_read

        facts |= how_files_read(files.origin)
    if origin is not None:
        facts |= {"size": origin.fingerprint.size, "modified": origin.fingerprint.modified}
        if origin.manner is not None:
            from core.storage.rereading import how_written

            facts |= how_written(origin)
    if dataset.plan is not None:
        facts["plan"] = dataset.plan.plain()
    return facts
