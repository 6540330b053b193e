"""python -m docs.making: take the pictures, gather the pages, let Sphinx build, check the site.

It fails if a view has no page, a page no picture, a link leads nowhere, or a page would ask a
network for anything.
"""

import argparse
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from docs.making.places import DOCS, ROOT, THEMES, Build

_NOISE = "This plugin does not support"


def main() -> int:
    """Build the site."""
    parser = argparse.ArgumentParser(prog="python -m docs.making", description=__doc__)
    parser.add_argument("--out", type=Path, default=Build().folder, help="where everything is made")
    parser.add_argument(
        "--keep-pictures", action="store_true", help="take no pictures: those there are serve"
    )
    chosen = parser.parse_args()
    build, started = Build(chosen.out.resolve()), time.monotonic()
    if not chosen.keep_pictures and not _take_pictures(build):
        return 1
    from docs.making.pages import gather

    gather(build)
    shutil.rmtree(build.site, ignore_errors=True)  # no page of an earlier build stays
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-E", "-c", str(DOCS)]
    built = subprocess.run([*command, build.source, build.site], cwd=ROOT, check=False)
    if built.returncode:
        return 1
    from docs.making.checking import troubles

    found = troubles(build.site)
    for sentence in found:
        print(sentence, file=sys.stderr)
    if found:
        return 1
    print(f"The site is in {build.site / 'index.html'} ({time.monotonic() - started:.0f} s).")
    return 0


def _take_pictures(build: Build) -> bool:
    """One process for each theme: they share nothing, and a machine has two cores at least."""
    build.pictures.mkdir(parents=True, exist_ok=True)
    _compile()

    def take(theme: str) -> bool:
        done = subprocess.run(
            [sys.executable, "-m", "docs.making.pictures", "--theme", theme, "--out", build.folder],
            cwd=ROOT,
            stdout=None,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode:
            told = [line for line in done.stderr.splitlines() if not line.startswith(_NOISE)]
            print(f"The {theme} pictures could not be taken:", *told, sep="\n", file=sys.stderr)
        return done.returncode == 0

    with ThreadPoolExecutor(len(THEMES)) as pool:
        return all(list(pool.map(take, THEMES)))


def _compile() -> None:
    """Fill the cache of compiled kernels, so that the themes do not both wait for the compiler."""
    from core.commands.warmup import prepare

    prepare()


if __name__ == "__main__":
    sys.exit(main())
