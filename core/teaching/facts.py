"""Facts: what a lesson asks about the state of the work. A closed list, nothing is evaluated.

A fact is written as `QUANTITY [ARGUMENT] [after|of round N] [in ALGORITHM KEY=VALUE…]`. Without a
round the last one is meant, without an algorithm the run that is shown; the newest finished run of
such settings else. `QUANTITIES` has every word; resources/lessons/README.md tells what each means.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.base.errors import DataError
from core.base.lacking import present
from core.base.progress import Watch, unwatched
from core.teaching import records, theory
from core.teaching.deeds import found_run, settings_of
from core.teaching.values import Value

if TYPE_CHECKING:
    from core.data.dataset import Dataset
    from core.learning.run import Run
    from core.project import Project


@dataclass(frozen=True)
class Question:
    """A fact, and the project it is asked of."""

    project: "Project"
    argument: str
    round: int | None
    algorithm: tuple[str, ...]
    watch: Watch = unwatched

    @property
    def data(self) -> "Dataset":
        """The data that are open."""
        data = self.project.dataset
        if data is None:
            raise DataError("No data are open in the practice window.")
        return data

    @property
    def run(self) -> "Run":
        """The run that is meant."""
        if self.algorithm:
            found = found_run(self.project, self.algorithm[0], self.algorithm[1:])
        else:
            current = self.project.current
            found = current.run if current is not None else None
        if found is None:
            raise DataError("The run that this step speaks of is not there yet.")
        return found

    @property
    def at(self) -> int:
        """The round that is meant; raise DataError if the run does not have it."""
        rounds = self.run.rounds
        number = rounds if self.round is None else self.round
        if not 0 <= number <= rounds:
            raise DataError(f"The run has {rounds} rounds, and this step speaks of {number}.")
        return number

    def curve(self, name: str) -> float:
        """The value of a curve of the run in that round."""
        return float(self.run.history.curve(name)[self.at - 1])

    @property
    def training(self) -> np.ndarray:
        """Which rows are trained on, in the order of the data."""
        return np.asarray(~self.run.dataset.validation)

    @property
    def weights(self) -> np.ndarray:
        """The training rows' weights after the round; they sum to 1."""
        return np.asarray(self.run.history.weights(self.at)[self.training])

    @property
    def missed(self) -> np.ndarray:
        """The training rows that the learner of this one round gets wrong."""
        history, number = self.run.history, self.at
        before, after = history.weights(number - 1), history.weights(number)
        return np.asarray((after > before)[self.training])


def _weight_ratio(asked: Question) -> float:
    own = asked.weights
    return float(own[asked.missed].mean() / own[~asked.missed].mean())


def _tree_columns(asked: Question) -> str:
    """The columns that the tree asks about, from the root down."""
    from core.judging.diagnostics.reading import learned
    from core.judging.diagnostics.tree_text import tree_lines

    tree = learned(asked.run.model, 1).tree
    if tree is None:
        raise DataError("The run that this step speaks of has learned no tree.")
    asking = (
        line.partition("?")[0].split(":")[-1].strip() for line in tree_lines(tree) if "?" in line
    )
    return ", ".join(dict.fromkeys(asking))


def _answer_for(asked: Question) -> str:
    """What the model says of a row that never was: of another one's values, with some changed."""
    import pandas as pd

    from core.data.table import Table

    given = dict(part.split("=", 1) for part in asked.argument.split() if "=" in part)
    data = asked.data
    row = {column.name: [column.text(0)] for column in data.table.columns}
    row |= {name: [value] for name, value in given.items()}
    said = asked.run.model.predict(Table.from_frame(pd.DataFrame(row), "asked"))
    return str(said[0])


def _most_gain(asked: Question) -> str:
    from core.judging.theory.gains import column_gains

    return str(column_gains(asked.data)["column"].iloc[0])


def _left_by(asked: Question) -> float:
    from core.judging.theory.gains import column_gains

    table = column_gains(asked.data)
    left = dict(zip(table["column"], table["left"], strict=True))
    if asked.argument not in left:
        raise DataError(f"There is no column {asked.argument!r} to ask about.")
    return float(left[asked.argument])


def _entropy(asked: Question) -> float:
    from core.judging.theory.entropy import entropy

    return entropy(asked.data.labels)


def _entropy_where(asked: Question) -> float:
    from core.judging.theory.entropy import entropy

    name, _, value = asked.argument.partition(" is ")
    data = asked.data
    rows = _texts(data, name) == value
    if not rows.any():
        raise DataError(f"No row has {value!r} in the column {name!r}.")
    return entropy(data.labels[rows])


def _lines(asked: Question) -> tuple[int, ...]:
    data = asked.run.dataset
    return tuple(int(line) for line in data.lines[asked.training][asked.missed])


def _zero_round(asked: Question) -> float:
    errors = asked.run.history.curve("training_error")
    zero = np.flatnonzero(errors <= 0)
    if not len(zero):
        raise DataError("The training error never came to 0 in this run.")
    return float(zero[0] + 1)


def _heaviest(asked: Question) -> np.ndarray:
    data, many = asked.run.dataset, int(asked.argument or 1)
    own = asked.run.history.relative_weights(asked.at)
    return np.asarray(data.lines[np.argsort(-own, kind="stable")[:many]])


def _wrong_lines(data: "Dataset") -> np.ndarray:
    """The lines whose label is not the true one, which the example knows."""
    is_wrong = _texts(data, data.target) != _texts(data, "true_label")
    return np.asarray(data.table.as_read.lines[is_wrong])


