"""What was learned in a round, in words: a tree to draw, or a few telling numbers."""

from dataclasses import dataclass

from core.base.arrays import Mask
from core.base.wording import grouped
from core.learning.model import Model
from core.learning.words.learned import Learned, Vocabulary


@dataclass(frozen=True)
class Headline:
    """What a round learned, in one line."""

    column: str
    """The column that it asks about, or asks about first; empty if there is none."""
    text: str


def learned(model: Model, number: int, place: int = 0, gaps: Mask | None = None) -> Learned:
    """One of the things that round `number`, counted from 1, learned.

    `gaps` tells which columns have missing values. `model.predictor.parts(number)` tells how many
    there are.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> learned(run.model, 1).tree.node(0).question
    'x1 ≤ 8.5'
    """
    words = Vocabulary(model.encoder.features, model.classes, gaps)
    return model.predictor.part(number, place, words)


def headline(model: Model, number: int) -> Headline:
    """What round `number` learned, in one line.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> headline(run.model, 2)
    Headline(column='x2', text='x2 ≤ 4.5')
    """
    count, first = model.predictor.parts(number), learned(model, number)
    if first.tree is None:
        return Headline("", first.title)
    root = first.tree.node(first.tree.root)
    if root.leaf is not None:
        text, column = f"no question: {root.leaf.text}", ""
    else:
        leaves = first.tree.leaves()
        column = first.tree.feature(first.tree.root)
        text = root.question if leaves == 2 else f"{grouped(leaves)} leaves: {root.question}"
    return Headline(column, text if count == 1 else f"{text}   (first of {grouped(count)})")
