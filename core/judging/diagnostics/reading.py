"""What was learned in a round, in words: a tree to draw, or a few telling numbers."""

import math
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats, Mask
from core.base.wording import readable
from core.engine.trees import Trees
from core.judging.diagnostics.learner_reading import Learned, Vocabulary, of_scored
from core.judging.diagnostics.tree_reading import Leaf, LeafReader, PlainTree, SumTree, TreeReading
from core.learning.model import Model
from core.learning.predictors.cascade_forest import CascadeForest, ForestLevel
from core.learning.predictors.coded import Coded
from core.learning.predictors.links import LOGISTIC, SOFTMAX
from core.learning.predictors.oblique import ObliqueTree
from core.learning.predictors.of_members import OfMembers
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.reject_cascade import RejectCascade
from core.learning.predictors.scored import Scored
from core.learning.predictors.stacked import Stacked
from core.learning.predictors.tree_sum import TreeSum


@dataclass(frozen=True)
class Headline:
    """What a round learned, in one line."""

    column: str
    """The column that it asks about, or asks about first; empty if there is none."""
    text: str


def rounds_in(model: Model) -> int:
    """How many rounds a model has: as many as its history, or fewer while it is trained."""
    predictor = model.predictor
    if isinstance(predictor, TreeSum):
        return len(predictor.trees) // predictor.per_round
    if isinstance(predictor, OfMembers):
        return len(predictor.members) + isinstance(predictor, Stacked)
    if isinstance(predictor, CascadeForest):
        return len(predictor.levels)
    if isinstance(predictor, RejectCascade):
        return len(predictor.ends)
    return 1


def learned_count(model: Model, number: int) -> int:
    """How many things round `number`, counted from 1, learned: trees of several classes, stumps."""
    predictor = model.predictor
    if isinstance(predictor, TreeSum):
        return predictor.per_round
    if isinstance(predictor, CascadeForest):
        return len(predictor.levels[number - 1].trees)
    if isinstance(predictor, RejectCascade):
        return int(np.diff(predictor.ends, prepend=0)[number - 1])
    return _count_within(_member(predictor, number))


def learned(model: Model, number: int, place: int = 0, gaps: Mask | None = None) -> Learned:
    """One of the things that round `number`, counted from 1, learned.

    `gaps` tells which columns have missing values.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> learned(run.model, 1).tree.node(0).question
    'x1 ≤ 8.5'
    """
    words, predictor = Vocabulary.of(model, gaps), model.predictor
    if isinstance(predictor, TreeSum):
        return _of_sum(predictor, (number - 1) * predictor.per_round + place, words)
    if isinstance(predictor, CascadeForest):
        return _of_level(predictor, number, place, words)
    if isinstance(predictor, RejectCascade):
        return _of_stage(predictor, number, place, words)
    if isinstance(predictor, Stacked) and number > len(predictor.members):
        words = _combining(predictor, words)
        found = _within(predictor.combiner, place, words)
        return replace(found, title=f"the combiner, {found.title}")
    if isinstance(predictor, Coded):
        words = replace(words, classes=predictor.sides(number - 1, words.classes))
    found = _within(_member(predictor, number), place, words)
    votes = getattr(predictor, "votes", None)
    if votes is not None and np.ptp(votes) > 0:
        return replace(found, sentence=_with_vote(found.sentence, float(votes[number - 1])))
    return found


def headline(model: Model, number: int) -> Headline:
    """What round `number` learned, in one line.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> headline(run.model, 2)
    Headline(column='x2', text='x2 ≤ 4.5')
    """
    count, first = learned_count(model, number), learned(model, number)
    if first.tree is None:
        return Headline("", first.title)
    root = first.tree.node(first.tree.root)
    if root.leaf is not None:
        text, column = f"no question: {root.leaf.text}", ""
    else:
        leaves = first.tree.leaves()
        column = first.tree.feature(first.tree.root) if isinstance(first.tree, PlainTree) else ""
        text = root.question if leaves == 2 else f"{leaves:,} leaves: {root.question}"
    return Headline(column, text if count == 1 else f"{text}   (first of {count:,})")


