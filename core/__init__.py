"""Ensembles on tabular data, watched round by round. No Qt; as good from a script.

>>> import core
>>> data = core.example("moons")
>>> run = core.fit(data, core.AdaBoost(rounds=20))
>>> run.rounds, len(run.history.weights(20)) == len(data)
(20, True)

`import core` is light: a name is loaded when it is first asked for.
"""

import ast
import importlib
from pathlib import Path
from typing import Any


def _homes() -> dict[str, str]:
    """The module of each public name, as the stub beside this file declares it."""
    stub = Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    return {
        alias.name: node.module
        for node in ast.parse(stub).body
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for alias in node.names
    }


_HOMES = _homes()
__all__ = sorted(_HOMES)  # noqa: PLE0605 - the stub is the list


def __getattr__(name: str) -> Any:
    """Load a public name."""
    if name not in _HOMES:
        raise AttributeError(f"module 'core' has no attribute {name!r}")
    found = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Every public name, loaded or not."""
    return sorted({*globals(), *__all__})
