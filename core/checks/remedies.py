"""Remedies: what can be done about something odd, as a change of the plan.

Plans never change, so whoever keeps the old one can undo a remedy.
"""

import abc
from dataclasses import dataclass, replace

from core.base.wording import grouped, listed, shortened
from core.data.plan import Plan
from core.data.roles import Meaning, Role

_SHORT = 12


@dataclass(frozen=True)
class Remedy(abc.ABC):
    """A change of the plan that a person may want."""

    @property
    @abc.abstractmethod
    def label(self) -> str:
        """What a button says."""

    @abc.abstractmethod
    def applied(self, plan: Plan) -> Plan:
        """The plan with the change."""


@dataclass(frozen=True)
class IgnoreColumns(Remedy):
    """Learn nothing from these columns."""

    columns: tuple[str, ...]

    @property
    def label(self) -> str:
        """What a button says."""
        return "Ignore the column" if len(self.columns) == 1 else "Ignore the columns"

    def applied(self, plan: Plan) -> Plan:
        """The plan with the columns ignored."""
        for name in self.columns:
            plan = plan.with_role(name, Role.IGNORED)
        return plan


@dataclass(frozen=True)
class ReadAs(Remedy):
    """Understand a column in another way; words that cannot be read so count as missing."""

    column: str
    meaning: Meaning
    date_order: str = ""
    missing: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """What a button says."""
        if self.date_order:
            return f"Read as dates, {self.date_order}"
        what = "numbers" if self.meaning is Meaning.NUMBER else f"a {self.meaning.value}"
        if not self.missing:
            return f"Read as {what}"
        is_short = len(self.missing) == 1 and len(self.missing[0]) <= _SHORT
        return f"Read as {what}, {repr(self.missing[0]) if is_short else 'the others'} as missing"

    def applied(self, plan: Plan) -> Plan:
        """The plan with the column read in the other way."""
        return plan.with_meaning(self.column, self.meaning, self.date_order, self.missing)


@dataclass(frozen=True)
class CountAsMissing(Remedy):
    """Take some values of columns for missing ones."""

    columns: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def label(self) -> str:
        """What a button says."""
        return f"Count {listed(self.words)} as missing"

    def applied(self, plan: Plan) -> Plan:
        """The plan in which they are missing."""
        for name in self.columns:
            plan = plan.with_missing(name, self.words)
        return plan


@dataclass(frozen=True)
class ExcludeRows(Remedy):
    """Leave rows out."""

    lines: tuple[int, ...]
    what: str = "these rows"

    @property
    def label(self) -> str:
        """What a button says."""
        return f"Exclude {self.what}"

    def applied(self, plan: Plan) -> Plan:
        """The plan without the rows."""
        return plan.excluding(self.lines)


@dataclass(frozen=True)
class SetClassesAside(Remedy):
    """Leave out the rows of some classes."""

    classes: tuple[str, ...]

    @property
    def label(self) -> str:
        """What a button says."""
        return "Set the class aside" if len(self.classes) == 1 else "Set the classes aside"

    def applied(self, plan: Plan) -> Plan:
        """The plan without the classes."""
        return plan.setting_aside(self.classes)


@dataclass(frozen=True)
class KeepTogether(Remedy):
    """Keep rows with the same value on one side of the split, and in one fold."""

    column: str

    @property
    def label(self) -> str:
        """What a button says."""
        return "Keep its rows together"

    def applied(self, plan: Plan) -> Plan:
        """The plan with the column as the group."""
        return plan.with_split(replace(plan.split, group=self.column))


@dataclass(frozen=True)
class Merge:
    """Several spellings, and the one of them that they are all taken for."""

    spellings: tuple[str, ...]
    into: str


@dataclass(frozen=True)
class MergeSpellings(Remedy):
    """Take several spellings of a column's texts for one."""

    column: str
    merges: tuple[Merge, ...]

    @property
    def label(self) -> str:
        """What a button says."""
        if len(self.merges) > 1:
            return f"Merge all {grouped(len(self.merges))}"
        return f"Merge into {shortened(self.merges[0].into, _SHORT)!r}"

    def applied(self, plan: Plan) -> Plan:
        """The plan that takes them for one."""
        for merge in self.merges:
            plan = plan.merging(self.column, merge.spellings, merge.into)
        return plan
