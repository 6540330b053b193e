"""Ensembles on tabular data, watched round by round. No Qt; as good from a script.

>>> import core
>>> data = core.example("moons")
>>> run = core.fit(data, core.AdaBoost(rounds=20))
>>> run.rounds, len(run.history.weights(20)) == len(data)
(20, True)
"""

from core.audit import Audit, audit
from core.data.dataset import Dataset, Role, Task
from core.data.reading import read_csv
from core.diagnosis import diagnosis
from core.ensembles.adaboost import AdaBoost
from core.errors import DataError, ModelFileError, SettingsError, WorkbenchError, WriteError
from core.examples import example
from core.history import VoteHistory
from core.learners.stump import Stump
from core.model import Model
from core.model_file import load_model
from core.rounds import Ending, Outcome, Round
from core.run import Run
from core.training import Training, fit, train

__all__ = [
    "AdaBoost", "Audit", "DataError", "Dataset", "Ending", "Model", "ModelFileError", "Outcome",
    "Role", "Round", "Run", "SettingsError", "Stump", "Task", "Training", "VoteHistory",
    "WorkbenchError", "WriteError", "audit", "diagnosis", "example", "fit", "load_model",
    "read_csv", "train",
]  # fmt: skip
