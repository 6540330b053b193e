"""What is photographed: the window without data, with troubled files, and its dialogs."""

import os
import signal
from collections.abc import Callable
from itertools import zip_longest

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core import AdaBoost, Bagging, GradientBoosting, Tree
from docs.making.stage import let_work
from tests.photographs import files
from tests.photographs.camera import Camera
from tests.workbench import driving
from tests.workbench.opening.folders.making import planted_folder
from workbench.frame.leading.places import PLACES
from workbench.frame.searching.dialog import SearchDialog
from workbench.viewing.catalog import own_tabs
from workbench.viewing.tab import Side


def without_data(camera: Camera) -> None:
    """Every place says what it is missing; then every view does, before a training."""
    for place in PLACES:
        camera.go(place.name)
        camera.shoot(f"empty-{place.name}")
    camera.open(camera.folder / "rents.csv", files.rents(camera.folder / "rents.csv"))
    _shoot_views(camera, "untrained")
    for name in ("review", "compare", "predict", "export"):
        camera.go(name)
        camera.shoot(f"untrained-{name}")


def two_classes(camera: Camera) -> None:
    """A survey from the import to decisions, with every tab of the review."""
    path = camera.folder / "Kundenbefragung.csv"
    target = files.survey(path)
    camera.look_at(path)
    camera.shoot("two-import")
    camera.window.desk.page.tabs.setCurrentIndex(1)
    camera.shoot("two-import-findings")
    camera.use(path, target)
    camera.train(AdaBoost(rounds=120))
    camera.audit()
    camera.go("train")
    camera.shoot("two-train")
    _select_suspects(camera)
    _shoot_views(camera, "two")
    camera.click(camera.window.verdict.why)
    camera.shoot("two-verdict-unfolded")
    camera.click(camera.window.verdict.why)
    _shoot_review(camera, "two")
    camera.go("train")
    camera.train(Bagging(rounds=60, base=Tree()))
    _shoot_others(camera, "two")
    for name in ("Watch", "Clean", "Teach"):
        camera.window.layouts.show(name)
        camera.shoot(f"two-layout-{name.lower()}")
    camera.window.actions_.default_layout.trigger()


def many_classes(camera: Camera) -> None:
    """Nineteen classes and long names."""
    path = camera.folder / "pumps.csv"
    camera.open(path, files.pumps(path))
    camera.train(Bagging(rounds=40, base=Tree()))
    camera.audit()
    _select_suspects(camera)
    _shoot_views(camera, "many")
    _shoot_review(camera, "many", first_tabs=2)
    camera.train(AdaBoost(rounds=60, base=Tree(depth=3)))
    _shoot_others(camera, "many", only=("compare",))


def numbers(camera: Camera) -> None:
    """A target of numbers, of which some are wrong."""
    path = camera.folder / "rents.csv"
    camera.open(path, files.rents(path))
    camera.train(GradientBoosting(rounds=80))
    camera.audit()
    _select_suspects(camera)
    _shoot_views(camera, "numbers")
    _shoot_review(camera, "numbers", first_tabs=2)
    camera.train(GradientBoosting(rounds=30))
    _shoot_others(camera, "numbers", only=("compare", "predict"))


def several_files(camera: Camera) -> None:
    """Files of a folder: one that differs, rows on the disk, workers, and one that is lost."""
    window, path = camera.window, camera.folder / "orders"
    planted_folder(path, files=6, rows=4000, wrong=80)
    (path / "month 07.csv").write_text("x;y;shop\n1;2;a\n", encoding="utf-8")
    driving.drop(window, path)
    page = window.desk.page
    camera.until(lambda: page.isVisible() and page.differing.isVisible())
    camera.shoot("files-differ")
    camera.click(page.differing.leave_out)
    camera.until(page.use.isEnabled)
    camera.shoot("files-import")
    where = page.keeping.where
    for name, place in (("disk", 1), ("workers", 2)):
        where.setCurrentIndex(place)
        where.activated.emit(place)
        camera.shoot(f"files-import-{name}")
    page.keeping.workers.address.setText("tls://scheduler.example.org:8786")
    camera.shoot("files-import-workers-tls")
    page.keeping.workers.address.setText("")
    camera.rest()
    camera.click(page.use)
    camera.until(lambda: len(window.workspace.helping.workers) == 2)
    camera.shoot("files-data")
    camera.train(AdaBoost(rounds=60))
    window.review.audit()
    camera.until(lambda: window.workspace.audit is not None)
    camera.rest()
    _select_suspects(camera)
    camera.go("train")
    camera.shoot("files-train")
    _shoot_views(camera, "files")
    camera.go("review")
    camera.shoot("files-review-rows")
    camera.go("train")
    helpers = window.workspace.helping.helpers
    assert helpers is not None
    lost = min(helpers._office._client.run(os.getpid).values())
    os.kill(lost, signal.SIGKILL)
    camera.until(window.shell.strip.isVisible)
    camera.shoot("files-worker-lost")


