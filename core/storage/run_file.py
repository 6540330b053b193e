"""Runs as plain data and arrays: a file of their own, or a part of a session.

A run is its settings, seed, outcome and seconds, the data it was trained on as changes to the data
that were read, its history's arrays (see `stored` of each history), what every round learned,
the model's predictor, and the rule that decides. The members of a tree ensemble are kept one behind
the other, and a predictor that follows from the members is not kept at all. What is put together
has been checked: nothing of a file is ever run, and no library reads any of it.
"""

import math
import os
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Mask
from core.base.codec import Arrays, ReadArray, put_together, require, take_apart
from core.base.errors import SessionFileError
from core.data.dataset import Dataset, Task
from core.learning.deciding import DecisionRule
from core.learning.ensemble import Ensemble
from core.learning.predictors.predictor import Packed, Predictor
from core.learning.rounds import Ending, Outcome
from core.learning.run import Run
from core.learning.training import Training
from core.learning.tuned import Tuned
from core.storage.archive import check_format, reading, write_archive
from core.storage.revisions import put_revision, take_revision

FORMAT = 3
"""3 added the rule that decides."""
_AS_READ = "as read"
"""By which labels validation rows were judged: earlier versions took those that were decided."""


def save_run(run: Run, base: Dataset, path: str | os.PathLike[str]) -> None:
    """Write a run on a revision of `base`, whole or not at all."""
    arrays: Arrays = {}
    facts = {
        "format": FORMAT,
        "revision": take_revision(run.dataset, base, "revision", arrays),
        "run": take_run(run, "run", arrays),
    }
    write_archive(path, "run.json", facts, arrays)


def load_run(path: str | os.PathLike[str], base: Dataset) -> Run:
    """Read a run on a revision of `base`; raise SessionFileError, in a sentence, for anything else.

    The run's data are `base` itself if nothing was changed.
    """
    with reading(path, "a run", SessionFileError, "Train it again.") as archive:
        facts = archive.facts("run.json")
        check_format(facts["format"], FORMAT, SessionFileError)
        dataset = put_revision(facts["revision"], base, "revision", archive.array)
        return put_run(facts["run"], dataset, "run", archive.array)


# The run


def take_run(run: Run, path: str, arrays: Arrays) -> dict[str, Any]:
    """The plain part of a run; its arrays are put into `arrays` by their paths."""
    for name, array in run.history.stored().items():
        arrays[f"{path}.history.{name}"] = np.ascontiguousarray(array)
    predictor = None
    if not _follows(run):
        predictor = take_apart(run.model.predictor, f"{path}.predictor", arrays)
    return {
        "settings": run.settings.plain(),
        "seed": run.seed,
        "ending": run.outcome.ending.value,
        "sentence": run.outcome.sentence,
        "seconds": run.seconds,
        "members": _take_members(run.members, f"{path}.members", arrays),
        "predictor": predictor,
        "judged": _AS_READ,
        "rule": run.rule.plain() if run.rule else None,
    } | ({"tuned": run.tuned.plain()} if run.tuned is not None else {})


def put_run(plain: Any, dataset: Dataset, path: str, read: ReadArray) -> Run:
    """The run that was taken apart; raise ValueError, KeyError or WorkbenchError if it is none."""
    settings = Ensemble.from_plain(plain["settings"])
    seed, seconds, sentence = plain["seed"], plain["seconds"], plain["sentence"]
    require(type(seed) is int and isinstance(sentence, str))
    require(type(seconds) in (int, float) and math.isfinite(seconds) and seconds >= 0)
    outcome = Outcome(Ending(plain["ending"]), sentence)
    blank = Training(dataset, settings, seed)
    history, model = blank.history, blank.model()

    turned = np.zeros(len(dataset), bool) if plain.get("judged") == _AS_READ else _turned(dataset)

    def stored(name: str, kind: str, dimensions: int) -> npt.NDArray[Any]:
        return read(f"{path}.history.{name}", kind, dimensions)

    history.restore(stored, turned[history.order] if turned.any() else None)
    features, outputs = len(model.encoder.features), max(1, len(dataset.classes))
    members = _put_members(plain["members"], f"{path}.members", read)
    is_parted = settings.task_within(dataset.task) is Task.TWO_CLASSES
    for member in members:
        member.check(features, 2 if is_parted else outputs)
    history.check_members(members)
    if plain["predictor"] is not None:
        predictor = put_together(Predictor, plain["predictor"], f"{path}.predictor", read)
        predictor.check(features, outputs)
        model = replace(model, predictor=predictor)
    tuned = Tuned.from_plain(plain["tuned"]) if "tuned" in plain else None
    run = Run(settings, dataset, seed, history, model, outcome, float(seconds), members, tuned)
    # A training that goes on from it has the history that asks these members.
    going_on = Training(dataset, settings, seed, after=run)
    if plain["predictor"] is None:
        model = going_on.model()
    model.predictor.check_rounds(history.rounds)
    if turned.any():
        going_on.history.judge_again()
    run = replace(run, history=going_on.history, model=model)
    rule = plain.get("rule")  # earlier versions had none
    if rule is None:
        return run
    return run.deciding_by(DecisionRule.from_plain(rule, len(dataset.classes)))


def _turned(dataset: Dataset) -> Mask:
    """The validation rows that are judged by another label than the one they were given since."""
    return np.asarray(dataset.labels != dataset.judging_labels)


def _follows(run: Run) -> bool:
    """Whether going on from the members gives the very predictor that the run has."""
    if not run.members or not run.settings.follows_from_members:
        return False
    blank = Training(run.dataset, run.settings, run.seed).model()
    again = Training(run.dataset, run.settings, run.seed, after=replace(run, model=blank)).model()
    return _are_same(run.model.predictor, again.predictor)


def _are_same(one: Predictor, other: Predictor) -> bool:
    first: Arrays = {}
    second: Arrays = {}
    if take_apart(one, "", first) != take_apart(other, "", second):
        return False
    return first.keys() == second.keys() and all(
        array.dtype == second[name].dtype
        and array.shape == second[name].shape
        and array.tobytes() == second[name].tobytes()
        for name, array in first.items()
    )


# What every round learned


def _take_members(members: tuple[Predictor, ...], path: str, arrays: Arrays) -> Any:
    kinds = {type(member) for member in members}
    packed = kinds.pop().packed(members) if len(kinds) == 1 else None
    return take_apart(members if packed is None else packed, path, arrays)


def _put_members(plain: Any, path: str, read: ReadArray) -> tuple[Predictor, ...]:
    if isinstance(plain, list):
        members: tuple[Predictor, ...] = put_together(tuple[Predictor, ...], plain, path, read)
        return members
    packed: Packed = put_together(Packed, plain, path, read)
    return packed.parts()
