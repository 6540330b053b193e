"""Records the long run of a lesson: `python -m core.teaching.record_letter letter.csv`.

The file is the Letter Recognition set (D. Slate, 1991, UCI Machine Learning Repository,
https://doi.org/10.24432/C5ZP40, CC BY 4.0), with the letter in the column `lettr` and the rows in
their order: 16,000 to train, the last 4,000 to judge, as Freund & Schapire (1996) did. A thousand
rounds take about a quarter of an hour.
"""

import json
import sys
from pathlib import Path

import numpy as np

import core
from core.data.split import FILE_ORDER, Split
from core.teaching.records import MARGINS, ROUNDS_OF_MARGINS
from resources import lesson_path

ABOUT = (
    "AdaBoost (SAMME) of C4.5 trees on the Letter Recognition data (D. Slate, 1991, UCI Machine "
    "Learning Repository, https://doi.org/10.24432/C5ZP40, CC BY 4.0): 16,000 rows to train, the "
    "last 4,000 to judge. Errors by round, and the shares of training rows up to a margin."
)


def record(path: Path, rounds: int = 1000) -> dict[str, object]:
    """Train, and give what is kept of it."""
    table = core.read_table(path)
    plan = core.Plan.suggested(table, "lettr").with_split(Split(share=0.2, time=FILE_ORDER))
    data = core.Dataset.from_table(table, plan=plan)
    run = core.fit(data, core.AdaBoost(rounds=rounds, base=core.C45Tree()))
    history = run.history
    margins = {}
    for number in (own for own in ROUNDS_OF_MARGINS if own <= run.rounds):
        own = np.sort(history.margins(number)[~data.validation])
        shares = np.searchsorted(own, MARGINS + 1e-9, side="right") / len(own)
        margins[str(number)] = _short(shares)
    return {
        "about": ABOUT,
        "training": _short(history.curve("training_error")),
        "test": _short(history.curve("validation_error")),
        "margins": margins,
    }


def _short(values: np.ndarray) -> list[float]:
    return [round(float(value), 5) for value in values]


if __name__ == "__main__":
    told = record(Path(sys.argv[1]))
    lesson_path("letter.json").write_text(json.dumps(told) + "\n", encoding="utf-8")
