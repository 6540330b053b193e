"""One suspicious row, large: what it is given, what is suggested and why, and its surroundings."""

import math
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import grouped, percent
from core.judging.auditing.result import Audit
from core.judging.cells.result import CellDoubt
from core.judging.ranking import Ranking
from core.judging.reviewing.agreeing import given_label
from core.judging.reviewing.decision import Decision, Verb
from core.judging.reviewing.decisions import Decisions
from core.judging.why.reviewed import ReviewedRow
from workbench.plotting.class_symbols import class_symbol
from workbench.plotting.reason_bars import ReasonBars
from workbench.reviewing.decision_bar import PAST
from workbench.reviewing.page.judge_bars import JudgeBars, bars_of, number_bars
from workbench.reviewing.page.path_sketch import PathSketch
from workbench.reviewing.page.row_facts import RowFacts, kind_words
from workbench.reviewing.page.tables import NeighbourList, ValuesTable
from workbench.shell.fitting.breaking import breakable
from workbench.shell.fitting.flow_layout import FlowLayout
from workbench.shell.theme import GRID, LIGHT, Theme

_SURE = 0.999
_UNDONE = "its decision was undone: it awaits the next audit"
_LOOKING = "Looking for reasons…"
_NO_REASON = "No single value stands out: the judges above go by all of them together."


class LabelName(QWidget):
    """A label with the symbol of its class."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.symbol = QLabel()
        self.text = _larger(QLabel())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.symbol)
        row.addWidget(self.text)

    def show_label(self, text: str, place: int | None, theme: Theme) -> None:
        """Show a label, and its class's symbol if it is a class."""
        self.text.setText(text)
        self.symbol.setVisible(place is not None)
        if place is not None:
            self.symbol.setPixmap(class_symbol(place, theme).pixmap(12, 12))


