"""Everything a person can do, once: for the menus, the toolbar and the keyboard alike."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow

from workbench.frame.leading.places import PLACES
from workbench.shell.icons import icon
from workbench.shell.theme import THEMES, Theme

_ICONS = {
    "open": "folder-open-outline",
    "open_folder": "folder-multiple-outline",
    "train": "play",
    "pause": "pause",
    "step": "step-forward",
    "stop": "stop",
    "train_on": "plus",
    "play": "play-circle-outline",
    "review": "magnify-scan",
    "paste": "content-paste",
    "open_session": "folder-clock-outline",
    "save_session": "content-save-outline",
    "undo": "undo",
    "redo": "redo",
    "deeds": "history",
    "rerun": "replay",
    "usual_five": "numeric-5-box-multiple-outline",
    "tune": "tune-vertical",
}

MORE_ROUNDS = 100
"""So many follow when a run is trained on."""


class Actions(QObject):
    """The actions of the window, with their texts, keys and icons."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.primary: QAction | None = None
        """The one that is prominent now."""
        self.places = self._to_places()
        self.search = self._make(
            "search", "S&earch everything…", "Ctrl+K", "Actions, settings, columns, help, lessons"
        )
        self.find = self._make("find", "&Find rows…", "Ctrl+F", "Search the rows")
        self.open, self.open_folder = self._to_open()
        self.close = self._make("close", "&Close", "Ctrl+W", "Close the data: back to Home")
        self.paste = self._make(
            "paste", "&Paste data", "Ctrl+V", "Open the rows that were copied in a spreadsheet"
        )
        self.how_read, self.new_column, self.carry_over = self._about_data()
        self.save_session = self._make(
            "save_session",
            "&Save session",
            "Ctrl+S",
            "Keep the data, the decisions, the runs and the layout in one file",
        )
        self.save_session_as = self._make(
            "save_session_as", "Save session &as…", "Ctrl+Shift+S", "Under another name"
        )
        self.save_reference = self._make(
            "save_reference",
            "Save session &without its data…",
            "",
            "A smaller file, which needs the data where they are",
        )
        self.open_session = self._make(
            "open_session", "Open sess&ion…", "Ctrl+Shift+O", "Go on where a session was saved"
        )
        self.train = self._make("train", "&Train", "F5", "Train an ensemble on this data")
        self.pause = self._make("pause", "&Pause", "F6", "Pause, or go on")
        self.step = self._make("step", "&Step", "F7", "Train one round")
        self.stop = self._make("stop", "St&op", "F8", "End the training and keep what was learned")
        self.train_on = self._make(
            "train_on", f"+{MORE_ROUNDS} &rounds", "F9", f"Train {MORE_ROUNDS} more rounds"
        )
        self.usual_five = self._make(
            "usual_five",
            "Try the &usual five",
            "Ctrl+F5",
            "Train a default of each family on the same split, and list them best first",
        )
        self.tune = self._make(
            "tune", "T&une…", "Ctrl+Shift+T", "Try settings for some minutes, and keep the best"
        )
        self.play = self._make("play", "Pla&y", "Ctrl+Space", "Play the rounds back, or halt")
        self.review = self._make(
            "review", "Re&view", "Ctrl+Shift+R", "Go through the suspicious rows one by one"
        )
        self.audit = self._make(
            "audit", "&Audit the rows", "", "Let judges that never saw a row judge it"
        )
        self.find_causes, self.take_exam, self.when_to_stop = self._inquiries()
        self.undo = self._make("undo", "&Undo", QKeySequence.StandardKey.Undo, "")
        self.redo = self._make("redo", "&Redo", QKeySequence.StandardKey.Redo, "")
        self.undo.setIconText("Undo")  # in the toolbar; the menu says what
        self.redo.setIconText("Redo")
        self.deeds = self._make(
            "deeds", "&What was done…", "Ctrl+H", "Everything that can be undone, as a list"
        )
        self.rename_run = self._make("rename_run", "Re&name the run", "Ctrl+R", "")
        self.remove_run = self._make("remove_run", "&Delete the run", "Ctrl+Del", "")
        self.rerun = self._make("rerun", "Train a&gain", "Shift+F5", "With this run's settings")
        self.back = self._make("back", "Round &back", "Alt+Left", "Go one round back")
        self.forward = self._make("forward", "Round &forward", "Alt+Right", "Go one round on")
        self.first = self._make("first", "&First round", "Alt+Home", "Go to the start")
        self.last = self._make("last", "&Last round", "Alt+End", "Follow the newest round")
        self.predict = self._make(
            "predict", "Predict a &file…", "Ctrl+P", "Label the rows of a new file by a model"
        )
        self._make_exports()
        self._make_about_rows()
        self.default_layout = self._make("default_layout", "De&fault layout", "", "")
        self.preferences = self._make(
            "preferences", "Prefere&nces…", "Ctrl+,", "Theme, size of text, numbers, folders"
        )
        self.plugins = self._make("plugins", "&Plugins…", "", "What installed packages add")
        self._make_help()
        self.quit = self._make("quit", "&Quit", QKeySequence.StandardKey.Quit, "")
        self.themes = QActionGroup(self)
        for name in THEMES:
            action = QAction(f"&{name.capitalize()} theme", self, checkable=True)
            action.setData(name)
            self.themes.addAction(action)

    def apply_theme(self, theme: Theme) -> None:
        """Colour the icons."""
        for name, glyph in _ICONS.items():
            action = getattr(self, name)
            colour = theme.accent_text if action is self.primary else theme.text
            action.setIcon(icon(glyph, colour, theme.quiet_text))
        for action in self.themes.actions():
            action.setChecked(action.data() == theme.name)

    def _to_open(self) -> tuple[QAction, QAction]:
        """A file, and the files of a folder."""
        file = self._make(
            "open", "&Open…", "Ctrl+O", "Open a file: CSV, a spreadsheet, a database table"
        )
        folder = self._make(
            "open_folder",
            "Open fol&der…",
            "Ctrl+Alt+O",
            "Open the CSV or Parquet files of a folder as one table, however large",
        )
        return file, folder

    def _to_places(self) -> dict[str, QAction]:
        """The way to every place, by its name."""
        ways, group = {}, QActionGroup(self)
        for number, place in enumerate(PLACES, 1):
            way = self._make(f"go_{place.name}", f"&{place.title}", f"Ctrl+{number}", place.about)
            way.setCheckable(True)
            group.addAction(way)
            ways[place.name] = way
        group.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        return ways

    def _about_data(self) -> tuple[QAction, QAction, QAction]:
        """What can be done with the file that is open."""
        how_read = self._make(
            "how_read",
            "How the file was &read…",
            "Ctrl+I",
            "Look at what was understood of the file, and change it",
        )
        new_column = self._make(
            "new_column",
            "&New column…",
            "Ctrl+Shift+N",
            "Compute a column from others, or change one that is computed",
        )
        carry_over = self._make(
            "carry_over",
            "&Carry decisions over from…",
            "",
            "Take what was decided about an earlier export of this file",
        )
        return how_read, new_column, carry_over

    def _inquiries(self) -> tuple[QAction, QAction, QAction]:
        """What can be asked about an audit."""
        causes = self._make(
            "find_causes",
            "&Where do the errors come from?",
            "",
            "Look for rules in which too many rows look wrong",
        )
        exam = self._make(
            "take_exam",
            "Take the e&xam…",
            "",
            "Plant errors and see how many the audit finds: can it be trusted on these data?",
        )
        stop = self._make(
            "when_to_stop",
            "When to st&op…",
            "",
            "Mix a sample into the review, and see how many labels can still be wrong",
        )
        return causes, exam, stop

    def _make_help(self) -> None:
        self.help_here = self._make(
            "help_here", "&Help", "F1", "Help about the view or the place that has the focus"
        )
        self.manual = self._make("manual", "&Manual", "Shift+F1", "Every help text, with a search")
        self.shortcuts = self._make("shortcuts", "&Shortcuts", "Ctrl+?", "All keys on one page")
        self.show_log = self._make(
            "show_log", "Open the &log folder", "", "What to send when something went wrong"
        )
        self.about = self._make("about", "&About Ensemble Workbench", "", "Version and libraries")

    def _make_exports(self) -> None:
        self.export_model = self._make("export_model", "&Model…", "Ctrl+M", "Save the model")
        self.export_onnx = self._make(
            "export_onnx", "Model as &ONNX…", "", "For programs that run ONNX models"
        )
        self.export_rows = self._make("export_rows", "&Ranked rows…", "Ctrl+E", "Save as CSV")
        self.export_spreadsheet = self._make(
            "export_spreadsheet",
            "Ranked rows for a &spreadsheet…",
            "",
            "Save as CSV in which no text can be taken for a formula",
        )
        self.export_computed = self._make(
            "export_computed",
            "Cleaned CSV with computed colu&mns…",
            "",
            "The table as decided, with the columns that are computed",
        )
        self.export_cleaned = self._make(
            "export_cleaned", "&Cleaned file…", "", "The file without what was excluded, relabelled"
        )
        self.export_decisions = self._make("export_decisions", "&Decisions…", "", "Save as CSV")
        self.export_report = self._make(
            "export_report", "Re&port…", "Ctrl+Shift+P", "Everything about the run as one HTML page"
        )
        self.export_all = self._make(
            "export_all", "&All views…", "Ctrl+Shift+E", "Every view as PNG, SVG, PDF and CSV"
        )

    def _make_about_rows(self) -> None:
        self.top_suspects = self._make(
            "top_suspects", "Select the &ten most suspicious rows", "Ctrl+T", ""
        )
        self.unlabelled = self._make(
            "unlabelled",
            "Select the rows &without a label",
            "",
            "Give them one in the selection panel: they are learned from then",
        )
        self.label_rows = self._make(
            "label_rows",
            "&Label rows…",
            "",
            "Give rows without a label one, the most informative first",
        )
        self.clear_selection = self._make("clear_selection", "&Clear selection", "Ctrl+D", "")

    def _make(self, name: str, text: str, key: str | QKeySequence.StandardKey, tip: str) -> QAction:
        action = QAction(text, self)
        action.setObjectName(name)
        if key:
            action.setShortcut(QKeySequence(key))
        plain = text.replace("&", "").rstrip("…")
        shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(f"{tip or plain} ({shown})" if shown else tip or plain)
        action.setStatusTip(tip)
        self._window.addAction(action)
        return action
