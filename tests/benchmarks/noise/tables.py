"""What the noise benchmark prints of its cells."""

import numpy as np

from tests.benchmarks.measuring import print_table, print_target
from tests.benchmarks.noise.choice import Chosen, by_family
from tests.benchmarks.noise.data import BORDER, BY_CLASS, CAUSE, KINDS, LOPSIDED, PAIRS, UNIFORM
from tests.benchmarks.noise.grid import FOREST, ORACLE, OURS, PEER, Cell, Measured

Found = dict[Cell, Measured]
HERE, LEFT_OUT = "chosen on these sets", "left out when chosen"
_BEHIND = 0.01


def print_contenders(found: Found) -> None:
    """Means over all cells."""
    print(f"\nmeans over {len(found)} cells (table x noise x rate x seed)")
    first = next(iter(found.values())).figures
    rows = []
    for name in first:
        means = {
            key: _mean([one.figures[name][key] for one in found.values()]) for key in first[name]
        }
        cells = [f"{means[key]:.3f}" for key in ("AP", "AUROC", "precision", "recall")]
        rows.append(
            [name, *(cell.replace("nan", "-") for cell in cells), f"{means['seconds']:.2f}"]
        )
    print_table(["", "AP", "AUROC", "precision", "recall", "seconds"], rows)
    own, peer = (
        np.array([one.figures[name]["seconds"] for one in found.values()]) for name in (OURS, PEER)
    )
    print_target(
        f"seconds, {OURS} over {PEER}",
        "at most 1",
        f"{own.sum() / peer.sum():.2f} in all; cell by cell {np.median(own / peer):.2f} in the "
        f"middle, {np.quantile(own / peer, 0.9):.2f} at most in nine of ten",
    )


def _mean(values: list[float]) -> float:
    """Of those that there are."""
    known = [value for value in values if not np.isnan(value)]
    return float(np.mean(known)) if known else np.nan


def print_choices(found: Found) -> None:
    """How much of the way from the peer to clean-label judges is gone, in two columns."""
    cells = list(found)
    families = [cell.family for cell in cells]
    chosen = Chosen.of(families, np.array([found[cell].choices for cell in cells]))
    precision = {
        name: np.array([found[cell].figures[name]["AP"] for cell in cells])
        for name in (PEER, FOREST, OURS, ORACLE)
    }
    precision |= {HERE: chosen.here, LEFT_OUT: chosen.left_out}
    kinds, rates = np.array([c.kind for c in cells]), np.array([c.rate for c in cells])
    by_class = np.isin(kinds, (BY_CLASS, LOPSIDED))
    groups = {
        "uniform and by class": by_class | (kinds == UNIFORM),
        "by class": by_class,
        **{kind: kinds == kind for kind in KINDS if kind != BY_CLASS},
        "uniform, 5 %": (kinds == UNIFORM) & (rates == 0.05),
        "all": np.ones(len(cells), bool),
    }
    print(f"\naverage precision, mean over {len(set(families))} families")
    columns = (PEER, FOREST, HERE, LEFT_OUT, OURS, ORACLE)
    rows, closed, more = [], {}, []
    for name, some in groups.items():
        if not some.any():
            continue
        means = {who: by_family(families, precision[who], some) for who in columns}
        way = means[ORACLE] - means[PEER]
        closed[name] = {who: 100 * (means[who] - means[PEER]) / way for who in (HERE, LEFT_OUT)}
        rows.append(
            [name, *(f"{means[who]:.3f}" for who in columns)]
            + [f"{closed[name][who]:.0f} %" for who in (HERE, LEFT_OUT)]
        )
        if name in (PAIRS, BORDER, CAUSE):
            more.append((name, means))
    print_table(["", *columns, "closed, chosen", "closed, left out"], rows)
    print(f"chosen on all: {chosen.best}; left out: {_picked(chosen)}")
    for name, target in (("uniform and by class", 60), ("by class", 55)):
        if name in closed:
            print_target(
                f"of the way, {name}, left out when chosen",
                f"at least {target} %",
                f"{closed[name][LEFT_OUT]:.0f} % (chosen on these sets {closed[name][HERE]:.0f} %)",
            )

    for name, means in more:
        print_target(
            f"average precision, {name}, left out when chosen",
            "ahead of both",
            f"{means[LEFT_OUT]:.3f}; {PEER} {means[PEER]:.3f}, {FOREST} {means[FOREST]:.3f}",
        )


def print_flags(found: Found) -> None:
    """What the audit's flags are worth on whole sets, every family alike."""
    for rate, asked in ((0.05, "precision .65"), (0.1, ".70 and .70"), (0.2, ".70 and .70")):
        some = {c: one for c, one in found.items() if c.is_whole and c.rate == rate}
        if not some:
            continue
        families = [cell.family for cell in some]
        precision, recall = (
            by_family(families, values, ~np.isnan(values))
            for values in (
                np.array([one.figures[OURS][key] for one in some.values()])
                for key in ("precision", "recall")
            )
        )
        print_target(
            f"flags at {100 * rate:.0f} %, precision and recall",
            f"at least {asked}",
            f"{precision:.2f} and {recall:.2f} ({len(some)} cells)",
        )


def _picked(chosen: Chosen) -> str:
    return ", ".join(
        f"surest {how.surest:g} least {how.least} power {how.power:g} in {count}"
        for how, count in chosen.picked.most_common()
    )


def print_differences(found: Found) -> None:
    """The audit beside a plain forest and the peer, worst set first, with standard errors."""
    print(f"\n{OURS} minus others, worst set first, ± one standard error over its cells")
    rows, behind, worst = [], [], []
    for family in dict.fromkeys(cell.family for cell in found):
        some = [one for cell, one in found.items() if cell.family == family and cell.is_whole]
        if not some:
            continue
        precision = {
            who: np.array([one.figures[who]["AP"] for one in some])
            for who in (OURS, FOREST, PEER, ORACLE)
        }
        row = [family, str(len(some)), *(f"{each.mean():.3f}" for each in precision.values())]
        least, below = np.inf, []
        for who in (FOREST, PEER):
            away = precision[OURS] - precision[who]
            error = float(away.std(ddof=1)) / np.sqrt(len(away)) if len(away) > 1 else np.nan
            row.append(f"{away.mean():+.3f} ± {error:.3f}")
            least = min(least, float(away.mean()))
            if away.mean() + 2 * error < -_BEHIND:
                below.append(f"{family} ({who} {away.mean():+.3f})")
        behind += below
        rows.append([*row, "below" if below else "not below"])
        worst.append(least)
    if not rows:
        print("  none of the cells is of a whole set with uniform noise or noise by class")
        return
    rows = [rows[place] for place in np.argsort(worst)]
    heads = ["", "cells", OURS, FOREST, PEER, ORACLE, f"- {FOREST}", f"- {PEER}", "verdict"]
    print_table(heads, rows)
    print_target(
        f"sets behind a plain forest or {PEER} by more than .01 beyond two standard errors",
        "none",
        f"{', '.join(behind) or 'none'}, of {len(rows)} sets",
    )


def print_so_far(found: Found) -> None:
    """All until now, in a line."""
    ours, peer, best = (
        np.mean([one.figures[who]["AP"] for one in found.values()]) for who in (OURS, PEER, ORACLE)
    )
    own, other = (
        np.mean([one.figures[who]["seconds"] for one in found.values()]) for who in (OURS, PEER)
    )
    print(
        f"= {len(found)} cells: AP {ours:.3f}, {PEER} {peer:.3f}, {ORACLE} {best:.3f}; "
        f"{own / other:.2f} of its time",
        flush=True,
    )
