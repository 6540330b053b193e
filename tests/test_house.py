"""The house: small rooms, one name for one thing, and a word at every door."""

import ast
import importlib
import importlib.util
from collections import defaultdict
from pathlib import Path

import pytest

import core

ROOT = Path(core.__file__).parents[1]
SOURCES = sorted([*(ROOT / "core").rglob("*.py"), *(ROOT / "workbench").rglob("*.py")])
FOLDERS = sorted({source.parent for source in SOURCES})
MOST_MODULES = 24
MOST_LINES = 530


def name_of(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_folder_is_no_drawer(folder):
    assert len(list(folder.glob("*.py"))) <= MOST_MODULES


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_folder_says_what_is_in_it(folder):
    told = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    assert told


def test_no_file_is_long():
    lengths = {name_of(path): path.read_text(encoding="utf-8").count("\n") for path in SOURCES}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


def test_no_class_name_has_two_meanings():
    homes = defaultdict(list)
    for path in SOURCES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(name_of(path))
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


def test_the_formatter_is_not_overruled():
    overruled = [name_of(path) for path in SOURCES if "# fmt:" in path.read_text(encoding="utf-8")]
    assert overruled == []


SELDOM_RUN = ("docs", "tests/benchmarks", "tests/photographs", "tests/screenshot.py")


def test_programs_that_are_seldom_run_import_what_is_there():
    missing = []
    for part in SELDOM_RUN:
        for path in sorted((ROOT / part).rglob("*.py")) or [ROOT / part]:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and is_ours(node.module):
                    missing += [(name_of(path), name) for name in unknown(node)]
    assert missing == []


def is_ours(module):
    return module is not None and module.split(".")[0] in ("core", "workbench", "resources")


def unknown(node):
    """The names that a module that is imported from has not."""
    module = importlib.import_module(node.module)
    names = [alias.name for alias in node.names if not hasattr(module, alias.name)]
    if not hasattr(module, "__path__"):
        return names
    return [name for name in names if not importlib.util.find_spec(f"{node.module}.{name}")]
