"""Texts of a column that may be spellings of one: by case and blanks, by answers, by a slip.

A slip is one letter too many, too few, another, or two of them swapped. It is looked for in words
of letters alone, of five or more, whose first letter is the same, and only where a rare text stands
beside a common one: A1 and A2, Iran and Iraq, married and unmarried are never said to be one. In
words of four letters only two that are swapped are one, nien for nein, and only where the slip is
next to nothing: many words of four letters are words with two of them swapped, form and from.
"""

import itertools
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping

from core.base.wording import count, grouped, shortened
from core.checks.finding import Finding, FindingKind
from core.checks.remedies import Merge, MergeSpellings
from core.data.column import Column
from core.data.dataset import Dataset
from core.data.roles import Meaning, Role
from core.data.targets.answers import SAME_ANSWER, are_answers

_DRAWN_OUT = {word: SAME_ANSWER[word] for word in ("yes", "no", "true", "false", "ja", "nein")}
"""Answers that are known without doubled letters, too."""
_LEAST_LETTERS = 5
_RARE = 5
"""A slip is this many times rarer than what was meant, or more."""
_SHORT_LETTERS = 4
_SHORT_RARE = 50
"""A short word is a slip if it is this many times rarer than what was meant."""
_MOST_COMPARED = 2000
_MOST_TOLD = 4
_LONGEST = 40


def found(data: Dataset) -> Iterator[Finding]:
    """Classes and categories that may be one, the target's first."""
    own = [name for name in data.table.names if name not in data.table.computed]
    names = sorted(own, key=lambda name: name != data.target)
    for name in names:
        if merges := tuple(alike(_counts(name, data))):
            yield from _told(name, merges, name == data.target)


def _counts(name: str, data: Dataset) -> dict[str, int]:
    """How many rows each text of a column has; none if it holds no categories to learn."""
    if name == data.target:
        return dict(zip(data.classes, data.class_counts.tolist(), strict=True))
    planned = data.plan[name] if data.plan else None
    column: Column = data.table.column(name)
    is_meant = planned is None or planned.meaning is Meaning.CATEGORY
    if data.roles[name] is not Role.FEATURE or column.is_number or not is_meant:
        return {}
    column = column.without(planned.missing if planned else ())
    column = column.take(data.rows) if len(data) < len(column) else column
    counted = zip(column.categories, column.counts.tolist(), strict=True)
    return {text: rows for text, rows in counted if rows}


def alike(counts: Mapping[str, int]) -> Iterator[Merge]:
    """The texts that may be one, with the commonest of them, into which they could be merged.

    >>> list(alike({"ja": 9, "JA": 2, "nein": 8}))
    [Merge(spellings=('ja', 'JA'), into='ja')]
    >>> list(alike({"Berlin": 20, "Berln": 1, "A1": 30, "A2": 1}))
    [Merge(spellings=('Berlin', 'Berln'), into='Berlin')]
    >>> list(alike({"nein": 500, "ja": 200, "nien": 9, "from": 300, "form": 40}))
    [Merge(spellings=('nein', 'nien'), into='nein')]
    >>> list(alike({"no": 900, "yes": 300, "y": 30, "noo": 4, "perhaps": 3}))
    [Merge(spellings=('no', 'noo'), into='no'), Merge(spellings=('yes', 'y'), into='yes')]
    """
    together: dict[str, list[str]] = defaultdict(list)
    for text, key in _keys(counts).items():
        together[key].append(text)
    rows = {key: sum(counts[text] for text in own) for key, own in together.items()}
    for slip, meant in _slips(rows).items():
        together[meant] += together.pop(slip)
    for own in together.values():
        if len(own) > 1:
            ordered = sorted(own, key=lambda text: (-counts[text], text))
            yield Merge(tuple(ordered), ordered[0])


def _keys(counts: Mapping[str, int]) -> dict[str, str]:
    """What is left of each text without case and blanks; of answers, which one it is.

    A few rows may have something else where nearly all answer yes or no. An answer with two letters
    swapped is one there, since no other word is expected; one with a letter drawn out, as noo, is
    one if it is next to nothing.
    """
    keys = {text: _plain(text) for text in counts}
    answers = {text: SAME_ANSWER[key] for text, key in keys.items() if key in SAME_ANSWER}
    answering = {
        answer: sum(counts[text] for text, own in answers.items() if own == answer)
        for answer in answers.values()
    }
    if len(keys) <= 2 or not (len(answers) == len(keys) or are_answers(counts.items())):
        return keys
    rows: Counter[str] = Counter()
    for text, key in keys.items():
        rows[key] += counts[text]
    slips = _slips(rows)
    for text in keys.keys() - answers.keys():
        slip, drawn = slips.get(keys[text], ""), _DRAWN_OUT.get(_without_doubles(keys[text]), "")
        swapped = _swapped_answer(keys[text], rows)
        if slip in SAME_ANSWER or swapped:
            answers[text] = SAME_ANSWER[slip if slip in SAME_ANSWER else swapped]
        elif counts[text] * _SHORT_RARE <= answering.get(drawn, 0):
            answers[text] = drawn
    return keys | answers


