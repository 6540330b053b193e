"""The camera: a stage whose pictures are taken in several sizes and themes."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from docs.making.stage import Stage
from workbench.shell.theme import THEMES

Size = tuple[int, int]
_SMOOTHLY = Qt.TransformationMode.SmoothTransformation
_COLUMNS, _ROWS, _WIDTH = 2, 2, 784


class Camera(Stage):
    """Photographs what the window shows, in each size and theme."""

    def __init__(
        self,
        application: QApplication,
        out: Path,
        folder: Path,
        sizes: list[Size],
        themes: list[str],
    ) -> None:
        super().__init__(application, themes[0], out, folder)
        self._pictures, self._sizes, self._themes = out, sizes, themes
        self._scale = self.window.devicePixelRatioF()
        self.taken: dict[str, list[Path]] = {}
        """The pictures in the order in which they were taken, by size and theme."""

    def resize_text(self, percent: int) -> None:
        """Write everything larger or smaller, as the preferences do."""
        preferring = self.window.preferring
        preferring.choose(replace(preferring.choices, text_size=percent))

    def shoot(self, name: str, widget: QWidget | None = None) -> None:
        """Save a picture of the window in every size, or of a dialog, in every theme."""
        for size in self._sizes if widget is None else self._sizes[:1]:
            self.window.resize(*size)
            for theme in self._themes:
                self.window.apply_theme(THEMES[theme])
                self.rest()
                look = f"{size[0]}x{size[1]} at {round(100 * self._scale)} % {theme}"
                path = self._pictures / look.replace(" ", "-").replace("%-", "") / f"{name}.png"
                path.parent.mkdir(parents=True, exist_ok=True)
                self._grabbed(widget).save(str(path))
                self.taken.setdefault(path.parent.name, []).append(path)

    def rest(self) -> None:
        """Wait until nobody computes anything, what nobody waits for included."""
        super().rest()
        self.until(lambda: self.window.jobs.is_idle)
        super().rest()

    def make_sheets(self) -> None:
        """Put the pictures of a size and theme side by side, some to a sheet, for a first look."""
        for look, paths in self.taken.items():
            step = _COLUMNS * _ROWS
            for start in range(0, len(paths), step):
                file = self._pictures / f"sheet-{look}-{start // step:02d}.png"
                _sheet(paths[start : start + step]).save(str(file))


def _sheet(paths: list[Path]) -> QImage:
    pictures = [QPixmap(str(path)).scaledToWidth(_WIDTH, _SMOOTHLY) for path in paths]
    height = max(picture.height() for picture in pictures) + 22
    sheet = QImage(_COLUMNS * (_WIDTH + 8), _ROWS * height, QImage.Format.Format_RGB32)
    sheet.fill(QColor("#808080"))
    painter = QPainter(sheet)
    for place, (path, picture) in enumerate(zip(paths, pictures, strict=True)):
        x, y = (place % _COLUMNS) * (_WIDTH + 8), (place // _COLUMNS) * height
        painter.drawText(x + 4, y + 16, path.stem)
        painter.drawPixmap(x, y + 22, picture)
    painter.end()
    return sheet
