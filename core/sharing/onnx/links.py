"""Links and decisions as operators; the formulas are those of core.learning.predictors.links."""

import numpy as np

from core.learning.predictors.links import AGAINST_REST, HALVED, LOGISTIC, SHARES, SOFTMAX
from core.sharing.onnx.graph import Graph, Name


def linked(graph: Graph, scores: Name, link: str, scale: float, width: int) -> Name:
    """Shares of the classes from so many columns of scores."""
    if link == LOGISTIC:
        score = graph.add("Mul", scores, graph.constant(scale))
        one = graph.constant(1.0)
        odds = [graph.add("Exp", score), graph.add("Exp", graph.add("Neg", score))]
        return graph.joined([graph.add("Div", one, graph.add("Add", one, odd)) for odd in odds])
    if link == HALVED:
        half = graph.add("Mul", scores, graph.constant(0.5))
        both = graph.joined([graph.add("Neg", half), half])
        shares = graph.add("Add", both, graph.constant(0.5))
        return graph.add("Clip", shares, graph.constant(0.0), graph.constant(1.0))
    if link == AGAINST_REST:
        # -ln(1 + exp(-z)) = min(z, 0) - ln(1 + exp(-|z|))
        score = graph.add("Mul", scores, graph.constant(scale))
        small = graph.add("Exp", graph.add("Neg", graph.add("Abs", score)))
        rest = graph.add("Log", graph.add("Add", graph.constant(1.0), small))
        below = graph.add("Min", score, graph.constant(0.0))
        return linked(graph, graph.add("Sub", below, rest), SOFTMAX, 1.0, width)
    if link == SOFTMAX:
        highest = graph.add("ReduceMax", scores, graph.constant([1], np.int64))
        below = graph.add("Mul", graph.add("Sub", scores, highest), graph.constant(scale))
        raised = graph.add("Exp", below)
        return graph.add("Div", raised, _total(graph, raised))
    if link == SHARES:
        total = _total(graph, scores)
        is_there = graph.add("Greater", total, graph.constant(0.0))
        even = graph.constant(1 / width)
        return graph.add("Where", is_there, graph.add("Div", scores, total), even)
    return scores


def _total(graph: Graph, scores: Name) -> Name:
    return graph.add("ReduceSum", scores, graph.constant([1], np.int64))


def winner(graph: Graph, scores: Name, commonest: int, classes: int, keepdims: int) -> Name:
    """The place, in `ranked`, of the class that core.learning.predictors.winners.winners names."""
    ranking = graph.chosen(scores, ranked(commonest, classes))
    return graph.add("ArgMax", ranking, axis=1, keepdims=keepdims, select_last_index=0)


def ranked(commonest: int, classes: int) -> list[int]:
    """The classes in the order in which ties are decided."""
    return [commonest, *(place for place in range(classes) if place != commonest)]
