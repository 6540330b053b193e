"""The predictions of a class: question by question, where everybody was before the truth."""

from collections import Counter
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QListWidget, QSplitter, QVBoxLayout, QWidget

from core.base.errors import DataError
from core.base.wording import count, grouped
from core.teaching.predictions import (
    PREDICTIONS_SUFFIX,
    ClassView,
    Predictions,
    class_views,
    lesson_of,
    read_predictions,
)
from core.teaching.script import LessonScript, LessonStep
from workbench.plotting.small_plot import PlotMark, SmallPlot
from workbench.shell.page import Page
from workbench.shell.theme import GRID, Theme

_MOST_FILES = 2_000
_BARS = 20


class ClassPage(Page):
    """A list of questions, and a histogram of the guesses with the truth over it."""

    place = "learn"

    def __init__(self) -> None:
        super().__init__("Predictions of a class", "Back")
        self.summary = QLabel(wordWrap=True)
        self.questions = QListWidget()
        self.questions.setAccessibleName("Questions")
        self.questions.currentRowChanged.connect(self._show)
        self.words = QLabel(wordWrap=True)
        self.plot = SmallPlot("Histogram of the guesses, with the truth")
        self.plot.setFixedHeight(320)
        self.plot.hide()  # until there are guesses
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(2 * GRID, 0, 0, 0)
        column.addWidget(self.words)
        column.addWidget(self.plot)
        column.addStretch(1)
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.addWidget(self.questions)
        parts.addWidget(right)
        parts.setStretchFactor(1, 1)
        self.column.addWidget(self.summary)
        self.column.addWidget(parts, 1)
        self._script: LessonScript | None = None
        self._views: list[ClassView] = []

    def read(self, folder: Path) -> None:
        """Take all files of a folder; of several lessons, the one with most. Raise DataError."""
        from core.teaching.script_file import read_lesson
        from resources import lesson_path

        paths = sorted(folder.glob(f"*{PREDICTIONS_SUFFIX}"))[:_MOST_FILES]
        by_lesson: dict[str, list[Path]] = {}
        damaged = 0
        for path in paths:
            try:
                by_lesson.setdefault(lesson_of(path), []).append(path)
            except DataError:
                damaged += 1
        known = {
            name: own for name, own in by_lesson.items() if lesson_path(f"{name}.md").is_file()
        }
        if not known:
            raise DataError(
                f"There are no predictions of a lesson in {folder}. Learners save them at the end "
                f"of a lesson, as files that end with {PREDICTIONS_SUFFIX}."
            )
        name = max(known, key=lambda each: len(known[each]))
        self._script = read_lesson(lesson_path(f"{name}.md"))
        files: list[Predictions] = []
        for path in known[name]:
            try:
                files.append(read_predictions(path, self._script))
            except DataError:
                damaged += 1
        self._views = class_views(files, self._script)
        others = len(paths) - damaged - len(files)
        told = f"{self._script.title}: {count(len(files), 'file')}."
        told += f" {count(damaged, 'file')} could not be read." if damaged else ""
        told += f" {count(others, 'file')} about other lessons left out." if others else ""
        self.summary.setText(told)
        self.questions.clear()
        for view in self._views:
            self.questions.addItem(f"{view.title} ({grouped(len(view.guesses))})")
        self.questions.setCurrentRow(0)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        super().apply_theme(theme)
        self.plot.apply_theme(theme)

    def _show(self, row: int) -> None:
        if not 0 <= row < len(self._views):
            return
        view = self._views[row]
        step = self._step(view.title)
        numbers = [each for each in view.guesses if isinstance(each, float)]
        counted = Counter(step.ask.said(each) for each in view.guesses) if step.ask else Counter()
        said = "; ".join(f"{text}: {many}" for text, many in counted.most_common(12))
        truth = step.ask.said(view.truth) if step.ask and view.truth is not None else "not seen yet"
        self.words.setText(f"The truth: {truth}.\nGuesses: {said or 'none'}.")
        self.plot.setVisible(bool(numbers))
        if numbers:
            heights, edges = np.histogram(numbers, bins=min(_BARS, max(4, len(set(numbers)))))
            middles = ((edges[1:] + edges[:-1]) / 2).tolist()
            width = float(edges[1] - edges[0]) * 0.95
            marks = [PlotMark("it is", view.truth)] if isinstance(view.truth, float) else []
            self.plot.name_axes("guess", "people")
            self.plot.tell((), marks, (middles, heights.astype(float).tolist(), width))
            self.plot.setAccessibleDescription(self.words.text())

    def _step(self, title: str) -> LessonStep:
        assert self._script is not None
        return next(step for step in self._script.steps if step.title == title)
