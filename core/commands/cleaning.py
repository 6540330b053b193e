"""What decisions about rows, a CSV file as the program writes it, make of the data of a command."""

import sys
from pathlib import Path

from core.base.errors import DataError
from core.base.wording import count
from core.commands.watching import StageWatch
from core.data.dataset import Dataset
from core.judging.reviewing.decisions import Decisions
from core.sharing.cleaned import write_cleaned


def decided(dataset: Dataset, decisions: Path) -> Decisions:
    """The decisions of a file; raise DataError if they are about other data."""
    found = Decisions(dataset)
    found.apply(found.taking_csv(decisions))
    return found


def clean(dataset: Dataset, decisions: Path, out: Path) -> list[str]:
    """Write the file, or the folder of files, as decided; all else is byte for byte as it was."""
    found = decided(dataset, decisions)
    changes = found.changes()
    if not changes:
        raise DataError(
            f"{decisions.name} changes nothing: it has no row that is relabelled, excluded or set."
        )
    watch = StageWatch(sys.stderr)
    told = write_cleaned(dataset, changes, out, tuple(found.standing()), watch=watch)
    counted = [
        f"{what} {count(many, 'value' if what == 'set' else 'row')}"
        for what, many in changes.counted.items()
        if many
    ]
    return [*told, f"{', '.join(counted).capitalize()}.", f"cleaned copy: {out}"]
