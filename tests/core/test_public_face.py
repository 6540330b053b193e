"""What `import core` gives, and what it does not drag in."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import core
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.learning.registry import members


@pytest.mark.parametrize("name", core.__all__)
def test_every_public_name_is_there(name):
    assert getattr(core, name) is not None


def test_the_public_names_are_sorted_and_told_once():
    assert core.__all__ == sorted(set(core.__all__))


@pytest.mark.parametrize("kind", [*members(Ensemble), *members(Learner)], ids=lambda k: k.name)
def test_every_algorithm_is_public(kind):
    assert getattr(core, kind.__name__) is kind
    assert kind.__name__ in core.__all__


def test_every_public_name_is_told_and_another_is_none():
    assert set(core.__all__) <= set(dir(core))
    with pytest.raises(AttributeError, match="AdaBost"):
        _ = core.AdaBost


def test_the_stub_can_be_read_in_any_locale():
    stub = Path(core.__file__).with_suffix(".pyi").read_bytes()
    assert stub.isascii()


def test_importing_core_is_light():
    heavy = ["numba", "numpy", "sklearn", "PySide6", "pyqtgraph", "xgboost", "onnx", "scipy"]
    heavy += ["pandas", "pyarrow", "jinja2", "filelock"]
    code = f"import core, json, sys; print(json.dumps([m for m in {heavy} if m in sys.modules]))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(done.stdout) == []


@pytest.mark.parametrize(
    "kind",
    [core.DataError, core.ExportError, core.SettingsError, core.ModelFileError, core.WriteError],
)
def test_every_error_for_a_person_is_of_one_family(kind):
    assert issubclass(kind, core.WorkbenchError)
