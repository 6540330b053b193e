"""What can be found: actions, settings, columns, rows by line, help and lessons."""

import functools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from core.teaching.shelf import lesson_heads
from workbench.frame.help.manual import manual_pages

if TYPE_CHECKING:
    from workbench.frame.window_verbs import WindowVerbs

MOST = 50


@dataclass(frozen=True)
class SearchEntry:
    """Something that is done when it is chosen."""

    kind: str
    title: str
    do: Callable[[], object]
    note: str = ""

    def rank(self, words: list[str]) -> int | None:
        """How well it fits, 0 best; None if it does not."""
        title = self.title.lower()
        if not all(word in f"{title} {self.note.lower()} {self.kind}" for word in words):
            return None
        if title.startswith(" ".join(words)):
            return 0
        return 1 if all(word in title for word in words) else 2


def found(entries: Iterable[SearchEntry], text: str) -> list[SearchEntry]:
    """Those that have all words, the best first, and not too many."""
    words = text.lower().split()
    ranked = [(rank, entry) for entry in entries if (rank := entry.rank(words)) is not None]
    return [entry for _, entry in sorted(ranked, key=lambda pair: pair[0])][:MOST]


def line_entry(window: "WindowVerbs", text: str) -> SearchEntry | None:
    """The row of a line that is typed, if there is one."""
    told = re.fullmatch(r"(?:line|row)?\s*(\d{1,9})", text.strip().lower())
    data = window.workspace.shown_dataset
    if told is None or data is None or int(told[1]) not in data.lines:
        return None
    line = int(told[1])

    def show() -> None:
        window.navigator.go("train")
        window.docks.bring("rows_table")
        window.workspace.select([line])

    return SearchEntry("row", f"Select line {line}", show)


def all_entries(window: "WindowVerbs") -> list[SearchEntry]:
    """Everything that can be done now."""
    return [
        *_actions(window),
        *_views(window),
        *_settings(window),
        *_columns(window),
        *_lessons(window),
        *_help(window),
    ]


def _actions(window: "WindowVerbs") -> Iterator[SearchEntry]:
    """Those of the window itself: to ask a menu for the menus in it would take them from it."""
    for action in window.actions_.findChildren(QAction):
        plain = action.text().replace("&", "").rstrip("…")
        if plain and action.isEnabled():
            yield SearchEntry("action", plain, action.trigger, action.shortcut().toString())


def _views(window: "WindowVerbs") -> Iterator[SearchEntry]:
    if window.workspace.dataset is None:
        return
    for dock in window.docks.all_docks():

        def show(name: str = dock.objectName()) -> None:
            window.navigator.go("train")
            window.docks.bring(name)

        yield SearchEntry("view", dock.windowTitle(), show)


def _settings(window: "WindowVerbs") -> Iterator[SearchEntry]:
    if window.workspace.dataset is None:
        return
    form = window.algorithm_panel.form
    for declared in window.algorithm_panel.settings.declared():
        if form is None or declared.name not in form.fields:
            continue

        def show(name: str = declared.name) -> None:
            window.navigator.go("train")
            window.docks.bring("algorithm_panel")
            now = window.algorithm_panel.form
            if now is not None and name in now.fields:
                now.fields[name].control.setFocus()

        yield SearchEntry("setting", declared.title, show, declared.help)


def _columns(window: "WindowVerbs") -> Iterator[SearchEntry]:
    data = window.workspace.dataset
    for column in data.features if data is not None else ():

        def show() -> None:
            window.navigator.go("train")
            window.docks.bring("features")

        yield SearchEntry("column", column.name, show, "what it tells, in Features")


def _lessons(window: "WindowVerbs") -> Iterator[SearchEntry]:
    for head in lesson_heads():
        do = functools.partial(window.learning.start, head.name)
        yield SearchEntry("lesson", head.title, do, head.about)


def _help(window: "WindowVerbs") -> Iterator[SearchEntry]:
    for page in manual_pages():
        do = functools.partial(window.help.manual.start, page.folder, page.name)
        yield SearchEntry("help", page.title, do, page.folder)
