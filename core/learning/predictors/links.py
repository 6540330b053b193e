"""Links: from a sum of scores to shares of classes, or to a number."""

import numpy as np

from core.base.arrays import Floats
from core.learning.graph import ModelGraph, Name

LOGISTIC, SOFTMAX, SHARES, IDENTITY = "logistic", "softmax", "shares", "identity"
AGAINST_REST, HALVED = "against_rest", "halved"
LINKS = (LOGISTIC, SOFTMAX, SHARES, IDENTITY, AGAINST_REST, HALVED)
ONE_SCORE = (LOGISTIC, HALVED)
"""Links from one score, above 0 for the second of two classes."""


def linked(scores: Floats, link: str, scale: float) -> Floats:
    """Shares of the classes from their scores.

    logistic: one score F, and P = 1/(1+exp(-scale F)) for the second class. softmax: P_k
    proportional to exp(scale F_k). shares: the scores divided by their sum. identity: as they are.
    against_rest: 1/(1+exp(-scale F_k)) of each class, divided by their sum. halved: one score F
    that estimates E[y] of y = -1 or 1, and P = (1+F)/2 for the second class, cut off at 0 and 1.

    >>> linked(np.array([[0.0]]), LOGISTIC, 2.0)
    array([[0.5, 0.5]])
    """
    if link == LOGISTIC:
        # Both by their own formula: 1 - p would lose the digits of a small share.
        with np.errstate(over="ignore"):
            score = scale * scores[:, 0]
            return np.column_stack([1 / (1 + np.exp(score)), 1 / (1 + np.exp(-score))])
    if link == HALVED:
        return np.column_stack([np.clip((1 + sign * scores[:, 0]) / 2, 0, 1) for sign in (-1, 1)])
    if link == AGAINST_REST:
        return linked(-np.logaddexp(0.0, -scale * scores), SOFTMAX, 1.0)
    if link == SOFTMAX:
        raised = np.exp(scale * (scores - scores.max(axis=1, keepdims=True)))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True))
    if link == SHARES:
        is_two = scores.shape[1] == 2  # numpy is slow along an axis of two
        total = scores[:, :1] + scores[:, 1:] if is_two else scores.sum(axis=1, keepdims=True)
        even = 1 / scores.shape[1]
        return np.asarray(np.divide(scores, total, out=np.full_like(scores, even), where=total > 0))
    return scores


def classes_of(link: str, outputs: int) -> int:
    """How many columns `linked` gives for so many scores."""
    return 2 if link in ONE_SCORE else outputs


def linked_in(graph: ModelGraph, scores: Name, link: str, scale: float, width: int) -> Name:
    """The same as operators of a graph, from so many columns of scores."""
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
        return linked_in(graph, graph.add("Sub", below, rest), SOFTMAX, 1.0, width)
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


def _total(graph: ModelGraph, scores: Name) -> Name:
    return graph.add("ReduceSum", scores, graph.constant([1], np.int64))
