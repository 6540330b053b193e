"""Folds: parts of the training rows that some learners see and others judge."""

import numpy as np

from core.base import pool
from core.base.arrays import Floats, Integers
from core.base.stopping import stop_if_asked
from core.data.splits.grouping import grouped_folds, usable
from core.learning.members import Member
from core.learning.predictors.constant import constant
from core.learning.predictors.predictor import Predictor
from core.learning.problem import Problem
from core.learning.sampling import round_seed, sampled


def drawn_folds(problem: Problem, folds: int, seed: int) -> Integers:
    """The fold of every training row: of about equal size, with about equal shares of the classes.

    Numbers are dealt out in their order, so that every fold has small and large ones. The rows of
    one group are in one fold: there may be fewer folds than wanted, see `Problem.most_folds`.
    """
    training = problem.training
    strata = problem.targets if problem.is_regression else problem.labels
    groups = usable(problem.training_groups)
    if groups is not None:
        return grouped_folds(groups, strata[:training], folds, seed)
    order = np.lexsort((np.random.default_rng(seed).random(training), strata[:training]))
    dealt = np.arange(training) % folds
    if problem.is_regression:
        # Each run of neighbours in an order of its own: else fold 0 would have all smallest ones.
        rng = np.random.default_rng([seed, 1])
        for start in range(0, training, folds):
            rng.shuffle(dealt[start : start + folds])
    fold = np.empty(training, np.int64)
    fold[order] = dealt
    return fold


def fitted(member: Member, problem: Problem, weights: Floats, seed: int) -> Predictor:
    """The member trained on the rows that have a weight.

    By a sample if it takes no weights: whole ones are as many copies, and need no sample.
    """
    stop_if_asked()
    own = weights[weights > 0]
    if len(own) == 0:
        return constant(problem)
    is_whole = np.array_equal(own, np.rint(own))
    if not member.takes_weights and own.min() < own.max() and not is_whole:
        weights = sampled(weights, len(own), seed)
    return member.fit(problem, weights, seed)


def out_of_fold(member: Member, problem: Problem, fold: Integers, seed: int) -> Floats:
    """Every training row's outputs by one that never saw its fold (Stone 1974)."""
    training = problem.training
    start = problem.row_weights[:training]
    told = np.empty((training, problem.classes or 1))

    def judge(first: int, last: int) -> None:
        for number in range(first, last):
            held_out = np.flatnonzero(fold == number)
            learned = fitted(member, problem, start * (fold != number), round_seed(seed, number))
            told[held_out] = learned.outputs(problem.inputs.take(held_out))

    folds = int(fold.max()) + 1
    if member.is_serial:
        pool.over(folds, judge, one_by_one=True)
    else:
        judge(0, folds)
    return told
