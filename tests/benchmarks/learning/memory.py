"""Memory of the history: 1,000,000 rows x 1,000 rounds."""

import resource
import sys

from tests.benchmarks.measuring import (
    Options,
    additive_data,
    as_frame,
    milliseconds,
    print_table,
    print_target,
    timed,
)

ROWS, ROUNDS, COLUMNS = 1_000_000, 1_000, 4


def run(options: Options) -> None:
    """Measure and print."""
    if options.quick:
        print("Left out by --quick: it trains 1,000 rounds on 1,000,000 rows.")
        return
    from core import AdaBoost, Dataset, train

    frame = as_frame(*additive_data(ROWS, COLUMNS))
    dataset = Dataset.from_frame(frame, "label")
    training = train(dataset, AdaBoost(rounds=ROUNDS))
    before = _most_memory()
    seconds = timed(lambda: [None for _ in training])
    history = training.history
    bits = ROWS * history.rounds / 8
    megabytes = [
        ["one bit a row a round", f"{bits / 1e6:.0f}"],
        ["history.nbytes, with running sums", f"{history.nbytes / 1e6:.0f}"],
        ["growth of the process's peak while training", f"{(_most_memory() - before) / 1e6:.0f}"],
    ]
    print(f"{history.rounds:,} rounds in {seconds:.1f} s.")
    print_table(["", "MB"], megabytes)
    last = history.rounds
    questions = {
        "weights, middle": lambda: history.weights(last // 2),
        "weights, last": lambda: history.weights(last),
        "mean weights, the first time": history.suspicion,
        "mean weights, again": history.suspicion,
    }
    print_table(
        ["asking the history for", "ms"],
        [[name, milliseconds(timed(ask))] for name, ask in questions.items()],
    )
    text = f"{bits / 1e6:.0f} MB and {(history.nbytes - bits) / 1e6:.0f} MB"
    print_target("history", "125 MB of bits, and running sums", text)


def _most_memory() -> int:
    """The most memory that the process ever had, in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most
