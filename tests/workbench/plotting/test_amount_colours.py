"""Amounts are drawn as points in colours that can be seen upon the ground of each theme."""

import pytest
from PySide6.QtGui import QColor

from workbench.plotting.amount_colours import amount_colours
from workbench.shell.theme import DARK, LIGHT, THEMES


def luminance(colour):
    """Relative luminance (WCAG 2.1)."""
    parts = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in QColor(colour).getRgbF()[:3]
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_no_amount_is_lost_in_the_dark():
    """Seen: the low half of the rents was violet upon black."""
    assert min(contrast(colour, DARK.base) for colour in amount_colours(DARK, 64)) >= 3


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_the_lowest_and_the_highest_amount_differ_in_lightness(theme):
    low, *_, high = amount_colours(theme, 64)
    assert luminance(high) > 4 * luminance(low)


def test_low_amounts_are_the_darkest_upon_white():
    assert contrast(amount_colours(LIGHT, 64)[0], LIGHT.base) > 10
