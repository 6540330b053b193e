"""The lines of the card that stand out are whole, also where text is large."""

import pytest
from PySide6.QtWidgets import QApplication

from workbench.shell import theme as themes
from workbench.shell.text_size import apply_text_size
from workbench.verdict.card import VerdictCard
from workbench.verdict.content import Block, CardLine

ROOM = 1205
"""What a card has in a window of 1280 pixels."""


@pytest.fixture
def card(qtbot):
    made = VerdictCard()
    qtbot.addWidget(made)
    made.resize(ROOM, made.sizeHint().height())
    made.show()
    told = {
        made.error: ("Error on 224 new rows", "23.2 % wrong", "guessing 48.2 %"),
        made.labels: ("Labels", "about 4.4 % wrong (0.0 to 14.3 %)", "26 rows flagged"),
        made.columns: ("Columns", "tell about 52 % of what guessing misses", "still better"),
    }
    for block, (title, main, detail) in told.items():
        block.tell(Block(title, CardLine(main), CardLine(detail)))
    made.button.setText("Review 26 rows")
    yield made
    resize_text(100)


def resize_text(percent):
    apply_text_size(percent, QApplication.instance())
    themes.apply(themes.LIGHT, QApplication.instance())
    QApplication.processEvents()


def lines(card):
    return [block.main for block in (card.error, card.labels, card.columns)]


def test_no_line_is_cut_that_there_is_room_for(card):
    resize_text(100)
    assert card.scale.isVisible()
    for line in lines(card):
        assert line.is_whole, line.text()


def test_large_text_takes_the_place_of_the_picture(card):
    resize_text(100)
    usual = [line.sizeHint().width() for line in lines(card)]
    resize_text(160)
    card.resize(ROOM - 1, card.height())
    QApplication.processEvents()
    assert not card.scale.isVisible()
    for line, before in zip(lines(card), usual, strict=True):
        assert line.sizeHint().width() > 1.5 * before, line.text()
        assert line.is_whole, line.text()
