"""Deeds: what a lesson does, or waits for a person to do. One word each, and no others.

A deed is declared once and serves twice: `is_done` is the condition on the state of the work that
a *Do* step waits for, and `perform` brings that state about for *Show me* and for going back.

    open DATA[, no validation]     open example data
    choose ALGORITHM KEY=VALUE…    put settings into the form
    train ALGORITHM KEY=VALUE…     have a finished run of such settings on the data as they stand
    round N                        show the state after round N; `last` for the newest
    view NAME                      have a view in sight
    place NAME                     be in a place of the rail
    select N rows                  have N rows selected; select LINE, LINE for certain ones
    audit                          have the rows judged
    exclude N rows                 have at least N rows excluded, or all `flagged rows`
    relabel N rows                 have at least N rows relabelled
    decide N rows                  have decided about at least N rows
    export                         have taken a file away
"""

import abc
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.base.errors import DataError, WorkbenchError
from core.judging.reviewing.kinds import Verb
from core.learning import registry
from core.learning.ensemble import Ensemble
from core.reading.examples import EXAMPLES
from core.teaching import tables
from core.teaching.stage import LessonStage

if TYPE_CHECKING:
    from core.learning.run import Run
    from core.project import Project


class Deed(abc.ABC):
    """Something that is done, or waited for."""

    renews = False
    """Whether nothing of what was done before matters after it."""

    @abc.abstractmethod
    def is_done(self, stage: LessonStage) -> bool:
        """Whether the state is as the deed leaves it."""

    @abc.abstractmethod
    def perform(self, stage: LessonStage) -> None:
        """Do it; what takes long ends later."""


@dataclass(frozen=True)
class OpenData(Deed):
    """Open example data."""

    name: str
    share: float | None = None

    renews = True

    def is_done(self, stage: LessonStage) -> bool:
        """Whether these data are open."""
        data = stage.project.dataset
        if data is None or data.name != self._file_name:
            return False
        return self.share is None or data.has_validation is (self.share > 0)

    def perform(self, stage: LessonStage) -> None:
        """Open them."""
        stage.open(f"Opening {self.name}", lambda: tables.open_table(self.name, self.share))

    @property
    def _file_name(self) -> str:
        files = {known.name: known.file for known in EXAMPLES}
        return files.get(self.name, self.name)


@dataclass(frozen=True)
class ChooseSettings(Deed):
    """Put settings into the form."""

    settings: Ensemble

    def is_done(self, stage: LessonStage) -> bool:
        """Whether the form has them."""
        return stage.has_chosen(self.settings)

    def perform(self, stage: LessonStage) -> None:
        """Put them there."""
        stage.choose(self.settings)


@dataclass(frozen=True)
class TrainRun(Deed):
    """Have a finished run with some settings."""

    settings: Ensemble
    options: tuple[str, ...]

    def is_done(self, stage: LessonStage) -> bool:
        """Whether there is such a run on the data as they stand, and nothing trains."""
        return found_run(stage.project, self.settings.name, self.options) is not None

    def perform(self, stage: LessonStage) -> None:
        """Train it."""
        stage.choose(self.settings)
        stage.train(self.settings)


@dataclass(frozen=True)
class ShowRound(Deed):
    """Show the state after a round; None for the newest."""

    number: int | None

    def is_done(self, stage: LessonStage) -> bool:
        """Whether it is shown."""
        project = stage.project
        wanted = project.rounds if self.number is None else self.number
        return project.current is not None and project.round == wanted

    def perform(self, stage: LessonStage) -> None:
        """Go there."""
        stage.go("train")
        stage.go_to(stage.project.rounds if self.number is None else self.number)


@dataclass(frozen=True)
class ShowView(Deed):
    """Have a view in sight."""

    name: str

    def is_done(self, stage: LessonStage) -> bool:
        """Whether it is."""
        return stage.sees(self.name)

    def perform(self, stage: LessonStage) -> None:
        """Bring it."""
        stage.go("train")
        stage.show_view(self.name)


