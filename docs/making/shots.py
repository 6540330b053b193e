"""The pictures of the reference pages: every place, view, page of help, ensemble and learner."""

from collections.abc import Callable

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from core import AdaBoost, Bagging, SingleLearner, Tree
from core.data.roles import Task
from core.learning import registry
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from docs.making.stage import Stage, let_work
from workbench.frame.leading.places import PLACES
from workbench.viewing.catalog import own_tabs

VIEW_SIZE = (860, 560)
_EXAMPLES = {Task.TWO_CLASSES: "moons", Task.MANY_CLASSES: "iris", Task.REGRESSION: "rents"}
"""What an algorithm is shown on: the first of these that it can learn."""


def shoot_views(stage: Stage) -> None:
    """Every view alone, on an example on which it has something to say."""
    shown: set[str] = set()
    for example, settings, names in _scenes():
        stage.open_example(example)
        stage.train(settings)
        stage.audit()
        stage.go("train")
        space = stage.window.workspace
        assert space.audit is not None
        assert space.dataset is not None
        space.select(space.dataset.lines[space.audit.ranked[:3]])
        for name in names:
            _shoot_view(stage, name)
            shown.add(name)
    assert shown == set(own_tabs())


def _scenes() -> list[tuple[str, Ensemble, list[str]]]:
    """Examples with what is trained on them, and the views that are shown there."""
    in_a_plane = ["data_scatter", "decision_boundary", "bias_variance"]
    of_many = ["committee"]
    others = [name for name in own_tabs() if name not in (*in_a_plane, *of_many)]
    return [
        ("orders", AdaBoost(), others),
        ("moons", AdaBoost(rounds=100), in_a_plane),
        ("orders", Bagging(rounds=51, base=Tree()), of_many),
    ]


def _shoot_view(stage: Stage, name: str) -> None:
    docks = stage.window.docks
    docks.bring(name)
    dock, view = docks.docks[name], docks.view(name)
    dock.setFloating(True)
    dock.resize(*VIEW_SIZE)
    stage.rest()
    if own_tabs()[name].on_request:
        _ask_for(view)
    stage.shoot(f"views/{name}", view)
    dock.setFloating(False)


def _ask_for(view: QWidget) -> None:
    """Press the one button of a view that computes only when it is asked to."""
    view.compute_or_cancel()  # type: ignore[attr-defined]


def shoot_algorithms(stage: Stage) -> None:
    """The window after a training of every ensemble, and of every learner alone."""
    kinds = [("ensembles", kind) for kind in registry.members(Ensemble)]
    kinds += [("learners", kind) for kind in registry.members(Learner)]
    for task, example in _EXAMPLES.items():
        mine = [(folder, kind) for folder, kind in kinds if first_task(kind) is task]
        if not mine:
            continue
        stage.open_example(example)
        stage.window.docks.bring("data_scatter" if task is Task.REGRESSION else "decision_boundary")
        for folder, kind in mine:
            learned = kind() if folder == "ensembles" else SingleLearner(learner=kind())
            stage.train(learned)
            stage.shoot(f"{folder}/{kind.name}")


def first_task(kind: type[Ensemble] | type[Learner]) -> Task:
    """The first kind of target that an algorithm can learn, in the order of the examples."""
    return next(task for task in _EXAMPLES if task in kind.tasks)


def shoot_places(stage: Stage) -> None:
    """Every place of the rail, once there is something to see in it."""
    stage.shoot("window/home")
    stage.open_example("orders")
    stage.train(AdaBoost())
    stage.audit()
    for place in PLACES:
        if place.name == "compare":
            stage.train(AdaBoost(rounds=50))
        if place.name != "home":
            stage.go(place.name)
            stage.shoot(f"window/{place.name}")


def shoot_pages(stage: Stage) -> None:
    """What the help pages are about, where no place of the rail shows it."""
    stage.open_example("rents")
    window = stage.window
    window.choices.ask_for_new_column()
    dialog = window.choices.compute_dialog
    assert dialog is not None
    QTest.keyClicks(dialog.name, "area_per_room")
    QTest.keyClicks(dialog.expression, "area / rooms")
    let_work(0.5)  # an expression is tried once nobody types any more
    stage.shoot("pages/compute", dialog)
    dialog.close()
    stage.open_example("moons")
    window.actions_.tune.trigger()
    page = window.tuning.page
    page.minutes.setValue(0.2)
    stage.click(page.start)
    stage.until(lambda: not page.stop.isVisible() and page.show_run.isVisible())
    stage.shoot("pages/tune")


GROUPS: dict[str, Callable[[Stage], None]] = {
    "views": shoot_views,
    "algorithms": shoot_algorithms,
    "places": shoot_places,
    "pages": shoot_pages,
}
"""What is photographed together, in one window."""
