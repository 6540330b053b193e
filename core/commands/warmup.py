"""Compiling the kernels before they are needed: from the disk's cache under a second, else some.

As a program, `python -m core.commands.warmup`, it does all of it, in the order people need it.
"""

import io

import numpy as np
import pandas as pd

from core.base.progress import Progress, Watch
from core.data.dataset import Dataset


def warm_up() -> None:
    """Call the kernels of boosted stumps, the first thing a person trains, on a tiny dataset."""
    from core.engine.kernels.binning import smallest_and_largest
    from core.judging.auditing.first_ranking import first_ranking
    from core.judging.diagnostics.density import Box, density, inside
    from core.learning.ensembles.adaboost import AdaBoost
    from core.learning.training import fit
    from core.reading.tables import read_table
    from core.sources.source import Source

    read_table(Source.from_bytes(b"x,y\n1,a\n2,b\n"))
    data = _tiny()
    # Twelve rows of which one is odd: neither perfect in a round, nor without a second one.
    run = fit(data, AdaBoost(rounds=2))
    found = first_ranking(run)
    run.history.weight_image(found.ranked, run.rounds, 4, 4)
    run.model.probabilities(data)
    found.frame()
    nowhere = np.zeros(1)
    density(nowhere, nowhere, np.zeros(1, np.int64), np.zeros((1, 3)), Box(0, 0, 1, 1), (2, 2))
    inside(nowhere, nowhere, np.zeros((3, 2)))
    smallest_and_largest(nowhere, np.zeros(1, np.int64))  # of columns with more values than codes


def warm_up_rest(watch: Watch) -> None:
    """Compile what the first training does not need, and tell how far that is.

    First what the usual ensembles need, then larger tables, other learners, and the judges.
    """
    for place, (what, compile_all) in enumerate(_REST):
        watch(Progress(place, len(_REST), what))
        compile_all()
    watch(Progress(len(_REST), len(_REST), _REST[-1][0]))


def _usual_five() -> None:
    from core.judging.comparing import usual_five
    from core.learning.training import fit

    data = _tiny()
    for settings in usual_five(data):
        fit(data, settings.with_options(["rounds=2"]))


def _large_tables() -> None:
    from core.learning.ensembles.adaboost import AdaBoost
    from core.learning.ensembles.gradient import GradientBoosting
    from core.learning.learners.tree import Tree
    from core.learning.training import fit

    fit(_large(), AdaBoost(rounds=2, base=Tree()))
    fit(_large(), GradientBoosting(rounds=2))


def _numbers_to_predict() -> None:
    from core.learning.ensembles.forest import RandomForest
    from core.learning.ensembles.gradient import GradientBoosting
    from core.learning.training import fit

    fit(_numbers(), RandomForest(rounds=2))
    fit(_numbers(), GradientBoosting(rounds=2))


def _reasons() -> None:
    from core.judging.why.explain import explain
    from core.learning.ensembles.adaboost import AdaBoost
    from core.learning.ensembles.forest import RandomForest
    from core.learning.learners.c45 import C45Tree
    from core.learning.learners.tree import Tree
    from core.learning.training import fit
    from core.sharing.predicting import predict_file

    data = _tiny()
    forest = fit(data, RandomForest(rounds=2)).model
    predict_file(forest, data.table, io.BytesIO())
    explain(forest, data)
    fit(data, AdaBoost(rounds=2, base=Tree()))
    fit(data, AdaBoost(rounds=2, base=C45Tree()))


def _judges() -> None:
    """The judges of an audit; the libraries that some of them are from are loaded, too."""
    from core.judging.auditing.audit import audit

    three = Dataset.from_frame(_frame().assign(label=list("abc" * 16)), "label")
    for data in (_tiny(), three, _numbers()):
        audit(data)


_REST = (
    ("the usual ensembles", _usual_five),
    ("larger tables", _large_tables),
    ("numbers to predict", _numbers_to_predict),
    ("other learners, and reasons", _reasons),
    ("the judges of an audit", _judges),
)
"""In the order in which people need them."""


def _tiny() -> Dataset:
    return Dataset.from_frame(_frame(), "label")


def _numbers() -> Dataset:
    return Dataset.from_frame(_frame().assign(label=np.linspace(0, 1, 48)), "label")


def _large() -> Dataset:
    """Enough rows that the threads share a tree, which takes kernels of its own."""
    return Dataset.from_frame(pd.concat([_frame()] * 800, ignore_index=True), "label")


def _frame() -> pd.DataFrame:
    values = np.arange(48)
    return pd.DataFrame(
        {
            "number": values * 0.5,
            "name": list("abcd" * 12),
            "label": np.where((values % 5 == 0) ^ (values > 30), "yes", "no"),
        }
    )


def prepare() -> None:
    """Do all of it, and say how far it is."""
    print("Preparing the first training", flush=True)
    warm_up()

    def say(stage: Progress) -> None:
        if stage.done < stage.total:
            print(f"Preparing {stage.words} ({stage.done + 1} of {stage.total})", flush=True)

    warm_up_rest(say)


if __name__ == "__main__":
    prepare()
