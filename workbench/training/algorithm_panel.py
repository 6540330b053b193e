"""The algorithm panel: which ensemble, its settings, and what stands against training it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import grouped
from core.learning import registry
from core.learning.ensemble import Ensemble
from workbench.opening.split_form import MOST_SEED
from workbench.shell.fitting.breaking import breakable
from workbench.shell.fitting.elided_label import ElidedLabel
from workbench.shell.help_button import HelpButton
from workbench.shell.text_size import scaled
from workbench.shell.theme import GRID
from workbench.state.workspace import Choice, Workspace
from workbench.training.algorithm_box import AlgorithmBox, one_that_can
from workbench.training.settings_form import SettingsForm

if TYPE_CHECKING:
    from core import Dataset

_LEAST_FORM = 72
"""In a low dock the form scrolls before the panel does: the button to train stays in sight."""


class AlgorithmPanel(QWidget):
    """Chooses an ensemble and its settings; `settings` is what the next run will use."""

    changed = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.setAccessibleName("Algorithm")
        self.algorithm = AlgorithmBox()
        self.algorithm.activated.connect(self._chosen)
        self.help = HelpButton("ensembles", self.algorithm.currentData(), "Algorithm", self)
        self.summary = ElidedLabel()  # a line: the form below it needs the room
        self.summary.setProperty("quiet", True)
        self.switched = QLabel(wordWrap=True)
        """That another algorithm was chosen, as the one before cannot learn this target."""
        self.switched.hide()
        self._own: Ensemble | None = None
        """What a person had chosen before that."""
        self.form: SettingsForm | None = None
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.announcement = QLabel()
        self.announcement.setWordWrap(True)
        self.announcement.setProperty("quiet", True)
        self.why_not = _Wrapped()
        self.why_not.setProperty("warning", True)
        self.seed = _seed_box()
        self._fit_seed()
        self.seed.valueChanged.connect(self._choose)
        self.train = QPushButton("Train")
        self.train.setProperty("primary", True)
        self.tune = QPushButton("Tune…")
        self.tune.setToolTip("Try settings for some minutes, and keep the best (Ctrl+Shift+T)")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID, GRID, GRID, GRID)
        layout.setSpacing(GRID)
        chooser = QHBoxLayout()
        chooser.setSpacing(4)
        chooser.addWidget(self.algorithm, 1)
        chooser.addWidget(self.help)
        layout.addLayout(chooser)
        layout.addWidget(self.switched)
        layout.addWidget(self.summary)
        layout.addWidget(self._scroll, 1)
        layout.addWidget(self.announcement)
        layout.addWidget(self.why_not)
        layout.addLayout(self._start_row())
        workspace.dataset_changed.connect(self._offer_possible)
        workspace.dataset_changed.connect(self._take_seed)
        self._split_seed: int | None = None
        self._take_seed()
        self.show_settings(registry.member(Ensemble, "adaboost")())
        self._offer_possible()

    @property
    def settings(self) -> Ensemble:
        """What the form says; while that cannot be, what it said before."""
        return self._settings

    def show_settings(self, settings: Ensemble) -> None:
        """Show an algorithm with its settings."""
        self._settings = settings
        self.algorithm.show_kind(settings.name)
        self.help.turn_to("ensembles", settings.name, settings.title)
        source = f" ({settings.source})" if settings.source else ""
        self.summary.setText(settings.summary + source)
        self.form = SettingsForm(settings)
        self.form.changed.connect(self._check)
        self._scroll.setWidget(self.form)
        self._scroll.setMinimumHeight(min(_LEAST_FORM, self.form.sizeHint().height()))
        self._check()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another size of text needs another width."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit_seed()

    def _fit_seed(self) -> None:
        # The buttons beside it need the room more than the digits of a rare large seed.
        self.seed.setFixedWidth(scaled(10 * GRID))

    def _start_row(self) -> QHBoxLayout:
        """The seed, and the button that starts."""
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.seed)
        row.addWidget(self.tune)
        row.addWidget(self.train, 1)
        return row

    def allow(self, can_train: bool) -> None:
        """Let Train be pressed, or not; who pressed it finds the focus there afterwards.

        Qt would hand it on, to whatever comes next in the window: the help of another view.
        """
        had_focus = self.train.hasFocus()
        self.train.setEnabled(can_train)
        if had_focus and not can_train:
            self.setFocus()
        elif can_train and self.hasFocus():
            self.train.setFocus()

    def _take_seed(self) -> None:
        """Start from the seed of the split; what a person chose since stays for its revisions."""
        dataset = self.workspace.dataset
        if dataset is not None and dataset.seed != self._split_seed:
            self._split_seed = dataset.seed
            self.seed.setValue(min(dataset.seed, MOST_SEED))

    def _chosen(self) -> None:
        self._own = None
        self.switched.hide()
        self.show_settings(registry.member(Ensemble, self.algorithm.currentData())())

    def _offer_possible(self) -> None:
        """Other data: offer what can learn them, and choose such a one; what was chosen returns."""
        dataset = self.workspace.dataset
        self.algorithm.offer(dataset)
        if dataset is None or self.form is None:
            return
        own = self._own or self._settings
        if dataset.task in own.tasks:
            if self._own is not None:
                self._own = None
                self.switched.hide()
                self.show_settings(own)
        elif other := one_that_can(dataset):
            self._own = own
            self.switched.setText(
                f"{own.title} does not learn {_said(dataset)}, so {other.title} is chosen."
            )
            self.switched.show()
            self.show_settings(other)
        self._check()

    def _check(self) -> None:
        """What cannot work is said here, before Train."""
        assert self.form is not None
        why, dataset = self.form.trouble, self.workspace.dataset
        if not why:
            settings = self.form.settings
            assert isinstance(settings, Ensemble)
            self._settings = settings
            why = settings.why_not(dataset) if dataset else ""
        if dataset is not None:
            self.form.show_task(dataset.task)
        self.why_not.setText(why)
        self.why_not.setVisible(bool(why))
        self._choose()
        announced = self.settings.announced(dataset) if dataset else self.settings.announcement
        self.announcement.setText(announced)
        self.announcement.setVisible(bool(announced))
        self.changed.emit()

    def _choose(self) -> None:
        """Let the next training be what is shown."""
        self.workspace.choice = Choice(self._settings, self.seed.value())


class _Wrapped(QLabel):
    """A sentence with names of columns, which may be longer than a line: those are broken."""

    def __init__(self) -> None:
        super().__init__(wordWrap=True)
        self._whole = ""

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Show a sentence."""
        self._whole = text
        super().setText(breakable(text))

    def text(self) -> str:
        """The sentence as it was said."""
        return self._whole


def _said(dataset: "Dataset") -> str:
    """What kind of target it is, in words."""
    if not dataset.classes:
        return "numbers"
    return {1: "one class", 2: "two classes"}.get(
        len(dataset.classes), f"{grouped(len(dataset.classes))} classes"
    )


def _seed_box() -> QSpinBox:
    box = QSpinBox()
    box.setRange(0, MOST_SEED)
    box.setAccessibleName("Seed of the training")
    box.setToolTip(
        "What is drawn in a training is drawn by this seed: the same one gives the same run. The "
        "rows stay split as they are."
    )
    box.setPrefix("seed ")
    return box
