"""Output codes: the codes by hand, the decodings by hand, and scikit-learn's with the same ones."""

import itertools

import numpy as np
import pandas as pd
import pytest
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier, OutputCodeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import core
from core import (
    AdaBoost,
    Bagging,
    Dataset,
    EarlyRejectCascade,
    LinearRegression,
    Logistic,
    NaiveBayes,
    OutputCodes,
    RandomForest,
    SettingsError,
    Stacking,
    Stump,
    Tree,
)
from core.base.lacking import Lacking
from core.judging.diagnostics.agreement import agreement
from core.judging.diagnostics.reading import learned
from core.learning.predictors.coded import Coded
from core.learning.trainers.coding import exhaustive, one_against_one, one_against_rest, random_code
from core.storage.run_file import load_run, save_run
from tests.core.learning.ensembles.made_up import check_history_and_file, cloud

CODES = ("one_against_rest", "one_against_one", "exhaustive", "random")
DECODINGS = ("hamming", "distance", "loss")


def flowers(count=240, classes=4, seed=0):
    """Overlapping clouds around the corners of a square, in whole numbers."""
    random = np.random.default_rng(seed)
    y = random.integers(0, classes, count)
    centre = np.array([[0, 0], [14, 0], [0, 14], [14, 14], [7, 22]])[y]
    x = np.rint(centre + 6 * random.normal(size=(count, 2)))
    frame = pd.DataFrame(x, columns=["a", "b"]).assign(c=random.integers(0, 9, count) * 1.0)
    return frame.assign(y=np.array(["k0", "k1", "k2", "k3", "k4"])[y])


def trained(frame, settings, **options):
    data = Dataset.from_frame(frame, "y", validation_share=0, **options)
    return core.fit(data, settings)


def test_the_codes_by_hand():
    assert one_against_rest(2).tolist() == exhaustive(2).tolist() == [[-1, 1]]
    assert one_against_one(2).tolist() == random_code(2, 10, 0).tolist() == [[-1, 1]]
    assert len(one_against_one(7)) == 21
    for classes in (3, 4, 5, 6):
        code = exhaustive(classes)
        assert len(code) == 2 ** (classes - 1) - 1
        ways = {frozenset([frozenset(np.flatnonzero(own > 0)), frozenset(np.flatnonzero(own < 0))])
                for own in code}  # fmt: skip
        assert len(ways) == len(code)  # no parting twice, nor with its sides exchanged
        assert (code.min(axis=1) == -1).all()
        assert (code.max(axis=1) == 1).all()
        # Any two codewords differ in 2^(K-2) places (Dietterich & Bakiri 1995).
        for one, two in itertools.combinations(code.T, 2):
            assert (one != two).sum() == 2 ** (classes - 2)


def test_a_random_code_keeps_its_words_apart():
    code = random_code(8, 30, seed=1)
    assert code.shape == (30, 8)
    assert len({own.tobytes() for own in code}) == 30
    apart = [(one != two).sum() for one, two in itertools.combinations(code.T, 2)]
    assert min(apart) >= 9
    assert not np.array_equal(code, random_code(8, 30, seed=2))
    np.testing.assert_array_equal(code, random_code(8, 30, seed=1))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("decoding", DECODINGS)
def test_what_members_say_is_brought_together_as_written(code, decoding):
    """Every sum computed again from the members' shares, class by class."""
    run = trained(flowers(), OutputCodes(code=code, decoding=decoding, base=Tree(depth=3)))
    coded = run.model.predictor
    assert isinstance(coded, Coded)
    inputs = run.model.inputs(run.dataset)
    scores = np.zeros((len(run.dataset), 4))
    for member, sides in zip(coded.members, coded.code, strict=True):
        shares = member.outputs(inputs)
        for label, side in enumerate(sides):
            own = np.full(len(shares), 0.5) if side == 0 else shares[:, int(side > 0)]
            if decoding == "hamming":
                scores[:, label] += np.where(own > 0.5, 1.0, np.where(own < 0.5, 0.0, 0.5))
            else:
                scores[:, label] += own if decoding == "distance" else np.log(np.maximum(own, 1e-6))
    decisive, outputs = coded.judged(inputs)
    assert decisive == pytest.approx(scores, abs=1e-9)
    raised = np.exp(scores - scores.max(axis=1, keepdims=True)) if decoding == "loss" else scores
    assert outputs == pytest.approx(raised / raised.sum(axis=1, keepdims=True), abs=1e-9)


