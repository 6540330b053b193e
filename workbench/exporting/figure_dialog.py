"""Asks how a view is to be exported: as what, how large, how fine, in which colours."""

from dataclasses import dataclass

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QWidget,
)

from core.base.wording import grouped
from workbench.exporting.figure_style import FigureStyle
from workbench.shell.theme import THEMES

_KINDS = {
    ".png": "Picture (PNG)",
    ".svg": "Drawing (SVG)",
    ".pdf": "Document (PDF)",
    ".csv": "The numbers (CSV)",
}
_DOTS = {
    1.0: "96 dots an inch",
    2.0: "192 dots an inch",
    3.125: "300 dots an inch",
    6.25: "600 dots an inch",
}


@dataclass(frozen=True)
class Wish:
    """What a person asked for."""

    kind: str
    figure: FigureStyle


class FigureDialog(QDialog):
    """The questions; sensible answers are there already."""

    def __init__(self, parent: QWidget, title: str, width: int, height: int) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Export: {title}")
        self.kind = QComboBox()
        for suffix, text in _KINDS.items():
            self.kind.addItem(text, suffix)
        self.wide, self.high = self._pixels(width), self._pixels(height)
        self.dots = QComboBox()
        for scale, text in _DOTS.items():
            self.dots.addItem(text, scale)
        self.dots.setCurrentIndex(1)
        self.colours = QComboBox()
        for name in THEMES:
            self.colours.addItem(f"{name} theme", name)
        self.note = QLabel()
        self.note.setProperty("quiet", True)
        form = QFormLayout(self)
        rows = {
            "As": self.kind,
            "Width": self.wide,
            "Height": self.high,
            "Resolution": self.dots,
            "Colours": self.colours,
        }
        for label, control in rows.items():
            control.setAccessibleName(label)
            form.addRow(label, control)
        form.addRow(self.note)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)
        self.kind.currentIndexChanged.connect(self._redraw)
        for control in (self.wide, self.high):
            control.valueChanged.connect(self._redraw)
        self.dots.currentIndexChanged.connect(self._redraw)
        self._redraw()

    @property
    def wish(self) -> Wish:
        """What the controls say."""
        figure = FigureStyle(
            self.wide.value(),
            self.high.value(),
            self.dots.currentData(),
            THEMES[self.colours.currentData()],
        )
        return Wish(self.kind.currentData(), figure)

    @staticmethod
    def _pixels(value: int) -> QSpinBox:
        box = QSpinBox()
        box.setRange(200, 8000)
        box.setSingleStep(20)
        box.setSuffix(" px")
        box.setValue(value)
        return box

    def _redraw(self) -> None:
        wish = self.wish
        is_numbers = wish.kind == ".csv"
        for control in (self.wide, self.high, self.colours):
            control.setEnabled(not is_numbers)
        self.dots.setEnabled(wish.kind == ".png")
        wide, high = (round(n * wish.figure.scale) for n in (wish.figure.width, wish.figure.height))
        self.note.setText(
            (f"{grouped(wide)} x {grouped(high)} pixels in the file") if wish.kind == ".png" else ""
        )


def ask_figure(parent: QWidget, title: str, width: int, height: int) -> Wish | None:
    """Ask how a view is to be exported."""
    dialog = FigureDialog(parent, title, width, height)
    return dialog.wish if dialog.exec() else None
