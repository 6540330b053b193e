"""The commands: what can be done to a project, undone, written down and done again.

A command is plain data. Doing it gives what is needed to take it back. `is_about_rows` says that it
belongs to the file: it is done again when the file is opened again, whoever did it. The others
belong to one sitting, and are repeated when that is restored.
"""

import abc
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from core.base.errors import DataError
from core.base.wording import count, grouped
from core.data.plan import Plan
from core.judging.reviewing.certifying.records import (
    Consent,
    Record,
    record_from,
    record_plain,
)
from core.judging.reviewing.decision import Step, step_from_plain
from core.learning.deciding import DecisionRule
from core.project import events
from core.project.branches import difference
from core.project.entries import BRANCH, DECIDE, SAMPLE

if TYPE_CHECKING:
    from core.project.project import Project
    from core.project.runs import RunItem


@dataclass(frozen=True)
class Command(abc.ABC):
    """Something that a person does to a project."""

    kind: ClassVar[str]
    is_about_rows: ClassVar[bool] = False
    is_deed: ClassVar[bool] = True
    """Whether it stands in the list of what can be undone."""
    is_heavy: ClassVar[bool] = False
    """Whether what is needed to take it back keeps something large alive."""

    @abc.abstractmethod
    def words(self, project: "Project") -> str:
        """What it does, for a menu and a list, as the project is before it is done."""

    def prepare(self, project: "Project") -> None:  # noqa: B027 - most need nothing
        """Raise DataError if it cannot be done; nothing of it is done yet."""

    @abc.abstractmethod
    def do(self, project: "Project") -> Any:
        """Do it, and give what is needed to take it back."""

    @abc.abstractmethod
    def undo(self, project: "Project", before: Any) -> None:
        """Take it back."""

    @abc.abstractmethod
    def plain(self) -> dict[str, Any]:
        """The command as plain data, ready for JSON."""

    @classmethod
    @abc.abstractmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "Command":
        """Take a command back from plain data; raise ValueError for anything that is none."""

    @property
    def size(self) -> int:
        """How many rows it is about: one that is about many is written down behind the scenes."""
        return 0


@dataclass(frozen=True)
class Decide(Command):
    """Keep, exclude, relabel or label rows, set cells, merge spellings, note something."""

    kind: ClassVar[str] = DECIDE
    is_about_rows: ClassVar[bool] = True

    step: Step
    told: str = ""
    """What it does, in words, where these are not those of its step."""

    @property
    def size(self) -> int:
        """How many rows it is about."""
        return sum(len(batch) for batch in self.step)

    def words(self, project: "Project") -> str:
        """Such as "exclude 3 rows", "relabel line 7", or "take in 20 decisions of Anna"."""
        if self.told:
            return self.told
        done = [batch for batch in self.step if not batch.aside]
        others = sorted({batch.by for batch in done or self.step} - {"", project.by})
        if others:
            return f"take in {count(self.size, 'decision')} of {' and '.join(others)}"
        lines = [int(line) for batch in done for line in batch.lines[:2]]
        size = sum(len(batch) for batch in done)
        is_one = size == 1 or (len(set(lines)) == 1 and size == len(done))
        which = f"line {grouped(lines[0])}" if lines and is_one else f"{grouped(size)} rows"
        verbs = {batch.verb for batch in done}
        columns = {batch.column for batch in done if batch.column}
        verb = verbs.pop() if len(verbs) == 1 else None
        if verb is None:
            return f"note on {which}" if None in verbs or not verbs else f"decide about {which}"
        return f"{verb.value} {columns.pop()!r} of {which}" if columns else f"{verb.value} {which}"

    def do(self, project: "Project") -> Any:
        """Apply the step to the rows of the branch."""
        return project.open_branch.decisions.apply(self.step)

    def undo(self, project: "Project", before: Any) -> None:
        """What stood before stands again."""
        project.open_branch.decisions.revert(before)

    def plain(self) -> dict[str, Any]:
        """The batches of the step."""
        step = [batch.plain() for batch in self.step]
        return {"step": step} | ({"told": self.told} if self.told else {})

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "Decide":
        """What can be read of the step: see `Project.redo_from`, which counts the rest."""
        told = plain.get("told")
        return cls(step_from_plain(plain.get("step"))[0], told if isinstance(told, str) else "")


