"""Looks through the finished site: links that lead nowhere, pages without a picture, a network."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from docs.making.pages import FOLDERS
from docs.making.stories import STORIES
from resources import help_pages
from workbench.viewing.catalog import own_tabs

_LOADING = {"img": "src", "script": "src", "source": "src", "video": "src", "iframe": "src"}
_LOADING_RELS = {"stylesheet", "icon", "preload", "prefetch", "preconnect", "modulepreload"}
_IN_CSS = re.compile(r"(?:url\(\s*['\"]?|@import\s+['\"])\s*((?:https?:)?//[^'\")]+)")
_IN_SCRIPT = re.compile(r"(?:fetch|import|importScripts|\.open)\(\s*['\"`](https?://[^'\"`]+)")


class Page(HTMLParser):
    """What a page links to, loads, and can be linked to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.pictures: list[str] = []
        self.silent: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of one element."""
        told = {name: value or "" for name, value in attrs}
        if "id" in told:
            self.anchors.add(told["id"])
        if tag == "a" and "href" in told:
            self.links.append(told["href"])
        if tag == "link" and _LOADING_RELS & set(told.get("rel", "").split()):
            self.loads.append(told.get("href", ""))
        if tag in _LOADING and told.get(_LOADING[tag]):
            self.loads.append(told[_LOADING[tag]])
        if tag == "img" and told.get("src", "").endswith(".webp"):
            self.pictures.append(told["src"])
            if not told.get("alt"):
                self.silent.append(told["src"])


def troubles(site: Path) -> list[str]:
    """Everything that is wrong with a site, a sentence each."""
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    found = [*_lacking_pages(site), *_outside_in_files(site)]
    for page in pages.values():
        name = page.path.relative_to(site).as_posix()
        found += [f"{name}: the picture {each} has no words" for each in page.silent]
        found += [
            f"{name}: loads {each} from a network" for each in page.loads if _is_outside(each)
        ]
        for link in (*page.links, *page.loads):
            if (why := _broken(link, page, pages)) is not None:
                found.append(f"{name}: {link} {why}")
        if _needs_picture(name) and not page.pictures:
            found.append(f"{name}: has no picture")
    return found


def _lacking_pages(site: Path) -> Iterator[str]:
    """Views, help texts and stories that have no page."""
    wanted = [f"views/{name}" for name in own_tabs()]
    wanted += [f"{folder}/{name}" for folder, name in help_pages()]
    wanted += [f"stories/{name}" for name in STORIES]
    for name in dict.fromkeys(wanted):
        if not (site / f"{name}.html").is_file():
            yield f"{name} has no page"


def _needs_picture(name: str) -> bool:
    folder, _, page = name.partition("/")
    return folder in (*FOLDERS, "stories") and page != "index.html"


def _outside_in_files(site: Path) -> Iterator[str]:
    for path in sorted(site.rglob("*.css")):
        for found in _IN_CSS.findall(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(site)}: loads {found} from a network"
    for path in sorted(site.rglob("*.js")):
        for found in _IN_SCRIPT.findall(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(site)}: loads {found} from a network"


def _is_outside(address: str) -> bool:
    return urlsplit(address).netloc != "" or address.startswith("//")


def _broken(link: str, page: Page, pages: dict[Path, Page]) -> str | None:
    """Why a link leads nowhere; one that leaves the site is not followed."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    target = page.path
    if parts.path:
        target = (page.path.parent / unquote(parts.path)).resolve()
        if not target.is_file():
            return "leads nowhere"
    anchor = unquote(parts.fragment)
    if anchor and target in pages and anchor not in pages[target].anchors:
        return "leads to a place that the page does not have"
    return None
