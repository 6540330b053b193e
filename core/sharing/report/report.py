"""The report: one HTML page that opens anywhere, needs no network and runs its own script alone."""

import base64
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from core.base.errors import DataError
from core.base.files import written_whole
from core.base.wording import count, grouped
from core.judging.auditing.result import Audit
from core.judging.causes.result import Causes
from core.judging.cells.result import CellAudit
from core.judging.diagnosing.diagnosis import diagnosis
from core.judging.exam.exam import Exam
from core.judging.reviewing.certifying.certificate import Certificate
from core.judging.reviewing.decision import Decision
from core.judging.reviewing.proof import Proof
from core.learning.run import Run
from core.sharing.report.cells_part import cells_told
from core.sharing.report.certificate_part import certificate_told
from core.sharing.report.data_part import data_told
from core.sharing.report.deciding_part import deciding_told
from core.sharing.report.exam_part import exam_told
from core.sharing.report.live_part import LiveTold, live_told
from core.sharing.report.page import rendered
from core.sharing.report.rows_part import (
    NOT_AUDITED,
    SuspectsTold,
    decisions_told,
    suspects_told,
)
from core.sharing.report.run_part import CurveTold, curves_told, key_figures, proof_told, run_told
from core.sharing.report.script import repeat_script
from core.sharing.report.scripts import live_script, policy
from core.sharing.report.tuning_part import tuning_told
from core.sharing.report.versions import versions
from core.sharing.report.why_part import why_told
from resources import report_text

_MEDIA_TYPES = {".png": "image/png", ".svg": "image/svg+xml"}


@dataclass(frozen=True)
class ReportPicture:
    """A plot as a file's bytes, with what it shows in words for those who cannot see it."""

    title: str
    alt: str
    kind: str
    """".png" or ".svg"."""
    data: bytes
    caption: str = ""

    @property
    def media_type(self) -> str:
        """What a browser takes it for; raise ValueError for any other kind."""
        if self.kind not in _MEDIA_TYPES:
            raise ValueError(f"a picture is a PNG or an SVG, not {self.kind!r}")
        return _MEDIA_TYPES[self.kind]

    @property
    def encoded(self) -> str:
        """The bytes as a page holds them."""
        return base64.b64encode(self.data).decode("ascii")


@dataclass(frozen=True)
class _Section:
    """A section of the page; the template of its identity's name tells it."""

    identity: str
    title: str
    told: object


@dataclass(frozen=True)
class _RowsTold:
    suspects: SuspectsTold
    live: LiveTold | None
    """The run at its rounds, if it has any."""


@dataclass(frozen=True)
class _PlotsTold:
    pictures: tuple[ReportPicture, ...]
    unfinished: tuple[str, ...]
    curves: tuple[CurveTold, ...]


@dataclass(frozen=True)
class _RepeatTold:
    script: str
    why_not: str
    """Why there is no script, where there is none."""
    versions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False)
class Report:
    """A run and all that belongs to it. `html` can be asked for on any thread.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=5))
    >>> page = Report(run).html()
    >>> page.startswith("<!doctype html>"), "AdaBoost on moons.csv" in page
    (True, True)
    """

    run: Run
    audit: Audit | None = None
    decisions: tuple[Decision, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)
    """Notes on rows, by line."""
    proof: Proof | None = None
    pictures: tuple[ReportPicture, ...] = ()
    unfinished: tuple[str, ...] = ()
    """A sentence for each picture that should be here and is not."""
    most_rows: int = 30
    """How many suspicious rows are listed at most."""
    when: datetime = field(default_factory=lambda: datetime.now(UTC))
    causes: Causes | None = None
    """Where the errors come from, if somebody asked."""
    exam: Exam | None = None
    """What the audit would have found of planted errors, if somebody asked."""
    cells: CellAudit | None = None
    """Which values are wrong, if somebody looked."""
    certificate: Certificate | None = None
    """How many labels can still be wrong, if a sample was drawn."""
    shown: int | None = None
    """The round that the pictures show; None for the last one."""

    @property
    def title(self) -> str:
        """What the page is called."""
        return f"{self.run.settings.title} on {self.run.dataset.name}"

    @property
    def about_rounds(self) -> str:
        """That pictures show an earlier round than the words tell of; nothing if they do not.

        >>> import core
        >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=5))
        >>> Report(run, shown=3).about_rounds
        'The pictures show round 3. All else on this page is about the whole run of 5 rounds.'
        """
        if self.shown is None or self.shown >= self.run.rounds:
            return ""
        return (
            f"The pictures show round {grouped(self.shown)}. All else on this page is about the "
            f"whole run of {count(self.run.rounds, 'round')}."
        )

    def html(self) -> str:
        """The whole page."""
        script = live_script() if self.run.rounds else ""
        return rendered(
            "page.html.j2",
            policy=policy(script),
            style=report_text("report.css"),
            script=script,
            title=self.title,
            run=self.run,
            when=f"{self.when:%Y-%m-%d %H:%M %Z}",
            diagnosis=diagnosis(self.run, self.audit),
            about_rounds=self.about_rounds if self.pictures else "",
            key_figures=key_figures(self.run),
            sections=list(self._sections()),
        )

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the page, whole or not at all."""
        page = self.html().encode()
        with written_whole(path) as aside:
            aside.write_bytes(page)

    def script(self) -> str:
        """The script that repeats the run; raise DataError where none can."""
        return repeat_script(self.run, self.decisions)

    def _sections(self) -> Iterator[_Section]:
        """What there is to tell: suspicious rows and decisions first, then what explains them."""
        run = self.run
        if self.audit is not None or run.rounds:
            yield _Section("rows", "Suspicious rows", self._rows())
        if self.decisions or self.notes:
            decided = decisions_told(run.dataset, self.decisions, self.notes)
            yield _Section("decisions", "Decisions", decided)
        if self.certificate is not None and self.certificate.looked:
            yield _Section("certificate", "What is left", certificate_told(self.certificate))
        if self.cells is not None:
            yield _Section("cells", "Wrong values", cells_told(self.cells))
        if self.causes is not None:
            yield _Section("causes", "Where the errors come from", self.causes)
        if self.exam is not None:
            yield _Section("exam", "The exam", exam_told(self.exam))
        if self.proof is not None:
            yield _Section("proof", "Before and after", proof_told(self.proof))
        if (deciding := deciding_told(run)) is not None:
            yield _Section("deciding", "Deciding", deciding)
        if run.tuned is not None:
            yield _Section("tuning", "Tuning", tuning_told(run.tuned))
        if run.rounds:
            yield _Section(
                "why", "Why these predictions", why_told(run, self.audit, self.most_rows)
            )
            plots = _PlotsTold(self.pictures, self.unfinished, curves_told(run))
            yield _Section("plots", "Plots and curves", plots)
        yield _Section("settings", "Settings", run_told(run))
        yield _Section("data", "Data", data_told(run.dataset))
        yield _Section("repeat", "How to repeat it", self._repeat())

    def _rows(self) -> _RowsTold:
        run, audit = self.run, self.audit
        suspects = suspects_told(audit, self.most_rows) if audit is not None else NOT_AUDITED
        if not run.rounds:
            return _RowsTold(suspects, None)
        return _RowsTold(suspects, live_told(run, audit, self.decisions, self.notes, self.cells))

    def _repeat(self) -> _RepeatTold:
        script, why_not = "", ""
        try:
            script = self.script()
        except DataError as error:
            why_not = str(error)
        return _RepeatTold(script, why_not, tuple(versions().items()))
