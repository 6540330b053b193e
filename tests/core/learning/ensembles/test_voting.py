"""Voting: counted by hand."""

import numpy as np
import pytest

import core
from core import SettingsError, Stump, Tree
from core.learning.ensembles.voting import Voting
from tests.core.learning.ensembles.made_up import Says, check_history_and_file, cloud, line


def test_soft_votes_are_the_mean_of_the_shares_and_hard_votes_the_majority():
    data = line(["a", "b"] * 5)
    team = (Says(up=0.9, down=0.9), Says(up=0.4, down=0.4), Says(up=0.4, down=0.4))
    soft = core.fit(data, Voting(team)).model
    hard = core.fit(data, Voting(team, is_hard=True)).model
    np.testing.assert_allclose(soft.probabilities(data)[:, 1], (0.9 + 0.4 + 0.4) / 3)
    np.testing.assert_allclose(hard.probabilities(data)[:, 1], 1 / 3)
    assert set(soft.predict(data)) == {"b"}
    assert set(hard.predict(data)) == {"a"}


def test_votes_by_validation_are_the_members_accuracies_there():
    data = line(["a"] * 20 + ["b"] * 20, validation_share=0.25)
    team = (Says(cut=19.5), Says(cut=9.5), Says(cut=-1.0))
    model = core.fit(data, Voting(team, votes="validation")).model
    x, is_b = data.features[0].values, data.labels == 1
    by_hand = [
        np.mean((x > cut)[data.validation] == is_b[data.validation]) for cut in (19.5, 9.5, -1)
    ]
    assert by_hand[0] == 1
    np.testing.assert_allclose(model.predictor.votes, by_hand)
    said = np.column_stack([x > 19.5, x > 9.5, x > -1])
    np.testing.assert_allclose(
        model.probabilities(data)[:, 1], said @ by_hand / np.sum(by_hand), rtol=1e-12
    )


def test_votes_by_folds_judge_a_member_on_rows_it_was_not_trained_on():
    from tests.core.learning.ensembles.made_up import Remembers

    data = line(["a"] * 12 + ["b"] * 8)
    # One that knows the rule is always right; one that knows rows by heart knows nothing of
    # others, and its even shares are the commonest class: 12 of 20.
    team = (Says(cut=11.5), Remembers())
    votes = core.fit(data, Voting(team, votes="folds")).model.predictor.votes
    np.testing.assert_allclose(votes, [1.0, 0.6])


def test_for_numbers_a_member_counts_by_one_over_its_squared_error():
    data = line(np.repeat([0.0, 10.0], 20) + np.linspace(0, 1, 40), validation_share=0.25)
    x, y, held_out = data.features[0].values, data.labels, data.validation
    team = (Says(cut=19.5, up=10, down=0), Says(cut=19.5, up=8, down=0))
    model = core.fit(data, Voting(team, votes="validation")).model
    told = np.column_stack([np.where(x > 19.5, 10.0, 0.0), np.where(x > 19.5, 8.0, 0.0)])
    precision = 1 / ((told - y[:, None])[held_out] ** 2).mean(axis=0)
    np.testing.assert_allclose(model.predict(data), told @ precision / precision.sum(), rtol=1e-12)


@pytest.mark.parametrize("task", ["two", "many", "number"])
@pytest.mark.parametrize("votes", ["equal", "validation", "folds"])
@pytest.mark.parametrize("is_hard", [False, True])
def test_history_and_file_agree_with_the_model(task, votes, is_hard, tmp_path):
    settings = Voting((Tree(depth=2), Stump(), Tree(depth=5)), votes=votes, is_hard=is_hard)
    run = core.fit(cloud(task), settings)
    assert run.rounds == settings.planned_rounds == 3
    check_history_and_file(run, tmp_path / "m.ensemble")


def test_a_member_alone_is_the_single_learner():
    data = cloud("many")
    alone = core.fit(data, core.SingleLearner(Tree(depth=4))).model
    voting = core.fit(data, Voting((Tree(depth=4),))).model
    np.testing.assert_array_equal(alone.probabilities(data), voting.probabilities(data))


def test_a_complete_committee_cannot_go_on_and_a_stopped_one_can():
    data = cloud("two")
    settings = Voting((Tree(depth=2), Tree(depth=3), Stump()), votes="folds")
    whole = core.fit(data, settings)
    assert not whole.outcome.can_go_on
    training = core.train(data, settings)
    next(training)
    stopped = training.run()
    assert stopped.rounds == 1
    went_on = core.fit(data, settings, after=stopped)
    np.testing.assert_array_equal(
        went_on.model.probabilities(data), whole.model.probabilities(data)
    )


def test_votes_by_validation_without_validation_rows_are_refused():
    with pytest.raises(SettingsError, match="need validation rows, and there are none here"):
        core.fit(line(["a", "b"] * 3), Voting(votes="validation"))
