"""The model file: a zip of one `model.json` and `.npy` arrays. Loading validates, and runs nothing.

`model.json` holds the format's number, the settings, the target, the classes, the features with
their categories, the offset and the tie. The arrays are those of `core.engine.trees.Trees`, and
`edges.npy`, the features' edges one behind the other. Sizes are checked before anything is read.
"""

import io
import json
import os
import zipfile
from dataclasses import fields
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from core.engine.binning import Encoder, FeatureEncoder
from core.engine.codes import MOST_VALUES
from core.engine.trees import Trees
from core.ensembles import Ensemble
from core.errors import ModelFileError, WorkbenchError
from core.files import written_whole
from core.model import Model

FORMAT = 1
_MOST_BYTES = 1 << 30
_MOST_JSON = 64 << 20
_KINDS = {
    "roots": "<i4", "feature": "<i4", "threshold": "|u1", "missing_left": "|b1", "subset": "<i4",
    "subsets": "|u1", "left": "<i4", "right": "<i4", "values": "<f8", "votes": "<f8",
    "edges": "<f8",
}  # fmt: skip
_TABLES = ("subsets", "values")


def save_model(model: Model, path: str | os.PathLike[str]) -> None:
    """Write a model file, whole or not at all."""
    features = model.encoder.features
    facts = {
        "format": FORMAT,
        "settings": model.settings.plain(),
        "target": model.target,
        "classes": list(model.classes),
        "features": [
            {
                "name": feature.name,
                "category": feature.is_category,
                "categories": list(feature.categories),
                "edges": len(feature.edges),
            }
            for feature in features
        ],
        "offset": model.offset,
        "tie": model.tie,
    }
    arrays = {field.name: getattr(model.trees, field.name) for field in fields(Trees)}
    arrays["edges"] = np.concatenate([np.empty(0), *(feature.edges for feature in features)])
    with written_whole(path) as aside, zipfile.ZipFile(aside, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_entry("model.json"), json.dumps(facts, ensure_ascii=False, indent=1))
        for name, array in arrays.items():
            buffer = io.BytesIO()
            np.save(buffer, np.ascontiguousarray(array, _KINDS[name]), allow_pickle=False)
            archive.writestr(_entry(f"{name}.npy"), buffer.getvalue())


def load_model(path: str | os.PathLike[str]) -> Model:
    """Read a model file; raise ModelFileError, in a sentence, for anything that is none."""
    path = Path(path)
    try:
        with zipfile.ZipFile(path) as archive:
            return _read(archive)
    except FileNotFoundError:
        raise ModelFileError(f"There is no file {path}. Check the name and the folder.") from None
    except OSError as error:
        raise ModelFileError(f"{path} cannot be read ({error.strerror or error}).") from error
    except WorkbenchError as error:
        raise ModelFileError(f"{path.name} cannot be used: {error}") from error
    except Exception as error:
        # Whatever a damaged file does to the readers of zip, JSON and arrays, it is no model.
        raise ModelFileError(
            f"{path.name} is not a model file, or it is damaged ({error}). Export the model again."
        ) from error


def _entry(name: str) -> zipfile.ZipInfo:
    # A fixed time: the same model gives the same file.
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _read(archive: zipfile.ZipFile) -> Model:
    sizes = {entry.filename: entry.file_size for entry in archive.infolist()}
    if sizes.get("model.json", _MOST_JSON + 1) > _MOST_JSON or sum(sizes.values()) > _MOST_BYTES:
        raise ValueError("its parts have the wrong sizes")
    facts = json.loads(_bytes(archive, "model.json", _MOST_JSON))
    version = facts["format"]
    if not _is_int(version) or version < 1:
        raise ValueError("it has no format number")
    if version > FORMAT:
        raise ModelFileError(
            f"it was written by a newer version (format {version}, this one reads up to {FORMAT}). "
            "Update the program."
        )
    arrays = {name: _array(archive, name, sizes) for name in _KINDS}
    features = _features(facts["features"], arrays.pop("edges"))
    trees = Trees(**arrays)
    trees.check(len(features))
    if trees.values.shape[1] != 1:
        raise ValueError("the trees have the wrong number of values")
    classes, target = facts["classes"], facts["target"]
    offset, tie = facts["offset"], facts["tie"]
    _require(_are_texts(classes) and 1 <= len(classes) <= 2 and len(set(classes)) == len(classes))
    _require(isinstance(target, str) and tie in (-1, 1))
    _require(isinstance(offset, int | float) and bool(np.isfinite(offset)))
    settings = Ensemble.from_plain(facts["settings"])
    return Model(
        settings, target, tuple(classes), Encoder(features), trees, float(offset), int(tie)
    )


def _features(facts: Any, edges: npt.NDArray[np.float64]) -> tuple[FeatureEncoder, ...]:
    features = []
    start = 0
    for fact in facts:
        name, is_category, categories = fact["name"], fact["category"], fact["categories"]
        count = fact["edges"]
        _require(isinstance(name, str) and isinstance(is_category, bool))
        _require(_are_texts(categories) and len(categories) <= MOST_VALUES)
        _require(len(set(categories)) == len(categories))
        _require(_is_int(count) and 0 <= count < MOST_VALUES)
        own = edges[start : start + count]
        _require(len(own) == count and bool(np.all(own[:-1] < own[1:])) and not np.isnan(own).any())
        features.append(FeatureEncoder(name, is_category, own.copy(), tuple(categories)))
        start += count
    _require(start == len(edges))
    _require(len({feature.name for feature in features}) == len(features))
    return tuple(features)


def _array(archive: zipfile.ZipFile, name: str, sizes: dict[str, int]) -> npt.NDArray[Any]:
    size = sizes[f"{name}.npy"]
    with archive.open(f"{name}.npy") as file:
        shape = _shape(file, name)
        kind = np.dtype(_KINDS[name])
        count = int(np.prod(shape, dtype=object))
        _require(len(shape) == (2 if name in _TABLES else 1))
        _require(all(length >= 0 for length in shape) and count * kind.itemsize <= size)
        data = file.read(count * kind.itemsize)
        _require(len(data) == count * kind.itemsize and not file.read(1))
    return np.frombuffer(data, kind).reshape(shape).astype(kind.newbyteorder("="))


def _shape(file: Any, name: str) -> tuple[int, ...]:
    version = np.lib.format.read_magic(file)
    _require(version == (1, 0))
    shape, fortran, kind = np.lib.format.read_array_header_1_0(file)
    _require(not fortran and kind == np.dtype(_KINDS[name]))
    return shape


def _bytes(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    file: BinaryIO
    with archive.open(name) as file:  # type: ignore[assignment]
        data = file.read(most + 1)
    _require(len(data) <= most)
    return data


def _require(holds: bool) -> None:
    if not holds:
        raise ValueError("its parts do not fit together")


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_texts(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)
