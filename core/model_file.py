"""The model file: a zip of one `model.json` and `.npy` arrays. Loading validates, and runs nothing.

`model.json` holds the format's number, the settings, the target, the classes, the features with
their categories, and the plain part of the predictor; the arrays are the predictor's (core.storing
says how they are named), and `edges.npy`, the features' edges one behind the other. Sizes are
checked before anything is read.
"""

import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.engine.binning import Encoder, FeatureEncoder
from core.engine.codes import MOST_VALUES
from core.ensembles import Ensemble
from core.errors import ModelFileError, WorkbenchError
from core.files import written_whole
from core.model import Model
from core.predictors import Predictor
from core.storing import Arrays, put_together, require, take_apart

FORMAT = 1
_MOST_BYTES = 1 << 30
_MOST_JSON = 64 << 20


def save_model(model: Model, path: str | os.PathLike[str]) -> None:
    """Write a model file, whole or not at all."""
    features = model.encoder.features
    edges = np.concatenate([np.empty(0), *(feature.edges for feature in features)])
    arrays: Arrays = {"edges": edges.astype("<f8")}
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
        "commonest": model.commonest,
        "predictor": take_apart(model.predictor, "predictor", arrays),
    }
    with written_whole(path) as aside, zipfile.ZipFile(aside, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_entry("model.json"), json.dumps(facts, ensure_ascii=False, indent=1))
        for name, array in arrays.items():
            buffer = io.BytesIO()
            np.save(buffer, array, allow_pickle=False)
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

    def read(name: str, kind: str, dimensions: int) -> npt.NDArray[Any]:
        return _array(archive, name, kind, dimensions, sizes)

    features = _features(facts["features"], read("edges", "<f8", 1))
    classes, target, commonest = facts["classes"], facts["target"], facts["commonest"]
    require(_are_texts(classes) and len(set(classes)) == len(classes) and isinstance(target, str))
    require(_is_int(commonest) and 0 <= commonest < max(1, len(classes)))
    predictor = put_together(Predictor, facts["predictor"], "predictor", read)
    predictor.check(len(features), max(1, len(classes)))
    settings = Ensemble.from_plain(facts["settings"])
    return Model(settings, target, tuple(classes), Encoder(features), predictor, commonest)


def _features(facts: Any, edges: npt.NDArray[np.float64]) -> tuple[FeatureEncoder, ...]:
    features = []
    start = 0
    for fact in facts:
        name, is_category, categories = fact["name"], fact["category"], fact["categories"]
        count = fact["edges"]
        require(isinstance(name, str) and isinstance(is_category, bool))
        require(_are_texts(categories) and len(categories) <= MOST_VALUES)
        require(len(set(categories)) == len(categories))
        require(_is_int(count) and 0 <= count < MOST_VALUES)
        own = edges[start : start + count]
        require(len(own) == count and bool(np.all(own[:-1] < own[1:])) and not np.isnan(own).any())
        features.append(FeatureEncoder(name, is_category, own.copy(), tuple(categories)))
        start += count
    require(start == len(edges))
    require(len({feature.name for feature in features}) == len(features))
    return tuple(features)


def _array(
    archive: zipfile.ZipFile, name: str, kind: str, dimensions: int, sizes: dict[str, int]
) -> npt.NDArray[Any]:
    size = sizes[f"{name}.npy"]
    wanted = np.dtype(kind)
    with archive.open(f"{name}.npy") as file:
        require(np.lib.format.read_magic(file) == (1, 0))
        shape, is_fortran, found = np.lib.format.read_array_header_1_0(file)
        require(not is_fortran and found == wanted and len(shape) == dimensions)
        count = int(np.prod(shape, dtype=object))
        require(all(length >= 0 for length in shape) and count * wanted.itemsize <= size)
        data = file.read(count * wanted.itemsize)
        require(len(data) == count * wanted.itemsize and not file.read(1))
    array = np.frombuffer(data, wanted).reshape(shape)
    if wanted.kind == "b":  # a byte beyond 0 and 1 is no truth value
        require(bool(np.all(array.view(np.uint8) <= 1)))
    return array.astype(wanted.newbyteorder("="))


def _bytes(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    with archive.open(name) as file:
        data = file.read(most + 1)
    require(len(data) <= most)
    return data


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_texts(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)
