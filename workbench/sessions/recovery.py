"""What the journal tells of work that was lost sight of: the program ended, and nothing was saved.

A Recovery is offered once the program starts again, until it is taken or declined. No Qt here.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import core
from core.base.errors import DataError, WorkbenchError
from core.base.journal import Entry
from core.base.progress import Watch, unwatched
from core.base.wording import count
from core.project.entries import BRANCH, DECIDE, SAVED, WHATS
from core.sources.source import Fingerprint
from workbench.sessions.standing_rows import StandingRows
from workbench.shell import log as logs

if TYPE_CHECKING:
    from core.data.dataset import Dataset
    from core.project import Project
    from core.storage.session_file import NamedRun

QUICK_KINDS = ("opened", "closed", "declined", "restored")
AUDITED = "audited"
KINDS = (*QUICK_KINDS, "trained", "runs", SAVED, *WHATS)
IsRunning = Callable[[str], bool]
"""Tells whether a program still runs: what it has open is not lost, but in use."""


def _nobody_runs(by: str) -> bool:
    return False


@dataclass(frozen=True)
class KeptRun:
    """A run of the list, and the file that it is kept in; none if it is in the session's."""

    number: int
    name: str
    file: str = ""
    branch: int = 1

    @classmethod
    def from_facts(cls, facts: Any) -> "KeptRun | None":
        """What an entry tells of a run; None if it tells nothing."""
        known = facts if isinstance(facts, Mapping) else {}
        number, name, file = known.get("number"), known.get("name"), known.get("file", "")
        branch = known.get("branch", 1)
        are_numbers = type(number) is int and type(branch) is int
        if not are_numbers or not isinstance(name, str) or not isinstance(file, str):
            return None
        # A name alone: nothing outside the folder of the runs is ever read.
        return cls(int(str(number)), name, Path(file).name, branch)


@dataclass(frozen=True)
class Recovery:
    """Data that were open, what was decided about them, and the runs that were kept."""

    facts: Mapping[str, Any]
    """How the data were opened."""
    runs: tuple[KeptRun, ...] = ()
    plans: Mapping[int, Any] = field(default_factory=dict, repr=False)
    """How else the table was understood, as plain data, by the number of the branch."""
    decided: int = 0
    is_saved: bool = field(default=True, repr=False)
    """Whether nothing was done that is not in a session file."""
    by: str = ""
    """The program that they were open in."""

    @property
    def identity(self) -> dict[str, str]:
        """What tells these data from others in the journal, whatever their target is."""
        known = self.facts.get("data")
        found = dict(known) if isinstance(known, Mapping) else {}
        return {name: fact for name, fact in found.items() if name != "target"}

    @property
    def is_apart(self) -> bool:
        """Whether the session was opened as it was saved, apart from what is known of its file."""
        return "session" in self.identity

    @property
    def path(self) -> Path | None:
        """The file that was open."""
        return _path(self.facts.get("path"))

    @property
    def session(self) -> Path | None:
        """The session file that was opened, if it was one."""
        return _path(self.facts.get("session"))

    @property
    def name(self) -> str:
        """What was open, as a person calls it."""
        path = self.path or self.session
        return path.name if path else ""

    @property
    def words(self) -> str:
        """What there is to restore."""
        parts = []
        if self.runs:
            parts.append(count(len(self.runs), "run"))
        if self.decided:
            parts.append(count(self.decided, "decision"))
        return " and ".join(parts)


def was_cut_short(entries: Iterable[Entry], is_running: IsRunning = _nobody_runs) -> bool:
    """Whether a program ever ended with data open that nobody was asked about since.

    Only few kinds of entries tell: a quick look, before all that was decided is read.
    """
    return any(not is_running(by) for by in open_data(entries))


def open_data(entries: Iterable[Entry]) -> dict[str, Entry]:
    """By the programs that ended with something to restore: the data that each opened last."""
    found: dict[str, Entry] = {}
    left: set[str] = set()
    for entry in entries:
        if entry.what == "opened":
            _move_on(found, left)
            found.pop(entry.by, None)  # the latest comes last
            found[entry.by] = entry
        elif entry.what == "closed":
            _close(found, left, entry)
        elif entry.what in ("declined", "restored"):
            found.pop(_settled(entry), None)
    return found


def recovery(entries: Iterable[Entry], is_running: IsRunning = _nobody_runs) -> Recovery | None:
    """What was open last when a program ended, if it is worth restoring.

    After a crash it is offered until somebody answers; after closing, until data are opened again.
    """
    found = _followed(entries)
    worth = [each for each in found.values() if _is_worth(each) and not is_running(each.by)]
    return worth[-1] if worth else None


def files_in_use(entries: Iterable[Entry], is_running: IsRunning = _nobody_runs) -> set[str]:
    """The files of the runs that programs have in their lists, or that will be offered."""
    found = list(_followed(entries).values())
    wanted = [each for each in found if is_running(each.by)]
    wanted += [each for each in found if _is_worth(each) and not is_running(each.by)][-1:]
    return {run.file for each in wanted for run in each.runs}


