"""What every view has: a workspace to look at, an empty state, a theme, and plots to export."""

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStackedLayout, QWidget

from workbench.theme import LIGHT, Theme
from workbench.workspace import Workspace


class View(QWidget):
    """A widget that shows one aspect of the current run. Subclasses fill `body`.

    `name` is its key in layouts and file names, `title` what a person reads.
    """

    name = ""
    title = ""
    empty_text = ""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.theme = LIGHT
        self.setObjectName(self.name)
        self.setAccessibleName(self.title)
        self._stack = QStackedLayout(self)
        self._empty = QLabel(self.empty_text)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._empty.setProperty("quiet", True)
        self._empty.setMargin(24)
        self._stack.addWidget(self._empty)

    def set_body(self, body: QWidget) -> None:
        """What is shown when there is something to show."""
        self._stack.addWidget(body)

    def set_empty_text(self, text: str) -> None:
        """What is said while there is nothing to show."""
        self._empty.setText(text)

    def show_body(self, has_content: bool) -> None:
        """Show the content, or the sentence that says what will be here."""
        self._stack.setCurrentIndex(1 if has_content else 0)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme


class PlotView(View):
    """A view that is one plot, and can be exported as a picture."""

    x_label = ""
    y_label = ""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.canvas = pg.GraphicsLayoutWidget()
        self.canvas.setAccessibleName(self.title)
        self.canvas.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.plot: pg.PlotItem = self.canvas.addPlot(viewBox=self.make_view_box())
        for side, label in (("bottom", self.x_label), ("left", self.y_label)):
            self.plot.setLabel(side, label)
            self.tidy_axis(self.plot.getAxis(side))
        self.plot.setMenuEnabled(False)
        self.plot.hideButtons()
        self.set_body(self.canvas)

    @staticmethod
    def tidy_axis(axis: pg.AxisItem) -> None:
        """Plain numbers, and a label at the very end of the axis too."""
        axis.enableAutoSIPrefix(False)
        axis.setStyle(hideOverlappingLabels=False)

    def make_view_box(self) -> pg.ViewBox:
        """The plot's view box; a subclass may bring its own mouse."""
        return pg.ViewBox(enableMenu=False)

    def draw_now(self) -> None:
        """Draw what would be drawn in a moment."""

    def apply_theme(self, theme: Theme) -> None:
        """Background, axes and labels; subclasses colour what they draw."""
        super().apply_theme(theme)
        self.canvas.setBackground(theme.base)
        for side in ("left", "bottom"):
            axis = self.plot.getAxis(side)
            axis.setPen(theme.line)
            axis.setTextPen(theme.text)
            axis.label.setDefaultTextColor(pg.mkColor(theme.quiet_text))
