"""What a person prefers: the theme, the size of text, the look of numbers, folders and threads.

They are kept beside the layout. A value that was damaged, or is of another version, falls back to
what is usual; whatever is read here can be used as it is.
"""

from dataclasses import dataclass, fields
from typing import Any

from workbench.shell.user_folders import preferences

SYSTEM = "system"
THEME_NAMES = (SYSTEM, "light", "dark")
LEAST_SIZE, MOST_SIZE, SIZE_STEP = 80, 160, 10
DECIMALS = (".", ",")
THOUSANDS = (",", ".", " ", "’", "")
MOST_THREADS = 64


@dataclass(frozen=True)
class Choices:
    """The preferences, each with what is usual."""

    theme: str = SYSTEM
    text_size: int = 100
    """In percent of the platform's."""
    start_folder: str = ""
    """Where dialogs start; empty where the person last was."""
    decimal: str = "."
    thousands: str = ","
    threads: int = 0
    """How many threads train and judge; 0 for as many as there are processors."""

    def sound(self) -> "Choices":
        """The same, with what is usual in place of what cannot be."""
        usual = Choices()
        decimal = self.decimal if self.decimal in DECIMALS else usual.decimal
        thousands = self.thousands if self.thousands in THOUSANDS else usual.thousands
        if thousands == decimal:  # 1.234 would be read as either
            decimal, thousands = usual.decimal, usual.thousands
        return Choices(
            self.theme if self.theme in THEME_NAMES else usual.theme,
            self.text_size if LEAST_SIZE <= self.text_size <= MOST_SIZE else usual.text_size,
            self.start_folder,
            decimal,
            thousands,
            self.threads if 0 <= self.threads <= MOST_THREADS else usual.threads,
        )


def read_choices() -> Choices:
    """What was chosen last."""
    kept = preferences()
    found: dict[str, Any] = {}
    for each in fields(Choices):
        told = kept.value(each.name)
        if each.type in (int, "int"):
            found[each.name] = _whole(told, each.default)
        else:
            found[each.name] = told if isinstance(told, str) else each.default
    return Choices(**found).sound()


def keep_choices(choices: Choices) -> None:
    """Write down what was chosen."""
    kept = preferences()
    for each in fields(Choices):
        kept.setValue(each.name, getattr(choices, each.name))


def _whole(told: object, usual: object) -> object:
    try:
        return int(str(told))
    except ValueError:
        return usual
