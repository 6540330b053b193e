"""Hard votes for many classes: the history against a plain boosting loop, round by round."""

import math

import numpy as np
import pytest

from core import AdaBoost, Tree, fit, train
from core.engine.kernels.boosting import HEAVIEST
from core.learning.histories.class_votes import ClassVoteHistory
from core.learning.problem import Problem
from core.learning.rounds import VOTE
from tests.core.helpers import dataset

NAMES = "abcdefghi"


def problem_of(classes, rows=60, validation_share=0.25, weights=None, seed=0):
    """A problem whose labels are all there is to it."""
    random = np.random.default_rng(seed)
    labels = [NAMES[k] for k in np.resize(np.arange(classes), rows)]
    columns = {"x": random.normal(size=rows)}
    if weights is None:
        return Problem.of(dataset(columns, labels, validation_share))
    columns["w"] = weights
    return Problem.of(dataset(columns, labels, validation_share, weight="w"))


def random_votes(problem, rounds, seed=1, chance=0.6):
    """Votes and named classes of learners that are right with some chance."""
    random = np.random.default_rng(seed)
    for _ in range(rounds):
        named = random.integers(0, problem.classes, len(problem))
        right = random.random(len(problem)) < chance
        yield random.uniform(0.1, 1.2), np.where(right, problem.labels, named)


def history_of(problem, voted):
    history = ClassVoteHistory(problem, (VOTE,))
    for vote, named in voted:
        history.vote(vote, named)
        history.finish({"vote": vote})
    return history


def plain_weights(problem, voted):
    """The textbook: multiply by e^2α where wrong, divide by the training rows' sum."""
    weights = problem.row_weights / problem.row_weights[: problem.training].sum()
    yield weights
    for vote, named in voted:
        weights = weights * np.where(named != problem.labels, math.exp(2 * vote), 1.0)
        weights = weights / weights[: problem.training].sum()
        yield weights


def by_row(problem, values):
    out = np.empty_like(values)
    out[problem.data.order] = values
    return out


@pytest.mark.parametrize("classes", [2, 3, 4, 5, 9])
def test_the_weights_equal_those_of_a_plain_loop(classes):
    problem = problem_of(classes, weights=np.resize([1.0, 2.0, 0.25, 0.0], 60))
    voted = list(random_votes(problem, 40))
    history = history_of(problem, voted)
    for t, expected in enumerate(plain_weights(problem, voted)):
        assert history.weights(t) == pytest.approx(by_row(problem, expected), rel=1e-9)
        assert history.weights(t)[~problem.dataset.validation].sum() == pytest.approx(1)
    assert history.weights_now() == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("classes", [2, 3, 4, 7, 8, 9])
def test_the_named_classes_come_back_from_their_bits(classes):
    problem = problem_of(classes, rows=61)
    voted = list(random_votes(problem, 5, chance=0.0))
    history = history_of(problem, voted)
    for t, (_, named) in enumerate(voted, 1):
        np.testing.assert_array_equal(history.named(t), named)
    assert len({plane.shape for plane in history._planes}) == 1
    assert history._planes[0].shape == (math.ceil(math.log2(classes)), 8)


@pytest.mark.parametrize("classes", [2, 3, 6])
def test_after_a_samme_update_the_learner_is_as_good_as_chance(classes):
    problem = problem_of(classes, rows=120, validation_share=0)
    _, named = next(random_votes(problem, 1, seed=4, chance=0.5))
    wrong = named != problem.labels
    error = wrong.mean()
    vote = 0.5 * (math.log((1 - error) / error) + math.log(classes - 1))
    history = history_of(problem, [(vote, named)])
    # In training order; without validation rows that is the order of the file.
    assert history.weights(1)[wrong].sum() == pytest.approx(1 - 1 / classes, abs=1e-12)


def test_an_update_as_computed_by_hand():
    problem = Problem.of(dataset({"x": range(6)}, "aabbcc"))
    named = np.array([0, 0, 1, 2, 2, 0])  # wrong about the fourth and the sixth row
    # SAMME: ε = 1/3, α = ½ (ln 2 + ln 2) = ln 2, and wrong rows weigh 4 times the others.
    history = history_of(problem, [(math.log(2), named)])
    assert history.weights(1) == pytest.approx(np.array([1, 1, 1, 4, 1, 4]) / 12)
    assert history.margins(1).tolist() == [1, 1, 1, -1, 1, -1]
    assert history.predicted(1).tolist() == named.tolist()


