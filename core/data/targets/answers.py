"""Words that say yes or no."""

from collections.abc import Iterable

SAME_ANSWER = {
    word: answer
    for answer, words in {
        "yes": ("yes", "y", "true", "t", "1", "1.0", "ja", "j", "wahr", "oui", "si", "sí"),
        "no": ("no", "n", "false", "f", "0", "0.0", "nein", "falsch", "non"),
    }.items()
    for word in words
}
"""Whether a word means yes or no; in small letters."""
_MOST = 0.95
"""So many rows answer yes or no, where a few others do not hide what the answers are."""


def are_answers(counts: Iterable[tuple[str, int]]) -> bool:
    """Whether nearly all rows say yes or no, and both are said, however they are spelled.

    >>> are_answers([("ja", 50), ("Ja ", 3), ("nein", 90), ("nien", 2)])
    True
    >>> are_answers([("yes", 50)]), are_answers([("yes", 50), ("no", 40), ("perhaps", 10)])
    (False, False)
    """
    said = {"yes": 0, "no": 0}
    rows = 0
    for text, count in counts:
        rows += count
        if answer := SAME_ANSWER.get(text.strip().casefold()):
            said[answer] += count
    return all(said.values()) and sum(said.values()) >= _MOST * rows
