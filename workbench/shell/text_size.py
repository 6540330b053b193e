"""The size of all text: a share of the platform's, for what there is and what is made later."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

_USUAL = "usual_point_size"


def apply_text_size(percent: int, application: QApplication) -> None:
    """Write everything larger or smaller: 100 is what the platform gives.

    A widget that chose a size for itself, as a heading does, keeps its relation to the others.
    """
    font = application.font()
    usual = application.property(_USUAL)
    if usual is None:
        usual = font.pointSizeF()
        application.setProperty(_USUAL, usual)
    wanted = float(usual) * percent / 100
    change = wanted / font.pointSizeF()
    if abs(change - 1) < 1e-6:
        return
    own = [
        (widget, widget.font())
        for widget in application.allWidgets()
        if widget.testAttribute(Qt.WidgetAttribute.WA_SetFont)
    ]
    font.setPointSizeF(wanted)
    application.setFont(font)
    for widget, chosen in own:
        chosen.setPointSizeF(chosen.pointSizeF() * change)
        widget.setFont(chosen)


def text_scale() -> float:
    """How many times as large as the platform's the text is now."""
    application = QApplication.instance()
    usual = application.property(_USUAL) if application is not None else None
    return QApplication.font().pointSizeF() / float(usual) if usual else 1.0


def scaled(pixels: int) -> int:
    """A width that was chosen for texts of the usual size, for those of now."""
    return round(pixels * text_scale())


def small_font(points: float) -> QFont:
    """Letters of a size that was chosen beside the usual ones, for those of now."""
    font = QFont(QApplication.font())
    font.setPointSizeF(points * text_scale())
    return font