def test_scores_predictions_and_margins_equal_plain_sums():
    problem = problem_of(4)
    voted = list(random_votes(problem, 30))
    history = history_of(problem, voted)
    scores, rows = np.zeros((len(problem), 4)), np.arange(len(problem))
    for t, (vote, named) in enumerate(voted, 1):
        scores[rows, named] += vote
        predicted = by_row(problem, scores.argmax(axis=1))
        np.testing.assert_array_equal(history.predicted(t), predicted)
        np.testing.assert_array_equal(history.wrong(t), predicted != problem.dataset.labels)
        others = scores.copy()
        others[rows, problem.labels] = -1
        margins = (scores[rows, problem.labels] - others.max(axis=1)) / sum(v for v, _ in voted[:t])
        assert history.margins(t) == pytest.approx(by_row(problem, margins), abs=1e-12)
    np.testing.assert_array_equal(history.scores_now, scores)


def test_margins_never_leave_minus_one_to_one():
    problem = problem_of(3)
    always = [(vote, problem.labels) for vote, _ in random_votes(problem, 200, seed=7)]
    history = history_of(problem, always)
    assert max(history.margins(t).max() for t in range(1, 201)) == 1
    never = [(vote, (problem.labels + 1) % 3) for vote, _ in always]
    assert min(history_of(problem, never).margins(t).min() for t in (1, 50, 200)) == -1


def test_before_the_first_round_the_commonest_class_is_named():
    problem = Problem.of(dataset({"x": range(5)}, "acbca"))
    history = history_of(problem, [])
    assert history.predicted(0).tolist() == [0] * 5
    assert history.margins(0).tolist() == [0] * 5
    assert history.weights(0) == pytest.approx([1 / 5] * 5)


def test_suspicion_is_the_mean_of_the_relative_weights():
    problem = problem_of(3, weights=np.resize([1.0, 3.0], 60))
    history = history_of(problem, list(random_votes(problem, 25)))
    training = ~problem.dataset.validation
    expected = np.mean([history.relative_weights(t) for t in range(26)], axis=0)
    assert history.suspicion()[training] == pytest.approx(expected[training], rel=1e-9)


def test_suspicion_asked_for_now_and_then_is_the_same_bits():
    problem = problem_of(3)
    voted = list(random_votes(problem, 40))
    asked = ClassVoteHistory(problem, (VOTE,))
    for number, (vote, named) in enumerate(voted):
        asked.vote(vote, named)
        asked.finish({"vote": vote})
        if number in (0, 1, 17, 38):
            asked.suspicion()
    np.testing.assert_array_equal(asked.suspicion(), history_of(problem, voted).suspicion())


