"""Where the docks are, as plain data: areas, splits, tabs, what floats and what is closed. No Qt.

A layout may come from a file of another version, or of an enemy. `Layout.from_plain` takes what it
can: docks that are not known are left out, and `completed` puts every dock that is missing where
another layout has it. So no dock is ever lost.
"""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any, cast

from core.base.codec import require

AREAS = ("left", "right", "top", "bottom")
_VERSION = 1
_DEEPEST = 12
_MOST_PARTS = 200
_LARGEST = 20_000

Box = tuple[int, int, int, int]
"""Left, top, width and height."""


@dataclass(frozen=True)
class Tabs:
    """Docks on one place, one of them in front."""

    names: tuple[str, ...]
    front: str


@dataclass(frozen=True)
class DockSplit:
    """Parts beside each other, or one above the other; the sizes are relative to each other."""

    is_across: bool
    parts: "tuple[Node, ...]"
    sizes: tuple[int, ...]


Node = Tabs | DockSplit


@dataclass(frozen=True)
class Area:
    """One side of the window."""

    extent: int
    """How wide it is on the left or right, how high at the top or bottom."""
    node: Node


@dataclass(frozen=True)
class Layout:
    """Where every dock is.

    >>> layout = Layout((800, 600), {"left": Area(200, Tabs(("data", "runs"), "runs"))})
    >>> Layout.from_plain(layout.plain(), {"data", "runs"}) == layout
    True
    >>> sorted(Layout.from_plain(layout.plain(), {"data"}).completed(layout).names())
    ['data', 'runs']
    """

    size: tuple[int, int]
    areas: Mapping[str, Area]
    floating: Mapping[str, Box] | None = None
    """Where docks are that have a window of their own; their places are kept for them."""
    closed: frozenset[str] = frozenset()

    def names(self) -> Iterator[str]:
        """Every dock that has a place."""
        for area in self.areas.values():
            yield from names_in(area.node)

    def plain(self) -> dict[str, Any]:
        """As a JSON file holds it."""
        return {
            "version": _VERSION,
            "size": list(self.size),
            "areas": {
                side: {"extent": area.extent, "holds": _plain(area.node)}
                for side, area in self.areas.items()
            },
            "floating": {name: list(box) for name, box in (self.floating or {}).items()},
            "closed": sorted(self.closed),
        }

    @classmethod
    def from_plain(cls, plain: object, known: AbstractSet[str]) -> "Layout":
        """The layout of the docks that are known; raise ValueError if it is none."""
        facts = _mapping(plain)
        require(facts.get("version") == _VERSION)
        size = _numbers(facts.get("size"), 2, 1, _LARGEST)
        reader = _Reader(known)
        areas = {}
        for side, told in _mapping(facts.get("areas")).items():
            require(side in AREAS)
            own = _mapping(told)
            (extent,) = _numbers([own.get("extent")], 1, 1, _LARGEST)
            if (node := reader.node(own.get("holds"), 0)) is not None:
                areas[side] = Area(extent, node)
        floating = {
            name: (box[0], box[1], max(1, box[2]), max(1, box[3]))
            for name, told in _mapping(facts.get("floating")).items()
            if name in reader.seen and (box := _numbers(told, 4, -_LARGEST, _LARGEST))
        }
        closed = _list(facts.get("closed"))
        require(all(isinstance(name, str) for name in closed))
        return cls((size[0], size[1]), areas, floating or None, reader.seen & frozenset(closed))

    def completed(self, by: "Layout") -> "Layout":
        """With every dock that is missing here, where the other layout has it."""
        found = self
        for side, area in by.areas.items():
            for name in names_in(area.node):
                if name not in set(found.names()):
                    found = replace(found, areas=_with(found.areas, name, side, area))
        return found


def names_in(node: Node) -> Iterator[str]:
    """The docks of a part, in their order."""
    if isinstance(node, Tabs):
        yield from node.names
    else:
        for part in node.parts:
            yield from names_in(part)


def leaves(node: Node) -> Iterator[Tabs]:
    """The groups of tabs of a part, in their order."""
    if isinstance(node, Tabs):
        yield node
    else:
        for part in node.parts:
            yield from leaves(part)


def node_of(boxes: "list[tuple[Box, Tabs]]", is_across: bool) -> tuple[Node, Box]:
    """The splits that lie behind the boxes of some groups, and the box around all of them.

    Cut from side to side wherever no box is in the way, then the parts the other way.

    >>> left, top, low = (Tabs((name,), name) for name in "abc")
    >>> boxes = [((0, 0, 9, 20), left), ((10, 0, 30, 8), top), ((10, 9, 30, 11), low)]
    >>> node_of(boxes, False)[0].sizes
    (9, 30)
    """
    around = _around([box for box, _ in boxes])
    if len(boxes) == 1:
        return boxes[0][1], around
    for direction in (is_across, not is_across):
        groups = _cut(boxes, direction)
        if len(groups) > 1:
            return _split([node_of(group, not direction) for group in groups], direction), around
    return _split([(tabs, box) for box, tabs in boxes], is_across), around


def _split(parts: "list[tuple[Node, Box]]", is_across: bool) -> DockSplit:
    sizes = tuple(max(1, box[2 if is_across else 3]) for _, box in parts)
    return DockSplit(is_across, tuple(node for node, _ in parts), sizes)


def _cut(boxes: "list[tuple[Box, Tabs]]", is_across: bool) -> "list[list[tuple[Box, Tabs]]]":
    at = 0 if is_across else 1
    groups: list[list[tuple[Box, Tabs]]] = []
    end = 0
    for box, tabs in sorted(boxes, key=lambda each: each[0][at]):
        if groups and box[at] < end:
            groups[-1].append((box, tabs))
        else:
            groups.append([(box, tabs)])
        end = max(end, box[at] + box[at + 2])
    return groups


