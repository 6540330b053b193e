"""Committee: how its error settles, how alike its members are, and how good each is alone."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtWidgets import QWidget

from core.base.lacking import Lacking
from core.base.wording import count, fixed, grouped, percent
from core.judging.diagnostics.members import (
    Composition,
    Levels,
    Members,
    Stages,
    committee,
)
from core.judging.theory.majority import MajorityPromise, promise
from core.learning.histories.history import History
from core.learning.histories.quantities import Quantity
from core.learning.model import Model
from core.learning.rounds import CurveRole
from workbench.plotting.figure import label_of
from workbench.state.workspace import Workspace
from workbench.viewing.figure_view import FigureView
from workbench.viewing.rows_shown import RowsShown
from workbench.viewing.view import Options
from workbench.views.committee.cascade_figures import LevelsFigure, StagesFigure
from workbench.views.committee.figures import (
    AgreementFigure,
    CommitteeFigure,
    CommitteeState,
    ConvergenceFigure,
)
from workbench.views.committee.majority_figure import MajorityFigure, majority_sentence
from workbench.views.committee.members_figure import MembersFigure
from workbench.views.committee.pairs_figure import PairsFigure

_CONVERGENCE = ("convergence", "Error by members", ConvergenceFigure)
_FIGURES: dict[type, tuple[tuple[str, str, type[CommitteeFigure]], ...]] = {
    Members: (
        ("agreement", "Agreement", AgreementFigure),
        _CONVERGENCE,
        ("majority", "Majority in theory", MajorityFigure),
        ("members", "Members alone", MembersFigure),
        ("pairs", "Kappa and error", PairsFigure),
    ),
    Levels: (("levels", "Levels", LevelsFigure), _CONVERGENCE),
    Stages: (("stages", "Stages", StagesFigure), _CONVERGENCE),
}
_MEASURES = {"agreement": "Share of rows", "kappa": "Kappa"}
_ELSEWHERE = " Error curves and the weak learners show how the rounds build upon one another."


@dataclass(frozen=True)
class CommitteeOptions(Options):
    """What is drawn, and how agreement is measured."""

    part: str = "convergence"
    measure: str = "agreement"


class Committee(FigureView):
    """The members of a bagged, voting or stacked ensemble; levels and stages of cascades."""

    name = "committee"
    title = "Committee"
    shows = RowsShown.NONE
    empty_text = (
        "How the members of a committee agree, and what each gets alone, will be drawn here.\n"
        "Train a forest, bagging, voting or stacking."
    )
    options_type = CommitteeOptions
    figure: CommitteeFigure | None

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.plot.setMouseEnabled(x=False, y=False)
        self._figure_key: tuple[str, type] | None = None
        self.found: Composition | None = None
        self.promise: MajorityPromise | None = None
        self.part_box = self.add_box("Figure")
        self.part_box.activated.connect(
            lambda: self.change_options(part=self.part_box.currentData())
        )
        self.measure_box = self.add_choice("", "measure", _MEASURES)
        self.measure_box.setAccessibleName("How agreement is measured")

    def restart(self) -> None:
        """Another run: nothing is known about its members yet."""
        item = self.workspace.current
        self.found = None
        self.drop_figure()
        why = item.run.outcome.sentence if item and item.run and not item.history.rounds else ""
        self.set_empty_text(why or self.empty_text)
        self.show_body(False)

    def show_model(self) -> None:
        """Ask the members that there are."""
        item = self.workspace.current
        if item is None or item.model is None or item.history.rounds == 0:
            return
        history, model = item.history, item.model
        self.compute(lambda: _asked(history, model), self._take)

    def _take(self, answer: "tuple[Composition | Lacking, MajorityPromise | None]") -> None:
        found, self.promise = answer
        if isinstance(found, Lacking):
            self.found = None
            self.set_empty_text(found.why)
            self.show_body(False)
            return
        self.found = found
        self.show_body(True)
        self.show_options()

    def show_options(self) -> None:
        """Draw what was chosen."""
        if self.found is None:
            return
        figures = {key: text for key, text, _ in self._figures}
        # Filled again only if it must be: somebody may be choosing just now.
        if [self.part_box.itemData(k) for k in range(self.part_box.count())] != list(figures):
            self.part_box.clear()
            for key, text in figures.items():
                self.part_box.addItem(text, key)
        self.part_box.setCurrentIndex(self.part_box.findData(self._part))
        self.measure_box.setCurrentIndex(self.measure_box.findData(self.options.measure))
        has_kappa = isinstance(self.found, Members) and self.found.kappa is not None
        self.measure_box.setVisible(self._part == "agreement" and has_kappa)
        self._draw()

    def show_round(self) -> None:
        """Draw the members of this round."""
        self._draw()

    @property
    def _figures(self) -> list[tuple[str, str, type[CommitteeFigure]]]:
        """Those that have a meaning here."""
        own = _FIGURES[type(self.found)]
        return [each for each in own if each[0] != "majority" or self.promise is not None]

    @property
    def _part(self) -> str:
        """The figure asked for; the first one where this ensemble has no such figure."""
        keys = [key for key, _, _ in self._figures]
        return self.options.part if self.options.part in keys else keys[0]

    def _draw(self) -> None:
        item, found = self.workspace.current, self.found
        if item is None or found is None:
            return
        key = (self._part, type(found))
        if self.figure is None or key != self._figure_key:
            self.drop_figure()
            kind = next(kind for name, _, kind in self._figures if name == self._part)
            self.figure, self._figure_key = kind(self.paper, self.theme), key
        measure, number = self.options.measure, self.workspace.round
        state = CommitteeState(item.history, number, measure, found, self.promise)
        self.figure.draw(state)
        is_theory = self._part == "majority"
        self.say(majority_sentence(state) if is_theory else _sentence(state))

    def describe(self) -> str:
        """What the figure is, what it says, and what else can be seen in it."""
        told = self.figure.told() if self.figure is not None else ""
        return f"{self.part_box.currentText()}. {super().describe()} {told}".strip()

    def clicked(self, x: float, y: float, adds: bool) -> None:
        """Go to a member's round."""
        del y, adds
        number = self.figure.round_at(x) if self.figure is not None else None
        if number is not None:
            self.workspace.go_to(max(1, number))


