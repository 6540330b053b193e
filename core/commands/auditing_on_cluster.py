"""What `audit` does with rows that the workers of a cluster hold."""

import sys
from pathlib import Path

from core.base.files import MODEL_SUFFIX
from core.base.wording import grouped
from core.cluster.auditing import audit_on_cluster
from core.cluster.opening import crew_of
from core.commands.watching import StageWatch
from core.judging.diagnosing.diagnosis import diagnosis
from core.learning.run import Run
from core.storage.model_file import save_model


def audit_held(run: Run, folder: Path, kind: str) -> list[str]:
    """Rank all rows that a crew holds, and write the most suspicious ones of all."""
    watch = StageWatch(sys.stderr)
    found = audit_on_cluster(run.dataset, crew_of(run.dataset), run.seed, watch)
    watch.done()
    suspects, model = folder / f"suspects.{kind}", folder / f"model{MODEL_SUFFIX}"
    found.write_csv(suspects, found.dataset.table)
    save_model(run.model, model)
    return [
        diagnosis(run),
        found.sentence,
        f"the {grouped(len(found.ranked))} most suspicious rows: {suspects}",
        f"model: {model}",
        "Causes, single values and the exam are looked for on one machine: leave --cluster out.",
    ]
