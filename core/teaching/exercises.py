"""Exercises: questions whose data are drawn by a seed, so that no answer can be remembered."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.base.wording import fixed, percent
from core.judging.theory.bounds import majority_error
from core.judging.theory.entropy import conditional_entropy
from core.teaching.asks import ChoiceAsk, LessonAsk, NumberAsk, RowsAsk
from core.teaching.values import Value


@dataclass(frozen=True)
class Exercise:
    """A question, its answer, and the reason, which a wrong answer gets."""

    text: str
    ask: LessonAsk
    answer: Value
    reason: str

    def is_right(self, given: Value) -> bool:
        """Whether an answer is right; a number to the step that can be set."""
        if isinstance(self.ask, NumberAsk):
            assert isinstance(given, float)
            assert isinstance(self.answer, float)
            return abs(given - self.answer) <= self.ask.step / 2 + 1e-9
        return given == self.answer


def _weighted_error(rng: np.random.Generator) -> Exercise:
    raw = rng.integers(1, 7, 6)
    weights = raw / raw.sum()
    missed = np.sort(rng.choice(6, 2, replace=False))
    answer = float(weights[missed].sum())
    parts = " + ".join(f"{raw[each]}/{raw.sum()}" for each in missed)
    listed = ", ".join(f"{own}/{raw.sum()}" for own in raw)
    text = (
        f"Six rows weigh {listed}, in this order. A stump gets rows {missed[0] + 1} and "
        f"{missed[1] + 1} wrong. What is its weighted error ε?"
    )
    reason = f"ε is the weight of the rows that are wrong: {parts} = {fixed(answer, 3)}."
    return Exercise(text, NumberAsk(0.0, 1.0, 0.01), answer, reason)


def _weight_ratio(rng: np.random.Generator) -> Exercise:
    rows = int(rng.integers(4, 13)) * 5
    wrong = int(rng.integers(1, rows // 3))
    answer = (rows - wrong) / wrong
    text = (
        f"{rows} rows of equal weight, {wrong} of them wrong in round 1. How many times as heavy "
        "as a right row is a wrong one afterwards?"
    )
    reason = (
        f"ε = {wrong}/{rows}. A wrong row is multiplied by √((1-ε)/ε), a right one divided by it, "
        f"so the ratio is (1-ε)/ε = {rows - wrong}/{wrong} = {fixed(answer, 2)}: then both halves "
        "weigh the same."
    )
    return Exercise(text, NumberAsk(0.0, 60.0, 0.1), answer, reason)


def _first_question(rng: np.random.Generator) -> Exercise:
    while True:
        table = rng.integers(0, 2, (8, 3))
        labels = np.array([0, 0, 0, 0, 1, 1, 1, 1])
        left = [conditional_entropy(table[:, each], labels) for each in range(3)]
        order = np.argsort(left)
        if left[order[1]] - left[order[0]] > 0.05:
            break
    names = ("rain", "weekend", "booked")
    said = {0: "no", 1: "yes"}
    lines = ["| row | rain | weekend | booked | waits |", "|---|---|---|---|---|"]
    lines += [
        f"| {at + 1} | {said[own[0]]} | {said[own[1]]} | {said[own[2]]} | {said[int(label)]} |"
        for at, (own, label) in enumerate(zip(table.tolist(), labels, strict=True))
    ]
    told = ", ".join(f"{name} {fixed(left[at], 3)}" for at, name in enumerate(names))
    text = "Which column tells most about who waits?\n\n" + "\n".join(lines)
    reason = (
        f"What is left of the entropy after the question: {told}. The least that is left is the "
        "most that was told."
    )
    return Exercise(text, ChoiceAsk(names), names[int(order[0])], reason)


def _depth(rng: np.random.Generator) -> Exercise:
    kinds = {
        "none": ((0, 0, 0, 0), "All labels are the same: no question is needed."),
        "one": ((0, 0, 1, 1), "x1 alone tells the label: one question is enough."),
        "two": (
            (0, 1, 1, 0),
            "Each column alone says nothing, x1 and x2 together everything: two.",
        ),
    }
    name = list(kinds)[int(rng.integers(0, 3))]
    labels, reason = kinds[name]
    is_turned, is_swapped = rng.random(2) < 0.5
    lines = ["| x1 | x2 | label |", "|---|---|---|"]
    for (a, b), label in zip(((0, 0), (0, 1), (1, 0), (1, 1)), labels, strict=True):
        left, right = (b, a) if is_swapped else (a, b)
        lines.append(f"| {left} | {right} | {'+-'[label ^ bool(is_turned)]} |")
    if is_swapped:
        reason = reason.replace("x1 alone", "x2 alone")
    text = "How many questions must follow one another in a tree without an error?\n\n"
    return Exercise(text + "\n".join(lines), ChoiceAsk(tuple(kinds)), name, reason)


def _bias_or_variance(rng: np.random.Generator) -> Exercise:
    is_bias = bool(rng.random() < 0.5)
    large, small = round(float(rng.uniform(0.12, 0.3)), 2), round(float(rng.uniform(0.01, 0.05)), 2)
    bias, variance = (large, small) if is_bias else (small, large)
    answer = "boosting" if is_bias else "bagging"
    text = (
        f"Twenty trainings of one learner on halves of a file: bias² {fixed(bias, 2)}, variance "
        f"{fixed(variance, 2)}. Which cure is made for it?"
    )
    reason = (
        "Nearly all of the error is bias: every training is wrong in the same way, so averaging "
        "many does not help. Boosting makes the learner able to say more."
        if is_bias
        else "Nearly all of the error is variance: each training errs in its own way, so a vote of "
        "many cancels it out. That is bagging."
    )
    return Exercise(text, ChoiceAsk(("bagging", "boosting")), answer, reason)


def _margin(rng: np.random.Generator) -> Exercise:
    votes = np.round(rng.uniform(0.2, 1.2, 4), 1)
    right = rng.random(4) < 0.6
    signed = np.where(right, votes, -votes)
    answer = float(signed.sum() / votes.sum())
    listed = ", ".join(
        f"{fixed(float(vote), 1)} ({'right' if own else 'wrong'})"
        for vote, own in zip(votes, right, strict=True)
    )
    text = f"Four learners vote on a row by {listed}. What is the row's margin?"
    reason = (
        f"The votes for its class minus those against it, over all votes: {fixed(signed.sum(), 1)} "
        f"/ {fixed(votes.sum(), 1)} = {fixed(answer, 2)}."
    )
    return Exercise(text, NumberAsk(-1.0, 1.0, 0.01), answer, reason)


def _vote(rng: np.random.Generator) -> Exercise:
    error = int(rng.integers(5, 45)) / 100
    answer = float(majority_error(3, error))
    text = (
        f"Three independent voters, each wrong in {percent(error, 0)} of the cases. How often is "
        "their majority wrong?"
    )
    reason = (
        "Two or all three must be wrong: 3 ε² (1-ε) + ε³ = "
        f"3 · {fixed(error, 2)}² · {fixed(1 - error, 2)} + {fixed(error, 2)}³ = {fixed(answer, 3)}."
    )
    return Exercise(text, NumberAsk(0.0, 0.5, 0.01), answer, reason)


def _heavy_row(rng: np.random.Generator) -> Exercise:
    numbers = np.sort(rng.choice(np.arange(10, 90), 8, replace=False))
    labels = np.where(np.arange(8) < 4, "a", "b")
    odd = int(rng.choice([1, 2, 5, 6]))
    labels[odd] = "b" if labels[odd] == "a" else "a"
    order = rng.permutation(8)
    lines = ["| line | size | label |", "|---|---|---|"]
    lines += [f"| {at + 2} | {numbers[own]} | {labels[own]} |" for at, own in enumerate(order)]
    line = int(np.flatnonzero(order == odd)[0]) + 2
    text = "Which row will grow heavy first under boosted stumps?\n\n" + "\n".join(lines)
    reason = (
        f"Small sizes are a, large ones b, but line {line} of size {numbers[odd]} has the label of "
        "the other side. The best stump gets it wrong, so its weight grows."
    )
    return Exercise(text, RowsAsk(1), (line,), reason)


def _out_of_bag(rng: np.random.Generator) -> Exercise:
    rows = int(rng.integers(2, 9))
    answer = (1 - 1 / rows) ** rows
    text = (
        f"A bag draws {rows} times with replacement among {rows} rows. How likely is a certain row "
        "not in it?"
    )
    reason = (
        f"It is missed {rows} times in a row: (1 - 1/{rows})^{rows} = {fixed(answer, 3)}. With "
        f"many rows that becomes 1/e = {fixed(math.exp(-1), 3)}."
    )
    return Exercise(text, NumberAsk(0.0, 1.0, 0.01), answer, reason)


def _combiner(rng: np.random.Generator) -> Exercise:
    seen = round(float(rng.uniform(0.0, 0.03)), 2)
    unseen = round(float(rng.uniform(0.2, 0.3)), 2)
    steady = round(float(rng.uniform(0.12, 0.17)), 2)
    has_folds = bool(rng.random() < 0.5)
    answer = "logistic" if has_folds else "tree"
    text = (
        f"A deep tree errs in {percent(seen, 0)} of the rows it was trained on, and in "
        f"{percent(unseen, 0)} of rows that it never saw. A logistic regression errs in "
        f"{percent(steady, 0)} of either. The combiner learns from predictions "
        f"{'by folds' if has_folds else 'for the rows that the members were trained on'}. Whom "
        "does it trust more?"
    )
    reason = (
        f"By folds every prediction is for a row the member never saw: {percent(unseen, 0)} "
        f"against {percent(steady, 0)}. The logistic regression is better there."
        if has_folds
        else f"It sees the tree err in {percent(seen, 0)} only, since the tree remembers these "
        "rows. It trusts the one that remembers most."
    )
    return Exercise(text, ChoiceAsk(("tree", "logistic")), answer, reason)


EXERCISES: dict[str, Callable[[np.random.Generator], Exercise]] = {
    "weighted error": _weighted_error,
    "ratio of weights": _weight_ratio,
    "first question": _first_question,
    "depth": _depth,
    "bias or variance": _bias_or_variance,
    "margin": _margin,
    "vote of three": _vote,
    "heavy row": _heavy_row,
    "out of bag": _out_of_bag,
    "combiner": _combiner,
}


def exercise(name: str, seed: int) -> Exercise:
    """The exercise of a name, with the data of a seed.

    >>> exercise("vote of three", 1) == exercise("vote of three", 1)
    True
    >>> exercise("vote of three", 1).answer == exercise("vote of three", 2).answer
    False
    """
    return EXERCISES[name](np.random.default_rng(seed))
