"""A field for a number: it shows and takes every number exactly, and says what is wrong with one.

What stands in it is what is used: nothing is rounded, corrected or kept back until the focus
leaves. Very small and very large numbers are written as 1e-9. Marks are those of the reader; a
point is always understood.
"""

from decimal import Decimal

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QAbstractSpinBox, QWidget

from core.base.errors import SettingsError
from core.base.numerals import has_thousands, localised, marks, typed_number
from core.learning.settings import Setting

_FIRST_STEP = Decimal("0.01")
"""From 0, which has no size to take a step of."""
_WIDTH_OF = "0.000000000"
_MARKS = {".": "point", ",": "comma"}


def number_text(value: float) -> str:
    """A number as it is written in a field: all its digits, and no more.

    >>> [number_text(value) for value in (0.00012, 1e-9, 100.0, 2.5e20, 10_000)]
    ['0.00012', '1e-9', '100', '2.5e20', '10,000']
    """
    if isinstance(value, int):
        return localised(f"{value:,}")
    digits, _, exponent = repr(value).partition("e")
    digits = digits.removesuffix(".0")
    return localised(f"{digits}e{int(exponent)}" if exponent else digits)


def number_from(declared: Setting, text: str) -> float:
    """The number that a text stands for; raise SettingsError in a sentence if it may not be."""
    text = text.strip()
    if declared.zero and text.casefold() == declared.zero.casefold():
        return 0 if declared.kind is int else 0.0
    is_whole, (mark, thousands) = declared.kind is int, marks()
    # 0,5 and 1,000: each is a number in some country, and another one elsewhere.
    is_either = has_thousands(text) and not is_whole and mark not in text
    plain = text if is_either else typed_number(text)
    if "," in plain or (is_either and thousands):
        usual = f"a {_MARKS[mark]}, as in {localised('0.5')}"
        noun = "digits alone" if is_whole else usual
        raise SettingsError(f"{declared.title} is {text!r}: write it with {noun}.")
    number: float = declared.parse(plain)
    return number


class NumberField(QAbstractSpinBox):
    """A whole or a decimal number of one setting."""

    changed = Signal()
    """Something else stands in it, valid or not."""

    def __init__(self, declared: Setting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._declared = declared
        self._known = declared.default
        """The last number that stood in it, for marks that change."""
        self.setValue(declared.default)
        self.lineEdit().textEdited.connect(self.changed)
        self.editingFinished.connect(self._tidy)

    def value(self) -> float:
        """The number that stands in it; raise SettingsError if it is none that may be."""
        return number_from(self._declared, self.text())

    def setValue(self, value: float) -> None:  # noqa: N802 - as Qt's own fields have it
        """Show a number."""
        before, self._known = self.text(), value
        self.lineEdit().setText(self._text_of(value))
        if self.text() != before:
            self.changed.emit()

    @property
    def trouble(self) -> str:
        """What is wrong with what stands in it, in a sentence; empty if nothing is."""
        try:
            self.value()
        except SettingsError as error:
            return str(error)
        return ""

    def stepBy(self, steps: int) -> None:  # noqa: N802 - Qt's name
        """A step up or down: 1 of whole numbers, a tenth of the leading digit's place of others."""
        if self.trouble:
            return
        number = Decimal(repr(self.value()))
        for _ in range(abs(steps)):
            number += self._step(number, steps > 0) * (1 if steps > 0 else -1)
        kind, low, high = self._declared.kind, self._declared.low, self._declared.high
        number = number if low is None else max(number, Decimal(repr(low)))
        number = number if high is None else min(number, Decimal(repr(high)))
        self.setValue(kind(number))
        self.selectAll()

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:  # noqa: N802
        """Where the range goes on."""
        flags = QAbstractSpinBox.StepEnabledFlag
        if self.trouble:
            return flags.StepNone
        value, low, high = self.value(), self._declared.low, self._declared.high
        up = flags.StepNone if high is not None and value >= high else flags.StepUpEnabled
        down = flags.StepNone if low is not None and value <= low else flags.StepDownEnabled
        return up | down

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        """Whatever is typed stays: the form says what is wrong with it."""
        return QValidator.State.Acceptable, text, place

    def sizeHint(self) -> QSize:  # noqa: N802
        """Room for some digits."""
        self.ensurePolished()
        hint = super().sizeHint()
        hint.setWidth(hint.width() + self.fontMetrics().horizontalAdvance(_WIDTH_OF))
        return hint

    def _text_of(self, value: float) -> str:
        return self._declared.zero if self._declared.zero and value == 0 else number_text(value)

    def _step(self, number: Decimal, is_up: bool) -> Decimal:
        if self._declared.kind is int:
            return Decimal(1)
        if number == 0:
            return _FIRST_STEP
        size = number.adjusted()
        is_round = abs(number) == Decimal(1).scaleb(size)
        # From 0.1 it goes down to 0.099, as from 0.099 it goes up to 0.1.
        shrinks = is_up == (number < 0)
        return Decimal(1).scaleb(size - (2 if is_round and shrinks else 1))

    def _tidy(self) -> None:
        """Once it is typed, a number is written as this field writes it."""
        if not self.trouble:
            self._known = self.value()
            self.lineEdit().setText(self._text_of(self._known))

    def write_again(self) -> None:
        """Write the number with the marks of now."""
        self.lineEdit().setText(self._text_of(self._known))
