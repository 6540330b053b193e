"""Room for a panel: where its dock is lower than the panel needs, it scrolls."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

_LEAST_HEIGHT = 72


class _Body(QWidget):
    """As high as its panel needs at least: lists in a panel shrink before all of it scrolls."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self._panel = panel
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(panel)

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """The height of the sentences at this width, and the least one of all else."""
        layout = self._panel.layout()
        if layout is None or not layout.hasHeightForWidth():
            return self._panel.minimumSizeHint().height()
        return layout.totalMinimumHeightForWidth(width)


class PanelScroll(QScrollArea):
    """Every control of its panel keeps its height, and no panel forces that of the window."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._panel = panel
        self.setWidget(_Body(panel))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As wide as the panel needs, and low."""
        least = self._panel.minimumSizeHint()
        return QSize(least.width(), min(_LEAST_HEIGHT, least.height()))

    def sizeHint(self) -> QSize:  # noqa: N802
        """What the panel wants."""
        return self._panel.sizeHint()
