"""A view alone, on a finished run, and what two pictures differ by."""

import itertools

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from tests.workbench.plotting.drawn import drawn_texts
from workbench.shell import theme
from workbench.state.workspace import RunItem


def shown(qtbot, kind, workspace, run, size=(640, 400)):
    """A view of a run, at its last round."""
    view = kind(workspace)
    qtbot.addWidget(view)
    view.resize(*size)
    view.show()
    view.apply_theme(theme.LIGHT)
    workspace.show_run(RunItem(1, run))
    view.draw_now()
    return view


def difference(one: QImage, other: QImage) -> float:
    """The mean difference of two pictures' brightness, coarsely, from 0 to 255."""
    arrays = []
    for image in (one, other):
        small = image.convertToFormat(QImage.Format.Format_Grayscale8).scaled(
            80, 60, mode=Qt.TransformationMode.SmoothTransformation
        )
        bits = np.frombuffer(small.constBits(), np.uint8).reshape(60, small.bytesPerLine())
        arrays.append(bits[:, :80].astype(float))
    return float(np.abs(arrays[0] - arrays[1]).mean())


def collisions(axis) -> list[tuple[str, str]]:
    """The texts of an axis' ticks that stand upon one another, as they are drawn now."""
    return [
        (one[2], other[2])
        for one, other in itertools.combinations(drawn_texts(axis), 2)
        if one[0].intersects(other[0])
    ]
