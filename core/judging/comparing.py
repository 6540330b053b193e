"""Comparing runs on the same split: the usual five, a table with guessing in it, and two by two."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from core.base.intervals import Interval
from core.base.wording import fixed, grouped, readable
from core.data.dataset import Dataset
from core.judging.diagnostics.verdicts import JudgedRows, Verdicts, headline
from core.learning import registry
from core.learning.counting import Counting
from core.learning.ensemble import Ensemble
from core.learning.run import Guess, Run
from core.learning.settings import Settings

if TYPE_CHECKING:
    import pandas as pd

_FAMILIES = ("adaboost", "gradient", "forest", "bagging", "logitboost", "l2boost", "single")
"""A sensible default of each family, the most telling first."""


def usual_five(dataset: Dataset) -> list[Ensemble]:
    """Five ensembles of different families with their defaults, as far as they fit the data.

    >>> import core
    >>> [settings.name for settings in usual_five(core.example("moons"))][:1]
    ['adaboost']
    """
    known = {kind.name: kind for kind in registry.members(Ensemble)}
    found: list[Ensemble] = [known[name]() for name in _FAMILIES if name in known]
    return [settings for settings in found if not settings.why_not(dataset)][:5]


@dataclass(frozen=True)
class Place:
    """One line of a comparison: an error is a share of wrong rows, or a root mean squared one."""

    title: str
    rounds: int
    error: float
    training_error: float
    seconds: float


def place_of(run: Run, counting: Counting | None = None) -> Place:
    """Where a run stands: on validation rows, or on training rows if there are no others.

    `counting` are the rows that count for all the runs beside which it stands.
    """
    training = run.history.error(run.rounds)
    return Place(run.settings.title, run.rounds, error_of(run, counting), training, run.seconds)


def error_of(run: Run, counting: Counting | None = None) -> float:
    """The error of a run's last round, on the same rows as that of its place."""
    counting = Counting.of(run.dataset) if counting is None else counting
    return counting.error(run.history, run.rounds)


def error_interval(run: Run, counting: Counting | None = None) -> Interval | None:
    """The error of a run on the validation rows that count, with its 95 % interval.

    None without such rows: an error on rows that were learned from says nothing of new ones.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=30))
    >>> found = error_interval(run)
    >>> found.share == place_of(run).error, found.low < found.share < found.high
    (True, True)
    """
    data, history = run.dataset, run.history
    counting = Counting.of(data) if counting is None else counting
    if len(counting) == 0 or not run.rounds:
        return None
    verdicts = Verdicts.of(history, history.suggested(run.rounds), JudgedRows.VALIDATION)
    if len(verdicts) > len(counting):
        verdicts = verdicts.only(np.isin(data.lines[verdicts.rows], counting.lines))
    line = headline(verdicts)
    return Interval(line.error, line.low, line.high)


def ranking(runs: list[Run]) -> list[Place]:
    """The runs, best first, with always guessing among them; all on revisions of the same data."""
    counting = counting_of(*runs)
    places = [place_of(run, counting) for run in runs]
    if runs:
        data = runs[0].dataset
        guess = Guess.of(data, counting=counting)
        taught = Guess.of(data.only(~data.validation))
        places.append(Place(f"guess {guess.label!r}", 0, guess.error, taught.error, 0.0))
    return sorted(places, key=lambda place: place.error)


def counting_of(*runs: Run) -> Counting | None:
    """The rows that count for all of the runs; None if they are about other data or targets."""
    about = {(id(run.dataset.table), run.dataset.target) for run in runs}
    return Counting.of(*(run.dataset for run in runs)) if len(about) == 1 else None


def votes_note(runs: Sequence[Run]) -> str:
    """Where errors stand that no rule decides, of runs with a rule, that this is so; else nothing.

    Runs are compared, and rounds drawn, by the largest share: rules may price errors differently.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=5))
    >>> rule = core.DecisionRule.from_threshold(0.2)
    >>> votes_note([run]), votes_note([run, run.deciding_by(rule)])
    ('', "Errors are those of the largest share, not of the rule 'upper' from 20 %.")
    """
    rules = [run.rule.words(run.dataset.classes) for run in runs if run.rule is not None]
    if not rules:
        return ""
    told = f"the rule {rules[0]}" if len(set(rules)) == 1 else "the rules of these runs"
    return f"Errors are those of the largest share, not of {told}."