def _asked(
    history: History, model: Model
) -> "tuple[Composition | Lacking, MajorityPromise | None]":
    """Runs off the GUI thread: what is known about members, or why there are none."""
    found = committee(history, model)
    if model.settings.planned_rounds == 1 and isinstance(found, Members | Lacking):
        found = Lacking("One learner alone is no committee: there is nobody to agree with.")
        return found, None
    if isinstance(found, Lacking):
        return Lacking(f"{found}{_ELSEWHERE}"), None
    promised = promise(found, history, model) if isinstance(found, Members) else None
    return found, promised if isinstance(promised, MajorityPromise) else None


def _sentence(state: CommitteeState) -> str:
    """What there is to see, in one sentence."""
    found = state.found
    if isinstance(found, Levels):
        rows = f"{grouped(found.rows)} {'validation' if found.is_new else 'training'} rows"
        return f"{count(len(found.errors), 'level')}, judged on {rows}."
    if isinstance(found, Stages):
        rows = "validation rows" if found.is_new else "training rows"
        return (
            f"{count(len(found.errors), 'stage')} that let pass what may be "
            f"{label_of(found.detected)}, of {grouped(int(found.reach[0].sum()))} {rows}. "
            "Above the bars: the share wrong if the cascade ended before them."
        )
    shown = state.shown
    own = state.members.errors[:shown]
    mean = float(np.nanmean(own)) if np.isfinite(own).any() else float("nan")
    kind = "validation" if state.members.is_new else "training"
    bag = " out of bag" if state.members.is_out_of_bag else ""
    off = "wrong" if state.is_share else "off"
    rounds = state.history.rounds
    is_part = shown < min(state.round, rounds)
    who = (
        (f"The first {grouped(shown)} of {count(rounds, 'member')}")
        if is_part
        else count(shown, "member")
    )
    text = (
        f"{who}, on average {state.written(mean)} {off} alone on {kind} "
        f"rows{bag}; {'all' if is_part else 'together'} {state.written(state.error)}."
    )
    alike, _, _ = state.members.pairs(shown)
    if len(alike):
        pairs = np.triu_indices(shown, 1)
        agree = float(state.members.agreement[pairs].mean())
        text += (
            f" Two of them correlate by {fixed(agree, 2)}."
            if state.members.kappa is None
            else f" Two of them agree on {percent(agree)} (κ {fixed(float(alike.mean()), 2)})."
        )
    has_bag = any(curve.role is CurveRole.OUT_OF_BAG for curve in state.history.curves)
    if not has_bag and state.history.has(Quantity.WEIGHTS):
        text += " They were trained in turn, each on the errors of the others."
    return text
