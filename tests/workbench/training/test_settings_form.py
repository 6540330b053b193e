"""Every control of every algorithm's form reaches the core, and finds its way back."""

import dataclasses
import math

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QScrollArea,
    QToolButton,
)
from shiboken6 import isValid

from core.learning import registry
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.learning.settings import Settings, setting
from workbench.shell import theme
from workbench.shell.theme import THEMES
from workbench.training.number_field import NumberField, number_text
from workbench.training.settings_form import SettingsForm

FAMILIES = (Ensemble, Learner)
KINDS = [kind for family in FAMILIES for kind in registry.members(family)]
ODD = (0.00012, 1e-9, 1 / 3, 0.1 + 0.2, math.pi, 7.3e-5, 123_456.789, 1e6 + 0.25)
ODD_WHOLE = (2, 7, 1000, 12_345)


@dataclasses.dataclass(frozen=True)
class Everything(Settings):
    """One field of every kind there is."""

    name = "everything"
    title = "Everything"
    summary = ""
    whole: int = setting(3, "A count.", low=1, high=9)
    seed: int = setting(3, "Any whole number.")
    share: float = setting(0.5, "A share.", low=0, high=1, advanced=True)
    amount: float = setting(1.0, "Any number.")
    switch: bool = setting(False, "A switch.")
    way: str = setting("one", "A choice.", choices=("one", "two"))
    text: str = setting("a", "A text.")
    patience: int = setting(0, "A wait.", low=0, zero="never")


@pytest.fixture
def form_of(qapp):
    """Makes forms, and deletes them in the end: widgets that pile up make later ones slower."""
    forms = []

    def make(settings):
        forms.append(SettingsForm(settings))
        return forms[-1]

    yield make
    for form in forms:
        if isValid(form):  # one within an area went with it
            form.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def unfold(form):
    """Click every More, as a person does who wants to see all."""
    for button in form.findChildren(QToolButton):
        if button.text() == "More" and not button.isChecked():
            button.click()


def type_into(control, text):
    """Select what stands there and type over it."""
    control.setFocus()
    control.selectAll()
    QTest.keyClicks(control, text)
    QTest.keyClick(control, Qt.Key.Key_Return)


def change(control):
    """Do what a person would do to give a control another value."""
    if isinstance(control, QCheckBox):
        control.toggle()
    elif isinstance(control, QComboBox):
        control.setCurrentIndex((control.currentIndex() + 1) % control.count())
        control.activated.emit(control.currentIndex())
    elif isinstance(control, QLineEdit):
        type_into(control, "b")
    else:
        assert isinstance(control, NumberField)
        before = control.text()
        QTest.keyClick(control, Qt.Key.Key_Up)
        if control.text() == before:
            QTest.keyClick(control, Qt.Key.Key_Down)


def values_of(declared):
    """What a field may hold: its default, its limits, and odd values between them."""
    if declared.kind is bool:
        return [False, True]
    if declared.is_list and not declared.family:
        return [declared.default, ("one",), ("one", 'a "b"', "two, of three")]
    if declared.is_list:
        members = registry.members(declared.family)
        return [declared.default, tuple(kind() for kind in members[:4])]
    if declared.family:
        return [declared.default, *(kind() for kind in registry.members(declared.family))]
    if declared.kind is str:
        return list(declared.choices) or [declared.default, "", "  two words ", "ä, ö"]
    low = -math.inf if declared.low is None else declared.low
    high = math.inf if declared.high is None else declared.high
    odd = ODD_WHOLE if declared.kind is int else ODD
    least = 0 if declared.low is None else declared.low
    wanted = [declared.default, low, high, *odd, *(least + each for each in odd)]
    return [declared.kind(each) for each in wanted if math.isfinite(each) and low <= each <= high]


@pytest.mark.parametrize("kind", [Everything, *KINDS], ids=lambda kind: kind.name)
def test_every_value_goes_into_the_form_and_comes_out_as_it_was(form_of, kind):
    for declared in kind.declared():
        for value in values_of(declared):
            settings = kind(**{declared.name: value})
            form = form_of(settings)
            unfold(form)
            assert form.settings == settings
            assert not form.trouble
            is_default = getattr(settings, declared.name) == declared.default
            assert form.fields[declared.name].reset.isHidden() == is_default


