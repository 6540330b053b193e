"""Every kind of predictor as operators; what cannot be said in them is refused, with the reason."""

import functools
import math
from dataclasses import replace

import numpy as np

from core.base.arrays import Floats
from core.base.errors import ExportError
from core.engine.binning import Encoder
from core.engine.trees import Trees
from core.learning.predictors import links as ours
from core.learning.predictors.bayes import Bayes
from core.learning.predictors.cascade_forest import CascadeForest
from core.learning.predictors.coded import HAMMING, LEAST_SHARE, LOSS, Coded, columns_of, link_of
from core.learning.predictors.kernel import Bells
from core.learning.predictors.linear import Linear
from core.learning.predictors.machines import NEVER, Machine
from core.learning.predictors.median import Median
from core.learning.predictors.neighbours import Neighbours
from core.learning.predictors.network import TANH, Network
from core.learning.predictors.oblique import ObliqueTree
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.reject_cascade import RejectCascade
from core.learning.predictors.scored import Scored
from core.learning.predictors.stacked import Stacked, columns_for
from core.learning.predictors.tree_sum import TreeSum
from core.learning.predictors.votes import Votes
from core.sharing.onnx.columns import Columns
from core.sharing.onnx.graph import Name
from core.sharing.onnx.links import linked, ranked, winner
from core.sharing.onnx.trees import oblique, sums, sums_in_order

Judged = tuple[Name, Name]
"""What decides between the classes, and the outputs."""


_ROUNDING = 1e-12
_INSTEAD = "Save the model file instead: this program predicts with it, on the command line too."


@functools.singledispatch
def judged(predictor: Predictor, columns: Columns, outputs: int) -> Judged:
    """Add a predictor with so many outputs to the graph."""
    raise ExportError(f"What {predictor.kind!r} does cannot be said in ONNX yet. {_INSTEAD}")


@judged.register
def _(predictor: Neighbours, columns: Columns, outputs: int) -> Judged:
    raise ExportError(
        "Nearest neighbours keep the rows that they learned from and search among them, and ONNX "
        f"has no search. {_INSTEAD}"
    )


