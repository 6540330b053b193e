"""After which round a model may be taken away: the one shown, the best by validation, the last."""

from dataclasses import dataclass

import numpy as np

from core.base.wording import grouped, percent, readable
from core.learning.counting import Counting
from core.learning.run import Run


@dataclass(frozen=True)
class RoundChoice:
    """One answer to the question after which round."""

    rounds: int
    words: str


def best_round(run: Run) -> int | None:
    """The first round of least validation error; None without rows to judge by.

    >>> import core
    >>> best_round(core.fit(core.example("ten points", validation_share=0), core.AdaBoost()))
    """
    counting = Counting.of(run.dataset)
    if not run.rounds or not len(counting):
        return None
    return int(np.argmin(counting.errors(run.history))) + 1


def round_choices(run: Run, shown: int) -> list[RoundChoice]:
    """The rounds that a model can be taken at, each once: what is usually wanted comes first.

    That is the round shown, unless it is the last one.
    """
    counting, history = Counting.of(run.dataset), run.history
    best = best_round(run)

    def words(what: str, rounds: int) -> str:
        if not len(counting):
            return f"{what}: {grouped(rounds)}"
        error = counting.error(history, rounds)
        told = f"{percent(error)} wrong" if run.dataset.classes else f"off by {readable(error)}"
        return f"{what}: {grouped(rounds)} ({told} in validation)"

    found = []
    if 0 < shown < run.rounds:
        found.append(RoundChoice(shown, words("At the round shown", shown)))
    found.append(RoundChoice(run.rounds, words("At the last round", run.rounds)))
    if best is not None and best not in (shown, run.rounds):
        found.append(RoundChoice(best, words("At the best round by validation", best)))
    elif best is not None:
        found = [
            RoundChoice(
                each.rounds, f"{each.words}, the best" if each.rounds == best else each.words
            )
            for each in found
        ]
    return found
