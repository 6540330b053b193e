"""What is only linked into kernels gets no machine code, and everything works as before."""

import importlib.util
from types import SimpleNamespace

import numba
import pytest
from numba.core.codegen import JITCPUCodegen

from core.base.compiled.late_code import make_code_late

SOURCE = """
import numpy as np
from core.base.compiling import inner, kernel

@inner
def root(value):
    if value < 0:
        raise ValueError("a root of less than nothing")
    return np.sqrt(value)

@kernel
def whole(value):
    return root(value) + 1.0

@kernel
def twice(value):
    return 2.0 * whole(value)
"""


@pytest.fixture
def loaded(monkeypatch, tmp_path):
    """The kernels as a program has them that starts; a function, for several starts."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "some_kernels.py"
    path.write_text(SOURCE)

    def load():
        spec = importlib.util.spec_from_file_location("some_kernels", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


def test_only_what_python_calls_has_machine_code(loaded):
    kernels = loaded()
    assert kernels.whole(4.0) == 3.0
    (linked,) = kernels.root.overloads.values()
    (called,) = kernels.whole.overloads.values()
    assert not linked.library._has_code
    assert called.library._has_code


def test_a_kernel_works_first_and_when_it_is_loaded_again(loaded):
    for is_kept in (False, True):
        kernels = loaded()
        assert kernels.whole(9.0) == 4.0
        with pytest.raises(ValueError, match="less than nothing"):
            kernels.whole(-1.0)
        assert bool(kernels.root.overloads) != is_kept


def test_a_kernel_of_kernels_that_were_loaded_is_compiled(loaded):
    loaded().whole(1.0)
    assert loaded().twice(4.0) == 6.0


def test_a_release_of_numba_that_was_not_tried_is_left_alone(monkeypatch):
    codegen = JITCPUCodegen("numba.exec")
    context = SimpleNamespace(codegen=lambda: codegen)
    monkeypatch.setattr(numba, "__version__", "0.67.0")
    make_code_late(context)
    assert type(codegen) is JITCPUCodegen
    monkeypatch.setattr(numba, "__version__", "0.68.1")
    make_code_late(context)
    assert type(codegen) is not JITCPUCodegen
