"""The history's per-row quantities against the training loop, the model and plain formulas."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from core import AdaBoost, Dataset, Ending, fit, train
from core.engine.kernels.boosting import HEAVIEST, HUGE, TINY, reweighted
from core.learning.histories.votes import ROUNDS_A_BLOCK
from core.learning.trainers import stump_boosting
from tests.core.helpers import dataset, noisy, noisy_frame, run_of, scores_of, signs, small_runs


def loop_weights(history, t):
    """The training loop's weights, in the order of the dataset's rows."""
    signed, _ = history.state(t)
    weights = np.empty(len(history))
    weights[history.order] = np.abs(signed)
    return weights


def weights_by_formula(run, t):
    """w0 exp(-yF), over its sum for the training rows; F comes from the model."""
    raw = run.dataset.weights * np.exp(
        -signs(run.dataset) * scores_of(run.model.first(t), run.dataset)
    )
    return raw / raw[~run.dataset.validation].sum()


@pytest.fixture(scope="module")
def run():
    return run_of(noisy(500), 300)


@pytest.fixture
def watched(monkeypatch):
    """Train, and give the run with the training loop that made it."""
    loops = []

    class Watched(stump_boosting._Loop):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            loops.append(self)

    monkeypatch.setattr(stump_boosting, "_Loop", Watched)
    return lambda data, rounds: (run_of(data, rounds), loops[-1])


@pytest.mark.parametrize("rounds", [1, 64, 65, 128, 129, 300, 2_500, 6_000])
@pytest.mark.parametrize("kind", ["noisy", "separable", "weighted"])
def test_the_state_is_the_training_loops_bit_for_bit(watched, kind, rounds):
    if kind == "weighted":
        frame = noisy_frame(80).assign(w=np.resize([0.0, 1e-9, 2.0, 5.0], 80))
        data = Dataset.from_frame(frame, "y", weight="w")
    else:
        data = noisy(120, noise=2.0) if kind == "noisy" else separable_data()[0]
    run, loop = watched(data, rounds)
    assert run.rounds == rounds
    np.testing.assert_array_equal(run.history.state(rounds)[0], loop.signed)
    # The loop adds up y F as far as it was asked, by blocks of bits.
    (known,) = loop._state.agreed
    reached = (rounds - 1) // ROUNDS_A_BLOCK * ROUNDS_A_BLOCK + int(known)
    np.testing.assert_array_equal(run.history.state(reached)[1], loop.agreement)


@settings(max_examples=40)
@given(small_runs())
def test_the_weights_equal_the_training_loops(run):
    for t in range(run.rounds + 1):
        assert run.history.weights(t) == pytest.approx(loop_weights(run.history, t), rel=1e-9)


def test_the_weights_equal_the_training_loops_at_round_ten_thousand():
    run = run_of(noisy(60, noise=3.0), 10_000)
    assert run.outcome.ending is Ending.ALL_ROUNDS
    training = ~run.dataset.validation
    for t in (1, 127, 128, 129, 5_000, 10_000):
        ours, loops = run.history.weights(t), loop_weights(run.history, t)
        assert ours == pytest.approx(loops, rel=1e-9)
        assert ours[training].min() > 1e-200


def separable_data():
    """Rows that boosting tells apart, and two validation rows that are mislabelled."""
    random = np.random.default_rng(0)
    a, b = random.random(120), random.random(120)
    data = dataset({"a": a, "b": b}, np.where(a + b > 1, "p", "n"), 0.25)
    far = np.argsort(-np.abs(a + b - 1) * data.validation)[:2]
    wrong = {int(data.lines[row]): data.classes[1 - data.labels[row]] for row in far}
    # As if the file had these labels: validation rows are judged by what was read.
    return replace(data.relabelled(wrong), first_labels=None), far


@pytest.fixture(scope="module")
def separable():
    data, far = separable_data()
    return run_of(data, 10_000), far


def test_the_weights_equal_the_training_loops_where_they_underflow(separable):
    run, _ = separable
    assert run.rounds == 10_000
    for t in (1_000, 3_000, 6_000, 10_000):
        ours, loops = run.history.weights(t), loop_weights(run.history, t)
        gone = loops == 0
        assert ours[~gone] == pytest.approx(loops[~gone], rel=1e-9)
        assert (ours[gone] < 1.01 * TINY).all()
    assert gone.any()


def test_the_weights_of_hopeless_validation_rows_stay_finite(separable):
    run, far = separable
    assert run.history.weights(10_000)[far].tolist() == [HEAVIEST, HEAVIEST]
    assert loop_weights(run.history, 10_000)[far].tolist() == [HEAVIEST, HEAVIEST]
    suspicion, validation = run.history.suspicion(), run.dataset.validation
    assert np.isfinite(suspicion).all()
    ranked = run.history.ranked()
    assert set(ranked[validation[ranked]][:2]) == set(far)
    assert suspicion.max() == suspicion[~validation].max()
    for t in (1, 100, 10_000):
        relative = run.history.relative_weights(t)
        assert relative[far].max() <= relative[~validation].max() * (1 + 1e-9)
        assert relative[validation].mean() == pytest.approx(1)


@pytest.mark.parametrize("exponent", [-700.0, -600.0, 0.0, 600.0, 700.0])
def test_a_weight_whose_product_lost_its_digits_is_computed_anew(exponent):
    exact = 0.5 * np.exp(-exponent)
    expected = 0.0 if exact < TINY else min(exact, HEAVIEST)
    for lost in (0.0, TINY / 2, HUGE * 2, np.inf):
        assert reweighted(-lost, -1, 0.5, exponent - 3, 3.0) == pytest.approx(-expected, rel=1e-12)
    assert reweighted(0.25, 1, 0.5, exponent, 0.0) == 0.25  # still has its digits
    assert reweighted(0.0, 1, 0.0, exponent, 0.0) == 0.0  # a row of weight 0 stays there


def test_a_validation_row_has_the_weight_that_it_would_have_had(run):
    for t in (0, 1, 10, 128, 300):
        assert run.history.weights(t) == pytest.approx(weights_by_formula(run, t), rel=1e-9)


def test_a_validation_row_starts_with_its_own_weight_over_that_of_the_training_rows():
    frame = noisy_frame(80).assign(w=np.resize([1.0, 2.0, 5.0], 80))
    data = Dataset.from_frame(frame, "y", weight="w")
    history = run_of(data, 20).history
    expected = frame["w"] / frame["w"][~data.validation].sum()
    assert history.weights(0) == pytest.approx(expected.to_numpy())
    for t in (5, 20):
        assert history.weights(t) == pytest.approx(weights_by_formula(run_of(data, 20), t))


@settings(max_examples=40)
@given(small_runs())
def test_scores_equal_the_models_bit_for_bit(run):
    if run.outcome.ending is Ending.PERFECT_LEARNER:
        return  # its model has leaf shares in place of hard votes
    for t in range(1, run.rounds + 1):
        np.testing.assert_array_equal(
            run.history.scores(t), scores_of(run.model.first(t), run.dataset)
        )


def test_scores_equal_the_models_bit_for_bit_over_many_rounds(run):
    for t in (1, 127, 128, 129, 256, 300):
        np.testing.assert_array_equal(
            run.history.scores(t), scores_of(run.model.first(t), run.dataset)
        )


@settings(max_examples=40)
@given(small_runs())
def test_what_is_wrong_equals_what_the_model_predicts_wrongly(run):
    data, training = run.dataset, ~run.dataset.validation
    labels = np.array([data.label_text(row) for row in range(len(data))], dtype=object)
    for t in range(1, run.rounds + 1):
        wrong = run.model.first(t).predict(data) != labels
        np.testing.assert_array_equal(run.history.wrong(t), wrong)
        share = data.weights[training & wrong].sum() / data.weights[training].sum()
        assert run.history.error(t) == pytest.approx(share, abs=1e-12)
        assert run.history.curve("training_error")[t - 1] == pytest.approx(share, abs=1e-12)


@pytest.mark.parametrize("step", [1, 7])
def test_what_is_wrong_after_several_rounds_is_what_is_wrong_after_each(run, step):
    """Across blocks of rounds, for rows that lie close together in training order and not."""
    history = run.history
    rounds = [1, 2, 127, 128, 129, 256, history.rounds]
    rows = np.flatnonzero(run.dataset.validation)[::step]
    found = history.wrong_at(rounds, rows)
    assert found.tolist() == [history.wrong(t)[rows].tolist() for t in rounds]
    assert history.wrong_at(rounds, rows[:0]).shape == (len(rounds), 0)


@pytest.mark.parametrize("step", [1, 3])
def test_of_many_rows_the_same_is_wrong_chunk_by_chunk(step):
    data = noisy(30_000)
    run = fit(data, AdaBoost(rounds=6))
    history, rounds = run.history, [2, 3, 6]
    rows = np.flatnonzero(data.validation)[5::step]
    found = history.wrong_at(rounds, rows)
    assert found.tolist() == [history.wrong(t)[rows].tolist() for t in rounds]
    taught = history.order[: history.training]
    for t, margins in zip(rounds, history.training_margins(rounds), strict=True):
        np.testing.assert_array_equal(margins, history.margins(t)[taught])


def test_the_curves_of_errors_equal_the_errors_of_the_history(run):
    for t in range(1, run.rounds + 1):
        assert run.history.curve("training_error")[t - 1] == run.history.error(t)
        assert run.history.curve("validation_error")[t - 1] == run.history.validation_error(t)


def test_without_validation_rows_their_error_is_not_a_number():
    run = run_of(noisy(50, validation_share=0), 3)
    assert np.isnan(run.history.validation_error(3))
    assert np.isnan(run.history.curve("validation_error")).all()


def test_margins_lie_between_minus_one_and_one_and_are_negative_where_wrong(run):
    for t in range(1, run.rounds + 1):
        margins = run.history.margins(t)
        assert (np.abs(margins) <= 1).all()
        assert (run.history.wrong(t)[margins != 0] == (margins < 0)[margins != 0]).all()
    expected = signs(run.dataset) * scores_of(run.model, run.dataset) / run.history.votes.sum()
    assert margins == pytest.approx(expected, abs=1e-12)


def test_a_row_that_every_vote_gets_right_has_margin_one_exactly():
    random = np.random.default_rng(0)
    a, b = random.random(60), random.random(60)
    run = run_of(dataset({"a": a, "b": b}, np.where(a + b > 1, "p", "n")), 200)
    assert max(run.history.margins(t).max() for t in range(1, 201)) == 1


def test_a_relative_weight_is_one_on_average(run):
    training = ~run.dataset.validation
    assert run.history.relative_weights(300)[training].mean() == pytest.approx(1)
    assert run.history.relative_weights(0) == pytest.approx(np.ones(500))


def test_the_mean_weight_is_the_mean_over_all_rounds_and_the_start(run):
    training = ~run.dataset.validation
    raw = np.mean([run.history.weights(t) for t in range(301)], axis=0) * training.sum()
    found = run.history.suspicion()
    assert found[training] == pytest.approx(raw[training], rel=1e-9)
    # Validation rows come in the order of the weights that they would have had.
    order = np.argsort(raw[~training], kind="stable")
    assert (np.diff(found[~training][order]) >= 0).all()


def test_the_mean_weight_asked_for_now_and_then_is_the_same_bits():
    data = noisy(300)
    training = train(data, AdaBoost(rounds=150))
    for round_ in training:
        if round_.number in (1, 2, 70, 128, 149):
            training.history.suspicion()
    np.testing.assert_array_equal(
        training.history.suspicion(), run_of(data, 150).history.suspicion()
    )


@pytest.mark.parametrize(
    ("t", "height", "width", "rows"),
    [(300, 40, 50, 500), (300, 7, 301, 500), (299, 500, 1, 500), (130, 33, 64, 99), (0, 10, 10, 20),
     (3, 1000, 1000, 500)],
)  # fmt: skip
def test_the_weight_image_shows_the_heaviest_row_and_round_of_every_pixel(
    run, t, height, width, rows
):
    ranked = np.random.default_rng(1).permutation(500)[:rows]
    image = run.history.weight_image(ranked, t, height, width)
    height, width = min(height, rows), min(width, t + 1)
    expected = np.full((height, width), -np.inf)
    for column in range(t + 1):
        logs = np.log10(run.history.relative_weights(column)[ranked])
        pixels = np.arange(rows) * height // rows
        np.maximum.at(expected[:, column * width // (t + 1)], pixels, logs)
    assert image == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("t", [-1, 301])
def test_a_round_that_was_not_done_is_refused(run, t):
    for ask in (run.history.weights, run.history.margins, run.history.scores, run.history.wrong):
        with pytest.raises(IndexError, match="not between 0 and 300"):
            ask(t)
    with pytest.raises(IndexError, match="not between 0 and 300"):
        run.history.weight_image(np.arange(10), t, 5, 5)


def test_going_on_leaves_the_earlier_history_as_it_was():
    data = noisy(300)
    first = run_of(data, 70)
    before = [first.history.weights(t) for t in range(71)]
    second = fit(data, AdaBoost(rounds=200), after=first)
    assert (first.rounds, second.rounds) == (70, 200)
    for t in range(71):
        np.testing.assert_array_equal(first.history.weights(t), before[t])
        np.testing.assert_array_equal(second.history.weights(t), before[t])


def test_the_memory_is_about_a_bit_a_row_a_round():
    rows, rounds = 8_000, 256
    history = run_of(noisy(rows), rounds).history
    bits = rows * rounds / 8
    assert history.nbytes <= 1.6 * bits


def test_a_reader_in_another_thread_sees_whole_rounds_only():
    data = noisy(5_000)
    training = train(data, AdaBoost(rounds=300))
    problems = []
    done = threading.Event()

    def look():
        while not done.is_set():
            t = training.history.rounds
            total = training.history.weights(t)[~data.validation].sum()
            if abs(total - 1) > 1e-9 or len(training.history.curve("vote")) < t:
                problems.append((t, total))

    reader = threading.Thread(target=look)
    reader.start()
    for _ in training:
        pass
    done.set()
    reader.join()
    assert not problems
