"""The model file: a zip of one `model.json` and `.npy` arrays. Loading validates, and runs nothing.

`model.json` holds the format's number, the settings, the target, the classes, the features with
their categories, how columns are derived, and the plain part of the predictor; the arrays are the
predictor's (core.base.codec says how they are named), and `edges.npy`, the features' edges one
behind the other. core.storage.archive says how they are read.
"""

import math
import os
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.codec import Arrays, put_together, require, take_apart
from core.base.errors import ModelFileError
from core.data.derived.derivation import Derivation
from core.engine.binning import Encoder, FeatureEncoder
from core.engine.codes import MOST_VALUES
from core.learning.deciding import DecisionRule
from core.learning.ensemble import Ensemble
from core.learning.model import Model
from core.learning.predictors.predictor import Predictor
from core.storage.archive import Archive, check_format, reading, write_archive

FORMAT = 6
"""2 added the derivations and the words for missing values, 3 the spellings that were merged, 4
the rule that decides and columns that are computed, 5 how a target is computed, 6 numbers
that stand for a missing value: earlier programs would take them for values."""


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
                "range": [_finite(feature.low), _finite(feature.high)],
            }
            for feature in features
        ],
        "commonest": model.commonest,
        "derivations": take_apart(model.derivations, "derivations", arrays),
        "missing": {name: list(words) for name, words in model.missing.items()},
        "spellings": {name: dict(merged) for name, merged in model.spellings.items()},
        "rule": model.rule.plain() if model.rule else None,
        "target_from": take_apart(model.target_from, "target_from", arrays),
        "predictor": take_apart(model.predictor, "predictor", arrays),
    }
    write_archive(path, "model.json", facts, arrays)


def load_model(path: str | os.PathLike[str]) -> Model:
    """Read a model file; raise ModelFileError, in a sentence, for anything that is none."""
    with reading(path, "a model file", ModelFileError, "Export the model again.") as archive:
        return _read(archive)


def _read(archive: Archive) -> Model:
    facts = archive.facts("model.json")
    version = check_format(facts["format"], FORMAT, ModelFileError)
    features = _features(facts["features"], archive.array("edges", "<f8", 1))
    classes, target, commonest = facts["classes"], facts["target"], facts["commonest"]
    require(_are_texts(classes) and len(set(classes)) == len(classes) and isinstance(target, str))
    require(_is_int(commonest) and 0 <= commonest < max(1, len(classes)))
    predictor = put_together(Predictor, facts["predictor"], "predictor", archive.array)
    predictor.check(len(features), max(1, len(classes)))
    settings = Ensemble.from_plain(facts["settings"])
    names = {feature.name for feature in features}
    derivations = _derivations(facts["derivations"], names) if version >= 2 else ()
    target_from = _derivations(facts["target_from"], {target}) if version >= 5 else ()
    missing = _missing(facts["missing"]) if version >= 2 else {}
    spellings = _spellings(facts["spellings"]) if version >= 3 else {}
    rule = facts["rule"] if version >= 4 else None
    return Model(
        settings,
        target,
        tuple(classes),
        Encoder(features),
        predictor,
        commonest,
        derivations,
        missing,
        spellings,
        None if rule is None else DecisionRule.from_plain(rule, len(classes)),
        target_from,
    )


def _missing(facts: Any) -> dict[str, tuple[str, ...]]:
    require(isinstance(facts, dict) and all(_are_texts(words) for words in facts.values()))
    return {name: tuple(words) for name, words in facts.items()}


def _spellings(facts: Any) -> dict[str, dict[str, str]]:
    require(isinstance(facts, dict) and all(isinstance(each, dict) for each in facts.values()))
    require(all(_are_texts(list(each.values())) for each in facts.values()))
    return {name: dict(each) for name, each in facts.items()}


def _derivations(facts: Any, wanted: set[str]) -> tuple[Derivation, ...]:
    """What gives the columns that are wanted."""

    def read(name: str, kind: str, dimensions: int) -> npt.NDArray[Any]:
        raise ValueError("a derivation has no arrays")

    derivations: tuple[Derivation, ...] = put_together(
        tuple[Derivation, ...], facts, "derivations", read
    )
    for derivation in derivations:
        derivation.check()
    names = [name for derivation in derivations for name in derivation.names]
    require(len(set(names)) == len(names))
    # Each behind those that it needs, and none for nothing.
    for place, derivation in enumerate(derivations):
        later = {name for other in derivations[place:] for name in other.names}
        require(not later & set(derivation.needs))
    needed = {name for derivation in derivations for name in derivation.needs}
    require(set(names) <= needed | wanted)
    return derivations


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
        low, high = _range(fact.get("range", [None, None]))
        features.append(FeatureEncoder(name, is_category, own.copy(), tuple(categories), low, high))
        start += count
    require(start == len(edges))
    require(len({feature.name for feature in features}) == len(features))
    return tuple(features)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _range(fact: Any) -> tuple[float, float]:
    """The range of a feature's numbers; files of before have none, and any end may be open."""
    require(isinstance(fact, list) and len(fact) == 2)
    for end in fact:
        require(end is None or (isinstance(end, int | float) and not isinstance(end, bool)))
        require(end is None or math.isfinite(end))
    low, high = fact
    return -math.inf if low is None else float(low), math.inf if high is None else float(high)


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_texts(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)
