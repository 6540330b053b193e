"""Numbers that courses on ensembles teach, where they take long: letter and repeats of moons.

The quick ones are tests (tests/core/test_course_numbers.py). Letter needs --data with letter.csv:
the first 16,000 rows train, the last 4,000 judge. Beside each figure stands what this program
gave when cuts lay at the lower edge of a gap and copies were kept on one side of the split.
"""

from tests.benchmarks.measuring import Options, print_table, print_target

LETTER = {1: 14.3, 5: 7.2, 20: 3.9, 100: 3.0, 1000: 2.5}
PUBLISHED = {5: 8.4, 100: 3.3, 1000: 3.1}
"""Boosted C4.5 trees, test error in percent by rounds (Schapire, Freund, Bartlett & Lee 1998)."""
MOONS = {
    "stump": (0.171, 0.024),
    "boosted stumps": (0.057, 0.032),
    "deep tree": (0.071, 0.073),
    "bagged trees": (0.064, 0.042),
}
"""Bias² and variance of the 0/1 error."""


def run(options: Options) -> None:
    """Measure and print."""
    _moons(6 if options.quick else 20)
    if options.data is None or not (options.data / "letter.csv").exists():
        print("Give a folder with letter.csv by --data for the letter data.")
        return
    _letter(options, 20 if options.quick else 1000)


def _moons(repeats: int) -> None:
    from core import AdaBoost, Bagging, NearestNeighbours, SingleLearner, Stump, Tree, example
    from core.judging.theory.bias_variance import ZERO_ONE, decompose

    data = example("moons")
    contenders = {
        "stump": SingleLearner(learner=Stump()),
        "boosted stumps": AdaBoost(rounds=100),
        "deep tree": SingleLearner(learner=Tree(depth=60)),
        "bagged trees": Bagging(base=Tree(depth=60), rounds=50),
        "1-NN": SingleLearner(learner=NearestNeighbours(neighbours=1)),
        "bagged 1-NN": Bagging(base=NearestNeighbours(neighbours=1), rounds=50),
    }
    rows = []
    for name, settings in contenders.items():
        found = decompose(data, settings, loss=ZERO_ONE, repeats=repeats)
        assert found is not None
        bias, variance = MOONS.get(name, (None, None))
        before = f"{bias:.3f} + {variance:.3f}" if bias is not None else "0.124 in all"
        rows.append(
            [name, f"{found.error:.3f}", f"{found.bias2:.3f} + {found.variance:.3f}", before]
        )
    print(f"\nMoons, {repeats} repeats on halves of the training rows")
    print_table(["learner", "error", "bias² + variance", "before"], rows)


def _letter(options: Options, rounds: int) -> None:
    import numpy as np
    import pandas as pd

    from core import AdaBoost, C45Tree, Dataset, fit

    frame = pd.read_csv(options.data / "letter.csv")
    training, test = frame[:16_000], frame[-4000:]
    data = Dataset.from_frame(training, "lettr", validation_share=0)
    run_ = fit(data, AdaBoost(rounds=rounds, base=C45Tree(depth=60, leaf_rows=2)))
    given = test["lettr"].to_numpy()
    rows = []
    for number in (number for number in LETTER if number <= run_.rounds):
        error = 100 * float(np.mean(run_.model.first(number).predict(test) != given))
        published = PUBLISHED.get(number)
        rows.append(
            [
                f"{number:,}",
                f"{100 * run_.history.error(number):.2f} %",
                f"{error:.2f} %",
                f"{LETTER[number]} %",
                f"{published} %" if published else "",
            ]
        )
        if published:
            print_target(f"error at {number} rounds", f"at most {published} %", f"{error:.2f} %")
    print("\nLetter, AdaBoost (SAMME) of C4.5 trees")
    print_table(["rounds", "training", "test", "before", "published"], rows)
    errors = run_.history.curve("training_error")
    first = int(np.argmax(errors == 0)) + 1 if (errors == 0).any() else None
    print_target("no training error", "from round 5", f"from round {first}")