def _member(predictor: Predictor, number: int) -> Predictor:
    if isinstance(predictor, Stacked) and number > len(predictor.members):
        return predictor.combiner
    return predictor.members[number - 1] if isinstance(predictor, OfMembers) else predictor


def _count_within(predictor: Predictor) -> int:
    if isinstance(predictor, TreeSum):
        return max(1, len(predictor.trees))
    return len(predictor.members) if isinstance(predictor, OfMembers) else 1


def _within(predictor: Predictor, place: int, words: Vocabulary) -> Learned:
    """A predictor that stands in a round by itself."""
    if isinstance(predictor, TreeSum):
        return _of_sum(predictor, place, words)
    if isinstance(predictor, OfMembers):
        return _within(predictor.members[place], 0, words)
    if isinstance(predictor, ObliqueTree):
        leaf = _share_leaves(predictor.values, words.classes)
        tree = SumTree(predictor, words.features, leaf)
        return Learned("oblique tree", _tree_sentence(tree), tree)
    if isinstance(predictor, Scored):
        return of_scored(predictor, words)
    return Learned(predictor.kind.replace("_", " "), "There is nothing shorter to say of it.")


# Trees


def _of_sum(predictor: TreeSum, number: int, words: Vocabulary) -> Learned:
    trees = predictor.trees
    if number >= len(trees):
        return Learned("no learner", "There is no question in it: it says the same of every row.")
    vote, output = float(trees.votes[number]), int(trees.output[number])
    width, outputs = trees.values.shape[1], len(predictor.offset)
    leaf, adds = _sum_leaves(predictor, number, words)
    tree = PlainTree(trees, number, words.features, leaf, words.gaps)
    title = "stump" if tree.leaves() == 2 else "tree"
    sentence = _tree_sentence(tree)
    if width == 1 and outputs > 1 and words.classes:
        title = f"tree for {words.classes[output]}"
        sentence = f"{sentence} It adds to the score of {words.classes[output]}."
    elif adds and words.classes:
        sentence = f"{sentence} It adds to the score of {words.classes[-1]}."
    elif adds:
        sentence = f"{sentence} Its leaves add to the number."
    elif predictor.link in (LOGISTIC, SOFTMAX):
        sentence = _with_vote(sentence, vote)
    return Learned(title, sentence, tree)


def _sum_leaves(predictor: TreeSum, number: int, words: Vocabulary) -> tuple[LeafReader, bool]:
    """How the leaves of a tree read, and whether they add to a score rather than vote."""
    trees, classes = predictor.trees, words.classes
    vote, output = float(trees.votes[number]), int(trees.output[number])
    values, several = trees.values, len(predictor.offset) > 1
    if values.shape[1] > 1:
        return _share_leaves(values, classes, is_hard=predictor.link == SOFTMAX), False
    if not classes:
        is_plain = predictor.is_mean or (vote == 1 and not predictor.offset.any())
        if is_plain:
            return lambda node: Leaf(readable(values[node, 0]), None, float(values[node, 0])), False
        return lambda node: _added(float(values[node, 0]) * vote, None, None), True
    if several:
        return lambda node: _added(float(values[node, 0]) * vote, output, None), True
    root = trees.roots[number]
    below = (
        values[[trees.left[root], trees.right[root]], 0] if trees.left[root] >= 0 else values[:0]
    )
    if predictor.link == LOGISTIC and len(below) and bool(np.all(np.abs(below) == 1)):

        def voted(node: int) -> Leaf:
            label = int(values[node, 0] > 0)
            return Leaf(f"votes {classes[label]}", label, float(values[node, 0]) * vote)

        return voted, False
    return lambda node: _added(float(values[node, 0]) * vote, 1, 0), True


