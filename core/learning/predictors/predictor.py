"""Predictors: what was learned, as plain arrays, predicted without whatever learned it.

A predictor answers for itself: its rounds, what each of them learned, its members, what it asks
about the columns, and how it is written as operators. A new kind needs one file, with `outputs`,
`check` and `among`; every other answer has a default, which says what is true of something that
was learned at once. It is kept in files by its fields: see core.base.codec.
"""

import abc
import functools
import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from core.base import plugins
from core.base.arrays import Floats, Integers, Mask
from core.base.codec import require
from core.base.errors import ExportError
from core.base.lacking import Lacking
from core.engine.inputs import Inputs
from core.engine.saying import Saying, said_before
from core.engine.trees import Int32s, Trees
from core.learning.graph import GraphColumns, Judged
from core.learning.predictors.committee import CommitteeReader, Seen_co
from core.learning.words.learned import Learned, Vocabulary

SAVE_INSTEAD = (
    "Save the model file instead: this program predicts with it, on the command line too."
)


@dataclass(frozen=True, eq=False)
class SumOfTrees:
    """F(x) = offset + Σ vote · tree(x)."""

    trees: Trees
    offset: Floats


@dataclass(frozen=True, eq=False)
class Contributions:
    """What is explained of every row: base + Σ over the features of what each of them adds."""

    base: Floats
    """What is said of a row of which nothing is known, an entry an output."""
    values: Floats
    """Rows, features, outputs."""

    def times(self, factor: float) -> "Contributions":
        """All of it multiplied."""
        return Contributions(factor * self.base, factor * self.values)

    def plus(self, other: "Contributions") -> "Contributions":
        """What both explain together."""
        return Contributions(self.base + other.base, self.values + other.values)


@dataclass(frozen=True, eq=False)
class Slacks:
    """What machines that tell classes apart rest on, a column a machine."""

    classes: Int32s
    """The class that each machine tells from the rest."""
    scores: Floats
    slacks: Floats
    is_support: Mask


class Packed(abc.ABC):
    """Many predictors of one kind, kept together in fewer arrays."""

    kind: ClassVar[str]

    @abc.abstractmethod
    def parts(self) -> "tuple[Predictor, ...]":
        """The predictors again."""

    @staticmethod
    def kinds() -> "dict[str, type[Packed]]":
        """Every way of packing by its name."""
        Predictor.kinds()  # each stands beside the predictor that it packs
        return {kind.kind: kind for kind in Packed.__subclasses__()}


