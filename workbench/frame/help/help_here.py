"""Which help a person means by F1: that of the view or page with the focus, else of the place."""

from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from workbench.shell.help_button import HelpButton


def help_here(shown: QWidget) -> HelpButton | None:
    """The help of what has the focus, else the first one in sight; None if there is none."""
    widget = QApplication.focusWidget()
    while widget is not None:
        button = getattr(widget, "help", None)
        if isinstance(widget, QDockWidget):
            button = _first_in(widget)
        if isinstance(button, HelpButton) and button.isVisible():
            return button
        widget = widget.parentWidget()
    return _first_in(shown)


def _first_in(widget: QWidget) -> HelpButton | None:
    seen = (button for button in widget.findChildren(HelpButton) if button.isVisible())
    return next(seen, None)
