"""Holding an expression against the columns there are: which kinds of values flow where.

What is checked is computed without another question: see `evaluating`.
"""

import difflib
import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from core.data.expressions.error import ExpressionError
from core.data.expressions.functions import VOCABULARY
from core.data.expressions.kinds import DATE, NUMBER, TEXT, YES_NO, ValueKind
from core.data.expressions.parsing import MINUS, parse
from core.data.expressions.printing import name_text
from core.data.expressions.syntax import Call, Expression, Name, NoValue, Number, Text
from core.data.expressions.vocabulary import Function, Signature


@dataclass(frozen=True)
class Checked:
    """A part of an expression, and the kind of its values."""

    expression: Expression
    kind: ValueKind
    form: Signature | None = None
    """How a call is computed; None for what is no call."""
    given: tuple["Checked", ...] = ()


def checked(text: str, kinds: Mapping[str, ValueKind]) -> Checked:
    """The expression of a text, over columns of these kinds; raise ExpressionError, with the place.

    >>> checked("price / rooms", {"price": NUMBER, "rooms": NUMBER}).kind
    <ValueKind.NUMBER: 'number'>
    >>> checked("month(price)", {"price": NUMBER})
    Traceback (most recent call last):
    core.data.expressions.error.ExpressionError: month() needs a date; 'price' holds numbers.
    """
    return _checked(text, tuple(kinds.items()))


@functools.lru_cache(maxsize=256)
def _checked(text: str, kinds: tuple[tuple[str, ValueKind], ...]) -> Checked:
    found = _Checker(text, dict(kinds)).part(parse(text), None)
    if isinstance(found.expression, NoValue):
        raise ExpressionError("A column of missing values tells nothing.", text, 0, len(text))
    return found


