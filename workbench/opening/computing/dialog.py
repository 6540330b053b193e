"""The dialog that makes a new column of others: its name, its expression, and what that gives."""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFontDatabase, QIcon
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.base.errors import DataError
from core.base.progress import Watch
from core.base.wording import grouped, percent
from core.data.computing import Trial, tried
from core.data.expressions.error import ExpressionError
from core.data.expressions.printing import name_text
from core.data.plan import Plan
from core.data.table import Table
from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs
from workbench.opening.computing.expression_line import ExpressionLine
from workbench.opening.computing.trial_table import TrialTable
from workbench.shell.help_button import HelpButton
from workbench.shell.theme import GRID

_WIDTH = 620
_PAUSE = 180
"""So many milliseconds after the last key the expression is tried."""
_AT_ONCE = 200
"""So many rows are computed at once, on this thread; all of them behind it."""
_UNNAMED = "new column"
_NEW = "a new column"

Change = Callable[[Plan], Plan]


class ComputeDialog(QDialog):
    """Asks for a column; whoever opened it changes the plan."""

    change_asked = Signal(object, str)
    """A change of the plan, and what it does in words."""

    def __init__(
        self, parent: QWidget, table: Table, plan: Plan, jobs: Jobs, consequence: str = ""
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("New column")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._table, self._plan = table.as_read.respelled(plan.spellings), plan
        self._trying = Lane(jobs)
        self._was = ""
        self._trial: Trial | None = None
        self.which = QComboBox()
        self.which.setAccessibleName("Column to change")
        self.which.addItem(_NEW, "")
        for name, text in plan.computed.items():
            self.which.addItem(f"{name_text(name)} = {text}", name)
        self.which.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.name = QLineEdit()
        self.name.setAccessibleName("Name")
        self.name.setPlaceholderText("price_per_room")
        self.expression = ExpressionLine()
        self.help = HelpButton("pages", "compute", "Expressions", self)
        self.is_target = QCheckBox("&Predict this column")
        self.is_target.setToolTip(
            "Make it the target. What it is computed from is then not learned from."
        )
        self.trouble = QLabel(wordWrap=True)
        self.trouble.setProperty("warning", True)
        self.trouble.setTextFormat(Qt.TextFormat.PlainText)
        self.pointed = QLabel()
        self.pointed.setTextFormat(Qt.TextFormat.PlainText)
        self.pointed.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.pointed.setAccessibleName("Where")
        self.told = QLabel(wordWrap=True)
        self.told.setProperty("quiet", True)
        self.values = TrialTable()
        self.consequence = QLabel(consequence, wordWrap=True)
        self.consequence.setProperty("quiet", True)
        self.consequence.setVisible(bool(consequence))
        self.remove = QPushButton("&Remove")
        self.remove.setToolTip("Have this column no more; that can be undone")
        self.cancel = QPushButton("Cancel")
        self.ok = QPushButton("Add the column")
        self.ok.setProperty("primary", True)
        self.ok.setDefault(True)
        for button in (self.remove, self.cancel, self.ok):
            button.setIcon(QIcon())
            button.setAutoDefault(button is self.ok)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE)
        self._timer.timeout.connect(self.try_now)
        self._lay_out()
        self._connect()
        self.choose("")

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(GRID)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        line = QHBoxLayout()
        line.setSpacing(GRID // 2)
        line.addWidget(self.expression, 1)
        line.addWidget(self.help)
        if self._plan.computed:
            form.addRow("C&hange", self.which)
        form.addRow("&Name", self.name)
        label = QLabel("&Expression")
        label.setBuddy(self.expression)
        form.addRow(label, line)
        form.addRow("", self.pointed)
        form.addRow("", self.trouble)
        form.addRow("", self.told)
        buttons = QHBoxLayout()
        buttons.setSpacing(GRID)
        buttons.addWidget(self.remove)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.ok)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(GRID)
        intro = QLabel(
            "A column is computed from others, row by row. The file stays as it is.", wordWrap=True
        )
        intro.setProperty("quiet", True)
        column.addWidget(intro)
        column.addLayout(form)
        for part in (self.values, self.is_target):
            column.addWidget(part)
        column.addStretch(1)
        column.addWidget(self.consequence)
        column.addLayout(buttons)
        self.setFixedWidth(_WIDTH)
        self.setMinimumHeight(440)

    def _connect(self) -> None:
        self.which.activated.connect(lambda _place: self.choose(self.which.currentData()))
        self.name.textEdited.connect(lambda _text: self._timer.start())
        self.expression.textEdited.connect(lambda _text: self._timer.start())
        self.is_target.toggled.connect(lambda _on: self.try_now())
        self.remove.clicked.connect(self._remove)
        self.cancel.clicked.connect(self.reject)
        self.ok.clicked.connect(self._add)
        self.finished.connect(lambda _result: self._stop())

    # What a person does

    def choose(self, name: str) -> None:
        """Be about a column that is computed already, or about a new one."""
        self._was = name if name in self._plan.computed else ""
        self.which.setCurrentIndex(max(0, self.which.findData(self._was)))
        self.name.setText(self._was)
        self.expression.setText(self._plan.computed.get(self._was, ""))
        self.expression.show_columns([known for known in self._plan.columns if known != self._was])
        self.is_target.setChecked(bool(self._was) and self._plan.target == self._was)
        self.is_target.setEnabled(not self.is_target.isChecked())
        self.remove.setVisible(bool(self._was))
        self.ok.setText("Change the column" if self._was else "Add the column")
        self.setWindowTitle("Computed column" if self._was else "New column")
        (self.expression if self._was else self.name).setFocus()
        self.try_now()

    def _add(self) -> None:
        self.try_now()
        if not self.ok.isEnabled():
            return
        name, text, was = self.name.text(), self.expression.text(), self._was
        is_target = self.is_target.isChecked()
        self.accept()
        self.change_asked.emit(
            lambda plan: plan.computing(name, text, was, is_target), f"Computing {name.strip()}"
        )

    def _remove(self) -> None:
        name = self._was
        try:
            self._plan.not_computing(name)
        except DataError as error:
            self._refuse(error)
            return
        self.accept()
        self.change_asked.emit(lambda plan: plan.not_computing(name), f"Removing {name}")

    def _stop(self) -> None:
        self._timer.stop()
        self._trying.cancel()

    # What is shown

    def try_now(self) -> None:
        """Check what is typed, show what it gives for the first rows, and look at all of them."""
        self._timer.stop()
        self._trying.cancel()
        name = self.name.text().strip()
        text = self.expression.text()
        self._show(None)
        self._refuse(None)
        if not text.strip():
            self.ok.setEnabled(False)
            self.told.setText("Its first values are shown here as you type.")
            return
        shown = name or self._was or _free_name(self._plan)
        try:
            plan = self._plan.computing(shown, text, self._was, self.is_target.isChecked())
            trial = tried(self._table, plan.columns, plan.computed, shown, _AT_ONCE)
        except DataError as error:
            self._refuse(error)
            return
        self._show(trial)
        self.ok.setEnabled(bool(name))
        if not name:
            self.told.setText(f"{self.told.text()} Give it a name.")
        if trial.of < len(self._table):
            table = self._table
            self._trying.start(
                "Computing a column",
                lambda _watch: _all_rows(_watch, table, plan, shown),
                self._take,
                lambda error: self._refuse(error if isinstance(error, DataError) else None),
            )

    def _take(self, trial: Trial) -> None:
        self._show(trial)
        if not self.name.text().strip():
            self.told.setText(f"{self.told.text()} Give it a name.")

    def _show(self, trial: Trial | None) -> None:
        self._trial = trial
        self.values.show_trial(trial, self.name.text().strip() or _UNNAMED)
        self.told.setVisible(True)
        self.told.setText("" if trial is None else self._words(trial))

    def _words(self, trial: Trial) -> str:
        rows = grouped(trial.of)
        about = f"the first {rows} rows" if trial.of < len(self._table) else f"{rows} rows"
        missing = "no value is missing"
        if trial.missing:
            share = percent(trial.missing / max(1, trial.of))
            missing = f"{grouped(trial.missing)} values ({share}) are missing"
        return f"It gives {trial.kind.plural}; in {about} {missing}. {trial.told}".strip()

    def _refuse(self, error: DataError | None) -> None:
        """Say what is wrong, and point at it."""
        self.trouble.setText("" if error is None else str(error))
        self.trouble.setVisible(error is not None)
        points = error.pointed if isinstance(error, ExpressionError) else ""
        self.pointed.setText(_near(error) if isinstance(error, ExpressionError) else "")
        self.pointed.setVisible(bool(points))
        self.told.setVisible(error is None)
        if error is not None:
            self.ok.setEnabled(False)


def _free_name(plan: Plan) -> str:
    name = _UNNAMED
    while name in plan.columns:
        name += "'"
    return name


def _all_rows(_watch: Watch, table: Table, plan: Plan, name: str) -> Trial:
    return tried(table, plan.columns, plan.computed, name)


_ROOM = 70


def _near(error: ExpressionError) -> str:
    """The part of a long text around the place, and what points at it."""
    text, below = error.pointed.split("\n")
    start = max(0, min(error.start - _ROOM // 2, len(text) - _ROOM))
    return f"{text[start : start + _ROOM]}\n{below[start : start + _ROOM]}"
