"""How much room the rows of several files take: in memory, or as codes on the disk."""

from typing import TYPE_CHECKING

from core.data.plan import Plan
from core.data.split import FILE_ORDER
from core.reading.memory import free_memory

if TYPE_CHECKING:
    from core.parts.looking import FilesLook

SHOWN = 100_000
"""So many rows are kept in memory with all their values, drawn fairly from all files."""
_SHARE = 0.25
"""Of the free memory the columns may take so much: training needs room beside them."""
_NUMBER_BYTES, _TEXT_BYTES, _ROW_BYTES = 8, 4, 40
_CODED_ROW_BYTES = 8 + 8 + 8 + 1


def memory_bytes(look: "FilesLook") -> int:
    """About how much memory the columns of all rows take."""
    numbers = len(look.schema.numbers)
    row = numbers * _NUMBER_BYTES + (len(look.schema.names) - numbers) * _TEXT_BYTES + _ROW_BYTES
    return row * look.estimated_rows


def fits_memory(look: "FilesLook") -> bool:
    """Whether all rows fit into memory, with room for training beside them."""
    return memory_bytes(look) <= _SHARE * free_memory()


def row_bytes(plan: Plan, features: int) -> int:
    """How much room a row takes on the disk."""
    split = plan.split
    more = 8 * (plan.weight is not None) + 8 * (split.group is not None)
    more += 8 * (split.time not in (None, FILE_ORDER))
    return features + _CODED_ROW_BYTES + more
