"""The report tells how many labels can still be wrong, if a sample was drawn."""

import numpy as np

from core import AdaBoost, Decisions, Verb, example, fit
from core.judging.reviewing.certifying.certificate import Certificate
from core.judging.reviewing.certifying.sampling import checked, consent, next_draw
from core.sharing.report.report import Report


def looked_at(many):
    run = fit(example("moons"), AdaBoost(rounds=3))
    decisions = Decisions(run.dataset)
    decisions.sample.take(consent(decisions, checks=True, seed=2))
    for _ in range(many):
        draw = next_draw(decisions, run.dataset.lines, np.zeros(len(run.dataset)))
        decisions.sample.take(draw)
        decisions.apply(decisions.deciding(draw.line, Verb.KEEP))
    return run, decisions


def test_the_bound_is_in_the_report():
    run, decisions = looked_at(60)
    for line in range(2, 7):
        decisions.sample.take(checked(decisions, line, "upper", True))
    certificate = Certificate.of(decisions)
    page = Report(run, certificate=certificate).html()
    assert "What is left" in page
    assert certificate.sentence in page
    assert "60 sampled rows looked at, 0 of them wrong." in page
    assert "You found 5 of 5 planted errors" in page
    assert f'<th scope="row">60</th><td>{100 * certificate.share:.1f} %</td>' in page


def test_without_a_look_there_is_nothing_to_tell():
    run, decisions = looked_at(0)
    assert "What is left" not in Report(run, certificate=Certificate.of(decisions)).html()
    assert "What is left" not in Report(run).html()
