"""Reads every file of a folder, as a program of its own, and tells what became of each.

Run as `python -m tests.core.hostile_reader FOLDER`. Files are models or sessions by their names;
those that are called "sound" come first: they load what is loaded only once, and are the measure
of the memory. What loads is asked for predictions and for what every row went through.
"""

import json
import resource
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pandas as pd

import core.data.guessing  # noqa: F401 - loaded before anything is watched
from core import load_model
from core.base.errors import ModelFileError, SessionFileError
from core.learning.registry import members
from core.learning.settings import Settings
from core.storage.session_file import load_session

members(Settings)  # a file names algorithms of ours: all are loaded before anything is watched

FORBIDDEN = (
    "pickle.find_class",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "subprocess.Popen",
    "socket.connect",
    "os.remove",
    "os.rename",
    "os.mkdir",
    "os.symlink",
    "os.link",
    "shutil.",
    "ctypes.dlopen",
    "marshal.loads",
    "exec",
    "compile",
    "import",
)
WRITES = ("w", "a", "x", "+")
is_watched = False
violations: list[str] = []


def watch(event, arguments):
    """Note what no reading of a file should ever do."""
    if not is_watched:
        return
    if event == "open" and isinstance(arguments[1], str):
        if any(letter in arguments[1] for letter in WRITES):
            violations.append(f"open {arguments[:2]}")
    elif event.startswith(FORBIDDEN):
        violations.append(f"{event} {str(arguments)[:200]}")


def use_model(path):
    """Load a model, and predict rows with missing values and unknown categories."""
    model = load_model(path)
    names = model.raw_names
    frame = pd.DataFrame({name: pd.Series([None, 1.0, -3.5, 1e9, None]) for name in names})
    for predicted in (model, model.first(1) if hasattr(model.predictor, "trees") else model):
        decided, outputs = predicted.predicted(frame)
        assert len(decided) == len(frame)
        assert outputs.shape == (len(frame), max(1, len(model.classes)))
        if model.classes:
            assert decided.min() >= 0
            assert decided.max() < len(model.classes)


def use_session(path):
    """Load a session, and look at its runs from the start to the end, and at its audit."""
    session = load_session(path)
    for named in session.runs:
        run, history = named.run, named.run.history
        for t in {0, history.rounds // 2, history.rounds}:
            found = history.at(t)
            assert len(found.margins) == len(run.dataset)
            assert len(history.predicted(t)) == len(run.dataset)
        assert len(history.suspicion()) == len(run.dataset)
        decided, _ = run.model.predicted(session.base)
        assert len(decided) == len(session.base)
    if (found := session.audit) is not None:
        assert len(found.frame()) == len(found.dataset)
        assert 0 <= found.false_discovery(len(found.dataset)) <= 1
        for row in found.ranked[[0, -1]].tolist():
            assert found.reasons(row).sentences


def memory():
    """The most memory that this process has had; rusage would count its parent's too."""
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text().splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main(folder):
    """Read everything, and print what happened."""
    global is_watched  # noqa: PLW0603 - the hook is for the whole process
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    uses = {".ensemble": use_model, ".workbench": use_session}
    files = sorted(folder.iterdir(), key=lambda path: (not path.name.startswith("sound"), path))
    told = {"loaded": 0, "refused": 0, "wrong": [], "slowest": [0.0, ""]}
    for path in files:
        is_sound = path.name.startswith("sound")
        if not is_sound and not is_watched:
            sys.addaudithook(watch)
            told["base"], is_watched = memory(), True
        started = time.perf_counter()
        try:
            uses[path.suffix](path)
            told["loaded"] += not is_sound
        except (ModelFileError, SessionFileError) as error:
            told["refused"] += 1
            if is_sound or not str(error).endswith("."):
                told["wrong"].append(f"{path.name}: {error}")
        except BaseException as error:
            told["wrong"].append(f"{path.name}: {type(error).__name__}: {error}")
        if not is_sound:
            told["slowest"] = max(told["slowest"], [time.perf_counter() - started, path.name])
    is_watched = False
    print(json.dumps(told | {"most": memory(), "violations": violations[:20]}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