@judged.register
def _(predictor: CascadeForest, columns: Columns, outputs: int) -> Judged:
    graph, vectors, forests = columns.graph, "", 0
    for level in predictor.levels:
        seen = columns
        if vectors:
            told = (graph.chosen(vectors, [place]) for place in range(forests * outputs))
            encoder = Encoder((*columns.encoder.features, *level.columns.encoder().features))
            seen = replace(columns, encoder=encoder, values=(*columns.values, *told))
        trees, forests = level.trees, level.forests
        values = level.shares[trees.values[:, 0].astype(np.int64)]
        total = sums_in_order(seen, trees, values, forests)
        vectors = graph.add("Div", total, graph.constant(len(trees) // forests))
    shares = ""
    for forest in range(forests):
        own = graph.chosen(vectors, np.arange(outputs) + forest * outputs)
        shares = graph.add("Add", shares, own) if shares else own
    shares = graph.add("Div", shares, graph.constant(forests))
    return shares, shares


@judged.register
def _(predictor: RejectCascade, columns: Columns, outputs: int) -> Judged:
    """All stages at once, and the first one that rejects; nothing is saved by rejecting early."""
    graph, trees, start = columns.graph, predictor.trees, 0
    rejects = []
    for end, threshold in zip(predictor.ends.tolist(), predictor.thresholds, strict=True):
        score = sums(columns, _between(trees, start, end), np.zeros(1))
        # A threshold is the sum of a training row: what is equal but for rounding reaches it.
        least = threshold - _ROUNDING * np.abs(trees.votes[start:end]).sum()
        rejects.append(graph.number(graph.add("Less", score, graph.constant(least))))
        start = end
    passed = graph.add("Add", columns.zeros(1), graph.constant(1.0))
    exits = graph.add("ArgMax", graph.joined([*rejects, passed]), axis=1, keepdims=0)
    by_exit = graph.constant(predictor.shares(np.arange(len(rejects) + 1)))
    shares = graph.add("Gather", by_exit, exits, axis=0)
    return shares, shares


def _between(trees: Trees, first: int, last: int) -> Trees:
    some = slice(first, last)
    return replace(
        trees, roots=trees.roots[some], votes=trees.votes[some], output=trees.output[some]
    )


@judged.register
def _(predictor: TreeSum, columns: Columns, outputs: int) -> Judged:
    if len(predictor.trees) == 1:
        return _single_tree(predictor, columns)
    graph = columns.graph
    scores = sums(columns, predictor.trees, predictor.offset)
    shares = linked(graph, scores, predictor.link, predictor.scale, len(predictor.offset))
    if predictor.link in ours.ONE_SCORE:
        scores = graph.joined([graph.add("Neg", scores), scores])
    return scores, shares


def _single_tree(predictor: TreeSum, columns: Columns) -> Judged:
    """A tree alone: its leaves hold what they say, linked beforehand."""
    trees = predictor.trees
    scores = np.tile(predictor.offset, (len(trees.values), 1))
    if trees.values.shape[1] == 1:
        scores[:, trees.output[0]] += trees.votes[0] * trees.values[:, 0]
    else:
        scores += trees.votes[0] * trees.values
    shares = ours.linked(scores, predictor.link, predictor.scale)
    if predictor.link in ours.ONE_SCORE:
        scores = np.column_stack([-scores, scores])

    def said(values: Floats) -> Name:
        tree = replace(trees, votes=np.ones(1), values=values, output=np.zeros(1, np.int32))
        return sums(columns, tree, np.zeros(values.shape[1]))

    told = said(shares)
    return (told if np.array_equal(scores, shares) else said(scores)), told


@judged.register
def _(predictor: Votes, columns: Columns, outputs: int) -> Judged:
    graph = columns.graph
    scores = ""
    for member, vote in zip(predictor.members, predictor.votes, strict=True):
        said = _said(member, columns, outputs, predictor)
        said = graph.add("Mul", said, graph.constant(vote))
        scores = graph.add("Add", scores, said) if scores else said
    if predictor.link == ours.IDENTITY:
        scores = graph.add("Div", scores, graph.constant(predictor.votes.sum()))
    return scores, linked(graph, scores, predictor.link, predictor.scale, outputs)


def _said(member: Predictor, columns: Columns, outputs: int, votes: Votes) -> Name:
    """What a member says: see core.learning.predictors.votes.said_by."""
    graph = columns.graph
    decisive, shares = judged(member, columns, outputs)
    if votes.is_hard:
        place = np.argsort(ranked(votes.commonest, outputs))
        named = winner(graph, decisive, votes.commonest, outputs, keepdims=1)
        return graph.number(graph.add("Equal", named, graph.constant(place, np.int64)))
    is_leaf = isinstance(member, TreeSum) and member.is_plain_tree
    return decisive if is_leaf else shares


@judged.register
def _(predictor: Median, columns: Columns, outputs: int) -> Judged:
    """The first of the sorted numbers that half of the votes do not exceed."""
    graph, count = columns.graph, len(predictor.members)
    said = graph.joined([judged(member, columns, outputs)[1] for member in predictor.members])
    values, places = graph.sorted(said, count)
    votes = graph.add("Gather", graph.constant(predictor.votes), places, axis=0)
    below = graph.add("CumSum", votes, graph.constant(1, np.int64))
    half = graph.add("Mul", graph.chosen(below, [count - 1]), graph.constant(0.5))
    reaches = graph.number(graph.add("GreaterOrEqual", below, half))
    place = graph.add("ArgMax", reaches, axis=1, keepdims=1, select_last_index=0)
    median = graph.add("GatherElements", values, place, axis=1)
    return median, median


@judged.register
def _(predictor: Coded, columns: Columns, outputs: int) -> Judged:
    graph = columns.graph
    scores = columns.zeros(outputs)
    for member, sides in zip(predictor.members, predictor.code, strict=True):
        decisive, shares = judged(member, columns, 2)
        told, neutral = shares, 0.5
        if predictor.decoding == HAMMING:
            away = graph.add("Sub", graph.chosen(decisive, [1]), graph.chosen(decisive, [0]))
            half = graph.add("Mul", graph.add("Sign", away), graph.constant(0.5))
            both = graph.joined([graph.add("Neg", half), half])
            told = graph.add("Add", both, graph.constant(0.5))
        elif predictor.decoding == LOSS:
            told = graph.add("Log", graph.add("Max", shares, graph.constant(LEAST_SHARE)))
            neutral = math.log(0.5)
        unasked = graph.add("Add", columns.zeros(1), graph.constant(neutral))
        said = graph.chosen(graph.joined([told, unasked]), columns_of(sides))
        scores = graph.add("Add", scores, said)
    return scores, linked(graph, scores, link_of(predictor.decoding), 1.0, outputs)


@judged.register
def _(predictor: Stacked, columns: Columns, outputs: int) -> Judged:
    graph = columns.graph
    told = []
    for member in predictor.members:
        _, shares = judged(member, columns, outputs)
        kept = [1] if outputs == 2 else range(columns_for(outputs))
        told += [graph.chosen(shares, [place]) for place in kept]
    second = Columns(graph, predictor.columns.encoder(), tuple(told))
    return judged(predictor.combiner, second, outputs)


@judged.register
def _(predictor: ObliqueTree, columns: Columns, outputs: int) -> Judged:
    said = oblique(columns, predictor)
    return said, said


def _scored(predictor: Scored, columns: Columns, scores: Name, width: int) -> Judged:
    """What every predictor from a matrix does with so many scores."""
    graph = columns.graph
    if not isinstance(predictor, Machine):
        shares = _spread(predictor, columns, linked(graph, scores, predictor.link, 1.0, width))
        return shares, shares
    odds = graph.add("Mul", scores, graph.constant(predictor.slope))
    odds = graph.add("Add", odds, graph.constant(predictor.shift))
    shares = _spread(predictor, columns, linked(graph, odds, predictor.link, 1.0, width))
    if predictor.link == ours.LOGISTIC:
        scores = graph.joined([graph.add("Neg", scores), scores])
    decisive = _spread(predictor, columns, scores)
    never = np.full(predictor.classes, NEVER)
    never[predictor.present] = 0.0
    return graph.add("Add", decisive, graph.constant(never)), shares


def _spread(predictor: Scored, columns: Columns, told: Name) -> Name:
    """What is told of the classes present, in the places of all classes; 0 for the others."""
    present = predictor.present
    if len(present) == predictor.classes:
        return told
    spread = np.zeros((len(present), predictor.classes))
    spread[np.arange(len(present)), present] = 1.0
    return columns.graph.add("MatMul", told, columns.graph.constant(spread))


def _weighed(columns: Columns, matrix: Name, coefficients: Floats, offset: Floats) -> Name:
    """offset + matrix · coefficients."""
    graph = columns.graph
    product = graph.add("MatMul", matrix, graph.constant(coefficients))
    return graph.add("Add", product, graph.constant(offset))


@judged.register
def _(predictor: Linear, columns: Columns, outputs: int) -> Judged:
    offset = predictor.offset
    if predictor.layout.width:
        matrix = columns.matrix(predictor.layout)
        scores = _weighed(columns, matrix, predictor.coefficients, offset)
    else:
        zeros = columns.zeros(len(offset))
        scores = columns.graph.add("Add", zeros, columns.graph.constant(offset))
    return _scored(predictor, columns, scores, len(offset))


@judged.register
def _(predictor: Network, columns: Columns, outputs: int) -> Judged:
    values = columns.matrix(predictor.layout)
    for number, layer in enumerate(predictor.layers):
        if number:
            values = columns.graph.add("Tanh" if predictor.activation == TANH else "Relu", values)
        values = _weighed(columns, values, layer.coefficients, layer.offset)
    return _scored(predictor, columns, values, len(predictor.layers[-1].offset))


@judged.register
def _(predictor: Bells, columns: Columns, outputs: int) -> Judged:
    graph, centres = columns.graph, predictor.centres
    matrix = columns.matrix(predictor.layout)
    product = _weighed(columns, matrix, -2 * centres.T, (centres * centres).sum(axis=1))
    squares = graph.add(
        "ReduceSum", graph.add("Mul", matrix, matrix), graph.constant([1], np.int64)
    )
    distance = graph.add("Max", graph.add("Add", product, squares), graph.constant(0.0))
    heights = graph.add("Exp", graph.add("Mul", distance, graph.constant(-predictor.gamma)))
    scores = _weighed(columns, heights, predictor.coefficients, predictor.offset)
    return _scored(predictor, columns, scores, len(predictor.offset))


@judged.register
def _(predictor: Bayes, columns: Columns, outputs: int) -> Judged:
    graph, layout = columns.graph, predictor.layout
    width = len(predictor.log_priors)
    scores = graph.add("Add", columns.zeros(width), graph.constant(predictor.log_priors))
    if len(layout.flag):
        scores = _weighed(
            columns, columns.flags(layout), predictor.log_shares, predictor.log_priors
        )
    numbers = columns.numbers(layout) if len(layout.number) else ""
    for place, (mean, variance) in enumerate(
        zip(predictor.means, predictor.variances, strict=True)
    ):
        value = graph.chosen(numbers, [place])
        away = graph.add("Sub", value, graph.constant(mean))
        squares = graph.add("Div", graph.add("Mul", away, away), graph.constant(2 * variance))
        heights = graph.constant(0.5 * np.log(2 * math.pi * variance))
        lost = graph.add("Add", squares, heights)
        lost = graph.add("Where", graph.add("IsNaN", value), graph.constant(0.0), lost)
        scores = graph.add("Sub", scores, lost)
    return _scored(predictor, columns, scores, width)
