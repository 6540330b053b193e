"""Bounds to the value: rules are searched for in bins, and told by the values that matter."""

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.judging.causes.attributes import Attribute
from core.judging.causes.evidence import WrongRows
from core.judging.causes.scanning import Rule, Term


def bounded(
    asked: tuple[Attribute, ...], rule: Rule, evidence: WrongRows
) -> tuple[tuple[Attribute, Term], ...]:
    """The conditions of a rule, each bound moved to the value from which on rows tell most.

    A bound is where the sum over the rows on its way turns: the likeliest place of a change
    (Hinkley 1970). It moves within its own bin and the one beside it.
    """
    found = {term.attribute: (asked[term.attribute], term) for term in rule.terms}
    for term in rule.terms:
        others = tuple(one for place, one in found.items() if place != term.attribute)
        rows = np.flatnonzero(held(others, len(evidence.wrong)))
        best = evidence.scores[:, held(tuple(found.values()), len(evidence.wrong))].sum(axis=1)
        score = evidence.scores[int(best.argmax())]
        found[term.attribute] = _moved(asked[term.attribute], term, rows, score[rows])
    return tuple(found[place] for place in sorted(found))


def held(conditions: tuple[tuple[Attribute, Term], ...], rows: int) -> Mask:
    """The rows that all of some conditions hold."""
    found = np.ones(rows, bool)
    for attribute, term in conditions:
        found &= (attribute.codes >= term.first) & (attribute.codes <= term.last)
    return found


def _moved(
    attribute: Attribute, term: Term, rows: Integers, score: Floats
) -> tuple[Attribute, Term]:
    """The stretch of one attribute that tells most; an end that is open stays so."""
    is_missing = term.first == attribute.bins
    if attribute.scale is None or is_missing or attribute.is_value(term.first, term.last):
        return attribute, term
    fine = attribute.finer(term.first, term.last)
    if fine.scale is None or fine.bins == attribute.bins:
        return attribute, term
    bins = np.bincount(fine.codes[rows], score, fine.bins + 2)[: fine.bins]
    upto = np.concatenate([[0.0], np.cumsum(bins)])
    starts, edges = fine.scale.starts, np.append(attribute.scale.starts, np.inf)
    first, last = 0, fine.bins - 1
    if term.first > 0:
        near = (starts >= edges[term.first - 1]) & (starts < edges[term.first + 1])
        places = np.flatnonzero(near)[::-1]  # of equals the narrowest
        first = int(places[upto[places].argmin()])
    if term.last < attribute.bins - 1:
        near = (starts >= edges[term.last]) & (starts < edges[min(term.last + 2, attribute.bins)])
        places = np.flatnonzero(near & (np.arange(len(starts)) >= first))
        last = int(places[upto[places + 1].argmax()])
    return fine, Term(term.attribute, first, last)
