"""Ensembles on tabular data, watched round by round. No Qt; as good from a script.

>>> import core
>>> data = core.example("moons")
>>> run = core.fit(data, core.AdaBoost(rounds=20))
>>> run.rounds, len(run.history.weights(20)) == len(data)
(20, True)
"""

from typing import Any

from core.audit import Audit, audit
from core.comparing import comparison_table, differences, usual_five
from core.data.dataset import Dataset, Role, Task
from core.data.dialect import Dialect
from core.data.findings import findings
from core.data.meaning import Meaning
from core.data.plan import Plan
from core.data.preview import preview
from core.data.reading import read_csv, read_table
from core.data.rewriting import write_changed
from core.data.sniffing import sniff
from core.data.source import Source
from core.diagnosis import diagnosis
from core.ensembles.adaboost import AdaBoost
from core.ensembles.bagging import Bagging
from core.ensembles.capped_adaboost import CappedAdaBoost
from core.ensembles.cv_committee import CrossValidationCommittee
from core.ensembles.deep_forest import DeepForest
from core.ensembles.early_reject import EarlyRejectCascade
from core.ensembles.forest import RandomForest
from core.ensembles.gentleboost import GentleBoost
from core.ensembles.gradient import GradientBoosting
from core.ensembles.l2boost import L2Boost
from core.ensembles.logitboost import LogitBoost
from core.ensembles.single import SingleLearner
from core.ensembles.stacking import Stacking
from core.ensembles.voting import Voting
from core.ensembles.xgboost import XGBoost
from core.errors import (
    DataError,
    ExportError,
    ModelFileError,
    SettingsError,
    WorkbenchError,
    WriteError,
)
from core.examples import example
from core.exchange import export_onnx
from core.histories import History
from core.learners.c45 import C45Tree
from core.learners.linear import LinearRegression
from core.learners.logistic import Logistic
from core.learners.naive_bayes import NaiveBayes
from core.learners.neighbours import NearestNeighbours
from core.learners.network import NeuralNetwork
from core.learners.rbf_network import RBFNetwork
from core.learners.stump import Stump
from core.learners.svm import SupportVectors
from core.learners.tree import Tree
from core.model import Model
from core.model_file import load_model
from core.predicting import predict_file
from core.reviewing.decision import Decision, Verb
from core.reviewing.decisions import Decisions
from core.reviewing.proof import Proof, proof
from core.reviewing.what_if import WhatIf
from core.rounds import Ending, Outcome, Round
from core.run import Run
from core.training import Training, fit, train

__all__ = [
    "AdaBoost", "Audit", "Bagging", "C45Tree", "CappedAdaBoost", "CrossValidationCommittee",
    "DataError", "Dataset", "Decision", "Decisions", "DeepForest", "Dialect", "EarlyRejectCascade",
    "Ending", "EnsembleClassifier", "EnsembleRegressor", "ExportError", "GentleBoost",
    "GradientBoosting", "History", "L2Boost", "LinearRegression", "Logistic", "LogitBoost",
    "Meaning", "Model", "ModelFileError", "NaiveBayes", "NearestNeighbours", "NeuralNetwork",
    "Outcome", "Plan", "Proof", "RBFNetwork", "RandomForest", "Role", "Round", "Run",
    "SettingsError", "SingleLearner", "Source", "Stacking", "Stump", "SupportVectors", "Task",
    "Training", "Tree", "Verb", "Voting", "WhatIf", "WorkbenchError", "WriteError", "XGBoost",
    "audit", "comparison_table", "diagnosis", "differences", "example", "export_onnx", "findings",
    "fit", "load_model", "predict_file", "preview", "proof", "read_csv", "read_table", "sniff",
    "train", "usual_five", "write_changed",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """The wrappers for scikit-learn, which loads it, come when they are asked for."""
    if name in ("EnsembleClassifier", "EnsembleRegressor"):
        from core import sklearn_face

        return getattr(sklearn_face, name)
    raise AttributeError(f"module 'core' has no attribute {name!r}")
