"""Memory that is freed is kept for what comes next, where the C library can do that."""

import platform
import subprocess
import sys

import pytest

_TAKING = """
import resource, sys
import numpy as np
from core.base.freed_memory import keep_freed_memory

if sys.argv[1] == "kept":
    assert keep_freed_memory()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(20):
    np.ones(6 << 20)  # 50 MB: more than the library ever keeps by itself
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_pages_of_freed_arrays_are_not_found_anew():
    kept, given_back = (
        int(subprocess.check_output([sys.executable, "-c", _TAKING, how])) for how in ("kept", "no")
    )
    assert kept < given_back / 3
