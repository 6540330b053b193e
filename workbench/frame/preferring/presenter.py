"""What a person prefers, put into effect: at the start, and while they choose."""

import functools
import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from core.base.numerals import write_numbers
from core.base.pool import set_threads
from workbench.jobs.registry import Jobs
from workbench.shell import theme as themes
from workbench.shell.choices import Choices, keep_choices, read_choices
from workbench.shell.number_locale import locale_of
from workbench.shell.text_size import apply_text_size
from workbench.shell.theme import THEMES, Theme

if TYPE_CHECKING:
    from workbench.frame.preferring.dialog import PreferencesDialog


class Preferring(QObject):
    """Knows what was chosen, and shows the dialog in which it is."""

    themed = Signal(object)
    """Everything is to have a theme."""
    rewritten = Signal()
    """Numbers are written otherwise from now on."""

    def __init__(self, application: QApplication, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._application, self._jobs, self._window = application, jobs, window
        self.choices = read_choices()
        self._apply_quietly()

    @property
    def theme(self) -> Theme:
        """The theme that is chosen, or that the desktop asks for."""
        return THEMES.get(self.choices.theme) or themes.system_theme(self._application)

    def choose(self, choices: Choices) -> None:
        """Put other choices into effect, at once and everywhere; they are not kept yet."""
        before, self.choices = self.choices, choices.sound()
        self._apply_quietly()
        if (before.theme, before.text_size) != (self.choices.theme, self.choices.text_size):
            self.themed.emit(self.theme)
        if (before.decimal, before.thousands) != (self.choices.decimal, self.choices.thousands):
            from workbench.training.number_field import NumberField

            for field in self._window.findChildren(NumberField):
                field.write_again()
            self.rewritten.emit()

    def keep(self, choices: Choices) -> None:
        """Put other choices into effect, now and at the next start."""
        self.choose(choices)
        keep_choices(self.choices)

    def show(self) -> None:
        """Show the dialog; what is chosen in it is seen at once."""
        self.dialog.start(self.choices)

    @functools.cached_property
    def dialog(self) -> "PreferencesDialog":
        """The dialog, made now if nobody has seen it yet."""
        from workbench.frame.preferring.dialog import PreferencesDialog

        dialog = PreferencesDialog(self._jobs, self._window)
        dialog.chosen.connect(self.choose)
        dialog.kept.connect(self.keep)
        return dialog

    def _apply_quietly(self) -> None:
        """What needs no widget to be told."""
        chosen = self.choices
        write_numbers(chosen.decimal, chosen.thousands)
        locale = locale_of(chosen.decimal, chosen.thousands)
        QLocale.setDefault(locale)
        self._window.setLocale(locale)
        set_threads(chosen.threads or max(1, min(16, os.cpu_count() or 1)))
        apply_text_size(chosen.text_size, self._application)
