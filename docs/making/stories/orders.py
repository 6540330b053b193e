"""Returned orders: the whole way, from a file that nobody doubted to a proof."""

import shutil

from core import AdaBoost
from docs.making.stage import Stage
from docs.making.stories.acts import (
    audit_facts,
    decide_flagged,
    play_back,
    start_review,
    told_decisions,
    train_again,
    true_returns,
)
from resources import dataset_path

_LOOKED = 60
"""Flagged rows that are looked at before training again."""


def play(stage: Stage) -> dict[str, str]:
    """Open, train, watch, audit, review, train again, compare, take the cleaned file away."""
    path = stage.folder / "orders.csv"
    shutil.copy(dataset_path("orders.csv"), path)
    stage.frame(1.0)
    stage.look_at(path)
    stage.shoot("stories/orders-open")
    stage.frame(2.0)
    stage.use(path, "returned")
    stage.frame(1.0)
    stage.train(AdaBoost())
    play_back(stage)
    stage.shoot("stories/orders-trained")
    stage.audit()
    stage.shoot("stories/orders-audited")
    stage.frame(2.0)
    start_review(stage)
    stage.shoot("stories/orders-review")
    stage.frame(1.5)
    true, dataset = true_returns(), stage.window.workspace.dataset
    assert dataset is not None
    given = {line: dataset.label_text(row) for row, line in enumerate(dataset.lines.tolist())}
    told = audit_facts(stage)
    made = decide_flagged(stage, lambda line: true[line] != given[line], most=_LOOKED)
    told |= {"looked": str(made), "decided": told_decisions(stage)}
    stage.frame(1.0)
    found = train_again(stage)
    stage.shoot("stories/orders-again")
    stage.frame(2.0)
    stage.click(stage.window.review.page.before_after.compare)
    stage.until(lambda: stage.window.comparing.page.shown is not None)
    stage.shoot("stories/orders-compared")
    stage.frame(3.0)
    return told | {"proof": found.sentence}