def dialogs(camera: Camera) -> None:
    """Pages and dialogs that are no place."""
    window = camera.window
    camera.open_example("rents")
    window.actions_.preferences.trigger()
    camera.shoot("dialog-preferences", window.preferring.dialog)
    window.preferring.dialog.close()
    window.actions_.about.trigger()
    camera.shoot("dialog-about", window.help.about)
    window.help.about.close()
    window.actions_.manual.trigger()
    camera.shoot("dialog-manual", window.help.manual)
    window.help.manual.close()
    window.actions_.search.trigger()
    search = window.findChild(SearchDialog)
    camera.shoot("dialog-search", search)
    search.close()
    window.choices.ask_for_new_column()
    dialog = window.choices.compute_dialog
    assert dialog is not None
    QTest.keyClicks(dialog.name, "area_per_room")
    QTest.keyClicks(dialog.expression, "area / rooms")
    let_work(0.5)
    camera.shoot("dialog-column", dialog)
    dialog.close()
    window.actions_.shortcuts.trigger()
    camera.shoot("page-shortcuts")
    window.actions_.tune.trigger()
    camera.shoot("page-tune")
    window.tuning.page.minutes.setValue(0.1)
    camera.click(window.tuning.page.start)
    camera.until(lambda: not window.tuning.page.stop.isVisible())
    camera.shoot("page-tuned")


def _select_suspects(camera: Camera) -> None:
    space = camera.window.workspace
    assert space.audit is not None
    assert space.dataset is not None
    space.select(space.dataset.lines[space.audit.ranked[:3]])


def _shoot_views(camera: Camera, prefix: str) -> None:
    """All views, one of the left and one of the right group at a time."""
    camera.go("train")
    left = [name for name, tab in own_tabs().items() if tab.side is Side.LEFT]
    right = [name for name, tab in own_tabs().items() if tab.side is Side.RIGHT]
    for pair in zip_longest(left, right):
        names = [name for name in pair if name is not None]
        for name in names:
            camera.window.docks.bring(name)
            view = camera.window.docks.view(name)
            camera.rest()
            if own_tabs()[name].on_request and camera.window.workspace.has_result:
                view.compute_or_cancel()  # type: ignore[attr-defined]
        camera.shoot(f"{prefix}-{'+'.join(names)}")
    for name in (left[0], right[0]):
        camera.window.docks.bring(name)


def _shoot_review(camera: Camera, prefix: str, first_tabs: int | None = None) -> None:
    camera.go("review")
    camera.shoot(f"{prefix}-review-rows")
    for key in (Qt.Key.Key_R, Qt.Key.Key_K, Qt.Key.Key_X):
        camera.press(key)
        camera.rest()
    page = camera.window.review.page
    page.reviewer.inquirer.find_causes()
    page.reviewer.cells.look()
    camera.rest()
    for place in range(1, page.tabs.count())[:first_tabs]:
        if page.tabs.isTabVisible(place):
            page.tabs.setCurrentIndex(place)
            tab = page.tabs.tabText(place).lower().replace(" ", "-")
            camera.shoot(f"{prefix}-review-{tab}")


def _shoot_others(camera: Camera, prefix: str, only: tuple[str, ...] = ()) -> None:
    for place in PLACES:
        if place.name not in ("train", "review") and (not only or place.name in only):
            camera.go(place.name)
            camera.shoot(f"{prefix}-{place.name}")


SCENES: dict[str, Callable[[Camera], None]] = {
    "empty": without_data,
    "two": two_classes,
    "many": many_classes,
    "numbers": numbers,
    "files": several_files,
    "dialogs": dialogs,
}
"""What is photographed together, in one window."""