class _Checker:
    """Walks over one expression."""

    def __init__(self, text: str, kinds: Mapping[str, ValueKind]) -> None:
        self._text, self._kinds = text, kinds

    def part(self, expression: Expression, wanted: ValueKind | None) -> Checked:
        """A part, checked; what is missing is of the kind that is wanted."""
        if isinstance(expression, Call):
            return self._call(expression)
        if isinstance(expression, Name):
            return Checked(expression, self._kind(expression))
        if isinstance(expression, NoValue):
            return Checked(expression, wanted or NUMBER)
        if isinstance(expression, Text) and not expression.value:
            raise self._wrong(
                "A text without a letter is a missing value: ask is_missing(…), or write missing.",
                expression,
            )
        return Checked(expression, NUMBER if isinstance(expression, Number) else TEXT)

    def _kind(self, name: Name) -> ValueKind:
        kind = self._kinds.get(name.name)
        if kind is None:
            raise self._wrong(self._no_column(name), name)
        return kind

    def _no_column(self, name: Name) -> str:
        # Part of a name with a minus or a blank in it: what stands in the text says which.
        start = self._text[name.at[0] :].casefold()
        whole = [each for each in self._kinds if start.startswith(each.casefold()) and each]
        longest = max(whole, key=len, default="")
        near = longest if len(longest) > len(name.name) else nearest(name.name, self._kinds)
        sentence = f"There is no column {name.name!r}."
        meant = f" Is {name_text(near)} meant?" if near else ""
        is_quoted = self._text[name.at[0]] == "'"
        if is_quoted or name.name.lower() in ("true", "false", "yes", "no"):
            return f'{sentence}{meant} A text stands in double quotes: "{name.name}".'
        if near:
            return sentence + meant
        if name.name.lower() in VOCABULARY:
            return f"{sentence} The function is written {VOCABULARY[name.name.lower()].usage}."
        return f"{sentence} Those there are: {_listed(self._kinds)}."

    def _call(self, call: Call) -> Checked:
        function = VOCABULARY.get(call.function)
        if function is None:
            raise self._wrong(_no_function(call.function), call, at=call.word)
        count = len(call.arguments)
        forms = [form for form in function.forms if form.kinds(count) is not None]
        if not forms:
            raise self._wrong(
                f"{call.function}() takes {function.counts}, and {count} "
                f"{'is' if count == 1 else 'are'} given. It is written {function.usage}.",
                call,
            )
        self._check_written(call, function)
        given = [self.part(part, None) for part in call.arguments]
        form = next((form for form in forms if _fits(form, given)), None)
        if form is None:
            raise self._misfit(call, function, forms, given)
        kinds = form.kinds(count)
        assert kinds is not None
        settled = tuple(
            Checked(each.expression, kind) if _is_missing(each) else each
            for each, kind in zip(given, kinds, strict=True)
        )
        return Checked(call, form.gives, form, settled)

    def _check_written(self, call: Call, function: Function) -> None:
        """Refuse columns where only numbers or texts can stand, and such as make no sense."""
        if function.written_from is None:
            return
        written: list[Any] = []
        for part in call.arguments[function.written_from :]:
            value = _written(part)
            if value is None:
                raise self._wrong(
                    f"{function.name}() needs what is written here as such, and no column. It is "
                    f"written {function.usage}.",
                    part,
                )
            written.append(value)
        is_right_kind = (
            all(isinstance(value, float) for value in written) or function.name == "date"
        )
        if is_right_kind and (sentence := function.check(written)):
            raise self._wrong(sentence, call)

    def _misfit(
        self, call: Call, function: Function, forms: list[Signature], given: list[Checked]
    ) -> ExpressionError:
        """Says which value is not of the kind that the function takes."""
        count = len(given)
        # The form that fits up to the latest value is the one that was meant.
        best = max(forms, key=lambda form: _fitting(form, given))
        place = _fitting(best, given)
        wanted = best.kinds(count)
        assert wanted is not None
        own, part = given[place], given[place].expression
        same = [form for form in forms if _fitting(form, given) == place]
        kinds = {(form.kinds(count) or ())[place] for form in same}
        if function.is_operator and count == 2:
            return self._wrong(self._of_operator(call, given, kinds), call)
        if place and len(kinds) == 1 and len({form.takes for form in forms}) > 1:
            before = given[place - 1]
            sentence = (
                f"{function.name}() needs values of one kind: {_told(before)}, and {_told(own)}."
            )
            return self._wrong(sentence + _hint(wanted[place], own), part)
        name = "-" if function.name == MINUS else function.name
        name = name if function.is_operator else f"{name}()"
        needs = " or ".join(kind.one for kind in ValueKind if kind in kinds)
        return self._wrong(f"{name} needs {needs}; {_told(own)}.{_hint(wanted[place], own)}", part)

    def _of_operator(self, call: Call, given: list[Checked], kinds: set[ValueKind]) -> str:
        left, right = given
        sign = call.function
        if left.kind is right.kind and not _is_missing(left):
            needs = " or ".join(kind.plural for kind in ValueKind if kind in kinds)
            hint = _hint(next(kind for kind in ValueKind if kind in kinds), left)
            if sign == "+" and left.kind is TEXT:
                hint = " Texts are put together by join(a, b)."
            return f"{sign} needs {needs}; {_told(left)}.{hint}"
        wrong = next((each for each in given if each.kind not in kinds), right)
        if sign in ("=", "!=", "<", "<=", ">", ">="):
            hint = _hint(left.kind, right) or _hint(right.kind, left)
            return f"{sign} needs two values of one kind: {_told(left)}, and {_told(right)}.{hint}"
        needs = " or ".join(kind.plural for kind in ValueKind if kind in kinds)
        return f"{sign} needs {needs}; {_told(wrong)}.{_hint(NUMBER, wrong)}"

    def _wrong(
        self, sentence: str, part: Expression, at: tuple[int, int] | None = None
    ) -> ExpressionError:
        return ExpressionError(sentence, self._text, *(at or part.at))


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that is most like another; empty if none is.

    >>> nearest("Pirce", ["price", "rooms"])
    'price'
    """
    by_case = {each.casefold(): each for each in known}
    found = difflib.get_close_matches(name.casefold(), list(by_case), 1, 0.6)
    return by_case[found[0]] if found else ""


def _is_missing(part: Checked) -> bool:
    return isinstance(part.expression, NoValue)


def _fits(form: Signature, given: list[Checked]) -> bool:
    return _fitting(form, given) == len(given)


def _fitting(form: Signature, given: list[Checked]) -> int:
    """How many of the values, from the first on, are of the kinds that the form takes."""
    kinds = form.kinds(len(given)) or ()
    pairs = zip(given, kinds, strict=True)
    is_wrong = [each.kind is not kind and not _is_missing(each) for each, kind in pairs]
    return is_wrong.index(True) if True in is_wrong else len(given)


def _written(part: Expression) -> float | str | None:
    """The value that stands there as such; None for what is computed."""
    if isinstance(part, Number | Text):
        return part.value
    if isinstance(part, Call) and part.function == MINUS and isinstance(part.arguments[0], Number):
        return -part.arguments[0].value
    return None


def _told(part: Checked) -> str:
    """What a part holds, as in a sentence."""
    if isinstance(part.expression, Name):
        return f"{part.expression.name!r} holds {part.kind.plural}"
    if isinstance(part.expression, Number | Text):
        shown = part.expression.value
        return f"{shown!r} is a text" if isinstance(shown, str) else f"{shown:g} is a number"
    return f"what is given is {part.kind.one}"


def _hint(wanted: ValueKind, part: Checked) -> str:
    """What to write instead, where one would know."""
    own = part.expression
    shown = name_text(own.name) if isinstance(own, Name) else "…"
    if wanted is NUMBER and part.kind is TEXT:
        return f" Read the column as numbers, or write number({shown})."
    if wanted is TEXT and part.kind is NUMBER:
        return f" Write text({shown})." if isinstance(own, Name) else ' A text stands in "quotes".'
    if wanted is DATE and part.kind is TEXT:
        return ' Write a date as date("2024-01-31"), or read the column as dates.'
    if wanted is YES_NO and part.kind is TEXT:
        return f' Compare it: {shown} = "yes".'
    if wanted is YES_NO and part.kind is NUMBER:
        return f" Compare it: {shown} > 0."
    return ""


def _no_function(name: str) -> str:
    named = [known for known, function in VOCABULARY.items() if not function.is_operator]
    near = _OTHER_WORDS.get(name) or nearest(name, named)
    if near:
        return f"There is no function {name}(). Is {VOCABULARY[near].usage} meant?"
    return f"There is no function {name}(). Those there are: {', '.join(named)}."


_OTHER_WORDS = {
    "ln": "log",
    "len": "length",
    "concat": "join",
    "concatenate": "join",
    "ifelse": "if",
    "iif": "if",
    "isna": "is_missing",
    "isnull": "is_missing",
    "is_null": "is_missing",
    "isblank": "is_missing",
    "ifnull": "coalesce",
    "nvl": "coalesce",
    "datediff": "days_between",
    "substring": "left",
    "includes": "contains",
    "cut": "bins",
    "least": "min",
    "greatest": "max",
    "str": "text",
    "float": "number",
    "int": "floor",
    "ceiling": "ceil",
    "in": "one_of",
}
"""What other programs call the functions."""


def _listed(names: Iterable[str], most: int = 8) -> str:
    known = [name_text(name) for name in names]
    more = f" and {len(known) - most} more" if len(known) > most else ""
    return ", ".join(known[:most]) + more
