from tests.workbench.conftest import started, window

__all__ = ["started", "window"]