def _followed(entries: Iterable[Entry]) -> dict[str, Recovery]:
    """By program: the data that it opened last, and all that was done with them since."""
    found: dict[str, Recovery] = {}
    left: set[str] = set()
    decided: dict[str, StandingRows] = defaultdict(StandingRows)
    for entry in entries:
        by = entry.by
        kind = _kind(entry)
        if entry.what in WHATS and kind != DECIDE:
            if by in found:
                found[by] = _after_command(found[by], entry)
        elif entry.what in WHATS:
            decided[str(entry.facts.get("data"))].take(entry)
            if by in found and _is_about(found[by], entry):
                own = decided[str(found[by].facts.get("data"))]
                found[by] = replace(found[by], decided=own.rows, is_saved=False)
        elif entry.what == "opened":
            _move_on(found, left)
            found.pop(by, None)  # the latest comes last
            before = decided[str(entry.facts.get("data"))].rows
            found[by] = Recovery(entry.facts, plans=_plans(entry), decided=before, by=by)
        elif entry.what == "closed":
            _close(found, left, entry)
        elif entry.what in ("declined", "restored"):
            found.pop(_settled(entry), None)
            if entry.what == "restored" and by in found:
                found[by] = replace(found[by], is_saved=False)  # and no more saved than before
        elif by in found:
            found[by] = _after(found[by], entry)
    return found


def _kind(entry: Entry) -> str:
    """The kind of command that an entry is about; earlier versions knew decisions alone."""
    command = entry.facts.get("command")
    own = command.get("kind") if isinstance(command, Mapping) else entry.facts.get("kind")
    return own if isinstance(own, str) else DECIDE


def _is_about(found: Recovery, entry: Entry) -> bool:
    data = entry.facts.get("data")
    own = (
        {name: fact for name, fact in data.items() if name != "target"}
        if isinstance(data, Mapping)
        else None
    )
    return own == found.identity


def _after_command(now: Recovery, entry: Entry) -> Recovery:
    """What there is once a run was renamed or deleted, or the table understood otherwise."""
    command = entry.facts.get("command")
    plans = dict(now.plans)
    if isinstance(command, Mapping) and command.get("kind") == BRANCH:
        number = command.get("number")
        if type(number) is int and number > 1:
            plans[number] = command.get("plan")
    return replace(now, plans=plans, is_saved=False)


def _plans(entry: Entry) -> dict[int, Any]:
    found = {}
    for part in _list(entry.facts.get("branches")):
        if isinstance(part, list) and len(part) == 2 and type(part[0]) is int:
            found[part[0]] = part[1]
    return found


def _close(found: dict[str, Any], left: set[str], entry: Entry) -> None:
    """A program was closed: what it had open is done with, unless it left runs behind."""
    if entry.facts.get("keeps"):
        left.add(entry.by)
    else:
        found.pop(entry.by, None)


def _move_on(found: dict[str, Any], left: set[str]) -> None:
    """Data were opened: whoever left runs behind by closing has moved on."""
    for by in left:
        found.pop(by, None)
    left.clear()


def _settled(entry: Entry) -> str:
    """The program that somebody answered for."""
    return str(entry.facts.get("of", ""))


def _is_worth(found: Recovery) -> bool:
    return not found.is_saved and bool(found.words) and bool(found.name)


def _after(now: Recovery, entry: Entry) -> Recovery:
    """What there is once a run was trained, the list of runs changed, or all was saved."""
    facts = entry.facts
    if entry.what == "trained":
        run = KeptRun.from_facts(facts)
        return replace(now, runs=(*now.runs, run), is_saved=False) if run else now
    if entry.what == "runs":
        found = [KeptRun.from_facts(part) for part in _list(facts.get("list"))]
        return replace(now, runs=tuple(run for run in found if run), is_saved=False)
    if entry.what == SAVED:
        return replace(now, is_saved="not_all" not in facts)
    return now


def restored(
    found: Recovery, folder: Path, entries: Iterable[Entry], watch: Watch = unwatched
) -> "tuple[Project, int]":
    """The project as it was when the program ended, and how many runs cannot be read again.

    What was decided about the rows before the data were opened is done again first, then
    everything that the program did.
    """
    from core.data.plan import Plan
    from core.parts.opening import understood
    from core.project.command_journal import Past
    from core.project.sessions import project_from, project_since
    from core.storage.session_file import load_session

    session = load_session(found.session, watch=watch) if found.session else None
    bases = session.bases if session else {1: _data(found, watch)}
    wanted = {run.branch for run in found.runs}
    more = {
        number: understood(bases[1], Plan.from_plain(plan))
        for number, plan in found.plans.items()
        if number in wanted and number not in bases
    }
    before, after = _parted(list(entries), found)
    past = Past(before, found.identity)
    if session and not found.is_apart:
        project, _others = project_since(session, past)
        for number, base in more.items():
            project.add_branch(base, number)
    else:
        project = project_from(bases | more, past)
    inside = {named.number: named for named in session.runs} if session else {}
    lost = _take_runs(found, folder, project, inside)
    _redo(project, after, folder)
    _show_last(project, found)
    return project, lost


