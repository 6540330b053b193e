"""What each judge says of a row: a bar each, with how much it counts; for numbers a scale."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.base.numerals import plain_number
from core.base.wording import percent
from core.judging.auditing.reasons import JudgeSays, Reasons
from workbench.plotting.class_symbols import class_colour
from workbench.shell.theme import GRID, LIGHT, Theme

_TOGETHER = "together"
_BAR_HEIGHT, _LEAST_BAR = 10, 64
_SAYS = 0.4
"""The share of the width that what judges say may take."""


@dataclass(frozen=True)
class JudgeBar:
    """One line: who says it, the shares of the given and of the other label, and its words."""

    judge: str
    says: str
    counts: str
    given: float
    other: float
    other_class: int | None
    """Whose colour the other share has."""
    is_all: bool = False
    """Whether these are all of them together."""


def bars_of(reasons: Reasons, classes: Sequence[str]) -> list[JudgeBar]:
    """The lines of a row that has a class: all judges together first, then one after the other."""
    if not reasons.judges:
        return []
    place = {name: number for number, name in enumerate(classes)}
    is_own = reasons.suggested == reasons.label
    share, rest = reasons.probability, 1 - reasons.probability if len(classes) == 2 else 0.0
    together = JudgeBar(
        _TOGETHER,
        f"{reasons.suggested} {percent(share)}",
        "",
        share if is_own else rest,
        rest if is_own else share,
        place.get(reasons.judges[0].other if is_own else reasons.suggested),
        is_all=True,
    )
    return [together, *(_bar(each, reasons.label, place[each.other]) for each in reasons.judges)]


def _bar(judge: JudgeSays, label: str, other: int) -> JudgeBar:
    says, share = (judge.other, judge.other_share) if judge.disagrees else (label, judge.share)
    return JudgeBar(
        _short(judge),
        f"{says} {percent(share)}",
        _counts(judge),
        judge.share,
        judge.other_share,
        other,
    )


def number_bars(reasons: Reasons, suggested: str) -> list[JudgeBar]:
    """The lines of a row that has a number: its place between the smallest and the largest said."""
    said = [_number(judge.other) for judge in reasons.judges]
    if not said:
        return []
    everything = [*said, _number(reasons.label), _number(suggested)]
    low, size = min(everything), max(everything) - min(everything) or 1.0
    given = (_number(reasons.label) - low) / size
    together = JudgeBar(
        _TOGETHER, suggested, "", given, (_number(suggested) - low) / size, None, is_all=True
    )
    return [
        together,
        *(
            JudgeBar(
                _short(judge),
                judge.other,
                _counts(judge),
                given,
                (value - low) / size,
                None,
            )
            for judge, value in zip(reasons.judges, said, strict=True)
        ),
    ]


def _number(text: str) -> float:
    return float(plain_number(text))


def _short(judge: JudgeSays) -> str:
    return judge.judge.removeprefix("the ").removeprefix("forest of ")


def _counts(judge: JudgeSays) -> str:
    return f"{100 * judge.weight:.0f} %" if judge.weight else ""


class JudgeBars(QWidget):
    """Draws a bar for each judge, who never saw the row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.bars: list[JudgeBar] = []
        self._given = ""
        self._given_class: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("What the judges say")

    def show_bars(self, bars: list[JudgeBar], given: str, given_class: int | None) -> None:
        """Show what is said of another row; nothing takes no room."""
        self.bars, self._given, self._given_class = bars, given, given_class
        self.setVisible(bool(bars))
        self.setAccessibleDescription(self.words)
        what = "shares of the given label and of the likeliest other one"
        if given_class is None:
            what = "the number that is given (a line) and that each says (a dot)"
        self.setToolTip(
            f"Judges that never saw this row: {what}. Counts: how much of what they say together "
            "is each judge's; who knows the labels of other rows better counts more."
        )
        self.updateGeometry()
        self.update()

    @property
    def words(self) -> str:
        """The same as a text."""
        told = [
            f"{bar.judge}: {bar.says}" + (f", counts {bar.counts}" if bar.counts else "")
            for bar in self.bars
        ]
        return f"Given {self._given}. {'; '.join(told)}." if told else ""

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self.update()

    def _line_height(self) -> int:
        return self.fontMetrics().height() + 4

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A line each, and the heads above them."""
        return QSize(44 * GRID, (len(self.bars) + 1) * self._line_height() if self.bars else 0)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """All lines, and a bar that still shows something."""
        return QSize(32 * GRID, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the lines: who, a bar, what is said, and how much it counts."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics, height = painter.fontMetrics(), self._line_height()
        says = min(_widest(metrics, [bar.says for bar in self.bars]), int(_SAYS * self.width()))
        counts = max(
            _widest(metrics, [bar.counts for bar in self.bars]), _widest(metrics, ["counts"])
        )
        names, room = (
            _widest(metrics, [bar.judge for bar in self.bars]),
            self.width() - says - 3 * GRID - _LEAST_BAR,
        )
        has_counts = any(bar.counts for bar in self.bars) and names <= room - counts
        counts = counts if has_counts else 0  # of large letters names come first
        names = min(names, max(8 * GRID, room - counts))
        bar = QRectF(names + GRID, 0, self.width() - names - says - counts - 3 * GRID, _BAR_HEIGHT)
        quiet, text = QColor(self.theme.quiet_text), QColor(self.theme.text)
        right, left = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignLeft
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(quiet)
        heads = QRectF(0, 0, self.width(), height)
        painter.drawText(heads, left | middle, "judge")
        painter.drawText(QRectF(bar.right() + GRID, 0, says, height), left | middle, "says")
        painter.drawText(heads, right | middle, "counts" if has_counts else "")
        for place, each in enumerate(self.bars, 1):
            top = place * height
            font = painter.font()
            font.setBold(each.is_all)
            painter.setFont(font)
            painter.setPen(text)
            name = painter.fontMetrics().elidedText(each.judge, Qt.TextElideMode.ElideMiddle, names)
            painter.drawText(QRectF(0, top, names, height), left | middle, name)
            painter.drawText(
                QRectF(bar.right() + GRID, top, says + GRID, height),
                left | middle,
                painter.fontMetrics().elidedText(
                    each.says, Qt.TextElideMode.ElideMiddle, says + GRID
                ),
            )
            painter.setPen(quiet)
            if has_counts:
                painter.drawText(QRectF(0, top, self.width(), height), right | middle, each.counts)
            bar.moveTop(top + (height - _BAR_HEIGHT) / 2)
            if self._given_class is None:
                self._draw_number(painter, bar, each)
            else:
                self._draw_shares(painter, bar, each)
        painter.end()

    def _draw_shares(self, painter: QPainter, bar: QRectF, each: JudgeBar) -> None:
        """The other label from the left, the given one from the right, the rest in between."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillRect(bar, QColor(self.theme.line))
        other, given = bar.width() * each.other, bar.width() * each.given
        if each.other_class is not None:
            colour = QColor(class_colour(each.other_class, self.theme))
            painter.fillRect(QRectF(bar.left(), bar.top(), other, bar.height()), colour)
        if self._given_class is not None:
            colour = QColor(class_colour(self._given_class, self.theme))
            painter.fillRect(QRectF(bar.right() - given, bar.top(), given, bar.height()), colour)

    def _draw_number(self, painter: QPainter, bar: QRectF, each: JudgeBar) -> None:
        """A line where the given number is, a dot where the judge's is."""
        inner = bar.adjusted(5, 0, -5, 0)
        middle = bar.center().y()
        painter.setPen(QPen(QColor(self.theme.line), 1))
        painter.drawLine(QLineF(inner.left(), middle, inner.right(), middle))
        given, said = (inner.left() + inner.width() * share for share in (each.given, each.other))
        painter.setPen(QPen(QColor(self.theme.text), 2))
        painter.drawLine(QLineF(given, bar.top(), given, bar.bottom()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.training))
        painter.drawEllipse(QRectF(said - 4, middle - 4, 8, 8))


def _widest(metrics: QFontMetrics, texts: Sequence[str]) -> int:
    # The line of all of them is bold, and a little wider.
    return max((int(1.1 * metrics.horizontalAdvance(text)) + 2 for text in texts), default=0)
