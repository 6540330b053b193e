"""What a person does to the rows of a project, by their words: each is one step, and signed."""

import abc
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from core.base.arrays import Integers

if TYPE_CHECKING:
    from core.judging.reviewing.decision import Decision, Step, Verb
    from core.judging.reviewing.decisions import Decisions
    from core.project.commands import Command


class RowDeeds(abc.ABC):
    """The deeds about rows of whatever can do commands."""

    by: str
    """The name of the person who decides here, as it is written beside every decision."""

    @property
    @abc.abstractmethod
    def decisions(self) -> "Decisions":
        """What is decided about the rows."""

    @abc.abstractmethod
    def do(self, command: "Command") -> None:
        """Do a command, once it is written down."""

    def decide(
        self,
        lines: int | Iterable[int] | Integers,
        verb: "Verb | str",
        *,
        reason: str = "",
        note: str = "",
    ) -> None:
        """Keep, exclude or skip rows, or open them again: then nothing is decided about them."""
        from core.judging.reviewing.kinds import Verb

        self._decide(self.decisions.deciding(lines, Verb(verb), reason=reason, note=note))

    def relabel(self, labels: Mapping[int, str], *, reason: str = "", note: str = "") -> None:
        """Give rows labels, also those that had none."""
        self._decide(self.decisions.relabelling(labels, reason=reason, note=note))

    def set_cells(
        self,
        lines: int | Iterable[int] | Integers,
        column: str,
        value: str,
        *,
        reason: str = "",
    ) -> None:
        """Give the cells of a column another value in some rows; an empty text for none."""
        self._decide(self.decisions.setting(lines, column, value, reason=reason))

    def set_each_cell(self, cells: Mapping[str, Mapping[int, str]], *, reason: str = "") -> None:
        """Give cells a value each, by column and line, in one step; an empty text for none."""
        self._decide(self.decisions.setting_each(cells, reason=reason))

    def merge_spellings(self, column: str, spellings: Iterable[str], into: str) -> None:
        """Make several spellings of a column's values one."""
        self._decide(self.decisions.merging(column, spellings, into))

    def note(self, line: int, text: str) -> None:
        """Write a note on a row; an empty one takes it away."""
        self._decide(self.decisions.noting(line, text))

    def settle(self, words: "Iterable[Decision]") -> None:
        """Decide what was said before, here or by somebody else: so conflicts are settled."""
        self._decide(self.decisions.repeating(words))

    def take(self, step: "Step", told: str = "") -> None:
        """Do a step of decisions that was checked, by whoever made them; called as told."""
        from core.project.commands import Decide

        self.do(Decide(step, told))

    def _decide(self, step: "Step") -> None:
        """Do a step of decisions of the person who works here; what others said is not lost."""
        from core.judging.reviewing.conflicts import remembering

        own = tuple(replace(batch, by=self.by) for batch in step)
        self.take(remembering(own, self.decisions, self.by))