def _redo(project: "Project", entries: list[Entry], folder: Path) -> None:
    """Do again what was done; what judges said in between is read where it was said."""
    from core.project.command_journal import replay

    start = 0
    for place, entry in enumerate(entries):
        if entry.what == AUDITED:
            replay(project, entries[start:place])
            start = place + 1
            _take_audit(project, entry, folder)
    replay(project, entries[start:])


def _take_audit(project: "Project", entry: Entry, folder: Path) -> None:
    """Take an audit that can still be read; the rows can be judged again without it."""
    from core.storage.audit_file import load_audit

    file, number = entry.facts.get("file"), entry.facts.get("branch")
    branch = next((own for own in project.branches if own.number == number), None)
    if not isinstance(file, str) or branch is None:
        return
    item = next((own for own in project.runs if own.number == entry.facts.get("run")), None)
    try:
        # A name alone: nothing outside the folder of the runs is ever read.
        audit = load_audit(folder / Path(file).name, branch.base, item.run if item else None)
    except WorkbenchError as error:
        logs.logger.info("an audit is not restored: %s", error)
        return
    if item is None:
        branch.decisions.adopt(audit.about)
    branch.take_audit(audit)


def _parted(entries: list[Entry], found: Recovery) -> tuple[list[Entry], list[Entry]]:
    """What was done before a program opened its data, and what it did since.

    What a session file held was written down under an identity of its own: all of it counts.
    """
    by = found.by
    if found.is_apart:
        own = [e for e in entries if e.what == AUDITED and e.by == by]
        return [], [e for e in entries if e in own or (e.what in WHATS and _is_about(found, e))]
    opened = [at for at, each in enumerate(entries) if each.what == "opened" and each.by == by]
    cut = opened[-1] if opened else len(entries)
    wanted = (AUDITED, *WHATS)
    return entries[:cut], [e for e in entries[cut:] if e.by == by and e.what in wanted]


def _take_runs(
    found: Recovery, folder: Path, project: "Project", inside: "Mapping[int, NamedRun]"
) -> int:
    """Put the runs that can be read again into the list; gives how many cannot."""
    from core.project.sessions import take_runs
    from core.storage.run_file import load_run
    from core.storage.session_file import NamedRun

    runs, lost = [], 0
    bases = {branch.number: branch.base for branch in project.branches}
    for kept in found.runs:
        try:
            base = bases[kept.branch]
            run = load_run(folder / kept.file, base) if kept.file else inside[kept.number].run
        except (WorkbenchError, KeyError) as error:
            logs.logger.warning("run %s is lost: %s", kept.number, error)
            lost += 1
        else:
            runs.append(NamedRun(kept.number, kept.name, run, kept.branch))
    take_runs(project, tuple(runs), {run.number: run.file for run in found.runs})
    return lost


def _show_last(project: "Project", found: Recovery) -> None:
    """Show the last run of the branch that is open; names are those that were listed last."""
    for kept in found.runs:
        project.name_run(kept.number, kept.name)
    for item in project.runs:
        project.branch_numbered(item.branch).decisions.adopt(item.dataset)
    own = [item for item in project.runs if item.branch == project.open_branch.number]
    project.show(own[-1] if own else None)


def _data(found: Recovery, watch: Watch) -> "Dataset":
    from core.storage.rereading import changed_files, read_again, read_files_again

    assert found.path is not None
    if "files" in found.facts:
        try:
            if not changed_files(found.facts):
                return read_files_again(found.facts, watch)
        except (KeyError, ValueError, TypeError) as error:
            raise _not_known(found) from error
        raise DataError(
            f"Files of {found.path} are gone or were changed since, so what was trained does not "
            "fit them any more. Open the folder: the decisions that still fit are kept."
        )
    facts, source = found.facts, core.Source.from_path(found.path)
    size, modified = facts.get("size"), facts.get("modified")
    known = Fingerprint(size, modified) if type(size) is int and type(modified) is int else None
    if known is not None and not source.is_still(known):
        raise DataError(
            f"{found.path} is gone or was changed since, so what was trained does not fit it any "
            "more. Open the file: the decisions that still fit are kept."
        )
    try:
        return read_again(facts, source, watch)
    except (KeyError, ValueError, TypeError) as error:
        raise _not_known(found) from error


def _not_known(found: Recovery) -> DataError:
    return DataError(
        f"How {found.name} was read is not known any more. Open it: the decisions are kept."
    )


def _path(known: Any) -> Path | None:
    return Path(known) if isinstance(known, str) and known else None


def _list(known: Any) -> list[Any]:
    return known if isinstance(known, list) else []