@pytest.mark.parametrize("kind", [Everything, *KINDS], ids=lambda kind: kind.name)
def test_every_number_can_be_typed(form_of, kind):
    form = form_of(kind())
    for declared in kind.declared():
        if declared.kind not in (int, float):
            continue
        control = form.fields[declared.name].control
        for value in values_of(declared):
            type_into(control, repr(value))
            assert getattr(form.settings, declared.name) == value
            is_zero = value == 0 and declared.zero
            assert control.text() == (declared.zero if is_zero else number_text(value))


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_settings_within_settings_keep_every_digit(form_of, family):
    """Odd numbers in whatever an algorithm holds: its base, the base's base, its members."""
    for kind in registry.members(family):
        settings = _made_odd(kind())
        form = form_of(settings)
        unfold(form)
        assert form.settings == settings


def _made_odd(settings):
    """The settings with another value in every number, however deep."""
    values = {}
    for declared in settings.declared():
        value = getattr(settings, declared.name)
        if declared.is_list:
            value = tuple(_made_odd(member) for member in value)
        elif declared.family:
            value = _made_odd(value)
        elif declared.kind in (int, float):
            value = next((each for each in reversed(values_of(declared)) if each != value), value)
        values[declared.name] = value
    return dataclasses.replace(settings, **values)


@pytest.mark.parametrize("name", [declared.name for declared in Everything.declared()])
def test_each_control_changes_its_setting_and_can_be_reset(qtbot, form_of, name):
    form = form_of(Everything())
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
def test_every_number_of_an_algorithm_reaches_the_core(form_of, kind):
    form = form_of(kind())
    for name, field in form.fields.items():
        if isinstance(field.control, NumberField | QCheckBox):
            change(field.control)
            assert getattr(form.settings, name) != getattr(kind(), name)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_field_says_what_it_means_and_allows(form_of, kind):
    form = form_of(kind())
    for field in form.fields.values():
        assert field.declared.help in field.control.toolTip()
        assert field.declared.range in field.control.toolTip()
        assert field.control.accessibleName() == field.declared.title


@pytest.mark.parametrize(
    ("name", "typed", "sentence"),
    [
        ("whole", "0", "Whole is 0: it must be 1 to 9."),
        ("whole", "2.5", "Whole is '2.5': it must be a whole number."),
        ("whole", "1,5", "Whole is '1,5': write it with digits alone."),
        ("share", "1.5", "Share is 1.5: it must be 0 to 1."),
        ("share", "0,5", "Share is '0,5': write it with a point, as in 0.5."),
        ("amount", "1,000", "Amount is '1,000': write it with a point, as in 0.5."),
        ("amount", "much", "Amount is 'much': it must be a number."),
        ("amount", "nan", "Amount is nan: it must be any finite number."),
        ("amount", "1e999", "Amount is inf: it must be any finite number."),
        ("amount", "-", "Amount is '-': it must be a number."),
    ],
)
def test_what_cannot_be_is_said_at_the_field(form_of, name, typed, sentence):
    form = form_of(Everything())
    field = form.fields[name]
    type_into(field.control, typed)
    assert field.control.text() == typed  # nobody corrects it in silence
    assert form.trouble == field.wrong.text() == sentence
    assert not field.wrong.isHidden()
    assert field.control.accessibleDescription() == sentence
    assert not field.reset.isHidden()
    field.reset.click()
    assert form.settings == Everything()
    assert field.wrong.isHidden()
    assert not form.trouble


def test_the_sentence_waits_until_all_is_typed_and_goes_at_once(form_of):
    form = form_of(registry.member(Learner, "logistic")())
    field = form.fields["ridge"]
    field.control.selectAll()
    QTest.keyClicks(field.control, "0.0")
    assert form.trouble == "Ridge is 0.0: it must be 1e-06 to 1,000,000."
    assert field.wrong.isHidden()
    QTest.keyClick(field.control, Qt.Key.Key_Return)
    assert field.wrong.text() == form.trouble
    assert not field.wrong.isHidden()
    QTest.keyClick(field.control, Qt.Key.Key_End)
    QTest.keyClicks(field.control, "1")
    assert field.wrong.isHidden()
    assert form.settings.ridge == 0.01


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_what_cannot_be_has_another_colour_at_once(qapp, form_of, theme):
    before = qapp.palette()
    palette = QPalette(before)
    palette.setColor(QPalette.ColorRole.BrightText, QColor(theme.warning_text))
    qapp.setPalette(palette)
    form = form_of(Everything())
    form.show()
    field = form.fields["seed"].control

    def colours():
        image = field.grab().toImage()
        places = ((x, y) for x in range(image.width()) for y in range(image.height()))
        return {image.pixelColor(*place).name().upper() for place in places}

    assert theme.warning_text not in colours()
    field.selectAll()
    QTest.keyClicks(field, "111x")
    assert theme.warning_text in colours()
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert theme.warning_text not in colours()
    qapp.setPalette(before)


