"""Every page and every dialog that there is has names for all in it, found by looking for them.

A page or a dialog that somebody adds fails here until it is shown below.
"""

import importlib
import pkgutil

from PySide6.QtWidgets import QDialog

import workbench
from core.judging.model_rounds import round_choices
from tests.workbench.driving import SECONDS, let_draw, open_file, train
from tests.workbench.frame.test_for_everyone import long_named_csv, rest
from tests.workbench.reviewing.bench import made_up_audit
from tests.workbench.sweeping import clashing_letters, nameless, silent_plots
from workbench.exporting.figure_dialog import FigureDialog
from workbench.exporting.round_dialog import RoundDialog
from workbench.frame.leading.class_page import ClassPage
from workbench.frame.leading.places import PLACE, Missing
from workbench.frame.searching.dialog import SearchDialog
from workbench.opening.split_form import SplitDialog
from workbench.reviewing.page.alike_dialog import AlikeDialog
from workbench.shell.page import Page


def all_faces():
    """The names of all pages and dialogs that the program has."""
    for module in pkgutil.walk_packages(workbench.__path__, "workbench."):
        if not module.name.endswith(".__main__"):  # that would be started
            importlib.import_module(module.name)

    def below(kind):
        for sub in kind.__subclasses__():
            yield sub
            yield from below(sub)

    kinds = (*below(Page), *below(QDialog))
    return {kind.__name__ for kind in kinds if kind.__module__.startswith("workbench.")}


def place(name):
    def show(window):
        window.actions_.places[name].trigger()
        return window.shell.pages.currentWidget()

    return show


def page(action):
    def show(window):
        getattr(window.actions_, action).trigger()
        return window.shell.pages.currentWidget()

    return show


def shown(made):
    def show(window):
        face = made(window)
        if isinstance(face, Page):
            window.shell.show_page(face)
        else:
            face.show()
        return face

    return show


def asked(action, found):
    def show(window):
        getattr(window.actions_, action).trigger()
        return found(window)

    return show


def import_page(window):
    window.desk.show_again()
    return window.desk.page


def new_column(window):
    window.choices.ask_for_new_column()
    return window.choices.compute_dialog


def alike(window):
    window.actions_.places["review"].trigger()
    window.review.page.rows.alike.click()
    return window.review.page.findChildren(AlikeDialog)[-1]


def class_page(window):
    made = ClassPage()
    window.shell.add_page(made)
    return made


def missing_page(window):
    found = window.navigator.missing
    found.tell(PLACE["review"], Missing("Nothing is open yet.", "open"), window.actions_.open)
    return found


def split_dialog(window):
    dataset = window.workspace.dataset
    return SplitDialog(window, dataset.split, list(dataset.table.names))


def round_dialog(window):
    return RoundDialog(window, "Model", round_choices(window.workspace.current.run, 3))


FACES = {
    "AboutDialog": asked("about", lambda window: window.help.about),
    "AlikeDialog": alike,
    "CarryPage": shown(lambda window: window.carrying.page),
    "ClassPage": shown(class_page),
    "ComparePage": place("compare"),
    "ComputeDialog": new_column,
    "DeedsDialog": shown(lambda window: window.deeds),
    "ExportPage": place("export"),
    "FigureDialog": shown(lambda window: FigureDialog(window, "Margins", 800, 600)),
    "ImportPage": import_page,
    "LearnPage": place("learn"),
    "Manual": asked("manual", lambda window: window.help.manual),
    "MissingPage": shown(missing_page),
    "PluginsPage": page("plugins"),
    "PredictPage": place("predict"),
    "PreferencesDialog": asked("preferences", lambda window: window.preferring.dialog),
    "ReviewPage": place("review"),
    "RoundDialog": shown(round_dialog),
    "SearchDialog": asked("search", lambda window: window.findChild(SearchDialog)),
    "ShortcutsPage": page("shortcuts"),
    "SplitDialog": shown(split_dialog),
    "TunePage": page("tune"),
}
"""How each of them is brought into sight, in a window in which something was trained."""


def test_every_page_and_dialog_is_shown_here():
    assert all_faces() == FACES.keys()


def test_everything_in_every_page_and_dialog_has_a_name(qtbot, window, tmp_path):
    long_named_csv(tmp_path / "pumps.csv")
    open_file(qtbot, window, tmp_path / "pumps.csv")
    train(qtbot, window, 5)
    train(qtbot, window, 10)
    space = window.workspace
    space.set_audit(made_up_audit(space.dataset, space.dataset.lines[:20].tolist()))
    rest(qtbot, window)
    found = {}
    for name, show in FACES.items():
        face = show(window)
        qtbot.waitUntil(face.isVisible, timeout=SECONDS)
        rest(qtbot, window)
        assert type(face).__name__ == name
        letters = clashing_letters(window) if isinstance(face, Page) else []
        found[name] = [*nameless(face), *silent_plots(face), *letters]
        if isinstance(face, QDialog):
            face.close()
            let_draw(qtbot, window)
    assert {name: what for name, what in found.items() if what} == {}


def test_everything_in_every_tab_of_the_review_has_a_name(qtbot, window, tmp_path):
    long_named_csv(tmp_path / "pumps.csv")
    open_file(qtbot, window, tmp_path / "pumps.csv")
    train(qtbot, window, 10)
    window.actions_.review.trigger()
    tabs = window.review.page.tabs
    found = {}
    for number in range(tabs.count()):
        tabs.setCurrentIndex(number)
        rest(qtbot, window)
        sweep = [*nameless(window), *silent_plots(window), *clashing_letters(window)]
        found[tabs.tabText(number)] = sweep
    assert len(found) > 6
    assert {name: what for name, what in found.items() if what} == {}
