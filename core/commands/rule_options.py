"""How a run is told to decide, on the command line: a threshold, costs, or the best that is found.

A cost is told as `given:said=cost`, or as `given=cost` for every error about a class; many of them
come as a CSV file, a line a given class and a column a class that is said.
"""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from core.base.errors import DataError, SettingsError
from core.base.progress import Watch, unwatched
from core.learning.deciding import DecisionRule, Matrix, as_matrix, equal_costs
from core.learning.model import Model
from core.learning.run import Run


@dataclass(frozen=True)
class RuleOptions:
    """What is said about deciding between the classes."""

    threshold: str | None = None
    """A probability, or `class=probability`."""
    costs: tuple[str, ...] = ()
    cost_file: Path | None = None
    finds: bool = False
    """Whether the best is looked for on folds of the training rows."""

    def __post_init__(self) -> None:
        """Raise SettingsError for what contradicts itself."""
        if self.threshold is not None and self.finds:
            raise SettingsError("A threshold is either given or found. Leave one of the two out.")
        if self.costs and self.cost_file is not None:
            raise SettingsError("Costs come one by one or in a file. Leave one of the two out.")

    @property
    def says_something(self) -> bool:
        """Whether anything is said."""
        return bool(self.threshold is not None or self.costs or self.cost_file or self.finds)


NO_RULE = RuleOptions()


def ruled(run: Run, options: RuleOptions, watch: Watch = unwatched) -> Run:
    """The run with the rule that the options ask for; as it is if they say nothing."""
    if not options.says_something:
        return run
    classes = run.dataset.classes
    if not classes:
        raise SettingsError(
            f"{run.dataset.target!r} is a number, so there is nothing to decide between. Leave the "
            "threshold and the costs out."
        )
    costs = costs_of(options, classes)
    if options.threshold is not None:
        return run.deciding_by(threshold_rule(options.threshold, classes, costs))
    if not options.finds:
        return run.deciding_by(DecisionRule.from_costs(costs, run.model.commonest))
    from core.judging.deciding.finding import find_rule

    print("The best rule is looked for on folds of the training rows.", file=sys.stderr)
    return run.deciding_by(find_rule(run, costs, watch))


def overruled(model: Model, threshold: str | None) -> Model:
    """The model with another threshold, if one is given; the costs stay."""
    if threshold is None:
        return model
    costs = model.rule.costs if model.rule else None
    return replace(model, rule=threshold_rule(threshold, model.classes, costs))


def rule_lines(run: Run, options: RuleOptions) -> list[str]:
    """What is to be known beside the diagnosis: how the rule was found, and of a rare class."""
    rule = run.rule
    if rule is None:
        return []
    from core.judging.diagnosing.judged_rule import rare_class

    found = rule.found(run.dataset.classes)
    if not found and options.threshold is None:
        found = (
            "The shares of the classes were taken for probabilities, which those of many ensembles "
            "are not: --find-rule finds what costs least on folds of the training rows."
        )
    rare = rare_class(run)
    return [*filter(None, [found]), *(rare.sentences if rare else ())]


def threshold_rule(text: str, classes: Sequence[str], costs: Matrix | None = None) -> DecisionRule:
    """The rule of a threshold, of the second class unless another one is named.

    >>> threshold_rule("0.2", ["no", "yes"]).threshold
    0.2
    >>> threshold_rule("no=0.9", ["no", "yes"]).words(["no", "yes"])
    "'no' from 90 %"
    """
    if len(classes) != 2:
        raise SettingsError(
            f"A threshold parts two classes, and there are {len(classes) or 'none'} here. Give "
            "costs instead."
        )
    name, is_named, number = text.rpartition("=")
    positive = _place(name, classes, text) if is_named else 1
    return DecisionRule.from_threshold(_number(number, text), positive, costs)


def costs_of(options: RuleOptions, classes: Sequence[str]) -> Matrix:
    """What errors cost; each costs 1 where nothing else is said."""
    if options.cost_file is not None:
        return costs_in(options.cost_file, classes)
    costs = np.array(equal_costs(len(classes)))
    for text in options.costs:
        names, is_parted, number = text.rpartition("=")
        if not is_parted:
            raise _not_understood(text)
        cost = _number(number, text)
        given, said = _pair(names, classes, text)
        if said is not None:
            costs[given, said] = cost
        else:
            costs[given, np.arange(len(classes)) != given] = cost
    return as_matrix(costs)


def costs_in(path: Path, classes: Sequence[str]) -> Matrix:
    """The costs of a CSV file: a line a given class, its name first, and a column a said one."""
    from core.reading.tables import read_table

    table = read_table(path)
    names, *columns = table.columns
    given = [names.text(row) for row in range(len(table))]
    said = [column.name for column in columns]
    for kind, found in (("lines", given), ("columns", said)):
        if sorted(found) != sorted(classes):
            raise DataError(
                f"The {kind} of {path.name} are {_listed(found)}, and the classes are "
                f"{_listed(classes)}. Write a line and a column for each class."
            )
    costs = np.zeros((len(classes), len(classes)))
    for column in columns:
        for row, name in enumerate(given):
            text = column.text(row)
            cost = _number(text or "0", f"{name}:{column.name}={text}")
            costs[classes.index(name), classes.index(column.name)] = cost
    return as_matrix(costs)


def _pair(names: str, classes: Sequence[str], text: str) -> tuple[int, int | None]:
    """The given class and the said one, if any; the names themselves may have a colon."""
    if names in classes:
        return classes.index(names), None
    parts = names.split(":")
    for cut in range(1, len(parts)):
        given, said = ":".join(parts[:cut]), ":".join(parts[cut:])
        if given in classes and said in classes and given != said:
            return classes.index(given), classes.index(said)
    for name in (parts[0], parts[-1]):
        _place(name, classes, text)
    raise _not_understood(text)


def _place(name: str, classes: Sequence[str], text: str) -> int:
    if name not in classes:
        raise SettingsError(
            f"{text!r} names {name!r}, which is no class here. The classes are {_listed(classes)}."
        )
    return classes.index(name)


def _number(number: str, text: str) -> float:
    try:
        value = float(number)
    except ValueError:
        raise _not_understood(text) from None
    if not math.isfinite(value):
        raise _not_understood(text)
    return value


def _not_understood(text: str) -> SettingsError:
    return SettingsError(
        f"{text!r} is not understood. Write a cost as GIVEN:SAID=5, and a threshold as 0.2 or "
        "CLASS=0.2."
    )


def _listed(names: Sequence[str], most: int = 8) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(map(repr, names[:most])) + more
