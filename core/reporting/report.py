"""The report: one HTML page that opens anywhere, needs no network and runs nothing."""

import base64
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from core.auditing import Audit
from core.diagnosing import diagnosis
from core.errors import DataError
from core.files import written_whole
from core.reporting.data_part import data_part
from core.reporting.markup import Markup, facts, joined, name, paragraph, section, tag
from core.reporting.rows_part import decisions_part, suspects_part
from core.reporting.run_part import curves_part, key_figures, proof_part, run_part
from core.reporting.script import repeat_script
from core.reporting.style import STYLE
from core.reporting.versions import versions
from core.reviewing.decision import Decision
from core.reviewing.proof import Proof
from core.run import Run

POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'"
)
"""What a browser may do with the page: show pictures that are in it, and its own style."""
_KINDS = {".png": "image/png", ".svg": "image/svg+xml"}


@dataclass(frozen=True)
class Picture:
    """A plot as a file's bytes, with what it shows in words for those who cannot see it."""

    title: str
    alt: str
    kind: str
    """".png" or ".svg"."""
    data: bytes
    caption: str = ""


@dataclass(frozen=True)
class _Part:
    identity: str
    title: str
    body: Markup


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
    pictures: tuple[Picture, ...] = ()
    unfinished: tuple[str, ...] = ()
    """A sentence for each picture that should be here and is not."""
    most_rows: int = 30
    """How many suspicious rows are listed at most."""
    when: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def title(self) -> str:
        """What the page is called."""
        return f"{self.run.settings.title} on {self.run.dataset.name}"

    def html(self) -> str:
        """The whole page."""
        head = joined(
            [
                tag("meta", charset="utf-8"),
                tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
                tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
                tag("meta", name="referrer", content="no-referrer"),
                tag("meta", name="generator", content="Ensemble Workbench"),
                tag("link", rel="icon", href="data:,"),
                tag("title", self.title),
                tag("style", Markup(STYLE)),
            ]
        )
        parts = list(self._parts())
        sections = [section(part.identity, part.title, part.body) for part in parts]
        body = joined([self._header(parts), tag("main", *sections), _footer()])
        page = tag("html", tag("head", head), tag("body", body), lang="en")
        return f"<!doctype html>\n{page}\n"

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the page, whole or not at all."""
        page = self.html().encode()
        with written_whole(path) as aside:
            aside.write_bytes(page)

    def script(self) -> str:
        """The script that repeats the run; raise DataError where none can."""
        return repeat_script(self.run, self.decisions)

    def _header(self, parts: list[_Part]) -> Markup:
        data = self.run.dataset
        links = joined(tag("a", part.title, href=f"#{part.identity}") for part in parts)
        return tag(
            "header",
            tag("h1", self.run.settings.title, " on ", name(data.name)),
            paragraph(
                "Predicts ", name(data.target), f" · {self.when:%Y-%m-%d %H:%M %Z}", class_="quiet"
            ),
            paragraph(diagnosis(self.run, self.audit), class_="lead"),
            key_figures(self.run),
            tag("nav", links, aria_label="Contents"),
        )

    def _parts(self) -> Iterator[_Part]:
        """What there is to tell, the most telling first."""
        run = self.run
        if run.rounds:
            missing = [paragraph(sentence, class_="quiet") for sentence in self.unfinished]
            plots = joined([*map(_figure, self.pictures), *missing, curves_part(run)])
            yield _Part("plots", "Plots and curves", plots)
        if self.audit is not None:
            yield _Part("rows", "Suspicious rows", suspects_part(self.audit, self.most_rows))
        if self.decisions or self.notes:
            decided = decisions_part(run.dataset, self.decisions, self.notes)
            yield _Part("decisions", "Decisions", decided)
        if self.proof is not None:
            yield _Part("proof", "Before and after", proof_part(self.proof))
        yield _Part("settings", "Settings", run_part(run))
        yield _Part("data", "Data", data_part(run.dataset))
        yield _Part("repeat", "How to repeat it", self._repeat())

    def _repeat(self) -> Markup:
        told = facts(versions().items())
        try:
            script = self.script()
        except DataError as error:
            return joined([paragraph(str(error), class_="note"), told])
        return joined(
            [
                paragraph(
                    "Save this script beside the file, as repeat.py for instance, and run it with "
                    "the versions below: it checks that the file is the same, trains again, and "
                    "writes the same model, bit for bit. One click selects all of it."
                ),
                tag("pre", tag("code", script), tabindex="0", aria_label="The script"),
                told,
            ]
        )


def _footer() -> Markup:
    return tag(
        "footer",
        "Made by Ensemble Workbench. The page holds everything it shows, asks no network for "
        "anything and runs no script. Rows are called by their line in the file.",
    )


def _figure(picture: Picture) -> Markup:
    if picture.kind not in _KINDS:
        raise ValueError(f"a picture is a PNG or an SVG, not {picture.kind!r}")
    data = base64.b64encode(picture.data).decode("ascii")
    return tag(
        "figure",
        tag("img", src=f"data:{_KINDS[picture.kind]};base64,{data}", alt=picture.alt),
        tag("figcaption", tag("strong", picture.title), f" {picture.caption}"),
    )
