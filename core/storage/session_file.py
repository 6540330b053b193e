"""The session file: everything that a person sees and did, to be opened again exactly as it was.

A zip, read as core.storage.archive says, of one `session.json`, `.npy` arrays and, if wanted,
`data`: the bytes of the file that was opened. `session.json` holds

- `format`: 3 (2 had no rules in runs)
- `data`: the file's name, absolute path, size and SHA-256 checksum, whether it is `inside`, or the
  files of several (core.storage.session_files), which never are; how it
  was read (`dialect` or `excerpt`, columns `as_text`, `sample` and its seed), the `plan`, the
  split's share and seed, and a checksum of the rows that this gives
- `decisions`: what was decided, undone and redone, in the journal's words and order
- `revisions`: the data that runs were trained on, as changes (core.storage.run_file)
- `runs`: each with its number, name, revision and what core.storage.run_file says
- `current`, `compared`: numbers of runs; `round`: the one that is shown
- `audit`: the revision whose rows were judged, and what core.storage.audit_file says
- `look`: what the window keeps of itself: the views' options and the layout
- `mark`: another one each time it is saved; by it the journal knows what was done since

and the array `selection` the selected lines. The file that was opened is read again where it was,
or beside the session, if it is still the same; else the bytes inside are taken.
"""

import hashlib
import io
import os
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from core.base.arrays import Integers
from core.base.codec import Arrays, require
from core.base.errors import SessionFileError, WorkbenchError
from core.base.files import written_whole
from core.base.progress import Progress, Watch, part, unwatched
from core.data.dataset import Dataset
from core.data.plan import Plan
from core.data.table import Origin
from core.judging.auditing.result import Audit
from core.learning.run import Run
from core.parts.opening import understood
from core.sources.source import Packing, Source
from core.storage.archive import Archive, check_format, entry, fill_archive, reading
from core.storage.audit_file import put_audit, take_audit
from core.storage.rereading import how_read, read_again
from core.storage.revisions import put_revision, take_revision
from core.storage.run_file import put_run, take_run
from core.storage.session_files import DataWantedError, about_files, are_files, found_files

FORMAT = 3
_BLOCK = 1 << 20
_HOW_READ = ("dialect", "excerpt", "as_text", "sample", "sample_seed")
_REMEDY = "Take an earlier copy of it."


@dataclass(frozen=True, eq=False)
class NamedRun:
    """A run of the list, with its number and what the person calls it."""

    number: int
    name: str
    run: Run
    branch: int = 1
    """The number of the branch whose data it was trained on."""


@dataclass(frozen=True, eq=False)
class SavedBranch:
    """A way in which the table was understood."""

    number: int
    base: Dataset
    earlier: tuple[dict[str, Any], ...] = ()
    """What was decided about its rows before it was made, as plain commands."""


@dataclass(frozen=True, eq=False)
class SavedSession:
    """What a session file holds."""

    base: Dataset
    """The data as they were read and understood first, before any decision: branch 1."""
    doings: tuple[dict[str, Any], ...] = ()
    """The commands that were done, undone and redone: entries of the journal, without their
    data."""
    runs: tuple[NamedRun, ...] = ()
    current: int | None = None
    """The number of the run that is shown."""
    compared: tuple[int, ...] = ()
    round: int = 0
    selection: Integers | None = None
    look: Mapping[str, Any] | None = None
    audit: Audit | None = None
    branches: tuple[SavedBranch, ...] = ()
    """All but the first one."""
    branch: int = 1
    """The number of the branch that is open."""
    mark: str = ""
    """Tells this file from every other that was saved; files of earlier versions have none."""
    unheard: str = ""
    """Why the audit that it holds is not there, in a sentence; mostly nothing."""

    @property
    def bases(self) -> dict[int, Dataset]:
        """The data as they were read, by the numbers of the branches."""
        return {1: self.base} | {own.number: own.base for own in self.branches}

    def base_of(self, number: int) -> Dataset:
        """The data of a branch as they were read."""
        return self.bases.get(number, self.base)


@dataclass(frozen=True)
class SavedDoings:
    """What was done in a session, without its data, runs and audit."""

    target: str | None
    """That of the first branch."""
    doings: tuple[dict[str, Any], ...]
    branches: tuple[tuple[str | None, tuple[dict[str, Any], ...]], ...]
    """Of the other branches, the target and what was decided before they were made."""


