"""What `audit` does with data on the disk: all rows ranked, and more told of a fair sample."""

import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from core.base.files import MODEL_SUFFIX
from core.base.wording import grouped
from core.commands.commands import causes_told, cells_told, exam_told
from core.commands.watching import StageWatch
from core.data.dataset import Dataset
from core.engine.binning import lowest
from core.judging.auditing.audit import audit
from core.judging.auditing.parts.drawn_audit import sample_audit
from core.judging.auditing.parts.on_disk import parts_auditing
from core.judging.diagnosing.diagnosis import diagnosis
from core.learning.run import Run
from core.parts.opening import look_of
from core.parts.picking import picked
from core.storage.model_file import save_model

EXAMINED = 5000
"""The exam teaches the whole panel of judges several times: so many rows take it."""
_STREAM = 0xE7A


def audit_parts(
    run: Run,
    folder: Path,
    kind: str,
    kept: Iterable[int] = (),
    with_cells: bool = True,
    with_exam: bool = False,
) -> list[str]:
    """Rank all rows of a run's data, write the most suspicious ones of all, and look for causes.

    Causes and single values are looked for in the fair sample, and the exam is taken by a part of
    it: each says so.
    """
    data, watch = run.dataset, StageWatch(sys.stderr)
    settled = frozenset(kept)
    auditing = parts_auditing(data, run.seed, settled)
    for progress in auditing.steps():
        watch(progress)
    found = auditing.result()
    suspects, model = folder / f"suspects.{kind}", folder / f"model{MODEL_SUFFIX}"
    table = picked(look_of(data), data.table, data.lines[found.ranked], watch)
    watch.done()
    found.write_csv(suspects, table)
    save_model(run.model, model)
    lines = [
        diagnosis(run),
        found.sentence,
        f"the {grouped(len(found.ranked))} most suspicious rows: {suspects}",
        f"model: {model}",
    ]
    sample = data.in_memory
    of_sample = f"Of the sample of {grouped(len(sample))} rows:"
    lines += [of_sample, *causes_told(sample_audit(auditing, settled), folder / f"causes.{kind}")]
    lines += cells_told(sample, run.seed, folder / f"cells.{kind}") if with_cells else []
    if with_exam:
        some = examined(sample)
        lines.append(f"Of {grouped(len(some))} rows of the sample, by judges taught with them:")
        lines += exam_told(audit(some, seed=run.seed), folder / f"exam.{kind}")
    return lines


def examined(sample: Dataset) -> Dataset:
    """The rows of a sample that take the exam: those of the lowest hashes."""
    keep = np.zeros(len(sample), bool)
    keep[lowest(sample.table.hashes(sample.lines, _STREAM), EXAMINED)] = True
    return sample.only(keep)
