"""The split: which rows are kept back for validation, as a person chose it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from core.base.errors import DataError

VALIDATION_SHARE = 0.25
MOST_SHARE = 0.9
FILE_ORDER = "file order"
"""In place of a column of times: the later a row stands in the file, the later it is."""
_BY_LABEL_TOO, _BY_CHANCE, BY_PLACE = 1, 2, 3


class SplitWords(TypedDict, total=False):
    """A split by the words that the command line has for it; those left out stay as they are."""

    validation_share: float
    seed: int
    validation_column: str | None
    time: str | None
    group: str | None
    past_only: bool


@dataclass(frozen=True)
class Split:
    """How the rows are split into those to train on and those to judge by.

    Without a column or a time, a share of every class is drawn by the seed.

    >>> Split().changed(validation_share=0.2, group="patient")
    Split(share=0.2, seed=0, column=None, time=None, group='patient', rule=2, past_only=False)
    """

    share: float = VALIDATION_SHARE
    seed: int = 0
    column: str | None = None
    """The column that says which rows are for validation."""
    time: str | None = None
    """The column by which the latest rows are for validation; FILE_ORDER for the last lines."""
    group: str | None = None
    """The column whose equal values stay on one side, here and in every fold."""
    rule: int = _BY_CHANCE
    """How rows are drawn: what was saved by 1, which kept rows of one label together, keeps it.

    By 3, for several files, each row, or group, is drawn by a hash of its file and line, or of its
    name, without a look at any other row: whatever the others are, it stays on its side.
    """
    past_only: bool = False
    """Whether the audit judges every row by what was learned from earlier rows; asks for a time."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        if not 0 <= self.share <= MOST_SHARE:
            raise DataError(
                f"The validation share is {self.share}: it must be at least 0 and at most "
                f"{MOST_SHARE}."
            )
        if self.seed < 0:
            raise DataError(f"The seed is {self.seed}: it must be a whole number of 0 or more.")
        if self.column is not None and self.time is not None:
            raise DataError(
                f"Either {self.column!r} says which rows are for validation, or {self.time!r} "
                "which are the latest. Choose one of them."
            )
        if self.past_only and self.time is None:
            raise DataError(
                "Judges can only be kept from later rows where something tells which are later. "
                f"Choose a column of times, or {FILE_ORDER!r}."
            )
        if self.group is not None and self.group == self.column:
            raise DataError(
                f"{self.group!r} cannot be both the group and what says which rows are for "
                "validation. Choose one of them."
            )

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that it is made by."""
        by_time = None if self.time == FILE_ORDER else self.time
        return tuple(name for name in (self.column, by_time, self.group) if name is not None)

    @property
    def keeps_labels_together(self) -> bool:
        """Whether rows of the same features and label are on one side, as it once was."""
        return self.rule == _BY_LABEL_TOO

    @property
    def is_by_place(self) -> bool:
        """Whether every row is drawn by its file and line alone."""
        return self.rule == BY_PLACE

    def changed(
        self,
        validation_share: float | None = None,
        seed: int | None = None,
        past_only: bool | None = None,
        **names: str | None,
    ) -> "Split":
        """Another split, by the words of the command line."""
        told = {"share": validation_share, "seed": seed, "past_only": past_only}
        changes: dict[str, Any] = {key: value for key, value in told.items() if value is not None}
        known = {"validation_column": "column", "time": "time", "group": "group"}
        changes |= {known[key]: name for key, name in names.items()}
        return replace(self, **changes)

    def plain(self) -> dict[str, Any]:
        """As plain data, ready for JSON."""
        names = {"column": self.column, "time": self.time, "group": self.group}
        given = {key: name for key, name in names.items() if name is not None}
        asked = {"past_only": True} if self.past_only else {}
        return {"share": self.share, "seed": self.seed, "rule": self.rule} | given | asked

    @classmethod
    def from_plain(cls, plain: Any) -> "Split":
        """Take it back from plain data; None is a split that was saved before it had any parts."""
        if plain is None:
            return cls(rule=_BY_LABEL_TOO)
        if not isinstance(plain, Mapping) or set(plain) - set(cls.__dataclass_fields__):
            raise DataError("The saved split has parts that are not known here.")
        share, seed, rule = (plain.get(key) for key in ("share", "seed", "rule"))
        column, time, group = names = [plain.get(key) for key in ("column", "time", "group")]
        if not isinstance(share, int | float) or type(seed) is not int:
            raise DataError("The saved split has a share or a seed that is no number.")
        if rule not in (_BY_LABEL_TOO, _BY_CHANCE, BY_PLACE):
            raise DataError(f"The saved split has the rule {rule!r}, which is none.")
        if not all(isinstance(name, str | None) for name in names):
            raise DataError("The saved split names columns that are no texts.")
        past_only = plain.get("past_only", False)
        if not isinstance(past_only, bool):
            raise DataError("The saved split says neither yes nor no to judging by the past only.")
        return cls(float(share), seed, column, time, group, rule, past_only)


USUAL_SPLIT = Split()
