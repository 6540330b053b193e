"""Something to look at, or a sentence that says what will be here and how to get it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget

from workbench.shell.theme import GRID


class ContentStack(QStackedWidget):
    """Shows its sentence until there is content."""

    def __init__(self, content: QWidget, sentence: str) -> None:
        super().__init__()
        empty = QLabel(sentence)
        empty.setWordWrap(True)
        empty.setMargin(2 * GRID)
        empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        empty.setProperty("quiet", True)
        self.addWidget(empty)
        self.addWidget(content)

    def show_content(self, has_content: bool) -> None:
        """Show the content, or the sentence."""
        self.setCurrentIndex(1 if has_content else 0)
