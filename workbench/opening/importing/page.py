"""The import page: what was understood on the left, the first rows and the columns on the right."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from core.base.errors import DataError, WorkbenchError
from core.base.wording import count, grouped, size_text
from core.data.plan import Plan
from core.data.split import Split
from core.parts.disagreement import DisagreementError
from core.parts.first_look import FilesFirstLook
from core.sources.dialect import Dialect
from core.sources.excerpt import Excerpt, Manner
from workbench.opening.computing.dialog import ComputeDialog
from workbench.opening.controller import Opening
from workbench.opening.importing.columns_table import ColumnsTable
from workbench.opening.importing.dialect_form import DialectForm
from workbench.opening.importing.disagreement_list import DisagreementList
from workbench.opening.importing.excerpt_form import ExcerptForm
from workbench.opening.importing.findings_list import FindingsList
from workbench.opening.importing.keeping_form import KeepingForm
from workbench.opening.importing.memory_offer import MemoryOffer
from workbench.opening.importing.preview_table import PreviewTable
from workbench.opening.importing.target_bar import TargetBar
from workbench.opening.importing.target_note import TargetNote
from workbench.opening.split_form import SplitDialog
from workbench.opening.subjects import Folder
from workbench.shell.help_button import HelpButton
from workbench.shell.page import Page
from workbench.shell.text_size import scaled
from workbench.shell.theme import GRID, Theme
from workbench.shell.tips import plain

_FORM_WIDTH = 304
_USE = "Use this data"


class ImportPage(Page):
    """Shows an Opening, and passes on what a person decides."""

    place = "data"

    def __init__(self, opening: Opening, parent: QWidget | None = None) -> None:
        super().__init__("Open a file", "Cancel", parent)
        self.opening = opening
        self.back.setToolTip("Leave everything as it was (Esc)")
        self.facts = QLabel()
        self.facts.setProperty("quiet", True)
        self.progress = QProgressBar()
        self.progress.setAccessibleName("Reading")
        self.progress.setFixedWidth(120)
        self.progress.setTextVisible(False)
        self.progress.setRange(0, 100)
        self.stop = QPushButton("Stop")
        self.stop.setToolTip("Stop reading the file")
        self.stop.clicked.connect(opening.cancel)
        self.use = QPushButton(_USE)
        self.use.setProperty("primary", True)
        self.use.setToolTip("Make data of it as shown here (Enter)")
        self.use.clicked.connect(self._use)
        self.help = HelpButton("pages", "import", "Open a file", self)
        for widget in (self.facts, self.progress, self.stop, self.help, self.use):
            self.add_to_head(widget)
        self.trouble = QLabel()
        self.trouble.setWordWrap(True)
        self.trouble.setProperty("warning", True)
        self.trouble.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.memory = MemoryOffer()
        self.differing = DisagreementList()
        self.keeping = KeepingForm()
        self.target_bar = TargetBar()
        self.target_note = TargetNote()
        self.split_dialog: SplitDialog | None = None
        self.consequence = QLabel()
        self.consequence.setProperty("quiet", True)
        self.consequence.setWordWrap(True)
        self.form = DialectForm()
        self.excerpt = ExcerptForm()
        self.no_dialect = QLabel("This kind of file tells itself how it is to be read.")
        self.no_dialect.setWordWrap(True)
        self.no_dialect.setProperty("quiet", True)
        self.preview = PreviewTable()
        self.columns = ColumnsTable()
        self.findings = FindingsList()
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.columns, "Columns")
        self.tabs.addTab(self.findings, "Findings")
        self.compute = _compute_button(self.tabs)
        self.compute_dialog: ComputeDialog | None = None
        self._lay_out()
        self._connect()
        self._show_all()

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self.keeping)
        self.how_read = _heading("How the file is read")
        column.addWidget(self.how_read)
        column.addWidget(self.no_dialect)
        column.addWidget(self.form)
        column.addWidget(self.excerpt)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(left)
        scroll.setMinimumWidth(scaled(_FORM_WIDTH))
        self.right = QSplitter(Qt.Orientation.Vertical)
        self.right.setChildrenCollapsible(False)
        self.right.addWidget(self.preview)
        self.right.addWidget(self.tabs)
        self.right.setSizes([260, 300])
        body = QSplitter(Qt.Orientation.Horizontal)
        body.setChildrenCollapsible(False)
        body.addWidget(scroll)
        body.addWidget(self.right)
        body.setStretchFactor(1, 1)
        body.setSizes([scaled(_FORM_WIDTH), 900])
        self.column.addWidget(self.trouble)
        self.column.addWidget(self.differing)
        self.column.addWidget(self.memory)
        self.column.addWidget(self.target_bar)
        self.column.addWidget(self.target_note)
        self.column.addWidget(self.consequence)
        self.column.addWidget(body, 1)
        self.column.addStretch(0)  # alone with what went wrong, that stands on top
        self._body = body

    def _connect(self) -> None:
        opening = self.opening
        opening.looked.connect(self._show_look)
        opening.read.connect(self._show_reading)
        opening.progressed.connect(self._show_progress)
        opening.planned.connect(self._show_plan)
        opening.studied.connect(self._show_study)
        self.memory.sample_asked.connect(opening.read_all)
        self.memory.all_asked.connect(lambda: opening.read_all(None))
        self.memory.disk_asked.connect(opening.read_in_parts)
        self.differing.leave_out_asked.connect(opening.leave_out)
        self.differing.again_asked.connect(lambda: opening.overrule(opening.manner))
        self.keeping.chosen.connect(opening.keep_rows)
        for form in (self.form, self.excerpt):
            form.changed.connect(self._overrule)
            form.guess_asked.connect(lambda: opening.overrule(None))
        bar = self.target_bar
        bar.target_chosen.connect(lambda name: self._change(lambda p: p.with_target(name)))
        bar.target_chosen.connect(self.preview.show_target)
        bar.task_chosen.connect(lambda task: self._change(lambda p: p.with_task(task)))
        bar.positive_chosen.connect(lambda name: self._change(lambda p: p.with_positive(name)))
        bar.split_asked.connect(self._ask_for_split)
        columns = self.columns.columns
        columns.meaning_chosen.connect(
            lambda name, meaning: self._change(lambda p: p.with_meaning(name, meaning))
        )
        columns.role_chosen.connect(
            lambda name, role: self._change(lambda p: p.with_role(name, role))
        )
        self.columns.computed_asked.connect(self.ask_for_column)
        self.compute.clicked.connect(self._ask_for_new_column)
        self.target_note.remedy_asked.connect(opening.remedy)
        self.findings.remedy_asked.connect(opening.remedy)
        self.findings.undo_asked.connect(opening.undo)
        for key in ("Return", "Enter"):
            action = QAction(_USE, self)
            action.setShortcut(key)
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(self._entered)
            self.addAction(action)
        self.target_note.settled.connect(self.use.setFocus)

    # What a person does

    def start(self, consequence: str = "") -> None:
        """The page comes into sight; say what using the data will do to what is open."""
        self.consequence.setText(consequence)
        self.consequence.setVisible(bool(consequence))
        self.tabs.setCurrentIndex(0)
        self.target_bar.target.setFocus()
        self.columns.setUpdatesEnabled(False)

    def draw_columns(self) -> None:
        """The first rows are drawn, now the columns: both at once would be felt as a stall."""
        self.columns.setUpdatesEnabled(True)

    def leave(self) -> None:
        """The page goes out of sight: nothing more is read or studied."""
        self.form.stop()
        self.excerpt.stop()
        self.opening.cancel()

    def _entered(self) -> None:
        """Enter uses the data, unless a button has the focus: then it is pressed."""
        focused = self.focusWidget()
        if isinstance(focused, QPushButton) and focused.hasFocus():
            focused.click()
        else:
            self._use()

    def _use(self) -> None:
        self.form.apply_now()
        self.excerpt.apply_now()
        self.keeping.workers.keep()
        self.opening.use()

    def _overrule(self, manner: Manner) -> None:
        guess = self.opening.guess
        is_guess = guess is not None and guess.preview.manner == manner
        self.opening.overrule(None if is_guess else manner)

    def _ask_for_split(self) -> None:
        plan = self.opening.plan
        if plan is None:
            return
        names = [name for name in plan.columns if name != plan.target]
        self.split_dialog = SplitDialog(self, plan.split, names)
        dialog = self.split_dialog
        dialog.accepted.connect(lambda: self._split(dialog.split))
        dialog.open()

    def _split(self, split: Split) -> None:
        self._change(lambda plan: plan.with_split(split))

    def _ask_for_new_column(self) -> None:
        self.ask_for_column("")

    def ask_for_column(self, name: str) -> None:
        """Let a person compute a column, or change one that is computed, by its name."""
        table, plan = self.opening.table, self.opening.plan
        if table is None or plan is None:
            return
        self.compute_dialog = ComputeDialog(self, table, plan, self.opening.jobs)
        self.compute_dialog.choose(name)
        self.compute_dialog.change_asked.connect(lambda change, _words: self._change(change))
        self.compute_dialog.open()

    def _change(self, change: Callable[[Plan], Plan]) -> None:
        try:
            self.opening.change(change)
        except DataError as error:
            self._show_plan()  # the choosers show again what is the case
            self._say(error)

    # What is shown

    def _show_all(self) -> None:
        self._show_look()
        self._show_plan()
        self._show_study()

    def _show_look(self) -> None:
        source, look = self.opening.source, self.opening.look
        self.heading.setText(source.name if source else "Open a file")
        self.heading.setToolTip(plain(str(source.path or source.name)) if source else "")
        self.preview.show_preview(look.preview if look else None, self.opening.plan)
        if look is not None:
            seen = look.preview
            has_parts = seen.kind is None and source is not None and source.path is not None
            self.memory.show_need(look.need, seen.estimated_rows, has_parts)
        else:
            self.columns.columns.show_columns([], None)
        self._show_manner()
        self._show_keeping()
        self._show_reading()
        self._list_findings()

    def _show_manner(self) -> None:
        """How the file is read, by the form that fits its kind."""
        opening = self.opening
        manner, look = opening.manner, opening.look
        self.form.setVisible(isinstance(manner, Dialect))
        self.excerpt.setVisible(isinstance(manner, Excerpt))
        self.no_dialect.setVisible(look is not None and manner is None)
        guess = opening.guess.preview if opening.guess else None
        if isinstance(manner, Dialect):
            self.form.show_dialect(
                manner, guess.dialect if guess else None, guess.reasons if guess else {}
            )
        elif isinstance(manner, Excerpt) and look is not None and look.preview.kind is not None:
            self.excerpt.show_excerpt(
                look.preview.kind,
                manner,
                look.preview.parts,
                guess.excerpt if guess else None,
                look.preview.reasons,
            )

    def _show_reading(self) -> None:
        opening = self.opening
        is_reading = opening.progress is not None
        self.progress.setVisible(is_reading)
        self.stop.setVisible(is_reading)
        self._show_progress()
        self._say(opening.trouble)
        self.memory.setVisible(opening.is_too_large)
        is_ready = opening.look is not None and (opening.trouble is None or opening.can_try_again)
        self.compute.setEnabled(opening.table is not None)
        self.use.setEnabled(is_ready and not opening.is_too_large and not opening.is_wanted)
        if opening.table is not None and isinstance(opening.manner, Dialect):
            self._show_manner()
        if opening.study is None:
            self.columns.columns.show_profiles({})
            self.target_bar.show_dataset(None)
            self._list_findings()

    def _show_progress(self) -> None:
        """Only what moves while a file is read: this happens often."""
        progress = self.opening.progress
        share = int(100 * progress.share) if progress else 0
        if share != self.progress.value():
            self.progress.setValue(share)  # paints at once, whatever it is
        self.facts.setText(self._facts())
        waits = f"Reading… {share} %" if progress else "Preparing…"
        self.use.setText(waits if self.opening.is_wanted else _USE)

    def _facts(self) -> str:
        opening = self.opening
        if opening.look is None:
            return "Looking at it…" if opening.source and opening.trouble is None else ""
        seen, progress = opening.look.preview, opening.progress
        columns = count(len(seen.names), "column")
        if isinstance(opening.look, FilesFirstLook):
            return self._facts_of_files(opening.look, columns)
        if progress is not None:
            so_far = f", {progress.words} so far" if progress.words else ""
            return f"{size_text(seen.size)} · reading{so_far} · {columns}"
        if opening.table is not None:
            rows = count(len(opening.table), "row")
            part = " drawn by chance" if opening.sample else ""
            return f"{size_text(seen.size)} · {rows}{part} · {columns}"
        about = "" if seen.is_whole else "about "
        return f"{size_text(seen.size)} · {about}{count(seen.estimated_rows, 'row')} · {columns}"

    def _facts_of_files(self, look: FilesFirstLook, columns: str) -> str:
        """Of several files: how many, and about how many rows, or how far the reading is."""
        files, progress = count(len(look.files.parts), "file"), self.opening.progress
        size = f"{files}, {size_text(look.preview.size)}"
        if progress is not None:
            return f"{size} · {progress.words or 'reading'} · {columns}"
        return f"{size} · about {count(look.preview.estimated_rows, 'row')} · {columns}"

    def _say(self, error: Exception | None) -> None:
        text = self.opening.note
        listed = error if isinstance(error, DisagreementError) else None
        self.differing.show_error(listed)
        # Of what could not be looked at there is no target to choose, and no row to see.
        is_seen = listed is None or self.opening.look is not None
        self.target_bar.setVisible(is_seen)
        self._body.setVisible(is_seen)
        if error is not None and listed is None:
            text = (
                str(error)
                if isinstance(error, WorkbenchError)
                else (
                    f"The file cannot be read so ({type(error).__name__}). Choose other settings."
                )
            )
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    def _show_plan(self) -> None:
        opening = self.opening
        if opening.look is None or opening.plan is None:
            return
        names = list(opening.plan.columns)
        self._show_keeping()
        self.target_bar.show_plan(names, opening.plan)
        self.target_note.show_plan(opening.plan)
        self.columns.columns.show_columns(names, opening.plan)
        self.preview.show_plan(opening.plan)
        self._list_findings()

    def _show_keeping(self) -> None:
        look, plan, subject = self.opening.look, self.opening.plan, self.opening.subject
        is_several = isinstance(look, FilesFirstLook)
        self.keeping.setVisible(is_several)
        self.how_read.setText("How the files are read" if is_several else "How the file is read")
        if is_several and plan is not None and subject is not None:
            assert isinstance(look, FilesFirstLook)
            assert isinstance(subject, Folder)
            self.keeping.show_look(look, plan, subject)

    def _show_study(self) -> None:
        study = self.opening.study
        if study is None:
            return
        self.columns.columns.show_profiles(study.profiles)
        self.target_bar.show_dataset(study.dataset)
        self._list_findings()

    def _list_findings(self) -> None:
        opening = self.opening
        study, table, look = opening.study, opening.table, opening.look
        found = study.findings if study else ()
        notes = table.notes if table else (look.preview.notes if look else ())
        # What a finding says, or said before its remedy was taken, is not said again.
        known = [*found, *(edit.remedied for edit in opening.remedies if edit.remedied)]
        told = tuple(f"{name!r} is read as text" for each in known for name in each.columns)
        unsaid = [note for note in notes if not (told and note.startswith(told))]
        is_looking = look is not None and opening.trouble is None and not (study and study.is_done)
        is_looking = is_looking and not opening.is_too_large
        self.target_note.show_findings(found, is_looking)
        self.findings.show_findings(found, opening.remedies, table, unsaid, is_looking)
        number = len(found) + (table.problem_count if table else 0)
        self.tabs.setTabText(1, f"Findings ({grouped(number)})" if number else "Findings")

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        super().apply_theme(theme)
        self.preview.rows.apply_theme(theme)
        self.columns.apply_theme(theme)
        self.help.apply_theme(theme)


def _compute_button(tabs: QTabWidget) -> QPushButton:
    button = QPushButton("New column…")
    button.setProperty("quiet", True)
    button.setToolTip("Compute a column from others, or change one that is computed")
    tabs.setCornerWidget(button)
    return button


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("heading", True)
    return label
