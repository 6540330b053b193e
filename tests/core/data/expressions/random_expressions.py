"""Random expressions of every kind of values, and random rows for them."""

import datetime

from hypothesis import strategies as st

from core.data.expressions.functions import VOCABULARY
from core.data.expressions.kinds import DATE, NUMBER, TEXT, YES_NO, ValueKind
from core.data.expressions.syntax import Call, Name, NoValue, Number, Text

COLUMNS = {
    "a": NUMBER,
    "unit price": NUMBER,
    "town": TEXT,
    "odd ]] 'name": TEXT,
    "sold": DATE,
    "and": DATE,
}
_LETTERS = st.text(st.sampled_from("aAbB Zé1-"), min_size=1, max_size=4)
_NUMBERS = st.one_of(st.integers(0, 12).map(float), st.floats(0, 1e6, allow_nan=False))
_DATES = st.datetimes(datetime.datetime(1960, 1, 1), datetime.datetime(2040, 1, 1)).map(
    lambda d: d.replace(microsecond=0)
)
_EDGES = st.lists(st.integers(-9, 99).map(float), min_size=1, max_size=3, unique=True).map(sorted)


def written(number):
    """A number as it is parsed: below 0 by an operator."""
    return Call("negative", (Number(-number),)) if number < 0 else Number(abs(number))


def _leaf(kind):
    names = st.sampled_from([name for name, own in COLUMNS.items() if own is kind] or [""])
    literal = {
        NUMBER: _NUMBERS.map(Number),
        TEXT: _LETTERS.map(Text),
        DATE: _DATES.map(lambda d: Call("date", (Text(d.isoformat(" ")),))),
        YES_NO: st.just(Call("is_missing", (Name("a"),))),
    }[kind]
    return literal if kind is YES_NO else st.one_of(names.map(Name), literal)


@st.composite
def expressions(draw, kind=None, depth=3):
    """An expression of a kind of values, of so many calls in one another at most."""
    kind = kind or draw(st.sampled_from(list(ValueKind)))
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(_leaf(kind))
    calls = [
        (function, form)
        for function in VOCABULARY.values()
        for form in function.forms
        if form.gives is kind and function.name != "date"
    ]
    if not calls:
        return draw(_leaf(kind))
    function, form = draw(st.sampled_from(calls))
    many = len(form.takes) + (draw(st.integers(0, 2)) if form.repeats else 0)
    if function.name == "bins":
        edges = [written(edge) for edge in draw(_EDGES)]
        return Call("bins", (draw(expressions(NUMBER, depth - 1)), *edges))
    given = [draw(expressions(own, depth - 1)) for own in form.kinds(many)]
    if function.name in ("if", "coalesce") and draw(st.integers(0, 5)) == 0:
        given[-1] = NoValue()
    return Call(function.name, tuple(given))


def rows(size=6):
    """Rows with a value, or none, in every column."""
    values = {
        NUMBER: st.one_of(st.integers(-5, 5).map(float), st.floats(-1e6, 1e6, allow_nan=False)),
        TEXT: _LETTERS.filter(lambda text: text.strip() == text),
        DATE: _DATES,
    }
    row = st.fixed_dictionaries(
        {name: st.one_of(st.none(), values[kind]) for name, kind in COLUMNS.items()}
    )
    return st.lists(row, min_size=size, max_size=size)
