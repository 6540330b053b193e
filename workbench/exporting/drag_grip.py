"""A grip in the corner of a view: its picture is dragged out of the window, into any program.

By keys the same is had from the menu of the view: "Copy the picture".
"""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QDrag, QImage, QMouseEvent, QPixmap
from PySide6.QtWidgets import QApplication, QLabel

if TYPE_CHECKING:
    from workbench.viewing.view import View

_SIDE, _MARGIN = 20, 2
_THUMB_WIDTH = 160


class PictureFolder:
    """Where dragged pictures lie until the program ends: whoever takes one may read it later."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @property
    def path(self) -> Path:
        """The folder, made now if it is the first time."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(
                prefix="ensemble-workbench-pictures-", ignore_cleanup_errors=True
            )
        return Path(self._folder.name)

    def remove(self) -> None:
        """Nothing of it is needed any more."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def drag_data(view: "View", folder: Path) -> QMimeData:
    """The picture of a view, as an image and as a file."""
    from workbench.exporting.rendering import picture

    content = picture(view, ".png")
    path = folder / f"{view.name}.png"
    path.write_bytes(content)
    data = QMimeData()
    data.setImageData(QImage.fromData(content))
    data.setUrls([QUrl.fromLocalFile(str(path))])
    return data


class DragGrip(QLabel):
    """Seen while the pointer is over a view that shows something."""

    def __init__(self, view: "View", folder: PictureFolder) -> None:
        super().__init__("⠿", view)
        self._view, self._folder = view, folder
        self._pressed: QPoint | None = None
        self.setAccessibleName(f"Drag the picture of {view.title} out")
        self.setToolTip("Drag the picture out of the window, into a document or a folder.")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setProperty("quiet", True)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setFixedSize(_SIDE, _SIDE)
        self.hide()
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Come and go with the pointer."""
        kind = event.type()
        if kind == QEvent.Type.Enter and self._view.has_content:
            self.move(self._view.width() - _SIDE - _MARGIN, self._view.height() - _SIDE - _MARGIN)
            self.show()
            self.raise_()
        elif kind in (QEvent.Type.Leave, QEvent.Type.Hide, QEvent.Type.Resize):
            self.hide()
        return super().eventFilter(watched, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A drag may begin."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """It begins once the pointer has gone some way."""
        if self._pressed is None or not self._view.has_content:
            return
        way = (event.position().toPoint() - self._pressed).manhattanLength()
        if way >= QApplication.startDragDistance():
            self._pressed = None
            self.start(drag_data(self._view, self._folder.path))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """No drag."""
        self._pressed = None

    def start(self, data: QMimeData) -> None:
        """Have the system carry the picture; a test looks at it instead."""
        drag = QDrag(self)
        drag.setMimeData(data)
        shown = QPixmap.fromImage(QImage(data.imageData()))
        drag.setPixmap(
            shown.scaledToWidth(_THUMB_WIDTH, Qt.TransformationMode.SmoothTransformation)
        )
        drag.exec(Qt.DropAction.CopyAction)
