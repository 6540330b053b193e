"""Which confusion is common in this file: it tells which of two like contradictions is an error.

The order of the rows is Bayes' rule. With p_k the judges' share of class k in a row labelled j, and
T[k, j] how often a row of class k has the label j, the odds that k is right and j wrong are
p_k T[k, j] : p_j T[j, j]. Three things temper what is counted, because wrong flip rates harm more
than none:

- Classes that look alike are confused by nature, not by error. So each pair has anchors of its own
  (anchor rows: Liu & Tao 2016): of the rows in which the judges name class k those whose share of j
  is least. There a label j is not to be expected by nature. The judges never saw a row that they
  judge, so its own label has no say in whether it is an anchor.
- Errors are as frequent among the anchors as among all rows of a class, while natural confusion
  fades towards them. What is counted there is lessened by as much as it fades: where it fades to a
  half, half of what is left counts. And classes that nobody can tell apart are confused there and
  back, while people have their habits: what is confused there and back counts no more than it
  does in the middle of all pairs.
- Few rows are counted in a pair. How far the rates of pairs differ beyond chance is estimated from
  all of them (a gamma prior of Poisson counts, by moments: Robbins 1956, Morris 1983); where they
  differ by chance alone, no pair is told from another. What is left is taken to a power below 1.

Only how a rate compares with the usual one counts. By the rule alone all other classes would speak
against a label together. But judges of many classes leave a little for each of them where they
know little, which adds up: so it is the root of the sum of the squares that is held against it,
between their sum and the largest of them. Of two classes the order is that of b / (a + b).

That goes by what can be seen of each pair alone. The model of all labels, see `flips`, goes by what
explains them together, and is surer of what is common; but where few labels are wrong it takes a
border for errors. So it has a small say: log odds are averaged (Genest & Zidek 1986).
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.judging.auditing.jury import SOFT

_NEARLY_NONE = 1e-6
_PRIOR_ROWS = 2.0
"""Rates of few rows are compared as if so many more showed no fading."""
_PRIOR_OF_PAIRS = 4.0
"""The same of a pair and its way back, where these many rows show what is usual."""
_POOLED = 0.1
"""What the model of all labels counts in the order."""
_SURE = 1e-9
"""Nothing is believed more surely than this."""
_MOST_SPREAD = 4.0
"""The variance of the rates, in squares of the usual one, is never believed to be larger."""


@dataclass(frozen=True)
class Tempering:
    """How much of the counted confusions is believed."""

    surest: float = 0.2
    """The share of a class's rows that are a pair's anchors."""
    least: int = 25
    """A pair has no fewer anchors than these, unless the class has fewer rows: of a handful chance
    alone tells how often any label is seen."""
    power: float = 0.75
    alone: float = 1.25
    """With two classes no other pair tells what is usual: a rate is at most so many times that."""


USUAL = Tempering()


@dataclass(frozen=True, eq=False)
class Suspected:
    """What speaks against each row's label."""

    own: Floats
    """The judges' share of the label."""
    other: Integers
    """The class that is right if the label is wrong."""
    share: Floats
    """The judges' share of that."""
    suspicion: Floats
    """From 0, all for the own label, to 1, all for others."""


def confusions(
    shares: Floats, labels: Integers, counts: Mask | None = None, how: Tempering = USUAL
) -> Floats:
    """How many times as often as usual a row of each class (a row) has each label (a column).

    From the rows that count, all unless told otherwise. A class's own label has 1.

    Of three classes, which the judges know, every other row of the first is called the second:

    >>> truth = np.arange(600) % 3
    >>> labels = np.where(np.arange(600) % 6 == 0, 1, truth)
    >>> confusions(np.eye(3)[truth], labels).round(1).tolist()
    [[1.0, 3.6, 0.1], [0.1, 1.0, 0.1], [0.1, 0.1, 1.0]]
    """
    if counts is not None:
        shares, labels = shares[counts], labels[counts]
    classes = shares.shape[1]
    if classes < 2 or not len(labels):
        return np.ones((classes, classes))
    named = shares.argmax(axis=1)
    seen, rows = _anchored(shares, labels, named, how)
    every = np.zeros((classes, classes))
    np.add.at(every, (named, labels), 1.0)
    seen = _beyond_the_way_back(seen * _lasting(seen, rows, every), rows, every)
    found = _relative(seen, rows) ** how.power
    return found if classes > 2 else np.clip(found, 1 / how.alone, how.alone)


