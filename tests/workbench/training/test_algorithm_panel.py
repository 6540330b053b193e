"""The algorithm panel: what is not for a target of this kind is faded, what cannot be is said."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from core import AdaBoost, Bagging, example
from core.learning import registry
from core.learning.learner import Learner
from tests.workbench.immediate import Immediate
from workbench.state.workspace import Workspace
from workbench.training.algorithm_panel import AlgorithmPanel


def test_algorithms_for_another_kind_of_target_cannot_be_chosen(qtbot):
    workspace = Workspace(Immediate())
    panel = AlgorithmPanel(workspace)
    qtbot.addWidget(panel)

    def is_offered(name):
        return panel.algorithm.model().item(panel.algorithm.findData(name)).isEnabled()

    workspace.set_dataset(example("rents"))
    assert not is_offered("adaboost")
    assert is_offered("gradient")
    assert "Choose another algorithm, or another target." in panel.why_not.text()
    workspace.set_dataset(example("moons"))
    assert is_offered("adaboost")
    assert not panel.why_not.text()


def type_into(control, text):
    control.setFocus()
    control.selectAll()
    QTest.keyClicks(control, text)
    QTest.keyClick(control, Qt.Key.Key_Tab)


def test_every_learner_can_be_unfolded(qtbot):
    """What is behind More is shown, and the settings are what they were."""
    workspace = Workspace(Immediate())
    workspace.set_dataset(example("moons"))
    panel = AlgorithmPanel(workspace)
    qtbot.addWidget(panel)
    for kind in registry.members(Learner):
        panel.show_settings(Bagging(base=kind()))
        for more in panel.form.findChildren(QToolButton):
            if more.text() == "More":
                more.click()
        assert panel.settings == Bagging(base=kind())
        assert panel.why_not.text() == Bagging(base=kind()).why_not(workspace.dataset)


def test_what_cannot_be_keeps_train_away_and_the_last_good_settings(qtbot):
    workspace = Workspace(Immediate())
    workspace.set_dataset(example("moons"))
    panel = AlgorithmPanel(workspace)
    qtbot.addWidget(panel)
    rounds = panel.form.fields["rounds"].control
    type_into(rounds, "30")
    type_into(rounds, "0")
    assert panel.why_not.text() == "Rounds is 0: it must be 1 to 100,000."
    assert not panel.why_not.isHidden()
    assert panel.settings == AdaBoost(rounds=30)
    type_into(rounds, "40")
    assert not panel.why_not.text()
    assert panel.settings == AdaBoost(rounds=40)
