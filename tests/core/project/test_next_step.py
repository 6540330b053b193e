"""One next step at a time, from the first training to the cleaned file."""

import numpy as np
import pytest

from core import AdaBoost, Dataset, Training, audit, diagnose
from core.project import Project
from core.project.next_step import NextDeed, next_step, open_rows
from tests.core.helpers import dataset
from tests.core.judging.diagnosing.situations import nothing, steps


@pytest.fixture
def project():
    return Project.of(steps(3, rows=600, noise=0.1))


def trained(project, settings=AdaBoost(rounds=20)):  # noqa: B008
    training = Training(project.dataset, settings, 0)
    item = project.add_run(training)
    for _ in training:
        pass
    project.finish_run(item, training.run())
    return item


def told(project):
    run = project.current.run
    return diagnose(run, project.audit)


def test_from_the_first_training_to_the_cleaned_file(project):
    assert next_step(project, None).deed is NextDeed.TRAIN
    first = trained(project)
    assert next_step(project, None) is None, "what the run means is found out first"
    assert next_step(project, told(project)).deed is NextDeed.AUDIT
    assert next_step(project, told(project), is_auditing=True) is None
    project.set_audit(audit(project.dataset))
    flagged = open_rows(project)
    step = next_step(project, told(project))
    assert (step.deed, step.rows) == (NextDeed.REVIEW, len(flagged))
    assert step.words == f"Review {len(flagged)} rows"
    project.decide(flagged[:1].tolist(), "keep")
    assert next_step(project, told(project)).words == f"Review {len(flagged) - 1} rows"
    project.decide(flagged[1:].tolist(), "exclude")
    assert next_step(project, told(project)).deed is NextDeed.TRAIN_AGAIN
    trained(project)
    step = next_step(project, told(project), is_auditing=True)
    assert (step.deed, step.before) == (NextDeed.COMPARE, first)
    assert next_step(project, told(project), is_auditing=True, is_compared=True) is None
    project.set_audit(audit(project.dataset))
    while len(open_rows(project)):
        project.decide(open_rows(project).tolist(), "keep")
    step = next_step(project, told(project), is_compared=True)
    assert step.deed in (NextDeed.EXPORT_CLEANED, NextDeed.TRAIN_ON)


def test_where_nothing_can_be_told_the_data_are_looked_at():
    project = Project.of(nothing(3, rows=600))
    trained(project)
    project.set_audit(audit(project.dataset))
    assert next_step(project, told(project)).deed is NextDeed.LOOK_AT_DATA


def test_what_has_nothing_to_learn_from_leads_to_the_data():
    project = Project.of(dataset({"x": [1, 1, 1, 1]}, "abab"))
    trained(project)
    assert next_step(project, told(project)).deed is NextDeed.LOOK_AT_DATA


def test_without_anything_decided_the_model_is_what_there_is_to_take_away():
    random = np.random.default_rng(0)
    x = random.uniform(-1, 1, 400)
    frame = {"x": x, "z": random.normal(size=400)}
    data = dataset(frame, np.where(x > 0, "yes", "no"), validation_share=0.25)
    assert isinstance(data, Dataset)
    project = Project.of(data)
    trained(project)
    project.set_audit(audit(data).flagging(0))
    assert next_step(project, told(project)).deed is NextDeed.EXPORT_MODEL


def test_no_data_no_step():
    assert next_step(Project(), None) is None
