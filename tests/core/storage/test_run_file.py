"""Runs that are stored and read again: the same bits in every round, and when training goes on."""

import dataclasses
import io
import json
import zipfile

import numpy as np
import pytest

from core import (
    AdaBoost,
    GradientBoosting,
    RandomForest,
    Training,
    Tree,
    Voting,
    fit,
    load_model,
    save_model,
)
from core.base.errors import SessionFileError
from core.learning.histories.quantities import Quantity
from core.storage.run_file import load_run, put_run, save_run, take_run
from tests.core.helpers import noisy, run_of
from tests.core.learning.test_contract import CASES, data_for, new_rows, trained


def again(run, tmp_path, base=None):
    """The run, stored and read again."""
    base = base or run.dataset
    save_run(run, base, tmp_path / "one.run")
    return load_run(tmp_path / "one.run", base)


def assert_same_bits(ours, theirs):
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
    assert ours.tobytes() == theirs.tobytes()


def assert_same_history(ours, theirs):
    assert type(ours) is type(theirs)
    assert (ours.rounds, ours.curves) == (theirs.rounds, theirs.curves)
    for curve in ours.curves:
        assert_same_bits(ours.curve(curve.name), theirs.curve(curve.name))
    rounds = sorted({0, 1, ours.rounds // 2, ours.rounds})
    for t in (*rounds, *reversed(rounds)):
        if ours.has(Quantity.WEIGHTS):
            assert_same_bits(ours.weights(t), theirs.weights(t))
        assert_same_bits(ours.margins(t), theirs.margins(t))
        assert_same_bits(ours.predicted(t), theirs.predicted(t))
        assert_same_bits(ours.suggested(t), theirs.suggested(t))
    assert_same_bits(ours.suspicion(), theirs.suspicion())
    if ours.has(Quantity.WEIGHTS):
        rows = np.array([0, 3, len(ours) - 1])
        assert_same_bits(
            ours.relative_paths(rows, ours.rounds), theirs.relative_paths(rows, theirs.rounds)
        )


def assert_same_run(ours, theirs, rows):
    for name in ("settings", "seed", "outcome", "seconds"):
        assert getattr(ours, name) == getattr(theirs, name)
    for mine, other in zip(ours.model.predicted(rows), theirs.model.predicted(rows), strict=True):
        assert_same_bits(mine, other)
    assert ours.model.commonest == theirs.model.commonest
    assert_same_history(ours.history, theirs.history)


@pytest.mark.parametrize(("settings", "task"), CASES)
def test_every_ensemble_comes_back_bit_for_bit(settings, task, tmp_path):
    run, rows = trained(settings, task), new_rows(task)
    found = again(run, tmp_path)
    assert found.dataset is run.dataset
    assert_same_run(run, found, rows)
    save_model(found.model, tmp_path / "model.zip")
    loaded = load_model(tmp_path / "model.zip")
    for ours, theirs in zip(run.model.predicted(rows), loaded.predicted(rows), strict=True):
        assert_same_bits(ours, theirs)


def stopped(settings, task):
    """A run that was stopped after three rounds, or after one if it would end by itself."""
    for rounds in (3, 1):
        training = Training(data_for(task), settings, seed=3)
        for _ in range(rounds):
            next(training, None)
        if training.outcome is None:
            break
    return training.run()


@pytest.mark.parametrize(("settings", "task"), CASES)
def test_going_on_from_a_restored_run_gives_the_same_bits(settings, task, tmp_path):
    run = stopped(settings, task)
    found = again(run, tmp_path)
    assert run.outcome.can_go_on
    ours = fit(run.dataset, settings, seed=3, after=run)
    theirs = fit(run.dataset, settings, seed=3, after=found)
    assert ours.rounds > 0
    assert_same_run(dataclasses.replace(ours, seconds=theirs.seconds), theirs, new_rows(task))


@pytest.mark.parametrize("rounds", [127, 128, 129, 300])
def test_blocks_of_bits_come_back_whole(rounds, tmp_path):
    run = run_of(noisy(300), rounds)
    found = again(run, tmp_path)
    assert_same_history(run.history, found.history)
    for t in range(0, rounds, 37):
        assert_same_bits(run.history.weights(t), found.history.weights(t))
    more = AdaBoost(rounds=rounds + 80)
    ours, theirs = (fit(run.dataset, more, after=after) for after in (run, found))
    assert_same_history(ours.history, theirs.history)


@pytest.mark.parametrize(
    "settings",
    [GradientBoosting(rounds=40), RandomForest(rounds=30), AdaBoost(rounds=30, base=Tree(depth=2))],
    ids=lambda settings: settings.name,
)
def test_rounds_come_back_in_whatever_order_they_are_asked_for(settings, tmp_path):
    run = fit(noisy(300), settings)
    found = again(run, tmp_path)
    order = np.random.default_rng(0).permutation(run.rounds + 1).tolist()
    for t in (*order, *order[:5]):
        assert_same_bits(run.history.margins(t), found.history.margins(t))


def test_votes_that_were_weighed_are_not_learned_again(tmp_path, monkeypatch):
    run = fit(noisy(200), Voting(learners=(Tree(depth=1), Tree(depth=2)), votes="folds"))
    monkeypatch.setattr("core.learning.folds.out_of_fold", None)  # would have to be called
    found = again(run, tmp_path)
    assert_same_bits(run.model.probabilities(run.dataset), found.model.probabilities(run.dataset))
    assert_same_bits(run.history.margins(2), found.history.margins(2))


def test_a_run_that_was_trained_on_comes_back(tmp_path):
    data = noisy(300)
    for few, more in ((AdaBoost(rounds=70), AdaBoost(rounds=150)),
                      (RandomForest(rounds=5), RandomForest(rounds=20))):  # fmt: skip
        run = fit(data, more, after=fit(data, few))
        found = again(run, tmp_path)
        assert_same_run(run, found, data)


def test_a_run_on_a_revision_comes_back_on_that_revision(tmp_path):
    base = noisy(300)
    other = {label: base.classes[1 - place] for place, label in enumerate(base.classes)}
    lines = base.lines[[3, 8, 250]].tolist()
    labels = {line: other[base.label_text(int(base.rows_of([line])[0]))] for line in lines[:2]}
    revision = dataclasses.replace(base.relabelled(labels).excluding([lines[2], 9]), revision=7)
    run = run_of(revision, 30)
    found = again(run, tmp_path, base)
    assert found.dataset.revision == 7
    for name in ("rows", "labels", "validation", "lines"):
        assert_same_bits(getattr(revision, name), getattr(found.dataset, name))
    assert_same_run(run, found, revision)


def test_a_run_without_a_round_comes_back(tmp_path):
    data = noisy(60)
    one_class = data.relabelled(dict.fromkeys(data.lines.tolist(), data.classes[0]))
    run = run_of(one_class, 10)
    assert run.rounds == 0
    found = again(run, tmp_path, data)
    assert found.outcome == run.outcome
    assert_same_bits(run.model.probabilities(data), found.model.probabilities(data))


def test_what_members_give_again_is_not_stored(tmp_path):
    save_run(fit(noisy(300), RandomForest(rounds=30)), noisy(300), tmp_path / "one.run")
    with zipfile.ZipFile(tmp_path / "one.run") as archive:
        names = archive.namelist()
    assert not [name for name in names if "predictor" in name]
    assert len(names) < 30  # not one for every tree and array


def test_other_data_refuse_a_run(tmp_path):
    save_run(run_of(noisy(300), 20), noisy(300), tmp_path / "one.run")
    with pytest.raises(SessionFileError, match=r"one.run is not a run, or it is damaged"):
        load_run(tmp_path / "one.run", noisy(200))


def changed(path, change):
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    facts = json.loads(parts["run.json"])
    change(facts, parts)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in (parts | {"run.json": json.dumps(facts)}).items():
            archive.writestr(name, content)


def npy(array):
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


def array_of(parts, name):
    return np.load(io.BytesIO(parts[f"run.{name}.npy"]))


def test_members_that_would_write_beyond_the_scores_are_refused(tmp_path):
    data, path = data_for("many classes"), tmp_path / "one.run"
    save_run(fit(data, GradientBoosting(rounds=3)), data, path)

    def widen(facts, parts):
        outputs = array_of(parts, "members.trees.output")
        parts["run.members.trees.output.npy"] = npy(np.full_like(outputs, 3))

    changed(path, widen)
    with pytest.raises(SessionFileError):
        load_run(path, data)


def test_votes_for_a_class_that_is_none_are_refused(tmp_path):
    data, path = data_for("many classes"), tmp_path / "one.run"
    save_run(fit(data, AdaBoost(rounds=3)), data, path)

    def fourth(facts, parts):
        planes = array_of(parts, "history.planes")
        parts["run.history.planes.npy"] = npy(np.full_like(planes, 255))

    changed(path, fourth)
    with pytest.raises(SessionFileError):
        load_run(path, data)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seed", "0"),
        ("seed", True),
        ("seconds", -1),
        ("seconds", 1e999),
        ("ending", "none"),
        ("sentence", 3),
        ("members", {}),
        ("members", None),
        ("predictor", 3),
        ("settings", {}),
        ("predictor", None),
    ],
)
def test_wrong_facts_about_a_run_are_refused(name, value, tmp_path):
    data, path = noisy(100), tmp_path / "one.run"
    save_run(run_of(data, 5), data, path)
    changed(path, lambda facts, _: facts["run"].update({name: value}))
    with pytest.raises(SessionFileError, match="cannot be used|is not a run"):
        load_run(path, data)