@pytest.mark.parametrize(
    ("t", "height", "width", "rows"),
    [(30, 7, 9, 60), (30, 60, 31, 60), (29, 60, 1, 60), (13, 5, 6, 23), (0, 4, 4, 10),
     (3, 999, 999, 60)],
)  # fmt: skip
def test_the_weight_image_shows_the_heaviest_row_and_round_of_every_pixel(t, height, width, rows):
    problem = problem_of(3, weights=np.resize([1.0, 2.0, 0.0, 5.0, 1.0], 60))
    history = history_of(problem, list(random_votes(problem, 30)))
    ranked = np.random.default_rng(1).permutation(60)[:rows]
    image = history.weight_image(ranked, t, height, width)
    height, width = min(height, rows), min(width, t + 1)
    expected = np.full((height, width), -np.inf)
    for column in range(t + 1):
        with np.errstate(divide="ignore"):
            logs = np.log10(history.relative_weights(column)[ranked])
        pixels = np.arange(rows) * height // rows
        np.maximum.at(expected[:, column * width // (t + 1)], pixels, logs)
    assert image == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("cut", [0, 1, 8, 9, 20])
def test_a_continued_history_is_the_whole_one_and_leaves_the_first_as_it_was(cut):
    problem = problem_of(5)
    voted = list(random_votes(problem, 30))
    first = history_of(problem, voted[:cut])
    before = [first.weights(t) for t in range(cut + 1)]
    second, whole = first.continued(), history_of(problem, voted)
    for vote, named in voted[cut:]:
        second.vote(vote, named)
        second.finish({"vote": vote})
    assert (first.rounds, second.rounds) == (cut, 30)
    for t in range(31):
        np.testing.assert_array_equal(second.weights(t), whole.weights(t))
        np.testing.assert_array_equal(second.margins(t), whole.margins(t))
    np.testing.assert_array_equal(second.suspicion(), whole.suspicion())
    np.testing.assert_array_equal(second.votes, whole.votes)
    for t in range(cut + 1):
        np.testing.assert_array_equal(first.weights(t), before[t])
    assert len(first.votes) == cut


@pytest.mark.parametrize("t", [-1, 6])
def test_a_round_that_was_not_done_is_refused(t):
    problem = problem_of(3)
    history = history_of(problem, list(random_votes(problem, 5)))
    for ask in (history.weights, history.margins, history.predicted, history.wrong):
        with pytest.raises(IndexError, match="not between 0 and 5"):
            ask(t)
    with pytest.raises(IndexError, match="not between 0 and 5"):
        history.weight_image(np.arange(10), t, 5, 5)


def test_the_weights_of_hopeless_validation_rows_stay_finite():
    problem = problem_of(3)
    named = problem.labels.copy()
    hopeless = np.arange(problem.training, problem.training + 2)
    named[hopeless] = (named[hopeless] + 1) % 3
    history = history_of(problem, [(1.0, named)] * 800)
    weights, suspicion = history.weights(800), history.suspicion()
    rows = problem.data.order[hopeless]
    assert weights[rows].tolist() == [HEAVIEST, HEAVIEST]
    assert np.isfinite(suspicion).all()
    assert set(history.ranked()[:2]) == set(rows)
    assert weights[~problem.dataset.validation] == pytest.approx(np.full(45, 1 / 45))


def test_a_row_of_weight_zero_that_is_always_wrong_does_no_harm():
    weights = np.ones(60)
    weights[7] = 0.0
    problem = problem_of(3, validation_share=0, weights=weights)
    named = problem.labels.copy()
    named[7] = (named[7] + 1) % 3
    history = history_of(problem, [(1.0, named)] * 800)
    assert history.weights(800) == pytest.approx(weights / 59)
    assert np.isfinite(history.suspicion()).all()


def test_the_histories_of_both_two_class_trainings_agree_on_what_a_weight_is():
    """e^α against e^-α is e^2α against 1."""
    random = np.random.default_rng(0)
    a, b = random.normal(size=(2, 80))
    data = dataset({"a": a, "b": b}, np.where(a + b + random.normal(size=80) > 0, "+", "-"), 0.25)
    bits = fit(data, AdaBoost(rounds=30)).history
    problem = Problem.of(data)
    voted = []
    for t in range(1, 31):
        # What one round added to the scores tells the class that its stump named.
        step = bits.scores(t) - bits.scores(t - 1)
        named = (step > 0).astype(np.int64)[problem.data.order]
        voted.append((float(bits.votes[t - 1]), named))
    history = history_of(problem, voted)
    for t in (0, 1, 15, 30):
        assert history.weights(t) == pytest.approx(bits.weights(t), rel=1e-9)
        assert history.margins(t) == pytest.approx(bits.margins(t), abs=1e-9)
    assert history.suspicion() == pytest.approx(bits.suspicion(), rel=1e-9)


def test_the_weights_of_a_training_are_those_that_its_learners_saw():
    random = np.random.default_rng(5)
    x = random.normal(size=(3, 150))
    labels = np.array([*"abc"])[x.argmax(axis=0)]
    data = dataset({"a": x[0], "b": x[1], "c": x[2]}, labels, 0.25)
    training = train(data, AdaBoost(rounds=12, base=Tree(depth=2)))
    for round_ in training:
        history = training.history
        wrong = history.named(round_.number) != history.problem.labels
        weights = history.weights(round_.number - 1)[history.order]
        seen = weights[: history.training][wrong[: history.training]].sum()
        assert seen == pytest.approx(round_.weighted_error, abs=1e-12)
    assert history.rounds == 12
