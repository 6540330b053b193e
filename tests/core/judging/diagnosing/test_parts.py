"""What is said about a run, in parts: each part is the one that the text is made of."""

from dataclasses import replace

import pytest

from core import AdaBoost, RandomForest, audit, diagnose, diagnosis, fit, learning_curve
from core.judging.auditing.doubting.calibration import Noise
from core.judging.diagnosing.ground import About, label_grounds
from core.judging.diagnosing.labels import AuditedLabels, Told
from core.judging.diagnosing.limit_kinds import LimitKind
from tests.core.helpers import dataset, run_of
from tests.core.judging.diagnosing.situations import (
    STUMPS,
    corners,
    leaking,
    nothing,
    numbers,
    steps,
    sums,
)


def test_the_text_is_made_of_the_parts():
    data = steps(3, rows=800, noise=0.2)
    run, found = fit(data, AdaBoost(rounds=40)), audit(data)
    parts = diagnose(run, found)
    assert parts.text == diagnosis(run, found)
    assert parts.text.startswith(f"{parts.headline.sentence} {parts.limit.sentence}")
    assert parts.text.endswith(f"{parts.labels.sentence} {parts.labels.flagged}")


def test_the_headline_has_the_figures_of_its_sentence():
    headline = diagnose(fit(sums(1, rows=800), AdaBoost(rounds=40))).headline
    assert headline.said(headline.error.share) in headline.sentence
    assert headline.said(headline.error.high) in headline.sentence
    assert f"{headline.rows:,} validation rows" in headline.sentence
    assert repr(headline.guess.label) in headline.sentence
    assert headline.error.low < headline.error.share < headline.error.high < headline.guess.error
    assert (headline.is_better, headline.is_share, headline.are_new) == (True, True, True)


def test_of_numbers_the_error_has_the_targets_unit_and_the_spread_explained():
    found = diagnose(fit(numbers(3, rows=500), RandomForest(rounds=30)))
    headline = found.headline
    assert not headline.is_share
    share = 1 - (headline.error.share / headline.guess.error) ** 2
    assert headline.explained == pytest.approx(share)
    assert headline.error.low < headline.error.share < headline.error.high
    assert "%" not in headline.said(headline.error.share)


@pytest.mark.parametrize(
    ("made", "settings", "kind"),
    [
        (lambda: nothing(0), STUMPS, LimitKind.GUESSING),
        (lambda: leaking(0), STUMPS, LimitKind.LEAK),
        (lambda: corners(0, noise=0.1), STUMPS, LimitKind.GUESSING),
        (lambda: sums(0, rows=40), STUMPS, LimitKind.ROWS),
        (lambda: sums(0, share=0.0, rows=600), STUMPS, LimitKind.ROWS),
        (lambda: sums(0, columns=4), RandomForest(rounds=60), LimitKind.NONE),
    ],
)
def test_what_limits_a_run_has_a_kind_and_few_words(made, settings, kind):
    limit = diagnose(fit(made(), settings)).limit
    assert limit.kind is kind
    assert 0 < len(limit.short) <= 45
    assert limit.short[0] in "'" or limit.short[0].islower()


def test_without_anything_learned_there_is_no_headline():
    run = run_of(dataset({"x": [1, 2]}, "aa"), 5)
    found = diagnose(run)
    assert (found.headline, found.limit, found.grounds) == (None, None, ())
    assert found.text == run.outcome.sentence


def test_every_ground_has_a_figure_and_a_sentence():
    data = sums(3, rows=1200)
    settings = AdaBoost(rounds=60)
    found = diagnose(fit(data, settings), audit(data), learning_curve(data, settings))
    grounds = (*found.grounds, *label_grounds(found.labels))
    titles = [ground.title for ground in grounds]
    assert len(set(titles)) == len(titles)
    assert {"guessing", "lowest validation error", "low margins", "learning curve"} < set(titles)
    for ground in grounds:
        assert ground.figure
        assert ground.sentence.endswith((".", ")"))
        assert "nan" not in f"{ground.figure} {ground.sentence}"
    assert grounds[0].about is About.ERROR


def test_a_learner_that_was_not_tried_is_no_ground():
    """What is shown as evidence is what the verdict was made of, and costs nothing more."""
    few = diagnose(fit(sums(0, rows=40), STUMPS))
    assert "trees of depth 3" not in [ground.title for ground in few.grounds]
    weak = diagnose(fit(corners(0), STUMPS))
    tried = {ground.title: ground for ground in weak.grounds}["trees of depth 3"]
    assert tried.figure in weak.limit.sentence


def test_the_estimate_in_few_words_is_that_of_the_sentence():
    data = steps(3, rows=600)
    found = audit(data)
    some = AuditedLabels.of(replace(found, noise=Noise(0.048, 0.022, 0.092), count=14))
    assert (some.short, some.bounds) == ("about 4.8 % wrong", "2.2 to 9.2 %")
    assert "About 4.8 % of the labels look wrong, by estimate (2.2 to 9.2 %)." in some.sentence
    hardly = AuditedLabels.of(replace(found, noise=Noise(0.0, 0.0, 0.0004), count=0))
    assert (hardly.told, hardly.short, hardly.bounds) == (Told.GOOD, "at most 0.1 % wrong", "")
    assert hardly.sentence == "Hardly any label looks wrong: at most 0.1 %, by estimate."
    unseen = AuditedLabels.of(replace(found, noise=Noise(0.001, 0.0, 0.1), count=0))
    assert "where classes meet, up to 10.0 % of all may be wrong" in unseen.sentence
    unknown = AuditedLabels.of(replace(found, opinions=()))
    assert (unknown.share, unknown.short) == (None, "cannot be told")
