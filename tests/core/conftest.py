import pytest
from hypothesis import settings

from core.base import pool

# No deadline: the first example may compile a kernel. Derandomized: a test never fails by chance.
settings.register_profile(
    "core", max_examples=100, deadline=None, derandomize=True, database=None, print_blob=False
)
settings.load_profile("core")


@pytest.fixture
def set_threads():
    """Choose the number of threads for one test."""
    before = pool.threads()
    yield pool.set_threads
    pool.set_threads(before)


@pytest.fixture
def small_panel(monkeypatch, set_threads):
    """Audits by forests and boosting of a few trees, on one thread: for many small tables."""
    from core.judging.auditing import default_judges as usual

    for name in ("_VOTES", "_LEAST_ROUNDS", "_MOST_ROUNDS", "_WITNESS_ROUNDS"):
        monkeypatch.setattr(usual, name, 5)
    set_threads(1)
