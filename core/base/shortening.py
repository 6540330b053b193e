"""Names cut short so that they can still be told apart."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

Measure = Callable[[str], float]
"""How wide a text is: in letters, or in the pixels of a font."""

_DOTS = "…"
_MOST_OTHERS = 300
"""To hold a name against more others than these takes longer than anybody notices gladly."""
_WORD = re.compile(r"\d+|[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+")


def short_names(names: Sequence[str], room: float, measure: Measure = len) -> tuple[str, ...]:
    """Names no wider than there is room for, cut where they differ least.

    A name that fits stays whole. Of the others first the words go that most names share; names that
    cannot be told apart so are cut elsewhere: what all of them begin and end with, or the middle.

    >>> names = [f"sensor_reading_of_chamber_{k:02}_in_millivolts" for k in (3, 14)]
    >>> short_names([*names, "price"], 20)
    ('sensor…03…millivolts', 'sensor…14…millivolts', 'price')
    >>> short_names(["a_price_before_the_discount"], 14)
    ('a…the_discount',)
    """
    different = list(dict.fromkeys(names))
    long = [name for name in different if measure(name) > room]
    if not long:
        return tuple(names)
    whole = {name: name for name in different}
    best = whole
    for cut in (_by_words, _by_ends, _in_the_middle):
        tried = whole | dict(zip(long, cut(long, different, room, measure), strict=True))
        if best is whole or _told_apart(tried) > _told_apart(best):
            best = tried
        if _told_apart(best) == len(different):
            break
    return tuple(best[name] for name in names)


def short_name(name: str, others: Sequence[str], room: float, measure: Measure = len) -> str:
    """One name, cut where it differs least from others; among very many, by itself.

    >>> short_name("reading_of_chamber_03_in_volts", ["reading_of_chamber_14_in_volts"], 20)
    'reading_of…03…volts'
    """
    if measure(name) <= room:
        return name
    held = others if len(others) <= _MOST_OTHERS else ()
    return short_names([name, *held], room, measure)[0]


def _told_apart(forms: dict[str, str]) -> int:
    return len(set(forms.values()))


def _by_words(
    long: Sequence[str], every: Sequence[str], room: float, measure: Measure
) -> Iterator[str]:
    """The words that fewest names have, and of equals those that stand next to an end."""
    having = Counter(word for name in every for word in set(_WORD.findall(name)))
    for name in long:
        words = list(_WORD.finditer(name))
        middle = (len(words) - 1) / 2
        order = sorted(
            range(len(words)),
            key=lambda place: (having[words[place].group()], -abs(place - middle), place),
        )
        kept = [False] * len(name)
        for place in order:
            beside = [words[at].start() for at in (place - 1, place + 1) if 0 <= at < len(words)]
            is_alone = len(beside) == 2 and not any(kept[at] for at in beside)
            if is_alone and 2 * having[words[place].group()] > len(every):
                continue  # a word that tells little, between dots, would only be noise
            start, end = words[place].span()
            tried = [*kept[:start], *([True] * (end - start)), *kept[end:]]
            if measure(_written(name, tried)) <= room:
                kept = tried
        if any(kept):
            yield _with_ends(name, kept, room, measure)
        else:
            yield _cut(name, room, measure)


def _with_ends(name: str, kept: list[bool], room: float, measure: Measure) -> str:
    """What room is left shows how a name begins and ends, if its kept words do not."""
    gaps = (
        range(kept.index(True)),
        range(len(name) - 1, len(kept) - 1 - kept[::-1].index(True), -1),
    )
    for gap in gaps:
        for place in gap:
            tried = [own or at == place for at, own in enumerate(kept)]
            if measure(_written(name, tried)) > room:
                break
            kept = tried
    return _written(name, kept)


def _written(name: str, kept: Sequence[bool]) -> str:
    """The kept letters, with dots for the others; a single letter is as short as the dots."""
    text, start = "", 0
    while start < len(name):
        end = start
        while end < len(name) and kept[end] == kept[start]:
            end += 1
        text += name[start:end] if kept[start] or end - start == 1 else _DOTS
        start = end
    return text


def _by_ends(
    long: Sequence[str], every: Sequence[str], room: float, measure: Measure
) -> Iterator[str]:
    """Without most of what all long names begin and end with."""
    del every
    start = _common_start(long)
    rests = [name[len(start) :] for name in long]
    end = _common_start([rest[::-1] for rest in rests])[::-1]
    inner = [rest[: len(rest) - len(end)] for rest in rests]
    widest = max(inner, key=measure)
    head = tail = ""
    while True:
        longer = (start[: len(head) + 1], end[-len(tail) - 1 :] if end else "")
        if longer == (head, tail) or measure(_around(widest, *longer, start, end)) > room:
            break
        head, tail = longer
    for own in inner:
        text = _around(own, head, tail, start, end)
        yield text if measure(text) <= room else _cut(text, room, measure)


def _common_start(texts: Sequence[str]) -> str:
    least, most = min(texts), max(texts)
    pairs = enumerate(zip(least, most, strict=False))
    return least[: next((place for place, (a, b) in pairs if a != b), len(least))]


def _around(inner: str, head: str, tail: str, start: str, end: str) -> str:
    before = head if head == start else f"{head}{_DOTS}"
    after = tail if tail == end else f"{_DOTS}{tail}"
    return f"{before}{inner}{after}"


def _in_the_middle(
    long: Sequence[str], every: Sequence[str], room: float, measure: Measure
) -> Iterator[str]:
    """The middle of each."""
    del every
    return (_cut(name, room, measure) for name in long)


def _cut(name: str, room: float, measure: Measure) -> str:
    """As many letters of the beginning and the end as there is room for."""
    for letters in range(len(name) - 1, 0, -1):
        tail = letters // 2
        text = f"{name[: letters - tail]}{_DOTS}{name[len(name) - tail :]}"
        if measure(text) <= room:
            return text
    return _DOTS