def test_each_member_is_taught_by_its_sides_alone():
    """One against one never sees the other classes; one against rest sees them all."""
    frame = flowers()
    run = trained(frame, OutputCodes(code="one_against_one", base=Tree(depth=3)))
    for member, (first, second) in zip(
        run.members, itertools.combinations(range(4), 2), strict=True
    ):
        here = frame["y"].isin([f"k{first}", f"k{second}"]).to_numpy()
        assert member.trees.rows[member.trees.roots[0]] == here.sum()
    run = trained(frame, OutputCodes(base=Tree(depth=3)))
    assert all(member.trees.rows[member.trees.roots[0]] == len(frame) for member in run.members)


def test_one_against_rest_is_scikit_learns():
    """Naive Bayes has one answer only, whoever computes it."""
    frame = flowers()
    x = frame[["a", "b", "c"]]
    theirs = OneVsRestClassifier(GaussianNB()).fit(x, frame["y"])
    ours = trained(frame, OutputCodes(base=NaiveBayes()))
    inputs = ours.model.inputs(ours.dataset)
    shares = np.column_stack([member.outputs(inputs)[:, 1] for member in ours.members])
    expected = np.column_stack([each.predict_proba(x)[:, 1] for each in theirs.estimators_])
    assert shares == pytest.approx(expected, abs=1e-6)
    np.testing.assert_array_equal(ours.model.predict(x), theirs.predict(x))
    assert len(set(theirs.predict(x))) == 4


def test_one_against_one_is_scikit_learns():
    frame = flowers()
    x = frame[["a", "b", "c"]]
    theirs = OneVsOneClassifier(GaussianNB()).fit(x, frame["y"])
    ours = trained(
        frame, OutputCodes(code="one_against_one", decoding="hamming", base=NaiveBayes())
    )
    scores = np.sort(ours.model.predictor.decisive(ours.model.inputs(ours.dataset)), axis=1)
    clear = scores[:, -1] > scores[:, -2]  # it decides ties by confidence, ours by the commonest
    assert clear.mean() > 0.95
    np.testing.assert_array_equal(ours.model.predict(x)[clear], theirs.predict(x)[clear])


def test_a_code_of_scikit_learns_names_the_same_classes():
    """The same code, and trees that know every row: what is left is the decoding."""
    frame = flowers().drop_duplicates(["a", "b", "c"])
    x = frame[["a", "b", "c"]]
    theirs = OutputCodeClassifier(
        DecisionTreeClassifier(random_state=0), code_size=3, random_state=4
    ).fit(x, frame["y"])
    code = (2 * theirs.code_book_.T - 1).astype(np.int8)
    code = code[(code.min(axis=1) < 0) & (code.max(axis=1) > 0)]
    run = trained(frame, OutputCodes(code="exhaustive", base=Tree(depth=40)))
    by_sides = {}
    for member, sides in zip(run.members, run.model.predictor.code, strict=True):
        by_sides[sides.tobytes()] = member
    members, sides = [], []
    for own in code:
        same = own if own.tobytes() in by_sides else (-own).astype(np.int8)
        members.append(by_sides[same.tobytes()])
        sides.append(same)
    coded = Coded(tuple(members), np.stack(sides), "hamming")
    decisive = coded.decisive(run.model.inputs(run.dataset))
    ordered = np.sort(decisive, axis=1)
    clear = ordered[:, -1] > ordered[:, -2]
    named = np.array(run.dataset.classes)[decisive.argmax(axis=1)]
    np.testing.assert_array_equal(named[clear], theirs.predict(x)[clear])
    assert (named[clear] == frame["y"].to_numpy()[clear]).all()


