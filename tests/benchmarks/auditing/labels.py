"""Flipped labels: what the audit finds of them, beside cleanlab's ensemble and a plain forest.

Each table as it is, once with one label in ten wrong at random and once with one in five wrong by
class. `make bench-noise` measures the same at more rates, seeds and kinds, for hours, and tells how
much of it was chosen on these tables.
"""

import warnings

import numpy as np

from tests.benchmarks.measuring import Options, has, print_target
from tests.benchmarks.noise.data import BY_CLASS, UNIFORM, cases
from tests.benchmarks.noise.grid import FOREST, ORACLE, OURS, PEER, Cell, measured
from tests.benchmarks.noise.tables import Found, print_contenders

_ROWS, _QUICK_ROWS = 1000, 300
_KINDS = ((UNIFORM, 0.1), (BY_CLASS, 0.2))


def run(options: Options) -> None:
    """Measure, and print everything side by side."""
    if not has("cleanlab"):
        return
    warnings.simplefilter("ignore")
    found: Found = {}
    for case in cases(options.data, _QUICK_ROWS if options.quick else _ROWS):
        for kind, rate in _KINDS:
            cell = Cell(case.name, "whole", kind, rate, 0)
            found[cell] = measured(case, cell)
    print_contenders(found)
    own, peer, forest, best = (
        np.array([one.figures[name]["AP"] for one in found.values()])
        for name in (OURS, PEER, FOREST, ORACLE)
    )
    print_target("average precision beside cleanlab's ensemble", "above it", _beside(own, peer))
    print_target("average precision beside a plain forest", "above it", _beside(own, forest))
    way = (own.mean() - peer.mean()) / (best.mean() - peer.mean())
    print_target("of the way to judges taught with clean labels", "60 %", f"{100 * way:.0f} %")


def _beside(own: np.ndarray, other: np.ndarray) -> str:
    return (
        f"{own.mean():.3f} and {other.mean():.3f}, above in {(own > other).sum()} of {len(own)} "
        "cells"
    )
