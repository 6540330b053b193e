"""What needs the values of all rows cannot be asked of data on the disk: why, in a sentence."""

from core.base.errors import DataError
from workbench.state.workspace import Workspace


def lacking_values(workspace: Workspace, what: str) -> DataError | None:
    """Why something cannot be asked of the data that are open; None if it can."""
    data = workspace.dataset
    if data is None or data.sample is None:
        return None
    return DataError(
        f"{what} needs the values of all rows, and of these only codes are kept, on the disk. Ask "
        "for it of files that fit into memory, such as some of the folder's."
    )
