"""What a colleague decided about the same file, read from their session or from a CSV file."""

import os
import zipfile
from pathlib import Path

from core.base.errors import DataError, WorkbenchError
from core.data.dataset import Dataset
from core.judging.reviewing.decision import Decision, Note
from core.judging.reviewing.table import read_decisions
from core.project.commands import Command, Decide, TakePlan, command_from
from core.project.entries import DID, UNDONE
from core.project.project import Project
from core.storage.session_file import SavedDoings, load_doings

_ELSEWHERE = (
    " If your colleague worked on another version of the file, decisions have to be carried over "
    "(Data, Carry decisions over from…), not taken in."
)


def read_colleague(path: str | os.PathLike[str], base: Dataset) -> tuple[Decision | Note, ...]:
    """The decisions and notes that stand in a session, or that a CSV file lists.

    Raise DataError, in a sentence, for a file that is none, is damaged, or is about other data.
    """
    path = Path(path)
    if path.is_file() and zipfile.is_zipfile(path):
        return _of_session(path, base)
    try:
        return read_decisions(path, base)
    except DataError as error:
        raise DataError(f"{error}{_ELSEWHERE}") from error


def _of_session(path: Path, base: Dataset) -> tuple[Decision | Note, ...]:
    try:
        saved = load_doings(path, base)
    except WorkbenchError as error:
        raise DataError(str(error)) from error
    project = Project.of(base)
    try:
        for command in _decided(saved, base.target):
            project.repeat(command)
    except ValueError as error:
        raise DataError(f"{path.name} is damaged: {error}") from error
    if project.left_out:
        raise DataError(
            f"{path.name} has decisions about rows that {base.name} has not.{_ELSEWHERE}"
        )
    stands = project.decisions.stands
    decided = stands.decisions()
    noted = {each.line for each in decided if not each.column}
    found: list[Decision | Note] = [*decided]
    found += [note for note in stands.notes() if note.line not in noted]
    if not found:
        raise DataError(
            f"Nothing is decided in {path.name} about rows with the target {base.target!r}."
        )
    return tuple(found)


def _decided(saved: SavedDoings, target: str) -> list[Decide]:
    """What was decided about rows with this target, and not undone."""
    done: list[tuple[Command, str | None]] = []
    for doing in saved.doings:
        if doing["what"] == DID:
            command = command_from(doing.get("command"))
            before = next(
                (own.plan.target for own, _ in reversed(done) if isinstance(own, TakePlan)),
                saved.target,
            )
            done.append((command, before))
        elif doing["what"] == UNDONE and done:
            done.pop()
    earlier = next((own for known, own in saved.branches if known == target), ())
    first = [command_from(plain) for plain in earlier] if saved.target != target else []
    commands = [*first, *(own for own, known in done if known == target)]
    return [own for own in commands if isinstance(own, Decide)]
