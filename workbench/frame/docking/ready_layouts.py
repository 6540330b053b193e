"""The layouts that are there from the start: the usual one, to watch, to clean, and to teach."""

from collections.abc import Mapping, Sequence

from workbench.frame.docking.side_width import NATURAL
from workbench.shell.dock_layout import Area, DockSplit, Layout, Node, Tabs
from workbench.viewing.tab import Side, Tab

SIZE = (1280, 800)
_WIDE = SIZE[0] - NATURAL
TEACH = "Teach"
_BESIDE = ("runs_panel", "selection_panel")


def usual(tabs: Mapping[str, Tab]) -> Layout:
    """Two groups of views above, the rows and the runs below."""
    above = DockSplit(True, (_group(tabs, Side.LEFT), _group(tabs, Side.RIGHT)), (500, 500))
    under = DockSplit(True, (_group(tabs, Side.BELOW), _tabs(_BESIDE)), (700, 300))
    left = DockSplit(False, (_tabs(["data_panel"]), _tabs(["algorithm_panel"])), (360, 320))
    return _layout(left, DockSplit(False, (above, under), (380, 300)))


def ready_made(tabs: Mapping[str, Tab]) -> dict[str, Layout]:
    """The others, by their names."""
    return {"Watch": _watch(tabs), "Clean": _clean(tabs), TEACH: _teach(tabs)}


def _watch(tabs: Mapping[str, Tab]) -> Layout:
    """The curves and the weights are large; rows and runs are a strip below them."""
    above = DockSplit(True, (_group(tabs, Side.LEFT), _group(tabs, Side.RIGHT)), (500, 500))
    below = _tabs([*_BESIDE, *_names(tabs, Side.BELOW)])
    left = _tabs(["data_panel", "algorithm_panel"], "algorithm_panel")
    return _layout(left, DockSplit(False, (above, below), (520, 160)))


def _clean(tabs: Mapping[str, Tab]) -> Layout:
    """The scatter above the rows, and the selection beside both."""
    views = _tabs(_names(tabs, Side.RIGHT), "data_scatter")
    below = _tabs([*_names(tabs, Side.BELOW), *_names(tabs, Side.LEFT)])
    rows = DockSplit(False, (views, below), (340, 340))
    left = _tabs(["data_panel", "algorithm_panel", "runs_panel"])
    return _layout(left, DockSplit(True, (rows, _tabs(["selection_panel"])), (680, 320)))


def _teach(tabs: Mapping[str, Tab]) -> Layout:
    """One view in front of all, and beside it only what is trained."""
    rows = _names(tabs, Side.BELOW)  # whoever opens them sees nothing else, too
    views = _tabs([*_names(tabs, Side.LEFT), *_names(tabs, Side.RIGHT), *rows])
    left = _tabs(["algorithm_panel", "data_panel"])
    closed = frozenset(["data_panel", *rows, *_BESIDE])
    return _layout(left, DockSplit(False, (views, _tabs(_BESIDE)), (500, 180)), closed)


def _layout(left: Node, right: Node, closed: frozenset[str] = frozenset()) -> Layout:
    areas = {"left": Area(NATURAL, left), "right": Area(_WIDE, right)}
    return Layout(SIZE, areas, closed=closed)


def _names(tabs: Mapping[str, Tab], side: Side) -> list[str]:
    return [name for name, tab in tabs.items() if tab.side is side]


def _group(tabs: Mapping[str, Tab], side: Side) -> Tabs:
    return _tabs(_names(tabs, side))


def _tabs(names: Sequence[str], front: str = "") -> Tabs:
    return Tabs(tuple(names), front if front in names else names[0])
