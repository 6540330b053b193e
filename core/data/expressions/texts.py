"""Computing with texts. Each different text is looked at once, however many rows have it."""

from core.base.arrays import Floats
from core.base.wording import number_text
from core.data.expressions.values import Texts, Values, floats_by, texts_by

_LONGEST = 10_000
"""A text that is joined or replaced becomes no longer."""


def lower(text: Texts) -> Texts:
    """In small letters."""
    return texts_by(str.lower, text)


def upper(text: Texts) -> Texts:
    """In capitals."""
    return texts_by(str.upper, text)


def trim(text: Texts) -> Texts:
    """Without blanks around it, and with single ones within."""
    return texts_by(lambda each: " ".join(each.split()), text)


def length(text: Texts) -> Floats:
    """How many letters."""
    return floats_by(len, text)


def contains(text: Texts, part: Texts) -> Floats:
    """Whether a part stands in it, in capitals or not."""
    return floats_by(lambda each, own: own.casefold() in each.casefold(), text, part)


def starts_with(text: Texts, part: Texts) -> Floats:
    """Whether it begins so, in capitals or not."""
    return floats_by(lambda each, own: each.casefold().startswith(own.casefold()), text, part)


def ends_with(text: Texts, part: Texts) -> Floats:
    """Whether it ends so, in capitals or not."""
    return floats_by(lambda each, own: each.casefold().endswith(own.casefold()), text, part)


def left(text: Texts, count: Floats) -> Texts:
    """Its first letters."""
    return texts_by(lambda each, many: each[: _whole(many)], text, count)


def right(text: Texts, count: Floats) -> Texts:
    """Its last letters."""
    return texts_by(lambda each, many: each[max(0, len(each) - _whole(many)) :], text, count)


def replace(text: Texts, part: Texts, other: Texts) -> Texts:
    """With another text in place of a part."""

    def replaced(each: str, old: str, new: str) -> str:
        return each.replace(old, new)[:_LONGEST] if old else each

    return texts_by(replaced, text, part, other)


def join(*parts: Values) -> Texts:
    """One behind the other."""
    return texts_by(lambda *each: "".join(each)[:_LONGEST], *parts)


def text(numbers: Floats) -> Texts:
    """A number as a text."""
    return texts_by(number_text, numbers)


def _whole(count: float) -> int:
    return int(min(max(count, 0), _LONGEST))
