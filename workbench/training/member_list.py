"""A list of settings of one family, such as the members of a committee: add, exchange, remove."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from core.learning.settings import Settings
from workbench.shell.help_button import HelpButton
from workbench.training.kind_chooser import KindBox


class Form(QWidget):
    """A form of one member's own settings, as `settings_form` makes it."""

    changed = Signal()
    is_empty: bool

    @property
    def settings(self) -> Settings:
        """What the controls say."""
        raise NotImplementedError


MakeForm = Callable[[Settings], Form]


class MemberList(QWidget):
    """Edits a tuple of settings; at least one member stays."""

    changed = Signal()

    def __init__(self, kinds: list[type[Settings]], make_form: MakeForm) -> None:
        super().__init__()
        self._kinds = kinds
        self._make_form = make_form
        self.members: list[MemberRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self.add = QPushButton("Add one")
        self.add.setProperty("quiet", True)
        self.add.clicked.connect(self._add)
        self._last = QHBoxLayout()
        self._last.addWidget(self.add, 1)
        self._column.addLayout(self._last)

    def put_last(self, button: QWidget) -> None:
        """Put a button beside the one that adds a member: at the side it would take room of all."""
        self._last.addWidget(button)

    def value(self) -> tuple[Settings, ...]:
        """What the controls say."""
        return tuple(member.settings for member in self.members)

    def set_value(self, members: tuple[Settings, ...]) -> None:
        """Show these members."""
        for member in self.members:
            self._column.removeWidget(member)
            member.deleteLater()
        self.members = []
        for settings in members:
            self._append(settings)

    def _add(self) -> None:
        self._append(self._kinds[0]())
        self.changed.emit()

    def _append(self, settings: Settings) -> None:
        member = MemberRow(self._kinds, settings, self._make_form)
        member.changed.connect(self.changed)
        member.removed.connect(self._remove)
        self.members.append(member)
        self._column.insertWidget(len(self.members) - 1, member)
        self._allow_removing()

    def _remove(self, member: "MemberRow") -> None:
        self.members.remove(member)
        self._column.removeWidget(member)
        member.deleteLater()
        self._allow_removing()
        self.changed.emit()

    def _allow_removing(self) -> None:
        for place, member in enumerate(self.members):
            member.remove.setEnabled(len(self.members) > 1)
            member.choice.setAccessibleName(f"Member {place + 1}")
            member.remove.setAccessibleName(f"Remove member {place + 1}")


class MemberRow(QWidget):
    """One member: which it is, its own settings, and a way to remove it."""

    changed = Signal()
    removed = Signal(object)

    def __init__(
        self, kinds: list[type[Settings]], settings: Settings, make_form: MakeForm
    ) -> None:
        super().__init__()
        self._make_form = make_form
        self.choice = KindBox(kinds)
        self.choice.show_kind(settings)
        self.choice.activated.connect(self._chosen)
        self.remove = QToolButton()
        self.remove.setText("✕")
        self.remove.setAutoRaise(True)
        self.remove.setToolTip("Remove this member")
        self.remove.clicked.connect(self._removed)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.choice, 1)
        self.help = HelpButton(settings.help_folder, settings.name, settings.title, self)
        row.addWidget(self.help)
        row.addWidget(self.remove)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(row)
        self._form = self._made_form(settings)

    @property
    def settings(self) -> Settings:
        """What the controls say."""
        return self._form.settings

    def _made_form(self, settings: Settings) -> Form:
        form = self._make_form(settings)
        form.changed.connect(self.changed)
        self._column.addWidget(form)
        form.setVisible(not form.is_empty)
        return form

    def _show(self, settings: Settings) -> None:
        self._column.removeWidget(self._form)
        self._form.deleteLater()
        self.help.turn_to(settings.help_folder, settings.name, settings.title)
        self._form = self._made_form(settings)

    def _chosen(self) -> None:
        self._show(self.choice.chosen())
        self.changed.emit()

    def _removed(self) -> None:
        self.removed.emit(self)
