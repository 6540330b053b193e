"""AdaBoost of stumps by other programs, if they are there: Weka's AdaBoostM1, and Orange's.

Neither belongs to our environment. Weka's jar is found in the package python-weka-wrapper3 if that
is installed, or told by WEKA_JAR; it is run by java. Orange's own environment is told by
ORANGE_PYTHON, the Python in it. Both are measured by processor time, and by what more rounds take:
starting, reading and compiling do not count.
"""

import importlib.util
import os
import re
import resource
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from tests.benchmarks.measuring import (
    Options,
    additive_data,
    as_frame,
    milliseconds,
    print_table,
    print_target,
)

ROWS, COLUMNS, ROUNDS = 100_000, 20, 100

_ORANGE = """
import sys, time
import numpy as np
from Orange.classification import SklTreeLearner
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
from Orange.ensembles import SklAdaBoostClassificationLearner

kept, more, few = np.load(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
columns = [ContinuousVariable(f"x{place}") for place in range(kept["values"].shape[1])]
domain = Domain(columns, DiscreteVariable("label", values=("no", "yes")))
table = Table.from_numpy(domain, kept["values"], kept["labels"].astype(float))
spent = []
for rounds in (few, more):
    learner = SklAdaBoostClassificationLearner(SklTreeLearner(max_depth=1), n_estimators=rounds)
    started = time.process_time()
    learner(table)
    spent.append(time.process_time() - started)
print("seconds a round", (spent[1] - spent[0]) / (more - few))
"""


def run(options: Options) -> None:
    """Measure and print."""
    values, labels = additive_data(ROWS, COLUMNS, 1)
    own = _core(values, labels)
    found = {"core": own}
    more = 2 if options.quick else 9
    with tempfile.TemporaryDirectory() as folder:
        if jar := _weka_jar():
            found["Weka"] = _weka(jar, values, labels, Path(folder), more)
        if python := os.environ.get("ORANGE_PYTHON"):
            found["Orange"] = _orange(python, values, labels, Path(folder), more)
        else:
            print("ORANGE_PYTHON names no Python with Orange3: its comparison is left out.")
    lines = [[name, milliseconds(spent), f"{spent / own:,.0f}x"] for name, spent in found.items()]
    print(f"A round of stumps on {ROWS:,} x {COLUMNS}, seconds of the processor, all threads")
    print_table(["", "ms a round", "to core"], lines)
    for name, target in (("Weka", "at least 2,000x"), ("Orange", "at least 400x")):
        if name in found:
            print_target(f"faster than {name}", target, f"{found[name] / own:,.0f}x")


def _core(values: np.ndarray, labels: np.ndarray) -> float:
    from core import AdaBoost, Dataset, fit
    from core.base import pool

    pool.set_threads(2)
    dataset = Dataset.from_frame(as_frame(values, labels), "label", validation_share=0)
    fit(dataset, AdaBoost(rounds=ROUNDS))
    spent = []
    for _ in range(5):
        before = _cpu(resource.RUSAGE_SELF)
        fit(dataset, AdaBoost(rounds=ROUNDS))
        spent.append((_cpu(resource.RUSAGE_SELF) - before) / ROUNDS)
    return min(spent)


def _weka_jar() -> str | None:
    """Where Weka's classes are, as java takes it; None, and why, if they are not there."""
    told, package = os.environ.get("WEKA_JAR"), importlib.util.find_spec("weka")
    if told is None and package is not None and package.origin is not None:
        told = str(Path(package.origin).parent / "lib" / "weka.jar")
    if told is None or not Path(told).exists():
        print("There is no weka.jar (python-weka-wrapper3, or WEKA_JAR): Weka is left out.")
        return None
    if shutil.which("java") is None:
        print("There is no java on this machine: Weka is left out.")
        return None
    return os.pathsep.join(map(str, sorted(Path(told).parent.glob("*.jar"))))


def _weka(jars: str, values: np.ndarray, labels: np.ndarray, folder: Path, more: int) -> float:
    """Seconds a round, by what so many more rounds than one take."""
    file = folder / "rows.arff"
    with file.open("w") as out:
        out.write("@relation rows\n")
        out.writelines(f"@attribute x{place} numeric\n" for place in range(values.shape[1]))
        out.write("@attribute label {0,1}\n@data\n")
        np.savetxt(out, np.column_stack([values, labels]), "%.6g", ",")
    spent = []
    for rounds in (1, 1 + more):
        boosting = ["weka.classifiers.meta.AdaBoostM1", "-P", "100", "-I", str(rounds)]
        stump = ["-W", "weka.classifiers.trees.DecisionStump", "-t", str(file), "-no-cv", "-v"]
        before = _cpu(resource.RUSAGE_CHILDREN)
        # One thread, and no collector beside it: what is counted is the learning.
        java = ["java", "-XX:+UseSerialGC", "-Xmx2g", "-cp", jars]
        done = subprocess.run(
            [*java, *boosting, *stump], check=False, capture_output=True, text=True
        )
        spent.append(_cpu(resource.RUSAGE_CHILDREN) - before)
        # It ends well even if it did not understand what it was asked for.
        assert "Time taken to build model" in done.stdout, done.stderr
    return (spent[1] - spent[0]) / more


def _orange(python: str, values: np.ndarray, labels: np.ndarray, folder: Path, more: int) -> float:
    file = folder / "rows.npz"
    np.savez(file, values=values, labels=labels)
    command = [python, "-c", _ORANGE, str(file), str(1 + more), "1"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    match = re.search(r"seconds a round (\S+)", told)
    assert match is not None, told
    return float(match[1])


def _cpu(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime
