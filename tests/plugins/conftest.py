"""The example is a package of its own: it is installed by the tests, not collected by pytest."""

from tests.workbench.conftest import started  # noqa: F401 - a fixture

collect_ignore = ["example"]
