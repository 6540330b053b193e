"""Which class is mistaken for which, and how often: a model of the labels given the judges.

Judges that never saw a row give each class a share p_k(x). Averaged over unlike judges, and taught
with labels of which some are wrong, shares are too flat: those of the true classes are sharper,

    q_k(x) = (p_k(x) + s)^β_k e^{b_k} / Σ_l (p_l(x) + s)^β_l e^{b_l}

(vector scaling: Guo et al. 2017). Some classes look like one another, which judges tell apart less
surely than others: each has a β_k of its own, near a common one. A few rows are exceptions, of
which the judges know nothing, however sure they are: there q is how frequent the classes are. A
label j is then given by the flip matrix T (Dawid & Skene 1979; Patrini et al. 2017):

    P(label = j | x) = Σ_k q_k(x) T[k, j]

T, β and b are the likeliest ones over all rows, with a prior, by expectation and maximisation
(Dempster, Laird & Rubin 1977). Where the judges are torn the labels may differ by nature, which is
what q says; where they are sure, labels differ at the rate of T.

Whoever corrects a file begins with the rows that contradict most: among them no wrong label is
left, and the others are as they were. Labels that would be more suspicious than a limit are taken
as put right. Classes may also overlap as far as the shares say, and no label be wrong. Several
limits, none, and that are weighed by how well they explain the labels.
"""

from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.engine.libraries import one_thread
from core.judging.auditing.jury import suspicion_of

_SOFT = 0.01
"""The s above: shares of next to nothing are not told apart."""
_EXCEPTIONS = 0.01
"""The share of rows of which the judges know nothing."""
_USUAL_SHARPNESS, _SPREAD = 3.5, 0.5
"""That of all classes is about the former; its log differs from that by about the latter."""
_OWN_SPREAD = 0.3
"""A class's own sharpness differs from the common one by about this."""
_RIDGE = 10.0
"""How strongly the classes' own terms b are held at 0, in rows."""
_TRUST = 40.0
"""A class's own flip rates are mixed with those of all classes, which count as so many rows."""
_RIGHT = 4.0
"""So many right labels are believed to be there beside those of the file: where classes overlap so
far that rows tell next to nothing of errors, most labels are right (a beta prior)."""
_LEAST_RIGHT = 0.5
"""Of no class are more labels wrong than right."""
_LOOKED_AT = (0.02, 0.04, 0.08, 0.14, 0.22, 0.32, 0.45, 0.6, 0.8)
"""The limits: so many of the rows, by how suspicious their least likely label would be."""
_LIMIT_COSTS = 1.0
"""By so much the log likelihood must rise for a limit to be as credible as none."""
_NO_FLIPS, _NO_FLIPS_COST = 0.002, 1.0
"""One model has next to no wrong labels, and whatever sharpness explains that; what it costs."""
_MOST_ROWS = 4000
_FIRST_STEPS, _STEPS, _ENOUGH = 12, 60, 0.02
"""Steps are taken until the log likelihood rises by less than the latter."""
_HOPELESS = 12.0
"""Models whose log likelihood is so far behind after the first steps are given up."""
UNKNOWN = -1
"""The class of a row about which nobody decided."""


@dataclass(frozen=True, eq=False)
class Flips:
    """How labels come about.

    >>> flips = Flips(np.array([[0.9, 0.1], [0.2, 0.8]]), np.ones(2), np.zeros(2), np.full(2, 0.5))
    >>> shares = np.array([[0.01, 0.99], [0.5, 0.5]])
    >>> flips.wrong(shares, np.array([0, 0])).round(2).tolist()
    [0.9, 0.18]
    """

    matrix: Floats
    """T: how often a row of each class (a row) has each label (a column)."""
    sharpness: Floats
    """β, one a class."""
    terms: Floats
    """b, one a class."""
    frequent: Floats
    """How frequent the classes are."""
    limit: float = 1.0
    """More suspicious labels, see `suspicion_of`, were put right before; 1 for none."""

    def classes(self, shares: Floats) -> Floats:
        """q: how likely each row is of each class, its label aside."""
        known = _sharpened(np.log(shares + _SOFT), self.sharpness, self.terms)
        return (1 - _EXCEPTIONS) * known + _EXCEPTIONS * self.frequent

    def given(self, shares: Floats, labels: Integers) -> Floats:
        """How likely each row is of each class, given its label."""
        joint = _joint(self.classes(shares), labels, self.matrix, _hidden(shares, self.limit))
        return np.asarray(joint / joint.sum(axis=1, keepdims=True))

    def wrong(self, shares: Floats, labels: Integers) -> Floats:
        """How likely each label is wrong."""
        return np.asarray(1 - self.given(shares, labels)[np.arange(len(labels)), labels])


