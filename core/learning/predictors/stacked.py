"""A stack: a second-level predictor whose inputs are the outputs of the first level."""

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats
from core.base.codec import Stored, require
from core.base.lacking import Lacking
from core.engine.binning import Encoder, FeatureEncoder
from core.engine.codes import MOST_VALUES
from core.engine.inputs import Inputs
from core.learning.graph import GraphColumns, Judged
from core.learning.predictors.of_members import OfMembers
from core.learning.predictors.predictor import Predictor
from core.learning.words.learned import Learned, Vocabulary


@dataclass(frozen=True, eq=False)
class NumberEncoder:
    """The encoders of derived columns of numbers: their edges, one behind the other."""

    edges: Annotated[Floats, Stored("<f8")]
    counts: Annotated[npt.NDArray[np.int32], Stored("<i4")]
    """How many edges each column has."""

    @classmethod
    def of(cls, encoder: Encoder) -> "NumberEncoder":
        """The edges of an encoder of numbers alone."""
        edges = [feature.edges for feature in encoder.features]
        counts = np.array([len(own) for own in edges], np.int32)
        return cls(np.concatenate([np.empty(0), *edges]), counts)

    def encoder(self) -> Encoder:
        """The encoder of these edges."""
        parts = np.split(self.edges, np.cumsum(self.counts)[:-1]) if len(self.counts) else []
        return Encoder(
            tuple(FeatureEncoder(f"output {place}", False, own) for place, own in enumerate(parts))
        )

    def check(self, columns: int) -> None:
        """Raise ValueError if these are not edges of so many columns."""
        require(len(self.counts) == columns)
        require(bool(np.all((self.counts >= 0) & (self.counts < MOST_VALUES))))
        require(int(self.counts.sum()) == len(self.edges) and not np.isnan(self.edges).any())
        for feature in self.encoder().features:
            require(bool(np.all(feature.edges[:-1] < feature.edges[1:])))


@dataclass(frozen=True, eq=False)
class Stacked(OfMembers):
    """What the members say is what the combiner is asked about (Wolpert 1992)."""

    kind = "stacked"
    counts_votes = False

    combiner: Predictor
    columns: NumberEncoder
    commonest: int
    is_regression: bool

    def outputs(self, inputs: Inputs) -> Floats:
        """The shares of the classes, or the number."""
        return self.judged(inputs)[1]

    def judged(self, inputs: Inputs) -> tuple[Floats, Floats]:
        """What the combiner says of the members' outputs."""
        told = np.column_stack([as_columns(member.outputs(inputs)) for member in self.members])
        return self.combiner.judged(self.second_inputs(told))

    def second_inputs(self, told: Floats) -> Inputs:
        """The members' outputs as the combiner takes them."""
        from core.learning.predictors.derived_columns import number_columns

        return Inputs(self.columns.encoder(), number_columns(told), np.arange(len(told)))

    def trust(self) -> Floats | Lacking:
        """The share of each member's outputs in what the combiner goes by."""
        strengths = self.combiner.column_strengths()
        if isinstance(strengths, Lacking):
            return super().trust()
        by_member = strengths.reshape(len(self.members), -1).sum(axis=1)
        return np.asarray(by_member / by_member.sum())

    @property
    def rounds(self) -> int:
        """A member a round, and the combination last."""
        return len(self.members) + 1

    def parts(self, number: int) -> int:
        """What the member, or the combiner, learned."""
        return self._learner(number).parts_within

    def part(self, number: int, place: int, words: Vocabulary) -> Learned:
        """What the member learned, or how the combiner brings members together."""
        if number <= len(self.members):
            return super().part(number, place, words)
        found = self.combiner.part_within(place, self._combining(words))
        return replace(found, title=f"the combiner, {found.title}")

    def _learner(self, number: int) -> Predictor:
        return (*self.members, self.combiner)[number - 1]

    def _combining(self, words: Vocabulary) -> Vocabulary:
        """The words for what the members say, which is what the combiner is asked about."""
        derived = self.columns.encoder().features
        each = max(1, len(derived) // len(self.members))
        names = []
        for column in range(len(derived)):
            said = ""
            if words.classes:
                said = f" on {words.classes[-1 if each == 1 else column % each]}"
            names.append(f"member {1 + column // each}{said}")
        columns = tuple(replace(own, name=name) for own, name in zip(derived, names, strict=True))
        return words.among(columns, behind=False)

    def as_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """The combiner, asked about what the members say."""
        graph = columns.graph
        told = []
        for member in self.members:
            _, shares = member.as_operators(columns, outputs)
            kept = [1] if outputs == 2 else range(columns_for(outputs))
            told += [graph.chosen(shares, [place]) for place in kept]
        return self.combiner.as_operators(
            columns.instead(self.columns.encoder(), tuple(told)), outputs
        )

    def first(self, rounds: int) -> Predictor:
        """The equal votes of the first members; with the last round, the combination."""
        from core.learning.predictors.links import IDENTITY, SHARES
        from core.learning.predictors.votes import Votes

        if rounds > len(self.members):
            return self
        link = IDENTITY if self.is_regression else SHARES
        return Votes(self.members[:rounds], np.ones(rounds), False, self.commonest, link, 1.0)

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if a member or the combiner could not be asked."""
        require(len(self.members) > 0 and 0 <= self.commonest < outputs)
        require(not self.is_regression or outputs == 1)
        for member in self.members:
            member.check(features, outputs)
        columns = len(self.members) * columns_for(outputs)
        self.columns.check(columns)
        self.combiner.check(columns, outputs)


def columns_for(outputs: int) -> int:
    """How many columns a member's outputs become."""
    return 1 if outputs <= 2 else outputs


def as_columns(outputs: Floats) -> Floats:
    """A member's outputs as columns; of two shares the second says it all."""
    return outputs[:, 1:] if outputs.shape[1] == 2 else outputs
