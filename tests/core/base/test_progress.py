"""Progress and its watchers: shares, parts of other work, and ending it."""

import ast
from pathlib import Path

import pytest

import core
from core.base.progress import Cancelled, Progress, part, unwatched


def test_a_share_is_never_above_1_and_0_as_long_as_the_total_is_unknown():
    assert [Progress(*how).share for how in ((0, 4), (3, 4), (5, 4), (3, 0))] == [0, 0.75, 1, 0]


def test_a_part_tells_where_the_whole_is_with_its_own_words():
    told = []
    watch = part(part(told.append, 0.5, 1.0), 0.0, 0.5)
    for done in (0, 1, 2):
        watch(Progress(done, 2, f"step {done}"))
    assert told == [Progress(0.5 + done / 8, 1.0, f"step {done}") for done in (0, 1, 2)]


def test_cancelling_goes_through_a_part():
    def enough(_progress):
        raise Cancelled

    with pytest.raises(Cancelled):
        part(enough, 0.0, 0.5)(Progress(1, 2))


def test_nobody_need_watch():
    assert unwatched(Progress(1, 2)) is None


def test_there_is_one_way_to_cancel_and_one_kind_of_progress():
    """Of two classes of one name, whoever catches one lets the other through as damage."""
    root = Path(core.__file__).parent.parent
    found = {"Cancelled": [], "Progress": [], "Watch": []}
    for path in [*root.glob("core/**/*.py"), *root.glob("workbench/**/*.py")]:
        for node in ast.parse(path.read_text()).body:
            named = [node.name] if isinstance(node, ast.ClassDef) else []
            if isinstance(node, ast.Assign):
                named = [target.id for target in node.targets if isinstance(target, ast.Name)]
            for name in found.keys() & named:
                found[name].append(path.relative_to(root).as_posix())
    assert set(map(tuple, found.values())) == {("core/base/progress.py",)}
