"""The name of the person at the keyboard, as it is written beside what they decide."""

import getpass

MOST_LETTERS = 60
"""A name is for people to read; whatever is longer is cut."""


def tidy_name(text: str) -> str:
    r"""A name in one line, without what cannot be seen, cut where it is too long.

    >>> tidy_name("  Anna \t Schmidt\n")
    'Anna Schmidt'
    """
    seen = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(seen.split())[:MOST_LETTERS].rstrip()


def system_name() -> str:
    """The name by which the system knows the person; empty if it knows none."""
    try:
        return tidy_name(getpass.getuser())
    except (OSError, KeyError, ImportError):  # no user of that number, or no variable that tells
        return ""
