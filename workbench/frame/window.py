"""The main window: it lays out the panels and views, and wires them to the controller."""

import contextlib
import json
import os
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, Qt
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QWidget,
)

from core.base.files import MODEL_SUFFIX
from core.sources.parts import are_parts
from core.sources.source import Source
from workbench.carrying.presenter import CarryDesk
from workbench.comparing.presenter import CompareDesk
from workbench.exporting.presenter import ExportDesk
from workbench.frame.actions import Actions
from workbench.frame.allowing import allow
from workbench.frame.controller import Controller
from workbench.frame.docking.docks import Docks
from workbench.frame.docking.layouts import LayoutMenu, Layouts
from workbench.frame.docking.ready_layouts import TEACH
from workbench.frame.docking.selection_sight import SelectionSight
from workbench.frame.help.presenter import HelpDesk
from workbench.frame.leading.how_far import how_far
from workbench.frame.leading.learning import LearnDesk
from workbench.frame.leading.navigator import Navigator
from workbench.frame.leading.rail import Rail
from workbench.frame.leading.verdict_ways import Leading
from workbench.frame.leading.work_place import WorkPlace
from workbench.frame.menus import Menus, Toolbar, mark_primary
from workbench.frame.preferring.presenter import Preferring
from workbench.frame.recent_files import RecentFiles
from workbench.frame.screen_fit import ScreenFit
from workbench.frame.status_bar import StatusBar
from workbench.frame.window_body import WindowBody, one_below_the_other
from workbench.frame.window_shell import WindowShell
from workbench.frame.window_verbs import WindowVerbs
from workbench.frame.wiring import wire
from workbench.jobs.registry import Jobs
from workbench.jobs.scheduler import Turns
from workbench.jobs.training_driver import State
from workbench.opening.data_choices import DataChoices
from workbench.opening.presenter import OpeningDesk
from workbench.opening.subjects import Folder
from workbench.opening.welcome import Welcome
from workbench.predicting.presenter import PredictDesk
from workbench.reviewing.presenter import ReviewDesk
from workbench.sessions.journal_writer import Session
from workbench.sessions.presenter import SessionDesk
from workbench.shell import theme as themes
from workbench.shell.start_folders import been_in
from workbench.shell.theme import Theme
from workbench.shell.user_folders import preferences
from workbench.state.workspace import Workspace
from workbench.training.round_bar import RoundBar
from workbench.tuning.presenter import TuneDesk
from workbench.verdict.card import VerdictCard
from workbench.viewing.catalog import own_tabs, plugin_tabs

_NO_MODIFIERS = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
_TITLE = "Ensemble Workbench"


