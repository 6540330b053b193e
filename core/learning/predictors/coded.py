"""Output codes: members that part the classes into two sides, and a code that brings them together.

A class has a codeword: of every member the side, -1 or 1, that it is on, or 0 where the member was
not asked about it. The class whose codeword is nearest to what the members say is named (Dietterich
& Bakiri 1995; Allwein, Schapire & Singer 2000).
"""

import math
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats
from core.base.codec import Stored, require
from core.engine.inputs import Inputs
from core.learning.graph import GraphColumns, Judged
from core.learning.predictors.links import SHARES, SOFTMAX, linked, linked_in
from core.learning.predictors.of_members import OfMembers
from core.learning.predictors.predictor import Predictor
from core.learning.words.learned import Learned, Vocabulary

HAMMING, DISTANCE, LOSS = "hamming", "distance", "loss"
DECODINGS = (HAMMING, DISTANCE, LOSS)
LEAST_SHARE = 1e-6
"""By loss, no member's share counts as less: one that is wrong and sure would rule a class out."""

Code = npt.NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Coded(OfMembers):
    """The sum, over the members, of what each says for a class's side."""

    kind = "coded"
    why_no_votes: ClassVar[str] = (
        "Each member answers a question of its own, which classes are on its side, so there is "
        "nothing that they could agree on."
    )

    code: Annotated[Code, Stored("|i1", 2)]
    """A row a member, a column a class: -1, 0 or 1."""
    decoding: str

    def outputs(self, inputs: Inputs) -> Floats:
        """The shares of the classes."""
        return self.judged(inputs)[1]

    def judged(self, inputs: Inputs) -> tuple[Floats, Floats]:
        """The sums decide."""
        scores = np.zeros((len(inputs), self.code.shape[1]))
        for member, sides in zip(self.members, self.code, strict=True):
            scores += said_for(member, inputs, sides, self.decoding)
        return scores, linked(scores, link_of(self.decoding), 1.0)

    def part(self, number: int, place: int, words: Vocabulary) -> Learned:
        """What the member of the round learned, about its two sides."""
        sides = replace(words, classes=self.sides(number - 1, words.classes))
        return super().part(number, place, sides)

    def as_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """The sum of what the members say for every class."""
        graph = columns.graph
        scores = columns.zeros(outputs)
        for member, sides in zip(self.members, self.code, strict=True):
            decisive, shares = member.as_operators(columns, 2)
            told, neutral = shares, 0.5
            if self.decoding == HAMMING:
                away = graph.add("Sub", graph.chosen(decisive, [1]), graph.chosen(decisive, [0]))
                half = graph.add("Mul", graph.add("Sign", away), graph.constant(0.5))
                both = graph.joined([graph.add("Neg", half), half])
                told = graph.add("Add", both, graph.constant(0.5))
            elif self.decoding == LOSS:
                told = graph.add("Log", graph.add("Max", shares, graph.constant(LEAST_SHARE)))
                neutral = math.log(0.5)
            unasked = graph.add("Add", columns.zeros(1), graph.constant(neutral))
            said = graph.chosen(graph.joined([told, unasked]), columns_of(sides))
            scores = graph.add("Add", scores, said)
        return scores, linked_in(graph, scores, link_of(self.decoding), 1.0, outputs)

    def first(self, rounds: int) -> "Coded":
        """The first members only."""
        return replace(self, members=self.members[:rounds], code=self.code[:rounds])

    def sides(self, number: int, classes: tuple[str, ...]) -> tuple[str, str]:
        """Which classes are on the two sides of a member, counted from 0."""
        own = self.code[number]
        first, second = (
            " or ".join(name for name, side in zip(classes, own, strict=True) if side == wanted)
            for wanted in (-1, 1)
        )
        return first, second

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if a member could not be asked, or the code is none."""
        require(self.decoding in DECODINGS and len(self.members) == len(self.code) > 0)
        require(self.code.shape[1] == outputs >= 2)
        require(bool(np.all(np.abs(self.code) <= 1)))
        require(bool(np.all(self.code.min(axis=1) == -1) and np.all(self.code.max(axis=1) == 1)))
        for member in self.members:
            member.check(features, 2)


def link_of(decoding: str) -> str:
    """From sums to shares: of agreement, or the product of the members' shares."""
    return SOFTMAX if decoding == LOSS else SHARES


def said_for(member: Predictor, inputs: Inputs, sides: Code, decoding: str) -> Floats:
    """What a member says for every class: 1 at most, or the logarithm of a share.

    By Hamming distance 1 if it names the class's side; by distance the share of that side; by loss
    the share's logarithm. Where it was not asked, as much as if it could not tell.
    """
    if decoding == HAMMING:
        decisive = member.decisive(inputs)
        second = (1 + np.sign(decisive[:, 1] - decisive[:, 0])) / 2
        told, neutral = np.column_stack([1 - second, second]), 0.5
    else:
        told, neutral = member.outputs(inputs), 0.5
        if decoding == LOSS:
            told, neutral = np.log(np.maximum(told, LEAST_SHARE)), float(np.log(0.5))
    every = np.column_stack([told, np.full(len(told), neutral)])
    return np.asarray(every[:, columns_of(sides)])


def columns_of(sides: Code) -> npt.NDArray[np.int64]:
    """For every class the column that speaks for it: first side, second side, or not asked.

    >>> columns_of(np.array([-1, 0, 1], np.int8)).tolist()
    [0, 2, 1]
    """
    return np.array([0, 2, 1])[sides.astype(np.int64) + 1]