def _texts(data: "Dataset", name: str) -> np.ndarray:
    """A column of the file as it is read, row by row."""
    for column in data.table.as_read.columns:
        if column.name == name:
            return np.asarray([column.text(row) for row in range(len(column))])
    raise DataError(f"These data have no column {name!r}.")


def _wrong_among(asked: Question) -> float:
    return float(np.isin(_heaviest(asked), _wrong_lines(asked.run.dataset)).sum())


def _true_error(asked: Question) -> float:
    """The share of validation rows, else of all, whose true label is not what the model says."""
    data = asked.project.open_branch.base
    is_wrong = asked.run.model.predict(data) != _texts(data, "true_label")
    return float(np.mean(is_wrong[data.validation] if data.has_validation else is_wrong))


def _outside(asked: Question) -> float:
    history = asked.run.history
    rounds = range(1, asked.run.rounds + 1)
    return float(np.mean([history.outside(number).mean() for number in rounds]))


def _trust(asked: Question) -> float:
    """How much a linear combiner of a stack goes by a member: of all coefficients, its share."""
    shares = present(asked.run.model.predictor.trust())
    place = int(asked.argument) if asked.argument.isdigit() else 0
    if not 1 <= place <= len(shares):
        raise DataError(f"The stack has no member {asked.argument!r}.")
    return float(shares[place - 1])


def _mean_margin(asked: Question) -> float:
    return float(asked.run.history.margins(asked.at)[asked.training].mean())


def _committee(part: str) -> Callable[[Question], float]:
    def found(asked: Question) -> float:
        from core.judging.theory.majority import majority

        return float(getattr(present(majority(asked.run)), part))

    return found


def _curve(name: str) -> Callable[[Question], float]:
    return lambda asked: asked.curve(name)


def _whole_curve(name: str) -> Callable[[Question], Value]:
    def found(asked: Question) -> Value:
        return tuple(float(each) for each in asked.run.history.curve(name))

    return found


QUANTITIES: dict[str, Callable[[Question], Value]] = {
    "weighted error": _curve("weighted_error"),
    "vote": _curve("vote"),
    "training error": lambda asked: asked.run.history.error(asked.at),
    "validation error": lambda asked: asked.run.history.validation_error(asked.at),
    "out-of-bag error": _curve("out_of_bag_error"),
    "bound": theory.product_of_normalisers,
    "curve of the training error": _whole_curve("training_error"),
    "curve of the validation error": _whole_curve("validation_error"),
    "wrong rows": lambda asked: float(asked.run.history.wrong(asked.at)[asked.training].sum()),
    "rows missed": lambda asked: float(asked.missed.sum()),
    "lines missed": _lines,
    "weight of a missed row": lambda asked: float(asked.weights[asked.missed].mean()),
    "weight of a right row": lambda asked: float(asked.weights[~asked.missed].mean()),
    "share of weight missed": lambda asked: float(asked.weights[asked.missed].sum()),
    "ratio of weights": _weight_ratio,
    "scaling factor": lambda asked: float(np.exp(asked.curve("vote"))),
    "first round without an error": _zero_round,
    "mean margin": _mean_margin,
    "entropy": _entropy,
    "entropy where": _entropy_where,
    "left by": _left_by,
    "column of most gain": _most_gain,
    "columns of the tree": _tree_columns,
    "answer for": _answer_for,
    "wrong labels among the heaviest": _wrong_among,
    "lines heaviest": lambda asked: tuple(int(line) for line in _heaviest(asked)),
    "error by the true labels": _true_error,
    "share out of a bag": _outside,
    "trust in member": _trust,
    "error of a member": _committee("error"),
    "error if independent": _committee("independent"),
    "error of the committee": _committee("seen"),
    "agreement": _committee("kappa"),
    "majority": theory.majority_of,
    "Hoeffding": theory.hoeffding_of,
    "bias of": theory.bias_of,
    "variance of": theory.variance_of,
    "total error of": theory.total_of,
    "recorded": records.recorded,
}

_ROUND = re.compile(r"\s+(?:of|after) round (\d+)$")


@dataclass(frozen=True)
class LessonFact:
    """Words that stand for a fact, taken apart."""

    words: str
    quantity: str
    argument: str
    round: int | None
    algorithm: tuple[str, ...]

    @classmethod
    def of(cls, words: str) -> "LessonFact":
        """Take words apart; raise DataError if they are no fact.

        >>> LessonFact.of("weighted error of round 2").round
        2
        >>> LessonFact.of("left by patrons").argument
        'patrons'
        """
        rest, algorithm = words.strip(), ()
        if found := re.search(r" in ([a-z][a-z_0-9]*(?: [\w.]+=\S+)*)$", rest):
            chosen = tuple(found[1].split())
            settings_of(list(chosen))
            rest, algorithm = rest[: found.start()], chosen
        number = None
        if found := _ROUND.search(rest):
            number, rest = int(found[1]), rest[: found.start()]
        names = [name for name in QUANTITIES if rest == name or rest.startswith(f"{name} ")]
        if not names:
            known = ", ".join(QUANTITIES)
            raise DataError(f"{words!r} is no fact. Facts start with one of: {known}.")
        name = max(names, key=len)
        return cls(words.strip(), name, rest[len(name) :].strip(), number, algorithm)

    def find(self, project: "Project", watch: Watch = unwatched) -> Value:
        """The value, in the state of the work as it is; raise DataError if it has none."""
        asked = Question(project, self.argument, self.round, self.algorithm, watch)
        return QUANTITIES[self.quantity](asked)
