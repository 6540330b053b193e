"""What the ranking is, how many labels look wrong, and how many rows are flagged for a look."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import (
    QLabel,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from core import Dataset
from core.base.wording import grouped, percent, roughly
from core.judging.audit_time import USUAL_SAMPLE, announced, can_be_sampled
from core.judging.diagnosing.labels import Told
from core.judging.ranking import Ranking
from workbench.reviewing.controller import AuditProgress, Reviewer
from workbench.shell.fitting.flow_layout import FlowLayout
from workbench.shell.theme import GRID

_SOON = 15
"""So many seconds are not worth a word."""
_PAUSE = 200
"""Milliseconds after the last step of the spin box until rows are flagged."""


class ReviewHeader(QWidget):
    """The estimates in words, and the audit: under way, asked for, or called off."""

    audit_asked = Signal()
    sample_asked = Signal()
    """An audit of a sample of the rows."""

    def __init__(self, reviewer: Reviewer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reviewer = reviewer
        self.noise = QLabel()
        self.noise.setToolTip("An estimate, with the bounds of a 90 % interval")
        self.flagged = QSpinBox()
        self.flagged.setAccessibleName("Flagged rows")
        self.flagged.setToolTip("How many of the most suspicious rows are flagged for a look")
        self.flagged.setGroupSeparatorShown(True)
        self.flagged.setKeyboardTracking(False)
        self.expected = QLabel()
        self.expected.setProperty("quiet", True)
        self.status = QLabel()
        self.status.setProperty("quiet", True)
        self.takes_long = QLabel()
        self.takes_long.setProperty("quiet", True)
        self.takes_long.setWordWrap(True)
        self.audit = QPushButton("Audit now")
        self.audit.setToolTip("Let judges of several kinds look at every row")
        self.sample = QPushButton("Audit a sample")
        self.sample.setToolTip(
            f"Let them look at {grouped(USUAL_SAMPLE)} rows, drawn by chance. How many labels are "
            "wrong in all is told from these; the other rows are not judged"
        )
        self.cancel = QPushButton("Cancel")
        self.cancel.setAccessibleName("Cancel the audit")
        self.progress = QProgressBar()
        self.progress.setFixedWidth(120)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName("Progress of the audit")
        words = QLabel("Fl&agged")
        words.setBuddy(self.flagged)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        # In one line where there is room: the first decision must not move what is below.
        line = _row(self.noise, words, self.flagged, self.expected)
        for widget in (self.status, self.progress, self.cancel, self.audit, self.sample):
            line.addWidget(widget)
        layout.addLayout(line)
        layout.addWidget(self.takes_long)
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE)
        self._timer.timeout.connect(lambda: reviewer.flag(self.flagged.value()))
        self.flagged.valueChanged.connect(lambda _many: self._timer.start())
        self.audit.clicked.connect(self.audit_asked)
        self.sample.clicked.connect(self.sample_asked)
        self.cancel.clicked.connect(reviewer.cancel_audit)

    def show_ranking(self, ranking: Ranking | None) -> None:
        """Say what the ranking estimates."""
        audit = ranking.audit if ranking else None
        self.noise.setText(ranking.labels.sentence if ranking and ranking.labels else "")
        self.noise.setVisible(bool(self.noise.text()))
        self.flagged.setEnabled(audit is not None)
        self.flagged.blockSignals(True)
        self.flagged.setRange(0, len(ranking.dataset) if ranking else 0)
        self.flagged.setValue(ranking.count if ranking else 0)
        self.flagged.blockSignals(False)
        self.expected.setText(_expected_words(ranking))

    def show_progress(self, ranking: Ranking | None, dataset: Dataset | None) -> None:
        """Say how far the audit is, or that there is none of these data."""
        audit = ranking.audit if ranking else None
        progress = self._reviewer.audit_progress
        is_running = self._reviewer.is_auditing
        is_known = audit is not None and audit.dataset is dataset
        self.progress.setVisible(is_running)
        self.cancel.setVisible(is_running)
        sample = audit.sample if is_known and audit is not None else None
        is_wanted = not is_running and ranking is not None and (not is_known or sample is not None)
        takes_long = announced(dataset) if is_wanted and dataset is not None else ""
        self.audit.setVisible(is_wanted)
        self.takes_long.setText(takes_long)
        self.takes_long.setVisible(bool(takes_long))
        self.sample.setVisible(
            bool(takes_long) and not is_known and dataset is not None and can_be_sampled(dataset)
        )
        self.audit.setText("Audit now" if audit is None else "Audit again")
        self.status.setVisible(not is_known or is_running or sample is not None)
        what = _first_words(ranking)
        if sample is not None:
            self.audit.setText("Audit all rows")
            what = f"A sample of {grouped(sample)} rows was audited; the others are not judged"
        elif audit is not None:
            what = "The data have changed since"
        if not is_running:
            self.status.setText(f"{what}.")
            return
        share = _share(progress)
        done = "" if share is None else f", {share:.0%}".replace("%", " %")
        left = self._left()
        self.status.setText(f"{what}; the audit is running{done}{left}.")
        self.progress.setRange(0, 0 if share is None else 100)
        self.progress.setValue(int(100 * (share or 0)))

    def _left(self) -> str:
        """How long the audit may still take, if that is worth a word."""
        seconds = self._reviewer.audit_seconds_left
        return "" if seconds is None or seconds < _SOON else f", about {roughly(seconds)} to go"

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """Nobody waits for the spin box any more."""
        self._timer.stop()
        super().hideEvent(event)


def _row(*widgets: QWidget) -> FlowLayout:
    row = FlowLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(GRID)
    for widget in widgets:
        row.addWidget(widget)
    return row


def _first_words(ranking: Ranking | None) -> str:
    """What the ranking is before an audit is done, and which rows are held against which."""
    if ranking is not None and ranking.is_firming:
        return "Preliminary ranking, by the judges heard so far"
    what = "Preliminary ranking, by the run alone"
    if ranking is None or ranking.run is None:
        return what
    is_split = ranking.dataset.has_validation and not ranking.run.history.is_one_scale
    parts = " within training and validation rows" if is_split else ""
    return f"{what}: by {ranking.measure}{parts}"


def _share(progress: AuditProgress | None) -> float | None:
    if progress is None or not progress.stage.total:
        return None
    return progress.stage.share


def _expected_words(ranking: Ranking | None) -> str:
    if ranking is None or ranking.labels is None:
        return ""
    if ranking.count == 0:
        return "no row is flagged"
    if ranking.labels.told is Told.NOTHING:
        return "nothing says that these are wrong"
    what = "labels" if ranking.dataset.classes else "numbers"
    told = f"about {percent(ranking.false_share, 0)} of their {what} are expected to be right"
    if ranking.outliers:
        told += f"; {grouped(ranking.outliers)} flagged as outliers, whatever the label"
    return told
