"""The two themes: colours of the window and of the plots. Both designed, none inverted."""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication, QLabel

from resources import icon_path
from workbench.shell.wheel import WheelStyle

# Okabe & Ito 2008: eight colours that colour-blind people can tell apart.
BLUE, VERMILLION, GREEN, ORANGE = "#0072B2", "#D55E00", "#009E73", "#E69F00"
SKY, PURPLE, YELLOW = "#56B4E9", "#CC79A7", "#F0E442"

GRID = 8
"""Every distance is a multiple of this many pixels."""
_BAR = 12
"""How wide a scroll bar is: no arrows, as every desktop draws it by now."""


@dataclass(frozen=True)
class Theme:
    """The colours of one theme."""

    name: str
    window: str
    base: str
    alternate: str
    text: str
    quiet_text: str
    line: str
    edge: str
    """Around what can be typed into: plainer than a line between things."""
    handle: str
    """Of a scroll bar: told from what is behind it, and quieter than any text."""
    accent: str
    accent_text: str
    selection: str
    """The background of selected rows: a tint of the one colour that nothing else has."""
    selection_text: str
    selection_mark: str
    """That colour in full, for marks in plots."""
    warning: str
    warning_text: str
    training: str
    validation: str
    weighted: str
    bound: str
    guess: str
    classes: tuple[str, ...]


