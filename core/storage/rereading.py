"""How data were read and understood, as plain data, and reading them again the same way."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.base.codec import require
from core.base.progress import Watch, part, unwatched
from core.data.dataset import Dataset
from core.data.plan import Plan
from core.data.table import Origin, Table
from core.parts.looking import FilesLook
from core.parts.opening import open_in_memory, open_on_disk
from core.reading.tables import read_table
from core.sources.dialect import Dialect
from core.sources.excerpt import Excerpt, Manner
from core.sources.files_origin import FilesOrigin
from core.sources.parts import Parts
from core.sources.source import Fingerprint, Source


def how_read(base: Dataset) -> dict[str, Any]:
    """How data were read and understood, as plain data: see `read_again`."""
    origin, plan, files = base.table.origin, base.plan, base.table.files
    assert plan is not None
    if files is not None and files.origin is not None:
        return how_files_read(files.origin) | {"plan": plan.plain()}
    assert origin is not None
    return {
        **how_written(origin),
        "as_text": list(origin.as_text),
        "sample": origin.sample,
        "sample_seed": origin.seed,
        "plan": plan.plain(),
    }


def how_files_read(origin: FilesOrigin) -> dict[str, Any]:
    """How several files were read, and what they were then."""
    parts = origin.parts
    return {
        "files": str(parts.place),
        "left_out": sorted(parts.left_out),
        "known": [
            [name, mark.size, mark.modified]
            for name, mark in zip(parts.names, origin.fingerprints, strict=True)
        ],
        "dialect": origin.dialect.plain() if origin.dialect else None,
        "as_text": list(origin.as_text),
        "on_disk": origin.is_on_disk,
    }


def files_of(how: Mapping[str, Any], place: Path | None = None) -> Parts:
    """The files that were read, wherever they are now; raise DataError if there are none."""
    files, left_out = how["files"], how["left_out"]
    require(isinstance(files, str) and isinstance(left_out, list))
    require(all(isinstance(name, str) for name in left_out))
    return Parts.of(files if place is None else place, left_out)


def changed_files(how: Mapping[str, Any], place: Path | None = None) -> list[str]:
    """The files that came, went or are other ones since; raise DataError if none is left."""
    parts = files_of(how, place)
    known = {name: Fingerprint(size, modified) for name, size, modified in how["known"]}
    there = {source.name: source for source in parts.sources}
    return sorted(
        name
        for name in {*known, *there}
        if name not in known or name not in there or not there[name].is_still(known[name])
    )


def read_files_again(
    how: Mapping[str, Any], watch: Watch = unwatched, place: Path | None = None
) -> Dataset:
    """The data of several files, read and understood as they were."""
    dialect, as_text, is_on_disk = how["dialect"], how["as_text"], how["on_disk"]
    require(isinstance(dialect, dict | None) and type(is_on_disk) is bool)
    require(isinstance(as_text, list) and all(isinstance(name, str) for name in as_text))
    known = Dialect.from_plain(dialect) if dialect is not None else None
    look = FilesLook.at(files_of(how, place), known, as_text, part(watch, 0.0, 0.1))
    plan = Plan.from_plain(how["plan"])
    opened = open_on_disk if is_on_disk else open_in_memory
    return opened(look, plan, part(watch, 0.1, 1.0))


def how_written(origin: Origin) -> dict[str, Any]:
    """By which dialect a text was read, or which part of another program's file."""
    found: dict[str, Any] = {"dialect": origin.dialect.plain() if origin.dialect else None}
    if origin.excerpt is not None:
        found["excerpt"] = origin.excerpt.plain()
    return found


def manner_of(how: Mapping[str, Any]) -> Manner | None:
    """What `how_written` gave; raise DataError or ValueError if it is anything else."""
    dialect, excerpt = how.get("dialect"), how.get("excerpt")
    require(isinstance(dialect, dict | None) and isinstance(excerpt, dict | None))
    if excerpt is not None:
        return Excerpt.from_plain(excerpt)
    return None if dialect is None else Dialect.from_plain(dialect)


def read_again(how: Mapping[str, Any], source: Source, watch: Watch = unwatched) -> Dataset:
    """The data, read and understood as they were; raise ValueError if `how` makes no sense."""
    plan = Plan.from_plain(how["plan"])
    as_text, sample, sample_seed = how["as_text"], how["sample"], how["sample_seed"]
    # What was saved before plans knew of the split has its share and its seed beside the plan.
    share, seed = how.get("validation_share"), how.get("seed")
    if share is not None:
        require(type(share) in (int, float) and type(seed) is int)
        plan = plan.with_split(plan.split.changed(float(share), seed))
    require(isinstance(as_text, list) and all(isinstance(name, str) for name in as_text))
    require(sample is None or type(sample) is int)
    require(type(sample_seed) is int and sample_seed >= 0)

    table: Table = read_table(
        source,
        manner_of(how),
        as_text=as_text,
        sample=sample,
        seed=sample_seed,
        watch=watch,
    )
    return Dataset.from_table(table, plan=plan)
