"""Predict a new file: drop a table, see the first predictions and how good they are, save them."""

import itertools
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core import Model
from core.base.files import MODEL_SUFFIX
from core.base.progress import Watch
from core.base.wording import count, grouped
from core.reading.foreign.tables import PartsIn, parts_in
from core.sharing.predicting import Differences, PredictedRows, predict_file
from core.sources.excerpt import Excerpt
from core.sources.known_dialect import NOTHING_KNOWN, Known
from core.sources.parts import are_parts
from core.sources.source import Source
from core.storage.model_file import load_model
from workbench.jobs.job import Job
from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs
from workbench.predicting.preview_table import PredictionTable
from workbench.predicting.row_why import PredictedWhy
from workbench.shell.page import Page
from workbench.shell.parts_box import PartsBox
from workbench.shell.theme import GRID, Theme
from workbench.shell.tips import plain

_MOST_NAMES = 12
_MOST_LETTERS = 240
"""Of the columns that a model needs so many are named; the tip names all."""
_REASONS = 3
"""So many columns are written as reasons, if they are wanted."""


class PredictPage(Page):
    """One model, one file, and what came of it."""

    place = "predict"
    model_asked = Signal()
    file_asked = Signal()
    folder_asked = Signal()
    save_asked = Signal()
    run_asked = Signal()
    """The model of the run that is shown is to be used."""
    failed = Signal(object)
    written = Signal(object)
    """The path of the predictions."""

    def __init__(self, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__("Predict a file", parent=parent)
        self.setAcceptDrops(True)
        self.model: Model | None = None
        self.file: Path | None = None
        self.differences: Differences | None = None
        self._out = Path()
        self._is_writing = False
        self._previewed: PredictedRows | None = None
        self._predicting, self._loading, self._listing = Lane(jobs), Lane(jobs), Lane(jobs)
        intro = QLabel(
            "Drop a table with the columns that the model was trained on. Every row gets a label, "
            "a probability for each class, and a mark if it looks unlike the training data; the "
            "columns of the file stay beside them. If the target is among them, the predictions "
            "are scored."
        )
        intro.setWordWrap(True)
        intro.setProperty("quiet", True)
        self.model_text, self.file_text = QLabel(), QLabel()
        for label in (self.model_text, self.file_text):
            label.setWordWrap(True)
        self.choose_model = QPushButton("Open a model…")
        self.choose_file = QPushButton("Choose a file…")
        self.choose_folder = QPushButton("Choose a folder…")
        self.choose_folder.setToolTip("Its CSV or Parquet files are predicted one by one")
        self.choose_folder.clicked.connect(self.folder_asked)
        self.parts = PartsBox()
        self.parts.activated.connect(self._part_chosen)
        self.parts.hide()
        self._usual_part = ""
        """What is read of a book or a database if nobody says."""
        self.use_run = QPushButton("Use the run that is shown")
        self.use_run.clicked.connect(self.run_asked)
        self.use_run.hide()
        self.predict = QPushButton("Save the predictions…")
        self.predict.setProperty("primary", True)
        self.cancel = QPushButton("Cancel")
        self.choose_model.clicked.connect(self.model_asked)
        self.choose_file.clicked.connect(self.file_asked)
        self.predict.clicked.connect(self.save_asked)
        self.cancel.clicked.connect(self._cancel)
        self.progress = QProgressBar()
        self.progress.setAccessibleName("Progress of the predictions")
        self.told = QLabel()
        self.told.setWordWrap(True)
        self.told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.preview = PredictionTable()
        self.why = PredictedWhy(jobs)
        self.why.failed.connect(self.failed)
        self.why.hide()
        self.preview.selectionModel().selectionChanged.connect(self._ask_why)
        self.reasons = QCheckBox("with reasons")
        self.reasons.setToolTip(
            "Write the three columns that speak most for or against each prediction, too"
        )
        self._lay_out(intro)
        self._redraw()

    @property
    def is_running(self) -> bool:
        """Whether predictions are being made."""
        return self._predicting.is_running or self._listing.is_running

    def _lay_out(self, intro: QLabel) -> None:
        chosen = QGridLayout()
        chosen.setHorizontalSpacing(2 * GRID)
        chosen.setVerticalSpacing(GRID)
        chosen.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        for row, (title, text, button) in enumerate(
            (
                ("Model", self.model_text, self.choose_model),
                ("File", self.file_text, self.choose_file),
            )
        ):
            head = QLabel(title)
            for label in (head, text):
                label.setContentsMargins(0, GRID // 2, 0, 0)  # on one line with the button
            chosen.addWidget(head, row, 0, top)
            chosen.addWidget(text, row, 1, top)
            chosen.addWidget(button, row, 2, top)
        chosen.addWidget(self.use_run, 0, 3, top)
        chosen.addWidget(self.choose_folder, 1, 3, top)
        chosen.addWidget(self.parts, 1, 4, top)
        buttons = QHBoxLayout()
        buttons.addWidget(self.predict)
        buttons.addWidget(self.reasons)
        buttons.addWidget(self.progress, 1)
        buttons.addWidget(self.cancel)
        buttons.addStretch(1)
        column = QWidget()
        column.setMaximumWidth(840)
        inner = QVBoxLayout(column)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(2 * GRID)
        inner.addWidget(intro)
        inner.addLayout(chosen)
        inner.addLayout(buttons)
        inner.addWidget(self.told)
        self.column.addLayout(_before_a_spring(column))
        self.column.addWidget(self.preview, 1)
        self.column.addWidget(self.why)
        self.column.addStretch(0)

    def use_model(self, model: Model, name: str, trained: int = 0) -> None:
        """Predict by this model, of which so many rounds were trained, if that is known."""
        self.model = model
        rounds = count(model.rounds, "round")
        if trained > model.rounds:
            rounds = f"the first {grouped(model.rounds)} of {count(trained, 'round')}"
        target = f"{model.target!r}"
        what = f"one of {', '.join(model.classes[:5])}" if model.classes else "a number"
        names = model.raw_names
        told = _first_names(names)
        more = f" and {len(names) - len(told)} more" if len(names) > len(told) else ""
        columns = ", ".join(told)
        self.model_text.setToolTip(plain("\n".join(names)) if more else "")
        title = model.settings.title
        known_as = name if name.endswith(title) else f"{name}: {title}"
        self.model_text.setText(
            f"{known_as} for {target}, {what}; it has {rounds}.\nIt needs: {columns}{more}."
        )
        self._look()

    def open_model(self, path: Path) -> None:
        """Read a model file and predict by it."""
        self._loading.start(
            f"Opening {path.name}",
            lambda _watch: load_model(path),
            lambda model: self.use_model(model, path.name),
            self.failed.emit,
        )

    def use_file(self, path: Path) -> None:
        """Predict the rows of this file."""
        self.file = path
        self.file_text.setText(f"{path.name} in {path.parent}")
        self._predicting.cancel()
        self._forget()
        self._list(None)
        if are_parts(path):  # files have no sheets to choose from
            self._listing.cancel()
            self._look()
            return
        self._listing.start(
            f"Looking into {path.name}",
            lambda watch: parts_in(Source.of(path), watch),
            self._listed,
            self._fail,
        )
        self._redraw()

    def _listed(self, found: PartsIn | None) -> None:
        self._list(found)
        if not (self._predicting.is_running and self._is_writing):
            self._look()

    def _list(self, found: PartsIn | None) -> None:
        """Offer the sheets or tables, if there are several."""
        self._usual_part = found.usual if found is not None else ""
        self.parts.show_parts(found.parts if found is not None else (), self._usual_part)
        self.parts.setAccessibleName(f"Which {found.kind.about.part}" if found is not None else "")
        self.parts.setVisible(found is not None and len(found.parts) > 1)

    def _part_chosen(self, _place: int) -> None:
        self._look()

    @property
    def _known(self) -> Known:
        """What a person says about how the file is read."""
        chosen = self.parts.chosen
        is_usual = chosen in ("", self._usual_part)
        return NOTHING_KNOWN if is_usual else Known(excerpt=Excerpt(chosen))

    def _look(self) -> None:
        """Predict every row, and show the first ones; nothing is written yet."""
        self._forget()
        model, file, known = self.model, self.file, self._known
        if model is None or file is None or self._listing.is_running:
            return
        self._is_writing = False
        self._predicting.start(
            f"Predicting {file.name}",
            lambda watch: predict_file(model, file, None, watch, known),
            self._looked,
            self._fail,
            progressed=self._progressed,
        )
        self._redraw()

    def _looked(self, differences: Differences) -> None:
        self._show(differences, f"{count(differences.rows, 'row')} predicted, not saved yet.")

    def start(self, out: Path) -> None:
        """Predict every row and write the file."""
        model, file = self.model, self.file
        if model is None or file is None:
            return
        self._out, self._is_writing = out, True
        reasons, known = _REASONS if self.reasons.isChecked() else 0, self._known

        def work(watch: Watch) -> Differences:
            return predict_file(model, file, out, watch, known, reasons)

        self._predicting.start(
            f"Predicting {file.name}", work, self._finished, self._fail, progressed=self._progressed
        )
        self._redraw()

    def _cancel(self) -> None:
        self._predicting.cancel()
        self._listing.cancel()
        self.told.setText("Cancelled; nothing was written.")
        self._redraw()

    def _progressed(self, job: Job) -> None:
        done, total = int(job.progress.done), int(job.progress.total)
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        self.progress.setFormat(f"{grouped(done)} of {count(total, 'row')}" if total else "reading")

    def _finished(self, differences: Differences) -> None:
        head = f"{count(differences.rows, 'row')} predicted; they are in {self._out}."
        self._show(differences, head)
        self.written.emit(self._out)

    def _show(self, differences: Differences, head: str) -> None:
        self.differences = differences
        told = differences.sentences() or ["Nothing in the file is unlike the training data."]
        score = differences.score.sentences() if differences.score else []
        self.told.setText("\n".join([head, *score, *told]))
        shown = differences.preview
        if shown is not None and len(shown.rows) < differences.rows:
            text = f"{self.told.text()}\nThe first {count(len(shown.rows), 'row')}:"
            self.told.setText(text)
        self._redraw()

    def _ask_why(self) -> None:
        """A row is selected: say why it is predicted so."""
        rows = self.preview.selectionModel().selectedRows()
        table = self._previewed.table if self._previewed is not None else None
        if rows and table is not None and self.model is not None:
            self.why.ask(self.model, table, rows[0].row())

    def _fail(self, error: Exception) -> None:
        if self.parts.isVisible():
            self.told.setText("Nothing is predicted. Choose another sheet or table, if it is that.")
        self._redraw()
        self.failed.emit(error)

    def _forget(self) -> None:
        self.differences = None
        self.told.setText("")
        self._redraw()

    def _redraw(self) -> None:
        if self.model is None:
            self.model_text.setText("none yet: train one, or open a model file")
        if self.file is None:
            self.file_text.setText("none yet: drop a file or a folder here")
        is_running = self.is_running
        is_writing = is_running and self._is_writing
        # What is only looked at need not be waited for.
        self.predict.setEnabled(self.model is not None and self.file is not None and not is_writing)
        preview = self.differences.preview if self.differences else None
        if preview is not self._previewed:
            self._previewed = preview
            self.preview.show_preview(preview)
            self.why.forget()
        self.preview.setVisible(preview is not None)
        self.why.setVisible(preview is not None)
        self.progress.setVisible(is_running)
        self.cancel.setVisible(is_running)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        super().apply_theme(theme)
        self.preview.apply_theme(theme)
        self.why.apply_theme(theme)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """A file over the page may be dropped."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Take a model as the model, anything else as the file."""
        for url in event.mimeData().urls():
            if url.isLocalFile():
                event.acceptProposedAction()
                self.take(Path(url.toLocalFile()))

    def take(self, path: Path) -> None:
        """Take a file that was dropped or chosen, by its kind."""
        if path.suffix.lower() == MODEL_SUFFIX:
            self.open_model(path)
        else:
            self.use_file(path)


def _first_names(names: Sequence[str]) -> list[str]:
    """As many as two lines have room for, and one at least."""
    lengths = itertools.accumulate(len(name) + 2 for name in names)
    fits = sum(length <= _MOST_LETTERS for length in lengths)
    return list(names[: max(1, min(fits, _MOST_NAMES))])


def _before_a_spring(column: QWidget) -> QHBoxLayout:
    """A line in which a column's texts get the height that they need at its own width."""
    line = QHBoxLayout()
    line.addWidget(column, 1)
    line.addStretch()
    return line