LIGHT = Theme(
    name="light",
    window="#F5F6F7",
    base="#FFFFFF",
    alternate="#F7F8FA",
    text="#1C2126",
    quiet_text="#59636E",
    line="#D5D9DE",
    edge="#A9B1BA",
    handle="#868F99",
    accent="#1F5FBF",
    accent_text="#FFFFFF",
    selection="#FFD3E9",
    selection_text="#1C2126",
    selection_mark="#E0007A",
    warning="#FDECEA",
    warning_text="#7A1B12",
    training=BLUE,
    validation=VERMILLION,
    weighted="#5E7A00",
    bound="#1C2126",
    guess="#59636E",
    classes=(BLUE, ORANGE, GREEN, VERMILLION, PURPLE, SKY),
)
DARK = Theme(
    name="dark",
    window="#22262B",
    base="#1A1D21",
    alternate="#1F2327",
    text="#E8EAED",
    quiet_text="#A3ADB8",
    line="#3B424A",
    edge="#66707B",
    handle="#6E7884",
    accent="#5B9DF0",
    accent_text="#10151B",
    selection="#6B1747",
    selection_text="#FFFFFF",
    selection_mark="#FF4DAE",
    warning="#4A1F1B",
    warning_text="#FFD9D4",
    training=SKY,
    validation="#FF8A3D",
    weighted="#B5CC4E",
    bound="#E8EAED",
    guess="#A3ADB8",
    classes=(SKY, ORANGE, "#2BC79A", "#FF8A3D", PURPLE, YELLOW),
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def apply(theme: Theme, application: QApplication) -> None:
    """Give the whole program a theme; plots take theirs when their view is told of it."""
    # With another size of text all is polished again too: a rule for a font keeps its size.
    line = QFontMetrics(application.font()).height()
    sheet = f"/* {application.font().pointSizeF()} */{_sheet(theme, line)}"
    if application.styleSheet() != sheet:  # every widget that there is would be polished again
        application.setStyle(WheelStyle("Fusion"))
        application.setPalette(_palette(theme))
        # PySide's stub asks for bytes, which it then refuses.
        application.setPalette(_spin_palette(theme), "QAbstractSpinBox")  # type: ignore[arg-type]
        application.setStyleSheet(sheet)
        _colour_links()


def _colour_links() -> None:
    """A label keeps the colour that links had when its text was read: it is read again."""
    for widget in QApplication.allWidgets():
        if isinstance(widget, QLabel) and _LINK in widget.text():
            text = widget.text()
            widget.clear()
            widget.setText(text)


def system_theme(application: QApplication) -> Theme:
    """The theme that the desktop asks for."""
    dark = application.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return DARK if dark else LIGHT


def _palette(theme: Theme) -> QPalette:
    roles = QPalette.ColorRole
    palette = QPalette()
    colours = {
        roles.Window: theme.window,
        roles.WindowText: theme.text,
        roles.Base: theme.base,
        roles.AlternateBase: theme.alternate,
        roles.Text: theme.text,
        roles.Button: theme.window,
        roles.ButtonText: theme.text,
        roles.ToolTipBase: theme.base,
        roles.ToolTipText: theme.text,
        roles.PlaceholderText: theme.quiet_text,
        roles.Highlight: theme.accent,
        roles.HighlightedText: theme.accent_text,
        roles.Link: theme.accent,
        roles.Accent: theme.accent,
        roles.BrightText: theme.warning_text,
        roles.Mid: theme.line,
        roles.Midlight: theme.line,
        roles.Light: theme.base,
        roles.Dark: theme.line,
        roles.Shadow: theme.line,
    }
    for role, colour in colours.items():
        palette.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        faded = QColor(theme.quiet_text)
        faded.setAlpha(150)
        palette.setColor(QPalette.ColorGroup.Disabled, role, faded)
    return palette


def _spin_palette(theme: Theme) -> QPalette:
    """Fusion draws a spin box's edge this much darker than the window: unseen where that is dark.

    A rule for the edge in the sheet would take away its arrows, too.
    """
    palette = _palette(theme)
    palette.setColor(QPalette.ColorRole.Window, QColor(theme.edge).lighter(_FUSION_DARKER))
    return palette


_FUSION_DARKER = 140
_LINK = "<a href"
_BOXES = "QTreeView::indicator, QTableView::indicator, QListView::indicator, QCheckBox::indicator"


def _state(state: str) -> str:
    """The boxes to tick, in a state."""
    return ", ".join(f"{box}:{state}" for box in _BOXES.split(", "))


def _icon(name: str, theme: Theme) -> str:
    """A picture in the colour of what stands on the accent."""
    return icon_path(f"{name}_{theme.name}").as_posix()


def _sheet(theme: Theme, line: int) -> str:
    """What a palette cannot say. Few rules, all from the theme."""
    return f"""
    QToolBar {{ border: 0; border-bottom: 1px solid {theme.line}; padding: 4px; spacing: 4px; }}
    QToolBar QToolButton {{ padding: 4px 8px; border-radius: 4px; border: 1px solid transparent; }}
    QToolBar QToolButton:hover {{ background: {theme.base}; border-color: {theme.line}; }}
    QToolBar QToolButton:focus {{ border-color: {theme.accent}; }}
    QToolBar QToolButton[primary="true"] {{
        background: {theme.accent}; color: {theme.accent_text}; }}
    QPushButton[primary="true"] {{
        background: {theme.accent}; color: {theme.accent_text}; border: 0; border-radius: 4px;
        padding: 8px 16px; font-weight: 600; }}
    QPushButton[primary="true"]:disabled {{
        background: {theme.line}; color: {theme.quiet_text}; }}
    QPushButton[primary="true"]:focus {{ border: 2px solid {theme.text}; padding: 6px 14px; }}
    QPushButton[quiet="true"] {{ border: 0; color: {theme.accent}; padding: 4px 0; }}
    QPushButton[quiet="true"]:focus {{ text-decoration: underline; }}
    QLabel[quiet="true"] {{ color: {theme.quiet_text}; }}
    QLabel[heading="true"] {{ color: {theme.quiet_text}; font-weight: 600; }}
    QLabel[warning="true"] {{ color: {theme.warning_text}; }}
    QFrame[strip="true"] {{ background: {theme.warning}; border-bottom: 1px solid {theme.line}; }}
    QFrame[strip="true"] QLabel, QFrame[strip="true"] QPlainTextEdit {{
        color: {theme.warning_text}; background: transparent; }}
    QDockWidget::title {{ padding: 4px 8px; background: {theme.window}; }}
    QMainWindow::separator {{ background: {theme.line}; width: 1px; height: 1px; margin: 1px; }}
    QTableView {{ border: 0; gridline-color: {theme.line};
        selection-background-color: {theme.selection}; selection-color: {theme.selection_text}; }}
    QAbstractScrollArea::corner {{ background: transparent; border: 0; }}
    QTableCornerButton::section {{ background: {theme.window}; border: 0; }}
    QHeaderView {{ background: {theme.window}; }}
    QHeaderView::section {{ background: {theme.window}; color: {theme.quiet_text};
        border: 0; border-bottom: 1px solid {theme.line}; padding: 4px 3px; }}
    QTreeWidget {{ border: 0; background: transparent; }}
    QTreeWidget::item {{ height: {max(24, line + 6)}px; }}
    {_BOXES} {{ width: 12px; height: 12px;
        border: 1px solid {theme.quiet_text}; border-radius: 3px; background: {theme.base}; }}
    {_state("checked")} {{ background: {theme.accent}; border-color: {theme.accent};
        image: url("{_icon("tick", theme)}"); }}
    {_state("indeterminate")} {{ background: {theme.accent}; border-color: {theme.accent};
        image: url("{_icon("dash", theme)}"); }}
    {_state("checked:selected")} {{ border-color: {theme.accent_text}; }}
    {_state("disabled")} {{ border-color: {theme.line}; background: {theme.window}; }}
    {_state("checked:disabled")} {{ background: {theme.quiet_text};
        border-color: {theme.quiet_text}; }}
    QRadioButton::indicator {{ width: 12px; height: 12px; border: 1px solid {theme.quiet_text};
        border-radius: 7px; background: {theme.base}; }}
    QRadioButton::indicator:checked {{ width: 6px; height: 6px; border: 4px solid {theme.accent};
        background: {theme.accent_text}; }}
    QRadioButton::indicator:disabled {{ border-color: {theme.line}; background: {theme.window}; }}
    QCheckBox, QRadioButton {{ padding: 1px; border: 1px solid transparent; border-radius: 3px; }}
    QCheckBox:focus, QRadioButton:focus {{ border-color: {theme.accent}; }}
    QCheckBox::indicator:focus {{ border-color: {theme.accent}; }}
    QLineEdit {{ border: 1px solid {theme.edge}; border-radius: 2px; padding: 2px 3px; }}
    QLineEdit:focus {{ border-color: {theme.accent}; }}
    QAbstractSpinBox QLineEdit, QComboBox QLineEdit, QAbstractItemView QLineEdit {{ border: 0;
        padding: 0; }}
    QAbstractSpinBox {{ min-height: {line + 4}px; }}
    QTabBar {{ qproperty-drawBase: 0; }}
    QTabBar::tab {{ padding: 4px 8px; border: 0; border-bottom: 2px solid transparent;
        color: {theme.quiet_text}; background: transparent; }}
    QTabBar::tab:hover {{ color: {theme.text}; }}
    QTabBar::tab:selected {{ color: {theme.text}; border-bottom-color: {theme.accent}; }}
    QTabBar::tab:focus {{ color: {theme.accent}; }}
    QFrame[card="true"] {{ background: {theme.base}; border-bottom: 1px solid {theme.line}; }}
    QFrame[status="true"] {{ border-top: 1px solid {theme.line}; }}
    QScrollBar {{ background: transparent; border: 0; }}
    QScrollBar:vertical {{ width: {_BAR}px; }}
    QScrollBar:horizontal {{ height: {_BAR}px; }}
    QScrollBar::handle {{ background: {theme.handle}; border-radius: 3px; margin: 2px; }}
    QScrollBar::handle:vertical {{ min-height: {4 * GRID}px; }}
    QScrollBar::handle:horizontal {{ min-width: {4 * GRID}px; }}
    QScrollBar::handle:hover, QScrollBar::handle:pressed {{ background: {theme.quiet_text}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    QScrollArea {{ border: 0; background: transparent; }}
    """
