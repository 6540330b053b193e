"""In a low view words and legend give way to the plot, and what is left out is in the tip."""

import numpy as np
import pandas as pd
import pytest
from PySide6.QtWidgets import QApplication

from core import AdaBoost, Dataset, fit
from tests.workbench.views.showing import shown
from workbench.shell.tips import plain
from workbench.views.decision_boundary.view import DecisionBoundary

HIGH, LOW = (380, 620), (380, 240)


@pytest.fixture
def boundary(qtbot, workspace):
    random = np.random.default_rng(2)
    names = [f"how satisfied are you with: part {place} (1 to 7)" for place in range(6)]
    frame = pd.DataFrame(random.integers(1, 8, size=(120, 6)).astype(float), columns=names)
    kinds = np.array(["stays", "leaves", "is not sure yet", "does not say", "moved away"])
    frame["target"] = kinds[np.clip(frame[names[0]].to_numpy(int) - 1, 0, 4)]
    run = fit(Dataset.from_frame(frame, "target"), AdaBoost(rounds=3))
    view = shown(qtbot, DecisionBoundary, workspace, run, HIGH)
    qtbot.waitUntil(lambda: view.is_ready and view.headline.sentence != "", timeout=20_000)
    return view


def resized(view, size):
    view.resize(*size)
    QApplication.processEvents()
    QApplication.processEvents()


def test_a_low_view_says_one_sentence_and_the_tip_has_the_others(boundary):
    words = boundary.headline
    assert words.text().replace("\N{NO-BREAK SPACE}", " ") == words.sentence
    resized(boundary, LOW)
    assert words.text().endswith(". …")
    assert words.sentence.startswith(words.text().removesuffix(" …"))
    assert words.toolTip().startswith(words.sentence)
    assert boundary.described.accessibleDescription().count(".") >= words.sentence.count(". ")
    resized(boundary, HIGH)
    assert words.text().replace("\N{NO-BREAK SPACE}", " ") == words.sentence


def test_the_legend_of_a_low_view_has_one_line(boundary):
    assert boundary.legend.size().height() > 30
    told = [entry.text for entry in boundary.legend.entries]
    resized(boundary, LOW)
    assert boundary.legend.size().height() < 30
    hidden = told[len(boundary.legend.texts) :]
    assert hidden
    assert boundary.legend.toolTip() == plain("\n".join(hidden))
    # A quarter of so low and narrow a view is still the plot's.
    assert boundary.plot.vb.height() > LOW[1] / 4