@dataclass(frozen=True)
class GoToPlace(Deed):
    """Be in a place of the rail."""

    name: str

    def is_done(self, stage: LessonStage) -> bool:
        """Whether one is."""
        return stage.place == self.name

    def perform(self, stage: LessonStage) -> None:
        """Go there."""
        stage.go(self.name)


@dataclass(frozen=True)
class SelectRows(Deed):
    """Have rows selected: certain lines, or so many of any."""

    many: int
    lines: tuple[int, ...] = ()

    def is_done(self, stage: LessonStage) -> bool:
        """Whether they are."""
        chosen = stage.project.selection
        if self.lines:
            return set(self.lines) <= set(chosen.tolist())
        return len(chosen) >= self.many

    def perform(self, stage: LessonStage) -> None:
        """Select the lines, or the first rows."""
        data = stage.project.dataset
        first = data.lines[: self.many].tolist() if data is not None else []
        stage.select(self.lines or first)


@dataclass(frozen=True)
class AuditRows(Deed):
    """Have the rows judged."""

    def is_done(self, stage: LessonStage) -> bool:
        """Whether there is an audit of the data as they stand."""
        audit = stage.project.audit
        return audit is not None and audit.dataset is stage.project.dataset

    def perform(self, stage: LessonStage) -> None:
        """Start the audit."""
        stage.audit()


@dataclass(frozen=True)
class DecideRows(Deed):
    """Have decided about at least so many rows, None for all flagged; with a verb, in that way."""

    verb: str
    many: int | None

    def is_done(self, stage: LessonStage) -> bool:
        """Whether so many are decided."""
        project = stage.project
        many = self._wanted(project)
        if project.branch is None or many is None:
            return False
        if self.verb == "decide":
            return project.decisions.count >= many
        return project.decisions.stands.verbs().get(Verb(self.verb), 0) >= many

    def _wanted(self, project: "Project") -> int | None:
        """How many rows; None before an audit has flagged some."""
        if self.many is not None or project.audit is None:
            return self.many
        return int(project.audit.flagged.sum())

    def perform(self, stage: LessonStage) -> None:
        """Decide about the most suspicious rows: by the audit, else by the run that is shown."""
        project = stage.project
        many = self._wanted(project)
        if many is None:
            raise DataError("The flagged rows are meant, and none was flagged yet: audit first.")
        lines = most_suspicious(project, many)
        if self.verb == "relabel":
            audit = project.audit
            if audit is None:
                raise DataError("The rows are to be relabelled as the audit suggests: audit first.")
            named = np.asarray(audit.dataset.classes)[audit.suggested]
            by_line = dict(zip(audit.dataset.lines.tolist(), named.tolist(), strict=True))
            project.relabel({line: by_line[line] for line in lines})
        else:
            project.decide(lines, "exclude" if self.verb == "exclude" else "keep")


@dataclass(frozen=True)
class ExportFile(Deed):
    """Have taken a file away."""

    def is_done(self, stage: LessonStage) -> bool:
        """Whether one was."""
        return stage.exported > 0

    def perform(self, stage: LessonStage) -> None:
        """Take the cleaned file away."""
        stage.export()


def found_run(project: "Project", name: str, options: tuple[str, ...]) -> "Run | None":
    """The newest finished run of an algorithm and such options on the data as they stand."""
    for item in reversed(project.runs):
        run = item.run
        if run is None or run.settings.name != name or run.dataset is not project.dataset:
            continue
        if run.settings.with_options(options) == run.settings:
            return run
    return None


