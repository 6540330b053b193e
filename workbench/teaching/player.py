"""The player: leads through the steps of a lesson, and never advances by itself. No widgets here.

Going on prepares the next step. Going back, or anywhere else, rebuilds the state: everything that
the steps before do is done again, from the last data that were opened on.
"""

import random
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from core.base.errors import WorkbenchError
from core.base.progress import Watch
from core.teaching.asks import Gap
from core.teaching.deeds import Deed
from core.teaching.exercises import Exercise, exercise
from core.teaching.predictions import Predictions
from core.teaching.script import LessonScript, LessonStep, ShownFact, StepKind
from core.teaching.values import Value
from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs
from workbench.teaching.window_stage import WindowStage

_LOOKS = 100
_PATIENCE = 20_000
"""Milliseconds in which a deed must be seen to be done once nothing is under way."""


@dataclass(frozen=True)
class Seen:
    """What a step found out: the truth of the prediction before it, and the numbers it shows."""

    truth: Value | None
    shown: tuple[tuple[ShownFact, Value], ...]


class Player(QObject):
    """Knows the step, the guesses, and what has to happen before one may go on."""

    turned = Signal()
    """Another step is there, and ready."""
    changed = Signal()
    """Something about the step is another thing."""
    failed = Signal(str)
    """A sentence why a step could not be made ready."""

    def __init__(
        self, script: LessonScript, stage: WindowStage, jobs: Jobs, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.script, self._stage = script, stage
        self.place = 0
        self.is_ready = False
        """Whether the state is as the step needs it."""
        self.is_done = False
        """Whether what a step *Do* waits for was done."""
        self.is_skipped = False
        """Whether a person asked to be shown instead of guessing."""
        self.seen: Seen | None = None
        self.exercise: Exercise | None = None
        self.answer: Value | None = None
        self.guesses: dict[str, Value] = {}
        self.truths: dict[str, Value] = {}
        self._waiting: deque[Deed] = deque()
        self._current: Deed | None = None
        self._facts = Lane(jobs)
        self._since = QElapsedTimer()
        self._has_rebuilt = False
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOKS)
        self._timer.timeout.connect(self._look)

    # What is now

    @property
    def step(self) -> LessonStep:
        """The step that one is in."""
        return self.script.steps[self.place]

    @property
    def asked(self) -> LessonStep | None:
        """The prediction that a step *See* answers."""
        return self.script.prediction_before(self.place)

    @property
    def can_go_on(self) -> bool:
        """Whether the step is over: nothing but the person goes on then."""
        if not self.is_ready or self.place + 1 >= len(self.script.steps):
            return False
        match self.step.kind:
            case StepKind.DO:
                return self.is_done
            case StepKind.PREDICT:
                return self.step.title in self.guesses or self.is_skipped
            case StepKind.CHECK:
                return self.answer is not None
            case StepKind.SEE:
                return self.seen is not None
            case _:
                return True

    @property
    def can_show(self) -> bool:
        """Whether there is something that can be done for the person."""
        kinds = (StepKind.DO, StepKind.PREDICT, StepKind.CHECK)
        return self.is_ready and self.step.kind in kinds and not self.can_go_on

    @property
    def gap(self) -> str:
        """The guess beside the truth, in words; empty where nothing was predicted."""
        asked, seen = self.asked, self.seen
        if asked is None or asked.ask is None or seen is None or seen.truth is None:
            return ""
        guess = self.guesses.get(asked.title)
        if guess is None:
            return asked.ask.without(seen.truth)
        return asked.ask.gap(guess, seen.truth).words

    @property
    def verdict(self) -> Gap | None:
        """What is said to an answer of a step *Check*; None before there is one."""
        if self.exercise is None or self.answer is None:
            return None
        if self.is_skipped:
            said = self.exercise.ask.said(self.exercise.answer)
            return Gap(f"The answer is {said}. {self.exercise.reason}", True)
        if self.exercise.is_right(self.answer):
            return Gap(f"Right. {self.exercise.reason}", True)
        return Gap(f"Not quite. {self.exercise.reason}", False)

    def predictions(self, by: str) -> Predictions:
        """What was predicted so far."""
        return Predictions(self.script.name, by, dict(self.guesses), dict(self.truths))

    # Verbs

    def start(self, place: int = 0) -> None:
        """Go to a step, whatever the state is."""
        self._turn(place)
        self._do_all(self.script.deeds_before(place))

    def go_on(self) -> None:
        """The next step."""
        if self.can_go_on:
            self._turn(self.place + 1)
            self._do_all(self.step.prepare)

    def go_back(self) -> None:
        """The step before: its state is built anew."""
        if self.place > 0:
            self.start(self.place - 1)

    def guess(self, value: Value) -> None:
        """Take a prediction."""
        self.guesses[self.step.title] = value
        self.changed.emit()

    def take_answer(self, value: Value) -> None:
        """Take an answer of a step *Check*."""
        self.is_skipped = self.is_skipped and self.answer is None
        self.answer = value
        self.changed.emit()

    def draw_another(self) -> None:
        """Another exercise of the same kind."""
        self.answer, self.is_skipped = None, False
        self.exercise = exercise(self.step.exercise, random.SystemRandom().randrange(1 << 30))
        self.changed.emit()

    def show_me(self) -> None:
        """Do it for the person; of a prediction, go without."""
        if not self.can_show:
            return
        if self.step.kind is StepKind.DO and self.step.deed is not None:
            self._attempt(self.step.deed)
        elif self.step.kind is StepKind.CHECK and self.exercise is not None:
            self.is_skipped = True
            self.take_answer(self.exercise.answer)
        else:
            self.is_skipped = True
            self.changed.emit()

    def close(self) -> None:
        """Nothing is waited for any more."""
        self._timer.stop()
        self._facts.cancel()

    # How it goes

    def _turn(self, place: int) -> None:
        self.place = place
        self.is_ready = self.is_done = self.is_skipped = False
        self.seen, self.exercise, self.answer = None, None, None
        self._facts.cancel()
        self.changed.emit()

    def _do_all(self, deeds: Iterable[Deed]) -> None:
        self._waiting, self._current = deque(deeds), None
        self._timer.start()
        self._look()

    def _attempt(self, deed: Deed) -> bool:
        try:
            deed.perform(self._stage)
        except WorkbenchError as error:
            self.failed.emit(str(error))
            return False
        return True

    def _look(self) -> None:
        """Do the next thing once the one before is done; then wait for what a person does."""
        if self.is_ready:
            self._look_at_deed()
            return
        if self._current is not None:
            is_idle = self._stage.is_idle
            if not (is_idle and self._current.is_done(self._stage)):
                if not is_idle:
                    self._since.restart()
                elif self._since.hasExpired(_PATIENCE):
                    self._give_up()
                return
            self._current = None
        if self._waiting:
            self._current = self._waiting.popleft()
            self._since.restart()
            if not self._attempt(self._current):
                self._give_up()
            return
        self._made_ready()

    def _give_up(self) -> None:
        self._timer.stop()
        self._waiting.clear()
        self._current = None
        self.failed.emit("This step could not be made ready. Go back, or start the lesson again.")

    def _made_ready(self) -> None:
        self.is_ready = True
        self._timer.stop()
        match self.step.kind:
            case StepKind.DO:
                self._timer.start()
                self._look_at_deed()
            case StepKind.CHECK:
                self.draw_another()
            case StepKind.SEE:
                self._find_out()
            case _:
                pass
        if self.step.kind is not StepKind.SEE and self.step.shows:
            self._find_out()
        self.turned.emit()

    def _look_at_deed(self) -> None:
        deed = self.step.deed
        if self.step.kind is not StepKind.DO or deed is None:
            return
        is_done = deed.is_done(self._stage) and self._stage.is_idle
        if is_done and not self.is_done:
            self.is_done = True
            self._timer.stop()
            self.changed.emit()

    def _find_out(self) -> None:
        """Compute the facts of the step, off the GUI thread."""
        project, step, asked = self._stage.project, self.step, self.asked

        def work(watch: Watch) -> Seen:
            truth = None
            if step.kind is StepKind.SEE and asked is not None and asked.truth is not None:
                truth = asked.truth.find(project, watch)
            return Seen(truth, tuple((own, own.fact.find(project, watch)) for own in step.shows))

        self._facts.start("Finding out what came out", work, self._found, self._not_found)

    def _found(self, seen: Seen) -> None:
        self.seen, self._has_rebuilt = seen, False
        asked = self.asked
        if asked is not None and seen.truth is not None:
            self.truths[asked.title] = seen.truth
        self.changed.emit()

    def _not_found(self, error: Exception) -> None:
        """Something else was done meanwhile: the state is built anew, once."""
        if self._has_rebuilt or not isinstance(error, WorkbenchError):
            self.failed.emit(str(error))
            return
        self._has_rebuilt = True
        self.start(self.place)
