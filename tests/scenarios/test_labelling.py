"""Labelling a file that hardly has labels: opened, twenty rows labelled by keys, trained again."""

import numpy as np
import pandas as pd
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core import read_csv
from core.judging.reviewing.decision import Verb
from tests.workbench.driving import SECONDS, open_by_dialog, train

Key = Qt.Key


def test_twenty_rows_are_labelled_by_keys_and_learned_from(qtbot, window, tmp_path):
    draw = np.random.default_rng(8)
    frame = pd.DataFrame(draw.normal(size=(1000, 3)), columns=["width", "height", "age"])
    truth = np.where(frame["width"] + frame["height"] > 0, "yes", "no")
    frame["label"] = np.where(np.arange(1000) < 10, truth, None)
    frame.loc[:1, "label"] = ["yes", "no"]
    path = tmp_path / "hardly.csv"
    frame.to_csv(path, index=False)
    open_by_dialog(qtbot, window, path)
    assert len(window.workspace.dataset) == 10

    labeller = window.controller.reviewer.labeller
    window.actions_.label_rows.trigger()
    page = window.review.page
    assert page.tabs.currentWidget() is page.label
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window, timeout=SECONDS)
    qtbot.waitUntil(page.label.list.hasFocus, timeout=SECONDS)
    given = {}
    for _ in range(20):
        qtbot.waitUntil(lambda: labeller.line is not None, timeout=SECONDS)
        line = labeller.line
        given[line] = truth[line - 2]
        key = Key.Key_1 + labeller.classes.index(given[line])
        QTest.keyClick(page.label.list, Key(key))
        assert window.workspace.decisions.about(line).verb is Verb.LABEL
    qtbot.waitUntil(lambda: not labeller.is_ordering, timeout=SECONDS)
    assert len(given) == 20
    assert window.workspace.decisions.changes().labelled.as_dict() == given
    assert page.tabs.tabText(page.tabs.indexOf(page.label)) == "Label (970)"
    QTest.keyClick(page.label.list, Key.Key_Z)
    assert labeller.line == line
    QTest.keyClick(page.label.list, Key(key))
    QTest.keyClick(page, Key.Key_Escape)

    train(qtbot, window, 5)
    assert len(window.workspace.current.run.dataset) == 30
    again = window.controller.session.project_on(read_csv(path, target="label"))
    assert again.decisions.changes().labelled.as_dict() == given
