"""All that is done with a file: read, plan, train, look, audit, report, predict, keep.

What a person gave may be refused in a sentence; nothing else may be raised. `python -m
tests.core.using NUMBER` does it with the mutated file of that number.
"""

import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from core import Dataset, Plan, load_model, predict_file, save_model
from core.base.errors import WorkbenchError
from core.base.lacking import present
from core.checks.findings import findings
from core.data.profile import profiles
from core.judging.auditing.auditing import Auditing
from core.judging.auditing.result import Audit
from core.judging.diagnosing.diagnosis import diagnosis
from core.judging.diagnostics.boundary import surface
from core.judging.diagnostics.density import Box
from core.judging.diagnostics.importance import impurity_importance, permutation_importance, usage
from core.judging.diagnostics.margins import margin_distribution
from core.judging.diagnostics.planes import Plane
from core.judging.diagnostics.positions import Positions
from core.judging.diagnostics.projection import projection
from core.judging.diagnostics.results import judged
from core.judging.theory.losses import log_loss
from core.learning import registry
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.learning.run import Guess, Run
from core.learning.snapshot import Snapshot
from core.learning.training import fit
from core.reading.tables import read_table
from core.sharing.report.report import Report
from tests.core.mutating import TARGET, WEIGHT, mutated

ROUNDS = 3


def refused(path: Path, number: int) -> str:
    """Do everything with a file; give the sentence in which it was refused, or nothing."""
    try:
        dataset = opened(path, number)
        run = fit(dataset, settings_for(dataset, number), seed=number % 7)
    except WorkbenchError as error:
        return str(error)
    look_at(run)
    tell(run, audited(run))
    keep(run, path)
    return ""


def opened(path: Path, number: int) -> Dataset:
    table = read_table(path)
    plan = Plan.suggested(table)
    for _ in profiles(table, plan):
        pass
    for _ in findings(table, plan):
        pass
    weight = WEIGHT if WEIGHT in table.names and table.names != [WEIGHT] else None
    target = TARGET if TARGET in table.names and number % 5 else None
    if target is None and plan.target == weight:
        weight = None
    share = 0.0 if number % 11 == 0 else 0.25
    return Dataset.from_table(
        table, target, weight=weight, plan=plan, seed=number % 3, validation_share=share
    )


def settings_for(dataset: Dataset, number: int) -> Ensemble:
    """One of all ensembles that can be trained on these data, small; every learner has its turn."""
    kinds = [kind for kind in registry.members(Ensemble) if dataset.task in kind.tasks]
    kind = kinds[number % len(kinds)]
    names = {declared.name: declared for declared in kind.declared()}
    small = {name: size for name, size in {"rounds": ROUNDS, "trees": 2}.items() if name in names}
    turn = number // len(kinds)
    for name in ("base", "learner"):
        if name in names and names[name].family is not None:
            learners = [each for each in registry.members(Learner) if dataset.task in each.tasks]
            own = learners[turn % len(learners)]()
            try:
                return replace(kind(), **small, **{name: _small(own)}, balanced=turn % 3 == 0)
            except WorkbenchError:
                break
    return replace(kind(), **small, balanced=turn % 3 == 0)


def _small(learner: Learner) -> Learner:
    return replace(learner, epochs=20) if learner.name == "network" else learner


def look_at(run: Run) -> None:
    """What the views compute."""
    data, model = run.dataset, run.model
    assert diagnosis(run)
    if not run.rounds:
        return
    snapshot = Snapshot.of(run.history, run.rounds)
    assert np.isfinite(snapshot.suspicion).all()
    assert np.isfinite(snapshot.margins).all()
    decided, outputs = model.predicted(data)
    assert len(decided) == len(data)
    assert np.isfinite(outputs).all()
    assert Guess.of(data).label is not None
    for ask in asked(run):
        try:
            answer = present(ask())
        except WorkbenchError as reason:  # says why there is no answer
            assert str(reason).endswith("."), reason
        else:
            if answer is not None:
                assert np.isfinite(np.asarray(answer, float)).all()
    positions = [Positions.of(column) for column in data.features[:2]]
    if positions:
        across, up = positions[0], positions[-1]
        box = Box(across.low, up.low, across.high - across.low, up.high - up.low)
        surface(model, Plane.of(data, across, up, box, (6, 8)), run.rounds)


def asked(run: Run) -> Iterator[Callable[[], object]]:
    yield lambda: list(present(impurity_importance(run.model)).values())
    yield lambda: present(usage(run.model)).votes
    yield lambda: present(projection(run.dataset)).places
    yield lambda: present(margin_distribution(run)).margins
    yield lambda: present(permutation_importance(run, repeats=1)).rises
    if run.dataset.classes:
        yield lambda: present(judged(run)).shares
        yield lambda: log_loss(run)


def audited(run: Run) -> Audit:
    auditing = Auditing(run.dataset, run=run)
    for _ in auditing:
        assert np.isfinite(auditing.suspicion).all()
    found = auditing.audit()
    assert len(found.frame()) == len(run.dataset)
    assert 0 <= found.false_discovery(max(1, found.count)) <= 1
    for row in {*found.ranked[:2].tolist(), int(found.ranked[-1])}:
        found.reasons(row)
    return found


def tell(run: Run, found: Audit) -> None:
    page = Report(run, found, most_rows=5).html()
    assert "</html>" in page
    for finding in findings(run.dataset):
        assert finding.sentence


def keep(run: Run, path: Path) -> None:
    """A model that was kept says the same of the file, which is read again."""
    model = path.with_suffix(".ensemble")
    save_model(run.model, model)
    out = path.with_suffix(".predicted.csv")
    predict_file(load_model(model), path, out)
    assert out.stat().st_size > 0


if __name__ == "__main__":
    warnings.simplefilter("error")
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "table.csv"
        written.write_bytes(mutated(int(sys.argv[1])))
        print(refused(written, int(sys.argv[1])) or "used to the end")
