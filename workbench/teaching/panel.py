"""The panel of the player: what to read, what to predict, and three buttons that never move."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.base.person import system_name
from core.teaching.asks import CurveAsk, RowsAsk
from core.teaching.predictions import PREDICTIONS_SUFFIX
from core.teaching.script import StepKind
from workbench.frame.window import MainWindow
from workbench.plotting.controls import make_narrow
from workbench.shell.saving import ask_where
from workbench.shell.theme import GRID, Theme
from workbench.teaching.ask_boxes import AskBox, ask_box, show_guess
from workbench.teaching.figure_box import FigureBox
from workbench.teaching.player import Player
from workbench.teaching.truth_box import NumbersTable, TruthBox, unbroken
from workbench.views.error_curves.view import ErrorCurves

_WIDTH = 384
_KINDS = {
    StepKind.READ: "Read",
    StepKind.PREDICT: "Predict first",
    StepKind.DO: "Your turn",
    StepKind.SEE: "See",
    StepKind.CHECK: "Check yourself",
}
_WAITS = {
    StepKind.PREDICT: "Give a guess first; any will do. Show me goes on without one.",
    StepKind.DO: "Waiting for you to do it in the window. Show me does it for you.",
    StepKind.SEE: "Finding out what came out…",
    StepKind.CHECK: "Answer to go on. Show me tells the answer.",
}


class PlayerPanel(QWidget):
    """One step at a time."""

    def __init__(self, player: Player, window: MainWindow) -> None:
        super().__init__()
        self._player, self._window = player, window
        self._theme = window.theme
        self.setAccessibleName("Lesson")
        self.setFixedWidth(_WIDTH)
        self.steps = QComboBox()
        self.steps.setAccessibleName("Steps that were reached")
        self.steps.setToolTip("Go back to a step: the practice data are made as they were there")
        make_narrow(self.steps)
        self.steps.activated.connect(self._go_to)
        self.bar = QProgressBar()
        self.bar.setRange(0, len(player.script.steps))
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(GRID // 2)
        self.bar.setAccessibleName("How far the lesson is")
        self.kind, self.title = QLabel(), QLabel(wordWrap=True)
        self.kind.setProperty("heading", True)
        font = self.title.font()
        font.setPointSizeF(font.pointSizeF() * 1.25)
        font.setBold(True)
        self.title.setFont(font)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.area.setAccessibleName("The step")
        self.waits = QLabel(wordWrap=True)
        self.waits.setProperty("quiet", True)
        self.save = _button("Save my &predictions…", "As a small file, for whoever teaches")
        self.save.clicked.connect(self._save)
        self.back = _button("&Back", "The step before")
        self.show_me = _button("Sho&w me", "Do it for me")
        self.next = _button("&Next", "The next step")
        self.next.setProperty("primary", True)
        self.ask: AskBox | None = None
        self.another: QPushButton | None = None
        self.truth: TruthBox | None = None
        self.numbers: NumbersTable | None = None
        self.figure: FigureBox | None = None
        self.verdict = QLabel(wordWrap=True)
        self._furthest = 0
        self._lay_out()
        self.back.clicked.connect(player.go_back)
        self.show_me.clicked.connect(player.show_me)
        self.next.clicked.connect(player.go_on)
        player.turned.connect(self._turn)
        player.changed.connect(self._redraw)
        player.failed.connect(self.waits.setText)
        window.preferring.themed.connect(self.apply_theme)

    def _lay_out(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        whole.setSpacing(GRID)
        lesson = QLabel(self._player.script.title, wordWrap=True)
        lesson.setProperty("quiet", True)
        for widget in (lesson, self.steps, self.bar, self.kind, self.title):
            whole.addWidget(widget)
        whole.addWidget(self.area, 1)
        whole.addWidget(self.waits)
        whole.addWidget(self.save)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.back)
        row.addWidget(self.show_me)
        row.addStretch(1)
        row.addWidget(self.next)
        whole.addLayout(row)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        for part in (self.ask, self.truth, self.figure):
            if part is not None:
                part.apply_theme(theme)

    # A step comes

    def _turn(self) -> None:
        player, step = self._player, self._player.step
        self._furthest = max(self._furthest, player.place)
        self.steps.clear()
        for number, own in enumerate(player.script.steps[: self._furthest + 1], 1):
            self.steps.addItem(f"{number}. {own.title}")
        self.steps.setCurrentIndex(player.place)
        self.steps.setAccessibleDescription(
            f"Step {player.place + 1} of {len(player.script.steps)}"
        )
        self.bar.setValue(player.place + 1)
        self.kind.setText(f"{_KINDS[step.kind]} · step {player.place + 1} of {self.bar.maximum()}")
        self.title.setText(step.title)
        self._lay_curve()
        self._fill()
        self.area.verticalScrollBar().setValue(0)
        self._redraw()
        self._take_focus()

    @property
    def _curves(self) -> ErrorCurves:
        view = self._window.docks.view(ErrorCurves.name)
        assert isinstance(view, ErrorCurves)
        return view

    def _lay_curve(self) -> None:
        """A curve that was guessed stays on the plot of errors until it was held against them."""
        player, sketch = self._player, self._curves.sketch
        sketch.clear()
        asked = player.step if player.step.kind is StepKind.PREDICT else player.asked
        if asked is None or not isinstance(asked.ask, CurveAsk):
            return
        self._window.docks.bring(ErrorCurves.name)
        if (guess := player.guesses.get(asked.title)) is not None:
            assert isinstance(guess, tuple)
            show_guess(sketch, asked.ask, tuple(map(float, guess)), is_open=False)

    def _fill(self) -> None:
        """Make what the step shows."""
        step = self._player.step
        self.ask = self.truth = self.numbers = self.figure = self.another = None
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(*(GRID // 2,) * 4)  # room for the mark of the focus
        self._column.setSpacing(2 * GRID)
        if step.text:
            self._column.addWidget(_text(step.text))
        if step.figure:
            self.figure = FigureBox(step.figure)
            self.figure.apply_theme(self._theme)
            self._column.addWidget(self.figure)
        if step.ask is not None:
            workspace = self._window.workspace
            self.ask = ask_box(step.ask, "This is my g&uess", workspace, self._curves.sketch)
            self.ask.apply_theme(self._theme)
            if (before := self._player.guesses.get(step.title)) is not None:
                self.ask.set_value(before)
            self.ask.given.connect(self._player.guess)
            self._column.addWidget(self.ask)
        if self._player.exercise is not None:
            self._add_exercise()
        self._column.addStretch(1)
        self.area.setWidget(body)

    def _add_exercise(self) -> None:
        exercise = self._player.exercise
        assert exercise is not None
        self._column.addWidget(_text(exercise.text))
        self.ask = ask_box(exercise.ask, "This is my &answer", None, self._curves.sketch)
        self.ask.apply_theme(self._theme)
        self.ask.given.connect(self._player.take_answer)
        self.verdict = QLabel(wordWrap=True)
        self.another = _button("Another &one", "The same question with other data")
        self.another.clicked.connect(self._draw_another)
        for widget in (self.ask, self.verdict):
            self._column.addWidget(widget)
        self._column.addWidget(self.another, alignment=Qt.AlignmentFlag.AlignLeft)

    def _draw_another(self) -> None:
        self._player.draw_another()
        self._fill()
        self._redraw()
        self._take_focus()

    # Something has changed

    def _redraw(self) -> None:
        player, step = self._player, self._player.step
        self.back.setEnabled(player.place > 0)
        self.show_me.setEnabled(player.can_show)
        self.next.setEnabled(player.can_go_on)
        is_last = player.place + 1 == len(player.script.steps)
        self.save.setVisible(is_last and bool(player.guesses))
        self.waits.setText(unbroken(self._sentence(is_last)))
        if not player.is_ready:
            return
        if player.can_go_on and self.area.hasFocus():
            self.next.setFocus()
        if player.seen is not None and self.truth is None and self.numbers is None:
            self._show_seen()
        if (said := player.verdict) is not None:
            self.verdict.setText(unbroken(said.words))
            if player.is_skipped and self.ask is not None and player.answer is not None:
                self.ask.set_value(player.answer)
        elif step.kind is StepKind.CHECK:
            self.verdict.setText("")

    def _sentence(self, is_last: bool) -> str:
        player, step = self._player, self._player.step
        if not player.is_ready:
            return "Getting the practice data ready…"
        if is_last:
            return "The end. Close this window whenever you like."
        if step.kind is StepKind.DO and player.is_done:
            return "Done. Next goes on."
        if step.kind is StepKind.PREDICT and player.can_go_on:
            guess = player.guesses.get(step.title)
            said = step.ask.said(guess) if guess is not None and step.ask is not None else ""
            return f"Your guess: {said}. You may still change it." if said else "No guess, then."
        return "" if player.can_go_on else _WAITS.get(step.kind, "")

    def _show_seen(self) -> None:
        """The truth over the guess, and the numbers."""
        player, asked = self._player, self._player.asked
        seen = player.seen
        assert seen is not None
        last = self._column.count() - 1  # above the stretch
        if seen.truth is not None and asked is not None and asked.ask is not None:
            guess = player.guesses.get(asked.title)
            self.truth = TruthBox(asked.ask, guess, seen.truth, player.gap)
            self.truth.apply_theme(self._theme)
            self._column.insertWidget(0, self.truth)
            last += 1
            if isinstance(asked.ask, RowsAsk) and isinstance(seen.truth, tuple):
                self._window.workspace.select([int(line) for line in seen.truth])
        self.numbers = NumbersTable(seen.shown)
        self._column.insertWidget(last, self.numbers)

    # What a person does

    def _take_focus(self) -> None:
        if self.ask is not None:
            self.ask.first_control().setFocus()
        elif self.next.isEnabled():
            self.next.setFocus()
        else:
            self.area.setFocus()

    def _go_to(self, place: int) -> None:
        if place != self._player.place:
            self._player.start(place)

    def _save(self) -> None:
        name = f"{self._player.script.name}{PREDICTIONS_SUFFIX}"
        kinds = f"Predictions (*{PREDICTIONS_SUFFIX})"
        if path := ask_where(self._window.shell.ask, "Save my predictions", name, kinds):
            try:
                self._player.predictions(system_name()).save(path)
            except Exception as error:
                self._window.shell.show_error(error)
                return
            self.waits.setText(f"Saved as {path.name}.")


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAutoDefault(True)
    return button


def _text(markdown: str) -> QLabel:
    label = QLabel(markdown, wordWrap=True)
    label.setTextFormat(Qt.TextFormat.MarkdownText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
