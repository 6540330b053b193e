"""The pages of the site, as far as they are made without Sphinx and without pictures."""

import json
import re

import pytest

import core
import main
from core.sources.formats import ENDINGS
from docs.making import api, command_line, lessons, validation
from docs.making.checking import troubles
from docs.making.pages import PICTURES_OF_PAGES, kinds_of_files, made_pages
from docs.making.places import DOCS
from docs.making.shots import GROUPS
from docs.making.stories import STORIES
from resources import help_pages
from tests.benchmarks import __main__ as benchmarks
from workbench.frame.leading.places import PLACES


@pytest.fixture(scope="module")
def made():
    return made_pages()


def test_every_help_text_has_a_page_with_a_picture(made):
    for folder, name in help_pages():
        assert "```{picture} " in made[f"{folder}/{name}"]


def test_the_pictures_of_places_are_taken(made):
    assert set(GROUPS) >= {"views", "algorithms", "places", "pages"}
    for place in PLACES:
        assert f"```{{picture}} window/{place.name}\n" in made["window"]
    assert set(PICTURES_OF_PAGES) <= {name for folder, name in help_pages() if folder == "pages"}


@pytest.mark.parametrize("name", STORIES)
def test_every_story_has_a_film_and_ends_with_a_proof(name):
    page = (DOCS / "pages" / "stories" / f"{name}.md").read_text(encoding="utf-8")
    assert f"```{{picture}} stories/{name}-film\n" in page
    assert "{{ proof }}" in page[page.index("## The proof") :]


def test_every_public_name_of_core_is_on_a_page():
    text = "\n".join(api.pages().values())
    assert {name for name in core.__all__ if f"\n## {name}\n" not in text} == set()


def test_the_examples_of_docstrings_become_code():
    page = api.pages()["api/judging"]
    assert "```pycon\n>>> product_of_z([0.5, 0.1]).round(3).tolist()\n[1.0, 0.6]\n```" in page


def test_every_command_and_option_is_on_its_page():
    page = command_line.page()
    for name in main.COMMANDS:
        assert f"\n## {name}\n" in page
    for option in ("--install-shortcut", "--validation-share S", "--past-only", "--onnx ONNX"):
        assert f"`{option}`" in page


def test_every_kind_of_file_is_on_the_page_of_formats():
    assert "FORMATS\n" in (DOCS / "pages" / "formats.md").read_text(encoding="utf-8")
    page = kinds_of_files()
    assert [ending for ending in ENDINGS if f"`{ending}`" not in page] == []
    assert "which sheet" in page


def test_a_lesson_is_read_without_the_words_of_its_player():
    text = "# A\n\n```player\nabout: Two\nminutes: 3\ndo: train\n```\n\n## See: B\n\nC"
    assert lessons.lesson(text) == "# A\n\n*Two.*\nAbout 3 minutes.\n\n## B\n\nC"
    shown = lessons.lesson("```player\nshow: x = 1: x of y\nprepare: round 1\n```")
    assert shown.strip() == "- x = 1"
    for page in lessons.pages().values():
        assert "```player" not in page


def test_the_validation_page_quotes_what_was_measured():
    told = json.loads(validation.FILE.read_text(encoding="utf-8"))
    page = validation.page()
    for subject in told["subjects"]:
        assert f"`{subject['name']}`, measured on {subject['date']}" in page
        assert subject["machine"] in page
    for name in told["left_out"]:
        assert name in page
    for peer in ("scikit-learn", "xgboost", "lightgbm", "cleanlab", "ten points", "properties"):
        assert peer in page


def test_a_subject_that_is_measured_again_takes_the_place_of_the_old_one(tmp_path):
    path = tmp_path / "validation.json"
    for name, seconds in (("trees", 1), ("agreement", 2), ("trees", 3)):
        benchmarks._keep(path, {"name": name, "seconds": seconds})
    told = json.loads(path.read_text(encoding="utf-8"))
    assert told["subjects"] == [
        {"name": "agreement", "seconds": 2},
        {"name": "trees", "seconds": 3},
    ]
    assert "forests" in told["left_out"]
    assert "trees" not in told["left_out"]


def site(folder, pages):
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [found for found in troubles(folder) if not found.endswith("has no page")]


@pytest.mark.parametrize(
    ("page", "trouble"),
    [
        ('<a href="gone.html">x</a>', "leads nowhere"),
        ('<a href="#gone">x</a>', "leads to a place that the page does not have"),
        ('<img src="https://example.org/a.png" alt="x">', "from a network"),
        ('<link rel="stylesheet" href="//example.org/a.css">', "from a network"),
        ('<img src="a.webp">', "has no words"),
    ],
)
def test_what_is_wrong_with_a_page_is_told(tmp_path, page, trouble):
    (tmp_path / "a.webp").write_bytes(b"")
    assert any(trouble in found for found in site(tmp_path, {"index.html": page}))


def test_a_page_of_a_view_without_a_picture_is_told(tmp_path):
    assert site(tmp_path, {"views/x.html": "<p>x</p>"}) == ["views/x.html: has no picture"]


def test_a_style_that_asks_a_network_is_told(tmp_path):
    found = site(tmp_path, {"a.css": "body { background: url('https://example.org/x.png') }"})
    assert len(found) == 1


def test_a_link_that_leaves_the_site_is_no_trouble(tmp_path):
    page = '<a href="https://example.org">x</a><a href="#y">y</a><p id="y"></p>'
    assert site(tmp_path, {"index.html": page}) == []


def test_a_view_without_a_page_is_told(tmp_path):
    assert "views/margins has no page" in troubles(tmp_path)


def test_no_page_names_a_picture_that_no_story_takes():
    for name in STORIES:
        page = (DOCS / "pages" / "stories" / f"{name}.md").read_text(encoding="utf-8")
        code = (DOCS / "making" / "stories" / f"{name}.py").read_text(encoding="utf-8")
        for picture in re.findall(r"```\{picture\} (stories/\S+)", page):
            assert picture.endswith("-film") or f'"{picture}"' in code
