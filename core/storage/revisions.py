"""A revision of data as what it differs in from the data that were read: plain data and arrays."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from core.base.codec import Arrays, ReadArray, require
from core.data.changes import NO_VALUES, Changes, NewValues
from core.data.dataset import Dataset


def take_revision(dataset: Dataset, base: Dataset, path: str, arrays: Arrays) -> dict[str, Any]:
    """What makes a revision of the data that were read; its arrays go into `arrays`."""
    changes = Changes.between(base, dataset)
    arrays[f"{path}.excluded"] = changes.excluded.astype("<i8")
    arrays[f"{path}.relabelled"] = changes.labels.lines.astype("<i8")
    labels = changes.labels.codes if base.classes else np.empty(0)
    arrays[f"{path}.labels"] = labels.astype("<i8" if base.classes else "<f8")
    plain: dict[str, Any] = {"number": dataset.revision}
    if len(changes.labelled):
        plain["labelled"] = _take(changes.labelled, f"{path}.labelled", arrays)
    if changes.cells:
        plain["cells"] = [
            {"column": name} | _take(values, f"{path}.cells.{place}", arrays)
            for place, (name, values) in enumerate(changes.cells.items())
        ]
    return plain


def put_revision(plain: Any, base: Dataset, path: str, read: ReadArray) -> Dataset:
    """The revision that was taken apart; raise ValueError or DataError if it is none."""
    number = plain["number"]
    require(type(number) is int and 0 <= number < 2**53)
    excluded = read(f"{path}.excluded", "<i8", 1)
    relabelled = read(f"{path}.relabelled", "<i8", 1)
    labels = read(f"{path}.labels", "<i8" if base.classes else "<f8", 1)
    require(len(relabelled) == len(labels) and (bool(base.classes) or not len(labels)))
    for lines in (excluded, relabelled):
        _require_ascending(lines)
    require(not len(labels) or (labels.min() >= 0 and labels.max() < len(base.classes)))
    named = NewValues(relabelled, labels.astype(np.int64), base.classes)
    added, cells = NO_VALUES, {}
    if "labelled" in plain:
        added = _put(plain["labelled"], f"{path}.labelled", read)
    for place, part in enumerate(_list(plain.get("cells", []))):
        require(isinstance(part, Mapping) and isinstance(part.get("column"), str))
        cells[part["column"]] = _put(part, f"{path}.cells.{place}", read)
    made = base.changed(Changes(excluded, named, added, cells))
    return made if made is base else replace(made, revision=number)


def _take(values: NewValues, path: str, arrays: Arrays) -> dict[str, Any]:
    arrays[f"{path}.lines"] = values.lines.astype("<i8")
    arrays[f"{path}.codes"] = values.codes.astype("<i8")
    return {"texts": list(values.texts)}


def _put(plain: Any, path: str, read: ReadArray) -> NewValues:
    texts = _list(plain["texts"])
    require(all(isinstance(text, str) for text in texts))
    lines, codes = read(f"{path}.lines", "<i8", 1), read(f"{path}.codes", "<i8", 1)
    _require_ascending(lines)
    require(len(lines) == len(codes) > 0)
    require(codes.min() >= 0 and codes.max() < len(texts))
    return NewValues(lines, codes, tuple(texts))


def _require_ascending(lines: "np.ndarray[Any, np.dtype[Any]]") -> None:
    require(bool(np.all(lines[:-1] < lines[1:])))


def _list(plain: Any) -> list[Any]:
    require(isinstance(plain, list))
    return list(plain)
