"""Which rows are for validation: the choices, and a dialog that asks for them."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from core.base.errors import DataError
from core.data.split import FILE_ORDER, MOST_SHARE, Split
from workbench.shell.theme import GRID

MOST_SEED = 2**31 - 1
_BY_CHANCE, _BY_TIME, _BY_COLUMN = "chance", "time", "column"
_HOW = {
    _BY_CHANCE: "drawn by chance, of every class alike",
    _BY_TIME: "the latest ones",
    _BY_COLUMN: "those that a column names",
}
_WIDTH = 420


class SplitForm(QWidget):
    """The share, the seed, and the columns that a split is made by."""

    changed = Signal()

    def __init__(self, split: Split, names: Sequence[str]) -> None:
        super().__init__()
        self._rule = split.rule
        self.how = _chooser("Validation rows", "How the validation rows are chosen.")
        for key, words in _HOW.items():
            self.how.addItem(words, key)
        self.share = QDoubleSpinBox()
        self.share.setRange(0, 100 * MOST_SHARE)
        self.share.setDecimals(1)
        self.share.setSuffix(" %")
        self.share.setSpecialValueText("none: errors are the training rows'")
        self.share.setAccessibleName("Share")
        self.share.setToolTip("How many of the rows are kept back to judge by.")
        self.seed = QSpinBox()
        self.seed.setRange(0, MOST_SEED)
        self.seed.setAccessibleName("Seed")
        self.seed.setToolTip("What the rows are drawn by: another seed draws other rows.")
        self.time = _chooser("Time", "A column of dates or numbers: the largest are the latest.")
        self.time.addItem("as the lines of the file", FILE_ORDER)
        self.past_only = QCheckBox("&judge by earlier rows only")
        self.past_only.setAccessibleName("Judge by earlier rows only")
        self.past_only.setToolTip(
            "In the audit, no judge is taught with rows later than those it judges. The earliest "
            "rows, about one in ten, are then not judged."
        )
        self.column = _chooser("Column", "A column of yes and no, 1 and 0, or test and train.")
        self.group = _chooser(
            "Group",
            "Rows with the same value stay together, here and in every fold: those of a "
            "patient, a customer, a device.",
        )
        self.group.addItem("none", None)
        for name in names:
            for box in (self.time, self.column, self.group):
                box.addItem(name, name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setVerticalSpacing(GRID)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for title, field in (
            ("&Validation rows", self.how),
            ("&Time", self.time),
            ("&Column", self.column),
            ("&Share", self.share),
            ("S&eed", self.seed),
            ("&Group", self.group),
            ("Audit", self.past_only),
        ):
            self._form.addRow(title, field)
        self._show(split)
        for box in (self.how, self.time, self.column, self.group):
            box.currentIndexChanged.connect(self._changed)
        self.share.valueChanged.connect(self._changed)
        self.seed.valueChanged.connect(self._changed)
        self.past_only.toggled.connect(self._changed)
        self._reveal()

    @property
    def split(self) -> Split:
        """What is chosen; raise DataError for what contradicts itself."""
        how = self.how.currentData()
        return Split(
            round(self.share.value() / 100, 6),
            self.seed.value(),
            self.column.currentData() if how == _BY_COLUMN else None,
            self.time.currentData() if how == _BY_TIME else None,
            self.group.currentData(),
            self._rule,
            how == _BY_TIME and self.past_only.isChecked(),
        )

    def _show(self, split: Split) -> None:
        how = _BY_COLUMN if split.column else _BY_TIME if split.time else _BY_CHANCE
        self.how.setCurrentIndex(self.how.findData(how))
        self.share.setValue(100 * split.share)
        self.seed.setValue(min(split.seed, MOST_SEED))
        self.time.setCurrentIndex(max(0, self.time.findData(split.time)))
        self.column.setCurrentIndex(max(0, self.column.findData(split.column)))
        self.group.setCurrentIndex(max(0, self.group.findData(split.group)))
        self.past_only.setChecked(split.past_only)

    def _changed(self) -> None:
        self._reveal()
        self.changed.emit()

    def _reveal(self) -> None:
        """Only what has a say is shown."""
        how = self.how.currentData()
        for field in (self.time, self.past_only):
            self._form.setRowVisible(field, how == _BY_TIME)
        self._form.setRowVisible(self.column, how == _BY_COLUMN)
        self._form.setRowVisible(self.share, how != _BY_COLUMN)
        self._form.setRowVisible(self.seed, how == _BY_CHANCE)


class SplitDialog(QDialog):
    """Asks for a split, and says what changing it does."""

    def __init__(
        self, parent: QWidget, split: Split, names: Sequence[str], consequence: str = ""
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Validation rows")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._before = split
        intro = QLabel(
            "Validation rows are never trained on: the error on them is what to expect on new "
            "rows. Accidental copies of a row stay on one side."
        )
        intro.setProperty("quiet", True)
        self.form = SplitForm(split, names)
        self.consequence = QLabel(consequence)
        self.consequence.setProperty("warning", True)
        self.trouble = QLabel()
        self.trouble.setProperty("warning", True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.ok.setText("Use this split")
        for button in self.buttons.buttons():
            button.setIcon(QIcon())  # as all other buttons of the program
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(2 * GRID)
        for part in (intro, self.form, self.consequence, self.trouble, self.buttons):
            if isinstance(part, QLabel):
                part.setWordWrap(True)
            column.addWidget(part)
        self.setFixedWidth(_WIDTH)  # so that texts that wrap have one height
        self.form.changed.connect(self._check)
        self._check()

    @property
    def split(self) -> Split:
        """What is chosen."""
        return self.form.split

    def _check(self) -> None:
        trouble, is_other = "", False
        try:
            is_other = self.form.split != self._before
        except DataError as error:
            trouble = str(error)
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        self.consequence.setVisible(is_other and bool(self.consequence.text()))
        self.ok.setEnabled(not trouble)
        self.adjustSize()


def _chooser(name: str, tip: str) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    box.setToolTip(tip)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(16)
    return box