def _swapped_answer(word: str, rows: Mapping[str, int]) -> str:
    """The common answer of four letters that a rare word is with two of them swapped."""
    return next(
        (
            answer
            for answer in SAME_ANSWER.keys() & rows.keys()
            if rows[answer] >= _RARE * rows[word] and is_short_slip(word, answer)
        ),
        "",
    )


def _without_doubles(word: str) -> str:
    """A word in which no letter follows itself."""
    return "".join(letter for letter, _ in itertools.groupby(word))


def _plain(text: str) -> str:
    """Without case, with single blanks, and letters of other widths as the usual ones."""
    return " ".join(unicodedata.normalize("NFKC", text).split()).casefold()


def _slips(rows: Mapping[str, int]) -> dict[str, str]:
    """For each rare text that is one slip away from exactly one common text, that one."""
    if len(rows) > _MOST_COMPARED:
        return {}
    able = [key for key in rows if any(len(word) >= _SHORT_LETTERS for word in key.split())]
    by_start: dict[str, list[str]] = defaultdict(list)
    for key in able:
        if not any(letter.isdigit() for letter in key):
            by_start[key[0]].append(key)
    found = {}
    for group in by_start.values():
        for rare in group:
            near = [
                key
                for key in group
                if rows[key] >= _RARE * rows[rare]
                and abs(len(key) - len(rare)) <= 1
                and (
                    _is_slip(rare, key, is_one_slip)
                    or (
                        rows[key] >= _SHORT_RARE * rows[rare] and _is_slip(rare, key, is_short_slip)
                    )
                )
            ]
            if len(near) == 1:
                found[rare] = near[0]
    # What is meant is never a slip itself.
    return {slip: meant for slip, meant in found.items() if meant not in found}


def _is_slip(one: str, other: str, is_slip: Callable[[str, str], bool]) -> bool:
    """Whether two texts differ in one word, and that by one slip."""
    words, others = one.split(), other.split()
    if len(words) != len(others):
        return False
    pairs = [pair for pair in zip(words, others, strict=True) if pair[0] != pair[1]]
    return len(pairs) == 1 and is_slip(*pairs[0])


def is_one_slip(one: str, other: str) -> bool:
    """Whether two words of letters have the same start, and one slip between them.

    >>> [is_one_slip("berlin", word) for word in ("berln", "belrin", "bertin", "merlin", "berlins")]
    [True, True, True, False, True]
    >>> is_one_slip("iran", "iraq"), is_one_slip("berlin", "bern")
    (False, False)
    """
    short, long = sorted((one, other), key=len)
    if len(short) < _LEAST_LETTERS - 1 or len(long) < _LEAST_LETTERS or short[0] != long[0]:
        return False
    if not (short.isalpha() and long.isalpha()) or short == long:
        return False
    at = next(
        (i for i, pair in enumerate(zip(short, long, strict=False)) if pair[0] != pair[1]), -1
    )
    at = len(short) if at < 0 else at
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[at : at + 2] == long[at : at + 2][::-1]
    return short[at + 1 :] == long[at + 1 :] or (swapped and short[at + 2 :] == long[at + 2 :])


def is_short_slip(one: str, other: str) -> bool:
    """Whether two words of four letters have the same start, and two neighbours swapped.

    >>> is_short_slip("nien", "nein"), is_short_slip("male", "mail"), is_short_slip("iran", "iraq")
    (True, False, False)
    """
    if not len(one) == len(other) == _SHORT_LETTERS or not (one + other).isalpha():
        return False
    swaps = (one[:at] + one[at + 1] + one[at] + one[at + 2 :] for at in (1, 2))
    return one != other and other in swaps


def _told(name: str, merges: tuple[Merge, ...], is_target: bool) -> Iterator[Finding]:
    kind = FindingKind.ALIKE_CLASSES if is_target else FindingKind.ALIKE_VALUES
    if len(merges) > _MOST_TOLD:
        yield Finding(
            kind,
            f"{count(len(merges), 'value')} of {name!r} may be written in several ways, such as "
            f"{_listed(merges[0])}.",
            (name,),
            remedy=MergeSpellings(name, merges),
        )
        return
    for merge in merges:
        what = f"The classes {_listed(merge)}" if is_target else f"{_listed(merge)} of {name!r}"
        yield Finding(
            kind, f"{what} may mean the same.", (name,), remedy=MergeSpellings(name, (merge,))
        )


def _listed(merge: Merge) -> str:
    shown = [repr(shortened(text, _LONGEST)) for text in merge.spellings[:_MOST_TOLD]]
    if len(merge.spellings) > _MOST_TOLD:
        shown.append(f"{grouped(len(merge.spellings) - _MOST_TOLD)} more")
    return f"{', '.join(shown[:-1])} and {shown[-1]}"
