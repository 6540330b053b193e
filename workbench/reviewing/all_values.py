"""What is asked of data on the disk: of the fair sample, or why it cannot be, in a sentence."""

from typing import TYPE_CHECKING

from core.base.errors import DataError
from core.base.wording import grouped
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core.judging.auditing.result import Audit


def of_sample(audit: "Audit | None") -> str:
    """How a sentence begins that is about the fair sample alone; empty for one about all rows."""
    if audit is None or audit.is_of_all:
        return ""
    return f"Of a fair sample of {grouped(len(audit.fair.dataset))} rows: "


def lacking_values(workspace: Workspace, what: str) -> DataError | None:
    """Why something cannot be asked of the data that are open; None if it can."""
    data = workspace.dataset
    if data is None or data.sample is None:
        return None
    return DataError(
        f"{what} needs the values of all rows, and of these only codes are kept, on the disk. Ask "
        "for it of files that fit into memory, such as some of the folder's."
    )
