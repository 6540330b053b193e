"""Controls above a plot, in a dock that may be narrow."""

from PySide6.QtWidgets import QComboBox


def make_narrow(box: QComboBox) -> None:
    """Let a box be narrower than its longest entry."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(10)
