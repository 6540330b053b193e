"""What the card says in each state; it never says two things that contradict each other."""

import itertools
import math
import re
from dataclasses import replace

import numpy as np
import pytest

from core import AdaBoost, RandomForest, audit, diagnose, fit
from core.judging.auditing.doubting.calibration import Noise
from core.judging.diagnosing.ground import About
from tests.core.helpers import dataset
from tests.core.judging.diagnosing.situations import nothing, numbers, steps, sums
from tests.core.judging.diagnosing.test_agreement import assert_no_contradiction
from workbench.training.algorithm_panel import _said
from workbench.verdict.content import CardFacts, TrainingNow, content
from workbench.verdict.places import PLACES

CASES = {
    "clean": (lambda: steps(3, rows=600), AdaBoost(rounds=30)),
    "noisy": (lambda: sums(3, rows=800, noise=0.2), RandomForest(rounds=30)),
    "nothing": (lambda: nothing(3, rows=600), AdaBoost(rounds=30)),
    "numbers": (lambda: numbers(3, rows=500), RandomForest(rounds=30)),
    "tiny": (lambda: sums(3, rows=40), AdaBoost(rounds=20)),
    "no validation rows": (lambda: sums(3, rows=400, share=0.0), AdaBoost(rounds=30)),
}
NOISES = {
    "none": (Noise(0.0, 0.0, 0.0004), 0),
    "little": (Noise(0.018, 0.0, 0.027), 4),
    "some": (Noise(0.044, 0.03, 0.06), 20),
    "much": (Noise(0.34, 0.3, 0.38), 30),
}


@pytest.fixture(scope="module")
def known():
    found = {}
    for name, (made, settings) in CASES.items():
        data = made()
        found[name] = fit(data, settings), audit(data)
    return found


def facts_of(run, found, **more):
    told = diagnose(run, found)
    labels = told.labels
    return CardFacts(
        has_run=True,
        diagnosis=told,
        labels=labels,
        open_rows=0 if labels is None else labels.count,
        **more,
    )


def all_words(card):
    blocks = (card.error, card.labels, card.columns)
    return " | ".join(f"{block.title}: {block.main.text}, {block.detail.text}" for block in blocks)


@pytest.mark.parametrize(("case", "noise"), list(itertools.product(CASES, NOISES)))
def test_the_card_says_nothing_that_contradicts_its_sentences(known, case, noise):
    run, found = known[case]
    estimate, count = NOISES[noise]
    if found.can_tell:
        found = replace(found, noise=estimate, count=count)
    card = content(facts_of(run, found))
    assert_no_contradiction(card.text)
    words = all_words(card)
    assert "nan" not in words
    if "cannot be told" in words:
        assert not re.search(r"about [\d.]+ % wrong", words)
        assert "Which" in card.text
    if "tell nothing that is sure" in words:
        assert "of what guessing misses" not in words
        assert "nothing looks wrong" not in words
    if "nothing looks wrong" in words:
        assert "at most" in words, "labels that look wrong beside nothing that looks wrong"
    figure = re.search(r"(about|at most) ([\d.]+ %) wrong", words)
    if figure:
        assert figure[2] in card.text


def test_a_target_that_nothing_predicts(known):
    card = content(facts_of(*known["nothing"]))
    assert card.labels.main.text == "cannot be told"
    assert card.columns.main.text == "tell nothing that is sure"
    assert card.columns.detail.text == "the columns say little about the target"


def test_of_numbers_the_error_has_their_unit_and_its_interval_is_drawn(known):
    run, found = known["numbers"]
    card = content(facts_of(run, found))
    headline = diagnose(run, found).headline
    assert card.error.main.text == f"off by {headline.said(headline.error.share)}"
    assert "of the spread" in card.columns.main.text
    assert card.labels.title == "Numbers"
    assert card.scale.error == headline.error
    assert card.scale.words == (
        f"Error {headline.said(headline.error.share)}, 95 % interval "
        f"{headline.said(headline.error.low)} to {headline.said(headline.error.high)}; guessing "
        f"{headline.said(headline.guess.error)}."
    )


def test_every_figure_of_an_audited_run_leads_somewhere(known):
    card = content(facts_of(*known["noisy"]))
    lines = [
        line
        for block in (card.error, card.labels, card.columns)
        for line in (block.main, block.detail)
    ]
    assert all(line.about in PLACES for line in lines if re.search(r"\d", line.text))
    assert card.error.main.about is About.ERROR
    assert card.error.detail.about is About.GUESS
    assert card.labels.main.about is About.LABELS
    assert card.labels.detail.about is About.FLAGGED


def test_before_a_training_it_says_what_there_is_to_judge_by():
    card = content(CardFacts(validation_rows=749))
    assert card.error.main.text == "nothing is trained yet"
    assert card.error.detail.text == "749 rows kept back to judge"
    assert (card.scale, card.grounds, card.text) == (None, (), "")


@pytest.mark.parametrize(("error", "said"), [(0.137, "13.7 % wrong"), (math.nan, "–")])
def test_while_training_there_is_an_error_and_no_interval(error, said):
    card = content(CardFacts(training=TrainingNow(37, 1200, error, True, True)))
    assert card.error.main.text == said
    assert card.error.detail.text == "round 37 of 1,200"
    assert card.text == ""
    assert (card.scale is None) == math.isnan(error)


def test_before_and_during_the_audit_the_run_speaks_for_itself(known):
    run, _ = known["noisy"]
    waiting = content(facts_of(run, None, flagged_by_run=311))
    assert waiting.labels.main.text == "not audited yet"
    assert waiting.labels.detail.text == "311 flagged by the run alone"
    assert waiting.text.endswith("311 rows flagged by the run alone, before an audit.")
    audited = content(facts_of(run, None, flagged_by_run=311, audit_share=0.4))
    assert audited.labels.main.text == "being audited… 40 %"


def test_after_decisions_the_error_is_one_of_before(known):
    run, found = known["noisy"]
    now = replace(facts_of(run, found, is_stale=True), open_rows=3)
    card = content(now)
    assert card.error.title == "Error before your decisions"
    assert card.labels.detail.text == f"3 of {found.count} flagged rows left"


def test_a_constant_target_is_one_class_and_not_two():
    assert _said(dataset({"x": [1, 2]}, "aa")) == "one class"
    assert _said(dataset({"x": [1, 2]}, "ab")) == "two classes"
    assert _said(dataset({"x": [1, 2, 3]}, "abc")) == "3 classes"


def test_columns_to_think_about_are_told_with_why():
    random = np.random.default_rng(0)
    minutes, age = random.normal(200, 40, 300).round(1), random.normal(50, 9, 300).round()
    leaves = (minutes + random.normal(0, 60, 300) > 200).astype(int)
    data = dataset({"minutes": minutes, "charge": (0.17 * minutes).round(6), "age": age}, leaves)
    told = diagnose(fit(data, AdaBoost(rounds=5)))
    card = content(CardFacts(has_run=True, diagnosis=told))
    assert card.columns.detail.text == f"one to think about · {told.limit.short}"
    assert card.columns.detail.about is About.COLUMNS
    (ground,) = [each for each in card.grounds if each.about is About.COLUMNS]
    assert ground.title == "tells what another column tells"
    assert ground.sentence == told.columns[0].sentence
    without = dataset({"minutes": minutes, "age": age}, leaves)
    assert not diagnose(fit(without, AdaBoost(rounds=5))).columns
