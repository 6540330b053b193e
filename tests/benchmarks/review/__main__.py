"""Simulated reviews: what learning from decisions is worth, and whether the certificate holds.

python -m tests.benchmarks.review [--data FOLDER] [--part PART ...] [--keep FOLDER] [--quick]:
FOLDER holds CSV files and an index.csv that names them and their targets; without it the bundled
examples serve. Generated tables are among them. With --keep, what the judges say is kept in files,
and read from there the next time.
"""

import argparse
from pathlib import Path

from tests.benchmarks.measuring import print_machine
from tests.benchmarks.review import certificate, learning
from tests.benchmarks.review.cells import cells

LEARNING, CERTIFICATE = PARTS = ("learning", "certificate")


def main() -> None:
    """Simulate the parts that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.review", description=__doc__)
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--part", nargs="*", choices=PARTS, default=PARTS)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep what the judges say")
    parser.add_argument("--rows", type=int, default=600, metavar="N", help="at most, of each set")
    parser.add_argument("--quick", action="store_true", help="fewer kinds of noise, and reviews")
    chosen = parser.parse_args()
    print_machine()
    if LEARNING in chosen.part:
        learning.main(cells(chosen.data, chosen.keep, chosen.rows, chosen.quick))
    if CERTIFICATE in chosen.part:
        certificate.main(200 if chosen.quick else 2000)


if __name__ == "__main__":
    main()
