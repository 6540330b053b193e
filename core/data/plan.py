"""A plan: everything that was decided about a table before it became a dataset.

It is plain data. Whoever keeps the plan and the file can make the same dataset again, split and
all; whoever keeps the plan from before a change can undo it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from core.base.errors import DataError
from core.data.column_plan import ColumnPlan
from core.data.computing import (
    Expressions,
    check_expressions,
    checked_name,
    in_order,
    keeping_secret,
    understood_as,
    used_by,
    users_of,
)
from core.data.roles import Meaning, Role, Task
from core.data.split import USUAL_SPLIT, Split
from core.data.table import Table

_WHY_NO_TEXT = "texts are not learned from unless they are asked for"


@dataclass(frozen=True)
class Plan:
    """What each column means and is used for, the task, and the rows that are left out.

    >>> import pandas as pd
    >>> table = Table.from_frame(pd.DataFrame({"paid": ["2024-01-31"], "x": [1], "class": ["a"]}))
    >>> plan = Plan.suggested(table)
    >>> plan.target, plan["paid"].meaning, plan["paid"].why
    ('class', <Meaning.DATE: 'date'>, 'dates written year-month-day')
    >>> plan.with_target("x").roles["class"]
    <Role.FEATURE: 'feature'>
    """

    columns: Mapping[str, ColumnPlan]
    task: Task | None = None
    """None to let the values of the target decide."""
    positive: str | None = None
    """Which of two classes is the second one; None for the usual."""
    excluded: frozenset[int] = frozenset()
    """Lines of the file that are left out."""
    set_aside: frozenset[str] = frozenset()
    """Classes whose rows are left out."""
    split: Split = USUAL_SPLIT
    """Which rows are kept back for validation."""
    computed: Expressions = field(default_factory=dict)
    """Columns that no file has, by name: the texts of the expressions that give their values."""
    why_target: str = field(default="", compare=False)
    """Why the target was guessed, as it would follow a colon; empty where a person chose it."""

    def __post_init__(self) -> None:
        """Refuse what contradicts itself, and make sure that nobody changes the columns."""
        object.__setattr__(self, "columns", MappingProxyType(dict(self.columns)))
        object.__setattr__(self, "computed", MappingProxyType(dict(self.computed)))
        for role in (Role.TARGET, Role.WEIGHT):
            having = [name for name, column in self.columns.items() if column.role is role]
            if len(having) > 1:
                raise DataError(f"Both {having[0]!r} and {having[1]!r} are the {role.value}.")
        for name in self.split.names:
            if self[name].role is Role.TARGET:
                raise DataError(
                    f"{name!r} is the target, so the rows cannot be split by it. Choose another "
                    "column for one of the two."
                )
        check_expressions(self.columns, self.computed, self.target)

    def __hash__(self) -> int:
        parts = (tuple(self.columns.items()), self.task, self.positive)
        return hash((*parts, self.excluded, self.set_aside, self.split, *self.computed.items()))

    def __getitem__(self, name: str) -> ColumnPlan:
        if name not in self.columns:
            raise DataError(f"There is no column {name!r}.")
        return self.columns[name]

    @classmethod
    def suggested(
        cls, table: Table, target: str | None = None, computed: Expressions | None = None
    ) -> "Plan":
        """The likeliest plan for a table: its columns understood, and its target chosen.

        The target may be one of the columns that are `computed`.
        """
        from core.data.guessing import understood
        from core.data.targets.guess import likeliest_target

        columns = understood(table)
        if target is not None:
            return cls(columns).predicting(target, computed or {})
        name, why = likeliest_target(table, columns)
        return replace(cls(columns).predicting(name, computed or {}), why_target=why)

    @property
    def missing_words(self) -> dict[str, tuple[str, ...]]:
        """By column to learn from, words for a missing value, beside those of the file."""
        used = {name for name, column in self.columns.items() if column.role is Role.FEATURE}
        used.update(*(used_by(name, self.computed) for name in list(used)))
        return {name: c.missing for name, c in self.columns.items() if c.missing and name in used}

    @property
    def spellings(self) -> dict[str, dict[str, str]]:
        """By column, the texts of the file that are taken for another one, and for which."""
        return {name: dict(c.spellings) for name, c in self.columns.items() if c.spellings}

    @property
    def roles(self) -> dict[str, Role]:
        """What each column is used for."""
        return {name: column.role for name, column in self.columns.items()}

    @property
    def target(self) -> str | None:
        """The column to predict, if one is chosen."""
        return self._having(Role.TARGET)

    @property
    def weight(self) -> str | None:
        """The column with the rows' weights, if there is one."""
        return self._having(Role.WEIGHT)

    # Changes: each gives another plan

    def with_target(self, name: str) -> "Plan":
        """Predict another column; what was decided about the classes of the old one goes."""
        if self[name].role is Role.TARGET:
            return self
        freed = self._freed(Role.TARGET)
        secret = replace(freed, columns=keeping_secret(freed.columns, self.computed, name))
        return replace(
            secret._with(name, role=Role.TARGET),
            task=None,
            positive=None,
            set_aside=frozenset(),
            why_target="",
        )

    def with_weight(self, name: str | None) -> "Plan":
        """Take the rows' weights from a column, or from none."""
        if name is None:
            return self._freed(Role.WEIGHT)
        if self[name].role is Role.TARGET:
            raise DataError(f"{name!r} cannot be both the target and the weight.")
        return self._freed(Role.WEIGHT)._with(name, role=Role.WEIGHT)

    def with_split(self, split: Split) -> "Plan":
        """Split the rows in another way.

        A column that says which rows are for validation, or belong together, is not learned from;
        one that says it no longer is used as usual.
        """
        if split == self.split:
            return self
        plan = self
        for name, why in self._why_split(self.split).items():
            if self[name].role is Role.IGNORED and self[name].why == why:
                plan = plan._with(name, role=self[name].meaning.usual_role, why="")
        for name, why in self._why_split(split).items():
            if plan[name].role is Role.FEATURE:
                plan = plan._with(name, role=Role.IGNORED, why=why)
        return replace(plan, split=split)

    def drawn_anew(self) -> "Plan":
        """The plan with today's way of drawing rows, for data that nothing was trained on yet."""
        return replace(self, split=replace(self.split, rule=USUAL_SPLIT.rule))

    @staticmethod
    def _why_split(split: Split) -> dict[str, str]:
        """The columns that are not learned from because of a split, and why."""
        reasons = {
            split.group: "its equal values are a group, which stays together",
            split.column: "it says which rows are for validation",
        }
        return {name: why for name, why in reasons.items() if name is not None}

    def with_role(self, name: str, role: Role) -> "Plan":
        """Use a column for something else."""
        if role is Role.FEATURE and name == self.split.column:
            raise DataError(
                f"{name!r} says which rows are for validation, so nothing can be learned from it. "
                "Split the rows in another way first."
            )
        if role is Role.TARGET:
            return self.with_target(name)
        if role is Role.WEIGHT:
            return self.with_weight(name)
        # Why a person leaves a column out is not known; what it means stays as it was understood.
        why = "" if role is Role.IGNORED else self[name].why
        changed = self._with(name, role=role, why=why)
        if self[name].role is Role.TARGET:
            changed = replace(changed, task=None, positive=None, set_aside=frozenset())
        return changed

    def keeping(self, names: Iterable[str]) -> "Plan":
        """Learn from these columns alone: the other features are ignored.

        Raise DataError for a column that nothing is learned from.
        """
        kept = set(names)
        features = [name for name, column in self.columns.items() if column.role is Role.FEATURE]
        if unknown := kept.difference(features):
            raise DataError(f"Nothing is learned from {min(unknown)!r}, so it cannot be kept.")
        left_out = set(features) - kept
        columns = {
            name: replace(column, role=Role.IGNORED, why="") if name in left_out else column
            for name, column in self.columns.items()
        }
        return replace(self, columns=columns)

    def with_meaning(
        self, name: str, meaning: Meaning, date_order: str = "", missing: Iterable[str] = ()
    ) -> "Plan":
        """Understand a column in another way; a feature of it is used as is usual for that."""
        old = self[name]
        is_fixed = old.role in (Role.TARGET, Role.WEIGHT) or name in self._why_split(self.split)
        role = old.role if is_fixed else meaning.usual_role
        why = _WHY_NO_TEXT if meaning is Meaning.TEXT and role is Role.IGNORED else ""
        changed = self._with(
            name, meaning=meaning, role=role, why=why, date_order=date_order, missing=tuple(missing)
        )
        is_target = old.role is Role.TARGET
        return replace(changed, task=None, positive=None) if is_target else changed

    def with_missing(self, name: str, words: Iterable[str]) -> "Plan":
        """Take these words of a column for missing values too."""
        return self._with(name, missing=tuple(dict.fromkeys((*self[name].missing, *words))))

    def merging(self, name: str, spellings: Iterable[str], into: str) -> "Plan":
        """Take several spellings of a column's texts for one; the file stays as it is."""
        if name in self.computed:
            raise DataError(
                f"{name!r} is computed, so its texts come from its expression. Merge spellings "
                "there, by lower() or replace(), or in a column that it uses."
            )
        column = self[name].merging(spellings, into)
        changed = replace(self, columns={**self.columns, name: column})
        if self[name].role is not Role.TARGET:
            return changed
        # The classes are others: what was said about them is said of what they are called now.
        positive = None if self.positive is None else column.spelled(self.positive)
        return replace(
            changed,
            task=None if self.task is Task.MANY_CLASSES else self.task,
            positive=positive,
            set_aside=frozenset(map(column.spelled, self.set_aside)),
        )

    def computing(self, name: str, text: str, was: str = "", is_target: bool = False) -> "Plan":
        """With a column that an expression computes: a new one, or in place of the one that was.

        The target alone may be computed from what was the target before.
        Raise DataError, an ExpressionError with the place in the text, for one that cannot be.

        >>> import pandas as pd
        >>> frame = pd.DataFrame({"price": [6, 8], "rooms": [3, 4], "sold": ["no", "yes"]})
        >>> plan = Plan.suggested(Table.from_frame(frame), "sold").computing("x", "price / rooms")
        >>> plan["x"].meaning, dict(plan.computed)
        (<Meaning.NUMBER: 'number'>, {'x': 'price / rooms'})
        """
        if is_target and self.target not in (None, was):
            return self._freed(Role.TARGET).computing(name, text, was).with_target(name.strip())
        others = [known for known in self.columns if known != was]
        name = checked_name(name, others)
        if was and name != was and (users := users_of(was, self.computed)):
            raise DataError(
                f"{users[0]!r} uses {was!r}, so it cannot be called otherwise. Change "
                f"{users[0]!r} first."
            )
        if was and name != was and (was in self.split.names or self.target == was):
            raise DataError(f"{was!r} is in use by this name, so it cannot be called otherwise.")
        made = understood_as(name, text.strip(), {n: self.columns[n] for n in others})
        if was and self[was].meaning is made.meaning:
            made = self[was]
        elif was and self[was].role is Role.TARGET:
            made = replace(made, role=Role.TARGET)
        columns = {name if n == was else n: c for n, c in self.columns.items()}
        expressions = {name if n == was else n: t for n, t in self.computed.items()}
        expressions[name], columns[name] = text.strip(), made
        if made.role is Role.TARGET:
            columns = keeping_secret(columns, expressions, name)
        return replace(self, columns=columns, computed=expressions)

    def computing_all(self, expressions: Expressions) -> "Plan":
        """With several computed columns, which may use one another."""
        if not expressions:
            return self
        plan = self
        for name in in_order(expressions):
            plan = plan.computing(name, expressions[name])
        columns = plan.columns
        kept = {name: columns[name] for name in columns if name not in expressions}
        in_given_order = {name.strip(): expressions[name].strip() for name in expressions}
        return replace(
            plan,
            columns=kept | {name: columns[name] for name in in_given_order},
            computed={**self.computed, **in_given_order},
        )

    def predicting(self, target: str, expressions: Expressions) -> "Plan":
        """With a target and computed columns: the target may be one, and no other may use it."""
        if target in expressions:
            return self.computing_all(expressions).with_target(target)
        return self.with_target(target).computing_all(expressions)

    def not_computing(self, name: str) -> "Plan":
        """Without a computed column; raise DataError if something else needs it."""
        if name not in self.computed:
            raise DataError(
                f"{name!r} is not computed, so it cannot be removed. Ignore it instead."
            )
        if users := users_of(name, self.computed):
            raise DataError(f"{users[0]!r} uses {name!r}. Remove {users[0]!r} first.")
        if self.target == name:
            raise DataError(f"{name!r} is the target. Choose another target first.")
        if name in self.split.names:
            raise DataError(f"{name!r} says how the rows are split. Split them otherwise first.")
        return replace(
            self,
            columns={n: c for n, c in self.columns.items() if n != name},
            computed={n: text for n, text in self.computed.items() if n != name},
        )

    def with_task(self, task: Task | None) -> "Plan":
        """Say what is to be predicted; None to let the values of the target decide."""
        is_number = task is Task.REGRESSION
        return replace(
            self,
            task=task,
            positive=self.positive if task in (None, Task.TWO_CLASSES) else None,
            set_aside=frozenset() if is_number else self.set_aside,
        )

    def with_positive(self, positive: str | None) -> "Plan":
        """Say which of two classes is the one that is looked for."""
        return replace(self, positive=positive)

    def excluding(self, lines: Iterable[int]) -> "Plan":
        """Leave out the rows of these lines too."""
        return replace(self, excluded=self.excluded | {int(line) for line in lines})

    def setting_aside(self, classes: Iterable[str]) -> "Plan":
        """Leave out the rows of these classes too."""
        return replace(self, set_aside=self.set_aside | set(classes))

    def fits(self, names: Collection[str]) -> bool:
        """Whether a file with these columns has all that the plan speaks of, and none it makes."""
        own = self.columns.keys() - self.computed.keys()
        return own <= set(names) and self.computed.keys().isdisjoint(names)

    def fitted(self, table: Table) -> "Plan":
        """The plan for this table: what it says about columns that are there, and the rest guessed.

        Raise DataError for a column that the plan uses and the table lacks.
        """
        for name, column in self.columns.items():
            is_used = column.role is not Role.IGNORED or name in self.split.names
            if name in self.computed and name in table.names:
                raise DataError(
                    f"{table.name} has a column {name!r} of its own, and the plan computes one of "
                    "this name. Call the computed one otherwise."
                )
            if is_used and name not in self.computed:
                table.column(name)
        if list(self.columns) == [*table.names, *self.computed]:
            return self
        from core.data.guessing import understood

        known = {name: self.columns.get(name, new) for name, new in understood(table).items()}
        return replace(self, columns=known | {name: self.columns[name] for name in self.computed})

    def _having(self, role: Role) -> str | None:
        return next((name for name, column in self.columns.items() if column.role is role), None)

    def _with(self, name: str, **changes: Any) -> "Plan":
        return replace(self, columns={**self.columns, name: replace(self[name], **changes)})

    def _freed(self, role: Role) -> "Plan":
        """Without a column of this role: the one that had it is used as usual."""
        name = self._having(role)
        return self if name is None else self._with(name, role=self[name].meaning.usual_role)

    # Plain data

    def plain(self) -> dict[str, Any]:
        """The plan as plain data, ready for JSON."""
        return {
            "columns": {name: column.plain() for name, column in self.columns.items()},
            "task": self.task.value if self.task else None,
            "positive": self.positive,
            "excluded": sorted(self.excluded),
            "set_aside": sorted(self.set_aside),
            "split": self.split.plain(),
        } | ({"computed": dict(self.computed)} if self.computed else {})

    @classmethod
    def from_plain(cls, plain: Any) -> "Plan":
        """Take a plan back from plain data; raise DataError for anything that is none."""
        if not isinstance(plain, Mapping) or not isinstance(plain.get("columns"), Mapping):
            raise DataError("The saved plan names no columns.")
        known = {"columns", "task", "positive", "excluded", "set_aside", "split", "computed"}
        if unknown := set(plain) - known:
            raise DataError(f"The saved plan has a part {min(map(str, unknown))!r}, which is none.")
        task, positive = plain.get("task"), plain.get("positive")
        excluded, set_aside = plain.get("excluded", []), plain.get("set_aside", [])
        if task is not None and task not in [known.value for known in Task]:
            raise DataError(f"The saved plan has the task {task!r}, which is none.")
        if not isinstance(positive, str | None):
            raise DataError(f"The saved plan has the positive class {positive!r}, which is none.")
        if not isinstance(excluded, list) or not all(type(line) is int for line in excluded):
            raise DataError("The saved plan excludes lines that are no whole numbers.")
        if not isinstance(set_aside, list) or not all(isinstance(name, str) for name in set_aside):
            raise DataError("The saved plan sets classes aside that are no texts.")
        computed = plain.get("computed", {})
        if not isinstance(computed, Mapping) or not all(
            isinstance(part, str) for part in (*computed, *computed.values())
        ):
            raise DataError("The saved plan computes columns by what is no expression.")
        return cls(
            {str(name): ColumnPlan.from_plain(part) for name, part in plain["columns"].items()},
            None if task is None else Task(task),
            positive,
            frozenset(excluded),
            frozenset(set_aside),
            Split.from_plain(plain.get("split")),
            computed,
        )
