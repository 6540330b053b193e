"""The opening of files in the window: its page, the strip, and the verbs that need both."""

import functools
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QGuiApplication

from core.base.wording import count
from core.sources.parts import are_parts
from core.sources.source import Source
from workbench.opening.changed_strip import ChangedStrip
from workbench.opening.controller import Opening
from workbench.opening.file_watch import FileWatch
from workbench.opening.subjects import Folder, WorkersAsked
from workbench.sessions.recent import FileState, Recent
from workbench.shell.shell import Shell
from workbench.state.workspace import Workspace
from workbench.viewing.catalog import FIRST_PANELS, first_views

if TYPE_CHECKING:
    from core import Dataset
    from core.data.plan import Plan
    from core.reading.first_look import FirstLook
    from core.sources.excerpt import Manner
    from core.sources.files_origin import FilesOrigin
    from workbench.opening.importing.page import ImportPage

_LARGE_BYTES = 30_000_000
"""A file of this size takes a while, and whoever waits may want to cancel: the page is shown."""


class OpeningDesk(QObject):
    """Makes the page, and wires it to the controller."""

    def __init__(
        self,
        shell: Shell,
        workspace: Workspace,
        opening: Opening,
        prepare_views: Callable[[Iterable[str]], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._shell, self._workspace, self._opening = shell, workspace, opening
        self._prepare_views = prepare_views
        self.is_asking = False
        """Whether a file waits for somebody to say how it is meant."""
        self.strip = ChangedStrip()
        self.strip.accepted.connect(self.show_again)
        self.watch = FileWatch(self)
        self.watch.changed.connect(self._file_changed)
        self._opening.looked.connect(self._make_ready)
        turn = (self, "understood")  # the page is filled in one turn of the loop, shown in another
        self._opening.understood.connect(lambda: workspace.turns.take(turn, self._show_understood))
        self._opening.read.connect(self._read)
        self._opening.used.connect(self._settled)
        workspace.dataset_changed.connect(self._data_changed)

    @functools.cached_property
    def page(self) -> "ImportPage":
        """The page, made now if nobody has seen it yet."""
        from workbench.opening.importing.page import ImportPage

        page = ImportPage(self._opening)
        page.closed.connect(page.leave)
        page.closed.connect(self._settled)
        self._shell.add_page(page)
        return page

    @property
    def made_page(self) -> "ImportPage | None":
        """The page, if somebody has seen it."""
        return self.__dict__.get("page")

    def prepare(self) -> None:
        """Make what is seen next, one thing at a time, while a person looks at something else."""
        self._workspace.turns.take(self, lambda: self.page)
        self._prepare_views([*FIRST_PANELS, *first_views()])

    def open_recent(self, known: Recent) -> None:
        """Open a file as it was read before; one that has changed since is shown first."""
        if known.is_several:
            self._open_recent_files(known)
            return
        source = Source.from_path(known.path)
        if known.state is FileState.SAME:
            self._look_at(source, *known.reading, known.target, at_once=True)
        else:
            note = f"{source.name} has changed since it was last open. Check what is understood."
            manner, plan = known.reading
            self._look_at(source, _still(source, manner, plan), plan, known.target, note=note)

    def _open_recent_files(self, known: Recent) -> None:
        """Open several files as they were read before."""
        facts = known.facts
        left_out = facts.get("left_out")
        names = frozenset(map(str, left_out)) if isinstance(left_out, list) else frozenset()
        folder = Folder(known.path, names, facts.get("on_disk") is True)
        is_same = known.state is FileState.SAME
        note = "" if is_same else f"Files of {known.path.name} came, went or changed since."
        self._opening.open(
            folder,
            manner=known.reading[0],
            plan=known.reading[1],
            target=known.target,
            note=f"{note} Check what is understood." if note else "",
            at_once=is_same,
        )

    def paste(self) -> None:
        """Show what is understood of the rows, or of the file, on the clipboard."""
        # Empty clipboards may have no data at all.
        held = QGuiApplication.clipboard().mimeData() or QMimeData()
        files = [url.toLocalFile() for url in held.urls() if url.isLocalFile()]
        if files and are_parts(files[0]):
            self._opening.open(Folder(Path(files[0])))
        elif files:
            self._look_at(Source.from_path(Path(files[0])))
        elif held.hasText() and held.text().strip():
            content = held.text().encode(errors="replace")
            self._look_at(Source.from_bytes(content))
        else:
            self._shell.say("The clipboard holds no rows. Copy some cells first.")

    def show(self) -> None:
        """Go on with the file that waits, else show how the open one was read."""
        if self.is_asking:
            self._shell.show_page(self.page)
        else:
            self.show_again()

    @property
    def can_show_again(self) -> bool:
        """Whether the open data can tell how they were read."""
        dataset = self._workspace.dataset
        return dataset is not None and (
            dataset.table.origin is not None or _files(dataset) is not None
        )

    def show_again(self) -> None:
        """Show how the open file was read, to change it."""
        dataset = self._workspace.dataset
        base = self._workspace.decisions
        dataset = base.base if base is not None else dataset
        if dataset is not None and (files := _files(dataset)) is not None:
            folder = Folder(files.parts.place, files.parts.left_out, files.is_on_disk)
            if (helpers := self._workspace.helping.helpers) is not None:
                folder.workers = WorkersAsked.of(helpers.address)
            self._opening.open(folder, manner=files.dialect, plan=dataset.plan)
            return
        if dataset is None or dataset.table.origin is None:
            return
        origin, plan = dataset.table.origin, dataset.plan
        manner = origin.manner
        if not origin.is_unchanged:
            manner = _still(origin.source, manner, plan)
        self._look_at(origin.source, manner, plan)

    def close(self) -> None:
        """Follow no file any more."""
        if self.made_page is not None:
            self.made_page.leave()
        self.watch.stop()

    def _look_at(
        self,
        source: Source,
        manner: "Manner | None" = None,
        plan: "Plan | None" = None,
        target: str | None = None,
        *,
        note: str = "",
        at_once: bool = False,
    ) -> None:
        """Look at a file, then read it behind; with `at_once`, use it as soon as it is read."""
        self._opening.open(
            source, manner=manner, plan=plan, target=target, note=note, at_once=at_once
        )

    # What follows

    def _make_ready(self) -> None:
        """Make the page while the first rows are looked for: it shows them by itself."""
        if not self._opening.is_wanted:
            _ = self.page

    def _show_understood(self) -> None:
        """Show the page once it is filled: a hidden one is laid out once, not by each word."""
        look = self._opening.look
        if look is not None and not (self._opening.is_wanted and self._is_quick(look)):
            self._show(self.page)

    def _is_quick(self, look: "FirstLook") -> bool:
        is_small = look.preview.size < _LARGE_BYTES
        return is_small and not self._opening.is_too_large

    def _read(self) -> None:
        """What cannot be read has to be looked at."""
        if self._opening.trouble is not None and self._opening.source is not None:
            self._show(self.page)

    def _show(self, page: "ImportPage") -> None:
        if not page.isVisible():
            self.is_asking = True
            self._shell.show_page(page)
            page.start(self._consequence())
            self._workspace.turns.take((self, "columns"), page.draw_columns)
            self.prepare()

    def _consequence(self) -> str:
        """What using other data does to what is open, in a sentence."""
        space = self._workspace
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
        dataset, source = self._workspace.dataset, self._opening.source
        if dataset is not None and (files := _files(dataset)) is not None:
            return source is not None and source.path == files.parts.place and not files.changed
        origin = dataset.table.origin if dataset else None
        return (
            origin is not None
            and source is not None
            and (source.path, source.content) == (origin.source.path, origin.source.content)
            and origin.is_unchanged
        )

    def _settled(self) -> None:
        self.is_asking = False

    def _data_changed(self) -> None:
        dataset = self._workspace.dataset
        self._settled()
        self.strip.hide()
        self.watch.follow(dataset.table if dataset else None)

    def _file_changed(self) -> None:
        dataset = self._workspace.dataset
        if dataset is None:
            return
        if _files(dataset) is not None:
            self.strip.show_files_changed(self.watch.others)
        elif self.watch.is_gone:
            self.strip.show_gone(dataset.name)
        else:
            self.strip.show_changed(dataset.name)


def _files(dataset: "Dataset") -> "FilesOrigin | None":
    """How several files were read; None for data of one, or of none."""
    return dataset.table.files.origin if dataset.table.files is not None else None


def _still(source: Source, manner: "Manner | None", plan: "Plan | None") -> "Manner | None":
    """How a changed file was read before, if it is still written so; else it is guessed."""
    from core.reading.dialect_check import is_written_so
    from core.sources.dialect import Dialect

    if manner is None or plan is None:
        return manner
    if not isinstance(manner, Dialect):
        # The same sheet; the header may stand elsewhere now.
        return replace(manner, header_row=None, has_second_header=None)
    if not manner.has_header or manner.has_second_header:
        return manner
    return manner if is_written_so(source, manner, plan.columns) else None
