"""The algorithm panel: what is not for a target of this kind is faded, what cannot be is said."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from core import AdaBoost, Bagging, GradientBoosting, Logistic, RandomForest, example
from core.learning import registry
from core.learning.learner import Learner
from tests.workbench.driving import SECONDS, choose, flipped_csv, open_file, wait_until_done
from tests.workbench.immediate import Immediate
from workbench.state.workspace import Workspace
from workbench.training.algorithm_panel import AlgorithmPanel


def names_in(box):
    """The ensembles of the box in their order; None is the line between them."""
    return [box.itemData(place) for place in range(box.count())]


def test_a_target_of_numbers_offers_what_can_learn_it_first(qtbot):
    """Train greyed out, and no algorithm was offered."""
    workspace = Workspace(Immediate())
    panel = AlgorithmPanel(workspace)
    qtbot.addWidget(panel)
    panel.show_settings(AdaBoost(rounds=33))
    workspace.set_dataset(example("rents"))
    names = names_in(panel.algorithm)
    able, others = names[: names.index(None)], names[names.index(None) + 1 :]
    assert {"gradient", "forest", "adaboost_r2"} <= set(able)
    assert {"adaboost", "logitboost"} <= set(others)
    for name in names:
        if name is not None:
            item = panel.algorithm.model().item(panel.algorithm.findData(name))
            assert item.isEnabled() == (name in able)
            assert item.text().endswith("classes") == (name in others)
    item = panel.algorithm.model().item(panel.algorithm.findData("adaboost"))
    assert "holds many numbers" in item.toolTip()
    # One that can is chosen, and that is said.
    assert isinstance(panel.settings, GradientBoosting)
    assert panel.algorithm.currentText() == "Gradient boosting"
    assert not panel.why_not.text()
    assert not panel.switched.isHidden()
    assert panel.switched.text() == (
        "AdaBoost does not learn numbers, so Gradient boosting is chosen."
    )
    # Back to classes, what was chosen before is there again.
    workspace.set_dataset(example("moons"))
    assert panel.settings == AdaBoost(rounds=33)
    assert panel.switched.isHidden()
    # Of classes, only what is for numbers alone is left.
    assert names_in(panel.algorithm)[-2:] == [None, "adaboost_r2"]


def test_what_a_person_chooses_for_numbers_stays_for_classes(qtbot):
    workspace = Workspace(Immediate())
    panel = AlgorithmPanel(workspace)
    qtbot.addWidget(panel)
    workspace.set_dataset(example("rents"))
    choose(panel.algorithm, "Random forest")
    assert panel.switched.isHidden()
    workspace.set_dataset(example("moons"))
    assert panel.settings == RandomForest()


def test_a_learner_that_is_not_for_this_target_is_said_beside_it(qtbot):
    workspace = Workspace(Immediate())
    panel = AlgorithmPanel(workspace)
    qtbot.addWidget(panel)
    workspace.set_dataset(example("moons"))
    panel.show_settings(Bagging(base=Logistic()))
    base = panel.form.fields["base"]
    assert base.unfit.isHidden()
    workspace.set_dataset(example("rents"))
    assert not base.unfit.isHidden()
    assert base.unfit.text().startswith("Logistic regression is for two classes or many classes.")
    assert panel.why_not.text()
    item = base.control.model().item(base.control.findData("logistic"))
    assert not item.isEnabled()
    choose(base.control, "Decision tree")
    assert base.unfit.isHidden()
    assert not panel.why_not.text()


def test_the_key_for_train_says_why_nothing_is_trained(qtbot, window, tmp_path):
    """F5 was silent."""
    said = []
    window.shell.say = said.append
    press = lambda: QTest.keyClick(window, Qt.Key.Key_F5)  # noqa: E731
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=SECONDS)
    press()
    assert said == ["No data are open. Open a file first, then train."]
    path = tmp_path / "a.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    type_into(window.algorithm_panel.form.fields["rounds"].control, "0")
    press()
    assert said[1:] == ["Rounds is 0: it must be 1 to 100,000."]
    type_into(window.algorithm_panel.form.fields["rounds"].control, "5")
    press()
    wait_until_done(qtbot, window)
    assert window.workspace.rounds == 5


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


def test_the_focus_is_at_train_again_once_a_training_has_ended(qtbot, window, tmp_path):
    """Seen: it went on to the help of another view, and Space opened that."""
    path = tmp_path / "flipped.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=SECONDS)
    train = window.algorithm_panel.train
    train.setFocus()
    QTest.keyClick(train, Qt.Key.Key_Space)
    assert not train.isEnabled()
    assert window.focusWidget() is window.algorithm_panel
    wait_until_done(qtbot, window)
    assert window.focusWidget() is train
