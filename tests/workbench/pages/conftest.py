from tests.workbench.conftest import window

__all__ = ["window"]
