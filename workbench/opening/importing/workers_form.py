"""Which workers are to help with the rows: those of a scheduler, or some that are started here."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from workbench.opening.subjects import WorkersAsked
from workbench.shell.dialogs import ask_open
from workbench.shell.fitting.elided_label import ElidedLabel
from workbench.shell.theme import GRID
from workbench.shell.user_folders import preferences

_KEPT = "cluster"
"""Under which the address that was used last is kept."""
_MOST_HERE = 64
_TRUST = (
    "Connecting means trusting: a scheduler and its workers can run code here, and we there. "
    "Connect only to those that you trust."
)
_HERE = "They are processes of this machine, heard by it alone, and end with the data."
_CERTIFICATES = {
    "ca": ("Authority", "The certificate of the authority that signed those of the cluster"),
    "cert": ("Certificate", "The certificate of this client"),
    "key": ("Key", "The key of this client"),
}


class WorkersForm(QWidget):
    """An address, or how many workers to start here; for tls:// three files."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.address = QLineEdit(str(preferences().value(_KEPT) or ""))
        self.address.setPlaceholderText("tcp://host:8786")
        self.address.setAccessibleName("Address of the scheduler")
        self.address.setToolTip("Where a Dask scheduler listens; empty: workers are started here")
        self.address.setClearButtonEnabled(True)
        self.address.textChanged.connect(self._address_changed)
        self.number = QSpinBox()
        self.number.setRange(1, _MOST_HERE)
        self.number.setValue(2)
        self.number.setAccessibleName("Workers to start here")
        self.number.valueChanged.connect(self.changed)
        self.files = {name: _FileChooser(*words, self) for name, words in _CERTIFICATES.items()}
        for chooser in self.files.values():
            chooser.chosen.connect(self.changed)
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.note.setProperty("quiet", True)
        self._form = QFormLayout()
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self._form.addRow("Scheduler", self.address)
        self._form.addRow("Start workers here", self.number)
        for name, (title, _) in _CERTIFICATES.items():
            self._form.addRow(title, self.files[name])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addLayout(self._form)
        column.addWidget(self.note)
        self._show_what_is_needed()

    @property
    def asked(self) -> WorkersAsked:
        """What a person wrote and chose."""
        files = (self.files[name].path if self._is_tls else None for name in _CERTIFICATES)
        return WorkersAsked(self._text, self.number.value(), *files)

    def show_asked(self, asked: WorkersAsked) -> None:
        """Show what was asked for before."""
        if asked != self.asked:
            self.address.setText(asked.address)
            self.number.setValue(asked.number)

    def keep(self) -> None:
        """Remember the address for the next time."""
        preferences().setValue(_KEPT, self._text)

    @property
    def _text(self) -> str:
        return self.address.text().strip()

    @property
    def _is_tls(self) -> bool:
        return self._text.startswith("tls:")

    def _address_changed(self) -> None:
        self._show_what_is_needed()
        self.changed.emit()

    def _show_what_is_needed(self) -> None:
        self._form.setRowVisible(self.number, not self._text)
        for chooser in self.files.values():
            self._form.setRowVisible(chooser, self._is_tls)
        self.note.setText(_TRUST if self._text else _HERE)


class _FileChooser(QWidget):
    """A file that a person chooses, and its name."""

    chosen = Signal()

    def __init__(self, title: str, about: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self._title = title
        self.name = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.name.setText("none")
        self.name.setProperty("quiet", True)
        self.choose = QPushButton("Choose…")
        self.choose.setAccessibleName(f"Choose the {title.lower()}")
        self.choose.setToolTip(about)
        self.choose.clicked.connect(self._ask)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self.name, 1)
        row.addWidget(self.choose)

    def take(self, path: Path) -> None:
        """Take this file."""
        self.path = path
        self.name.setText(path.name)
        self.name.tip = str(path)
        self.chosen.emit()

    def _ask(self) -> None:
        path = ask_open(self, self._title, "Certificates and keys (*.pem *.crt *.key)")
        if path is not None:
            self.take(path)
