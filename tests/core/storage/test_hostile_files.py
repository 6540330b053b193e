"""Thousands of damaged and malicious model and session files: each is refused, or still sound."""

import functools
import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core import (
    AdaBoost,
    Bagging,
    Dataset,
    EarlyRejectCascade,
    GentleBoost,
    GradientBoosting,
    NaiveBayes,
    NearestNeighbours,
    NeuralNetwork,
    RandomForest,
    SingleLearner,
    Stacking,
    SupportVectors,
    Tree,
    audit,
    fit,
    save_model,
)
from core.reading.tables import read_table
from core.storage.session_file import NamedRun, SavedSession, save_session
from tests.core import hostile

ROOT = Path(__file__).parents[3]
# One process makes the files and reads them for both tests.
pytestmark = [pytest.mark.long, pytest.mark.xdist_group("hostile files")]

SUFFIXES = (".ensemble", ".workbench")
MOST_BYTES = 500 << 20
TREES = (Tree(depth=2), Tree(depth=3))
TWO = {
    "stumps": AdaBoost(rounds=6),
    "forest": RandomForest(rounds=3),
    "gentle": GentleBoost(rounds=3),
    "bayes": Bagging(rounds=2, base=NaiveBayes()),
    "stack": Stacking(learners=TREES, folds=2),
    "reject": EarlyRejectCascade(),
}
MANY = {
    "samme": AdaBoost(rounds=4, base=Tree(depth=1)),
    "gradient": GradientBoosting(rounds=3, leaf_rows=3),
    "neighbours": SingleLearner(learner=NearestNeighbours()),
    "network": SingleLearner(learner=NeuralNetwork()),
    "svm": SingleLearner(learner=SupportVectors()),
}


def frame(classes):
    random = np.random.default_rng(5)
    rows = 36
    size, city = random.normal(size=rows), random.choice(["Bonn", "Cork", "Oslo"], rows)
    noisy = size + 0.8 * (city == "Oslo") + 0.6 * random.normal(size=rows)
    size[::7] = np.nan
    y = np.array(["no", "yes", "perhaps"])[:classes][pd.qcut(noisy, classes, labels=False)]
    return pd.DataFrame({"size": size, "city": city, "y": y})


@functools.cache
def sound_files():
    """The bytes of a model and of a session of every algorithm."""
    import tempfile

    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for classes, algorithms in ((2, TWO), (3, MANY)):
            csv = Path(folder) / f"{classes}.csv"
            frame(classes).to_csv(csv, index=False)
            base = Dataset.from_table(read_table(csv), "y")
            for name, settings in algorithms.items():
                run = fit(base, settings)
                assert run.rounds
                path = Path(folder) / f"{name}.ensemble"
                save_model(run.model, path)
                found[path.name] = path.read_bytes()
                path = path.with_suffix(".workbench")
                step = [{"line": 3, "verb": "exclude", "label": None, "when": 1.0}]
                doings = ({"what": "decided", "step": step}, {"what": "undone"})
                judged = audit(base, run.settings) if name == "stumps" else None
                save_session(
                    SavedSession(
                        base,
                        doings,
                        (NamedRun(1, name, run),),
                        1,
                        (1,),
                        run.rounds,
                        np.array([2, 5]),
                        {"options": {}, "layout": ""},
                        judged,
                    ),
                    path,
                )
                found[path.name] = path.read_bytes()
    return found


def damaged(content, main, folder, seed, scale):
    """Every kind of damage to one file."""
    random = np.random.default_rng(seed)
    yield from hostile.flipped_bits(content, random, 14 * scale)
    yield from hostile.cut(content, random, 6 * scale)
    yield from hostile.flipped_in_parts(content, random, 14 * scale)
    yield from hostile.odd_facts(content, main, random, 26 * scale)
    yield from hostile.odd_arrays(content, random, 26 * scale)
    yield from hostile.swapped_parts(content, random, 6 * scale)


def spoil(suffix, folder):
    """Write many damaged files of a kind, and the sound ones; gives how many are damaged."""
    main = "model.json" if suffix == ".ensemble" else "session.json"
    count = 0
    for seed, (name, content) in enumerate(sound_files().items()):
        if not name.endswith(suffix):
            continue
        stem = name.removesuffix(suffix)
        (folder / f"sound-{name}").write_bytes(content)
        kinds = [damaged(content, main, folder.parent, seed, scale=1)]
        if stem in ("stumps", "samme"):
            kinds += [
                hostile.odd_headers(content),
                hostile.odd_zips(content, main, folder.parent),
            ]
        if stem == "forest" and suffix == ".ensemble":
            kinds.append(hostile.nested_votes(content, main, depth) for depth in (3, 15, 60, 400))
        for kind in kinds:
            for changed in kind:
                (folder / f"{stem}-{count:05}{suffix}").write_bytes(changed)
                count += 1
    return count


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """By kind: the folder, how many damaged files were in it, and what a process said of them."""
    started = {}
    for suffix in SUFFIXES:
        folder = tmp_path_factory.mktemp("hostile") / "files"
        folder.mkdir()
        count = spoil(suffix, folder)
        # Both at once: each is a process of its own.
        command = [sys.executable, "-m", "tests.core.hostile_reader", str(folder)]
        reader = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
        )
        started[suffix] = (folder, count, reader)
    found = {}
    for suffix, (folder, count, reader) in started.items():
        said, errors = reader.communicate(timeout=300)
        assert reader.returncode == 0, errors[-2000:]
        shutil.rmtree(folder)
        found[suffix] = (folder.parent, count, json.loads(said.splitlines()[-1]))
    return found


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.timeout(300)
def test_damaged_files_are_refused_or_still_sound(suffix, told):
    folder, count, said = told[suffix]
    assert count > 1_000
    assert said["wrong"] == [], "\n".join(said["wrong"][:30])
    assert said["violations"] == []
    assert said["loaded"] + said["refused"] == count
    assert said["loaded"] > 20  # where the change left a sound file
    assert said["refused"] > count / 2
    assert said["most"] - said["base"] < MOST_BYTES
    # Nothing ran, and nothing was written.
    assert list(folder.iterdir()) == []
