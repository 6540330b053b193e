"""The report in a real browser: whole without a network, wide and narrow, light, dark, on paper."""

import shutil
import subprocess

import pytest

import core
from core.judging.reviewing.decision import Verb
from core.judging.reviewing.proof import proof
from core.project import Project
from core.sharing.report.report import Report
from tests.browser import PROGRAM, browser
from tests.core.sharing.report.made_up import awkward_csv, awkward_data
from workbench.exporting.report import pictures_of

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="Chromium is not installed")


@pytest.fixture(scope="module")
def page(tmp_path_factory, qapp):
    """A browser that shows a report with everything in it."""
    folder = tmp_path_factory.mktemp("page")
    data = awkward_data(awkward_csv(folder / "<script>alert(1)<script>.csv"))
    before = core.fit(data, core.AdaBoost(rounds=15))
    audit = core.audit(data)
    project = Project.of(data)
    lines = data.lines[audit.ranked[:3]].tolist()
    project.decide(lines, Verb.EXCLUDE, reason='"><img src=x onerror=alert(1)>')
    after = core.fit(project.dataset, core.AdaBoost(rounds=15))
    standing = tuple(project.decisions.standing())
    pictures = pictures_of(after).pictures
    report = Report(after, audit, standing, {}, proof(before, after), pictures)
    report.write(folder / "report.html")
    with browser(folder / "profile") as opened:
        opened.look(1280)
        opened.open((folder / "report.html").as_uri())
        yield opened, report


def test_nothing_is_fetched_and_nothing_is_complained_about(page):
    opened, _ = page
    fetched = [address for address in opened.requests if not address.startswith("data:image/png")]
    assert [address.rsplit("/", 1)[-1] for address in fetched] == ["report.html"]
    assert fetched[0].startswith("file:")
    assert opened.complaints == []


def test_every_picture_is_there_and_has_words(page):
    opened, report = page
    images = opened.value(
        "[...document.images].map(each => [each.complete, each.naturalWidth, each.alt])"
    )
    assert len(images) == len(report.pictures) >= 8
    for is_complete, width, alt in images:
        assert is_complete
        assert width > 1000
        assert len(alt) > 20


def test_what_the_data_say_is_text(page):
    opened, _ = page
    kinds = opened.value("[...document.scripts].map(each => each.type)")
    assert kinds == ["application/json", "module"]
    assert opened.value("document.querySelector('h1').textContent").endswith(
        "on <script>alert(1)<script>.csv"
    )
    assert "onerror=alert(1)" in opened.value("document.body.innerText")


@pytest.mark.parametrize("width", [320, 390, 768, 1280, 1920])
def test_the_page_is_never_wider_than_the_window(page, width):
    opened, _ = page
    opened.look(width)
    assert opened.value("document.documentElement.scrollWidth") <= width
    # What is too wide scrolls in a box of its own.
    boxes = opened.value(
        "[...document.querySelectorAll('.scroll, pre')].map(each => each.clientWidth)"
    )
    assert max(boxes) <= width
    widest = opened.value("document.querySelector('p.lead').clientWidth")
    assert widest < 900


@pytest.mark.parametrize("is_dark", [False, True])
def test_text_can_be_read_in_both_colour_schemes(page, is_dark):
    opened, _ = page
    opened.look(1280, is_dark=is_dark)
    colours = opened.value(
        "[...document.querySelectorAll('body, .quiet, caption, a, dt, thead th')]"
        ".map(each => getComputedStyle(each).color)"
    )
    (background,) = {opened.value("getComputedStyle(document.body).backgroundColor")}
    assert (brightness(background) < 0.2) is is_dark
    for colour in set(colours):
        assert contrast(colour, background) >= 4.5


def test_one_click_takes_the_whole_script(page):
    opened, report = page
    assert opened.value("getComputedStyle(document.querySelector('pre')).userSelect") == "all"
    assert opened.value("document.querySelector('pre').textContent") == report.script()


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not installed")
def test_on_paper_nothing_is_missing(page, tmp_path):
    opened, _ = page
    (tmp_path / "report.pdf").write_bytes(opened.print())
    text = subprocess.run(
        ["pdftotext", "-layout", tmp_path / "report.pdf", "-"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    words = text.split()
    for title in ("Plots and curves", "Suspicious rows", "Before and after", "How to repeat it"):
        assert title in text
    assert words.count("save_model(run.model,") == 1
    assert "data_checksum(data)" in text


def test_a_page_that_fetched_or_ran_anything_would_be_noticed(page, tmp_path):
    _, report = page
    bad = '<script>document.title = "run"</script><img src="http://127.0.0.1:9/x.png" alt="">'
    html = report.html().replace("<main>", f"<main>{bad}")
    (tmp_path / "bad.html").write_text(html, encoding="utf-8")
    with browser(tmp_path / "profile") as opened:
        opened.open((tmp_path / "bad.html").as_uri())
        assert len(opened.complaints) == 2
        assert all("Content Security Policy" in each for each in opened.complaints)
        assert opened.value("document.title") == report.title
        widths = opened.value("[...document.images].map(each => each.naturalWidth)")
        assert widths.count(0) == 1


def brightness(colour):
    """The relative luminance of rgb(r, g, b) (WCAG 2)."""
    parts = [int(part) / 255 for part in colour.strip("rgba()").split(",")[:3]]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first, second):
    """The contrast of two colours (WCAG 2): from 1, the same, to 21."""
    low, high = sorted((brightness(first), brightness(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("width", [1200, 800])
def test_why_a_column_is_used_so_is_read_without_scrolling(page, width):
    """The column Why was cut at 1200 pixels."""
    opened, _ = page
    opened.look(width)
    boxes = opened.value(
        "[...document.querySelectorAll('.scroll')]"
        ".filter(each => each.innerText.includes('Why'))"
        ".map(each => [each.clientWidth, each.scrollWidth])"
    )
    assert boxes
    assert all(inner <= outer for outer, inner in boxes)