def save_session(
    session: SavedSession,
    path: str | os.PathLike[str],
    *,
    with_data: bool = True,
    watch: Watch = unwatched,
) -> None:
    """Write a session file, whole or not at all; with the data inside, or only where they are."""
    about = _about_files(session.base)
    arrays: Arrays = {"selection": np.asarray(_or_none(session.selection), "<i8")}
    revisions = _revisions(session)
    facts: dict[str, Any] = {
        "format": FORMAT,
        "decisions": list(session.doings),
        "branches": [
            {
                "number": own.number,
                "plan": _plan(own.base).plain(),
                "rows": rows_checksum(own.base),
                "earlier": list(own.earlier),
            }
            for own in session.branches
        ],
        "branch": session.branch,
        "revisions": [
            take_revision(dataset, session.base_of(number), f"revisions.{place}", arrays)
            | {"branch": number}
            for place, (dataset, number) in enumerate(revisions)
        ],
        "runs": [],
        "current": session.current,
        "compared": list(session.compared),
        "round": session.round,
        "look": dict(session.look or {}),
        "audit": None,
        "mark": session.mark,
    }
    for place, named in enumerate(session.runs):
        part(watch, 0.0, 0.5)(Progress(place, len(session.runs), named.name))
        data = _place(revisions, named.run.dataset)
        facts["runs"].append(
            {
                "number": named.number,
                "name": named.name,
                "revision": data,
                "branch": named.branch,
            }
            | take_run(named.run, f"runs.{place}", arrays)
        )
    if (audit := session.audit) is not None:
        trained = [named.run for named in session.runs]
        place = _place(revisions, audit.about)
        facts["audit"] = {"revision": place} | take_audit(audit, trained, "audit", arrays)
    with written_whole(path) as aside, zipfile.ZipFile(aside, "w") as file:
        facts["data"] = about or _about_file(session.base, file if with_data else None, watch)
        fill_archive(file, "session.json", facts, arrays)
        watch(Progress(1, 1))


def load_session(
    path: str | os.PathLike[str],
    *,
    data: str | os.PathLike[str] | None = None,
    watch: Watch = unwatched,
) -> SavedSession:
    """Read a session file; raise SessionFileError, in a sentence, for anything that is none.

    Raise DataWantedError if the data are neither inside nor where they were: `data` tells then
    where they are.
    """
    with reading(path, "a session", SessionFileError, _REMEDY) as archive:
        facts = archive.facts("session.json")
        check_format(facts["format"], FORMAT, SessionFileError)
        folder, told = Path(path).resolve().parent, part(watch, 0.0, 0.5)
        if "files" in facts["data"]:
            base = found_files(facts["data"], folder, data, told)
        else:
            source = _found(archive, facts["data"], folder, data)
            base = read_again(facts["data"], source, told)
        _check_rows(base, facts["data"])
        return _session(archive, facts, base, watch)


def load_doings(path: str | os.PathLike[str], base: Dataset) -> SavedDoings:
    """What was done in somebody's session about the very file that these data were read from.

    Nothing else of it is read. Raise SessionFileError, in a sentence, if it is about another file,
    or was read otherwise, so that its lines are others.
    """
    with reading(path, "a session", SessionFileError, _REMEDY) as archive:
        facts = archive.facts("session.json")
        check_format(facts["format"], FORMAT, SessionFileError)
        about, own = facts["data"], how_read(base)
        if not _is_about(base, about):
            raise SessionFileError(
                f"it is about {about['name']} with other content than {base.name} has. Decisions "
                "about another version of a file can be carried over (Data, Carry decisions over "
                "from…), and not be taken in."
            )
        if any(about.get(name) != own.get(name) for name in _HOW_READ):
            raise SessionFileError(
                f"{base.name} is read in another way there, so that its lines may be others. "
                "Open it in the same way, then take the decisions in."
            )
        branches = [
            (Plan.from_plain(plain["plan"]).target, tuple(_list(plain["earlier"])))
            for plain in _list(facts.get("branches", []))
        ]
        return SavedDoings(
            Plan.from_plain(about["plan"]).target,
            tuple(_doing(plain) for plain in _list(facts["decisions"])),
            tuple(branches),
        )


# What was trained and judged


def _revisions(session: SavedSession) -> list[tuple[Dataset, int]]:
    """The data that runs and the audit are about, each once, with the number of the branch."""
    audited = [(session.audit.about, session.branch)] if session.audit else []
    found: list[tuple[Dataset, int]] = []
    for dataset, number in (*((run.run.dataset, run.branch) for run in session.runs), *audited):
        if not any(dataset is known for known, _ in found):
            found.append((dataset, number))
    return found


