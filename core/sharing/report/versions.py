"""The versions that a run depends on."""

import importlib.metadata
import platform

_LIBRARIES = (
    "numpy",
    "pandas",
    "pyarrow",
    "numba",
    "scipy",
    "scikit-learn",
    "xgboost-cpu",
    "xgboost",
)


def versions() -> dict[str, str]:
    """The program, Python and the libraries that compute, as far as they are there.

    >>> list(versions())[:2]
    ['Ensemble Workbench', 'Python']
    """
    found = {
        "Ensemble Workbench": _version("ensemble-workbench") or "from its sources",
        "Python": platform.python_version(),
    }
    for name in _LIBRARIES:
        if version := _version(name):
            found[name] = version
    return found


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""