@pytest.mark.parametrize(
    "settings",
    [AdaBoost(rounds=20), RandomForest(rounds=9), GradientBoosting(rounds=9)],
    ids=lambda settings: settings.name,
)
def test_runs_that_judged_relabelled_validation_rows_by_their_new_label_are_judged_again(settings):
    """As earlier versions did: their bits and their curve went by the label that was decided."""
    base = noisy(300)
    lines = base.lines[base.validation][:9]
    other = {
        int(line): base.classes[1 - int(base.labels[base.rows_of([line])[0]])] for line in lines
    }
    run = fit(base.relabelled(other), settings)
    arrays = {}
    plain = take_run(run, "run", arrays)
    turned = np.isin(run.dataset.lines[run.history.order], lines)
    if "run.history.bits" in arrays:
        arrays["run.history.bits"] = arrays["run.history.bits"] ^ np.packbits(
            turned, bitorder="little"
        )
    arrays["run.history.facts"] = arrays["run.history.facts"].copy()
    curve = run.history._own_facts + run.history._places["validation_error"]
    arrays["run.history.facts"][:, curve] = 0.5
    del plain["judged"]
    found = put_run(plain, run.dataset, "run", lambda name, kind, dimensions: arrays[name])
    np.testing.assert_array_equal(found.history.wrong(run.rounds), run.history.wrong(run.rounds))
    ours, theirs = (each.history.curve("validation_error") for each in (run, found))
    np.testing.assert_allclose(theirs, ours, atol=1e-12)
