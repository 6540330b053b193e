"""What the command `tune` does: try settings, tell every trial, keep the best."""

import contextlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from core.base.errors import SettingsError
from core.base.wording import error_text
from core.commands.commands import settings_for
from core.data.dataset import Dataset
from core.judging.diagnosing.diagnosis import diagnosis
from core.judging.tuning.families import usual_spaces
from core.judging.tuning.scoring import RUNGS
from core.judging.tuning.search import MOST_ROWS, TuningTrial
from core.judging.tuning.tuning import Budget, Tuning
from core.judging.tuning.words import kind_title, titles, what_differs
from core.learning.run import Run
from core.learning.space import Space
from core.learning.tuned import Tuned
from core.reading.writing.frames import write_frame
from core.storage.model_file import save_model


@dataclass(frozen=True)
class TuneOptions:
    """What the command line says about a tuning."""

    algorithms: Sequence[str] = ()
    """Empty for the usual ones, of different families."""
    options: Sequence[str] = ()
    ranges: Sequence[str] = ()
    """Of one algorithm, what is tried: `depth`, or `depth=2..6`; empty for all that can be."""
    minutes: float = 0.0
    steps: int = 0
    most_rows: int = MOST_ROWS

    def spaces(self, dataset: Dataset) -> list[Space]:
        """The search spaces; raise SettingsError for what cannot be meant."""
        if len(self.algorithms) != 1 and (self.options or self.ranges):
            raise SettingsError(
                "--set and --try are about one algorithm. Name it with --algorithm, and only it."
            )
        if not self.algorithms:
            return usual_spaces(dataset)
        starts = [settings_for(name, list(self.options)) for name in self.algorithms]
        spaces = [Space.of(each).fitting(dataset) for each in starts]
        if not self.ranges:
            return spaces
        split = (each.partition("=") for each in self.ranges)
        return [spaces[0].only({path.strip(): text.strip() for path, _, text in split})]


def tune(
    dataset: Dataset, options: TuneOptions, seed: int, model: Path, out: Path | None = None
) -> tuple[Run, list[str]]:
    """Tune, write the model and, if a place is given, the trials, as its ending says."""
    spaces = options.spaces(dataset)
    budget = Budget(0.0 if options.steps else options.minutes, options.steps)
    tuning = Tuning(dataset, spaces, budget, seed, options.most_rows, _told_by(spaces, dataset))
    print(f"Trying {titles([each.settings for each in spaces])}; Ctrl+C keeps the best so far.")
    with _stopped_by_key(tuning):
        run = tuning.run()
    save_model(run.model, model)
    assert run.tuned is not None
    lines = [
        run.tuned.sentence,
        f"settings: {kind_title(run.settings)}, {what_differs(run.settings, [])}",
        f"To repeat it: --steps {run.tuned.steps} --seed {seed}",
        diagnosis(run),
        f"model: {model}",
    ]
    if out is not None:
        write_frame(trials_table(run.tuned), out, "Trials")
        lines.append(f"trials: {out}")
    return run, lines


def trials_table(tuned: Tuned) -> pd.DataFrame:
    """The trials, a line each."""
    starts = [space.settings for space in tuned.spaces]
    return pd.DataFrame(
        [
            {
                "trial": each.number,
                "ensemble": each.settings.title,
                "settings": what_differs(each.settings, starts),
                "rung": each.rung,
                "error on folds": each.error,
                "standard error": each.spread,
                "seconds": round(each.seconds, 3),
                "kept": "yes" if each.number == tuned.best else "no",
            }
            for each in tuned.trials
        ]
    )


def _told_by(spaces: Sequence[Space], dataset: Dataset) -> Callable[[TuningTrial], None]:
    """What prints a line for each step."""
    starts = [space.settings for space in spaces]

    def tell(trial: TuningTrial) -> None:
        score = trial.scores[-1]
        error, spread = (
            error_text(each, bool(dataset.classes)) for each in (score.error, score.spread)
        )
        print(
            f"{trial.number:4}  rung {trial.rung} of {len(RUNGS)}  {error:>8} ± {spread:<8}  "
            f"{what_differs(trial.settings, starts)}",
            flush=True,
        )

    return tell


@contextlib.contextmanager
def _stopped_by_key(tuning: Tuning) -> Iterator[None]:
    """The first Ctrl+C ends the search, and the best is kept; the second one ends everything."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)

    def stop(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        print("\nStopping: the best so far is kept.", file=sys.stderr)
        tuning.stop()

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
