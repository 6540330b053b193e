"""What a function of expressions is: its name, what it takes and gives, and a line of help.

Everything that speaks of functions (errors, completion, the help page) derives from this.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from core.data.expressions.kinds import ValueKind
from core.data.expressions.values import Values


@dataclass(frozen=True)
class Signature:
    """A way to call a function: the kinds of values that it takes, and the one that it gives."""

    takes: tuple[ValueKind, ...]
    gives: ValueKind
    compute: Callable[..., Values]
    repeats: bool = False
    """Whether the last one can be given any number of times."""

    def kinds(self, count: int) -> tuple[ValueKind, ...] | None:
        """The kinds for so many values; None if it does not take so many."""
        if self.repeats and count > len(self.takes):
            return (*self.takes, *(self.takes[-1:] * (count - len(self.takes))))
        return self.takes if count == len(self.takes) else None


@dataclass(frozen=True)
class Function:
    """A function, or an operator."""

    name: str
    usage: str
    """How it is written, such as `round(number, digits)`."""
    help: str
    """What it gives, in a line."""
    forms: tuple[Signature, ...]
    loses: str = ""
    """Why it may give no value where all that it is given has one, such as "a division by 0"."""
    written_from: int | None = None
    """From this value on only numbers and texts that stand there as such are taken."""
    check: Callable[[list[Any]], str] = lambda _written: ""
    """What is wrong with the values that stand there, in a sentence; empty if nothing is."""
    is_operator: bool = False

    @property
    def counts(self) -> str:
        """In words, how many values it takes."""
        numbers = sorted({len(form.takes) for form in self.forms})
        many = " or ".join(str(number) for number in numbers)
        if any(form.repeats for form in self.forms):
            return f"{numbers[0]} values or more"
        return f"{many} value" + ("" if numbers == [1] else "s")
