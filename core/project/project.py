"""The project: data and their revisions, runs, decisions, the selection and the views' options.

It is plain Python. Whoever wants to know of changes observes it, and is told of each by a small
value (`core.project.events`). What a person does to data and runs is a command: it goes through
`do`, can be undone and redone, and is written to the journal, if there is one. What a person looks
at (the run shown, the round, the selection, options) is part of the state, and of no list of deeds.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from core.base.arrays import Integers
from core.base.errors import DataError
from core.base.person import system_name
from core.project import events
from core.project.row_deeds import RowDeeds
from core.project.runs import RunItem

if TYPE_CHECKING:
    from core.data.dataset import Dataset
    from core.data.plan import Plan
    from core.judging.auditing.result import Audit
    from core.judging.reviewing.certifying.records import Record
    from core.judging.reviewing.decision import Batch, Step
    from core.judging.reviewing.decisions import Decisions
    from core.learning.deciding import DecisionRule
    from core.learning.run import Run
    from core.learning.training import Training
    from core.project.branches import Branch
    from core.project.command_journal import CommandJournal
    from core.project.commands import Command, RecordSample

_MOST_HEAVY = 5
"""Deeds that keep something large alive, as a deleted run, can be undone this many times."""

Observer = Callable[[events.Event], None]


@dataclass(frozen=True, eq=False)
class Done:
    """A command that was done, what takes it back, and what it did in words."""

    command: "Command"
    before: Any = field(repr=False)
    words: str = ""


class Project(RowDeeds):
    """The state of the work.

    >>> import core
    >>> project = Project.of(core.example("ten points", validation_share=0))
    >>> project.decide([2, 3], "exclude", reason="measured twice")
    >>> project.relabel({7: "+"})
    >>> len(project.dataset), [done.words for done in project.done]
    (8, ['exclude 2 rows', 'relabel line 7'])
    >>> project.undo()
    >>> project.decisions.about(7) is None, project.undone[-1].words
    (True, 'relabel line 7')
    """

    def __init__(self) -> None:
        self.branches: list[Branch] = []
        self.branch: Branch | None = None
        self.runs: list[RunItem] = []
        self.compared: list[RunItem] = []
        """The runs that are drawn beside the current one, in the order they were chosen."""
        self.current: RunItem | None = None
        self.round = 0
        self.follows = True
        """Whether the round shown follows the newest one."""
        self.selection: Integers = np.empty(0, np.int64)
        """The lines of the selected rows, ascending."""
        self.options: dict[str, Any] = {}
        """Each view's own settings, by the view's name."""
        self.done: list[Done] = []
        self.undone: list[Done] = []
        """What can be redone, the next one last."""
        self.left_out = 0
        """How many decisions of the journal do not fit the data, and so do not count."""
        self.by = system_name()
        self.journal: CommandJournal | None = None
        self._understood: dict[Plan, tuple[Decisions, tuple[Command, ...]]] = {}
        """Data that were made beforehand, on another thread, for a plan that is taken next."""
        self._observers: list[Observer] = []
        self._run_numbers = self._branch_numbers = 0

    @classmethod
    def of(cls, base: "Dataset", journal: "CommandJournal | None" = None) -> "Project":
        """A project about these data, with what the journal knows of their rows.

        It reads the whole journal: where a person waits, make it on another thread, and let the
        project that is observed take it over.
        """
        from core.judging.reviewing.decisions import Decisions

        project = cls()
        project.branch = project._add_branch(Decisions(base))
        if journal is not None:
            journal.replay(project)
        project.journal = journal
        return project

    # Observers

    def observe(self, observer: Observer) -> None:
        """Tell somebody of every change from now on."""
        self._observers.append(observer)

    def tell(self, event: events.Event) -> None:
        """Tell everybody who observes."""
        for observer in list(self._observers):
            observer(event)

    # The data

    def take_over(self, other: "Project") -> None:
        """Be about what another project is about; whoever observes, and the options, stay."""
        self.branches, self.branch = other.branches, other.branch
        self.runs, self.journal = other.runs, other.journal
        self.done, self.undone = other.done, other.undone
        self.left_out, self._understood = other.left_out, {}
        self._run_numbers, self._branch_numbers = other._run_numbers, other._branch_numbers
        self.current = None
        self.compare([])
        self.tell(events.DataOpened())
        if self.runs:
            self.tell(events.RunsChanged())
        self.show(other.current)
        self.compare(other.compared)
        self.round, self.follows = other.round, other.follows
        self.select(other.selection)
        if self.audit is not None:
            self.tell(events.AuditChanged())
        self.tell(events.DecisionsChanged())
        self.tell(events.HistoryChanged())

    @property
    def dataset(self) -> "Dataset | None":
        """The data as they stand: the revision of the branch that is open."""
        return self.branch.revision if self.branch else None

    @property
    def decisions(self) -> "Decisions":
        """What is decided about the rows of the branch that is open."""
        return self.open_branch.decisions

    @property
    def open_branch(self) -> "Branch":
        """The branch that is open; raise DataError if no data are."""
        if self.branch is None:
            raise DataError("No data are open. Open a file first.")
        return self.branch

    @property
    def shown_dataset(self) -> "Dataset | None":
        """The data that views show: the current run's, else those that are open."""
        return self.current.dataset if self.current else self.dataset

    # Commands

    def do(self, command: "Command") -> None:
        """Do a command, once it is written down; what was undone before is gone."""
        command.prepare(self)
        words, revision = command.words(self), self._shown_revision()
        if self.journal is not None:
            self.journal.did(self, command)
        done = Done(command, command.do(self), words)
        if command.is_deed:
            self._keep(done)
            self.undone.clear()
            self._tell_done(command, revision)

    def undo(self) -> None:
        """Take back what was done last."""
        if not self.done:
            return
        done, revision = self.done[-1], self._shown_revision()
        if self.journal is not None:
            self.journal.undone(self, done.command)
        self.done.pop()
        done.command.undo(self, done.before)
        self.undone.append(done)
        self._tell_done(done.command, revision)

    def redo(self) -> None:
        """Do again what was taken back last."""
        if not self.undone:
            return
        done, revision = self.undone[-1], self._shown_revision()
        if self.journal is not None:
            self.journal.redone(self, done.command)
        self.undone.pop()
        self._keep(replace(done, before=done.command.do(self)))
        self._tell_done(done.command, revision)

    def _keep(self, done: Done) -> None:
        self.done.append(done)
        if not done.command.is_heavy:
            return
        heavy = [known for known in self.done if known.command.is_heavy]
        for oldest in heavy[:-_MOST_HEAVY]:
            self.done.remove(oldest)

    def _shown_revision(self) -> "Dataset | None":
        """The data that observers know; to make a revision for nobody would be a waste."""
        return self.dataset if self._observers else None

    def _tell_done(self, command: "Command", before: "Dataset | None") -> None:
        if command.is_about_rows:
            if self._shown_revision() is not before:
                self.tell(events.Revised())
            self.tell(events.DecisionsChanged())
        self.tell(events.HistoryChanged())

    # Deeds, by the words of a person

    def record(self, record: "Record") -> None:
        """Write down what belongs to the sample of the rows; it cannot be undone."""
        from core.project.commands import RecordSample

        self.do(RecordSample(self.open_branch.base.target, record))

    def samples(self) -> "list[RecordSample]":
        """The records of the samples of all targets, to be repeated elsewhere."""
        from core.project.commands import RecordSample

        logs = {own.base.target: own.decisions.sample for own in self.branches}
        return [
            RecordSample(target, each) for target, log in logs.items() for each in log.records()
        ]

    def take_plan(self, plan: "Plan") -> None:
        """Understand the table in another way; nothing happens if it is understood so already."""
        from core.project.commands import TakePlan

        if plan != self.open_branch.plan:
            known = [branch.number for branch in self.branches if branch.plan == plan]
            self.do(TakePlan(plan, known[0] if known else self.next_branch))

    def rename_run(self, item: RunItem, name: str) -> None:
        """Call a run by another name; a blank one is none."""
        from core.project.commands import RenameRun

        if name.strip() and name.strip() != item.name:
            self.do(RenameRun(item.number, name.strip(), item.name))

    def remove_run(self, item: RunItem) -> None:
        """Take a finished run out of the list."""
        from core.project.commands import RemoveRun

        if item.run is not None and item in self.runs:
            self.do(RemoveRun(item.number))

    def decide_by(self, item: RunItem, rule: "DecisionRule | None") -> None:
        """Let a finished run decide by a rule; by none, the largest share wins."""
        from core.project.commands import SetRule

        if item.run is not None and rule != item.run.rule:
            self.do(SetRule(item.number, rule, item.run.rule))

    def flag(self, many: int) -> None:
        """Flag so many rows, rather than what the estimate says."""
        from core.project.commands import FlagRows

        if self.audit is not None and many != self.audit.count:
            self.do(FlagRows(many, self.audit.count))

    # Branches

    def branch_of(self, plan: "Plan", number: int) -> "Branch":
        """The branch of a plan: the one there is, else a new one of this number."""
        for branch in self.branches:
            if branch.plan == plan:
                return branch
        self.understand(plan)
        return self._add_branch(*self._understood.pop(plan), number=number)

    def understand(self, plan: "Plan") -> None:
        """Make the data of a plan; where they are large, on another thread, before it is taken.

        Raise DataError if they cannot be. What was decided about the rows is the same for all data
        of one target; of another target, the journal knows.
        """
        from core.parts.opening import understood

        if plan in self._understood or any(branch.plan == plan for branch in self.branches):
            return
        base = understood(self.open_branch.base, plan)
        own = [branch.decisions for branch in self.branches if branch.base.target == base.target]
        if own:
            self._understood[plan] = own[0].for_base(base), ()
        else:
            known = Project.of(base, self.journal)
            self._understood[plan] = known.decisions, tuple(done.command for done in known.done)

    def branch_numbered(self, number: int) -> "Branch":
        """The branch of a number."""
        return next(branch for branch in self.branches if branch.number == number)

    def go_to_branch(self, branch: "Branch", current: int | None = None) -> None:
        """Open another branch, and show its run of a number, or its last one."""
        self.branch = branch
        own = [item for item in self.runs if item.branch == branch.number]
        item = self.run_numbered(current) if current is not None else own[-1] if own else None
        self.tell(events.BranchChanged())
        self.show(item)
        self.tell(events.DecisionsChanged())

    def forget_branch(self, branch: "Branch") -> None:
        """Leave out a branch that nothing was trained on."""
        if branch is not self.branch and not any(run.branch == branch.number for run in self.runs):
            self.branches = [known for known in self.branches if known is not branch]

    def add_branch(
        self, base: "Dataset", number: int, earlier: "Iterable[Command]" = ()
    ) -> "Branch":
        """Take a branch of an earlier sitting over, with what was known about its rows then."""
        own = [known.decisions for known in self.branches if known.base.target == base.target]
        commands = tuple(earlier)
        if own:
            return self._add_branch(own[0].for_base(base), (), number)
        known = Project.of(base)
        for command in commands:
            known.repeat(command)
        return self._add_branch(known.decisions, commands, number)

    def _add_branch(
        self, decisions: "Decisions", earlier: "tuple[Command, ...]" = (), number: int | None = None
    ) -> "Branch":
        from core.project.branches import Branch

        branch = Branch(self.next_branch if number is None else number, decisions, earlier)
        self._branch_numbers = max(self._branch_numbers, branch.number)
        self.branches.append(branch)
        return branch

    @property
    def next_branch(self) -> int:
        """The number that no branch ever had."""
        return self._branch_numbers + 1

    # Runs

    def add_run(self, training: "Training | Run") -> RunItem:
        """Put a training that starts now, or a run, into the list, and show it."""
        self._run_numbers += 1
        number = self.open_branch.number
        item = RunItem(self._run_numbers, training, branch=number)
        self.runs.append(item)
        self.tell(events.RunsChanged())
        self.show(item)
        return item

    def take_runs(self, runs: Sequence[RunItem]) -> None:
        """Take over the runs of an earlier sitting."""
        self.runs = list(runs)
        self._run_numbers = max((item.number for item in runs), default=0)
        self.tell(events.RunsChanged())

    def run_numbered(self, number: int) -> RunItem | None:
        """The run of a number, if it is in the list."""
        return next((item for item in self.runs if item.number == number), None)

    def name_run(self, number: int, name: str) -> None:
        """Give a run a name; `rename_run` is the deed."""
        if item := self.run_numbered(number):
            item.name = name
            self.tell(events.RunsChanged())

    def give_rule(self, number: int, rule: "DecisionRule | None") -> None:
        """Give a finished run a rule that fits its classes; `decide_by` is the deed."""
        item = self.run_numbered(number)
        is_fit = rule is None or (item is not None and len(rule) == len(item.dataset.classes))
        if item is not None and item.run is not None and is_fit:
            item.source = item.run.deciding_by(rule)
            self.tell(events.RuleChanged())

    def take_out_run(self, number: int) -> tuple[RunItem, int] | None:
        """Take a run out of the list; the one before it is shown instead."""
        item = self.run_numbered(number)
        if item is None:
            return None
        place = self.runs.index(item)
        self.runs.remove(item)
        self.compare([other for other in self.compared if other is not item])
        self.tell(events.RunsChanged())
        if item is self.current:
            own = [run for run in self.runs[:place] if run.branch == item.branch]
            later = [run for run in self.runs[place:] if run.branch == item.branch]
            self.show(own[-1] if own else later[0] if later else None)
        return item, place

    def put_back_run(self, item: RunItem, place: int) -> None:
        """Put a run that was taken out back into its place; one of this branch is shown."""
        self.runs.insert(place, item)
        self.tell(events.RunsChanged())
        if self.branch is not None and item.branch == self.branch.number:
            self.show(item)

    def finish_run(self, item: RunItem, run: "Run") -> None:
        """A training came to its end: its run takes its place."""
        item.source, item.early_model = run, None
        self.tell(events.RunFinished())

    def fail_run(self, item: RunItem) -> None:
        """A training failed: it leaves the list."""
        self.take_out_run(item.number)

    @property
    def finished_runs(self) -> "list[Run]":
        """The runs of this branch whose training has ended, in the order of the list."""
        number = self.branch.number if self.branch else 0
        own = [item for item in self.runs if item.branch == number]
        return [item.run for item in own if item.run is not None]

    # What is looked at

    def show_run(self, item: RunItem) -> None:
        """Show a run of the list; one of another branch opens that branch, which can be undone."""
        if self.branch is not None and item.branch != self.branch.number:
            from core.project.commands import TakePlan

            self.do(TakePlan(self.branch_numbered(item.branch).plan, item.branch))
        if item is not self.current:
            self.show(item)

    def show(self, item: RunItem | None) -> None:
        """Show a run of the branch that is open, or none; what judges say of its data stays."""
        self.current = item
        self.follows = True
        self.round = self.rounds
        is_other = False
        if item is not None and self.branch is not None:
            is_other = self.branch.go_back_to(item.dataset)
        self.tell(events.CurrentChanged())
        if is_other:
            self.tell(events.AuditChanged())

    def compare(self, items: list[RunItem]) -> None:
        """Draw these runs beside the current one."""
        if items != self.compared:
            self.compared = items
            self.tell(events.ComparedChanged())

    @property
    def rounds(self) -> int:
        """How many rounds the current run has."""
        return self.current.history.rounds if self.current else 0

    def go_to(self, number: int) -> bool:
        """Show a round, and tell whether it is another; the last one is followed."""
        number = max(0, min(number, self.rounds))
        self.follows = number == self.rounds
        is_other, self.round = number != self.round, number
        return is_other

    def select(self, lines: Sequence[int] | Integers) -> None:
        """Select the rows that came from these lines, in every view."""
        chosen = np.asarray(lines, np.int64)
        if not np.all(chosen[:-1] < chosen[1:]):
            chosen = np.unique(chosen)
        if not np.array_equal(chosen, self.selection):
            self.selection = chosen
            self.tell(events.SelectionChanged())

    def set_options(self, name: str, options: object) -> None:
        """Give a view other options."""
        if self.options.get(name) != options:
            self.options[name] = options
            self.tell(events.OptionsChanged(name))

    # What the judges say

    @property
    def audit(self) -> "Audit | None":
        """What the judges say of a revision of the branch that is open."""
        return self.branch.audit if self.branch else None

    def set_audit(self, audit: "Audit") -> None:
        """Take what the judges say of a revision of the branch that is open."""
        self.open_branch.take_audit(audit)
        self.tell(events.AuditChanged())

    # Doing again what the journal tells

    def repeat(self, command: "Command") -> None:
        """Do again what was written down: of decisions, those that fit the data."""
        from core.project.commands import Decide

        if isinstance(command, Decide):
            command = replace(command, step=self._fitting(command.step))
        words = command.words(self)
        if self.journal is not None:
            self.journal.did(self, command)
        done = Done(command, command.do(self), words)
        if command.is_deed:
            self._keep(done)
            self.undone.clear()

    def _fitting(self, step: "Step") -> "Step":
        """The batches of a step as far as they are about rows and labels of these data."""
        found = []
        for batch in step:
            own = self._fitting_batch(batch)
            self.left_out += len(batch) - len(own)
            if len(own):
                found.append(own)
        return tuple(found)

    def _fitting_batch(self, batch: "Batch") -> "Batch":
        base = self.open_branch.base
        label = batch.label
        if label is not None and base.plan is not None:
            label = base.plan[base.target].spelled(label)
        is_known = label is None or not base.classes or label in base.classes
        is_known &= not batch.column or batch.column in base.table.names
        fits = self.decisions.fitting(batch) & is_known
        if fits.all():
            return batch
        marks = None if batch.marks is None else batch.marks[fits]
        return replace(batch, lines=batch.lines[fits], marks=marks)
