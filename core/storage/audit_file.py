"""An audit as plain data and arrays: a part of a session, so that no judge is heard again.

After a crash it is found in a file of its own, beside those of the runs. Of data on the disk the
rows that are held are kept by their lines: their values are read from the files again.
"""

import dataclasses
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.codec import Arrays, ReadArray, Stored, put_together, require, take_apart
from core.base.errors import SessionFileError
from core.data.changes import Changes
from core.data.dataset import Dataset
from core.judging.auditing.doubting.calibration import Noise
from core.judging.auditing.jury import Opinion
from core.judging.auditing.parts.drawn_audit import MOST_DRAWN, DrawnAudit
from core.judging.auditing.result import Audit
from core.judging.auditing.twins import Twins
from core.judging.auditing.verdict import KINDS, SuspicionKind
from core.learning.histories.drawn import DrawnHistory
from core.learning.run import Run
from core.parts.drawn import drawn_rows, drawn_table
from core.storage.archive import check_format, reading, write_archive
from core.storage.revisions import put_revision, take_revision
from core.storage.run_file import put_run, take_run

FORMAT = 1
"""Of a file of its own."""

_Numbers = Annotated[Floats, Stored("<f8")]
_Places = Annotated[Integers, Stored("<i8")]


@dataclass(frozen=True, eq=False)
class _Opinion:
    """What one judge thinks of every row, see `core.judging.auditing.jury.Opinion`."""

    name: str
    title: str
    own: _Numbers
    other: _Places
    share: _Numbers


@dataclass(frozen=True, eq=False)
class _Score:
    """One of the further scores."""

    name: str
    values: _Numbers


@dataclass(frozen=True, eq=False)
class _Kept:
    """What is kept of an audit beside its data, its run and what it suggests."""

    suspicion: _Numbers
    wrong: _Numbers
    probability: _Numbers
    kinds: _Places
    kind_names: tuple[str, ...]
    """What the places among the kinds mean: another version may have more of them."""
    estimate: float
    low: float
    high: float
    count: int
    scores: tuple[_Score, ...]
    opinions: tuple[_Opinion, ...]
    twin_group: _Places
    twin_contradicted: Annotated[Mask, Stored("|b1")]
    seconds: float

    def check(self, dataset: Dataset) -> None:
        """Raise ValueError if it cannot be about these data."""
        rows, classes = len(dataset), len(dataset.classes)
        judged = rows if classes else 0
        per_row = (
            self.suspicion,
            self.wrong,
            self.probability,
            self.kinds,
            self.twin_group,
            self.twin_contradicted,
            *(score.values for score in self.scores),
            *(opinion.own for opinion in self.opinions),
        )
        require(all(len(array) == rows for array in per_row))
        require(bool(np.isfinite(self.suspicion).all()))
        require(bool(np.all((self.wrong >= 0) & (self.wrong <= 1))))
        require(_are_places(self.kinds, len(self.kind_names)))
        require(0 <= self.count <= rows and self.seconds >= 0)
        for opinion in self.opinions:
            require(len(opinion.other) == len(opinion.share) == judged)
            require(_are_places(opinion.other, classes))


def take_audit(audit: Audit, runs: Sequence[Run], path: str, arrays: Arrays) -> dict[str, Any]:
    """The plain part of an audit; its run is a place among those that are kept anyway, or whole."""
    noise = audit.noise
    kept = _Kept(
        audit.suspicion,
        audit.wrong,
        audit.probability,
        audit.kinds,
        tuple(kind.value for kind in KINDS),
        noise.estimate,
        noise.low,
        noise.high,
        audit.count,
        tuple(_Score(name, values) for name, values in audit.scores.items()),
        tuple(_Opinion(o.name, o.title, o.own, o.other, o.share) for o in audit.opinions),
        audit.twins.group,
        audit.twins.contradicted,
        audit.seconds,
    )
    arrays[f"{path}.suggested"] = np.ascontiguousarray(audit.suggested, _suggests(audit.dataset))
    # A run that was given a rule since is the same run.
    own = audit.run.history.of_all_rows if audit.run is not None else None
    run: Any = next(
        (place for place, known in enumerate(runs) if known.history.of_all_rows is own), None
    )
    if run is None and audit.run is not None and audit.is_of_all:
        run = take_run(audit.run, f"{path}.run", arrays)
    if audit.settled is not None:
        arrays[f"{path}.settled"] = np.ascontiguousarray(audit.settled, "|b1")
    if audit.flips is not None:
        arrays[f"{path}.flips"] = np.ascontiguousarray(audit.flips, "<f8")
    if audit.judged is not None:
        arrays[f"{path}.judged"] = np.ascontiguousarray(audit.judged, "|b1")
    plain: dict[str, Any] = take_apart(kept, path, arrays)
    known = {name: getattr(audit, name) is not None for name in ("settled", "flips", "judged")}
    weights = {opinion.name: opinion.weight for opinion in audit.opinions}
    if isinstance(audit, DrawnAudit):
        known |= {"drawn": True}
        arrays[f"{path}.lines"] = np.ascontiguousarray(audit.dataset.lines, "<i8")
        if audit.of_sample is not None:
            plain["of_sample"] = take_audit(audit.of_sample, [], f"{path}.sample", arrays)
    return plain | {"run": run, "weights": weights} | known


