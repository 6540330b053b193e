"""The form of an ensemble whose members are ensembles, driven as a person does it."""

import pytest
from PySide6.QtWidgets import QComboBox, QLineEdit

from core import AdaBoost, Logistic, OwnColumns, RandomForest, Stacking, Tree, Voting
from core.learning import registry
from core.learning.ensemble import Ensemble
from tests.workbench.immediate import Immediate
from workbench.state.workspace import Workspace
from workbench.training.algorithm_panel import AlgorithmPanel
from workbench.training.settings_form import SettingsForm


def choose(box, name):
    """Choose a kind in a box as a person does."""
    place = box.findData(name)
    assert place >= 0, name
    box.setCurrentIndex(place)
    box.activated.emit(place)


def offered(box):
    return [box.itemData(place) for place in range(box.count()) if box.itemData(place)]


@pytest.fixture
def form(qtbot):
    form = SettingsForm(Stacking())
    qtbot.addWidget(form)
    return form


def test_members_can_be_chosen_among_learners_and_ensembles(form):
    members = form.fields["learners"].control.members
    choose(members[0].choice, "forest")
    choose(members[1].choice, "adaboost")
    choose(members[2].choice, "logistic")
    members[0]._form.fields["rounds"].control.setValue(50)
    assert form.settings.learners == (RandomForest(rounds=50), AdaBoost(), Logistic())
    assert members[0].help.text_shown.startswith("# Random forest")


def test_learners_come_first_and_ensembles_after_them(form):
    box = form.fields["learners"].control.members[0].choice
    names = offered(box)
    assert names.index("tree") < names.index("adaboost")
    assert names.index("svm") < names.index("bagging")


def test_a_third_level_is_not_offered(form):
    members = form.fields["learners"].control.members
    choose(members[0].choice, "bagging")
    inner = members[0]._form.fields["base"].control
    assert "tree" in offered(inner)
    assert "forest" not in offered(inner)
    choose(inner, "own_columns")
    deepest = members[0]._form.fields["base"]._nested.fields["learner"].control
    assert "forest" not in offered(deepest)
    assert form.settings.levels == 2


def test_the_combiner_is_a_learner(form):
    assert "forest" not in offered(form.fields["combiner"].control)


def test_a_member_can_be_given_columns(form):
    members = form.fields["learners"].control.members
    choose(members[0].choice, "own_columns")
    fields = members[0]._form.fields
    line = fields["columns"].control
    assert isinstance(line, QLineEdit)
    assert line.placeholderText() == "all"
    line.setText('age, "height, in cm"')
    line.textEdited.emit(line.text())
    choose(fields["learner"].control, "forest")
    expected = OwnColumns(columns=("age", "height, in cm"), learner=RandomForest())
    assert form.settings.learners[0] == expected
    fields["columns"].reset.click()
    assert form.settings.learners[0] == OwnColumns(learner=RandomForest())


def test_a_form_shows_the_settings_that_it_is_given(qtbot):
    settings = Voting(
        learners=(OwnColumns(columns=("a", "b,c"), learner=AdaBoost(rounds=9)), Tree(), Logistic())
    )
    form = SettingsForm(settings)
    qtbot.addWidget(form)
    assert form.settings == settings


@pytest.mark.parametrize(
    "settings",
    [
        Stacking(learners=(RandomForest(), AdaBoost(), OwnColumns(learner=AdaBoost()))),
        *(kind() for kind in registry.members(Ensemble)),
    ],
    ids=lambda settings: settings.name,
)
def test_nothing_is_cut_in_a_narrow_panel(qtbot, settings):
    """Of a window of 1280 pixels the panel has 240, and does not scroll sideways."""
    form = SettingsForm(settings)
    qtbot.addWidget(form)
    form.resize(240, 600)
    form.show()
    assert form.minimumSizeHint().width() <= 240
    for box in form.findChildren(QComboBox):
        if box.isVisible():
            text = box.fontMetrics().horizontalAdvance(box.currentText())
            assert text + 20 <= box.width()


def test_the_panel_announces_how_much_there_is_to_train(qtbot):
    panel = AlgorithmPanel(Workspace(Immediate()))
    qtbot.addWidget(panel)
    assert panel.announcement.isHidden()
    panel.show_settings(Stacking(learners=(RandomForest(rounds=50), AdaBoost(rounds=20)), folds=4))
    assert not panel.announcement.isHidden()
    assert "351 learners are trained in all" in panel.announcement.text()
    assert isinstance(panel.settings, Ensemble)
    panel.show_settings(AdaBoost())
    assert panel.announcement.isHidden()
