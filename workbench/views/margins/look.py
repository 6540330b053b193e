"""How curves of margins look: a colour for the part or the class, a style for the round."""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from core.base.wording import grouped
from core.judging.diagnostics.margin_curves import Key, MarginCurves
from core.judging.diagnostics.run_access import Part
from workbench.plotting.class_symbols import class_colour
from workbench.plotting.flow_legend import LegendEntry
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme

_STYLES = (Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)
_FADED = 130


@dataclass(frozen=True, eq=False)
class MarginLook:
    """The looks of the curves of one moment."""

    found: MarginCurves
    theme: Theme
    is_apart: bool
    """Whether each class has a curve of its own."""
    is_faded: bool
    """Whether the rounds beside the one shown stand back."""

    def pen(self, key: Key) -> QPen:
        """The pen of a curve."""
        is_shown = key.round == self.found.snapshot.round
        colour = QColor(self._colour(key))
        if self.is_faded and not is_shown:
            colour.setAlpha(_FADED)
        is_thick = is_shown and not (self.is_apart and key.part is Part.VALIDATION)
        return curve_pen(colour, width=2 if is_thick else 1, style=self._style(key.round))

    def entries(self) -> list[LegendEntry]:
        """What a legend says: the colours, then the styles."""
        keys, names = list(self.found.curves), self.found.snapshot.history.problem.dataset.classes
        parts = {key.part: key for key in keys}
        if self.is_apart:
            labels = {key.label: key for key in keys}
            entries = [
                LegendEntry(names[label], self._colour(key)) for label, key in labels.items()
            ]
            if len(parts) > 1:
                entries.append(LegendEntry("validation", self.theme.quiet_text, width=1))
        else:
            entries = [LegendEntry(part.value, self._colour(key)) for part, key in parts.items()]
        for number in dict.fromkeys(key.round for key in keys):
            style, colour = self._style(number), self.theme.quiet_text
            entries.append(LegendEntry(f"round {grouped(number)}", colour, style=style, width=1.5))
        return entries

    def _colour(self, key: Key) -> str:
        if self.is_apart:
            return class_colour(key.label, self.theme)
        return self.theme.validation if key.part is Part.VALIDATION else self.theme.training

    def _style(self, number: int) -> Qt.PenStyle:
        others = sorted({key.round for key in self.found.curves} - {self.found.snapshot.round})
        if number not in others:
            return Qt.PenStyle.SolidLine
        return _STYLES[others.index(number) % len(_STYLES)]
