"""What happens in several stories: rounds played back, a review by keys, training again."""

from collections.abc import Callable, Mapping

import pandas as pd
from PySide6.QtCore import Qt

from core.base.wording import count, grouped, percent
from core.judging.reviewing.proof import Proof, proof
from docs.making.stage import Stage
from resources.make_datasets import orders as made_orders
from tests.workbench.driving import is_done
from workbench.reviewing.page.page import ReviewPage

_ROUNDS = (1, 2, 4, 7, 11, 16, 24, 40, 70, 110, 160, 200)


def play_back(stage: Stage) -> None:
    """Move the slider through the rounds, as one does after a training."""
    space = stage.window.workspace
    for number in [each for each in _ROUNDS if each < space.rounds]:
        space.go_to(number)
        stage.frame(0.35)
    space.go_to(space.rounds)
    stage.frame(1.5)


def start_review(stage: Stage) -> ReviewPage:
    """Go to the review, and wait until it shows a row."""
    stage.go("review")
    page = stage.window.review.page
    stage.until(lambda: page.rows.facts is not None)
    stage.rest()
    return page


def decide_flagged(
    stage: Stage, is_wrong: Callable[[int], bool], filmed: int = 6, most: int = 400
) -> int:
    """Go through the flagged rows: R where the label is wrong, K where it is right."""
    page, made = stage.window.review.page, 0
    while (line := page.rows.current_line()) is not None and made < most:
        stage.press(Qt.Key.Key_R if is_wrong(line) else Qt.Key.Key_K)
        made += 1
        if made <= filmed:
            stage.frame(0.6)
    stage.rest()
    return made


def train_again(stage: Stage) -> Proof:
    """Press Train again, and give what it came to."""
    page, space = stage.window.review.page, stage.window.workspace
    before = space.current
    stage.click(page.train_again)
    stage.until(lambda: space.current is not before and is_done(stage.window))
    stage.until(page.before_after.compare.isVisible)
    stage.rest()
    after = space.current
    assert before is not None
    assert after is not None
    assert before.run is not None
    assert after.run is not None
    return proof(before.run, after.run)


def audit_facts(stage: Stage) -> dict[str, str]:
    """What the audit of the data says, in the words of the program."""
    space = stage.window.workspace
    assert space.audit is not None
    assert space.dataset is not None
    noise = space.audit.noise
    return {
        "rows": grouped(len(space.dataset)),
        "flagged": grouped(int(space.audit.flagged.sum())),
        "share": percent(noise.estimate),
        "low": percent(noise.low),
        "high": percent(noise.high),
    }


def true_returns() -> Mapping[int, str]:
    """By the line of orders.csv, whether the order was returned before labels were swapped."""
    true: pd.DataFrame = made_orders(swapped=0)
    return {row + 2: label for row, label in enumerate(true["returned"])}


def told_decisions(stage: Stage) -> str:
    """How many rows were relabelled and kept, in words."""
    decisions = stage.window.workspace.decisions
    assert decisions is not None
    verbs = [each.verb.value for each in decisions.standing()]
    return f"{count(verbs.count('relabel'), 'row')} relabelled, {verbs.count('keep')} kept"
