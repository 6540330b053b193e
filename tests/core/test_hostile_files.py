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
    fit,
)
from core.reading.tables import read_table
from core.session_file import NamedRun, SavedSession, save_session
from tests.core import hostile

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
                run.model.save(path)
                found[path.name] = path.read_bytes()
                path = path.with_suffix(".workbench")
                step = [{"line": 3, "verb": "exclude", "label": None, "when": 1.0}]
                doings = ({"what": "decided", "step": step}, {"what": "undone"})
                save_session(
                    SavedSession(
                        base, doings, (NamedRun(1, name, run),), 1, (1,), run.rounds,
                        np.array([2, 5]), {"options": {}, "layout": ""},
                    ),
                    path,
                )  # fmt: skip
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


def read_all(folder):
    """What a process of its own says of a folder of files."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.core.hostile_reader", str(folder)],
        capture_output=True, text=True, timeout=300, check=False, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize(("suffix", "scale"), [(".ensemble", 1), (".workbench", 1)])
@pytest.mark.timeout(300)
def test_damaged_files_are_refused_or_still_sound(suffix, scale, tmp_path):
    folder, home = tmp_path / "files", tmp_path / "home"
    folder.mkdir()
    main = "model.json" if suffix == ".ensemble" else "session.json"
    count = 0
    for seed, (name, content) in enumerate(sound_files().items()):
        if not name.endswith(suffix):
            continue
        stem = name.removesuffix(suffix)
        (folder / f"sound-{name}").write_bytes(content)
        kinds = [damaged(content, main, tmp_path, seed, scale)]
        if stem in ("stumps", "samme"):
            kinds += [
                hostile.odd_headers(content),
                hostile.odd_zips(content, main, tmp_path),
            ]
        if stem == "forest" and suffix == ".ensemble":
            kinds.append(hostile.nested_votes(content, main, depth) for depth in (3, 15, 60, 400))
        for kind in kinds:
            for changed in kind:
                (folder / f"{stem}-{count:05}{suffix}").write_bytes(changed)
                count += 1
    assert count > 1_000
    told = read_all(folder)
    shutil.rmtree(folder)
    assert told["wrong"] == [], "\n".join(told["wrong"][:30])
    assert told["violations"] == []
    assert told["loaded"] + told["refused"] == count
    assert told["loaded"] > 20  # where the change left a sound file
    assert told["refused"] > count / 2
    assert told["most"] - told["base"] < MOST_BYTES
    # Nothing ran, and nothing was written.
    assert [path.name for path in tmp_path.iterdir() if path != home] == []
