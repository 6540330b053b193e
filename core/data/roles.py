"""The words for what a column is, what it is used for, and what is to be predicted."""

import enum


class Meaning(enum.Enum):
    """How the values of a column are understood."""

    NUMBER = "number"
    CATEGORY = "category"
    DATE = "date"
    TEXT = "text"
    IDENTIFIER = "identifier"

    @property
    def usual_role(self) -> "Role":
        """What a column of this meaning is used for unless a person says otherwise."""
        is_left_out = self in (Meaning.TEXT, Meaning.IDENTIFIER)
        return Role.IGNORED if is_left_out else Role.FEATURE


class Role(enum.Enum):
    """What a column is used for."""

    FEATURE = "feature"
    TARGET = "target"
    WEIGHT = "weight"
    IGNORED = "ignored"


class Task(enum.Enum):
    """What is to be predicted."""

    TWO_CLASSES = "two classes"
    MANY_CLASSES = "many classes"
    REGRESSION = "regression"
