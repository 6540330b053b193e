"""Branches: the ways in which one table was understood, each with its own data and runs.

Another target, role, weight or split gives another dataset of the same table. Nothing of the
former one is thrown away: its runs stay in the list, and choosing one, or undoing, goes back to it.
Branches of one target share what was decided about the rows.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.base.wording import count
from core.data.computing import Expressions
from core.data.dataset import Dataset
from core.data.plan import Plan
from core.data.roles import Role
from core.judging.reviewing.decisions import Decisions

if TYPE_CHECKING:
    from core.judging.auditing.result import Audit
    from core.project.commands import Command

_MOST_AUDITS = 5
"""Of more revisions what the judges say is not kept: it is as large as the data."""


@dataclass(eq=False)
class Branch:
    """One way in which the table is understood."""

    number: int
    decisions: Decisions
    earlier: "tuple[Command, ...]" = ()
    """What was decided about its rows before it was made: no part of what can be undone here."""
    audit: "Audit | None" = field(default=None, repr=False)
    """What the judges say of one of its revisions: the one that is looked at."""
    _audits: "list[Audit]" = field(default_factory=list, repr=False)
    """The last ones, each of another revision."""

    def take_audit(self, audit: "Audit") -> None:
        """Look at an audit; that of an earlier revision can be gone back to."""
        others = [known for known in self._audits if known.about is not audit.about]
        self._audits = [*others, audit][-_MOST_AUDITS:]
        self.audit = audit

    def go_back_to(self, dataset: Dataset) -> bool:
        """Look at the audit of a revision, if there was one, and tell whether it is another."""
        known = next((each for each in self._audits if each.about is dataset), self.audit)
        is_other, self.audit = known is not self.audit, known
        return is_other

    @property
    def base(self) -> Dataset:
        """The data as they were read."""
        return self.decisions.base

    @property
    def plan(self) -> Plan:
        """How the columns are understood and used."""
        assert self.base.plan is not None
        return self.base.plan

    @property
    def revision(self) -> Dataset:
        """The data as they stand."""
        return self.decisions.revision()

    @property
    def name(self) -> str:
        """What tells it from others, in a few words: its target, and the weight if there is one."""
        weight = self.plan.weight
        return f"{self.plan.target}, weighted by {weight}" if weight else f"{self.plan.target}"


def _computed_difference(before: Expressions, after: Expressions) -> str:
    """What was done to computed columns."""
    new = [name for name in after if name not in before]
    gone = [name for name in before if name not in after]
    if len(new) == len(gone) == 1:
        return f"compute {new[0]!r} instead of {gone[0]!r}"
    if new:
        return f"compute {new[0]!r}" if len(new) == 1 else f"compute {count(len(new), 'column')}"
    if gone:
        return f"remove {gone[0]!r}" if len(gone) == 1 else f"remove {count(len(gone), 'column')}"
    other = next(name for name, text in after.items() if before[name] != text)
    return f"compute {other!r} in another way"


def difference(before: Plan, after: Plan) -> str:
    """What another plan changes, as one would say what was done.

    >>> import pandas as pd
    >>> from core.data.table import Table
    >>> plan = Plan.suggested(Table.from_frame(pd.DataFrame({"x": [1, 2], "class": list("ab")})))
    >>> difference(plan, plan.with_target("x")), difference(plan, plan.with_weight("x"))
    ("take 'x' as the target", "take 'x' as the weight")
    """
    if before.target != after.target:
        is_new = after.target in after.computed and after.target not in before.computed
        what = "compute" if is_new else "take"
        return f"{what} {after.target!r} as the target"
    if before.weight != after.weight:
        return f"take {after.weight!r} as the weight" if after.weight else "take no weights"
    if before.split != after.split:
        return "split the rows in another way"
    if before.computed != after.computed:
        return _computed_difference(before.computed, after.computed)
    were, are = before.spellings, after.spellings
    if were != are:
        names = [repr(name) for name in {**were, **are} if were.get(name) != are.get(name)]
        is_merged = sum(map(len, are.values())) > sum(map(len, were.values()))
        verb = "merge" if is_merged else "tell apart"
        return f"{verb} spellings of {' and '.join(names)}"
    changed = {
        name: role for name, role in after.roles.items() if before.roles.get(name) is not role
    }
    if len(changed) > 1 and set(changed.values()) == {Role.IGNORED}:
        return f"ignore {count(len(changed), 'column')}"
    for name, role in changed.items():
        return f"ignore {name!r}" if role is Role.IGNORED else f"use {name!r} as a {role.value}"
    return "understand the file in another way"
