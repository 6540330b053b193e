"""Example datasets, icons and help texts, found wherever the program is installed."""

from importlib.resources import files
from pathlib import Path


def dataset_path(name: str) -> Path:
    """The path of a bundled example file."""
    return Path(str(files("resources") / "datasets" / name))