class MainWindow(WindowVerbs):
    """The one window of the program."""

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self._application = application
        self.theme = themes.LIGHT
        self.jobs = Jobs(self)
        self.preferring = Preferring(application, self.jobs, self)
        self.workspace = Workspace(self.jobs, self, Turns(self))
        self.session = Session()
        self.controller = Controller(self.workspace, self.session, self)
        self.trainer = self.controller.trainer
        self.actions_ = Actions(self)
        self._why_no_training = QShortcut(self.actions_.train.shortcut(), self)
        self._why_no_training.activated.connect(self.say_why_no_training)
        self.setWindowTitle(_TITLE)
        self.setAcceptDrops(True)
        self.resize(1280, 800)
        ScreenFit(self)

        self.shell = WindowShell(self, self.controller.status, self._home)
        self.strip = self.shell.strip
        known = self.session.recent()
        self.recent = RecentFiles(self.jobs, self.session, self)
        self.welcome = Welcome(known)
        self._make_features()
        self._make_body()
        self._make_bars()
        self.menus.recent.fill(known)
        self._make_places()
        wire(self)
        self._connect()
        self._connect_home()
        self._connect_features()
        self._restore()
        self.session.started()
        self.redraw()

    # Layout

    def _make_features(self) -> None:
        shell, space, controller = self.shell, self.workspace, self.controller
        self.review = ReviewDesk(shell, space, controller.reviewer, self)
        panels = {
            "data_panel": ("Data", lambda: self.data_panel),
            "algorithm_panel": ("Algorithm", lambda: self.algorithm_panel),
            "runs_panel": ("Runs", lambda: self.runs_panel),
            "selection_panel": ("Selection", self.review.make_panel),
        }
        self.docks = Docks(self.workspace, panels, own_tabs())
        self.exports = ExportDesk(shell, space, controller.exporter, self.docks.view, self)
        self.predictions = PredictDesk(shell, space, self)
        self.comparing = CompareDesk(shell, space, self)
        self.tuning = TuneDesk(shell, space, controller.tuner, self)
        self.carrying = CarryDesk(shell, space, controller.carrier, self)
        self.desk = OpeningDesk(shell, space, controller.opening, self.docks.prepare, self)
        self.choices = DataChoices(shell, space, controller, self)
        self.sessions = SessionDesk(
            shell,
            space,
            controller.keeper,
            self.session,
            self.docks,
            lambda: self.algorithm_panel,
            self,
        )
        self.round_bar = RoundBar(space)
        self.help = HelpDesk(shell, self.actions_, self.review, self)
        self.learning = LearnDesk(shell, self.jobs, self)

    def _make_body(self) -> None:
        self.work_place = WorkPlace(self.docks)
        self.verdict = VerdictCard()
        self.work_place.set_card(self.verdict)
        self.shell.pages.addWidget(self.welcome)
        self.shell.pages.addWidget(self.work_place)
        self.rail = Rail(self.actions_.places)
        self.toolbar = Toolbar(self.actions_, self.round_bar)
        self.status = StatusBar()
        self.activity = self.status.activity
        # What is said about the file that is open; not while another one is looked at.
        strips = (self.desk.strip, self.carrying.strip, self.sessions.strip)
        self._file_strips = one_below_the_other(strips)
        bars = (self.toolbar, self.strip, self._file_strips)
        self.window_body = WindowBody(self.rail, bars, self.shell.pages, self.status)
        self.setCentralWidget(self.window_body)
        self.docks.arrange()

    def _show_what_is_open(self) -> None:
        """While another file is looked at, nothing of the former one stands there."""
        page = self.desk.made_page
        is_open = page is None or self.shell.pages.currentWidget() is not page
        self._file_strips.setVisible(is_open)
        self.toolbar.show_file(is_open)

    def _make_bars(self) -> None:
        docks = [dock.toggleViewAction() for dock in self.docks.all_docks()]
        self.layouts = Layouts(self.docks, self)
        self.layout_menu = LayoutMenu(self.layouts, self.actions_.default_layout, self)
        views = self.exports.view_actions(own_tabs())
        self.menus = Menus(self.menuBar(), self.actions_, views, docks, self.layout_menu)

    def _make_places(self) -> None:
        ways = {
            "home": lambda: self.shell.turn_to(self.welcome),
            "data": self.desk.show,
            "train": lambda: self.shell.turn_to(self.work_place),
            "review": self.review.show,
            "compare": self.comparing.show,
            "predict": self.predictions.show,
            "export": lambda: self.shell.show_page(self.export_page),
            "learn": self._show_lessons,
        }
        self.navigator = Navigator(
            self.shell, self.actions_, self.rail, self.toolbar, ways, lambda: how_far(self), self
        )

    # Wiring

    def _connect(self) -> None:
        do, controller, space = self.actions_, self.controller, self.workspace
        do.open.triggered.connect(self.choose_file)
        do.open_folder.triggered.connect(self.choose_folder)
        self.tuning.run_asked.connect(lambda: self.navigator.go("train"))
        controller.may_leave = self.tuning.may_leave
        do.play.triggered.connect(self.play_or_halt)
        do.rerun.triggered.connect(lambda: self.with_current(self.trainer.train_again))
        do.rename_run.triggered.connect(self.rename_run)
        do.remove_run.triggered.connect(lambda: self.with_current(controller.remove_run))
        self.round_bar.playing_changed.connect(self.redraw)
        space.history_changed.connect(self.redraw)
        controller.taken.connect(self._show_data)
        do.deeds.triggered.connect(self.show_deeds)
        do.default_layout.triggered.connect(self._reset_layout)
        do.find.triggered.connect(self.find_rows)
        do.search.triggered.connect(self.search)
        self.layouts.put.connect(self._show_layout)
        do.plugins.triggered.connect(self.show_plugins)
        self.trainer.prepared.connect(self._add_plugin_views)
        do.quit.triggered.connect(self.close)
        do.themes.triggered.connect(self._theme_chosen)
        do.preferences.triggered.connect(self.preferring.show)
        self.preferring.themed.connect(self.apply_theme)
        self.preferring.rewritten.connect(self._write_again)
        controller.changed.connect(self.redraw)
        self.status.cancel.clicked.connect(self.exports.stop)
        controller.failed.connect(self.shell.show_error)
        self.trainer.launched.connect(self.shell.clear_error)
        space.dataset_changed.connect(self._show_data)
        space.current_changed.connect(self.redraw)
        space.run_finished.connect(self.redraw)

    def _connect_home(self) -> None:
        controller = self.controller
        self.welcome.open_clicked.connect(self.choose_file)
        self.welcome.folder_clicked.connect(self.choose_folder)
        self.welcome.recent_chosen.connect(self.open_recent)
        self.welcome.example_chosen.connect(controller.open_example)
        self.menus.recent.chosen.connect(self.open_recent)
        self.menus.examples.triggered.connect(lambda one: controller.open_example(one.data()))
        self.recent.changed.connect(self.welcome.show_recent)
        self.recent.changed.connect(self.menus.recent.fill)
        self.workspace.dataset_changed.connect(self.recent.refresh)
        controller.keeper.saved.connect(self.recent.refresh)
        if (found := self.sessions.recovery) is not None:
            self.welcome.offer(found.name, found.words)
        self.welcome.offer_tour(self.learning.offers_tour)
        self.welcome.tour_clicked.connect(self.learning.take_tour)
        self.welcome.tour_declined.connect(self.learning.decline_tour)
        self.menus.lessons.aboutToShow.connect(lambda: self.learning.fill(self.menus.lessons))
        self.welcome.restore_clicked.connect(self.sessions.restore)
        self.welcome.decline_clicked.connect(self.sessions.decline)
        self.sessions.settled.connect(self.welcome.withdraw)

    def _connect_features(self) -> None:
        do, controller = self.actions_, self.controller
        self.leading = Leading(self.workspace, self.docks, do, self.comparing)
        self.verdict.asked.connect(self.leading.show)
        self.verdict.step_asked.connect(self.leading.step)
        self.comparing.shown.connect(controller.judge.compared)
        self.docks.view_made.connect(self.exports.serve)
        self.docks.asked_for.connect(lambda: self.navigator.go("train"))
        self.workspace.why_asked.connect(lambda: self.navigator.go("train"))
        self.workspace.why_asked.connect(lambda: self.docks.bring("why"))
        SelectionSight(self.workspace, self.docks, self)
        self.shell.turned.connect(self._mark_primary)
        self.shell.turned.connect(self._show_what_is_open)

    # What happens now

    def redraw(self) -> None:
        """Derive every control from what happens now."""
        do, controller = self.actions_, self.controller
        self._allow()
        is_paused = self.trainer.driver.state is State.PAUSED
        do.pause.setText("&Resume" if is_paused else "&Pause")
        do.play.setText("&Halt" if self.round_bar.is_playing else "Pla&y")
        for action, acts, word in (
            (do.undo, self.workspace.project.done, "&Undo"),
            (do.redo, self.workspace.project.undone, "&Redo"),
        ):
            action.setText(f"{word}: {acts[-1].words}" if acts else word)
        self.navigator.redraw()
        if "export_page" in self.__dict__:
            self.export_page.redraw()
        text = controller.activity
        if not text and not self.trainer.is_engine_ready:
            text = "Preparing the engine, some seconds at the first start."
        self.activity.setText(text)
        self.verdict.tell(controller.judge.content(), controller.judge.step())
        self._mark_primary()
        self.status.show_progress(controller.progress)
        self.status.cancel.setVisible(self.exports.figures.is_running)

    def _allow(self) -> None:
        """What can be done now can be clicked, and nothing else."""
        can_train = allow(self)
        self.menus.export.setEnabled(
            self.workspace.has_result or self.controller.exporter.can_clean
        )
        self._why_no_training.setEnabled(not can_train)
        if "algorithm_panel" in self.__dict__:
            self.algorithm_panel.allow(can_train)

    def _mark_primary(self) -> None:
        """One main action at a time is prominent; pages have a button of their own for it."""
        do = self.actions_
        # The card's next step comes first; else the form has a button to train, if it is in sight.
        is_led = self.verdict.step is not None
        if "algorithm_panel" in self.__dict__:
            mark_primary(self.algorithm_panel.train, not is_led)
        is_wanted = self.navigator.place == "train" and not self.docks.is_seen("algorithm_panel")
        wanted = do.train if is_wanted and not is_led and do.train.isEnabled() else None
        if wanted is not do.primary:
            do.primary = wanted
            do.apply_theme(self.theme)
            self.toolbar.mark_primary()

    # Verbs that need the window

    def show_file(self, path: Path) -> None:
        """Open a table, of one file or a folder or pattern of them, a session, or a model."""
        been_in(path.parent)
        if are_parts(path):
            self.controller.opening.open(Folder(Path(os.path.abspath(path))))  # noqa: PTH100
            return
        if path.suffix.lower() == MODEL_SUFFIX:
            self.predictions.open_model(path)
            return
        if not self.sessions.takes(path):
            self.controller.opening.open(Source.from_path(path))

    def _reset_layout(self) -> None:
        self.docks.reset()
        self._show_layout("")

    def _show_layout(self, name: str) -> None:
        """Another layout is put: it is that of the place in which one trains."""
        self.round_bar.enlarge(name == TEACH)
        preferences().setValue("teaches", name == TEACH)
        if self.workspace.dataset is not None:
            self.navigator.go("train")

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Keys that no control took: space, the arrows, Home and End go through the rounds."""
        action = {
            Qt.Key.Key_Space: self.actions_.play,
            Qt.Key.Key_Left: self.actions_.back,
            Qt.Key.Key_Right: self.actions_.forward,
            Qt.Key.Key_Home: self.actions_.first,
            Qt.Key.Key_End: self.actions_.last,
        }.get(Qt.Key(event.key()))
        if action is None or event.modifiers() not in _NO_MODIFIERS:
            super().keyPressEvent(event)
        else:
            action.trigger()

    def _home(self) -> QWidget:
        """What is shown where there is no page."""
        return self.work_place if self.workspace.dataset else self.welcome

    # Small things

    def apply_theme(self, theme: Theme) -> None:
        """Give everything a theme."""
        self.theme = theme
        themes.apply(theme, self._application)
        self.docks.apply_theme(theme)
        if "runs_panel" in self.__dict__:
            self.runs_panel.redraw()
        if "data_panel" in self.__dict__:
            self.data_panel.apply_theme(theme)
        self.verdict.apply_theme(theme)
        self.shell.apply_theme(theme)
        self.rail.apply_theme(theme)
        self.actions_.apply_theme(theme)

    def _theme_chosen(self, action: QAction) -> None:
        self.preferring.keep(replace(self.preferring.choices, theme=action.data()))

    def _write_again(self) -> None:
        """Numbers are written otherwise: whoever shows some writes them anew."""
        self.controller.judge.forget()
        self.workspace.audit_changed.emit()  # whatever is said of a run is said anew
        self.apply_theme(self.theme)  # and drawn anew
        self.redraw()

    def _show_data(self) -> None:
        dataset = self.workspace.dataset
        self.setWindowTitle(f"{dataset.name} – {_TITLE}" if dataset else _TITLE)
        self.toolbar.file.setText(dataset.name if dataset else "")
        self.strip.hide()
        page = self.desk.made_page
        if page is not None and page.isVisible():  # in a turn of its own: others hear of it first
            self.workspace.turns.take((self, "data"), self._leave_page)
        else:
            self._leave_page()

    def _leave_page(self) -> None:
        self.shell.go_home()
        if self.workspace.dataset is not None:
            self.algorithm_panel.train.setFocus()

    def _add_plugin_views(self) -> None:
        """Plugins are looked for once the window is painted: their views come after the others."""
        late = {name: tab for name, tab in plugin_tabs().items() if name not in self.docks.docks}
        docks = self.docks.add_views(late)
        self.menus.add_views(
            [dock.toggleViewAction() for dock in docks], self.exports.view_actions(late)
        )

    def _show_lessons(self) -> None:
        self.shell.show_page(self.learn_page)
        self.learning.refresh()

    def _restore(self) -> None:
        kept = preferences()
        self.apply_theme(self.preferring.theme)
        geometry, docks = kept.value("geometry"), kept.value("docks")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        if isinstance(docks, str):
            with contextlib.suppress(ValueError, RecursionError):
                self.docks.restore_layout(json.loads(docks))
        self.round_bar.enlarge(kept.value("teaches", False, type=bool) is True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """A file over the window may be dropped."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Open the file that was dropped."""
        files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if files:
            event.acceptProposedAction()
            self.show_file(Path(files[0]))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Back from another program, which may have changed the file."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.desk.watch.check()
            self.learning.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """End what runs without waiting for it, and remember the layout."""
        kept = preferences()
        kept.setValue("geometry", self.saveGeometry())
        kept.setValue("docks", json.dumps(self.docks.layout_data()))
        kept.remove("layout")  # Qt's own bytes, of earlier versions
        self.desk.close()
        self.workspace.turns.close()
        self.controller.close()
        event.accept()
