"""The help beside a chooser is about what is chosen, at every level."""

import pytest

from core import AdaBoost, Logistic, SingleLearner, Stacking, Tree
from resources import help_text
from tests.workbench.immediate import Immediate
from tests.workbench.training.test_settings_form import change
from workbench.shell.help_button import HelpButton
from workbench.shell.theme import DARK, LIGHT, apply
from workbench.state.workspace import Workspace
from workbench.training.algorithm_panel import AlgorithmPanel
from workbench.training.settings_form import SettingsForm


def choose(combo, name):
    combo.setCurrentIndex(combo.findData(name))
    combo.activated.emit(combo.currentIndex())


@pytest.fixture
def panel(qtbot):
    made = AlgorithmPanel(Workspace(Immediate()))
    qtbot.addWidget(made)
    return made


def test_the_page_follows_the_algorithm(panel):
    assert panel.help.text_shown == help_text("ensembles", "adaboost")
    choose(panel.algorithm, "forest")
    assert panel.help.text_shown == help_text("ensembles", "forest")
    assert panel.help.accessibleName() == "Help: Random forest"
    panel.show_settings(SingleLearner())
    assert panel.help.text_shown == help_text("ensembles", "single")
    assert not panel.help.isHidden()


def test_the_page_follows_the_learner_and_its_default(panel):
    field = panel.form.fields["base"]
    assert field.help.text_shown == help_text("learners", "stump")
    choose(field.control, "svm")
    assert field.help.text_shown == help_text("learners", "svm")
    field.reset.click()
    assert field.help.text_shown == help_text("learners", "stump")
    panel.show_settings(AdaBoost(base=Logistic()))
    assert panel.form.fields["base"].help.text_shown == help_text("learners", "logistic")


def test_only_choices_of_learners_have_help(panel):
    assert panel.form.fields["rounds"].help is None
    assert panel.form.fields["many_classes"].help is None


def test_every_member_of_a_list_has_its_own_page(qtbot):
    form = SettingsForm(Stacking(learners=(Tree(), Logistic())))
    qtbot.addWidget(form)
    members = form.fields["learners"].control.members
    assert [each.help.text_shown for each in members] == [
        help_text("learners", "tree"),
        help_text("learners", "logistic"),
    ]
    choose(members[1].choice, "network")
    assert members[1].help.text_shown == help_text("learners", "network")
    change(form.fields["combiner"].control)
    combiner = form.settings.combiner
    assert form.fields["combiner"].help.text_shown == help_text("learners", combiner.name)


def test_a_button_without_a_page_is_hidden(qtbot, panel):
    button = HelpButton("learners", "nobody", "Nobody", panel)
    assert button.isHidden()
    button.turn_to("learners", "tree", "Tree")
    assert not button.isHidden()


def test_the_mark_takes_the_colours_of_the_theme(qtbot, qapp, panel):
    def brightest():
        image = panel.help.icon().pixmap(24, 24).toImage()
        places = [(x, y) for x in range(image.width()) for y in range(image.height())]
        solid = [image.pixelColor(*place) for place in places]
        return max(colour.lightness() for colour in solid if colour.alpha() > 200)

    apply(DARK, qapp)
    dark = brightest()
    apply(LIGHT, qapp)
    assert dark > brightest() + 40
