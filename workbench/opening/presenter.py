"""The opening of files in the window: its page, the strip, and the verbs that need both."""

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QGuiApplication

from core.base.wording import count
from core.sources.source import Source
from workbench.opening.changed_strip import ChangedStrip
from workbench.opening.file_watch import FileWatch
from workbench.sessions.recent import FileState, Recent
from workbench.viewing.catalog import FIRST_PANELS, first_views

if TYPE_CHECKING:
    from workbench.frame.window import MainWindow
    from workbench.opening.importing.page import ImportPage

_LARGE_BYTES = 30_000_000
"""A file of this size takes a while, and whoever waits may want to cancel: the page is shown."""


class OpeningDesk(QObject):
    """Makes the page, and wires it to the controller."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._opening = window.controller.opening
        self.strip = ChangedStrip()
        self.strip.reload_asked.connect(self.show_again)
        self.watch = FileWatch(self)
        self.watch.changed.connect(self._file_changed)
        self._opening.looked.connect(self._looked)
        self._opening.read.connect(self._read)
        window.workspace.dataset_changed.connect(self._data_changed)

    @functools.cached_property
    def page(self) -> "ImportPage":
        """The page, made now if nobody has seen it yet."""
        from workbench.opening.importing.page import ImportPage

        page = ImportPage(self._opening)
        page.closed.connect(page.leave)
        self._window.add_page(page)
        return page

    @property
    def made_page(self) -> "ImportPage | None":
        """The page, if somebody has seen it."""
        return self.__dict__.get("page")

    def prepare(self) -> None:
        """Make what is seen next, one thing at a time, while a person looks at something else."""
        self._window.workspace.turns.take(self, lambda: self.page)
        self._window.docks.prepare([*FIRST_PANELS, *first_views()])

    def show_file(self, path: Path) -> None:
        """Show what is understood of a file."""
        self._window.controller.look_at(Source.from_path(path))

    def open_recent(self, known: Recent) -> None:
        """Open a file as it was read before; one that has changed since is shown first."""
        if self._window.sessions.takes(known.path):
            return
        source = Source.from_path(known.path)
        look_at = self._window.controller.look_at
        if known.state is FileState.SAME:
            look_at(source, *known.reading, known.target, at_once=True)
        else:
            note = f"{source.name} has changed since it was last open. Check what is understood."
            look_at(source, *known.reading, known.target, note=note)

    def paste(self) -> None:
        """Show what is understood of the rows, or of the file, on the clipboard."""
        # Empty clipboards may have no data at all.
        held = QGuiApplication.clipboard().mimeData() or QMimeData()
        files = [url.toLocalFile() for url in held.urls() if url.isLocalFile()]
        if files:
            self.show_file(Path(files[0]))
        elif held.hasText() and held.text().strip():
            content = held.text().encode(errors="replace")
            self._window.controller.look_at(Source.from_bytes(content))
        else:
            self._window.say("The clipboard holds no rows. Copy some cells first.")

    def show_again(self) -> None:
        """Show how the open file was read, to change it."""
        dataset = self._window.workspace.dataset
        base = self._window.workspace.decisions
        dataset = base.base if base is not None else dataset
        if dataset is None or dataset.table.origin is None:
            return
        origin = dataset.table.origin
        self._window.controller.look_at(origin.source, origin.dialect, dataset.plan)

    def close(self) -> None:
        """Follow no file any more."""
        if self.made_page is not None:
            self.made_page.leave()
        self.watch.stop()

    # What follows

    def _looked(self) -> None:
        look = self._opening.look
        if look is None:
            return
        is_quick = look.preview.size < _LARGE_BYTES and not self._opening.is_too_large
        if not (self._opening.is_wanted and is_quick):
            self._show()

    def _read(self) -> None:
        """What cannot be read has to be looked at."""
        if self._opening.trouble is not None and self._opening.source is not None:
            self._show()

    def _show(self) -> None:
        if not self.page.isVisible():
            self._window.show_page(self.page)
            self.page.start(self._consequence())
            self.prepare()

    def _consequence(self) -> str:
        """What using other data does to what is open, in a sentence."""
        space = self._window.workspace
        decided = space.decisions.count if space.decisions else 0
        if space.dataset is None or not (space.runs or decided):
            return ""
        if self._is_open_already():
            stay = "stays" if len(space.runs) == 1 else "stay"
            return (
                f"{count(len(space.runs), 'run')} on it {stay} in the list." if space.runs else ""
            )
        parts = []
        if space.runs:
            parts.append(f"{count(len(space.runs), 'run')} on it will leave the list")
        if decided:
            parts.append(f"{count(decided, 'decision')} stay with it")
        return f"This takes the place of {space.dataset.name}: {', '.join(parts)}."

    def _is_open_already(self) -> bool:
        """Whether the file that is looked at is the one that is open, unchanged."""
        dataset, source = self._window.workspace.dataset, self._opening.source
        origin = dataset.table.origin if dataset else None
        return (
            origin is not None
            and source is not None
            and (source.path, source.content) == (origin.source.path, origin.source.content)
            and origin.is_unchanged
        )

    def _data_changed(self) -> None:
        dataset = self._window.workspace.dataset
        self.strip.hide()
        self.watch.follow(dataset.table.origin if dataset else None)

    def _file_changed(self) -> None:
        dataset = self._window.workspace.dataset
        if dataset is None:
            return
        if self.watch.is_gone:
            self.strip.show_gone(dataset.name)
        else:
            self.strip.show_changed(dataset.name)
