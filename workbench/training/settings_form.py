"""A form made from a settings dataclass: a control a field, nested settings below their choice."""

import dataclasses
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.base.errors import SettingsError
from core.data.roles import Task
from core.learning import registry
from core.learning.ensemble import MOST_LEVELS
from core.learning.members import Member
from core.learning.settings import Setting, Settings, names_text, parsed_names
from workbench.shell.help_button import HelpButton
from workbench.shell.theme import GRID
from workbench.training.kind_chooser import KindBox
from workbench.training.member_list import Form, MemberList
from workbench.training.number_field import NumberField, number_text

_WRONG = "color: palette(bright-text); font-weight: 600;"
"""Not by a rule of the theme: those do not reach into a field with arrows."""


class SettingsForm(Form):
    """Edits settings of one kind; `settings` is what the controls say now.

    A person may leave something in a field that cannot be: `trouble` says what, and the field
    says it too.
    """

    def __init__(
        self, settings: Settings, parent: QWidget | None = None, room: int = MOST_LEVELS
    ) -> None:
        """`room` tells how many levels of ensembles may stand here, this one included."""
        super().__init__(parent)
        self._shown = settings
        self._room = room - settings.own_levels
        self._made: dict[str, SettingRow] = {}
        self._task: Task | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        declared = settings.declared()
        self.is_empty = not declared
        layout.addWidget(self._form_of([each for each in declared if not each.advanced]))
        more = [each for each in declared if each.advanced]
        self._more = _Unfolding("More", lambda: self._form_of(more)) if more else None
        if self._more is not None:
            layout.addWidget(self._more)
        layout.addStretch(1)

    @property
    def fields(self) -> "dict[str, SettingRow]":
        """Every setting's field, those below More too."""
        if self._more is not None:
            self._more.make()
        return {each.name: self._made[each.name] for each in self._shown.declared()}

    @property
    def settings(self) -> Settings:
        """The settings as the controls have them; what nobody has seen is as it was.

        Raises SettingsError while there is `trouble`.
        """
        changed = {name: field.value() for name, field in self._made.items()}
        return dataclasses.replace(self._shown, **changed)

    @property
    def trouble(self) -> str:
        """Why there are no such settings, in a sentence; empty if there are."""
        try:
            _ = self.settings
        except SettingsError as error:
            return str(error)
        return ""

    def show_task(self, task: Task) -> None:
        """Say beside each choice what cannot be trained for a target of this kind."""
        self._task = self._shown.task_within(task) if isinstance(self._shown, Member) else task
        for field in self._made.values():
            field.show_task(self._task)

    def _form_of(self, settings: list[Setting]) -> QWidget:
        form = QWidget()
        layout = QFormLayout(form)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        layout.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        for declared in settings:
            field = SettingRow(declared, getattr(self._shown, declared.name), self._room)
            field.changed.connect(self.changed)
            self._made[declared.name] = field
            if self._task is not None:
                field.show_task(self._task)
            title = QLabel(declared.title)
            title.setBuddy(field.control)
            title.setToolTip(field.control.toolTip())
            if declared.family:  # a line of its own: titles are long, and forms are nested below
                layout.addRow(title)
                layout.addRow(field)
            else:
                layout.addRow(title, field)
        return form


