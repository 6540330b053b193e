"""A file that was open before: how it was read, and whether it is still the same."""

import enum
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core import Dataset
from core.data.dialect import Dialect
from core.data.plan import Plan
from core.data.source import Fingerprint, Source
from core.errors import DataError

_END = 1 << 16


class State(enum.Enum):
    """What became of a file."""

    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True)
class Recent:
    """A file that was open before, what its target was, and how it was read if that is known."""

    path: Path
    target: str
    is_unfinished: bool = False
    """Whether the program ended without being closed while it was open."""
    dialect: Dialect | None = None
    plan: Plan | None = None
    fingerprint: Fingerprint | None = None

    @property
    def state(self) -> State:
        """Whether the file is there, and as it was."""
        if not self.path.is_file():
            return State.GONE
        if self.fingerprint is None or Source.from_path(self.path).is_still(self.fingerprint):
            return State.SAME
        return State.CHANGED

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any], unfinished: str | None) -> "Recent | None":
        """What an entry of the journal tells; None if it tells nothing of a file."""
        path, target = facts.get("path"), facts.get("target")
        if not isinstance(path, str) or not isinstance(target, str):
            return None
        dialect, plan = None, None
        try:
            dialect = Dialect.from_plain(facts["dialect"]) if facts.get("dialect") else None
            plan = Plan.from_plain(facts["plan"]) if facts.get("plan") else None
        except (DataError, AttributeError, TypeError):
            dialect = plan = None  # written by another version: the file is understood anew
        size, modified = facts.get("size"), facts.get("modified")
        has_print = isinstance(size, int) and isinstance(modified, int)
        fingerprint = Fingerprint(size, modified) if has_print else None
        return cls(Path(path), target, path == unfinished, dialect, plan, fingerprint)


def content_tag(source: Source) -> str:
    """What tells a content from another one, cheaply: its size, its start and its end.

    A change of the same size in the middle leaves every row on its line.
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


def reading_facts(dataset: Dataset) -> dict[str, Any]:
    """How a dataset was read, for the journal."""
    facts: dict[str, Any] = {}
    origin = dataset.table.origin
    if origin is not None:
        facts |= {"size": origin.fingerprint.size, "modified": origin.fingerprint.modified}
        if origin.dialect is not None:
            facts["dialect"] = origin.dialect.plain()
    if dataset.plan is not None:
        facts["plan"] = dataset.plan.plain()
    return facts
