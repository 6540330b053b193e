"""A tree as boxes: which of its nodes are drawn, what stands in them, and where they stand."""

import math
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from PySide6.QtGui import QFont, QFontMetricsF

from core.base.shortening import short_names
from core.base.wording import grouped, percent
from core.learning.words.tree_reading import Node, TreeReading

MOST_ENDS = 12
"""So many ends of branches are drawn at first, at most."""
GAP, PADDING = 28.0, 8.0
_ROW_GAP = 8.0
_MOST_ANSWER = 110.0
_LETTERS, _FEW_LETTERS, _DEEP = 32, 24, 3
"""So long a line is; where the tree is deep or room is short it is shorter: more is in sight."""
_MOST_NAMES = 300
"""Names are held against so many others at most."""
_MOST_LINES = 3

Path = tuple[int, ...]
"""The places of the branches on the way from the root."""


@dataclass(eq=False)
class Shape:
    """A node as it is drawn, with those of its branches that are."""

    path: Path
    node: Node
    number: int
    answer: str = ""
    column: str = ""
    """The name of the column that it asks about, if it asks about one."""
    children: "list[Shape]" = field(default_factory=list)
    hidden: int = 0
    """How many leaves are below it that are not drawn."""
    texts: list[str] = field(default_factory=list)
    """What stands in its box: a long question in several lines."""
    short_answer: str = ""
    x: float = 0.0
    y: float = 0.0
    size: tuple[float, float] = (0.0, 0.0)

    def walk(self) -> "Iterator[Shape]":
        """It and everything drawn below it."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def whole_text(self) -> str:
        """The question, or what the leaf says."""
        return self.node.leaf.text if self.node.leaf else self.node.question

    @property
    def note(self) -> str:
        """What stands below it in small letters."""
        notes = []
        if not self.hidden and not math.isnan(self.node.share):
            notes.append(f"{percent(self.node.share)} of rows")
        if not self.hidden and self.node.missing:
            notes.append(f"missing: {self.node.missing}")
        return " · ".join(notes)

    @property
    def lines(self) -> list[str]:
        """All of it."""
        return [*self.texts, *([self.note] if self.note else [])]


def write(root: Shape, every: Sequence[str], is_narrow: bool) -> None:
    """Put words into the boxes; a column's name is cut where it differs least from all names."""
    shapes = list(root.walk())
    is_deep = max(len(shape.path) for shape in shapes) >= _DEEP
    letters = _FEW_LETTERS if is_deep or is_narrow else _LETTERS
    names = list(dict.fromkeys(shape.column for shape in shapes if shape.column))
    if len(every) <= _MOST_NAMES and any(len(name) > letters for name in names):
        names = list(dict.fromkeys([*names, *every]))
    short = dict(zip(names, short_names(names, letters), strict=True))
    for shape in shapes:
        shape.texts = _lines(shape, short.get(shape.column, ""), letters)


def _lines(shape: Shape, short: str, letters: int) -> list[str]:
    if shape.hidden:
        return [f"… {grouped(shape.hidden)} more leaves"]
    text = shape.whole_text
    text = text.replace(shape.column, short, 1) if short else text
    lines = textwrap.wrap(text, letters) or [""]
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], f"{lines[_MOST_LINES - 1]} …"]
    return lines


def note_font(font: QFont) -> QFont:
    """Small letters."""
    note = QFont(font)
    note.setPointSizeF(max(6.0, 0.85 * font.pointSizeF()))
    return note


def first_depth(tree: TreeReading) -> int:
    """As deep as not too many branches end."""
    ends, depth = [tree.root], 0
    while True:
        nodes = [tree.node(number) for number in ends]
        following = [
            target
            for number, node in zip(ends, nodes, strict=True)
            for target in ([branch.node for branch in node.branches] or [number])
        ]
        if len(following) == len(ends):
            return depth
        if depth and len(following) > MOST_ENDS:
            return depth
        ends, depth = following, depth + 1


def place(root: Shape, font: QFont) -> None:
    """Columns by depth, as wide as their boxes; ends below each other, parents between them."""
    metrics, notes = QFontMetricsF(font), QFontMetricsF(note_font(font))
    widths: dict[int, float] = {}
    answers: dict[int, float] = {}
    for shape in root.walk():
        lines = [metrics.horizontalAdvance(line) for line in shape.texts]
        lines.append(notes.horizontalAdvance(shape.note))
        width = max(lines) + 2 * PADDING + 4
        shape.size = (width, metrics.height() * len(shape.lines) + PADDING)
        depth = len(shape.path)
        widths[depth] = max(widths.get(depth, 0.0), width)
        texts = short_names(
            [child.answer for child in shape.children], _MOST_ANSWER, notes.horizontalAdvance
        )
        for child, text in zip(shape.children, texts, strict=True):
            child.short_answer = text
        answer = notes.horizontalAdvance(shape.short_answer) + 6
        answers[depth] = max(answers.get(depth, 0.0), answer)
    lefts = {0: 0.0}
    for depth in range(1, len(widths)):
        lefts[depth] = lefts[depth - 1] + widths[depth - 1] + GAP + answers[depth]
    _put(root, lefts, _stacker())


def _stacker() -> "Callable[[float], float]":
    """Gives the middle of the next place below."""
    bottom = 0.0

    def next_middle(height: float) -> float:
        nonlocal bottom
        middle = bottom + height / 2
        bottom += height + _ROW_GAP
        return middle

    return next_middle


def _put(shape: Shape, lefts: dict[int, float], next_middle: Callable[[float], float]) -> None:
    shape.x = lefts[len(shape.path)]
    if not shape.children:
        shape.y = next_middle(shape.size[1])
        return
    for child in shape.children:
        _put(child, lefts, next_middle)
    shape.y = (shape.children[0].y + shape.children[-1].y) / 2