CASES = [
    OutputCodes(base=Logistic()),
    OutputCodes(code="one_against_one", decoding="hamming", base=NaiveBayes()),
    OutputCodes(code="exhaustive", decoding="loss", base=Stump()),
    OutputCodes(code="random", members=5, base=Tree(depth=3)),
    OutputCodes(base=AdaBoost(rounds=4), decoding="loss"),
    OutputCodes(code="one_against_one", base=RandomForest(rounds=3)),
    OutputCodes(base=EarlyRejectCascade(rounds=2)),
    OutputCodes(base=Stacking(learners=(Tree(), Stump()), folds=2), balanced=True),
]


@pytest.mark.parametrize("settings", CASES, ids=lambda s: f"{s.code}-{s.decoding}-{s.base.name}")
@pytest.mark.parametrize("task", ["two", "many"])
def test_history_model_file_session_and_onnx_agree(settings, task, tmp_path):
    run = core.fit(cloud(task), settings, seed=3)
    assert run.rounds == settings.rounds_for(run.dataset) == len(run.model.predictor.members)
    check_history_and_file(run, tmp_path / "model")
    core.export_onnx(run.model, tmp_path / "model.onnx", run.dataset)
    save_run(run, run.dataset, tmp_path / "run")
    again = load_run(tmp_path / "run", run.dataset)
    np.testing.assert_array_equal(again.history.suspicion(), run.history.suspicion())
    for t in range(1, run.rounds + 1):
        np.testing.assert_array_equal(again.history.margins(t), run.history.margins(t))
    margins = [run.history.margins(t)[~run.dataset.validation] for t in range(1, run.rounds + 1)]
    hardness = np.mean([(1 - own) / 2 for own in margins], axis=0)
    assert run.history.suspicion()[~run.dataset.validation] == pytest.approx(hardness)


def test_a_code_that_corrects_errors_beats_its_members():
    """Shares of an exhaustive code against one tree of the same depth, over seeds."""
    better = 0
    for seed in range(6):
        data = Dataset.from_frame(flowers(count=600, classes=5, seed=seed), "y", seed=seed)
        coded = core.fit(data, OutputCodes(code="exhaustive", base=Tree(depth=4)))
        single = core.fit(data, core.SingleLearner(learner=Tree(depth=4)))
        better += coded.history.validation_error(coded.rounds) <= single.history.validation_error(1)
    assert better >= 5


def test_too_many_members_are_refused_in_a_sentence():
    frame = pd.DataFrame({"x": np.arange(300.0), "y": [f"c{n % 30}" for n in range(300)]})
    data = Dataset.from_frame(frame, "y", validation_share=0)
    assert not OutputCodes().why_not(data)
    assert not OutputCodes(code="random").why_not(data)
    assert OutputCodes(code="random").rounds_for(data) == 50
    why = OutputCodes(code="exhaustive").why_not(data)
    assert why.startswith("For 30 classes this code has 536,870,911 members, and 2,000 are")
    with pytest.raises(SettingsError, match="Choose one against rest"):
        core.fit(data, OutputCodes(code="exhaustive"))


def test_members_need_to_know_two_classes():
    iris = core.example("iris")
    assert OutputCodes(base=LinearRegression()).why_not(iris).startswith("Linear regression is for")
    assert not OutputCodes(base=EarlyRejectCascade()).why_not(iris)
    assert "is for two classes or many classes" in OutputCodes().why_not(core.example("rents"))
    with pytest.raises(SettingsError, match="Two levels are the most"):
        OutputCodes(base=Bagging(base=AdaBoost()))
    assert (
        "100 learners are trained for every column" in OutputCodes(base=RandomForest()).announcement
    )


def test_members_do_not_agree_on_anything_and_are_read_by_their_sides():
    run = core.fit(core.example("iris"), OutputCodes(base=Tree(depth=2)))
    for found in (run.model.predictor.voters(), agreement(run)):
        assert isinstance(found, Lacking)
        assert "Each member answers a question of its own" in found.why
    first = learned(run.model, 1)
    leaves = [first.tree.node(node).leaf for node in range(3)]
    texts = " ".join(leaf.text for leaf in leaves if leaf)
    assert "setosa" in texts
    assert "versicolor or virginica" in texts
