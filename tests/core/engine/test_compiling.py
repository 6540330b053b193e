"""Where compiled kernels are kept: in the user's cache folder, as the system names it."""

import subprocess
import sys
from pathlib import Path

import pytest

from core.base.cache_folder import caches_folder

linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")


@linux
@pytest.mark.parametrize("named", [None, "", "relative"])
def test_the_caches_are_in_the_home_folder_if_no_other_is_named(named, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    if named is not None:
        monkeypatch.setenv("XDG_CACHE_HOME", named)
    assert caches_folder() == tmp_path / ".cache" / "ensemble-workbench" / "kernels"
    assert not list(tmp_path.iterdir())  # who asks makes nothing


@linux
def test_the_caches_are_where_the_person_wants_them(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert caches_folder() == tmp_path / "ensemble-workbench" / "kernels"


WITHOUT_A_HOME = """
import platformdirs
def refuse(*arguments, **named):
    raise RuntimeError("could not determine the home directory")
platformdirs.user_cache_path = refuse
import core.base.compiling, numba
print(numba.config.CACHE_DIR)
"""


@pytest.mark.parametrize(
    "program",
    ["import core.base.compiling, numba; print(numba.config.CACHE_DIR)", WITHOUT_A_HOME],
    ids=["a home", "no home"],
)
def test_kernels_can_be_compiled_with_and_without_a_home(program, monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120
    )
    chosen = Path(done.stdout.strip())
    assert chosen.parent == (Path() if program is WITHOUT_A_HOME else caches_folder())