class Predictor(abc.ABC):
    """Gives every row a share for each class, or one number. A frozen dataclass of arrays."""

    kind: ClassVar[str]

    # Predicting

    @abc.abstractmethod
    def outputs(self, inputs: Inputs) -> Floats:
        """A row a row: the shares of the classes, which sum to 1, or one number."""

    def judged(self, inputs: Inputs) -> tuple[Floats, Floats]:
        """What decides between the classes, and the outputs: the same unless scores are finer."""
        outputs = self.outputs(inputs)
        return outputs, outputs

    def decisive(self, inputs: Inputs) -> Floats:
        """What decides between the classes, where nothing else is asked for."""
        return self.judged(inputs)[0]

    def spoken(self, inputs: Inputs) -> Floats:
        """The outputs as a vote by shares counts them."""
        return self.outputs(inputs)

    def saying(self, inputs: Inputs) -> Saying:
        """Gives the same of some of the rows."""
        return said_before(self.spoken(inputs))

    @abc.abstractmethod
    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if predicting could go wrong."""

    @abc.abstractmethod
    def among(self, features: Integers, width: int) -> "Predictor":
        """The same for rows of so many columns: its own columns are these among them."""

    # Rounds

    in_rounds: ClassVar[bool] = False
    """Whether it is made round by round, and not at once."""

    @property
    def rounds(self) -> int:
        """How many rounds it was made in."""
        return 1

    def first(self, rounds: int) -> "Predictor":
        """What was learned in the first rounds only: all of it, where it was learned at once."""
        return self

    def check_rounds(self, rounds: int) -> None:
        """Raise ValueError if it cannot come of so many rounds.

        What was learned at once may also stand for no round at all.
        """
        require(not self.in_rounds or self.rounds == rounds)

    # What it learned, in words

    def parts(self, number: int) -> int:
        """How many things round `number`, counted from 1, learned: trees, stumps."""
        return self.parts_within

    def part(self, number: int, place: int, words: Vocabulary) -> Learned:
        """One of the things that round `number`, counted from 1, learned."""
        return self.part_within(place, words)

    @property
    def parts_within(self) -> int:
        """How many things it learned where it stands as a member in a round."""
        return 1

    def part_within(self, place: int, words: Vocabulary) -> Learned:
        """One of the things that it learned where it stands as a member in a round."""
        return Learned(self.kind.replace("_", " "), "There is nothing shorter to say of it.")

    # Its members

    counts_votes: ClassVar[bool] = True
    """Whether members that vote do so alike, and nobody decides over their heads."""

    def voters(self) -> "tuple[Predictor, ...] | Lacking":
        """The members that each name a class, or a number, and vote with one another."""
        return Lacking(
            "The rounds of this ensemble correct one another instead of voting, so it has no "
            "members that could agree."
        )

    def shown_to(self, reader: CommitteeReader[Seen_co]) -> Seen_co:
        """Show the committee that it is, in the way that suits it."""
        members = self.voters()
        return reader.none(members) if isinstance(members, Lacking) else reader.voting(members)

    def lean(self) -> "Predictor":
        """The same without what it shares with others: to be asked alone, and fast."""
        return self

    @classmethod
    def packed(cls, members: Sequence[Self]) -> Packed | None:
        """Members of this kind in few arrays; None if each is to be kept by itself."""
        return None

    # What it asks about the columns

    def tree_sums(self, weight: float = 1.0) -> Iterator[tuple[Trees, float]]:
        """Every sum of trees within that asks about the columns, times the |vote| that it has."""
        yield from ()

    def additive(self) -> SumOfTrees | Lacking:
        """Itself as a sum of trees, if it is nothing else."""
        return Lacking("This model is no sum of trees.")

    def tree_of(self, number: int) -> tuple[Trees, int] | Lacking:
        """The trees, and which of them round `number` learned, if it learned one to ask at."""
        return Lacking("Only rounds that learned a tree have nodes to ask at.")

    def slacks(self, inputs: Inputs, labels: Integers) -> Slacks | Lacking:
        """The slacks of training rows with these labels, if it is a support vector machine."""
        return Lacking("It is no support vector machine.")

    def column_strengths(self) -> Floats | Lacking:
        """How far it goes by each of its columns, if coefficients tell that."""
        return Lacking("It has no coefficients.")

    def trust(self) -> Floats | Lacking:
        """How far a combiner goes by each member, as shares that add up to 1, if it tells."""
        return Lacking("It has no combiner that weighs its members.")

    # Why it says so

    @property
    def adds_scores(self) -> bool:
        """Whether scores are explained, as they add up and their shares do not."""
        return False

    def explained(self, inputs: Inputs) -> Floats:
        """What is explained of a row: scores or shares, a column a class; or the number."""
        return self.judged(inputs)[0] if self.adds_scores else self.outputs(inputs)

    def contributions(self, inputs: Inputs) -> Contributions | Lacking:
        """What each feature adds to what is explained, exactly (Shapley 1953), if it can tell."""
        return Lacking("This model is no sum of trees, so what a column adds is estimated.")

    # What it says, and how sure it is

    @property
    def total_votes(self) -> float | None:
        """What a lead of the scores is divided by to be a margin; None where nobody votes."""
        return None

    @property
    def has_half_log_odds(self) -> bool:
        """Whether its shares of two classes come of a score by P = 1/(1+exp(-score))."""
        return False

    def said_in(self, number: int, inputs: Inputs, commonest: int) -> Floats | Integers | None:
        """What the learner of round `number` alone says, a row a row; None if there is none."""
        return None

    # As operators

    def as_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """Add itself, with so many outputs, to a graph; raise ExportError if it cannot be said."""
        raise ExportError(f"What {self.kind!r} does cannot be said in ONNX yet. {SAVE_INSTEAD}")

    def spoken_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """The same, with the outputs as a vote by shares counts them."""
        return self.as_operators(columns, outputs)

    # The kinds there are

    @staticmethod
    @functools.cache
    def kinds() -> "dict[str, type[Predictor]]":
        """Every kind of predictor by its name: those beside this file, and those of plugins."""
        package = importlib.import_module("core.learning.predictors")
        found: dict[str, type[Predictor]] = {}
        for info in pkgutil.iter_modules(package.__path__):
            module = importlib.import_module(f"core.learning.predictors.{info.name}")
            for thing in vars(module).values():
                if (
                    isinstance(thing, type)
                    and issubclass(thing, Predictor)
                    and "kind" in vars(thing)
                ):
                    found[thing.kind] = thing
        for kind in plugins.load(plugins.PREDICTORS, lambda _name, kind: _checked(kind, found)):
            found[kind.kind] = kind
        return found


def _checked(kind: Any, own: "dict[str, type[Predictor]]") -> "type[Predictor]":
    """A plugin's kind of predictor, if it is one and its name is not taken."""
    if not (isinstance(kind, type) and issubclass(kind, Predictor)):
        raise plugins.PluginError(f"{kind!r} is not derived from {__name__}.Predictor.")
    if own.get(kind.kind, kind) is not kind:
        raise plugins.PluginError(f"There is a predictor of the kind {kind.kind!r} already.")
    return kind
