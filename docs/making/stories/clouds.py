"""Three clouds: a file whose truth is known, so that the program itself can be judged."""

import pandas as pd

from core import CappedAdaBoost
from docs.making.stage import Stage
from docs.making.stories.acts import (
    audit_facts,
    decide_flagged,
    play_back,
    start_review,
    told_decisions,
    train_again,
)
from resources import dataset_path

TRUTH = "true_label"


def play(stage: Stage) -> dict[str, str]:
    """Hide the truth from the ensemble, find the wrong labels, and hold them against it."""
    stage.open_example("mislabelled")
    stage.go("data")
    stage.shoot("stories/clouds-open")
    stage.frame(2.0)
    stage.go("train")
    docks = stage.window.docks
    docks.bring("decision_boundary")
    stage.train(CappedAdaBoost())
    play_back(stage)
    stage.audit()
    stage.window.actions_.top_suspects.trigger()
    stage.shoot("stories/clouds-trained")
    stage.frame(2.0)
    told = audit_facts(stage)
    space = stage.window.workspace
    dataset, audit = space.dataset, space.audit
    assert dataset is not None
    assert audit is not None
    true = dict(enumerate(pd.read_csv(dataset_path("mislabelled.csv"))[TRUTH], 2))
    given = {line: dataset.label_text(row) for row, line in enumerate(dataset.lines.tolist())}
    wrong = {line for line, label in given.items() if true[line] != label}
    flagged = set(dataset.lines[audit.flagged].tolist())
    told |= {
        "wrong": str(len(wrong)),
        "found": str(len(wrong & flagged)),
        "innocent": str(len(flagged - wrong)),
    }
    space.select([])
    start_review(stage)
    stage.shoot("stories/clouds-review")
    decide_flagged(stage, lambda line: line in wrong)
    told["decided"] = told_decisions(stage)
    found = train_again(stage)
    stage.shoot("stories/clouds-again")
    stage.frame(2.0)
    stage.go("train")
    stage.shoot("stories/clouds-after")
    stage.frame(2.5)
    return told | {"proof": found.sentence}
