"""Whatever a file holds is shown letter by letter, in tips too."""

from PySide6.QtCore import QAbstractListModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QWidget

from tests.workbench.driving import SECONDS, let_draw, open_file, train

MARKUP = "<img src='x'>"


def tips(window):
    """Every tip of the window: those of widgets, and those of the first cells of tables."""
    for widget in window.findChildren(QWidget):
        yield widget, widget.toolTip()
        if isinstance(widget, QAbstractItemView) and (model := widget.model()) is not None:
            is_list = isinstance(model, QAbstractListModel)
            columns = 1 if is_list else min(model.columnCount(), 12)
            for row in range(min(model.rowCount(), 3)):
                for column in range(columns):
                    tip = model.index(row, column).data(Qt.ItemDataRole.ToolTipRole)
                    yield widget, tip or ""
            for column in range(columns):
                across = Qt.Orientation.Horizontal
                tip = model.headerData(column, across, Qt.ItemDataRole.ToolTipRole)
                yield widget, str(tip or "")


def test_no_tip_takes_a_text_of_the_file_for_markup(qtbot, window, tmp_path):
    path = tmp_path / "markup.csv"
    rows = [f"{number},{MARKUP}{'ab'[number % 2]},{MARKUP}{number % 3 > 0}" for number in range(90)]
    path.write_text("\n".join([f"x,{MARKUP}y,label", *rows]))
    open_file(qtbot, window, path)
    seen = list(tips(window.desk.page))
    train(qtbot, window, 5)
    window.workspace.select(window.workspace.dataset.lines[:1])
    window.controller.reviewer.workspace.project.decide([2], "exclude", reason=MARKUP)
    window.review.show()
    qtbot.waitUntil(lambda: window.review.page.rows.facts is not None, timeout=SECONDS)
    let_draw(qtbot, window)
    seen += tips(window)
    assert any("&lt;img" in tip for _, tip in seen)
    assert [(widget, tip) for widget, tip in seen if "<img" in tip] == []