@dataclass(frozen=True, eq=False)
class WeighedFlips:
    """Models of the labels, and how much each is to be believed."""

    models: tuple[Flips, ...]
    weights: Floats

    @property
    def matrix(self) -> Floats:
        """The mean flip matrix."""
        return np.asarray(np.tensordot(self.weights, [one.matrix for one in self.models], 1))

    def given(self, shares: Floats, labels: Integers) -> Floats:
        """How likely each row is of each class, given its label."""
        each = [one.given(shares, labels) for one in self.models]
        return np.asarray(np.tensordot(self.weights, each, 1))

    def wrong(self, shares: Floats, labels: Integers) -> Floats:
        """How likely each label is wrong."""
        return np.asarray(1 - self.given(shares, labels)[np.arange(len(labels)), labels])

    @property
    def unseen(self) -> "WeighedFlips":
        """The same of labels of which nobody has put any right."""
        return WeighedFlips(tuple(replace(one, limit=1.0) for one in self.models), self.weights)

    def said(self, shares: Floats, labels: Integers) -> Floats:
        """The share of wrong labels by each model."""
        return np.array([one.wrong(shares, labels).sum() for one in self.models]) / max(
            1, len(labels)
        )


def estimated_flips(
    shares: Floats,
    labels: Integers,
    known: Integers | None = None,
    seed: int = 0,
    units: int | None = None,
) -> WeighedFlips:
    """The likeliest models of labels as they were given.

    `known` holds the class of rows that a person decided about, -1 for all others: which rows she
    looked at depends on their values and labels alone, so nothing is to be set right for that.
    Where rows come in so many groups, they are evidence as so many rows are.
    """
    counts = 1.0 if units is None else units / len(labels)
    known = np.full(len(labels), UNKNOWN) if known is None else known
    if len(labels) > _MOST_ROWS:
        some = np.random.default_rng([seed, 0x403]).permutation(len(labels))[:_MOST_ROWS]
        shares, labels, known = shares[some], labels[some], known[some]
    classes = shares.shape[1]
    rows = counts * np.bincount(labels, minlength=classes)
    frequent = (rows + 1) / (counts * len(labels) + classes)
    usual = np.full(classes, _USUAL_SHARPNESS)
    model = Flips(_nearly_right(classes, 0.1), usual, np.zeros(classes), frequent)
    limits = np.unique(np.quantile(_most_suspicious(shares), 1 - np.array(_LOOKED_AT)))
    limits = limits[limits > 0.5]
    starts = [replace(model, limit=limit) for limit in (1.0, *limits.tolist())]
    cost = [0.0, *[_LIMIT_COSTS + np.log(max(1, len(limits)))] * len(limits)]
    starts.append(replace(model, matrix=_nearly_right(classes, _NO_FLIPS)))
    free = [False] * len(cost) + [True]
    cost.append(_NO_FLIPS_COST)
    with one_thread():  # its products are small: sharing them out takes longer
        begun = [
            _fitted(start, shares, labels, known, counts, _FIRST_STEPS, is_free)
            for start, is_free in zip(starts, free, strict=True)
        ]
        credit = np.array([likely for _, likely in begun]) - cost
        hopeful = np.flatnonzero(credit > credit.max() - _HOPELESS)
        fits = [
            _fitted(begun[place][0], shares, labels, known, counts, _STEPS, free[place])
            for place in hopeful.tolist()
        ]
    credit = np.array([likely for _, likely in fits]) - np.array(cost)[hopeful]
    weights = np.exp(credit - credit.max())
    return WeighedFlips(tuple(model for model, _ in fits), weights / weights.sum())


def _nearly_right(classes: int, rate: float) -> Floats:
    """The matrix of few labels that are wrong, all flips alike."""
    matrix = np.full((classes, classes), rate / max(1, classes - 1))
    np.fill_diagonal(matrix, 1 - rate)
    return matrix


def _sharpened(logs: Floats, sharpness: Floats, terms: Floats) -> Floats:
    raised = sharpness * logs + terms
    raised -= raised.max(axis=1, keepdims=True)
    found = np.exp(raised)
    return np.asarray(found / found.sum(axis=1, keepdims=True))