@dataclass(frozen=True)
class RecordSample(Command):
    """Write down a draw, a check, the consent or the end of a sample: nobody can undo it."""

    kind: ClassVar[str] = SAMPLE
    is_about_rows: ClassVar[bool] = True
    is_deed: ClassVar[bool] = False

    target: str
    """That of the data that the sample is drawn of."""
    record: Record

    @property
    def size(self) -> int:
        """How many rows it is about."""
        return len(self.record.lines) if isinstance(self.record, Consent) else 1

    def words(self, project: "Project") -> str:
        """It is in no list."""
        del project
        return "draw a sample"

    def do(self, project: "Project") -> Any:
        """Take the record, if it is the next one of its sample."""
        for branch in project.branches:
            if branch.base.target == self.target:
                branch.decisions.sample.take(self.record)  # all branches of a target share it
                break
        project.tell(events.SampleChanged())

    def undo(self, project: "Project", before: Any) -> None:
        """It never is: what was drawn was drawn."""

    def plain(self) -> dict[str, Any]:
        """The target and the record."""
        return {"target": self.target} | record_plain(self.record)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "RecordSample":
        """The record, checked."""
        record, target = record_from(plain), plain.get("target")
        if type(target) is not str:
            raise ValueError("This is no record of a sample.")
        return cls(target, record)


@dataclass(frozen=True)
class TakePlan(Command):
    """Understand the table in another way: a branch of its own, which may be there already."""

    kind: ClassVar[str] = BRANCH

    plan: Plan
    number: int
    """That of the branch, so that runs which were kept find it again."""

    def words(self, project: "Project") -> str:
        """What the plan changes."""
        return difference(project.open_branch.plan, self.plan)

    def prepare(self, project: "Project") -> None:
        """Make the data, unless they are there."""
        project.understand(self.plan)

    def do(self, project: "Project") -> Any:
        """Go to the branch."""
        current = project.current.number if project.current else None
        is_new = all(branch.plan != self.plan for branch in project.branches)
        before = project.open_branch.number, current, is_new
        project.go_to_branch(project.branch_of(self.plan, self.number))
        return before

    def undo(self, project: "Project", before: Any) -> None:
        """Go back to where it was; a branch that was made by it, and has no runs, is forgotten."""
        number, current, is_new = before
        left = project.open_branch
        project.go_to_branch(project.branch_numbered(number), current)
        if is_new:
            project.forget_branch(left)

    def plain(self) -> dict[str, Any]:
        """The plan."""
        return {"plan": self.plan.plain(), "number": self.number}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "TakePlan":
        """The plan, checked."""
        number = plain.get("number")
        if type(number) is not int or number < 1:
            raise ValueError("This is no number of a branch.")
        try:
            return cls(Plan.from_plain(plain.get("plan")), number)
        except DataError as error:
            raise ValueError(str(error)) from error


@dataclass(frozen=True)
class RenameRun(Command):
    """Call a run by another name."""

    kind: ClassVar[str] = "rename"

    number: int
    name: str
    was: str
    """What it was called before."""

    def words(self, project: "Project") -> str:
        """The old name and the new one."""
        del project
        return f"rename {self.was} to {self.name}"

    def do(self, project: "Project") -> Any:
        """Give the name."""
        project.name_run(self.number, self.name)

    def undo(self, project: "Project", before: Any) -> None:
        """Give the former name."""
        del before
        project.name_run(self.number, self.was)

    def plain(self) -> dict[str, Any]:
        """The run's number and its names."""
        return {"number": self.number, "name": self.name, "was": self.was}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "RenameRun":
        """The number and the names, checked."""
        number, name, was = plain.get("number"), plain.get("name"), plain.get("was")
        if type(number) is not int or not all(
            isinstance(n, str) and n.strip() for n in (name, was)
        ):
            raise ValueError("This is no name of a run.")
        return cls(number, str(name), str(was))


@dataclass(frozen=True)
class RemoveRun(Command):
    """Take a run out of the list."""

    kind: ClassVar[str] = "remove"
    is_heavy: ClassVar[bool] = True

    number: int

    def words(self, project: "Project") -> str:
        """The run's name."""
        item = project.run_numbered(self.number)
        return f"delete {item.name}" if item else "delete a run"

    def do(self, project: "Project") -> Any:
        """Take it out; the one before it is shown instead."""
        return project.take_out_run(self.number)

    def undo(self, project: "Project", before: "tuple[RunItem, int] | None") -> None:
        """Put it back into its place, and show it."""
        if before is not None:
            project.put_back_run(*before)

    def plain(self) -> dict[str, Any]:
        """The run's number."""
        return {"number": self.number}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "RemoveRun":
        """The number, checked."""
        number = plain.get("number")
        if type(number) is not int:
            raise ValueError("This is no number of a run.")
        return cls(number)