def _place(revisions: list[tuple[Dataset, int]], dataset: Dataset) -> int:
    return next(place for place, (known, _) in enumerate(revisions) if known is dataset)


def _plan(base: Dataset) -> Plan:
    assert base.plan is not None  # what came from a file has one
    return base.plan


def _branches(facts: Any, base: Dataset) -> tuple[SavedBranch, ...]:
    """The other ways in which the table was understood, made again."""
    found: list[SavedBranch] = []
    # What was saved before there were branches has none.
    for plain in _list(facts.get("branches", [])):
        number, earlier = plain["number"], _list(plain["earlier"])
        require(type(number) is int and number > (found[-1].number if found else 1))
        require(all(isinstance(command, dict) for command in earlier))
        own = understood(base, Plan.from_plain(plain["plan"]))
        _check_rows(own, plain)
        found.append(SavedBranch(number, own, tuple(earlier)))
    return tuple(found)


def _at(revisions: list[Dataset], place: Any) -> Dataset:
    require(type(place) is int and 0 <= place < len(revisions))
    return revisions[int(place)]


# The data


def _origin(base: Dataset) -> Origin:
    """Where the data came from, unchanged since."""
    origin = base.table.origin
    if origin is None or base.plan is None:
        raise SessionFileError(
            f"{base.name} came from no file, so there is none to keep in a session. Write the data "
            "to a CSV, and open that."
        )
    if not origin.is_unchanged:
        raise _changed(origin.source)
    return origin


def _changed(source: Source) -> SessionFileError:
    return SessionFileError(
        f"{source.name} is gone or was changed since it was opened, so a session would not fit it. "
        "Put the file back as it was, or export the decisions and the model."
    )


def _about_files(base: Dataset) -> dict[str, Any] | None:
    """Which files the data came from; None for a single one."""
    return about_files(base) | {"rows": rows_checksum(base)} if are_files(base) else None


def _is_about(base: Dataset, about: Any) -> bool:
    """Whether a session is about the content that these data were read from."""
    if are_files(base):
        return bool(about_files(base)["checksum"] == about["checksum"])
    size, checksum = _copied(_origin(base).source, None, unwatched)
    return (about.get("size"), about["checksum"]) == (size, checksum)


def _about_file(base: Dataset, inside: zipfile.ZipFile | None, watch: Watch) -> dict[str, Any]:
    """Which file the data came from, whose bytes go into the zip, if any."""
    origin = _origin(base)
    size, checksum = _copied(origin.source, inside, watch)
    if not origin.is_unchanged:
        raise _changed(origin.source)
    path = origin.source.path
    return {
        "name": origin.source.name,
        "path": str(path.resolve()) if path else None,
        "size": size,
        "checksum": checksum,
        "inside": inside is not None,
        "rows": rows_checksum(base),
    } | how_read(base)


def rows_checksum(base: Dataset) -> str:
    """A checksum of what makes the rows: their lines, labels and the split, and the columns."""
    digest = hashlib.sha256(repr((base.table.names, base.classes)).encode(errors="surrogatepass"))
    for array, kind in ((base.lines, "<i8"), (base.labels, "<f8"), (base.validation, "|b1")):
        digest.update(np.ascontiguousarray(array, kind).tobytes())
    return digest.hexdigest()


def _copied(source: Source, file: zipfile.ZipFile | None, watch: Watch) -> tuple[int, str]:
    """The size and the checksum of a source, whose bytes go into the zip on the way, if any."""
    digest, size, total = hashlib.sha256(), 0, source.size
    told = part(watch, 0.5, 0.9)
    # What is packed already does not get smaller.
    inside = entry("data", source.packing is Packing.PLAIN)
    out = file.open(inside, "w", force_zip64=True) if file else io.BytesIO()
    with _raw(source) as raw, out:
        while block := raw.read(_BLOCK):
            digest.update(block)
            size += len(block)
            if file:
                out.write(block)
            told(Progress(size, total))
    return size, digest.hexdigest()


def _raw(source: Source) -> IO[bytes]:
    if source.content is not None:
        return io.BytesIO(source.content)
    assert source.path is not None
    return source.path.open("rb")


