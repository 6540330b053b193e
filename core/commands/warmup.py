"""Compiling the kernels before they are needed: from the disk's cache under a second, else some.

As a program, `python -m core.commands.warmup`, it does all of it, with others beside it. They are
the same program with the name of a share, and end when their input does.
"""

import gc
import io
import os
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from core.base.compiled.kernel_cache import note_all_compiled
from core.base.progress import Progress, Watch, unwatched
from core.commands.compilers import SHARES, Compilers
from core.data.dataset import Dataset

if TYPE_CHECKING:
    from core.learning.run import Run


Others = Callable[[str, Callable[[], object]], None]
"""Waits for a stage that another program compiles, and calls what it is given meanwhile."""


def _nobody(stage: str, look: Callable[[], object]) -> None:
    """No other program compiles."""


def warm_up(watch: Watch = unwatched, others: Others = _nobody) -> None:
    """Compile what a file and its first training need, and tell how far that is."""
    _one_by_one(_FIRST, watch, others)


def warm_up_rest(watch: Watch = unwatched, others: Others = _nobody) -> None:
    """Compile what the first training does not need, and tell how far that is.

    First what the usual ensembles need, then larger tables, other learners, and the judges.
    """
    _one_by_one(_REST, watch, others)
    note_all_compiled()


def _one_by_one(stages: tuple["_Stage", ...], watch: Watch, others: Others) -> None:
    done, total = 0, sum(stage.seconds for stage in stages)
    for stage in stages:
        progress = Progress(done, total, stage.what)
        watch(progress)
        others(stage.what, partial(watch, progress))
        stage.compile()
        done += stage.seconds
    watch(Progress(total, total, stages[-1].what))


class _Stage(NamedTuple):
    what: str
    seconds: int
    """About as long as it takes if nothing is in the cache: what part of the whole it is."""
    compile: Callable[[], object]


def _reading() -> None:
    from core.engine.kernels.binning import smallest_and_largest
    from core.reading.tables import read_table
    from core.sources.source import Source

    read_table(Source.from_bytes(b"x,y\n1,a\n2,b\n"))
    # Of columns with more values than codes.
    smallest_and_largest(np.zeros(1), np.zeros(1, np.int64))


def _boosted_stumps() -> "Run":
    """What a person trains first. Twelve rows of which one is odd: no perfect round."""
    from core.learning.ensembles.adaboost import AdaBoost
    from core.learning.training import fit

    return fit(_tiny(), AdaBoost(rounds=2))


def _pictures() -> None:
    """What is drawn of the first run."""
    from core.judging.auditing.first_ranking import first_ranking
    from core.judging.diagnostics.density import Box, density, inside

    run = _boosted_stumps()
    found = first_ranking(run)
    run.history.weight_image(found.ranked, run.rounds, 4, 4)
    run.model.probabilities(run.dataset)
    found.frame()
    nowhere = np.zeros(1)
    density(nowhere, nowhere, np.zeros(1, np.int64), np.zeros((1, 3)), Box(0, 0, 1, 1), (2, 2))
    inside(nowhere, nowhere, np.zeros((3, 2)))


def _trees() -> None:
    from core.learning.ensembles.forest import RandomForest
    from core.learning.training import fit

    fit(_tiny(), RandomForest(rounds=2))


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


_FIRST = (
    _Stage("reading files", 3, _reading),
    _Stage("boosted stumps", 6, _boosted_stumps),
    _Stage("rankings and pictures", 2, _pictures),
)
_REST = (
    _Stage("trees", 9, _trees),
    _Stage("the usual ensembles", 2, _usual_five),
    _Stage("larger tables", 7, _large_tables),
    _Stage("numbers to predict", 1, _numbers_to_predict),
    _Stage("other learners, and reasons", 3, _reasons),
    _Stage("the judges of an audit", 4, _judges),
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
    compilers = Compilers()
    compilers.start()
    said: set[str] = set()
    for number, compile_some in enumerate((warm_up, warm_up_rest), 1):
        compile_some(partial(_say, said, number), compilers.wait_for)


def _say(said: set[str], number: int, stage: Progress) -> None:
    """Say once how far it is; whoever waits for others asks again and again."""
    line = f"Preparing {stage.words} ({number} of 2: {stage.share:.0%})"
    if stage.done < stage.total and line not in said:
        said.add(line)
        print(line, flush=True)


def _do_share(name: str) -> None:
    """Compile a share, and say which stages are done.

    The window comes first, and then what people need first: the later, the more it gives way. The
    compiler leaves little garbage, and much to look through for it.
    """
    threading.Thread(target=_leave_without_input, daemon=True).start()
    given = 0
    for place, stage in enumerate((*_FIRST, *_REST)):
        if stage.what not in SHARES[name]:
            continue
        if hasattr(os, "nice"):
            os.nice(2 * place - given)
            given = 2 * place
        gc.disable()
        stage.compile()
        gc.enable()
        print(stage.what, flush=True)


def _leave_without_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _do_share(sys.argv[1])
    else:
        prepare()
