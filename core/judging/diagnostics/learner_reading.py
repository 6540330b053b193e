"""Learners that are no trees, in a few telling words and numbers."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Mask
from core.base.wording import readable
from core.engine.binning import FeatureEncoder
from core.engine.codes import MISSING
from core.judging.diagnostics.tree_reading import TreeReading, code_text, column_text
from core.learning.model import Model
from core.learning.predictors.bayes import Bayes
from core.learning.predictors.kernel import Bells
from core.learning.predictors.linear import Linear
from core.learning.predictors.machines import BellMachine, LinearMachine
from core.learning.predictors.neighbours import Neighbours
from core.learning.predictors.network import Network
from core.learning.predictors.scored import Scored

_MOST_FACTS = 12


@dataclass(frozen=True, eq=False)
class Learned:
    """Something learned: a tree, or what there is to say of it."""

    title: str
    sentence: str
    tree: TreeReading | None = None
    facts: tuple[tuple[str, str], ...] = ()
    """Names and numbers, the most telling first."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """What the columns and classes are called."""

    features: tuple[FeatureEncoder, ...]
    classes: tuple[str, ...]
    gaps: Mask | None = None
    """Which columns may be missing; None if nothing is known about it."""

    @classmethod
    def of(cls, model: Model, gaps: Mask | None = None) -> "Vocabulary":
        """The words of a model's own columns."""
        return cls(model.encoder.features, model.classes, gaps)

    def among(self, columns: tuple[FeatureEncoder, ...], behind: bool) -> "Vocabulary":
        """The words for derived columns, which are never missing, alone or behind the others."""
        features = (*self.features, *columns) if behind else columns
        own = self.gaps if self.gaps is not None else np.ones(len(self.features), bool)
        none = np.zeros(len(columns), bool)
        return Vocabulary(features, self.classes, np.concatenate([own, none]) if behind else none)


def of_scored(predictor: Scored, words: Vocabulary) -> Learned:
    names = [
        column_text(predictor.layout, words.features, column)
        for column in range(predictor.layout.width)
    ]
    classes = [words.classes[label] for label in predictor.present] if words.classes else []
    if isinstance(predictor, Linear):
        return _of_linear(predictor, names, classes)
    if isinstance(predictor, Bayes):
        return _of_bayes(predictor, words, classes)
    if isinstance(predictor, Neighbours):
        kept = int(predictor.counts.sum())
        return Learned(
            "nearest neighbours",
            f"It asks the {predictor.neighbours:,} nearest of {kept:,} kept rows, by the distance "
            f"over {predictor.layout.width:,} columns.",
        )
    if isinstance(predictor, BellMachine):
        return Learned(
            "support vectors",
            f"A weighted sum of Gaussian bells around {len(predictor.centres):,} support vectors, "
            f"γ = {readable(predictor.gamma)}; {_deciding(classes)} decides.",
        )
    if isinstance(predictor, Bells):
        return Learned(
            "bells around centres",
            f"A weighted sum of {len(predictor.centres):,} Gaussian bells around kept centres, "
            f"γ = {readable(predictor.gamma)}.",
        )
    if isinstance(predictor, Network):
        widths = [predictor.layout.width, *(len(layer.offset) for layer in predictor.layers)]
        first = np.abs(predictor.layers[0].coefficients).mean(axis=1)
        return Learned(
            "neural network",
            f"Layers of {' → '.join(f'{width:,}' for width in widths)} units, "
            f"{predictor.activation} in between. Below: the mean |coefficient| of each column in "
            "the first layer.",
            facts=_largest(names, first, lambda column: readable(float(first[column]), 3)),
        )
    return Learned(predictor.kind, "There is nothing shorter to say of it.")


def _of_linear(predictor: Linear, names: list[str], classes: list[str]) -> Learned:
    found = predictor.coefficients
    if not len(found):
        return Learned("constant", "It says the same of every row.")
    strongest = np.abs(found).argmax(axis=1)

    def text(column: int) -> str:
        value = float(found[column, strongest[column]])
        said = f"{'+' if value >= 0 else '−'}{readable(abs(value), 3)}"
        if found.shape[1] > 1:
            said += f" for {classes[strongest[column]]}"
        return said

    towards = f" towards {classes[-1]}" if classes and found.shape[1] == 1 else ""
    rule = f"; {_deciding(classes)} decides" if isinstance(predictor, LinearMachine) else ""
    return Learned(
        "weighted sum",
        f"A weighted sum of {len(found):,} columns{towards}{rule}. Coefficients are of "
        "standardised values, the largest first.",
        facts=_largest(names, np.abs(found).max(axis=1), text),
    )


def _deciding(classes: list[str]) -> str:
    """What of a machine's scores names the class."""
    return "its sign" if len(classes) == 2 else "the highest of the classes' sums"


def _of_bayes(predictor: Bayes, words: Vocabulary, classes: list[str]) -> Learned:
    layout, facts = predictor.layout, []
    shown = list(zip(range(len(classes)), classes, strict=True))[:4]
    for place, feature in enumerate(layout.number):
        mean = predictor.means[place] * layout.deviation[place] + layout.mean[place]
        spread = np.sqrt(predictor.variances[place]) * layout.deviation[place]
        texts = [
            f"{name} {readable(float(mean[k]), 3)} ± {readable(float(spread[k]), 2)}"
            for k, name in shown
        ]
        facts.append((words.features[feature].name, ", ".join(texts)))
    for place, feature in enumerate(layout.flag):
        if layout.code[place] == MISSING:
            continue  # what is missing is left out of the product
        shares = np.exp(predictor.log_shares[place])
        name = f"{words.features[feature].name} is " + code_text(
            words.features[feature], int(layout.code[place])
        )
        facts.append((name, ", ".join(f"{label} {100 * shares[k]:.0f} %" for k, label in shown)))
    return Learned(
        "naive Bayes",
        "For each class the mean and the deviation of every number, and the share of every "
        "category.",
        facts=tuple(facts[: 4 * _MOST_FACTS]),
    )


def _largest(
    names: list[str], sizes: Floats, text: Callable[[int], str]
) -> tuple[tuple[str, str], ...]:
    order = np.argsort(-sizes, kind="stable")[:_MOST_FACTS]
    return tuple((names[column], text(int(column))) for column in order)
