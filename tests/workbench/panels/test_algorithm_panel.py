"""The algorithm panel: what is not for a target of this kind is faded."""

from core import example
from workbench.background import Immediate
from workbench.panels.algorithm_panel import AlgorithmPanel
from workbench.workspace import Workspace


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
