"""A line of text that is too long ends in …, and its tip tells all of it."""

from workbench.shell.fitting.elided_label import ElidedLabel


def test_only_what_is_cut_has_a_tip(qtbot):
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.setText("Round 200: stump. One question. <b>")
    label.resize(600, 20)
    label.show()
    label.grab()
    assert label.toolTip() == ""
    label.resize(60, 20)
    label.grab()
    assert "One question" in label.toolTip()
    assert "<b>" not in label.toolTip()
