"""The verbs of the window: open, train, pause, step, stop, train on. No widgets here."""

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, Signal

import core
from core.errors import WorkbenchError
from workbench.background import Background
from workbench.catalog import load_first_parts
from workbench.exporter import Exporter
from workbench.formats import count, duration, percent
from workbench.keeper import Keeper, Opened
from workbench.opening import Opening
from workbench.recovery import Recovery
from workbench.reviewer import Reviewer
from workbench.session import Session
from workbench.undo import Act, Undo
from workbench.worker import State, Worker
from workbench.workspace import RunItem, Workspace

if TYPE_CHECKING:
    from core import Dataset, Run, Training
    from core.data.plan import Plan
    from core.ensembles import Ensemble
    from core.examples import Example
    from core.reading.dialect import Dialect
    from core.reading.source import Source
    from core.reviewing.decision import Step
    from core.reviewing.decisions import Decisions


class Controller(QObject):
    """Turns what a person asks for into work off the GUI thread, and tells how it goes."""

    changed = Signal()
    """What happens now, or what can be done, is another thing."""
    failed = Signal(object)
    engine_prepared = Signal()

    def __init__(
        self, workspace: Workspace, background: Background, session: Session, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.background = background
        self.session = session
        self.worker = Worker(self)
        self.is_engine_ready = False
        self._diagnosis = ""
        self._activity = ""
        self._wanted: Callable[[], None] | None = None
        """What waits for the engine to be ready."""
        self._item: RunItem | None = None
        self._queue: list[Ensemble] = []
        """What is to be trained after the training under way."""
        self._is_comparing = False
        self.undo = Undo(self)
        self.reviewer = Reviewer(workspace, session, self.undo, self)
        self.opening = Opening(background, self)
        self.opening.used.connect(self._opened)
        self.opening.looked.connect(self._looked)
        self.opening.read.connect(self._looked)
        self.opening.refused.connect(self._fail)
        self.reviewer.progressed.connect(self.changed)
        self.reviewer.failed.connect(self._fail)
        self.exporter = Exporter(workspace, background, session, self)
        self.exporter.said.connect(self._begin)
        self.exporter.failed.connect(self._fail)
        self.keeper = Keeper(workspace, background, session, self)
        self.keeper.progressed.connect(self.changed)
        self.keeper.failed.connect(self._fail)
        self.keeper.saved.connect(lambda path: self._begin(f"The session is in {path}."))
        self.keeper.opened.connect(self._session_opened)
        self.keeper.data_wanted.connect(lambda *_: self._begin(""))
        workspace.audit_changed.connect(self.changed)
        workspace.decisions_changed.connect(self.changed)
        self.worker.state_changed.connect(self.changed)
        self.worker.grew.connect(self._grew)
        self.worker.modelled.connect(self._modelled)
        self.worker.finished.connect(self._finished)
        self.worker.failed.connect(self._fail)
        workspace.failed.connect(self.failed)
        workspace.snapshot_changed.connect(self.changed)

    # What happens now

    @property
    def activity(self) -> str:
        """What is happening, in a few words."""
        if self.worker.state is not State.IDLE and self.worker.training is not None:
            return self._training_activity(self.worker.training)
        return self._activity

    @property
    def verdict(self) -> str:
        """After a run, what it means, and how many rows are flagged."""
        snapshot, audit = self.workspace.snapshot, self.workspace.audit
        if not self._diagnosis or snapshot is None:
            return self._diagnosis
        flagged = f"{count(int(snapshot.flagged.sum()), 'row')} flagged"
        if audit is None or not snapshot.is_audited:
            return f"{self._diagnosis} {flagged}."
        noise = audit.noise
        return (
            f"{self._diagnosis} About {percent(noise.estimate)} of the labels look wrong "
            f"({percent(noise.low)} to {percent(noise.high)}); {flagged}."
        )

    @property
    def progress(self) -> tuple[int, int] | None:
        """Rounds done and to do while training, (0, 0) while something of unknown length runs."""
        if self.worker.state is not State.IDLE and self.worker.training is not None:
            return self.worker.training.history.rounds, self._goal(self.worker.training)
        if self.keeper.share is not None:
            return int(100 * self.keeper.share), 100
        return (0, 0) if self.is_busy else None

    @property
    def is_busy(self) -> bool:
        """Whether a person waits for something: a file, a start, an export."""
        return self._activity.endswith("…")

    @property
    def can_train(self) -> bool:
        """Whether Train would do something."""
        dataset = self.workspace.dataset
        return dataset is not None and self.worker.state is State.IDLE and not self.is_busy

    @property
    def can_train_on(self) -> bool:
        """Whether more rounds can follow the current run."""
        item = self.workspace.current
        run = item.run if item else None
        return self.can_train and run is not None and run.outcome.can_go_on and _has_rounds(run)

    @property
    def has_result(self) -> bool:
        """Whether there is something to export."""
        item = self.workspace.current
        return item is not None and item.run is not None and item.run.rounds > 0

    # Verbs

    def prepare_engine(self) -> None:
        """Load or compile the kernels in the background, those of boosted stumps first."""
        self.background.run(_prepare, self._engine_ready, self._fail)

    def open(self, path: Path, target: str | None = None) -> None:
        """Read a file and show it, without a question."""
        self._begin(f"Reading {path.name}…")
        self.background.run(
            lambda: core.Dataset.from_table(core.read_table(path), target), self._opened, self._fail
        )

    def look_at(
        self,
        source: "Source",
        dialect: "Dialect | None" = None,
        plan: "Plan | None" = None,
        target: str | None = None,
        *,
        note: str = "",
        at_once: bool = False,
    ) -> None:
        """Look at a file, then read it behind; with `at_once`, use it as soon as it is read."""
        self._begin(f"Reading {source.name}…" if at_once else f"Looking at {source.name}…")
        self.opening.open(
            source, dialect=dialect, plan=plan, target=target, note=note, at_once=at_once
        )

    def open_example(self, known: "Example") -> None:
        """Read a bundled example as it is meant."""
        self._begin(f"Reading {known.name}…")
        self.background.run(known.dataset, self._opened, self._fail)

    def save_session(self, path: Path, look: Mapping[str, Any], with_data: bool = True) -> None:
        """Write everything into a session file."""
        self._begin(f"Saving {path.name}…")
        self.keeper.save(path, look, with_data)

    def open_session(self, path: Path, data: Path | None = None) -> None:
        """Read a session file; with its data from another place if told."""
        self._begin(f"Opening {path.name}…")
        self.keeper.open(path, data)

    def restore(self, found: Recovery) -> None:
        """Bring back what was open when the program ended without being closed."""
        self._begin(f"Restoring {found.name}…")
        self.keeper.restore(found)

    def choose_target(self, target: str) -> None:
        """Take another column as the target."""
        self._rebuild(target, None)

    def choose_weight(self, weight: str) -> None:
        """Take another column as the weight; none if it is empty."""
        dataset = self.workspace.dataset
        if dataset is not None:
            self._rebuild(dataset.target, weight or None)

    def train(self, settings: "Ensemble") -> None:
        """Train from the start."""
        self._queue = []
        self._start(settings, after=None, paused=False)

    def train_usual_five(self) -> None:
        """Train a sensible default of each family, one after the other, on the same split."""
        if self.workspace.dataset is not None and self.can_train:
            self._queue = core.usual_five(self.workspace.dataset)
            self._is_comparing = True
            self._train_next()

    def train_on(self, rounds: int) -> None:
        """Train some more rounds after the current run."""
        item = self.workspace.current
        if item is None or item.run is None:
            return
        more = dataclasses.replace(item.settings, rounds=item.run.rounds + rounds)
        self._start(more, after=item.run, paused=False)

    def pause_or_resume(self) -> None:
        """Pause a training, or go on with one that is paused."""
        if self.worker.state is State.TRAINING:
            self.worker.pause()
        elif self.worker.state is State.PAUSED:
            self.worker.resume()

    def step(self, settings: "Ensemble") -> None:
        """Do one round: of the training under way, or of a new one that then waits."""
        if self.worker.state is State.IDLE:
            self._start(settings, after=None, paused=True)
        else:
            self.worker.step()

    def stop(self) -> None:
        """End the training, and what waits for its end; what was learned is kept."""
        self._queue = []
        self.worker.stop()

    def rerun(self, item: RunItem) -> None:
        """Train with the settings of a run, on the data as it is now."""
        self.train(item.settings)

    def remove_run(self, item: RunItem) -> None:
        """Take a finished run out of the list; that can be undone."""
        if item.run is None or item not in self.workspace.runs:
            return
        place = self.workspace.runs.index(item)
        self.workspace.remove_run(item)
        act = Act(
            f"delete {item.name}",
            lambda: self.workspace.put_back_run(item, place),
            lambda: self.workspace.remove_run(item),
            is_heavy=True,
        )
        self.undo.push(act)

    def import_decisions(self, path: Path) -> None:
        """Take over decisions that were exported before; all of them, or none."""
        from core.reviewing.table import read_decisions

        decisions = self.workspace.decisions
        if decisions is None:
            return
        self._begin(f"Reading {path.name}…")

        def done(step: "Step") -> None:
            if decisions is self.workspace.decisions:
                self.reviewer.take(step)
                self._begin(f"{count(len(step), 'decision')} taken over from {path.name}.")

        base = decisions.base
        self.background.run(lambda: tuple(read_decisions(path, base)), done, self._fail)

    def close(self) -> None:
        """Stop everything that runs."""
        self.worker.abandon()
        self.reviewer.close()
        self.opening.close()
        self.keeper.close()
        self.background.wait()
        self.session.closed()

    # How it goes

    def _begin(self, activity: str) -> None:
        self._activity = activity
        self.changed.emit()

    def _fail(self, error: Exception) -> None:
        self._queue = []
        self._begin("")
        self.failed.emit(error)

    def _engine_ready(self, _nothing: None) -> None:
        self.is_engine_ready = True
        self.engine_prepared.emit()
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            wanted()
        else:
            self.changed.emit()

    def _looked(self) -> None:
        """What happens on the way to data is told by its page, unless it is used at once."""
        if self.opening.look is not None and not self.opening.is_wanted:
            self._activity = ""
        self.changed.emit()

    def _opened(self, dataset: "Dataset") -> None:
        self._show_data(dataset, self.session.decisions_on(dataset))
        self.session.opened(dataset.table.path, dataset)
        self._begin(f"{count(len(dataset), 'row')} read. Check the target, then train.")

    def _show_data(self, dataset: "Dataset", decisions: "Decisions") -> None:
        self._queue = []
        if self.worker.state is not State.IDLE:
            self.worker.abandon()
        self._diagnosis = ""
        self.undo.clear()
        self.reviewer.halt()
        self.keeper.path = None
        self.workspace.set_dataset(dataset)
        self.reviewer.take_up(decisions)

    def _session_opened(self, opened: Opened) -> None:
        saved, base = opened.session, opened.session.base
        self.session.follow(opened.identity)
        self._show_data(base, opened.decisions)
        self.session.opened(base.table.path, base, opened.source)
        kept = opened.kept or {}
        items = [RunItem(run.number, run.run, run.name) for run in saved.runs]
        for item in items:
            item.kept = kept.get(item.number, "")
        lines = np.empty(0, np.int64) if saved.selection is None else saved.selection
        self.workspace.restore(items, saved.current, saved.compared, saved.round, lines)
        self.keeper.path = opened.path
        if opened.path is not None:
            self.session.saved(opened.path)
        else:
            self.session.restored()
        lost = f" {count(opened.lost, 'run')} could not be read again." if opened.lost else ""
        self._begin(f"{base.name} is open again, with {count(len(items), 'run')}.{lost}")
        current = self.workspace.current
        if current is not None and (run := current.run):
            self.background.run(lambda: core.diagnosis(run), self._diagnosed, self._fail)

    def _rebuild(self, target: str, weight: str | None) -> None:
        dataset = self.workspace.dataset
        if dataset is None:
            return
        plan = (dataset.plan or core.Plan.suggested(dataset.table)).with_target(target)
        plan = plan.with_weight(weight)
        self._begin(f"Taking {target} as the target…")
        self.background.run(
            lambda: core.Dataset.from_table(dataset.table, plan=plan),
            self._opened,
            self._rebuild_failed,
        )

    def _rebuild_failed(self, error: Exception) -> None:
        self.workspace.dataset_changed.emit()  # the panel shows again what is the case
        self._fail(error)

    def _start(self, settings: "Ensemble", after: "Run | None", paused: bool) -> None:
        dataset = after.dataset if after else self.workspace.dataset
        if dataset is None or not self.can_train:
            return
        if not self.is_engine_ready:
            self._wanted = lambda: self._start(settings, after, paused)
            self._activity = "The engine is being prepared; training starts right after."
            self.changed.emit()
            return
        try:
            settings.check(dataset)
        except WorkbenchError as error:
            self._fail(error)
            return
        self._diagnosis = ""
        self._begin("Preparing the rows…")
        self.background.run(
            lambda: core.Training(dataset, settings, after=after),
            self._run_paused if paused else self._run_training,
            self._fail,
        )

    def _run_training(self, training: "Training") -> None:
        self._launch(training, paused=False)

    def _run_paused(self, training: "Training") -> None:
        self._launch(training, paused=True)
        self.worker.step()

    def _launch(self, training: "Training", paused: bool) -> None:
        self._activity = ""
        self.reviewer.give_way()
        self._item = self.workspace.add_run(training)
        self.session.training(training)
        self.worker.start(training, paused)

    def _train_next(self) -> None:
        if self._queue:
            self._start(self._queue.pop(0), after=None, paused=False)

    def _grew(self) -> None:
        self.worker.is_model_wanted = bool(self.workspace.model_watchers)
        self.workspace.grow()
        self.changed.emit()

    def _modelled(self) -> None:
        assert self._item is not None
        assert self.worker.model is not None
        self.workspace.take_model(self._item, self.worker.model)

    def _finished(self, run: "Run") -> None:
        assert self._item is not None
        self.workspace.finish_run(self._item, run)
        self.keeper.keep(self._item, run)
        self._begin(f"{run.outcome.sentence} {duration(run.seconds)} of training.")
        if self._queue:
            self._train_next()
            return
        if self._is_comparing:
            self._is_comparing = False
            run = self._show_best() or run
        self.background.run(lambda: core.diagnosis(run), self._diagnosed, self._fail)
        self.reviewer.follow_up(run)

    def _show_best(self) -> "Run | None":
        """Show the run of least error."""
        from core.comparing import place_of

        finished = [item for item in self.workspace.runs if item.run and item.run.rounds]
        if not finished:
            return None
        best = min(finished, key=lambda item: place_of(item.run).error)
        self.workspace.show_run(best)
        return best.run

    def _diagnosed(self, text: str) -> None:
        self._diagnosis = text
        self.changed.emit()

    def _goal(self, training: "Training") -> int:
        return training.settings.planned_rounds

    def _training_activity(self, training: "Training") -> str:
        done, goal = training.history.rounds, self._goal(training)
        words = {
            State.TRAINING: "Training", State.PAUSED: "Paused at", State.STOPPING: "Stopping at",
        }[self.worker.state]  # fmt: skip
        speed = training.rounds_per_second
        text = f"{words} round {done:,} of {goal:,}"
        if self.worker.state is State.TRAINING and speed > 0:
            text += f" · {speed:,.0f} rounds/s · {duration((goal - done) / speed)} left"
        return text


def _prepare() -> None:
    """Load what a person asks for first, and the kernels."""
    load_first_parts()
    from core.warmup import warm_up

    warm_up()


def _has_rounds(run: "Run") -> bool:
    return any(declared.name == "rounds" for declared in run.settings.declared())