def _hidden(shares: Floats, limit: float) -> Floats | None:
    """Which labels (a column) of which rows would have been put right; None for none."""
    if limit >= 1:
        return None
    highest = shares.max(axis=1, keepdims=True)
    return np.asarray(suspicion_of(shares, np.broadcast_to(highest, shares.shape)) > limit, float)


def _most_suspicious(shares: Floats) -> Floats:
    """How suspicious the least likely label of each row would be."""
    return suspicion_of(shares.min(axis=1), shares.max(axis=1))


def _joint(q: Floats, labels: Integers, matrix: Floats, hidden: Floats | None) -> Floats:
    """P(class = k, label | x), row by row."""
    joint = q * matrix[:, labels].T
    if hidden is not None:
        rows = np.arange(len(labels))
        joint *= (1 - hidden[rows, labels])[:, None]
        joint[rows, labels] = q[rows, labels] * _stays(labels, matrix, hidden)
    return np.asarray(np.maximum(joint, 1e-300))


def _stays(labels: Integers, matrix: Floats, hidden: Floats) -> Floats:
    """How likely a row of the class of its label has it: given so, or put right to it."""
    rows = np.arange(len(labels))
    elsewhere = (hidden * matrix[labels]).sum(axis=1) - hidden[rows, labels] * matrix[
        labels, labels
    ]
    return np.asarray(matrix[labels, labels] + elsewhere)


def _fitted(
    model: Flips,
    shares: Floats,
    labels: Integers,
    known: Integers,
    counts: float,
    steps: int,
    is_free: bool,
) -> tuple[Flips, float]:
    """The likeliest model from a start on, and its log likelihood with the prior's.

    Each row counts as so much of one. If its sharpness is free, whatever that is, its matrix stays
    as it is. Here a row is a class and a column a row of the data: numpy is slow along a short last
    axis.
    """
    logs = np.ascontiguousarray(np.log(shares + _SOFT).T)
    frequent, labelled = model.frequent[:, None], _Labelled.of(shares, labels, known, model.limit)
    matrix, sharpness, terms = model.matrix, model.sharpness, model.terms
    spread = np.inf if is_free else _SPREAD
    likely = -np.inf
    for _ in range(steps):
        sharp = sharpness[:, None] * logs + terms[:, None]
        sharp -= sharp.max(axis=0)
        np.exp(sharp, out=sharp)
        sharp /= sharp.sum(axis=0)
        q = (1 - _EXCEPTIONS) * sharp + _EXCEPTIONS * frequent
        member, stays = labelled.joint(q, matrix)
        total = np.maximum(member.sum(axis=0), 1e-300)
        before, likely = likely, counts * float(np.log(total).sum())
        if abs(likely - before) < _ENOUGH:
            break
        member /= total / counts
        matrix = matrix if is_free else _rates(labelled.tallies(member, stays, matrix))
        # Exceptions tell nothing of how sharp the shares are.
        usual = member * (1 - _EXCEPTIONS) * sharp / q
        sharpness, terms = _newton(logs, sharp, usual, sharpness, terms, spread)
    common, off = _common(sharpness)
    prior = (
        _RIDGE * float(terms @ terms)
        + float(np.log(common / _USUAL_SHARPNESS) / spread) ** 2
        + float(off @ off) / _OWN_SPREAD**2
    )
    right = _RIGHT * float(np.log(np.diag(matrix) @ model.frequent))
    found = replace(model, matrix=matrix, sharpness=sharpness, terms=terms)
    return found, likely - prior / 2 + right


