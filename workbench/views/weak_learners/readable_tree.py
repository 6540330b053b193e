"""The one tree that is closest to an ensemble: grown off the GUI thread, and kept."""

import functools
import math
from collections.abc import Callable, Sequence

from core.base.wording import count, fixed, percent, readable
from core.judging.theory.surrogate import Surrogate, surrogate
from core.learning.run import Run
from workbench.jobs.lane import Lane
from workbench.state.workspace import RunItem


class ReadableTrees:
    """Grows a tree on what a run says, one at a time; what nobody waits for any more is ended."""

    def __init__(
        self, lane: Lane, grown: Callable[[], object], failed: Callable[[Exception], object]
    ) -> None:
        self._lane, self._grown, self._failed = lane, grown, failed
        self._kept: dict[tuple[RunItem, int], Surrogate] = {}
        self._asked: tuple[RunItem, int] | None = None

    def find(self, item: RunItem, depth: int) -> Surrogate | None:
        """The tree of a depth, if it is there; else it will be."""
        asked, run = (item, depth), item.run
        if asked in self._kept or run is None:
            return self._kept.get(asked)
        if self._asked != asked or not self._lane.is_running:
            self._asked = asked
            self._lane.start(
                "Growing a readable tree",
                lambda watch: surrogate(run, depth, watch=watch),
                functools.partial(self._take, asked),
                self._failed,
            )
        return self._kept.get(asked)

    def leave(self) -> None:
        """Nobody waits for it any more."""
        self._lane.cancel()

    def forget_all_but(self, items: Sequence[RunItem]) -> None:
        """Runs have left."""
        self._kept = {key: tree for key, tree in self._kept.items() if key[0] in items}

    def _take(self, asked: tuple[RunItem, int], found: Surrogate) -> None:
        self._kept[asked] = found
        self._grown()


def sentence(found: Surrogate, run: Run) -> str:
    """How far the tree can be read as the ensemble, and how good each of them is."""
    tree = found.read().tree
    leaves = count(tree.leaves(), "leaf", "leaves") if tree is not None else "one leaf"
    is_new = math.isfinite(found.validation_fidelity)
    rows = "validation rows" if is_new else "training rows"
    fidelity = found.validation_fidelity if is_new else found.training_fidelity
    if run.dataset.classes:
        same = f"says what the ensemble says of {percent(fidelity)} of the {rows}"
        if found.interval is not None:
            low, high = found.interval.low, found.interval.high
            same += f" (95 % interval {fixed(100 * low, 1)} to {fixed(100 * high, 1)} %)"
    else:
        same = f"explains {percent(fidelity)} of how the ensemble's answers to {rows} vary"
    text = f"One tree of {leaves} {same}: its fidelity."
    if is_new:
        own, whole = found.validation_error, run.history.validation_error(run.rounds)
        written = percent if run.dataset.classes else readable
        wrong = "wrong" if run.dataset.classes else "off"
        text += f" By the labels it is {written(own)} {wrong}, the ensemble {written(whole)}."
    return text
