"""Icons are drawn as QtAwesome draws them."""

import pytest
import qtawesome
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon

from workbench.shell.icons import icon


@pytest.mark.parametrize("size", [14, 22, 48])
@pytest.mark.parametrize("mode", [QIcon.Mode.Normal, QIcon.Mode.Disabled])
def test_the_pixels_are_those_of_qtawesome(qtbot, size, mode):
    for name in ("home-outline", "check-bold"):
        ours = icon(name, "#123456", "#998877").pixmap(QSize(size, size), mode)
        peer = qtawesome.icon(f"mdi6.{name}", color="#123456", color_disabled="#998877")
        assert ours.toImage() == peer.pixmap(QSize(size, size), mode).toImage()
        assert ours.toImage().hasAlphaChannel()
