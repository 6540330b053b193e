"""The import page: what was understood of a file, and how it can be overruled."""

from workbench.opening.importing.page import ImportPage

__all__ = ["ImportPage"]
