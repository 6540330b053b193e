"""What the audit is held against: cleanlab, a forest's out-of-bag confidence, plain weights."""

import time
from dataclasses import dataclass

import numpy as np

FOLDS = 5


@dataclass(frozen=True, eq=False)
class Ranking:
    """Suspicion of every row, higher is worse; the rows flagged, and what it took."""

    suspicion: np.ndarray
    flagged: np.ndarray | None
    seconds: float
    noise: float = np.nan
    """The share of wrong labels that it estimates."""


def cleanlab_rankings(
    matrix: np.ndarray, labels: np.ndarray, classes: int, seed: int
) -> dict[str, Ranking]:
    """cleanlab with out-of-fold probabilities of three models, one by one and as an ensemble."""
    from cleanlab.filter import find_label_issues
    from cleanlab.rank import get_label_quality_ensemble_scores, get_label_quality_scores

    found, spent, told = {}, 0.0, []
    for name, model in peer_models(seed).items():
        started = time.perf_counter()
        shares = out_of_fold(model, matrix, labels, labels, classes, seed)
        scores = get_label_quality_scores(labels, shares)
        flagged = find_label_issues(labels, shares, n_jobs=1)
        seconds = time.perf_counter() - started
        found[f"cleanlab, {name}"] = Ranking(-scores, flagged, seconds)
        spent += seconds
        told.append(shares)
    started = time.perf_counter()
    scores = get_label_quality_ensemble_scores(labels, told, verbose=False)
    flagged = find_label_issues(labels, np.mean(told, axis=0), n_jobs=1)
    spent += time.perf_counter() - started
    found["cleanlab, ensemble"] = Ranking(-scores, flagged, spent)
    return found


def oracle_shares(matrix: np.ndarray, clean: np.ndarray, classes: int, seed: int) -> list:
    """What the same models say, taught the right labels of the other rows."""
    models = peer_models(seed).values()
    return [out_of_fold(model, matrix, clean, clean, classes, seed) for model in models]


def oracle_ranking(shares: list, given: np.ndarray) -> Ranking:
    """What no audit can know."""
    from cleanlab.rank import get_label_quality_ensemble_scores

    scores = get_label_quality_ensemble_scores(given, shares, verbose=False)
    return Ranking(-scores, None, 0.0)


def forest_ranking(matrix: np.ndarray, labels: np.ndarray, seed: int) -> Ranking:
    """A forest's out-of-bag confidence in the given label."""
    from sklearn.ensemble import RandomForestClassifier

    started = time.perf_counter()
    forest = RandomForestClassifier(300, oob_score=True, n_jobs=-1, random_state=seed)
    shares = forest.fit(matrix, labels).oob_decision_function_
    own = shares[np.arange(len(labels)), np.searchsorted(forest.classes_, labels)]
    return Ranking(-own, None, time.perf_counter() - started)


def peer_models(seed: int):
    """The models whose shares cleanlab is given."""
    from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return {
        "forest": RandomForestClassifier(100, n_jobs=-1, random_state=seed),
        "gradient": HistGradientBoostingClassifier(random_state=seed),
        "logistic": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
    }


def out_of_fold(model, matrix, taught, strata, classes: int, seed: int) -> np.ndarray:
    """Every row's shares of the classes by a model that was taught the other folds' labels."""
    import warnings

    from sklearn.base import clone
    from sklearn.model_selection import StratifiedKFold

    shares = np.zeros((len(taught), classes))
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a class may have fewer rows than there are folds
        for seen, held_out in folds.split(matrix, strata):
            fitted = clone(model).fit(matrix[seen], taught[seen])
            shares[np.ix_(held_out, fitted.classes_)] = fitted.predict_proba(matrix[held_out])
    return shares
