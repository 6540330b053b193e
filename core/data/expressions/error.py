"""What is wrong with an expression, and where in its text."""

from core.base.errors import DataError


class ExpressionError(DataError):
    """A sentence about a part of an expression, from `start` up to `stop`.

    >>> error = ExpressionError("There is no column 'rom'.", "price / rom", 8, 11)
    >>> print(error.pointed)
    price / rom
            ^^^
    """

    def __init__(self, sentence: str, text: str, start: int, stop: int) -> None:
        super().__init__(sentence)
        self.sentence, self.text = sentence, text
        self.start = min(max(start, 0), len(text))
        self.stop = max(self.start + 1, stop)

    @property
    def pointed(self) -> str:
        """The text, and a line below it that points at the part."""
        shown = "".join(letter if letter.isprintable() else " " for letter in self.text)
        return f"{shown}\n{' ' * self.start}{'^' * (self.stop - self.start)}"