def _added(value: float, up: int | None, down: int | None) -> Leaf:
    """What is added to a score, for the class that it speaks for."""
    sign = "+" if value >= 0 else "−"
    return Leaf(f"{sign}{readable(abs(value), 3)}", up if value > 0 else down, value)


def _share_leaves(values: Floats, classes: tuple[str, ...], is_hard: bool = False) -> LeafReader:
    """Leaves that hold the shares of the classes, or one number."""

    def read(node: int) -> Leaf:
        if not classes:
            return Leaf(readable(values[node, 0]), None, float(values[node, 0]))
        return _shares_leaf(values[node], classes, is_hard)

    return read


def _shares_leaf(shares: Floats, classes: tuple[str, ...], is_hard: bool) -> Leaf:
    label = int(np.argmax(shares))
    total = float(shares.sum())
    share = float(shares[label]) / total if total > 0 else math.nan
    text = f"votes {classes[label]}" if is_hard else f"{classes[label]} {100 * share:.0f} %"
    return Leaf(text, label, share)


def _tree_sentence(tree: TreeReading) -> str:
    leaves = tree.leaves()
    return "One question." if leaves == 2 else f"{leaves:,} {'leaf' if leaves == 1 else 'leaves'}."


def _with_vote(sentence: str, vote: float) -> str:
    return f"{sentence} Its vote is {readable(vote)}."


def _of_stage(cascade: RejectCascade, number: int, place: int, words: Vocabulary) -> Learned:
    starts = np.concatenate([[0], cascade.ends])
    stumps = int(starts[number] - starts[number - 1])
    trees, where = cascade.trees, int(starts[number - 1]) + place
    passes, other = words.classes[cascade.detected], words.classes[1 - cascade.detected]

    def leaf(node: int) -> Leaf:
        is_for = bool(trees.values[node, 0] > 0)
        label = cascade.detected if is_for else 1 - cascade.detected
        return Leaf(f"votes {passes if is_for else other}", label, float(trees.values[node, 0]))

    tree = PlainTree(trees, where, words.features, leaf, words.gaps)
    sentence = (
        f"Stump {place + 1:,} of {stumps:,} of stage {number:,}, with the vote "
        f"{readable(float(trees.votes[where]))}. A row passes as {passes} if the votes reach "
        f"{readable(float(cascade.thresholds[number - 1]))}; else it is rejected."
    )
    return Learned(f"stage {number:,}, stump {place + 1:,}", sentence, tree)


def _of_level(cascade: CascadeForest, number: int, place: int, words: Vocabulary) -> Learned:
    level: ForestLevel = cascade.levels[number - 1]
    trees: Trees = level.trees
    forest, tree_place = divmod(place, len(trees) // level.forests)
    if number > 1:
        derived = level.columns.encoder().features
        names = [
            f"forest {1 + column // len(words.classes)} on "
            f"{words.classes[column % len(words.classes)]}"
            for column in range(len(derived))
        ]
        columns = tuple(replace(own, name=name) for own, name in zip(derived, names, strict=True))
        words = words.among(columns, behind=True)
    shares = level.shares

    def leaf(node: int) -> Leaf:
        return _shares_leaf(shares[int(trees.values[node, 0])], words.classes, False)

    # Pure leaves of a class are one node in all branches: their rows are not counted apart.
    tree = PlainTree(trees, place, words.features, leaf, words.gaps, counts_rows=False)
    title = f"level {number}, forest {forest + 1}, tree {tree_place + 1:,}"
    return Learned(title, _tree_sentence(tree), tree)


def _combining(stack: Stacked, words: Vocabulary) -> Vocabulary:
    """The words for what the members say, which is what the combiner is asked about."""
    derived = stack.columns.encoder().features
    each = max(1, len(derived) // len(stack.members))
    names = []
    for column in range(len(derived)):
        said = ""
        if words.classes:
            said = f" on {words.classes[-1 if each == 1 else column % each]}"
        names.append(f"member {1 + column // each}{said}")
    columns = tuple(replace(own, name=name) for own, name in zip(derived, names, strict=True))
    return words.among(columns, behind=False)
