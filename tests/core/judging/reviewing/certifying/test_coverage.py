"""The bound holds in whole reviews: drawn, decided about, skipped, undone, and followed ahead."""

import numpy as np
import pytest

from core.judging.reviewing.certifying import sampling
from core.judging.reviewing.certifying.certificate import Certificate
from core.project import Project
from tests.core.helpers import dataset

ROWS, LOOKS, REVIEWS = 80, 35, 250
BASE = dataset({"x": range(ROWS)}, "ab" * (ROWS // 2))


def decide(project, line, is_wrong):
    if is_wrong:
        label = BASE.label_text(int(BASE.rows_of([line])[0]))
        project.relabel({line: "b" if label == "a" else "a"})
    else:
        project.decide(line, "keep")


def ever_fails(seed):
    """Whether the bound of a review was ever below the errors that were left."""
    rng = np.random.default_rng(seed)
    wrong = rng.random(ROWS) < 0.15
    likely = rng.random(ROWS)
    ranked = iter(BASE.lines[np.argsort(-likely)].tolist())
    project = Project.of(BASE)
    project.record(sampling.consent(project.decisions, seed=seed))
    for _ in range(LOOKS):
        draw = sampling.next_draw(project.decisions, BASE.lines, likely)
        project.record(draw)
        if rng.random() < 0.05:
            project.decide(draw.line, "skip")
        else:
            decide(project, draw.line, wrong[draw.line - 2])
            if rng.random() < 0.1:
                project.undo()
                project.redo()
        if rng.random() < 0.4 and project.decisions.about(line := next(ranked)) is None:
            decide(project, line, wrong[line - 2])
        right = len(project.decisions.changes().labels)
        if Certificate.of(project.decisions).bound < wrong.sum() - right:
            return True
    return False


@pytest.mark.long
def test_the_bound_rarely_fails_at_any_moment():
    failures = sum(ever_fails(seed) for seed in range(REVIEWS))
    assert failures <= 20  # 12.5 are expected at most, with a standard deviation of 3.4