def _found(
    archive: Archive, about: Any, folder: Path, given: str | os.PathLike[str] | None
) -> Source:
    """The file that the session was made with: as given, where it was, beside it, or inside."""
    name, kept = about["name"], about["path"]
    require(isinstance(name, str) and isinstance(kept, str | None) and bool(name))
    if given is not None:
        if not _is_same(Path(given), about):
            raise DataWantedError(
                f"{Path(given).name} is not {name} as it was when the session was saved: its "
                "content differs. Choose the file as it was then."
            )
        return Source.from_path(given)
    places = [Path(kept)] if kept else []
    for place in (*places, folder / Path(name).name):
        if _is_same(place, about):
            return Source.from_path(place)
    if about["inside"] is True:
        require(archive.size("data") == about["size"])
        content = archive.content("data")
        require(hashlib.sha256(content).hexdigest() == about["checksum"])
        return Source.from_bytes(content, name)
    raise DataWantedError(
        f"the session does not hold its data, and {kept or name} is gone or was changed since. "
        "Choose the file as it was when the session was saved."
    )


def _is_same(place: Path, about: Any) -> bool:
    size, checksum = about["size"], about["checksum"]
    require(type(size) is int and isinstance(checksum, str) and len(checksum) == 64)
    if str(place).startswith(("\\\\", "//")):
        return False  # asking for it would call another computer
    try:
        if not place.is_file() or place.stat().st_size != size:
            return False
        with place.open("rb") as file:
            return bool(hashlib.file_digest(file, "sha256").hexdigest() == checksum)
    except (OSError, ValueError):
        return False


def _check_rows(base: Dataset, about: Any) -> None:
    if rows_checksum(base) != about["rows"]:
        raise SessionFileError(
            f"{base.name} is read otherwise than when the session was saved, so what was trained "
            "and decided does not fit. Open it with the version of the program that saved it."
        )


# All else


def _session(archive: Archive, facts: Any, base: Dataset, watch: Watch) -> SavedSession:
    branches = _branches(facts, base)
    bases = {1: base} | {own.number: own.base for own in branches}
    branch = facts.get("branch", 1)
    require(type(branch) is int and branch in bases)
    revisions = []
    for place, plain in enumerate(_list(facts["revisions"])):
        own = plain.get("branch", 1)
        require(type(own) is int and own in bases)
        revisions.append(put_revision(plain, bases[own], f"revisions.{place}", archive.array))
    runs: list[NamedRun] = []
    plain_runs = _list(facts["runs"])
    for place, plain in enumerate(plain_runs):
        part(watch, 0.5, 1.0)(Progress(place, len(plain_runs)))
        number, name, dataset = plain["number"], plain["name"], _at(revisions, plain["revision"])
        require(type(number) is int and isinstance(name, str) and bool(name.strip()))
        require(number > (runs[-1].number if runs else 0))
        run = put_run(plain, dataset, f"runs.{place}", archive.array)
        own = plain.get("branch", 1)
        require(type(own) is int and own in bases and dataset.target == bases[own].target)
        runs.append(NamedRun(number, name, run, own))
    rounds = {named.number: named.run.rounds for named in runs}
    current, number = facts["current"], facts["round"]
    compared, look = _list(facts["compared"]), facts["look"]
    require(current is None or (type(current) is int and current in rounds))
    require(all(type(other) is int and other in rounds for other in compared))
    require(type(number) is int and 0 <= number <= rounds.get(current, 0))
    require(isinstance(look, dict))
    selection = archive.array("selection", "<i8", 1)
    require(bool(np.all(selection[:-1] < selection[1:])))
    doings = tuple(_doing(plain) for plain in _list(facts["decisions"]))
    # What was saved before audits were kept has none.
    audited = facts.get("audit")
    audit, unheard = None, ""
    if audited is not None:
        dataset, trained = _at(revisions, audited["revision"]), [named.run for named in runs]
        try:
            audit = put_audit(audited, dataset, trained, "audit", archive.array)
        except (WorkbenchError, ValueError, KeyError) as error:
            if not audited.get("drawn"):
                raise
            # Its rows are read from the files again; without them, all can be judged anew.
            why = str(error) if isinstance(error, WorkbenchError) else "It is damaged."
            unheard = f"The audit could not be read again. {why} Audit the rows anew."
    watch(Progress(1, 1))
    return SavedSession(
        base,
        doings,
        tuple(runs),
        current,
        tuple(compared),
        number,
        selection,
        look,
        audit,
        branches,
        branch,
        str(facts.get("mark", "")),
        unheard,
    )


def _doing(plain: Any) -> dict[str, Any]:
    """An entry about a command; what the command says is for whoever does it again."""
    require(isinstance(plain, dict) and isinstance(plain.get("what"), str))
    return dict(plain)


def _list(plain: Any) -> list[Any]:
    require(isinstance(plain, list))
    return list(plain)


def _or_none(selection: Integers | None) -> Integers:
    return np.empty(0, np.int64) if selection is None else selection