@dataclass(frozen=True)
class SetRule(Command):
    """Let a run decide between the classes by a rule, or by the largest share again."""

    kind: ClassVar[str] = "rule"

    number: int
    rule: DecisionRule | None
    was: DecisionRule | None
    """By what it decided before."""

    def words(self, project: "Project") -> str:
        """By what it decides, and which run."""
        item = project.run_numbered(self.number)
        if item is None or self.rule is None:
            return "decide by the largest share again"
        return f"decide {self.rule.words(item.dataset.classes)}"

    def prepare(self, project: "Project") -> None:
        """Only a run that has ended, and knows these classes, can decide by it."""
        item = project.run_numbered(self.number)
        if item is None or item.run is None:
            raise DataError("Only a run whose training has ended can be given a rule.")
        item.run.deciding_by(self.rule)

    def do(self, project: "Project") -> Any:
        """Give the rule."""
        project.give_rule(self.number, self.rule)

    def undo(self, project: "Project", before: Any) -> None:
        """Give the former rule."""
        del before
        project.give_rule(self.number, self.was)

    def plain(self) -> dict[str, Any]:
        """The run's number and its rules."""
        told: dict[str, Any] = {"number": self.number}
        for name, rule in (("rule", self.rule), ("was", self.was)):
            told[name] = rule.plain() if rule else None
        return told

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "SetRule":
        """The number and the rules, checked."""
        number = plain.get("number")
        if type(number) is not int:
            raise ValueError("This is no number of a run.")
        rules = (plain.get(name) for name in ("rule", "was"))
        return cls(
            number, *(None if own is None else DecisionRule.from_plain(own) for own in rules)
        )


@dataclass(frozen=True)
class FlagRows(Command):
    """Flag so many of the most suspicious rows, rather than what the estimate says."""

    kind: ClassVar[str] = "flag"

    many: int
    was: int

    def words(self, project: "Project") -> str:
        """How many."""
        del project
        return f"flag {grouped(self.many)} rows"

    def do(self, project: "Project") -> Any:
        """Flag them, if the rows were judged."""
        _flag(project, self.many)
        return project.audit.suspicion if project.audit else None

    def undo(self, project: "Project", before: Any) -> None:
        """Flag as many as before, unless the rows were judged again since."""
        if project.audit is not None and project.audit.suspicion is before:
            _flag(project, self.was)

    def plain(self) -> dict[str, Any]:
        """How many, and how many there were."""
        return {"many": self.many, "was": self.was}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "FlagRows":
        """The numbers, checked."""
        many, was = plain.get("many"), plain.get("was")
        if type(many) is not int or type(was) is not int or min(many, was) < 0:
            raise ValueError("This is no number of rows.")
        return cls(many, was)


def _flag(project: "Project", many: int) -> None:
    if (audit := project.audit) is not None:
        project.set_audit(audit.flagging(min(many, len(audit.dataset))))


KINDS: dict[str, type[Command]] = {
    known.kind: known
    for known in (Decide, RecordSample, TakePlan, RenameRun, RemoveRun, SetRule, FlagRows)
}


def as_plain(command: Command) -> dict[str, Any]:
    """A command as plain data, with its kind.

    >>> as_plain(RemoveRun(1)), command_from(as_plain(RemoveRun(1)))
    ({'kind': 'remove', 'number': 1}, RemoveRun(number=1))
    """
    return {"kind": command.kind} | command.plain()


def command_from(plain: Any) -> Command:
    """The command that plain data stand for; raise ValueError for anything else."""
    facts = plain if isinstance(plain, Mapping) else {}
    kind = facts.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise ValueError("This is no command.")
    return KINDS[kind].from_plain(facts)


def lines_of(command: Command) -> list[int]:
    """The lines that a command is about, ascending; none if it is about no rows."""
    if not isinstance(command, Decide):
        return []
    return [int(line) for line in np.unique(np.concatenate([b.lines for b in command.step]))]