def put_audit(
    plain: Any, dataset: Dataset, runs: Sequence[Run], path: str, read: ReadArray
) -> Audit:
    """The audit that was taken apart; raise ValueError or KeyError if it does not fit the data.

    Raise DataError for data on the disk whose files are others by now.
    """
    if plain.get("drawn"):
        return _put_drawn(plain, dataset, runs, path, read)
    return _put(plain, dataset, runs, path, read)


def _put_drawn(
    plain: Any, whole: Dataset, runs: Sequence[Run], path: str, read: ReadArray
) -> DrawnAudit:
    """That of data on the disk, and the rows that it holds."""
    if whole.sample is None:
        raise ValueError("its data are in memory")
    lines = read(f"{path}.lines", "<i8", 1)
    require(len(lines) <= len(whole.sample.lines) + MOST_DRAWN)  # not all of very many rows
    require(bool(np.all(lines[:-1] < lines[1:])) and bool(np.isin(lines, whole.lines).all()))
    table = drawn_table(whole, lines)
    drawn, rows = drawn_rows(whole, table)
    require(np.array_equal(drawn.lines, lines))
    sample = plain.get("of_sample")
    audit = _put(plain | {"run": None}, drawn, [], path, read)
    run = None
    if plain["run"] is not None:
        own = _run(plain["run"], whole, runs, path, read)
        assert own is not None
        run = replace(own, dataset=drawn, history=DrawnHistory(own.history, drawn, rows))
    return DrawnAudit(
        **_fields(audit) | {"run": run},
        whole=whole,
        table=table,
        of_sample=_put_drawn(sample, whole, [], f"{path}.sample", read) if sample else None,
    )


def _put(plain: Any, dataset: Dataset, runs: Sequence[Run], path: str, read: ReadArray) -> Audit:
    kept: _Kept = put_together(_Kept, plain, path, read)
    kept.check(dataset)
    suggested = read(f"{path}.suggested", _suggests(dataset), 1)
    require(len(suggested) == len(dataset) and bool(np.isfinite(suggested).all()))
    require(not dataset.classes or _are_places(suggested, len(dataset.classes)))
    run = _run(plain["run"], dataset, runs, f"{path}.run", read)
    settled, judged = (
        read(f"{path}.{name}", "|b1", 1) if plain.get(name) else None
        for name in ("settled", "judged")
    )
    require(all(marks is None or len(marks) == len(dataset) for marks in (settled, judged)))
    flips = read(f"{path}.flips", "<f8", 2) if plain.get("flips") else None
    require(flips is None or flips.shape == (len(dataset.classes),) * 2)
    places = np.array([KINDS.index(SuspicionKind(name)) for name in kept.kind_names], np.int64)
    return Audit(
        dataset,
        kept.suspicion,
        kept.wrong,
        suggested,
        kept.probability,
        places[kept.kinds],
        Noise(kept.estimate, kept.low, kept.high),
        kept.count,
        {score.name: score.values for score in kept.scores},
        tuple(
            Opinion(**_fields(opinion), weight=_weight(plain.get("weights"), opinion.name))
            for opinion in kept.opinions
        ),
        Twins(kept.twin_group, kept.twin_contradicted),
        run,
        kept.seconds,
        settled,
        flips,
        judged,
    )


def _run(
    plain: Any, dataset: Dataset, runs: Sequence[Run], path: str, read: ReadArray
) -> Run | None:
    if plain is None or isinstance(plain, dict):
        return put_run(plain, dataset, path, read) if plain else None
    require(type(plain) is int and 0 <= plain < len(runs))
    require(runs[plain].dataset is dataset)
    return runs[int(plain)]


def _weight(weights: Any, name: str) -> float:
    """How much a judge counts; files of earlier versions do not know."""
    known = weights.get(name, 0.0) if isinstance(weights, dict) else 0.0
    require(isinstance(known, int | float) and 0 <= known <= 1)
    return float(known)


def _suggests(dataset: Dataset) -> str:
    return "<i8" if dataset.classes else "<f8"


def _are_places(values: Integers, many: int) -> bool:
    return bool(np.all((values >= 0) & (values < many)))


def _fields(thing: Audit | Opinion | _Opinion) -> dict[str, Any]:
    return {field.name: getattr(thing, field.name) for field in dataclasses.fields(thing)}


# A file of its own


def save_audit(audit: Audit, base: Dataset, path: str | os.PathLike[str]) -> None:
    """Write an audit of a revision of `base`, whole or not at all; its run is kept elsewhere."""
    arrays: Arrays = {}
    runs = [audit.run] if audit.run is not None else []
    facts = {
        "format": FORMAT,
        "revision": take_revision(audit.about, base, "revision", arrays),
        "audit": take_audit(audit, runs, "audit", arrays),
    }
    write_archive(path, "audit.json", facts, arrays)


def load_audit(path: str | os.PathLike[str], base: Dataset, run: Run | None = None) -> Audit:
    """Read an audit of a revision of `base`; raise SessionFileError, in a sentence, for another.

    With the run that was looked at, it is about the run's very data.
    """
    with reading(path, "an audit", SessionFileError, "Audit the rows again.") as archive:
        facts = archive.facts("audit.json")
        check_format(facts["format"], FORMAT, SessionFileError)
        dataset = put_revision(facts["revision"], base, "revision", archive.array)
        if run is not None and not Changes.between(run.dataset, dataset):
            dataset = run.dataset
        own = [run] if run is not None and run.dataset is dataset else []
        plain = facts["audit"] | ({} if own else {"run": None})
        return put_audit(plain, dataset, own, "audit", archive.array)
