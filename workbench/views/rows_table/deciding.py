"""Deciding in the table of rows: by the right button about one row or the selected, or in place."""

from collections.abc import Callable

import numpy as np
from PySide6.QtWidgets import QMenu

from core.base.arrays import Integers
from core.base.errors import WorkbenchError
from core.base.wording import count, grouped, shortened
from core.judging.reviewing.kinds import Verb
from workbench.state.workspace import Workspace

_REASON = "decided in the table of rows"
_MOST_CLASSES = 30


class RowDecider:
    """Turns what a person asks for into decisions; what is refused is said."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def fill(self, menu: QMenu, line: int) -> None:
        """Entries for the row of a line, and if it is one of several that are selected, for all."""
        data = self._workspace.dataset
        where = data.table.where(line) if data is not None else f"line {grouped(line)}"
        self._fill(menu, np.array([line]), where)
        decisions = self._workspace.decisions
        is_decided = decisions is not None and (
            decisions.about(line) is not None or bool(decisions.stands.cells_of(line))
        )
        undo = menu.addAction(f"Undo what was decided about {where}")
        undo.setEnabled(is_decided)
        undo.triggered.connect(lambda: self._decide([line], Verb.REOPEN))
        lines = self._workspace.selection
        if len(lines) > 1 and line in lines:
            menu.addSeparator()
            self._fill(menu, lines, f"{grouped(len(lines))} selected rows")

    def set_cell(self, line: int, column: str, text: str) -> None:
        """Give a cell another value; a class of the target is relabelled."""
        project = self._workspace.project
        self._attempt(lambda: project.set_cells([line], column, text, reason=_REASON))

    def _fill(self, menu: QMenu, lines: Integers, which: str) -> None:
        classes = self._classes
        keep = menu.addAction(f"Keep {which}")
        keep.triggered.connect(lambda: self._decide(lines, Verb.KEEP))
        if classes:
            labels = menu.addMenu(f"Relabel {which} to")
            for name in classes[:_MOST_CLASSES]:
                action = labels.addAction(shortened(name).replace("&", "&&"))
                action.triggered.connect(lambda _on=False, name=name: self._relabel(lines, name))
        exclude = menu.addAction(f"Exclude {which}")
        exclude.triggered.connect(lambda: self._decide(lines, Verb.EXCLUDE))

    @property
    def _classes(self) -> tuple[str, ...]:
        decisions = self._workspace.decisions
        return decisions.base.classes if decisions is not None else ()

    def _decide(self, lines: Integers | list[int], verb: Verb) -> None:
        project, reason = self._workspace.project, self._reason(len(lines))
        self._attempt(lambda: project.decide(lines, verb, reason=reason))

    def _relabel(self, lines: Integers, label: str) -> None:
        project, reason = self._workspace.project, self._reason(len(lines))
        labels = dict.fromkeys(lines.tolist(), label)
        self._attempt(lambda: project.relabel(labels, reason=reason))

    @staticmethod
    def _reason(many: int) -> str:
        return _REASON if many == 1 else f"one of {count(many, 'row')} {_REASON} together"

    def _attempt(self, act: Callable[[], None]) -> None:
        try:
            act()
        except WorkbenchError as error:
            self._workspace.failed.emit(error)
