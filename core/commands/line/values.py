"""Values of options that are checked before anything runs."""

import argparse


def depth(text: str) -> int:
    """How deep a readable tree may be."""
    if not text.isdecimal() or not 1 <= int(text) <= 60:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 60")
    return int(text)


def minutes(text: str) -> float:
    """A budget, up to a day."""
    try:
        minutes = float(text)
    except ValueError:
        minutes = -1.0
    if not 0 < minutes <= 24 * 60:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of minutes up to a day")
    return minutes


def count(text: str) -> int:
    """How many, at least one."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def line(text: str) -> int:
    """The line of a row."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a line: a whole number of 1 or more")
    return int(text)


def reasons(text: str) -> int:
    """How many columns are told."""
    if not text.isdecimal() or not 1 <= int(text) <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 100")
    return int(text)


def seed(text: str) -> int:
    """What is drawn by."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 0 or more")
    return int(text)


def share(text: str) -> float:
    """The share of rows that are kept back."""
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 0.9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share from 0 to 0.9")
    return share
