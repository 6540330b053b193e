"""Predict a new file: drop a CSV on a model, see how it differs, save labels and probabilities."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
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
from core.base.wording import count
from core.sharing.predicting import Differences, predict_file
from core.storage.model_file import load_model
from workbench.jobs.job import Job
from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs
from workbench.shell.page import Page
from workbench.shell.theme import GRID

_MOST_NAMES = 12


class PredictPage(Page):
    """One model, one file, and what came of it."""

    place = "predict"
    model_asked = Signal()
    file_asked = Signal()
    save_asked = Signal()
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
        self._predicting, self._loading = Lane(jobs), Lane(jobs)
        intro = QLabel(
            "Drop a CSV with the columns that the model was trained on. Every row gets a label, a "
            "probability for each class, and a mark if it looks unlike the training data."
        )
        intro.setWordWrap(True)
        intro.setProperty("quiet", True)
        self.model_text, self.file_text = QLabel(), QLabel()
        for label in (self.model_text, self.file_text):
            label.setWordWrap(True)
        self.choose_model = QPushButton("Open a model…")
        self.choose_file = QPushButton("Choose a file…")
        self.predict = QPushButton("Predict and save…")
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
        self._lay_out(intro)
        self._redraw()

    @property
    def is_running(self) -> bool:
        """Whether predictions are being made."""
        return self._predicting.is_running

    def _lay_out(self, intro: QLabel) -> None:
        chosen = QGridLayout()
        chosen.setSpacing(2 * GRID)
        chosen.setColumnStretch(1, 1)
        for row, parts in enumerate(
            (
                (QLabel("Model"), self.model_text, self.choose_model),
                (QLabel("File"), self.file_text, self.choose_file),
            )
        ):
            for place, part in enumerate(parts):
                chosen.addWidget(part, row, place)
        buttons = QHBoxLayout()
        buttons.addWidget(self.predict)
        buttons.addWidget(self.progress, 1)
        buttons.addWidget(self.cancel)
        buttons.addStretch(1)
        column = QWidget()
        column.setMaximumWidth(840)
        inner = QVBoxLayout(column)
        inner.setSpacing(2 * GRID)
        inner.addWidget(intro)
        inner.addLayout(chosen)
        inner.addLayout(buttons)
        inner.addWidget(self.told)
        self.column.addLayout(_before_a_spring(column))
        self.column.addStretch(1)

    def use_model(self, model: Model, name: str) -> None:
        """Predict by this model."""
        self.model = model
        target = f"{model.target!r}"
        what = f"one of {', '.join(model.classes[:5])}" if model.classes else "a number"
        names = model.raw_names
        columns = ", ".join(names[:_MOST_NAMES])
        more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
        title = model.settings.title
        known_as = name if name.endswith(title) else f"{name}: {title}"
        self.model_text.setText(f"{known_as} for {target}, {what}.\nIt needs: {columns}{more}.")
        self._forget()

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
        self._forget()

    def start(self, out: Path) -> None:
        """Predict every row and write the file."""
        model, file = self.model, self.file
        if model is None or file is None:
            return
        self._out = out
        self._forget()

        def work(watch: Watch) -> Differences:
            return predict_file(model, file, out, watch)

        self._predicting.start(
            f"Predicting {file.name}", work, self._finished, self._fail, progressed=self._progressed
        )
        self._redraw()

    def _cancel(self) -> None:
        self._predicting.cancel()
        self.told.setText("Cancelled; nothing was written.")
        self._redraw()

    def _progressed(self, job: Job) -> None:
        done, total = int(job.progress.done), int(job.progress.total)
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        self.progress.setFormat(f"{done:,} of {count(total, 'row')}" if total else "reading")

    def _finished(self, differences: Differences) -> None:
        self.differences = differences
        head = f"{count(differences.rows, 'row')} predicted; they are in {self._out}."
        told = differences.sentences() or ["Nothing in the file is unlike the training data."]
        self.told.setText("\n".join([head, "", *told]))
        self._redraw()
        self.written.emit(self._out)

    def _fail(self, error: Exception) -> None:
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
            self.file_text.setText("none yet: drop a CSV here")
        is_running = self.is_running
        self.predict.setEnabled(self.model is not None and self.file is not None and not is_running)
        self.progress.setVisible(is_running)
        self.cancel.setVisible(is_running)

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


def _before_a_spring(column: QWidget) -> QHBoxLayout:
    """A line in which a column's texts get the height that they need at its own width."""
    line = QHBoxLayout()
    line.addWidget(column, 1)
    line.addStretch()
    return line
