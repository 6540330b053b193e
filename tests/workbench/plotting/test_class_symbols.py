"""A class looks the same wherever it is drawn, and like no other one."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from PySide6.QtGui import QColor, QImage

from core import Dataset
from workbench.plotting.class_symbols import LOOKS, class_colour, class_symbol, plot_symbol
from workbench.plotting.points import Palette
from workbench.shell import theme


def icon(label, colours):
    pixmap = class_symbol(label, colours).pixmap(12, 12)
    image = pixmap.toImage().convertToFormat(QImage.Format.Format_ARGB32)
    return bytes(image.constBits())


@pytest.mark.parametrize("colours", [theme.LIGHT, theme.DARK], ids=lambda own: own.name)
def test_thirty_classes_look_different(qtbot, colours):
    looks = {(class_colour(label, colours), plot_symbol(label)) for label in range(LOOKS)}
    assert len(looks) == 30
    assert len({icon(label, colours) for label in range(LOOKS)}) == 30
    assert icon(LOOKS, colours) == icon(0, colours)


@pytest.mark.parametrize("colours", [theme.LIGHT, theme.DARK], ids=lambda own: own.name)
def test_no_two_colours_of_classes_are_nearly_the_same(colours):
    for one, other in combinations(colours.classes, 2):
        apart = np.subtract(QColor(one).getRgb()[:3], QColor(other).getRgb()[:3])
        assert np.linalg.norm(apart) > 60, (one, other)


@pytest.mark.parametrize(("classes", "is_told"), [(26, False), (30, False), (31, True)])
def test_more_classes_than_looks_are_told_in_the_legend(classes, is_told):
    names = tuple(f"class {label:02}" for label in range(classes))
    frame = pd.DataFrame({"x": np.arange(4.0 * classes), "y": names * 4})
    data = Dataset.from_frame(frame, "y")
    entries = Palette.of(data, theme.LIGHT).with_classes(names, [])
    notes = [entry.text for entry in entries if "share" in entry.text]
    assert notes == (["31 classes share 30 colours with shapes"] if is_told else [])
