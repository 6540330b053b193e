"""A project in a session file, and back: the commands are done again, and the runs taken over."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.base.journal import Entry
from core.data.dataset import Dataset
from core.project.command_journal import CommandJournal, Past, replay
from core.project.commands import Command, Decide, RemoveRun, as_plain, command_from
from core.project.entries import DID, UNDONE
from core.project.project import Project
from core.project.runs import RunItem
from core.storage.session_file import NamedRun, SavedBranch, SavedSession


def saved(project: Project, look: Mapping[str, Any], mark: str = "") -> SavedSession:
    """A project as a session file holds it; what is still under way is not in it.

    What was done is missing: `Doings` turns it into plain data, on a thread.
    """
    first, *others = project.branches
    items = [item for item in project.runs if item.run is not None]
    numbers = {item.number for item in items}
    current = project.current.number if project.current in items else None
    return SavedSession(
        first.base,
        (),
        tuple(
            NamedRun(item.number, item.name, item.run, item.branch)
            for item in items
            if item.run is not None
        ),
        current,
        tuple(item.number for item in project.compared if item.number in numbers),
        project.round if current is not None else 0,
        project.selection.copy(),
        look,
        project.audit,
        tuple(
            SavedBranch(own.number, own.base, tuple(as_plain(each) for each in own.earlier))
            for own in others
        ),
        project.open_branch.number,
        mark,
    )


@dataclass(frozen=True)
class Doings:
    """What was done, and what was undone: to turn it into plain data may take a while."""

    done: tuple[Command, ...]
    undone: tuple[Command, ...]

    @classmethod
    def of(cls, project: Project) -> "Doings":
        """What was done to a project until now."""
        return cls(
            (*project.samples(), *(each.command for each in project.done)),
            tuple(each.command for each in project.undone),
        )

    def plain(self) -> Iterator[dict[str, Any]]:
        """What was done, then what was undone: done again and taken back, it can be redone."""
        # A run that was deleted is not in the file, and cannot be put back.
        for command in (*self.done, *reversed(self.undone)):
            if not isinstance(command, RemoveRun):
                yield {"what": DID, "command": as_plain(command)}
        for command in self.undone:
            if not isinstance(command, RemoveRun):
                yield {"what": UNDONE, "kind": command.kind}


def project_of(
    session: SavedSession,
    journal: CommandJournal | None = None,
    files: Mapping[int, str] | None = None,
) -> Project:
    """The project of a session file; with a journal, all that was done is written there too.

    `files` are those of the home folder that runs are kept in, by the runs' numbers.
    """
    project = Project.of(session.base)
    for own in session.branches:
        project.add_branch(own.base, own.number, _commands(own.earlier))
    project.journal = journal
    take_runs(project, session.runs, files or {})
    replay(project, (_entry(doing) for doing in session.doings))
    if journal is not None:
        journal.flush()
    finish(project, session)
    return project


def project_since(session: SavedSession, past: Past) -> tuple[Project, int]:
    """The project of a session file whose work is in the journal; how many decisions are others.

    What was decided since it was saved counts, as it does where the data file itself is opened.
    """
    saved = project_of(session)
    now = project_from(session.bases, past)
    others = _decided(saved).items() ^ _decided(now).items()
    # The file, and what one did since, tell more than the decisions: what else can be undone.
    replay(saved, past.since(session.mark))
    if _stands(saved) != _stands(now):
        take_runs(now, session.runs, {})
        saved = now
    finish(saved, session)
    return saved, len({place for place, _outcome in others})


def project_from(bases: Mapping[int, Dataset], past: Past) -> Project:
    """A project about data, by the numbers of its branches, with what the journal knows of it."""
    first, *others = sorted(bases)
    project = Project.of(bases[first])
    past.replay(project)
    for number in others:
        known = Project.of(bases[number])
        past.replay(known)
        project.add_branch(bases[number], number, [done.command for done in known.done])
        for sample in known.samples():
            project.repeat(sample)
    return project


def _stands(project: Project) -> tuple[Any, ...]:
    """What is decided, noted and drawn."""
    notes = {own.base.target: own.decisions.notes() for own in project.branches}
    return _decided(project), notes, [as_plain(sample) for sample in project.samples()]


def _decided(project: Project) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """What is decided about each row and cell, by target; aside from it, the words of others."""
    return {
        (own.base.target, one.line, one.column, one.by if one.aside else None): (one.verb, one.new)
        for own in project.branches
        for one in own.decisions.standing()
    }


def take_runs(project: Project, runs: "tuple[NamedRun, ...]", files: Mapping[int, str]) -> None:
    """Put runs that were read again into the list."""
    project.take_runs(
        [
            RunItem(
                own.number, own.run, own.name, kept=files.get(own.number, ""), branch=own.branch
            )
            for own in runs
        ]
    )


def finish(project: Project, session: SavedSession) -> None:
    """Show what was shown; what was trained on the data as they stand is about these very data."""
    project.branch = project.branch_numbered(session.branch)
    for own in session.runs:
        project.name_run(own.number, own.name)
        project.branch_numbered(own.branch).decisions.adopt(own.run.dataset)
    if session.audit is not None:
        project.decisions.adopt(session.audit.about)
        project.open_branch.take_audit(session.audit)
    by_number = {item.number: item for item in project.runs}
    project.show(by_number.get(session.current) if session.current is not None else None)
    project.compare([by_number[number] for number in session.compared])
    project.go_to(session.round)
    if session.selection is not None:
        project.select(session.selection)


def _commands(plain: tuple[dict[str, Any], ...]) -> Iterator[Command]:
    for each in plain:
        try:
            command = command_from(each)
        except ValueError:
            continue  # of another version
        if isinstance(command, Decide):
            yield command


def _entry(doing: Mapping[str, Any]) -> Entry:
    return Entry(str(doing["what"]), 0.0, {k: v for k, v in doing.items() if k != "what"})


def same_reading(one: Dataset, other: Dataset) -> bool:
    """Whether two datasets were read from the same file in the same way.

    Then they differ in how the table is understood alone, and are branches of one project.
    """
    first, second = one.table.origin, other.table.origin
    files = [own.table.files.origin if own.table.files else None for own in (one, other)]
    if files[0] is not None and files[1] is not None:
        facts_of = [
            (own.parts, own.fingerprints, own.dialect, own.as_text, own.is_on_disk)
            for own in files
            if own is not None
        ]
        return facts_of[0] == facts_of[1]
    if first is None or second is None:
        return one.table.as_read is other.table.as_read
    facts = [
        (
            own.source.path,
            own.source.content,
            own.fingerprint,
            own.manner,
            own.as_text,
            own.sample,
            own.seed,
        )
        for own in (first, second)
    ]
    return facts[0] == facts[1]
