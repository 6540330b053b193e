"""What the commands do: `train`, `audit`, `predict` and `algorithms`, without a window.

Each takes plain values, writes its files whole or not at all, and gives back the lines to print.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pandas as pd

from core import registry
from core.audit import Audit
from core.comparing import comparison_table, ranking, usual_five
from core.data.dataset import Dataset
from core.data.reading import read_csv, read_table
from core.diagnosis import diagnosis
from core.ensembles import Ensemble
from core.files import make_folder, written_whole
from core.model_file import load_model
from core.run import Run
from core.settings import Setting, Settings
from core.training import Training
from core.wording import readable

MODEL_SUFFIX = ".ensemble"


def settings_for(algorithm: str, options: list[str]) -> Ensemble:
    """The settings of an algorithm with options of the form key=value."""
    kind = registry.member(Ensemble, algorithm)
    chosen: Ensemble = kind().with_options(options)
    return chosen


def read_for(path: Path, target: str | None, weight: str | None, seed: int) -> Dataset:
    """Read the data of a command."""
    return read_csv(path, target, weight=weight, seed=seed)


def train_run(dataset: Dataset, settings: Ensemble, seed: int) -> Run:
    """Train to the end, with a progress bar if a person is watching."""
    training = Training(dataset, settings, seed)
    total = settings.planned_rounds
    for _ in with_progress(training, total, sys.stderr):
        pass
    return training.run()


def train(dataset: Dataset, settings: Ensemble, seed: int, model: Path) -> list[str]:
    """Train and write the model."""
    run = train_run(dataset, settings, seed)
    run.model.save(model)
    return [diagnosis(run), f"model: {model}"]


def audit(dataset: Dataset, settings: Ensemble, seed: int, out: Path) -> tuple[Run, list[str]]:
    """Train, rank the rows, and write both into a folder."""
    folder = make_folder(out)
    run = train_run(dataset, settings, seed)
    found = Audit(run)
    suspects, model = folder / "suspects.csv", folder / f"model{MODEL_SUFFIX}"
    found.write_csv(suspects)
    run.model.save(model)
    count = int(found.flagged.sum())
    share = 100 * count / len(dataset)
    return run, [
        diagnosis(run),
        f"{count:,} of {len(dataset):,} rows are flagged ({share:.1f} %).",
        f"ranked rows: {suspects}",
        f"model: {model}",
    ]


def predict(model_path: Path, data_path: Path, out: Path | None) -> list[str]:
    """Write a label and a probability per class, or a number, for each row."""
    model = load_model(model_path)
    table = read_table(data_path)
    decided, shares = model.predicted(table)
    frame = pd.DataFrame({"line": table.lines})
    if model.classes:
        frame["label"] = pd.Categorical.from_codes(decided, pd.Index(model.classes))
    else:
        frame["predicted"] = decided
    for place, name in enumerate(model.classes):
        frame[f"probability_{name}"] = shares[:, place]
    if out is None:
        frame.to_csv(sys.stdout, index=False)
        return []
    with written_whole(out) as aside:
        frame.to_csv(aside, index=False)
    return [f"predictions: {out}"]


def compare(dataset: Dataset, seed: int, out: Path | None) -> list[str]:
    """Train the usual five on the same split; the table is sorted, guessing included."""
    runs = [train_run(dataset, settings, seed) for settings in usual_five(dataset)]
    if out is not None:
        with written_whole(out) as aside:
            comparison_table(runs).to_csv(aside, index=False)
    shares = bool(dataset.classes)
    lines = [f"{'ensemble':20} {'rounds':>7} {'error':>9} {'training':>9} {'seconds':>8}"]
    for place in ranking(runs):
        error, training = (
            f"{100 * value:.1f} %" if shares else readable(value)
            for value in (place.error, place.training_error)
        )
        lines.append(
            f"{place.title:20} {place.rounds:7,} {error:>9} {training:>9} {place.seconds:8.1f}"
        )
    return lines + ([f"table: {out}"] if out else [])


def algorithms(name: str | None) -> list[str]:
    """Every algorithm, or one with its settings, their ranges and meanings."""
    if name is None:
        kinds = registry.members(Ensemble)
        width = max(len(kind.name) for kind in kinds)
        return [f"{kind.name:{width}}  {kind.summary}" for kind in kinds]
    kind = registry.member(Ensemble, name)
    head = f"{kind.title}: {kind.summary}" + (f" ({kind.source})" if kind.source else "")
    return [head, *_described(kind, "")]


def _described(kind: type[Settings], prefix: str) -> Iterator[str]:
    for declared in kind.declared():
        yield f"  {prefix}{declared.name} = {_default(declared)}  ({declared.range})"
        yield f"      {declared.help}"
        if declared.family:
            member = f"{declared.name}.0." if declared.is_list else f"{declared.name}."
            for choice in registry.members(declared.family):
                yield f"      {choice.name}: {choice.summary}"
                yield from _described(choice, f"{prefix}{member}")


def _default(declared: Setting) -> str:
    value = declared.default
    if isinstance(value, Settings):
        return value.name
    if isinstance(value, tuple):
        return ",".join(member.name for member in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value}{' ' + declared.unit if declared.unit else ''}"


def with_progress(training: Training, total: int | None, stream: TextIO) -> Iterator[None]:
    """Drive a training; on a terminal, show how far it is, ten times a second at most."""
    shows = stream.isatty()
    started = shown = time.perf_counter()
    for finished in training:
        yield None
        now = time.perf_counter()
        if shows and now - shown > 0.1:
            shown = now
            stream.write("\r" + progress_line(finished.number, total, now - started))
            stream.flush()
    if shows:
        stream.write("\r\x1b[K")
        stream.flush()


def progress_line(done: int, total: int | None, seconds: float) -> str:
    """One line of progress.

    >>> progress_line(50, 200, 2.0)
    '█████               50 of 200 rounds · 25 rounds/s · 6 s left '
    """
    speed = done / seconds if seconds > 0 else 0.0
    if total is None:
        return f"{done:,} rounds · {speed:,.0f} rounds/s "
    bar = "█" * (20 * done // total)
    left = (total - done) / speed if speed else 0.0
    return f"{bar:20}{done:,} of {total:,} rounds · {speed:,.0f} rounds/s · {left:,.0f} s left "
