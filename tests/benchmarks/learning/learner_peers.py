"""Naive Bayes and nearest neighbours: ours beside scikit-learn's, where both can be asked.

Numbers without gaps are the ground that both share: there the two should agree. Then what ours are
for: gaps, categories and weights, each against what scikit-learn needs to be given instead.
"""

import numpy as np

from tests.benchmarks.measuring import Options, interleaved, print_table, print_times, ready

ROWS, COLUMNS = 20_000, 10


def run(options: Options) -> None:
    """Measure and print."""
    rows = ROWS // 4 if options.quick else ROWS
    _agreement(rows)
    _speed(rows, 3 if options.quick else 7)
    _capabilities()
    _gaps(rows, 3 if options.quick else 10)


def _data(rows: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 3, rows)
    centres = np.random.default_rng(5).normal(0, 1, (3, COLUMNS))
    return centres[labels] + rng.normal(0, 1.5, (rows, COLUMNS)), labels


def _ours(learner: object, values, labels, categories=None):
    """Our learner alone, as an estimator fitted to these rows."""
    import pandas as pd

    import core

    frame = pd.DataFrame(values, columns=[f"x{place}" for place in range(values.shape[1])])
    if categories is not None:
        frame["kind"] = categories
    estimator = core.EnsembleClassifier(core.SingleLearner(learner=learner))
    return estimator.fit(frame, labels), frame


def _agreement(rows: int) -> None:
    """How far probabilities differ on rows that neither has seen; numbers are standardised."""
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier

    import core

    values, labels = _data(rows)
    scaled = (values - values.mean(axis=0)) / values.std(axis=0)
    fresh, _ = _data(2_000, seed=1)
    fresh = (fresh - values.mean(axis=0)) / values.std(axis=0)
    table = []
    for name, learner, peer in (
        ("naive Bayes", core.NaiveBayes(), GaussianNB()),
        (
            "nearest neighbours",
            core.NearestNeighbours(neighbours=5, most_rows=rows),
            KNeighborsClassifier(5),
        ),
    ):
        ours, frame = _ours(learner, scaled, labels)
        asked = type(frame)(fresh, columns=frame.columns)
        mine = ours.predict_proba(asked)
        theirs = peer.fit(scaled, labels).predict_proba(fresh)
        table.append(
            [
                name,
                f"{np.abs(mine - theirs).max():.1e}",
                f"{(mine.argmax(axis=1) == theirs.argmax(axis=1)).mean():.2%}",
            ]
        )
    print_table(["agreement on 2,000 new rows", "largest difference", "same class"], table)


def _speed(rows: int, repeats: int) -> None:
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier

    import core

    values, labels = _data(rows)
    fresh, _ = _data(2_000, seed=1)
    for learner, peer in (
        (core.NaiveBayes(), GaussianNB()),
        (core.NearestNeighbours(neighbours=5, most_rows=rows), KNeighborsClassifier(5)),
    ):
        ours, frame = _ours(learner, values, labels)
        asked = type(frame)(fresh, columns=frame.columns)
        peer.fit(values, labels)
        name = type(peer).__name__
        times = interleaved(
            {
                f"{name}, fit": ready(lambda peer=peer: peer.fit(values, labels)),
                "ours, fit with reading the frame": ready(
                    lambda learner=learner: _ours(learner, values, labels)
                ),
                f"{name}, predict": ready(lambda peer=peer: peer.predict_proba(fresh)),
                "ours, predict": ready(lambda ours=ours, asked=asked: ours.predict_proba(asked)),
            },
            repeats,
        )
        print_times(times, f"{name}, fit")


def _capabilities() -> None:
    """What each takes as it is; found by trying."""
    from sklearn.naive_bayes import CategoricalNB, GaussianNB
    from sklearn.neighbors import KNeighborsClassifier

    import core

    values, labels = _data(400)
    with_gaps = values.copy()
    with_gaps[::7, 0] = np.nan
    kinds = np.array(["red", "blue", "green"])[labels]
    weights = np.linspace(0.5, 2, len(labels))

    def can(work) -> str:
        try:
            work()
        except (ValueError, TypeError) as error:
            return f"no ({type(error).__name__})"
        return "yes"

    def mixed() -> object:
        return np.column_stack([values.astype(object), kinds])

    rows = []
    for name, peer in (
        ("GaussianNB", GaussianNB()),
        ("CategoricalNB", CategoricalNB()),
        ("KNeighborsClassifier", KNeighborsClassifier()),
    ):
        rows.append(
            [
                name,
                can(lambda peer=peer: peer.fit(with_gaps, labels).predict(with_gaps)),
                can(lambda peer=peer: peer.fit(mixed(), labels)),
                can(lambda peer=peer: peer.fit(np.abs(values), labels, sample_weight=weights)),
            ]
        )
    for name, learner in (
        ("our naive Bayes", core.NaiveBayes()),
        ("our neighbours", core.NearestNeighbours()),
    ):
        rows.append(
            [
                name,
                can(lambda learner=learner: _ours(learner, with_gaps, labels)),
                can(lambda learner=learner: _ours(learner, values, labels, kinds)),
                "yes" if getattr(learner, "takes_weights", True) else "by drawing rows",
            ]
        )
    print_table(["takes as they are", "gaps", "texts beside numbers", "weights"], rows)


def _gaps(rows: int, seeds: int) -> None:
    """The error with values missing at random: ours against imputed means, the usual remedy."""
    from sklearn.impute import SimpleImputer
    from sklearn.naive_bayes import GaussianNB
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    import core

    found = {"ours": [], "GaussianNB after means": []}
    for seed in range(seeds):
        sets = []
        for part in (0, 1):
            values, labels = _data(rows // 4, seed=2 * seed + part)
            rng = np.random.default_rng(100 + 2 * seed + part)
            values[rng.uniform(size=values.shape) < 0.3] = np.nan
            sets.append((values, labels))
        (values, labels), (fresh, truth) = sets
        ours, frame = _ours(core.NaiveBayes(), values, labels)
        asked = type(frame)(fresh, columns=frame.columns)
        peer = make_pipeline(SimpleImputer(), StandardScaler(), GaussianNB()).fit(values, labels)
        found["ours"].append(np.mean(ours.predict(asked) != truth))
        found["GaussianNB after means"].append(np.mean(peer.predict(fresh) != truth))
    print_table(
        ["error with three values in ten missing", "mean", "deviation"],
        [[name, f"{np.mean(each):.2%}", f"{np.std(each):.2%}"] for name, each in found.items()],
    )
