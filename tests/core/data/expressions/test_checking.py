"""What cannot be computed is refused with a sentence, and the place in the text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.errors import DataError
from core.data.expressions.checking import checked, nearest
from core.data.expressions.error import ExpressionError
from core.data.expressions.kinds import DATE, NUMBER, TEXT
from core.data.expressions.lexing import MOST_LETTERS
from core.data.expressions.parsing import parse

KINDS = {
    "price": NUMBER,
    "rooms": NUMBER,
    "unit price": NUMBER,
    "hours-per-week": NUMBER,
    "city": TEXT,
    "sold": DATE,
}


@pytest.mark.parametrize(
    ("text", "sentence", "place"),
    [
        ("month(price)", "month() needs a date; 'price' holds numbers.", "price"),
        ("pirce / rooms", "There is no column 'pirce'. Is price meant?", "pirce"),
        ("Price / rooms", "There is no column 'Price'. Is price meant?", "Price"),
        ("hours-per-week * 2", "There is no column 'hours'. Is [hours-per-week] meant?", "hours"),
        ("len(city)", "There is no function len(). Is length(text) meant?", "len"),
        ("if(city, 1, 2)", "if() needs yes or no; 'city' holds texts.", "city"),
        ("city + city", "+ needs numbers; 'city' holds texts. Texts are put", "city + city"),
        ('sold > "2021-01-01"', "> needs two values of one kind", 'sold > "2021-01-01"'),
        ("1 < price < 3", "Only two values can be compared.", "<"),
        ("price 3", "An operator is missing before 3", "3"),
        ("1,5 * price", "A comma stands only between what a function is given.", ","),
        ("round(price, 1, 2)", "round() takes 1 or 2 values, and 3 are", "round(price, 1, 2)"),
        ("bins(price, 3, 2)", "The edges of bins() must grow", "bins(price, 3, 2)"),
        ("bins(price, rooms)", "bins() needs what is written here as such", "rooms"),
        ("if(price > 1, 'old', 2)", 'A text stands in double quotes: "old".', "'old'"),
        ('if(price > 1, "old", 2)', "if() needs values of one kind: 'old' is a text", "2"),
        ("price and rooms", "and needs yes and no; 'price' holds numbers.", "price and rooms"),
        ("(price", "This ( is never closed.", "("),
        ("price)", "This ) closes nothing.", ")"),
        ('"abc', "A text begins here and never ends.", '"abc'),
        ("price & rooms", "& has no meaning here. Write and", "&"),
        ("price + ", "Something is missing at the end", ""),
        ('date("x")', "'x' is no date.", 'date("x")'),
        ('city = ""', "A text without a letter is a missing value", '""'),
        ("is_missing", "The function is written is_missing(value).", "is_missing"),
        ("“Rome” = city", "“ is no quote here.", "“"),
        ("1e999", "too large", "1e999"),
    ],
)
def test_an_error_says_what_and_where(text, sentence, place):
    with pytest.raises(ExpressionError) as error:
        checked(text, KINDS)
    assert sentence in str(error.value)
    assert str(error.value).endswith((".", "?"))
    start, stop = error.value.start, error.value.stop
    assert text[start:stop] == place
    above, below = error.value.pointed.split("\n")
    assert (above, below.count("^"), below.find("^")) == (text, stop - start, start)


@pytest.mark.parametrize(
    "text", ["", "   ", "-" * 500, "(" * 900, "not " * 400, "2^" * 500 + "2", "a" + "+a" * 999]
)
def test_bombs_are_refused_in_a_sentence(text):
    with pytest.raises(ExpressionError):
        checked(text, {"a": NUMBER})


def test_too_long_a_text_is_refused():
    with pytest.raises(ExpressionError, match="at most 2000 letters"):
        parse("1" * (MOST_LETTERS + 1))


def test_a_sum_of_many_columns_is_no_bomb():
    assert checked(" + ".join(["price"] * 150), KINDS).kind is NUMBER


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_garbage_raises_nothing_but_the_error(text):
    try:
        checked(text, KINDS)
    except ExpressionError as error:
        assert isinstance(error, DataError)
        assert 0 <= error.start < error.stop
        assert str(error)
        assert "\n" in error.pointed


_WORDS = """price [unit price] 'city' sold 1 2.5 .5 1e3 "x" + - * / % ^ = != <> < <= ( ) , and or
not missing if( month( bins( round( coalesce( log( ' " [ ] . é ² \x00 _ 0x1 1_0 lambda
__import__("""
_PIECES = st.sampled_from(_WORDS.split())


@given(st.lists(_PIECES, max_size=12).map(" ".join))
@settings(max_examples=300, deadline=None)
def test_pieces_in_any_order_raise_nothing_but_the_error(text):
    try:
        checked(text, KINDS)
    except ExpressionError as error:
        assert str(error)


def test_the_nearest_name_is_one_that_is_near():
    assert nearest("roms", KINDS) == "rooms"
    assert nearest("zzz", KINDS) == ""


def test_names_may_be_quoted_in_two_ways():
    assert parse("'unit price' * 2") == parse("[unit price] * 2")
    assert parse("[a]]b] + 'it''s'").names == ("a]b", "it's")
    assert parse('"say ""hi"""').value == 'say "hi"'
