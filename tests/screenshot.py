"""Takes the README's picture from the running program: `make screenshot`."""

import tempfile
import time
from pathlib import Path

from resources import dataset_path
from tests.real_program import real_program

PICTURE = dataset_path("").parent / "screenshot.png"


def main() -> None:
    """Open an example, train, wait for the audit, and save the screen."""
    with (
        tempfile.TemporaryDirectory() as home,
        real_program(dataset_path("orders.csv"), Path(home)) as program,
    ):
        program.use_the_file()
        program.press("F5")
        program.wait_until_did("audited", seconds=180)
        time.sleep(5)  # until the card says what it means
        program.grab(PICTURE)
    print(f"the picture is in {PICTURE}")


if __name__ == "__main__":
    main()