def _around(boxes: list[Box]) -> Box:
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, bottom - top


# A dock that is missing, put where another layout has it


def _with(areas: Mapping[str, Area], name: str, side: str, by: Area) -> dict[str, Area]:
    leaf = next(each for each in leaves(by.node) if name in each.names)
    present = {each for area in areas.values() for each in names_in(area.node)}
    place = leaf.names.index(name)
    before = [each for each in leaf.names[:place] if each in present]
    behind = [each for each in leaf.names[place:] if each in present]
    for fellow, step in [(each, 1) for each in before[-1:]] + [(each, 0) for each in behind[:1]]:
        return _changed(areas, frozenset([fellow]), _Joining(name, fellow, step))
    new = Tabs((name,), name)
    for split, at in reversed(_path(by.node, name)):
        order = [*range(at - 1, -1, -1), *range(at + 1, len(split.parts))]
        for other in order:
            sizes = (split.sizes[other], split.sizes[at])
            splitting = _Splitting(new, split.is_across, at > other, sizes)
            for area in areas.values():
                if beside := set(names_in(split.parts[other])) & set(names_in(area.node)):
                    return _changed(areas, beside, splitting)
    if side not in areas:
        return {**areas, side: Area(by.extent, new)}
    everything = frozenset(names_in(areas[side].node))
    return _changed(areas, everything, _Splitting(new, side in ("top", "bottom"), True, (1, 1)))


def _path(node: Node, name: str) -> list[tuple[DockSplit, int]]:
    """The splits down to a dock, each with the part that leads to it."""
    if isinstance(node, Tabs):
        return []
    at = next(place for place, part in enumerate(node.parts) if name in names_in(part))
    return [(node, at), *_path(node.parts[at], name)]


@dataclass(frozen=True)
class _Joining:
    """Puts a dock among the tabs of a fellow, behind or before it."""

    name: str
    fellow: str
    step: int

    def of(self, node: Node) -> Node:
        """The tabs, with one more."""
        if isinstance(node, DockSplit):
            return node
        place = node.names.index(self.fellow) + self.step
        return replace(node, names=(*node.names[:place], self.name, *node.names[place:]))


@dataclass(frozen=True)
class _Splitting:
    """Puts a part beside another."""

    new: Tabs
    is_across: bool
    is_behind: bool
    sizes: tuple[int, int]
    """Of the other part and of the new one, in relation to each other."""

    def of(self, node: Node) -> Node:
        """Both, as one part."""
        parts: tuple[Node, Node] = (node, self.new)
        sizes = self.sizes
        if not self.is_behind:
            parts, sizes = (self.new, node), sizes[::-1]
        return DockSplit(self.is_across, parts, sizes)


def _changed(
    areas: Mapping[str, Area], names: AbstractSet[str], change: _Joining | _Splitting
) -> dict[str, Area]:
    """The areas with the smallest part that holds all of these names changed."""
    return {
        side: replace(area, node=_change(area.node, names, change))
        if names <= set(names_in(area.node))
        else area
        for side, area in areas.items()
    }


def _change(node: Node, names: AbstractSet[str], change: _Joining | _Splitting) -> Node:
    if isinstance(node, DockSplit):
        for place, part in enumerate(node.parts):
            if names <= set(names_in(part)):
                made = _change(part, names, change)
                return replace(node, parts=(*node.parts[:place], made, *node.parts[place + 1 :]))
    return change.of(node)


# Plain data


def _plain(node: Node) -> dict[str, Any]:
    if isinstance(node, Tabs):
        return {"tabs": list(node.names), "front": node.front}
    parts = [_plain(part) for part in node.parts]
    return {"across" if node.is_across else "down": parts, "sizes": list(node.sizes)}


def _mapping(plain: object) -> dict[str, Any]:
    require(isinstance(plain, dict))
    return cast("dict[str, Any]", plain)


def _list(plain: object) -> list[Any]:
    require(isinstance(plain, list))
    found = cast("list[Any]", plain)
    require(len(found) <= _MOST_PARTS)
    return found


def _numbers(plain: object, count: int, least: int, most: int) -> tuple[int, ...]:
    found = _list(plain)
    require(len(found) == count)
    require(all(type(each) is int and least <= each <= most for each in found))
    return tuple(found)


class _Reader:
    """Reads parts; a dock stands in one place, and those that are not known in none."""

    def __init__(self, known: AbstractSet[str]) -> None:
        self._known = known
        self.seen: frozenset[str] = frozenset()

    def node(self, plain: object, depth: int) -> Node | None:
        facts = _mapping(plain)
        require(depth < _DEEPEST)
        if "tabs" in facts:
            return self._tabs(facts)
        is_across = "across" in facts
        told = _list(facts.get("across" if is_across else "down"))
        sizes = _numbers(facts.get("sizes"), len(told), 1, _LARGEST)
        read = [self.node(each, depth + 1) for each in told]
        kept = [(node, size) for node, size in zip(read, sizes, strict=True) if node is not None]
        if len(kept) < 2:
            return kept[0][0] if kept else None
        return DockSplit(
            is_across, tuple(node for node, _ in kept), tuple(size for _, size in kept)
        )

    def _tabs(self, facts: Mapping[str, Any]) -> Tabs | None:
        told = _list(facts["tabs"])
        require(all(isinstance(name, str) for name in told))
        names = tuple(name for name in told if name in self._known)
        require(len(set(names)) == len(names) and not self.seen & set(names))
        self.seen |= set(names)
        told_front = facts.get("front")
        front = next((name for name in names if name == told_front), names[0] if names else "")
        return Tabs(names, front) if names else None
