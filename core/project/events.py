"""What an observer of a project is told: one small value for each thing that can change."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Event:
    """Something of a project is another thing now."""


@dataclass(frozen=True)
class DataOpened(Event):
    """Other data: nothing of what was there before is left."""


@dataclass(frozen=True)
class BranchChanged(Event):
    """The same table is understood in another way: another target, role, weight or split."""


@dataclass(frozen=True)
class Revised(Event):
    """Another revision of the same data."""


@dataclass(frozen=True)
class DecisionsChanged(Event):
    """Something was decided, noted, undone or redone."""


@dataclass(frozen=True)
class SampleChanged(Event):
    """A row was drawn, a check was answered, or a sample began or ended."""


@dataclass(frozen=True)
class RunsChanged(Event):
    """A run was added, renamed, removed or put back."""


@dataclass(frozen=True)
class CurrentChanged(Event):
    """Another run is shown, or none."""


@dataclass(frozen=True)
class ComparedChanged(Event):
    """Other runs are drawn beside the current one."""


@dataclass(frozen=True)
class RunFinished(Event):
    """The training of one of the runs came to its end."""


@dataclass(frozen=True)
class RuleChanged(Event):
    """A run decides between the classes by another rule."""


@dataclass(frozen=True)
class AuditChanged(Event):
    """Another audit is there, or another number of rows is flagged."""


@dataclass(frozen=True)
class SelectionChanged(Event):
    """Other rows are selected."""


@dataclass(frozen=True)
class OptionsChanged(Event):
    """The options of a view are others."""

    name: str


@dataclass(frozen=True)
class HistoryChanged(Event):
    """Something else was done last, or can be undone or redone."""


@dataclass(frozen=True)
class WriteFailed(Event):
    """What was done could not be written down; it is tried again with whatever is done next."""

    error: Exception
