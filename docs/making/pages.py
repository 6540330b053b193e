"""Gathers the pages: those that were written, and those made of the program's own texts."""

import json
import shutil

import jinja2

from core.learning import registry
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.learning.settings import Settings
from core.sources.formats import Format
from docs.making import api, command_line, lessons, validation
from docs.making.places import DOCS, ROOT, Build
from resources import help_pages, help_text
from workbench.frame.leading.places import PLACES
from workbench.viewing.catalog import own_tabs

FOLDERS = {
    "views": ("Views", "What each view shows, how it is read, and what a click does there."),
    "ensembles": ("Ensembles", "Every way to combine learners, with its formula and its source."),
    "learners": ("Learners", "What ensembles are made of; each can be trained alone, too."),
    "pages": ("Pages of the window", "What F1 says in the places where decisions are made."),
}
PICTURES_OF_PAGES = {"import": "window/data", "review": "window/review", "carry": "pages/carry"}
"""The pictures of the help pages; one that is not named here has one of its own."""


def gather(build: Build) -> None:
    """Write everything that Sphinx reads into its folder."""
    shutil.rmtree(build.source, ignore_errors=True)
    shutil.copytree(DOCS / "pages", build.source)
    if build.pictures.is_dir():
        shutil.copytree(build.pictures, build.source / "pictures")
    _fill_stories(build)
    _fill(build, "index", "LESSONS", "lessons/index" if lessons.pages() else "")
    _fill(build, "formats", "FORMATS", kinds_of_files())
    for name, text in made_pages().items():
        page = build.source / f"{name}.md"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")


def made_pages() -> dict[str, str]:
    """The text of every page that is made, by its name."""
    made = _help_pages() | {
        "window": _window_page(),
        "command-line": command_line.page(),
        "validation": validation.page(),
        "changelog": (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
        "citation": _citation(),
    }
    return made | api.pages() | lessons.pages()


def _fill(build: Build, page: str, word: str, text: str) -> None:
    """Put what the program itself knows into a written page."""
    path = build.source / f"{page}.md"
    path.write_text(
        path.read_text(encoding="utf-8").replace(f"{word}\n", f"{text}\n" if text else ""),
        encoding="utf-8",
    )


def kinds_of_files() -> str:
    """The kinds of other programs' files, a line of a table each, with what can be chosen."""
    words = {
        "table": "which {part}",
        "header_row": "the row of the names",
        "area": "the range",
        "missing": "what stands for a missing value",
        "has_codes": "labels or codes",
    }
    lines = []
    for kind in Format:
        about = kind.about
        endings = ", ".join(f"`{ending}`" for ending in about.endings)
        chosen = ", ".join(
            words[name].format(part=about.part) for name in about.choices if name in words
        )
        lines.append(f"| {endings} | {about.title}; to choose: {chosen} |")
    return "\n".join(lines)


def _fill_stories(build: Build) -> None:
    """Put what the program said into the pages of the stories."""
    texts = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)
    for page in sorted((build.source / "stories").glob("*.md")):
        facts = build.facts / f"{page.stem}.json"
        told = json.loads(facts.read_text(encoding="utf-8")) if facts.is_file() else {}
        filled = texts.from_string(page.read_text(encoding="utf-8")).render(told)
        page.write_text(filled, encoding="utf-8")


# The help texts: one text for F1 and for the site


def _help_pages() -> dict[str, str]:
    made: dict[str, str] = {}
    names: dict[str, list[str]] = {folder: [] for folder in FOLDERS}
    for folder, name in help_pages():
        names[folder].append(name)
        made[f"{folder}/{name}"] = _help_page(folder, name)
    for name in own_tabs():
        if name not in names["views"]:
            raise ValueError(f"the view {name!r} has no page in resources/help/views")
    return made | {
        f"{folder}/index": _index(title, about, names[folder])
        for folder, (title, about) in FOLDERS.items()
    }


def _help_page(folder: str, name: str) -> str:
    """The help text, with its picture after the first words, and its settings at the end."""
    title, first, *rest = help_text(folder, name).split("\n\n")
    shown = PICTURES_OF_PAGES.get(name, f"pages/{name}")
    picture = shown if folder == "pages" else f"{folder}/{name}"
    heading = title.lstrip("# ")
    parts = [title, first, f"```{{picture}} {picture}\n{_caption(folder, heading)}\n```", *rest]
    if kind := _kinds().get((folder, name)):
        parts.append(_settings_table(kind))
    return "\n\n".join(parts) + "\n"


def _caption(folder: str, title: str) -> str:
    return {
        "ensembles": f"{title}, trained with its usual settings on an example",
        "learners": f"{title}, trained alone on an example",
    }.get(folder, title)


def _kinds() -> dict[tuple[str, str], type[Settings]]:
    return {
        (folder, kind.name): kind
        for folder, family in (("ensembles", Ensemble), ("learners", Learner))
        for kind in registry.members(family)
    }


def _settings_table(kind: type[Settings]) -> str:
    """What the command line and Python call the settings, with defaults and ranges."""
    lines = ["## On the command line and in Python", ""]
    lines += [f"`--algorithm {kind.name}` or `core.{kind.__name__}`", ""]
    if not kind.declared():
        return "\n".join([*lines, "It has no settings."])
    lines += ["| name | default | values | meaning |", "|---|---|---|---|"]
    for declared in kind.declared():
        value = _plain(declared.default)
        lines.append(f"| `{declared.name}` | {value} | {declared.range} | {declared.help} |")
    return "\n".join(lines).replace("*", "\\*")


def _plain(value: object) -> str:
    if isinstance(value, Settings):
        return value.name
    if isinstance(value, tuple):
        return ", ".join(_plain(each) for each in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _index(title: str, about: str, names: list[str]) -> str:
    listed = "\n".join(names)
    return f"# {title}\n\n{about}\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"


def _window_page() -> str:
    """The places of the rail, in its order."""
    parts = [
        "# The window",
        "A rail at the left leads through the work. Every place can be reached at any time, by a "
        "click or by Ctrl and its number; where there is nothing to show yet, it says what is "
        "missing.",
    ]
    for number, place in enumerate(PLACES, 1):
        parts.append(f"## {place.title}")
        parts.append(f"Ctrl+{number}. {place.about}.")
        parts.append(f"```{{picture}} window/{place.name}\n{place.title}: {place.about}\n```")
    return "\n\n".join(parts) + "\n"


def _citation() -> str:
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    words = (
        "If the program helped in work that you publish, name it with its version. What its "
        "methods are made of is named beside each formula, on the pages of the views, ensembles "
        "and learners and on [How the audit works](audit.md)."
    )
    return f"# How to cite it\n\n{words}\n\n```yaml\n{cited}```\n"