@dataclass(frozen=True, eq=False)
class _Labelled:
    """Rows with labels, of which some would have been put right; arrays have a row a class."""

    labels: Integers
    one_hot: Floats
    """A row a row, a column a label."""
    own: Integers
    """The place of each row's label in an array of a row a class, as if it were one line."""
    hidden: Floats | None
    """See `_hidden`, a row a label."""
    seen: Floats
    """0 where the own label would have been put right, else 1."""
    known: Integers
    """The rows that somebody decided about."""
    excluded: Mask
    """Which classes those are not of, a row a class."""

    @classmethod
    def of(cls, shares: Floats, labels: Integers, known: Integers, limit: float) -> "_Labelled":
        rows, classes = shares.shape
        own = labels * rows + np.arange(rows)
        hidden = _hidden(shares, limit)
        hidden = None if hidden is None else np.ascontiguousarray(hidden.T)
        one_hot = np.zeros((rows, classes))
        one_hot[np.arange(rows), labels] = 1.0
        decided = np.flatnonzero(known >= 0)
        return cls(
            labels,
            one_hot,
            own,
            hidden,
            np.ones(rows) if hidden is None else 1 - hidden.ravel()[own],
            decided,
            np.arange(classes)[:, None] != known[decided],
        )

    def joint(self, q: Floats, matrix: Floats) -> tuple[Floats, Floats | None]:
        """P(class, label | x); and how likely a row of its label's class has it, see `_stays`."""
        joint, stays = matrix.take(self.labels, axis=1), None
        joint *= q
        if self.hidden is not None:
            joint *= self.seen
            right = np.diag(matrix)[self.labels]
            elsewhere = (self.hidden * matrix.T.take(self.labels, axis=1)).sum(axis=0)
            stays = right + elsewhere - (1 - self.seen) * right
            joint.ravel()[self.own] = q.ravel()[self.own] * stays
        np.maximum(joint, 1e-300, out=joint)
        if len(self.known):
            joint[:, self.known] = np.where(self.excluded, 0.0, joint[:, self.known])
        return joint, stays

    def tallies(self, member: Floats, stays: Floats | None, matrix: Floats) -> Floats:
        """How many rows of each class (a row) have each label (a column)."""
        tallies = member @ self.one_hot
        if self.hidden is not None and stays is not None:
            # Of the labels that agree some were put right: they count as what they were.
            part = member.ravel()[self.own] / stays
            were = ((part * self.hidden) @ self.one_hot).T * matrix
            np.fill_diagonal(were, 0.0)
            tallies += were - np.diag(were.sum(axis=1))
        return np.asarray(tallies)


def _rates(tallies: Floats) -> Floats:
    """Flip rates; a class of few rows has about those of all classes."""
    classes = len(tallies)
    totals = tallies.sum(axis=1)
    wrong = float(totals.sum() - np.trace(tallies)) + 0.5
    overall = min(1 - _LEAST_RIGHT, wrong / (float(totals.sum()) + 1 + _RIGHT))
    usual = np.full_like(tallies, overall / max(1, classes - 1))
    np.fill_diagonal(usual, 1 - overall)
    rates = (tallies + _TRUST * usual) / (totals + _TRUST)[:, None]
    right = np.diag(rates).copy()
    scale = np.minimum(1.0, (1 - _LEAST_RIGHT) / np.maximum(1 - right, 1e-12))
    rates *= scale[:, None]
    np.fill_diagonal(rates, 1 - (1 - right) * scale)
    return np.asarray(rates)


def _newton(
    logs: Floats, q: Floats, member: Floats, sharpness: Floats, terms: Floats, spread: float
) -> tuple[Floats, Floats]:
    """One step (Newton's) of the sharpness and the terms towards the likeliest ones."""
    classes = len(terms)
    weighed = member.sum(axis=0) * q
    missing, bent, sharp = member - weighed, weighed * logs, q * logs
    common, off = _common(sharpness)
    pull = np.log(common / _USUAL_SHARPNESS) / (spread**2 * common * classes)
    own = 1 / _OWN_SPREAD**2
    gradient = np.concatenate(
        [(missing * logs).sum(axis=1) - own * off - pull, missing.sum(axis=1) - _RIDGE * terms]
    )
    curve = np.empty((2 * classes, 2 * classes))
    curve[:classes, :classes] = (
        np.diag((bent * logs).sum(axis=1) + own)
        - bent @ sharp.T
        + (1 / (spread * common * classes) ** 2 - own / classes)
    )
    curve[:classes, classes:] = np.diag(bent.sum(axis=1)) - bent @ q.T
    curve[classes:, :classes] = curve[:classes, classes:].T
    curve[classes:, classes:] = np.diag(weighed.sum(axis=1) + _RIDGE) - weighed @ q.T
    step = np.clip(np.linalg.solve(curve, gradient), -0.5, 0.5)
    return np.clip(sharpness + step[:classes], 0.3, 10.0), terms + step[classes:]


def _common(sharpness: Floats) -> tuple[float, Floats]:
    """The sharpness of all classes, and by how much their own ones differ from it."""
    common = float(sharpness.mean())
    return common, sharpness - common
