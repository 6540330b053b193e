"""Every ensemble as a scikit-learn classifier or regressor.

>>> import numpy as np
>>> from core.learning.ensembles.adaboost import AdaBoost
>>> X, y = np.arange(8.0).reshape(-1, 1), np.array(["low"] * 3 + ["high"] * 5)
>>> EnsembleClassifier(AdaBoost(rounds=5)).fit(X, y).predict([[2.0], [3.0]])
array(['low', 'high'], dtype='<U4')

This module imports scikit-learn; `core` imports it when one of its names is first used.
"""

import dataclasses
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils import check_array, check_consistent_length, check_random_state
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from core.base.arrays import Floats
from core.base.errors import WorkbenchError
from core.data.dataset import Dataset, Task
from core.learning.ensemble import Ensemble
from core.learning.ensembles.adaboost import AdaBoost
from core.learning.ensembles.forest import RandomForest
from core.learning.model import Model
from core.learning.predictors.winners import winners
from core.learning.rounds import Outcome
from core.learning.run import Run
from core.learning.settings import Settings
from core.learning.training import fit

_RULES = {"dtype": np.float64, "ensure_all_finite": "allow-nan"}


class _Estimator(BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """What the classifier and the regressor share.

    `settings` may be any ensemble's, or None for the usual one. Its fields are parameters too, by
    their paths: `settings__rounds`, `settings__base__depth`; in a list members are counted from
    0: `settings__learners__0__depth`. A column of a frame is a category if its type is category,
    object or string; every other column holds numbers. Values may be missing. A column without
    any value, and a text column that looks like an identifier, are left out.
    """

    model_: Model
    """What was learned; `core.save_model` writes it as a model file."""
    outcome_: Outcome
    """How the training ended."""

    def __init__(self, settings: Ensemble | None = None, random_state: Any = 0) -> None:
        self.settings = settings
        self.random_state = random_state

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters; with `deep` those within the settings too."""
        params: dict[str, Any] = {"random_state": self.random_state, "settings": self.settings}
        if deep and isinstance(settings := self._effective(), Settings):
            params |= _paths("settings", settings)
        return params

    def set_params(self, **params: Any) -> Self:
        """Set parameters; new settings are put in place before what reaches into them."""
        for path in sorted(params, key=lambda path: path.count("__")):
            name, _, rest = path.partition("__")
            if name not in ("settings", "random_state") or (rest and name == "random_state"):
                raise ValueError(
                    f"Invalid parameter {name!r} for estimator {self}. "
                    "Valid parameters are: ['random_state', 'settings']."
                )
            value = _replaced(self._effective(), rest, params[path]) if rest else params[path]
            setattr(self, name, value)
        return self

    def _default(self) -> Ensemble:
        raise NotImplementedError

    def _effective(self) -> Any:
        """The settings given, or the usual ones."""
        return self._default() if self.settings is None else self.settings

    def _can(self, task: Task) -> bool:
        """Whether the settings can be trained for a task."""
        settings = self._effective()
        if not isinstance(settings, Ensemble):
            return True  # what fit will say
        return settings.can(task)

    def _frame(self, X: Any, y: Any = None, *, reset: bool) -> pd.DataFrame:
        """X as a frame of numbers and categories, checked as scikit-learn wants it."""
        if isinstance(X, pd.DataFrame) and any(map(_is_text, X.dtypes)):
            validate_data(self, X, reset=reset, skip_check_array=True)
            check_consistent_length(X, y)
            if len(X) == 0:
                raise ValueError("Found array with 0 sample(s) while a minimum of 1 is required.")
            columns = [
                pd.Series(X.iloc[:, place].to_numpy(object), dtype=object)
                if _is_text(kind)
                else pd.Series(check_array(X.iloc[:, [place]], **_RULES)[:, 0])
                for place, kind in enumerate(X.dtypes)
            ]
            frame = pd.concat(columns, axis=1)
        else:
            frame = pd.DataFrame(validate_data(self, X, reset=reset, **_RULES))
            if y is not None:
                check_consistent_length(X, y)
        frame.columns = pd.Index(self._names())
        return frame

    def _names(self) -> list[str]:
        names = [str(name) for name in getattr(self, "feature_names_in_", ())]
        is_named = names and len(set(names)) == len(names)
        return names if is_named else [f"x{place}" for place in range(self.n_features_in_)]

    def _train(
        self,
        frame: pd.DataFrame,
        target: npt.NDArray[Any],
        task: Task,
        sample_weight: Any,
        groups: Any,
    ) -> Run:
        """Train on the rows that have a weight; those of one group are never parted."""
        settings = self._effective()
        if not isinstance(settings, Ensemble):
            raise ValueError(  # noqa: TRY004 - as scikit-learn does for a wrong parameter
                f"settings is {settings!r}: it must be an ensemble's settings, such as AdaBoost()."
            )
        target_name = _new_name("target", frame)
        weight_name = _new_name("weight", frame)
        frame = frame.assign(**{target_name: target})
        group_name = None
        if groups is not None:
            check_consistent_length(frame, groups)
            group_name = _new_name("group", frame)
            frame = frame.assign(**{group_name: np.asarray(groups)})
        if sample_weight is not None:
            weights = _check_sample_weight(
                sample_weight, frame, dtype=np.float64, ensure_non_negative=True
            )
            if not weights.any():
                raise ValueError("Every sample weight is zero, so there is nothing to learn from.")
            # A row of weight 0 is as good as absent: it must not shape the bins either.
            frame = frame.assign(**{weight_name: weights})[weights > 0]
        try:
            data = Dataset.from_frame(
                frame,
                target_name,
                weight=weight_name if sample_weight is not None else None,
                validation_share=0,
                task=task,
                group=group_name,
            )
            run = fit(data, settings, seed=self._seed())
        except WorkbenchError as error:
            raise ValueError(str(error)) from error
        # The history would keep all rows, and cannot be copied to another process.
        self.model_, self.outcome_ = run.model, run.outcome
        return run

    def _seed(self) -> int:
        state = self.random_state
        if isinstance(state, int | np.integer) and not isinstance(state, bool) and state >= 0:
            return int(state)
        return int(check_random_state(state).randint(2**31 - 1))

    def _judged(self, X: Any) -> tuple[Floats, Floats]:
        """What decides between the classes, and the outputs."""
        check_is_fitted(self)
        frame = self._frame(X, reset=False)
        try:
            return self.model_.predictor.judged(self.model_.inputs(frame))
        except WorkbenchError as error:
            raise ValueError(str(error)) from error

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        return tags


class EnsembleClassifier(ClassifierMixin, _Estimator):  # type: ignore[misc]
    """Any ensemble as a classifier; AdaBoost with stumps unless told otherwise.

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import GridSearchCV
    >>> X, y = load_iris(return_X_y=True)
    >>> search = GridSearchCV(EnsembleClassifier(), {"settings__rounds": [1, 20]}, cv=3)
    >>> search.fit(X, y).best_params_
    {'settings__rounds': 20}
    """

    classes_: npt.NDArray[Any]

    def _default(self) -> Ensemble:
        return AdaBoost()

    def fit(self, X: Any, y: Any, sample_weight: Any = None, groups: Any = None) -> Self:
        """Train on rows X with the labels y, of any type that can be sorted.

        Rows of one group, if there are groups, are in one fold and one bag.
        """
        # First y, then X: the check of y alone would forget the names of the columns.
        labels = validate_data(self, X="no_validation", y=y)
        frame = self._frame(X, labels, reset=True)
        check_classification_targets(labels)
        self.classes_, places = np.unique(labels, return_inverse=True)
        if len(self.classes_) > 2 and not self._can(Task.MANY_CLASSES):
            raise ValueError(
                "Only binary classification is supported. The type of the target is "
                f"{type_of_target(labels)}."
            )
        names = [str(label) for label in self.classes_]
        if len(set(names)) < len(names):
            names = [str(place) for place in range(len(names))]
        self._train(
            frame, np.array(names, object)[places], Task.MANY_CLASSES, sample_weight, groups
        )
        # The model orders its classes as a person would, and lacks those without any weight.
        self._places = np.array([names.index(name) for name in self.model_.classes])
        return self

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The predicted label of every row: by the rule of `model_`, if it was given one."""
        scores, outputs = self._judged(X)
        rule = self.model_.rule
        decided = winners(scores, self.model_.commonest) if rule is None else rule.decided(outputs)
        return np.asarray(self.classes_[self._places[decided]])

    def predict_proba(self, X: Any) -> Floats:
        """The probability of every class, a column a class in the order of `classes_`."""
        _, outputs = self._judged(X)
        shares = np.zeros((len(outputs), len(self.classes_)))
        shares[:, self._places] = 1.0 if len(self._places) == 1 else outputs
        return shares

    def decision_function(self, X: Any) -> Floats:
        """What decides between the classes: a column a class; for two the second minus the first.

        The largest is the predicted class. Where several are, that one is raised by a hair.
        """
        scores, _ = self._judged(X)
        decided = self._places[winners(scores, self.model_.commonest)]
        known = len(self._places)
        if len(self.classes_) <= 2:
            if known < 2:
                return np.where(decided == 1, 1.0, -1.0)
            difference = (scores[:, 1] - scores[:, 0]) * (self._places[1] - self._places[0])
            is_tied = (difference == 0) & (decided == 1)
            return np.where(is_tied, np.finfo(float).tiny, difference)
        wide = np.full((len(scores), len(self.classes_)), -np.inf)
        wide[:, self._places] = scores[:, :known]
        tied = np.flatnonzero(wide.argmax(axis=1) != decided)
        wide[tied, decided[tied]] = np.nextafter(wide[tied].max(axis=1), np.inf)
        return wide

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = self._can(Task.MANY_CLASSES)
        return tags


class EnsembleRegressor(RegressorMixin, _Estimator):  # type: ignore[misc]
    """Any ensemble that predicts numbers as a regressor; a random forest unless told otherwise.

    >>> X, y = np.linspace(0, 1, 50).reshape(-1, 1), np.linspace(0, 1, 50) ** 2
    >>> EnsembleRegressor(RandomForest(rounds=20)).fit(X, y).score(X, y) > 0.98
    True
    """

    def _default(self) -> Ensemble:
        return RandomForest()

    def fit(self, X: Any, y: Any, sample_weight: Any = None, groups: Any = None) -> Self:
        """Train on rows X with the numbers y; rows of one group are in one fold and one bag."""
        numbers = validate_data(self, X="no_validation", y=y, y_numeric=True)
        frame = self._frame(X, numbers, reset=True)
        targets = np.asarray(numbers, np.float64)
        self._train(frame, targets, Task.REGRESSION, sample_weight, groups)
        return self

    def predict(self, X: Any) -> Floats:
        """The predicted number of every row."""
        return self._judged(X)[1][:, 0]


def _is_text(kind: Any) -> bool:
    """Whether a column of this type holds categories; truth values count as the numbers 0 and 1."""
    return not pd.api.types.is_numeric_dtype(kind)


def _new_name(name: str, frame: pd.DataFrame) -> str:
    while name in frame.columns:
        name += "_"
    return name


def _paths(path: str, settings: Settings) -> dict[str, Any]:
    """Every field within the settings by its path."""
    values = {
        f"{path}__{field.name}": getattr(settings, field.name) for field in settings.declared()
    }
    for here, value in list(values.items()):
        if isinstance(value, tuple):
            values |= {f"{here}__{place}": member for place, member in enumerate(value)}
    for here, value in list(values.items()):
        if isinstance(value, Settings):
            values |= _paths(here, value)
    return values


def _replaced(settings: Any, path: str, value: Any) -> Any:
    """Settings, or a list of them, with the field at a path exchanged."""
    name, _, rest = path.partition("__")
    if isinstance(settings, tuple) and name.isdecimal() and int(name) < len(settings):
        place = int(name)
        new = _replaced(settings[place], rest, value) if rest else value
        return (*settings[:place], new, *settings[place + 1 :])
    fields = settings.declared() if isinstance(settings, Settings) else ()
    known = [field.name for field in fields]
    if name not in known:
        raise ValueError(
            f"Invalid parameter {name!r} for estimator {settings!r}. Valid parameters are: {known}."
        )
    new = _replaced(getattr(settings, name), rest, value) if rest else value
    # A search draws numpy's numbers; settings want Python's.
    new = new.item() if isinstance(new, np.generic) else new
    try:
        return dataclasses.replace(settings, **{name: new})
    except WorkbenchError as error:
        raise ValueError(str(error)) from error
