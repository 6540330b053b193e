"""Every control of every algorithm's form reaches the core, and finds its way back."""

import dataclasses

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QSpinBox

from core import registry
from core.ensembles import Ensemble
from core.settings import Settings, setting
from workbench.panels.settings_form import SettingsForm

KINDS = registry.members(Ensemble)


@dataclasses.dataclass(frozen=True)
class Everything(Settings):
    """One field of every kind there is."""

    name = "everything"
    title = "Everything"
    summary = ""
    whole: int = setting(3, "A count.", low=1, high=9)
    share: float = setting(0.5, "A share.", low=0, high=1, advanced=True)
    switch: bool = setting(False, "A switch.")
    way: str = setting("one", "A choice.", choices=("one", "two"))
    text: str = setting("a", "A text.")


def change(control):
    """Do what a person would do to give a control another value."""
    if isinstance(control, QCheckBox):
        control.toggle()
    elif isinstance(control, QComboBox):
        control.setCurrentIndex((control.currentIndex() + 1) % control.count())
        control.activated.emit(control.currentIndex())
    elif isinstance(control, QLineEdit):
        control.setText("b")
        control.textEdited.emit("b")
    else:
        assert isinstance(control, QSpinBox | QDoubleSpinBox)
        step = 1 if isinstance(control, QSpinBox) else 0.25
        is_top = control.value() + step > control.maximum()
        control.setValue(control.value() + (-step if is_top else step))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_form_starts_with_the_defaults(qtbot, kind):
    form = SettingsForm(kind())
    qtbot.addWidget(form)
    assert form.settings == kind()


@pytest.mark.parametrize("name", [declared.name for declared in Everything.declared()])
def test_each_control_changes_its_setting_and_can_be_reset(qtbot, name):
    form = SettingsForm(Everything())
    qtbot.addWidget(form)
    field = form.fields[name]
    assert field.reset.isHidden()
    with qtbot.waitSignal(form.changed):
        change(field.control)
    assert set(form.settings.changed()) == {name}
    assert not field.reset.isHidden()
    with qtbot.waitSignal(form.changed):
        field.reset.click()
    assert form.settings == Everything()
    assert field.reset.isHidden()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_number_of_an_algorithm_reaches_the_core(qtbot, kind):
    form = SettingsForm(kind())
    qtbot.addWidget(form)
    for name, field in form.fields.items():
        if isinstance(field.control, QSpinBox | QDoubleSpinBox | QCheckBox):
            change(field.control)
            assert getattr(form.settings, name) != getattr(kind(), name)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_field_says_what_it_means_and_allows(qtbot, kind):
    form = SettingsForm(kind())
    qtbot.addWidget(form)
    for field in form.fields.values():
        assert field.declared.help in field.control.toolTip()
        assert field.declared.range in field.control.toolTip()
        assert field.control.accessibleName() == field.declared.title
