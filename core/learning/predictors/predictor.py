"""Predictors: what was learned, as plain arrays, predicted without whatever learned it."""

import abc
import functools
import importlib
import pkgutil
from typing import Any, ClassVar

from core.base import plugins
from core.base.arrays import Floats, Integers
from core.engine.inputs import Inputs


class Predictor(abc.ABC):
    """Gives every row a share for each class, or one number. A frozen dataclass of arrays."""

    kind: ClassVar[str]

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

    @abc.abstractmethod
    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if predicting could go wrong."""

    @abc.abstractmethod
    def among(self, features: Integers, width: int) -> "Predictor":
        """The same for rows of so many columns: its own columns are these among them."""

    def first(self, rounds: int) -> "Predictor":
        """What was learned in the first rounds only."""
        raise TypeError(f"{self.kind} has no rounds, so there are no first {rounds} of them")

    @staticmethod
    @functools.cache
    def kinds() -> "dict[str, type[Predictor]]":
        """Every kind of predictor by its name."""
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
