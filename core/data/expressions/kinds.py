"""What a value of an expression can be."""

import enum


class ValueKind(enum.Enum):
    """The kinds of values, by the names that people and files have for them."""

    NUMBER = "number"
    TEXT = "text"
    DATE = "date"
    YES_NO = "yes or no"

    @property
    def plural(self) -> str:
        """Many of them, as in a sentence."""
        return "yes and no" if self is ValueKind.YES_NO else f"{self.value}s"

    @property
    def one(self) -> str:
        """One of them, as in a sentence."""
        return self.value if self is ValueKind.YES_NO else f"a {self.value}"


NUMBER, TEXT, DATE, YES_NO = ValueKind
