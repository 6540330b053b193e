"""Layouts of docks as plain data: read carefully, completed, and found again from boxes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.shell.dock_layout import Area, DockSplit, Layout, Tabs, node_of


def tabs(*names, front=None):
    return Tabs(names, front or names[0])


LEFT = DockSplit(False, (tabs("data"), tabs("algorithm")), (360, 320))
ABOVE = DockSplit(True, (tabs("curves", "results", "trees", front="results"), tabs("map")), (2, 1))
RIGHT = DockSplit(False, (ABOVE, tabs("rows")), (380, 300))
WHOLE = Layout((1280, 800), {"left": Area(272, LEFT), "right": Area(1008, RIGHT)})
KNOWN = set(WHOLE.names())
SOME = Layout(
    WHOLE.size, WHOLE.areas, {"map": (-5, 10, 300, 200)}, frozenset({"trees", "algorithm"})
)


@pytest.mark.parametrize("layout", [WHOLE, SOME])
def test_a_layout_is_the_same_after_a_file(layout):
    assert Layout.from_plain(json.loads(json.dumps(layout.plain())), KNOWN) == layout


@pytest.mark.parametrize("missing", sorted(KNOWN))
def test_a_dock_that_is_not_told_is_put_where_another_layout_has_it(missing):
    told = Layout.from_plain(WHOLE.plain(), KNOWN - {missing})
    assert missing not in set(told.names())
    found = told.completed(WHOLE)
    assert sorted(found.names()) == sorted(KNOWN)
    if missing != "rows":  # the split that it stood in is one level up then
        assert found.areas.keys() == WHOLE.areas.keys()
        assert list(found.names()) == list(WHOLE.names())
    assert found.completed(WHOLE) == found


def test_docks_of_nowhere_come_back_all_together():
    nothing = Layout.from_plain(WHOLE.plain(), set())
    assert not nothing.areas
    assert sorted(nothing.completed(WHOLE).names()) == sorted(KNOWN)
    elsewhere = Layout((9, 9), {"left": Area(9, tabs("rows"))})
    found = elsewhere.completed(WHOLE)
    assert sorted(found.names()) == sorted(KNOWN)


BAD = [
    None, [], "AAAA/wAAAAA=", {}, {"version": 2},
    WHOLE.plain() | {"size": [0, 5]}, WHOLE.plain() | {"size": [True, 5]},
    WHOLE.plain() | {"size": [1e9, 5]}, WHOLE.plain() | {"closed": "all"},
    WHOLE.plain() | {"closed": [3]}, WHOLE.plain() | {"areas": {"middle": {}}},
    WHOLE.plain() | {"areas": {"left": {"extent": 5}}},
    WHOLE.plain() | {"areas": {"left": {"extent": 5, "holds": {"tabs": ["rows", "rows"]}}}},
    WHOLE.plain() | {"areas": {"left": {"extent": 5, "holds": {"tabs": ["rows"] * 201}}}},
    WHOLE.plain() | {"areas": {"left": {"extent": 5, "holds": {"tabs": [["rows"]]}}}},
    WHOLE.plain() | {"areas": {"left": {"extent": 5, "holds": {"down": [], "sizes": [1]}}}},
    WHOLE.plain() | {"areas": {"left": {"extent": -1, "holds": {"tabs": ["rows"]}}}},
    WHOLE.plain() | {"floating": {"rows": [1, 2, 3]}},
]  # fmt: skip


@pytest.mark.parametrize("plain", BAD)
def test_what_is_no_layout_is_refused(plain):
    with pytest.raises(ValueError, match="fit"):
        Layout.from_plain(plain, KNOWN)


def test_a_layout_that_is_too_deep_is_refused():
    deep = {"tabs": ["rows"]}
    for _ in range(40):
        deep = {"down": [deep], "sizes": [1]}
    with pytest.raises(ValueError, match="fit"):
        Layout.from_plain(WHOLE.plain() | {"areas": {"left": {"extent": 9, "holds": deep}}}, KNOWN)


NAMES = st.sampled_from([*sorted(KNOWN), "unknown", ""])
LEAVES = st.fixed_dictionaries({"tabs": st.lists(NAMES, max_size=3), "front": NAMES})
NODES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3).flatmap(
        lambda parts: st.sampled_from(["down", "across"]).map(
            lambda way: {way: parts, "sizes": [7] * len(parts)}
        )
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["left", "top"]), NODES), st.lists(NAMES))
def test_whatever_a_file_says_no_dock_is_lost(nodes, closed):
    areas = {side: {"extent": 9, "holds": node} for side, node in nodes.items()}
    plain = WHOLE.plain() | {"areas": areas, "closed": closed}
    try:
        found = Layout.from_plain(plain, KNOWN)
    except ValueError:
        return
    whole = found.completed(WHOLE)
    assert sorted(whole.names()) == sorted(KNOWN)
    assert Layout.from_plain(whole.plain(), KNOWN) == whole


def test_the_splits_are_found_from_the_boxes():
    one, two, low = tabs("one"), tabs("two", "three"), tabs("low")
    boxes = [((300, 410, 700, 290), low), ((660, 0, 340, 400), two), ((300, 26, 350, 374), one)]
    node, around = node_of(boxes, False)
    assert node == DockSplit(False, (DockSplit(True, (one, two), (350, 340)), low), (400, 290))
    assert around == (300, 0, 700, 700)
