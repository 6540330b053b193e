"""Codes of classes, and training a member for every column of one."""

import itertools
import math

import numpy as np

from core.base.arrays import Floats
from core.learning.folds import fitted
from core.learning.histories.code_scores import CodeScores
from core.learning.members import Member
from core.learning.predictors.coded import Code, Coded, link_of, said_for
from core.learning.predictors.constant import constant
from core.learning.predictors.links import linked
from core.learning.predictors.predictor import Predictor
from core.learning.problem import Problem
from core.learning.rounds import Curve
from core.learning.run import Run
from core.learning.sampling import round_seed
from core.learning.trainers.committee import CommitteePlan
from core.learning.trainers.fixed_committee import FixedCommittee

_TRIES = 500


def one_against_rest(classes: int) -> Code:
    """Every class against all others.

    >>> one_against_rest(3).tolist()
    [[1, -1, -1], [-1, 1, -1], [-1, -1, 1]]
    """
    return _for_two() if classes == 2 else (2 * np.eye(classes, dtype=np.int8) - 1).astype(np.int8)


def one_against_one(classes: int) -> Code:
    """Every pair of classes, the others left out.

    >>> one_against_one(3).tolist()
    [[-1, 1, 0], [-1, 0, 1], [0, -1, 1]]
    """
    pairs = list(itertools.combinations(range(classes), 2))
    code = np.zeros((len(pairs), classes), np.int8)
    for own, (first, second) in zip(code, pairs, strict=True):
        own[first], own[second] = -1, 1
    return code


def exhaustive(classes: int) -> Code:
    """Every way to part the classes in two (Dietterich & Bakiri 1995): 2^(K-1) - 1 of them.

    >>> exhaustive(3).tolist()
    [[-1, -1, 1], [-1, 1, -1], [-1, 1, 1]]
    """
    numbers = np.arange(1, 1 << (classes - 1))
    bits = numbers[:, None] >> np.arange(classes - 1)[::-1] & 1
    return np.column_stack([np.full(len(bits), -1), 2 * bits - 1]).astype(np.int8)


def random_code(classes: int, members: int, seed: int) -> Code:
    """Of some codes drawn by chance the one whose codewords are farthest apart (Allwein et al.).

    No two members part the classes in the same way; so many ways there may not be.

    >>> random_code(5, 8, seed=0).shape, random_code(3, 50, seed=0).shape
    ((8, 5), (3, 3))
    """
    if classes <= 62 and members >= (1 << (classes - 1)) - 1:
        return exhaustive(classes)
    random = np.random.default_rng(seed)
    best, farthest = None, -1
    for _ in range(_TRIES):
        drawn = _drawn(classes, members, random)
        apart = members - drawn.T.astype(np.int64) @ drawn
        nearest = int(apart[np.triu_indices(classes, 1)].min())
        if nearest > farthest:
            best, farthest = drawn, nearest
    assert best is not None
    return best


def usual_members(classes: int) -> int:
    """10 log2 K members, as Allwein, Schapire & Singer (2000) take for codes drawn by chance."""
    return math.ceil(10 * math.log2(classes))


def _drawn(classes: int, members: int, random: np.random.Generator) -> Code:
    """Different partings, each with both sides; the first class is always on the first side."""
    found: dict[bytes, Code] = {}
    while len(found) < members:
        own = random.choice(np.array([-1, 1], np.int8), classes)
        own = own * -own[0]
        if own.max() > 0:
            found.setdefault(own.tobytes(), own)
    return np.stack(list(found.values()))


def _for_two() -> Code:
    return np.array([[-1, 1]], np.int8)


class CodeTrainer(FixedCommittee):
    """A round a column of the code: a member that tells its two sides apart."""

    history_kind = CodeScores

    def __init__(
        self,
        problem: Problem,
        base: Member,
        code: Code,
        decoding: str,
        curves: tuple[Curve, ...],
        seed: int,
        after: Run | None,
    ) -> None:
        self._code, self._decoding = code, decoding
        training = problem.training

        def train(number: int) -> Predictor:
            two = problem.parted(code[number - 1])
            return fitted(base, two, two.row_weights[:training], round_seed(seed, number))

        how = CommitteePlan(len(code), train, side_by_side=not base.levels)
        super().__init__(problem, how, curves, after)

    def predictor(self) -> Predictor:
        """The members and their code."""
        rounds = self.history.rounds
        if not rounds:
            return constant(self.problem)
        return Coded(tuple(self._members[:rounds]), self._code[:rounds], self._decoding)

    def _said(self, number: int) -> Floats:
        sides = self._code[number - 1]
        return said_for(self._members[number - 1], self.problem.inputs, sides, self._decoding)

    def _link(self, scores: Floats) -> Floats:
        return linked(scores, link_of(self._decoding), 1.0)
