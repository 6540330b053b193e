"""Four offices: many wrong labels that have one cause."""

from PySide6.QtCore import Qt

from core import RandomForest
from docs.making.stage import Stage
from docs.making.stories.acts import audit_facts, told_decisions, train_again
from docs.making.stories.files import orders_of_offices


def play(stage: Stage) -> dict[str, str]:
    """Audit, ask where the errors come from, decide about the rows of the cause at once."""
    path = stage.folder / "returns.csv"
    orders_of_offices(path)
    stage.open(path, "returned")
    stage.train(RandomForest())
    stage.audit()
    stage.shoot("stories/offices-audited")
    stage.frame(2.0)
    told = audit_facts(stage)
    stage.window.actions_.find_causes.trigger()
    inquirer = stage.window.controller.reviewer.inquirer
    stage.until(lambda: inquirer.causes is not None)
    page = stage.window.review.page
    panel = page.causes
    first = panel.table.topLevelItem(0)
    panel.table.setCurrentItem(first)
    panel.table.itemClicked.emit(first, 0)
    stage.shoot("stories/offices-causes")
    stage.frame(3.0)
    assert inquirer.causes is not None
    told |= {
        "sentence": inquirer.causes.sentence,
        "cause": inquirer.causes.found[0].sentence,
        "rule": inquirer.causes.found[0].rule,
    }
    stage.click(panel.go)
    stage.rest()
    stage.shoot("stories/offices-rows")
    stage.frame(2.0)
    if page.rows.all_of_them.isVisible():
        stage.click(page.rows.all_of_them)
        stage.frame(1.0)
    stage.press(Qt.Key.Key_R)
    stage.rest()
    told["decided"] = told_decisions(stage)
    stage.frame(1.5)
    found = train_again(stage)
    stage.shoot("stories/offices-again")
    stage.frame(3.0)
    return told | {"proof": found.sentence}