def test_what_is_typed_counts_before_the_field_is_left(form_of):
    """Train can be reached by a key, which leaves the focus where it is."""
    form = form_of(Everything())
    field = form.fields["seed"].control
    field.selectAll()
    QTest.keyClicks(field, "12345678901")
    assert form.settings.seed == 12_345_678_901


def test_numbers_are_written_as_people_write_them(form_of):
    form = form_of(Everything())
    for name, typed, shown, value in (
        ("seed", "10000", "10,000", 10_000),
        ("seed", "10,000", "10,000", 10_000),
        ("seed", " -5 ", "-5", -5),
        ("patience", "0", "never", 0),
        ("patience", "Never", "never", 0),
        ("amount", "1E-9", "1e-9", 1e-9),
        ("amount", ".50", "0.5", 0.5),
        ("amount", "1e3", "1000", 1000.0),
    ):
        control = form.fields[name].control
        type_into(control, typed)
        assert control.text() == shown
        assert getattr(form.settings, name) == value


@pytest.mark.parametrize(
    ("start", "up", "down"),
    [
        ("0.5", "0.51", "0.49"),
        ("0.1", "0.11", "0.099"),
        ("0.099", "0.1", "0.098"),
        ("1e-9", "1.1e-9", "9.9e-10"),
        ("0.00012", "0.00013", "0.00011"),
        ("0", "0.01", "-0.01"),
        ("-0.1", "-0.099", "-0.11"),
        ("250", "260", "240"),
    ],
)
def test_arrows_step_by_the_size_of_the_number(form_of, start, up, down):
    form = form_of(Everything())
    control = form.fields["amount"].control
    for key, wanted in ((Qt.Key.Key_Up, up), (Qt.Key.Key_Down, down)):
        type_into(control, start)
        QTest.keyClick(control, key)
        assert control.text() == wanted


def test_arrows_stop_at_the_limits(form_of):
    form = form_of(Everything())
    for name, typed, key in (
        ("whole", "9", Qt.Key.Key_Up),
        ("whole", "1", Qt.Key.Key_Down),
        ("share", "1", Qt.Key.Key_PageUp),
        ("share", "0", Qt.Key.Key_Down),
    ):
        control = form.fields[name].control
        type_into(control, typed)
        QTest.keyClick(control, key)
        assert control.text() == typed
    type_into(form.fields["share"].control, "0.99")
    QTest.keyClick(form.fields["share"].control, Qt.Key.Key_PageUp)  # ten steps
    assert form.settings.share == 1.0


def test_the_wheel_scrolls_the_form_and_changes_only_what_has_the_focus(qtbot, qapp, form_of):
    theme.apply(theme.LIGHT, qapp)
    form = form_of(registry.member(Ensemble, "stacking")())
    area = QScrollArea(widgetResizable=True)
    area.setWidget(form)
    qtbot.addWidget(area)
    area.resize(300, 120)
    area.show()
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    before, bar = form.settings, area.verticalScrollBar()
    combo = form.fields["combiner"].control
    controls = [combo, form.fields["folds"].control, *form.findChildren(QComboBox)]
    for control in controls:
        control.clearFocus()
        area.ensureWidgetVisible(control)
        at = bar.value()
        turn_the_wheel(control, -1 if at < bar.maximum() else 1)
        assert form.settings == before
        assert not control.hasFocus()
        assert bar.value() != at
    form.activateWindow()
    folds = form.fields["folds"].control
    folds.setFocus()
    qtbot.waitUntil(folds.hasFocus)
    area.ensureWidgetVisible(folds)
    turn_the_wheel(folds)
    assert form.settings.folds == before.folds - 1


def turn_the_wheel(control, notches=-1):
    """Turn it with the pointer over the middle of a control."""
    window = control.window()
    place = QPointF(control.mapTo(window, control.rect().center()))
    QTest.wheelEvent(window.windowHandle(), place, QPoint(0, 120 * notches))
    QApplication.processEvents()
