"""Why something is said of a run: figure by figure, each a way to where more of it can be seen."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QWidget

from core.judging.diagnosing.ground import About, VerdictGround
from workbench.shell.theme import GRID, LIGHT, Theme
from workbench.verdict.figure_link import FigureLink
from workbench.verdict.places import PLACES

_MOST_HEIGHT = 240
_MOST_SHARE = 0.17
"""Of the window's height: the views below keep what they need, also on a screen of 720 pixels."""
_LEAST_HEIGHT = 72


class GroundsList(QScrollArea):
    """A title, a figure and a sentence in each row."""

    asked = Signal(object)
    """What a person wants to see more of: an `About`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.grounds: tuple[VerdictGround, ...] = ()
        self.figures: list[FigureLink] = []
        self.setWidgetResizable(True)
        self.setAccessibleName("Why this is said")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def tell(self, grounds: Sequence[VerdictGround]) -> None:
        """Show some grounds, if they are others than those shown."""
        if tuple(grounds) == self.grounds:
            return
        self.grounds = tuple(grounds)
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(0, GRID // 2, GRID, GRID // 2)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID // 2)
        grid.setColumnStretch(2, 1)
        self.figures = []
        for row, ground in enumerate(self.grounds):
            title = QLabel(ground.title)
            title.setTextFormat(Qt.TextFormat.PlainText)
            title.setProperty("quiet", True)
            grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(self._figure(ground), row, 1, Qt.AlignmentFlag.AlignTop)
            sentence = QLabel(ground.sentence)
            sentence.setTextFormat(Qt.TextFormat.PlainText)
            sentence.setWordWrap(True)
            sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(sentence, row, 2, Qt.AlignmentFlag.AlignTop)
        grid.setRowStretch(len(self.grounds), 1)
        self.setWidget(body)
        body.setAutoFillBackground(False)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Sentences wrap: what they need in height depends on the width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """All of it, if the window is high enough: it never makes the window higher."""
        body = self.widget()
        if body is not None:
            needed = body.heightForWidth(max(1, self.viewport().width()))
            room = int(_MOST_SHARE * self.window().height())
            self.setFixedHeight(min(_MOST_HEIGHT, max(_LEAST_HEIGHT, room), needed + 2))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """The window may have another height by now."""
        super().showEvent(event)
        self._fit()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        for figure in self.figures:
            figure.apply_theme(theme)

    def _figure(self, ground: VerdictGround) -> FigureLink:
        figure = FigureLink(is_strong=True, parent=self)
        figure.apply_theme(self._theme)
        figure.tell(ground.figure, PLACES[ground.about])
        figure.setAccessibleName(f"{ground.title}: {ground.figure}")

        def ask(about: About = ground.about) -> None:
            self.asked.emit(about)

        figure.clicked.connect(lambda _checked: ask())
        self.figures.append(figure)
        return figure