def most_suspicious(project: "Project", many: int) -> list[int]:
    """The lines of the rows that look worst, and that nothing is decided about."""
    current = project.current
    if project.audit is not None:
        data, ranked = project.audit.dataset, project.audit.ranked
    elif current is not None and current.run is not None:
        data, ranked = current.dataset, current.run.history.ranked()
    else:
        raise DataError("Nothing was trained yet, so no row looks worse than another.")
    lines = data.lines[ranked]
    is_open = ~project.decisions.stands.is_decided(lines)
    return [int(line) for line in lines[is_open][:many]]


def settings_of(words: list[str]) -> tuple[Ensemble, tuple[str, ...]]:
    """An algorithm and its options, as on the command line.

    >>> settings_of(["adaboost", "rounds=3"])[0].rounds
    3
    """
    if not words:
        raise DataError("An algorithm is missing, as in: train adaboost rounds=3.")
    kind = registry.member(Ensemble, words[0])
    return kind().with_options(words[1:]), tuple(words[1:])


def _open(rest: str) -> Deed:
    name, *more = (part.strip() for part in rest.split(","))
    if more and more != ["no validation"]:
        raise DataError(f"{more[0]!r} is no way to open data: only 'no validation' is.")
    return OpenData(tables.check_name(name), 0.0 if more else None)


def _train(rest: str) -> Deed:
    return TrainRun(*settings_of(rest.split()))


def _choose(rest: str) -> Deed:
    return ChooseSettings(settings_of(rest.split())[0])


def _round(rest: str) -> Deed:
    return ShowRound(None if rest == "last" else _whole(rest))


def _select(rest: str) -> Deed:
    if found := re.fullmatch(r"(\d+) rows?", rest):
        return SelectRows(int(found[1]))
    lines = tuple(_whole(part) for part in rest.split(","))
    return SelectRows(len(lines), lines)


def _decide(verb: str) -> Callable[[str], Deed]:
    def make(rest: str) -> Deed:
        many = rest.removesuffix("s").removesuffix(" row")
        return DecideRows(verb, None if many == "flagged" else _whole(many))

    return make


def _alone(make: Callable[[], Deed]) -> Callable[[str], Deed]:
    def made(rest: str) -> Deed:
        if rest:
            raise DataError(f"Nothing may follow here, and there is {rest!r}.")
        return make()

    return made


def _named(make: Callable[[str], Deed], pattern: str) -> Callable[[str], Deed]:
    def made(rest: str) -> Deed:
        if not re.fullmatch(pattern, rest):
            raise DataError(f"{rest!r} is no name: small letters and _ only.")
        return make(rest)

    return made


DEEDS: dict[str, Callable[[str], Deed]] = {
    "open": _open,
    "choose": _choose,
    "train": _train,
    "round": _round,
    "view": _named(ShowView, r"[a-z_]+"),
    "place": _named(GoToPlace, r"[a-z]+"),
    "select": _select,
    "audit": _alone(AuditRows),
    "exclude": _decide("exclude"),
    "relabel": _decide("relabel"),
    "decide": _decide("decide"),
    "export": _alone(ExportFile),
}


def deed_from(words: str) -> Deed:
    """The deed that words stand for; raise DataError with what is wrong about them.

    >>> deed_from("round 2")
    ShowRound(number=2)
    >>> deed_from("open four rows, no validation")
    OpenData(name='four rows', share=0.0)
    >>> deed_from("dance")
    Traceback (most recent call last):
    core.base.errors.DataError: 'dance' is no deed. Deeds are: open, choose, train, round, view, \
place, select, audit, exclude, relabel, decide, export.
    """
    word, _, rest = words.strip().partition(" ")
    if word not in DEEDS:
        raise DataError(f"{word!r} is no deed. Deeds are: {', '.join(DEEDS)}.")
    try:
        return DEEDS[word](rest.strip())
    except DataError:
        raise
    except WorkbenchError as error:
        raise DataError(str(error)) from error


def _whole(text: str) -> int:
    text = text.strip()
    if not re.fullmatch(r"\d{1,9}", text):
        raise DataError(f"{text!r} is no whole number.")
    return int(text)