def run_before(runs: Sequence[Run], run: Run) -> Run | None:
    """The run that shows what the decisions did: `run` is held against it.

    Of the runs on an earlier revision of the same data, one with the same settings and seed comes
    first, then the one on the earliest revision, so that all that was decided counts, then the
    one that was trained last. None if there is no such run.
    """
    data = run.dataset
    earlier = [
        other
        for other in runs
        if other.rounds
        and other.dataset.table.as_read is data.table.as_read
        and (other.dataset.target, other.dataset.classes) == (data.target, data.classes)
        and other.dataset.revision < data.revision
    ]
    return min(
        reversed(earlier),
        key=lambda other: (
            other.settings != run.settings,
            other.seed != run.seed,
            other.dataset.revision,
        ),
        default=None,
    )


def best_of(runs: Sequence[Run]) -> Run | None:
    """The run of least error on the rows that count for all of them; None without any round."""
    done = [run for run in runs if run.rounds]
    if not done:
        return None
    counting = counting_of(*done)
    return min(done, key=lambda run: place_of(run, counting).error)


def comparison_table(runs: list[Run]) -> "pd.DataFrame":
    """The ranking as a table."""
    import pandas as pd  # slow to load

    table = pd.DataFrame([asdict(place) for place in ranking(runs)])
    return table.rename(columns={"title": "ensemble"})


@dataclass(frozen=True)
class Difference:
    """One thing that two runs differ in, as a page shows it: empty where one has no such thing."""

    title: str
    first: str
    second: str


def differences(first: Run, second: Run) -> list[Difference]:
    """The settings and the scores in which two runs differ, side by side.

    >>> import core
    >>> data = core.example("moons")
    >>> two = [core.fit(data, core.AdaBoost(rounds=rounds)) for rounds in (10, 20)]
    >>> differences(*two)[0]
    Difference(title='Rounds', first='10', second='20')
    """
    scores = (_scores(run, counting_of(first, second)) for run in (first, second))
    return [*setting_differences(first, second), *_differing(*scores)]


def setting_differences(first: Run, second: Run) -> list[Difference]:
    """The settings, and the seed, in which two runs differ."""
    return _differing(*(_settings(run) for run in (first, second)))


def _differing(first: dict[str, str], second: dict[str, str]) -> list[Difference]:
    return [
        Difference(title, first.get(title, ""), second.get(title, ""))
        for title in first | second
        if first.get(title) != second.get(title)
    ]


def _settings(run: Run) -> dict[str, str]:
    return {
        "Ensemble": run.settings.title,
        **dict(flattened(run.settings)),
        "Seed": str(run.seed),
    }


def flattened(settings: Settings, within: str = "") -> Iterator[tuple[str, str]]:
    """Every setting and what it is, those of nested settings after their own title."""
    for declared in settings.declared():
        value = getattr(settings, declared.name)
        title = f"{within}{declared.title}"
        inner = value if isinstance(value, tuple) else (value,)
        if not all(isinstance(each, Settings) for each in inner):
            yield title, _setting_text(value)
            continue
        yield title, ", ".join(each.title for each in inner)
        for number, each in enumerate(inner, 1):
            place = f" {number}" if len(inner) > 1 else ""
            yield from flattened(each, f"{title}{place}: ")


def _setting_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{grouped(value)}" if isinstance(value, int) else f"{value}"


def _scores(run: Run, counting: Counting | None) -> dict[str, str]:
    """What came of a run."""
    data, place = run.dataset, place_of(run, counting)

    def error(value: float) -> str:
        return f"{fixed(100 * value, 2)} %" if data.classes else readable(value)

    found = {
        "Training rows": f"{grouped(int((~data.validation).sum()))}",
        "Rounds done": f"{grouped(run.rounds)}",
        "Training error": error(place.training_error),
        "Ending": run.outcome.ending.value,
        "Seconds": readable(run.seconds, 2),
    }
    if data.has_validation:
        found["Validation error"] = error(place.error)
    return found
