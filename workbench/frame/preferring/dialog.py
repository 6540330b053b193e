"""The preferences: each is seen at once; Cancel takes all of them back."""

import os
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from core.base.cache_folder import cache_size, caches_folder, clear_cache, parts_folder
from core.base.wording import readable, size_text
from workbench.jobs.registry import Jobs
from workbench.shell.choices import (
    LEAST_SIZE,
    MOST_SIZE,
    SIZE_STEP,
    SYSTEM,
    Choices,
)
from workbench.shell.theme import GRID

_THEMES = {SYSTEM: "as the system", "light": "light", "dark": "dark"}
_NUMBERS = {
    (".", ","): "1,234.5",
    (",", "."): "1.234,5",
    (",", " "): "1 234,5",
    (".", " "): "1 234.5",
    (".", "’"): "1’234.5",
    (".", ""): "1234.5",
    (",", ""): "1234,5",
}
"""The decimal mark and what parts the thousands, as a person sees them."""
_EXAMPLE = 1234567.5


class PreferencesDialog(QDialog):
    """A form; what is chosen takes effect while one looks."""

    chosen = Signal(object)
    """Other `Choices` are to be seen."""
    kept = Signal(object)
    """These `Choices` are to be kept."""

    def __init__(self, jobs: Jobs, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Preferences")
        self._jobs = jobs
        self._before = self._now = Choices()
        self._is_told = False
        self.theme = QComboBox()
        for value, words in _THEMES.items():
            self.theme.addItem(words, value)
        self.text_size = QSlider(Qt.Orientation.Horizontal)
        self.text_size.setRange(LEAST_SIZE // SIZE_STEP, MOST_SIZE // SIZE_STEP)
        self.text_size.setPageStep(1)
        self.text_size.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.percent = QLabel()
        self.numbers = QComboBox()
        for marks, words in _NUMBERS.items():
            self.numbers.addItem(words, marks)
        self.example = QLabel()
        self.example.setProperty("quiet", True)
        self.folder = QLineEdit()
        self.folder.setPlaceholderText("where you last were")
        self.browse = QPushButton("Choose…")
        self.threads = QSpinBox()
        self.threads.setRange(0, max(1, os.cpu_count() or 1))
        self.threads.setSpecialValueText("as many as there are processors")
        self.room = QLabel("…")
        self.clear = QPushButton("Clear")
        self.clear.setToolTip(
            "Compiled code is made again at the next start, in a minute or two; rows that do not "
            "fit into memory are encoded again when their files are opened"
        )
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok
            | QDialogButtonBox.StandardButton.Cancel
            | QDialogButtonBox.StandardButton.RestoreDefaults
        )
        for button in self.buttons.buttons():
            button.setIcon(QIcon())
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GRID)
        form.setVerticalSpacing(GRID)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for words, control, beside in (
            ("&Theme", self.theme, None),
            ("&Size of text", self.text_size, self.percent),
            ("&Numbers", self.numbers, self.example),
            ("&Dialogs start in", self.folder, self.browse),
            ("T&hreads", self.threads, None),
            ("Cache of code and rows", self.room, self.clear),
        ):
            row = QHBoxLayout()
            row.setSpacing(GRID)
            row.addWidget(control, 1)
            if beside is not None:
                row.addWidget(beside)
            title = QLabel(words)
            if control is not self.room:
                title.setBuddy(control)
                control.setAccessibleName(words.replace("&", ""))
            form.addRow(title, row)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(2 * GRID)
        column.addLayout(form)
        column.addStretch(1)
        column.addWidget(self.buttons)

    def _connect(self) -> None:
        self.theme.currentIndexChanged.connect(self._tell)
        self.text_size.valueChanged.connect(self._tell)
        self.numbers.currentIndexChanged.connect(self._tell)
        self.folder.editingFinished.connect(self._tell)
        self.threads.valueChanged.connect(self._tell)
        self.browse.clicked.connect(self._choose_folder)
        self.clear.clicked.connect(self._clear_cache)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        usual = self.buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults)
        usual.clicked.connect(lambda: self._show_and_tell(Choices()))

    def start(self, choices: Choices) -> None:
        """Show what is chosen by now."""
        self._before = choices
        self._show(choices)
        self._measure()
        self.show()
        self.raise_()
        self.activateWindow()
        self.theme.setFocus()

    def accept(self) -> None:
        """Keep what was chosen."""
        self._tell()
        self.kept.emit(self._now)
        super().accept()

    def reject(self) -> None:
        """Take everything back."""
        if self._now != self._before:
            self._now = self._before
            self.chosen.emit(self._before)
        super().reject()

    def _show(self, choices: Choices) -> None:
        self._is_told = True
        self._now = choices
        self.theme.setCurrentIndex(max(0, self.theme.findData(choices.theme)))
        self.text_size.setValue(round(choices.text_size / SIZE_STEP))
        places = list(_NUMBERS)
        marks = (choices.decimal, choices.thousands)
        self.numbers.setCurrentIndex(places.index(marks) if marks in places else 0)
        self.folder.setText(choices.start_folder)
        self.threads.setValue(min(choices.threads, self.threads.maximum()))
        self._is_told = False
        self._show_examples()

    def _show_examples(self) -> None:
        self.percent.setText(f"{self._now.text_size} %")
        self.example.setText(readable(_EXAMPLE, 8))

    def _show_and_tell(self, choices: Choices) -> None:
        self._show(choices)
        self._tell(is_new=True)

    def _tell(self, *_value: object, is_new: bool = False) -> None:
        """Let everybody see what is chosen now."""
        if self._is_told:
            return
        decimal, thousands = list(_NUMBERS)[self.numbers.currentIndex()]
        chosen = replace(
            self._now,
            theme=self.theme.currentData(),
            text_size=SIZE_STEP * self.text_size.value(),
            start_folder=self.folder.text().strip(),
            decimal=decimal,
            thousands=thousands,
            threads=self.threads.value(),
        )
        if chosen != self._now or is_new:
            self._now = chosen
            self.chosen.emit(chosen)
        self._show_examples()

    def _choose_folder(self) -> None:
        told = QFileDialog.getExistingDirectory(self, "Where dialogs start", self.folder.text())
        if told:
            self.folder.setText(told)
            self._tell()

    # The cache

    def _measure(self) -> None:
        self._jobs.start(
            "Measuring the cache",
            lambda _watch: cache_size(caches_folder()) + cache_size(parts_folder()),
            self._measured,
            lambda _error: self._measured(0),
        )

    def _measured(self, size: int) -> None:
        self.room.setText(size_text(size) if size else "empty")
        self.clear.setEnabled(size > 0)

    def _clear_cache(self) -> None:
        self.clear.setEnabled(False)
        self._jobs.start(
            "Clearing the cache",
            lambda _watch: _clear_all(),
            lambda _nothing: self._measure(),
            lambda _error: self._measure(),
        )


def _clear_all() -> None:
    for folder in (caches_folder(), parts_folder()):
        clear_cache(folder)
