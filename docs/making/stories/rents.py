"""Rents: the labels are right, the values are not."""

from core import GradientBoosting
from docs.making.stage import Stage
from docs.making.stories.acts import play_back, train_again
from docs.making.stories.files import rents_with_slips


def play(stage: Stage) -> dict[str, str]:
    """Train on numbers, look for wrong values, apply the remedy, train again."""
    path = stage.folder / "rents.csv"
    rents_with_slips(path)
    stage.look_at(path)
    stage.shoot("stories/rents-open")
    stage.frame(2.0)
    stage.use(path, "rent")
    stage.train(GradientBoosting())
    play_back(stage)
    stage.audit()
    stage.window.docks.bring("results")
    stage.shoot("stories/rents-trained")
    stage.frame(2.0)
    stage.go("review")
    page = stage.window.review.page
    panel = page.cells
    page.tabs.setCurrentWidget(panel)
    stage.rest()
    if panel.findings.topLevelItemCount() == 0:
        stage.click(panel.look)
    stage.until(lambda: panel.findings.topLevelItemCount() > 0)
    panel.findings.setCurrentItem(panel.findings.topLevelItem(0))
    stage.shoot("stories/rents-values")
    stage.frame(3.0)
    told = {"finding": panel.findings.topLevelItem(0).text(1)}
    stage.click(panel.apply)
    stage.shoot("stories/rents-applied")
    stage.frame(2.0)
    found = train_again(stage)
    stage.shoot("stories/rents-again")
    stage.frame(2.0)
    stage.click(page.before_after.compare)
    stage.until(lambda: stage.window.comparing.page.shown is not None)
    stage.shoot("stories/rents-compared")
    stage.frame(3.0)
    return told | {"proof": found.sentence}