class _Scroll(QScrollArea):
    """As high as its text at most."""

    def __init__(self, text: QLabel) -> None:
        super().__init__()
        self._text = text
        self.setWidgetResizable(True)
        self.setWidget(text)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def fit(self) -> None:
        """Take the height for the text at this width."""
        self.setMaximumHeight(max(GRID, self._text.heightForWidth(self.viewport().width())))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Another width needs another height."""
        super().resizeEvent(event)
        self.fit()


class RowCard(QWidget):
    """Shows one row. What can be told at once is told at once, reasons when they are there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self._shown: tuple[Ranking, int] | None = None
        self._facts: RowFacts | None = None
        self._about_cells: tuple[str, ...] = ()
        self._together: ReviewedRow | None = None
        """What the values say together."""
        self.title = _larger(QLabel(), bold=True)
        self.given, self.suggested = LabelName(), LabelName()
        self._suggests = QLabel()
        self.sure = QLabel()
        self.kind = QLabel()
        self.kind.setProperty("heading", True)
        self.decision = QLabel()
        self.middle = QVBoxLayout()
        """Room for the buttons, below the head."""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GRID, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addLayout(self._make_head())
        layout.addLayout(self.middle)
        layout.addLayout(self._make_body(), 1)

    def _make_head(self) -> FlowLayout:
        for label in (self._suggests, self.sure):
            label.setProperty("quiet", True)
        head = FlowLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(GRID)
        given = QLabel("given")
        given.setProperty("quiet", True)
        told = (self.title, given, self.given, self._suggests, self.suggested, self.sure)
        for widget in (*told, self.decision):
            head.addWidget(widget)
        return head

    def _make_body(self) -> QHBoxLayout:
        self.reasons = QLabel(_LOOKING)
        self.reasons.setWordWrap(True)
        self.reasons.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.reasons.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.reasons.setTextFormat(Qt.TextFormat.PlainText)
        scroll = _Scroll(self.reasons)
        scroll.setAccessibleName("Reasons")
        scroll.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._scroll = scroll
        self.adds = ReasonBars()
        self.adds.hide()
        self.path = PathSketch()
        self.path.setMaximumHeight(40 * GRID)
        self.no_path = QLabel()
        self.no_path.setWordWrap(True)
        self.no_path.setProperty("quiet", True)
        self.judges = JudgeBars()
        self.values = ValuesTable()
        self.neighbours = NeighbourList()
        body, left, right = QHBoxLayout(), QVBoxLayout(), QVBoxLayout()
        for column, share in ((left, 2), (right, 3)):
            column.setSpacing(GRID)
            body.addLayout(column, share)
        body.setSpacing(2 * GRID)
        left.addWidget(self.kind)
        left.addWidget(self.judges)
        left.addWidget(scroll, 1)
        left.addWidget(self.path, 2)
        left.addWidget(self.no_path)
        right.addWidget(self.values, 3)
        right.addWidget(self.adds)
        right.addWidget(self.neighbours, 2)
        for column in (left, right):
            column.addStretch(0)  # on a large screen things keep together
        return body

    def show_row(self, ranking: Ranking, row: int, decisions: Decisions | None) -> None:
        """Show what is known of a row at once; `show_facts` follows."""
        is_new = self._shown is None or self._shown != (ranking, row)
        self._shown = (ranking, row)
        data, audit = ranking.dataset, ranking.audit
        line = int(data.lines[row])
        place = int(ranking.places[row])
        self.title.setText(data.table.titled(line))
        where = "flagged" if place < ranking.count else "ranked"
        among = ranking.count if place < ranking.count else len(data)
        self.title.setToolTip(f"Number {grouped(place + 1)} of {grouped(among)} {where} rows")
        self._show_labels(ranking, row)
        if audit is not None:
            is_undone = decisions is not None and _is_undone(audit, row, decisions)
            mistake = [own] if (own := ranking.mistakes.get(row)) else []
            sure = " · ".join([*mistake, *_sure_words(audit, row)])
            self.sure.setText(_UNDONE if is_undone else sure)
            self.kind.setText(kind_words(audit.kind(row), not data.classes))
        else:
            self.sure.setText("")
            self.kind.setText("The run cannot explain it" if place < ranking.count else "")
        self.show_decision(decisions.about(line) if decisions else None, decisions, line)
        if is_new:
            self._facts, self._together = None, None
            self.adds.show_why(None)
            self.reasons.setText(_LOOKING)
            self.values.show_facts(None)
            self.judges.show_bars([], "", None)
            self.neighbours.show_facts(None)
            self.path.show_path(None)
        self.setAccessibleName(data.table.titled(line))

    def _show_labels(self, ranking: Ranking, row: int) -> None:
        data, given = ranking.dataset, ranking.given(row)
        suggestion = ranking.suggestion(row)
        is_same = given == suggestion
        said = ranking.suggests
        self._suggests.setText(f"and that is what is {said}" if is_same else said)
        self.suggested.setVisible(not is_same)
        places = [
            data.classes.index(name) if data.classes else None for name in (given, suggestion)
        ]
        self.given.show_label(given, places[0], self.theme)
        self.suggested.show_label(suggestion, places[1], self.theme)

    def show_decision(
        self, decision: Decision | None, decisions: Decisions | None, line: int
    ) -> None:
        """Say what was decided about the row."""
        words = ""
        if decision is not None:
            words = PAST[decision.verb].capitalize()
            if decision.verb is Verb.RELABEL and decisions is not None:
                row = int(decisions.base.rows_of([line])[0])
                words += f" to {decision.label} (the file says {decisions.base.label_text(row)})"
            if decision.verb is Verb.SET and decisions is not None:
                row = int(decisions.base.rows_of([line])[0])
                words += f" to {decision.value} (the file says {decisions.base.label_text(row)})"
        self.decision.setText(words)

    def show_facts(self, facts: RowFacts) -> None:
        """The reasons are there."""
        self._facts = facts
        self._show_reasons()
        self._show_judges(facts)
        self.values.show_facts(facts, self._classes)
        self.neighbours.show_facts(facts)
        self.path.setVisible(facts.path is not None)
        self.no_path.setVisible(facts.path is None)
        self.no_path.setText(facts.why_no_path)
        self.path.show_path(facts.path)

    @property
    def _classes(self) -> tuple[str, ...]:
        return self._shown[0].dataset.classes if self._shown else ()

    def _show_judges(self, facts: RowFacts) -> None:
        """A bar for each judge."""
        reasons, classes = facts.reasons, self._classes
        if classes:
            bars = bars_of(reasons, classes)
            self.judges.show_bars(bars, reasons.label, classes.index(reasons.label))
        elif self._shown is not None:
            ranking, row = self._shown
            self.judges.show_bars(
                number_bars(reasons, ranking.judgement(row)), ranking.given(row), None
            )

    def show_cells(self, doubts: Sequence[CellDoubt], sentences: tuple[str, ...]) -> None:
        """Say which cells of the row do not fit, and mark them among its values."""
        self._about_cells = sentences
        self.values.values.show_doubts({doubt.column: doubt.fits for doubt in doubts})
        self._show_reasons()

    def show_together(self, found: ReviewedRow) -> None:
        """Say what the row's values say together about its label, and draw what each adds."""
        self._together = found
        self.adds.show_why(found.why, self._classes)
        self._show_reasons()

    def _show_reasons(self) -> None:
        if self._facts is None:
            return
        sentences = [*self._facts.sentences, *self._about_cells] or [_NO_REASON]
        together = [" ".join(self._together.sentences)] if self._together else []
        self.reasons.setText(breakable("\n\n".join([*sentences, *together])))
        self._scroll.fit()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self.path.apply_theme(theme)
        self.judges.apply_theme(theme)
        self.adds.apply_theme(theme)
        self.values.apply_theme(theme)
        if self._shown is not None:
            self._show_labels(*self._shown)


def _is_undone(audit: Audit, row: int, decisions: Decisions) -> bool:
    """Whether an audit took a row as it was decided, kept or relabelled, and no more it is."""
    data = audit.dataset
    line = int(data.lines[row])
    if decisions.about(line) is not None:
        return False
    if audit.settled is not None and audit.settled[row]:
        return True
    given = given_label(decisions.base, line)
    return given is not None and given != data.label_text(row)


def _sure_words(audit: Audit, row: int) -> list[str]:
    """How sure the judges are, and how likely the label is wrong."""
    share, wrong = float(audit.probability[row]), float(audit.wrong[row])
    words = [f"{percent(share)} sure"] if not math.isnan(share) else []
    if audit.settled is not None and audit.settled[row]:
        words.append("taken as settled by the audit")
    elif audit.can_tell:  # as the header says of all of them
        words.append(f"{_likely(wrong)} likely wrong")
    return words


def _likely(wrong: float) -> str:
    """In percent, but nobody is quite sure."""
    if wrong > _SURE:
        return f"over {percent(_SURE)}"
    return percent(wrong) if wrong > 1 - _SURE else f"under {percent(1 - _SURE)}"


def _larger(label: QLabel, bold: bool = False) -> QLabel:
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * 1.15)
    font.setBold(bold)
    label.setFont(font)
    return label
