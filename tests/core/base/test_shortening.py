"""Names cut short: they fit, and are told apart wherever there is room for it."""

import string

from hypothesis import given
from hypothesis import strategies as st

from core.base.shortening import short_names

_LETTERS = st.text(string.ascii_letters + string.digits + "_ -.()äß", max_size=40)
_NAMES = st.lists(_LETTERS, min_size=1, max_size=20)


@given(_NAMES, st.integers(1, 50))
def test_every_name_fits_and_a_short_one_stays_whole(names: list[str], room: int) -> None:
    """One letter, the dots, always fits."""
    found = short_names(names, room)
    assert len(found) == len(names)
    for name, text in zip(names, found, strict=True):
        assert len(text) <= room
        assert text == name if len(name) <= room else text != name


@given(
    _LETTERS,
    st.lists(_LETTERS, min_size=2, max_size=20, unique=True),
    _LETTERS,
    st.integers(0, 20),
)
def test_distinct_names_stay_distinct_where_their_difference_has_room(
    start: str, inner: list[str], end: str, more: int
) -> None:
    """Alike at both ends: what differs and the dots around it are enough."""
    names = [start + own + end for own in inner]
    found = short_names(names, max(len(own) for own in inner) + 2 + more)
    assert len(set(found)) == len(names)


@given(st.lists(_LETTERS, min_size=1, max_size=20, unique=True), st.integers(3, 40))
def test_it_tells_no_fewer_names_apart_than_cutting_the_middle(names: list[str], room: int) -> None:
    """Whatever way is chosen, the plain one is not better."""

    def plain(name: str) -> str:
        tail = (room - 1) // 2
        is_short = len(name) <= room
        return name if is_short else f"{name[: room - 1 - tail]}…{name[len(name) - tail :]}"

    assert len(set(short_names(names, room))) >= len({plain(name) for name in names})


def test_forty_long_names_that_differ_in_the_middle_can_be_told_apart() -> None:
    """By their numbers, although another name has nothing in common with them."""
    names = [
        f"sensor_reading_of_the_left_chamber_{k:02}_after_warming_up_millivolts" for k in range(40)
    ]
    found = short_names([*names, "a_column_about_something_else_altogether"], 21)
    assert len(set(found)) == 41
    assert found[7] == "sensor…07…millivolts"


def test_room_may_be_measured_in_pixels() -> None:
    """Wide letters take more of it."""

    def pixels(text: str) -> float:
        return sum(3.0 if letter in "il…" else 9.0 for letter in text)

    found = short_names(
        ["illicit_illiteracy_illimitable", "mammoth_mammography_mammal"], 90, pixels
    )
    assert [pixels(text) <= 90 for text in found] == [True, True]
    assert len(found[0]) > len(found[1])


def test_the_same_name_twice_reads_the_same_twice() -> None:
    """Two views of one column say one thing."""
    one, other = short_names(["the_same_long_column_name"] * 2, 10)
    assert one == other
