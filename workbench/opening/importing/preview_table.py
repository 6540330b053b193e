"""The first rows as written: columns tinted by what they mean, the target marked."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from core.base.shortening import short_name
from core.base.wording import shortened
from core.data.column_plan import ColumnPlan
from core.data.plan import Plan
from core.data.roles import Meaning, Role
from core.reading.preview import Preview
from core.sources.dialect import Dialect
from workbench.opening.importing.colours import colour_of, shown_as, tint_of
from workbench.shell.theme import GRID, LIGHT, Theme
from workbench.shell.tips import plain

Index = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LONGEST = 200
"""A cell shows so many characters; its tip shows more."""
_MOST_FITTED, _ROWS_TO_FIT = 60, 30


class PreviewModel(QAbstractTableModel):
    """The rows of a preview."""

    def __init__(self) -> None:
        super().__init__()
        self.theme: Theme = LIGHT
        self.preview: Preview | None = None
        self.plan: Plan | None = None
        self._numbers: set[int] = set()
        self._tints: dict[Meaning, QColor] = {}

    def set_preview(self, preview: Preview | None) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.preview = preview
        self.endResetModel()

    def set_plan(self, plan: Plan | None) -> None:
        """Colour the columns by a plan."""
        if plan != self.plan:
            self.plan = plan
            self._repaint()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self._tints = {meaning: tint_of(meaning, theme) for meaning in Meaning}
        self._repaint()

    def planned(self, section: int) -> ColumnPlan | None:
        """What is planned for a column."""
        if self.preview is None or self.plan is None or section >= len(self.preview.names):
            return None
        return self.plan.columns.get(self.preview.names[section])

    def _repaint(self) -> None:
        if self.rowCount() and self.columnCount():
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's names
        """How many rows there are."""
        return 0 if parent.isValid() or self.preview is None else len(self.preview.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008
        """How many columns there are."""
        return 0 if parent.isValid() or self.preview is None else len(self.preview.names)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802
        """The columns' names."""
        if orientation != Qt.Orientation.Horizontal or self.preview is None:
            return None
        name = self.preview.names[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return name
        if role == Qt.ItemDataRole.ToolTipRole and (planned := self.planned(section)):
            why = f": {planned.why}" if planned.why else ""
            return plain(f"{name}\n{planned.meaning.value}, {planned.role.value}{why}")
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell as written."""
        assert self.preview is not None
        row, place = self.preview.rows[index.row()], index.column()
        text = row[place] if place < len(row) else ""
        if role == Qt.ItemDataRole.DisplayRole:
            return shortened(text, _LONGEST)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(text[:2000]) if len(text) > 20 or "\n" in text else None
        planned = self.planned(place)
        if planned is None:
            return None
        if role == Qt.ItemDataRole.BackgroundRole:
            return self._tints.get(shown_as(planned))
        if role == Qt.ItemDataRole.TextAlignmentRole and planned.meaning is Meaning.NUMBER:
            return int(_RIGHT)
        dialect = self.preview.dialect or Dialect()
        is_quiet = planned.role is Role.IGNORED
        is_number = planned.meaning is Meaning.NUMBER
        if role == Qt.ItemDataRole.ForegroundRole and (
            is_quiet
            or text.strip() in planned.missing
            or dialect.is_missing(text[:_LONGEST], is_number)
        ):
            return QColor(self.theme.quiet_text)
        if role == Qt.ItemDataRole.FontRole and planned.role is Role.TARGET:
            font = QFont()
            font.setBold(True)
            return font
        return None


class PreviewHeader(QHeaderView):
    """Each column's name, and below it a chip with what it means, or what it is used for."""

    def __init__(self, model: PreviewModel, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._model = model
        self._short: dict[tuple[str, int], str] = {}
        """Names cut short, by what they are and the pixels that there are for them."""
        model.modelReset.connect(self._short.clear)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Two lines of text."""
        size = super().sizeHint()
        size.setHeight(2 * self.fontMetrics().height() + 2 * GRID)
        return size

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:  # noqa: N802
        """The name above, the chip below, a line of the colour at the foot."""
        planned = self._model.planned(section)
        name = str(self._model.headerData(section, self.orientation(), 0) or "")
        theme = self._model.theme
        painter.save()
        painter.fillRect(rect, QColor(theme.window))
        if planned is not None:
            painter.fillRect(rect, tint_of(shown_as(planned), theme))
            foot = QRect(rect.left(), rect.bottom() - 2, rect.width(), 3)
            painter.fillRect(foot, colour_of(shown_as(planned), theme))
        inner = rect.adjusted(GRID, 4, -GRID, -6)
        line = self.fontMetrics().height()
        is_target = planned is not None and planned.role is Role.TARGET
        font = QFont(self.font())
        font.setBold(True)
        painter.setFont(font)
        is_left_out = planned is not None and planned.role is Role.IGNORED
        painter.setPen(QColor(theme.quiet_text if is_left_out else theme.text))
        place = QRect(inner.left(), inner.top(), inner.width(), line)
        _write(painter, place, self.short(name, inner.width(), QFontMetrics(font)))
        if planned is not None:
            self._chip(painter, inner, line, planned, is_target)
        painter.restore()

    def short(self, name: str, room: int, metrics: QFontMetrics) -> str:
        """A name as there is room for it, so that it can be told from the others."""
        if (name, room) not in self._short:
            others = [
                str(self._model.headerData(section, self.orientation(), 0) or "")
                for section in range(self._model.columnCount())
            ]
            short = short_name(name, others, room, metrics.horizontalAdvance)
            self._short[name, room] = short.replace("\n", " ")
        return self._short[name, room]

    def _chip(
        self, painter: QPainter, inner: QRect, line: int, planned: ColumnPlan, is_target: bool
    ) -> None:
        theme = self._model.theme
        painter.setFont(self.font())
        place = QRect(inner.left(), inner.top() + line + 3, inner.width(), line)
        text = chip_text(planned)
        if is_target:
            wide = min(inner.width(), self.fontMetrics().horizontalAdvance(text) + GRID)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent))
            chip = QRect(place.left() - 2, place.top(), wide, line)
            painter.drawRoundedRect(chip, 3, 3)
            painter.setPen(QColor(theme.accent_text))
            place = chip.adjusted(4, 0, 0, 0)
        else:
            painter.setPen(QColor(theme.quiet_text))
        _write(painter, place, text)


def chip_text(planned: ColumnPlan) -> str:
    """What stands below a column's name."""
    meaning = planned.meaning.value
    return meaning if planned.role is Role.FEATURE else f"{planned.role.value} · {meaning}"


def _write(painter: QPainter, place: QRect, text: str) -> None:
    metrics = QFontMetrics(painter.font())
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
    painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


class PreviewTable(QTableView):
    """The table of the first rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("The first rows as written")
        self.rows = PreviewModel()
        self.setModel(self.rows)
        self.setHorizontalHeader(PreviewHeader(self.rows, self))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setStyleSheet(f"QTableView::item {{ padding: 0 {GRID - 2}px; }}")
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(22)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def show_preview(self, preview: Preview | None, plan: Plan | None) -> None:
        """Show the rows of a preview, tinted by a plan."""
        is_same = (
            preview is not None
            and self.rows.preview is not None
            and preview.names == self.rows.preview.names
        )
        self.rows.set_preview(preview)
        self.rows.set_plan(plan)
        if not is_same:
            self._fit()

    def show_plan(self, plan: Plan | None) -> None:
        """Tint the columns by another plan."""
        self.rows.set_plan(plan)

    def show_target(self, name: str) -> None:
        """Bring a column into sight."""
        if self.rows.preview is not None and name in self.rows.preview.names:
            place = self.rows.index(self.rowAt(0), self.rows.preview.names.index(name))
            self.scrollTo(place)

    def column_name(self, section: int) -> str:
        """The name of a column."""
        assert self.rows.preview is not None
        return self.rows.preview.names[section]

    def _fit(self) -> None:
        metrics = QFontMetrics(self.font())
        bold = QFont(self.font())
        bold.setBold(True)
        for column in range(min(_MOST_FITTED, self.rows.columnCount())):
            planned = self.rows.planned(column)
            wide = QFontMetrics(bold).horizontalAdvance(self.column_name(column)[:40])
            if planned is not None:
                wide = max(wide, metrics.horizontalAdvance(chip_text(planned)))
            is_target = planned is not None and planned.role is Role.TARGET
            drawn = QFontMetrics(bold) if is_target else metrics
            for row in range(min(_ROWS_TO_FIT, self.rows.rowCount())):
                text = str(self.rows.data(self.rows.index(row, column)))[:60]
                wide = max(wide, drawn.horizontalAdvance(text))
            self.setColumnWidth(column, min(240, wide + 3 * GRID))
