"""The manual: every help text in one window, with a list and a search."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QTreeWidgetItemIterator,
    QVBoxLayout,
    QWidget,
)

from resources import help_pages, help_text
from workbench.shell.theme import GRID

_FOLDERS = {
    "pages": "Pages",
    "views": "Views",
    "ensembles": "Ensembles",
    "learners": "Learners",
}
_SIZE = (880, 620)


@dataclass(frozen=True)
class ManualPage:
    """A help text, and where it stands."""

    folder: str
    name: str
    title: str
    text: str

    def holds(self, words: list[str]) -> bool:
        """Whether all of these words, in small letters, are in it."""
        text = self.text.lower()
        return all(word in text for word in words)


def manual_pages() -> list[ManualPage]:
    """All help texts, those about the window before those about what is trained."""
    order = list(_FOLDERS)
    found = []
    for folder, name in help_pages():
        text = help_text(folder, name)
        title = text.partition("\n")[0].lstrip("# ").strip() or name
        found.append(ManualPage(folder, name, title, text))
    place = {page: order.index(page.folder) if page.folder in order else 99 for page in found}
    return sorted(found, key=lambda page: (place[page], page.folder, page.title.lower()))


class Manual(QDialog):
    """Stands beside the window, so that one can read and do."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Manual")
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.resize(*_SIZE)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search all pages")
        self.search.setAccessibleName("Search the manual")
        self.search.setClearButtonEnabled(True)
        self.list = QTreeWidget()
        self.list.setHeaderHidden(True)
        self.list.setAccessibleName("Pages of the manual")
        self.list.setRootIsDecorated(False)
        self.browser = QTextBrowser()
        self.browser.setAccessibleName("Page")
        self.browser.setOpenExternalLinks(False)
        self.browser.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.browser.document().setDocumentMargin(2 * GRID)
        self.none = QLabel()
        self.none.setProperty("quiet", True)
        self.none.setWordWrap(True)
        self.none.hide()
        left = QVBoxLayout()
        left.setSpacing(GRID)
        left.addWidget(self.search)
        left.addWidget(self.none)
        left.addWidget(self.list, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, GRID, GRID, GRID)
        row.setSpacing(2 * GRID)
        row.addLayout(left, 1)
        row.addWidget(self.browser, 2)
        self.pages: list[ManualPage] = []
        self.search.textChanged.connect(self._find)
        self.list.currentItemChanged.connect(self._show)

    def start(self, folder: str = "", name: str = "") -> None:
        """Show the manual, at a page if one is named."""
        self.pages = manual_pages()  # plugins may have come with pages of their own
        self.search.clear()
        self.list.ensurePolished()  # rows are measured while they are filled in
        self._fill([])
        self._go_to(folder, name)
        self.show()
        self.raise_()
        self.activateWindow()
        self.search.setFocus()

    def shown(self) -> ManualPage | None:
        """The page that is read."""
        return _page_of(self.list.currentItem())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another theme, or another size of text: the page is written anew."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._show()

    def _find(self, text: str) -> None:
        words, before = text.lower().split(), self.shown()
        self._fill(words)
        # A page that is about it comes before one that speaks of it.
        named = [page for page in self.pages if words and _is_named(page, words)]
        wanted = named[0] if named else before
        self._go_to(wanted.folder if wanted else "", wanted.name if wanted else "")

    def _fill(self, words: list[str]) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        head: QTreeWidgetItem | None = None
        folder, count = "", 0
        for page in self.pages:
            if not page.holds(words):
                continue
            if page.folder != folder or head is None:
                folder = page.folder
                head = QTreeWidgetItem([_FOLDERS.get(folder, folder.capitalize())])
                head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                head.setFont(0, _bold(self.list.font()))
                self.list.addTopLevelItem(head)
            item = QTreeWidgetItem([page.title])
            item.setData(0, Qt.ItemDataRole.UserRole, page)
            head.addChild(item)
            count += 1
        self.list.expandAll()
        self.list.blockSignals(False)
        self.none.setText(f"No page has {' and '.join(repr(word) for word in words)}.")
        self.none.setVisible(count == 0)

    def _go_to(self, folder: str, name: str) -> None:
        """Choose a page of the list, else its first one."""
        pages = {page: item for item in self._items() if (page := _page_of(item)) is not None}
        wanted = [page for page in pages if (page.folder, page.name) == (folder, name)]
        if pages:
            self.list.setCurrentItem(pages[next(iter(wanted or pages))])
        self._show()

    def _items(self) -> Iterator[QTreeWidgetItem]:
        walk = QTreeWidgetItemIterator(self.list)
        while (item := walk.value()) is not None:
            yield item
            walk += 1

    def _show(self, *_items: object) -> None:
        page = self.shown()
        self.browser.setMarkdown(page.text if page else "")
        if page is not None and (words := self.search.text().split()):
            cursor = self.browser.document().find(words[0], QTextCursor())
            if not cursor.isNull():
                self.browser.setTextCursor(cursor)


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setBold(True)
    return bold


def _is_named(page: ManualPage, words: list[str]) -> bool:
    return all(word in page.title.lower() for word in words)


def _page_of(item: QTreeWidgetItem | None) -> ManualPage | None:
    page: ManualPage | None = item.data(0, Qt.ItemDataRole.UserRole) if item else None
    return page