class SettingRow(QWidget):
    """One setting: its control, its unit, and a way back to its default once it was changed."""

    changed = Signal()

    def __init__(self, declared: Setting, value: Any, room: int) -> None:
        super().__init__()
        self.declared, self._room = declared, room
        self._nested: SettingsForm | None = None
        self._task: Task | None = None
        self.control = self._make_control()
        self.control.setAccessibleName(declared.title)
        self.control.setToolTip(f"{declared.help}\nAllowed: {declared.range}.")
        self.reset = QToolButton()
        self.reset.setText("↺")
        self.reset.setAutoRaise(True)
        self.reset.setToolTip(f"Changed. Back to the default, {_said(declared.default)}.")
        self.reset.setAccessibleName(f"Reset {declared.title}")
        self.reset.clicked.connect(self._back_to_default)
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # nothing jumps when it appears
        self.reset.setSizePolicy(policy)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.control, 1)
        self.help: HelpButton | None = None
        if declared.family and not declared.is_list:
            shown = declared.default
            self.help = HelpButton(shown.help_folder, shown.name, shown.title, self)
            row.addWidget(self.help)
        if isinstance(self.control, MemberList):
            self.control.put_last(self.reset)
        else:
            row.addWidget(self.reset)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._column.addLayout(row)
        self.wrong = QLabel(wordWrap=True)
        self.wrong.hide()
        self.wrong.setProperty("warning", True)
        self._column.addWidget(self.wrong)
        self.unfit = QLabel(wordWrap=True)
        self.unfit.hide()
        self.unfit.setProperty("warning", True)
        self._column.addWidget(self.unfit)
        self.set_value(value)
        self._connect()

    def value(self) -> Any:
        """The value that the control shows; raise SettingsError if it is none that may be."""
        if self._nested is not None:
            return self._nested.settings
        control = self.control
        if isinstance(control, MemberList):
            return control.value()
        if isinstance(control, QCheckBox):
            return control.isChecked()
        if isinstance(control, QComboBox):
            return control.currentData()
        if isinstance(control, QLineEdit):
            text = control.text()
            return parsed_names(text) if self.declared.is_list else text
        assert isinstance(control, NumberField)
        return control.value()

    def set_value(self, value: Any) -> None:
        """Show a value."""
        control = self.control
        if isinstance(control, MemberList):
            control.set_value(value)
        elif isinstance(value, Settings):
            assert isinstance(control, KindBox)
            control.show_kind(value)
            self._nest(value)
        elif isinstance(control, QCheckBox):
            control.setChecked(value)
        elif isinstance(control, QComboBox):
            control.setCurrentIndex(control.findData(value))
        elif isinstance(control, QLineEdit):
            control.setText(names_text(value) if self.declared.is_list else value)
        else:
            assert isinstance(control, NumberField)
            control.setValue(value)
        self._mark()
        self._say_what_is_wrong()

    def show_task(self, task: Task) -> None:
        """Fade the kinds that are not for a target of this kind; say it of the one chosen."""
        self._task = task
        if isinstance(self.control, KindBox):
            self.control.show_task(task)
            self.unfit.setText(self.control.why_unfit)
            self.unfit.setVisible(bool(self.unfit.text()))
        if self._nested is not None:
            self._nested.show_task(task)

    def _make_control(self) -> QWidget:
        declared = self.declared
        if declared.family:
            kinds = registry.members_within(declared.family, self._room)
            return MemberList(kinds, self._form_within) if declared.is_list else KindBox(kinds)
        if declared.choices:
            combo = QComboBox()
            for choice in declared.choices:
                combo.addItem(choice.replace("_", " "), choice)
            return combo
        if declared.kind is bool:
            return QCheckBox()
        if declared.kind is str:
            line = QLineEdit()
            line.setPlaceholderText(declared.zero)
            return line
        return NumberField(declared)

    def _connect(self) -> None:
        control = self.control
        if isinstance(control, MemberList):
            control.changed.connect(self._edited)
        elif isinstance(control, QCheckBox):
            control.toggled.connect(self._edited)
        elif isinstance(control, QComboBox):
            control.activated.connect(self._chosen)
        elif isinstance(control, QLineEdit):
            control.textEdited.connect(self._edited)
            control.editingFinished.connect(self._say_what_is_wrong)
        else:
            assert isinstance(control, NumberField)
            control.changed.connect(self._edited)
            control.editingFinished.connect(self._say_what_is_wrong)

    def _chosen(self) -> None:
        if isinstance(self.control, KindBox):
            self._nest(self.control.chosen())
        self._edited()

    def _form_within(self, settings: Settings) -> SettingsForm:
        return indented(SettingsForm(settings, room=self._room))

    def _nest(self, settings: Settings) -> None:
        if self._nested is not None:
            self._column.removeWidget(self._nested)
            self._nested.deleteLater()
        if self.help is not None:
            self.help.turn_to(settings.help_folder, settings.name, settings.title)
        self._nested = self._form_within(settings)
        self._nested.changed.connect(self._edited)
        self._column.addWidget(self._nested)  # before it is shown: else it is a window for a moment
        self._nested.setVisible(not self._nested.is_empty)
        if self._task is not None:
            self.show_task(self._task)

    def _back_to_default(self) -> None:
        self.set_value(self.declared.default)
        self.changed.emit()

    def _edited(self) -> None:
        self._mark()
        self.changed.emit()

    @property
    def trouble(self) -> str:
        """What is wrong with what was typed here, in a sentence; empty if nothing is."""
        if not isinstance(self.control, NumberField | QLineEdit):
            return ""  # the others offer only what may be; what is nested in them tells its own
        try:
            self.declared.check(self.value())
        except SettingsError as error:
            return str(error)
        return ""

    def _mark(self) -> None:
        try:
            is_default = self.value() == self.declared.default
        except SettingsError:
            is_default = False
        self.reset.setVisible(not is_default)
        # At once by its colour; by a sentence only when all is typed, lest the form jump.
        is_wrong = bool(self.trouble)
        control = self.control
        line = control.lineEdit() if isinstance(control, NumberField) else control
        if is_wrong != bool(line.styleSheet()):
            line.setStyleSheet(_WRONG if is_wrong else "")
        control.setAccessibleDescription(self.trouble)
        if not is_wrong:
            self.wrong.hide()

    def _say_what_is_wrong(self) -> None:
        self.wrong.setText(self.trouble)
        self.wrong.setVisible(bool(self.trouble))


class _Unfolding(QWidget):
    """A heading that shows or hides what is below it, which is made when it is first wanted."""

    def __init__(self, title: str, make: Callable[[], QWidget]) -> None:
        super().__init__()
        button = QToolButton()
        button.setText(title)
        button.setCheckable(True)
        button.setAutoRaise(True)
        button.setArrowType(Qt.ArrowType.RightArrow)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._button, self._make = button, make
        self._body: QWidget | None = None
        button.toggled.connect(self._toggle)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(button)

    def make(self) -> QWidget:
        """What is below it, unseen at first."""
        if self._body is None:
            self._body = self._make()
            self._body.hide()
            self._column.addWidget(self._body)
        return self._body

    def _toggle(self, is_open: bool) -> None:
        self.make().setVisible(is_open)
        self._button.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)


def indented(form: SettingsForm) -> SettingsForm:
    """A form that is seen to belong to the choice above it."""
    form.setContentsMargins(2 * GRID, 0, 0, GRID)
    return form


def _said(value: Any) -> str:
    if isinstance(value, Settings):
        return value.title
    if isinstance(value, tuple):
        return ", ".join(_said(member) for member in value) or "none"
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return number_text(value) if is_number else str(value)
