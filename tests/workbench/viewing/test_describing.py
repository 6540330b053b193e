"""Every view has a text alternative, which says what is drawn now."""

from core import AdaBoost, example, fit
from tests.workbench.immediate import Immediate
from tests.workbench.views.showing import shown
from workbench.state.workspace import RunItem, Workspace
from workbench.viewing.picture_view import PictureView
from workbench.viewing.view import PlotView, View


class Rounds(PlotView):
    """Says where it is, in words with markup in them."""

    name, title, empty_text = "rounds", "Rounds", "Nothing yet."

    def restart(self):
        """A run, or none."""
        self.show_body(self.workspace.current is not None)

    def said(self):
        """The round."""
        return f"<b>round {self.workspace.round}</b> &lt; 10"


class Later(Rounds, PictureView):
    """Computes what it says, after what changed has been told."""

    drawn = 0

    def show_round(self):
        """Asks for a picture."""
        self.ask()

    def make_picture(self):
        """Asks for what is drawn."""
        self.compute(lambda: self.workspace.round, self._take)

    def _take(self, found):
        self.drawn = found

    def describe(self):
        """What was drawn last."""
        return f"drawn {self.drawn}"


def test_the_text_alternative_is_what_is_said_and_follows_the_round(qtbot):
    workspace = Workspace(Immediate())
    run = fit(example("moons"), AdaBoost(rounds=5))
    view = shown(qtbot, Rounds, workspace, run)
    assert view.canvas.accessibleName() == "Rounds"
    assert view.canvas.accessibleDescription() == "round 5 < 10"
    workspace.go_to(2)
    assert view.canvas.accessibleDescription() == "round 2 < 10"


def test_without_content_the_text_alternative_says_what_will_be_here(qtbot):
    workspace = Workspace(Immediate())
    view = Rounds(workspace)
    qtbot.addWidget(view)
    view.show()
    assert view.canvas.accessibleDescription() == "Nothing yet."


def test_what_is_drawn_later_is_described_when_it_is_drawn(qtbot):
    workspace = Workspace(Immediate())
    run = fit(example("moons"), AdaBoost(rounds=5))
    view = shown(qtbot, Later, workspace, run)
    workspace.go_to(3)
    qtbot.waitUntil(lambda: view.canvas.accessibleDescription() == "drawn 3")
    workspace.show_run(RunItem(2, run))
    qtbot.waitUntil(lambda: view.canvas.accessibleDescription() == "drawn 5")


def test_a_view_without_plots_describes_its_content(qtbot):
    view = View(Workspace(Immediate()))
    qtbot.addWidget(view)
    assert view.described is view.content