def suspected(shares: Floats, labels: Integers, common: Floats) -> Suspected:
    """Weigh each row's label against the other ones, by how common their confusion is.

    >>> shares, labels = np.array([[0.3, 0.3, 0.4]]), np.array([2])
    >>> alike = suspected(shares, labels, np.ones((3, 3)))
    >>> common = np.array([[1.0, 1.0, 1.0], [1.0, 1.0, 4.0], [1.0, 1.0, 1.0]])
    >>> found = suspected(shares, labels, common)
    >>> alike.other.tolist(), alike.suspicion.round(2).tolist()
    ([0], [0.52])
    >>> found.other.tolist(), found.suspicion.round(2).tolist()
    ([1], [0.76])
    """
    rows = np.arange(len(labels))
    against = (shares + SOFT) * common[:, labels].T
    own = against[rows, labels].copy()
    against[rows, labels] = 0.0
    other = against.argmax(axis=1)
    worst = against[rows, other]
    together = np.sqrt((against**2).sum(axis=1))
    return Suspected(
        shares[rows, labels],
        np.where(worst > 0, other, labels),
        np.where(worst > 0, shares[rows, other], 0.0),
        together / (own + together),
    )


def pooled(suspicion: Floats, wrong: Floats, share: float = _POOLED) -> Floats:
    """The suspicion, and how likely labels are wrong by the model of all of them, as one order.

    >>> pooled(np.array([0.5, 0.5, 0.9]), np.array([0.5, 0.9, 0.9])).round(2).tolist()
    [0.5, 0.55, 0.9]
    """
    odds = (np.clip(each, _SURE, 1 - _SURE) for each in (suspicion, wrong))
    mine, theirs = (np.log(each) - np.log1p(-each) for each in odds)
    return np.asarray(1 / (1 + np.exp(-((1 - share) * mine + share * theirs))))


def _anchored(
    shares: Floats, labels: Integers, named: Integers, how: Tempering
) -> tuple[Floats, Floats]:
    """Among the anchors of each pair: how many have the label, and how many there are."""
    classes = shares.shape[1]
    seen, rows = np.zeros((2, classes, classes))
    for own in range(classes):
        here = np.flatnonzero(named == own)
        if not len(here):
            continue
        count = min(len(here), max(how.least, int(np.ceil(how.surest * len(here)))))
        anchors = np.argsort(shares[here], axis=0, kind="stable")[:count]
        seen[own] = (labels[here][anchors] == np.arange(classes)).sum(axis=0)
        rows[own] = count
    return seen, rows


def _lasting(seen: Floats, rows: Floats, every: Floats) -> Floats:
    """A label's rate among a pair's anchors over that among all rows named so; at most 1."""
    usually = _rates(every, _PRIOR_ROWS)
    anchored = (seen + _PRIOR_ROWS * usually) / (rows + _PRIOR_ROWS)
    return np.asarray(np.minimum(1.0, anchored / usually))


def _beyond_the_way_back(seen: Floats, rows: Floats, every: Floats) -> Floats:
    """The counts, of which what is confused there and back is cut at what pairs usually show.

    The middle of all pairs is taken for usual: the few that look alike do not move it.
    """
    rates = _rates(every, _PRIOR_OF_PAIRS)
    both_ways = seen * np.minimum(1.0, rates.T / rates)
    pairs = ~np.eye(len(seen), dtype=bool) & (rows > 0)
    usual = float(np.median(both_ways[pairs] / rows[pairs])) if pairs.any() else 0.0
    return np.asarray(seen - both_ways + np.minimum(both_ways, usual * rows))


def _rates(every: Floats, prior: float) -> Floats:
    """How often rows that are named a class (a row) have each label (a column); never 0."""
    pairs, named = ~np.eye(len(every), dtype=bool), every.sum(axis=1)[:, None]
    usual = (every[pairs].sum() + _NEARLY_NONE) / ((len(every) - 1) * float(named.sum()))
    return np.asarray((every + prior * usual) / (named + prior))


def _relative(seen: Floats, rows: Floats) -> Floats:
    """The counts over what is usual, drawn towards 1 as far as chance makes them differ."""
    pairs = ~np.eye(len(seen), dtype=bool)
    usual = (seen[pairs].sum() + 0.5) / (rows[pairs].sum() + 1.0)
    expected = rows * usual
    # Counts that chance alone makes differ have Poisson's variance, which is what is expected.
    excess = float(((seen - expected)[pairs] ** 2 - expected[pairs]).sum())
    spread = min(_MOST_SPREAD, excess / max(1e-12, float((expected[pairs] ** 2).sum())))
    common = np.ones_like(seen)
    if spread > 0:
        prior = 1 / spread
        common[pairs] = ((seen + prior) / (expected + prior))[pairs]
    return common
