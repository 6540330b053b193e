"""A first look at several files: what a person sees of them before all of them are read."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.base.progress import Watch, unwatched
from core.data.plan import Plan
from core.data.roles import Role
from core.parts.sizes import fits_memory, memory_bytes, row_bytes
from core.reading.first_look import FirstLook
from core.reading.memory import Need, free_memory
from core.reading.preview import Preview
from core.sources.dialect import Dialect
from core.sources.parts import Parts
from core.sources.source import Packing, Source

if TYPE_CHECKING:
    from core.parts.looking import FilesLook

_SHOWN_ROWS = 200


@dataclass(frozen=True, eq=False)
class FilesFirstLook(FirstLook):
    """What is known of several files before they are read."""

    files: "FilesLook"

    @classmethod
    def at_files(
        cls,
        parts: Parts,
        dialect: Dialect | None = None,
        as_text: Collection[str] = (),
        watch: Watch = unwatched,
    ) -> "FilesFirstLook":
        """Look at all headers and some rows; raise DisagreementError if the files differ."""
        from core.parts.looking import FilesLook

        look = FilesLook.at(parts, dialect, as_text, watch)
        seen = _preview(look, is_guess=dialect is None)
        rows = look.estimated_rows
        need = Need(memory_bytes(look), free_memory(), fits_memory(look), rows)
        return cls(seen, Plan.suggested(look.table), need, look)

    def disk_bytes(self, plan: Plan) -> int:
        """About how much room the codes of all rows take on the disk."""
        features = sum(role is Role.FEATURE for role in plan.roles.values())
        return self.files.estimated_rows * row_bytes(plan, features)


def _preview(look: "FilesLook", is_guess: bool) -> Preview:
    """The first rows of some of the files, as they are understood."""
    table, parts = look.table, look.parts
    assert table.files is not None
    # The first rows of each file that was looked at, rather than those of the first one alone.
    starts = np.searchsorted(table.lines, np.array(table.files.before), side="right")
    each = -(-_SHOWN_ROWS // len(starts))
    ends = [*starts[1:].tolist(), len(table)]
    shown = [
        row
        for start, end in zip(starts.tolist(), ends, strict=True)
        for row in range(start, min(end, start + each))
    ]
    size = sum(source.size for source in parts.sources)
    return Preview(
        Source(parts.title, parts.place),
        look.schema.names,
        tuple(tuple(column.text(row) for column in table.columns) for row in shown),
        tuple(column.kind for column in table.columns),
        tuple({} for _ in table.columns),
        look.estimated_rows,
        False,
        size,
        size / max(1, look.estimated_rows),
        look.schema.dialect,
        _reasons(look) if is_guess else {},
        table.notes,
    )


def _reasons(look: "FilesLook") -> dict[str, str]:
    from core.reading.sniffing import guess

    first = look.parts.sources[0]
    if look.schema.dialect is None or first.packing is Packing.PARQUET:
        return {}
    return dict(guess(first).reasons)
