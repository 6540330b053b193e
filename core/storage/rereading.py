"""How data were read and understood, as plain data, and reading them again the same way."""

from collections.abc import Mapping
from typing import Any

from core.base.codec import require
from core.base.progress import Watch, unwatched
from core.data.dataset import Dataset
from core.data.plan import Plan
from core.data.table import Origin, Table
from core.reading.tables import read_table
from core.sources.dialect import Dialect
from core.sources.excerpt import Excerpt, Manner
from core.sources.source import Source


def how_read(base: Dataset) -> dict[str, Any]:
    """How data were read and understood, as plain data: see `read_again`."""
    origin, plan = base.table.origin, base.plan
    assert origin is not None
    assert plan is not None
    return {
        **how_written(origin),
        "as_text": list(origin.as_text),
        "sample": origin.sample,
        "sample_seed": origin.seed,
        "plan": plan.plain(),
    }


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
