"""Builds a Debian package: `make deb`, or `python -m installers.debian dist`.

The program gets an environment of its own in /opt, so that no library of the system is another one
than it was tested with. It is a real Python tree: compiled parts are kept in the person's cache.
"""

import argparse
import gzip
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from core.commands.shortcuts import freedesktop

ROOT = Path(__file__).resolve().parents[1]
HOME = "opt/ensemble-workbench"
PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}"
_LIBRARIES = (
    PYTHON, "libgl1", "libegl1", "libxkbcommon0", "libdbus-1-3", "libfontconfig1",
    "libglib2.0-0 | libglib2.0-0t64", "libxcb-cursor0", "libxcb-icccm4", "libxcb-keysyms1",
    "libxcb-shape0", "libxkbcommon-x11-0", "libgomp1", "fonts-dejavu-core | fonts-liberation",
)  # fmt: skip
_START = f"""#!/{HOME}/bin/python
from main import start

start()
"""
_BEFORE_REMOVAL = f"""#!/bin/sh
set -e
# What Python compiled when it ran is in no list of files.
find /{HOME} -name __pycache__ -type d -prune -exec rm -rf {{}} + 2>/dev/null || true
"""


def main() -> int:
    """Build the package into a folder, and tell where it is."""
    parser = argparse.ArgumentParser(prog="python -m installers.debian", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the package is written")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="deb-") as aside:
        print(f"the package is {build(chosen.folder, Path(aside))}")
    return 0


def build(folder: Path, aside: Path, compression: str = "zstd") -> Path:
    """The package, of a tree that is made aside."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tree = aside / "tree"
    _make_environment(tree / HOME)
    _write(tree / HOME / "bin" / "ensemble-workbench", _START, 0o755)
    (tree / "usr/bin").mkdir(parents=True)
    (tree / "usr/bin/ensemble-workbench").symlink_to(f"/{HOME}/bin/ensemble-workbench")
    for place, text in freedesktop.files(["ensemble-workbench"]).items():
        _write(tree / "usr/share" / place, text)
    papers = tree / "usr/share/doc/ensemble-workbench"
    _write(papers / "copyright", (ROOT / "LICENSE").read_text(encoding="utf-8"))
    (papers / "changelog.gz").write_bytes(
        gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), mtime=0)
    )
    architecture = _said("dpkg", "--print-architecture")
    _write(tree / "DEBIAN/control", _control(project, architecture, tree))
    _write(tree / "DEBIAN/prerm", _BEFORE_REMOVAL, 0o755)
    path = folder / f"ensemble-workbench_{project['version']}_{architecture}.deb"
    packed = ("-Zzstd", "-z3") if compression == "zstd" else (f"-Z{compression}",)
    _run("dpkg-deb", "--root-owner-group", *packed, "--build", str(tree), str(path))
    return path


def _make_environment(home: Path) -> None:
    """What `venv` makes, for the Python that the package depends on, with everything in it."""
    site = home / "lib" / PYTHON / "site-packages"
    site.mkdir(parents=True)
    (home / "bin").mkdir()
    (home / "bin" / "python").symlink_to(f"/usr/bin/{PYTHON}")
    version = ".".join(map(str, sys.version_info[:2]))
    _write(home / "pyvenv.cfg", f"home = /usr/bin\nversion = {version}\n")
    _run(
        sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
        "--no-compile", "--target", str(site), str(ROOT),
    )  # fmt: skip
    shutil.rmtree(site / "bin", ignore_errors=True)  # their first lines name another Python


def _control(project: dict[str, str], architecture: str, tree: Path) -> str:
    size = sum(each.lstat().st_size for each in tree.rglob("*") if each.is_file()) // 1024
    return f"""Package: ensemble-workbench
Version: {project["version"]}
Architecture: {architecture}
Maintainer: The authors of Ensemble Workbench <root@localhost>
Installed-Size: {size}
Depends: {", ".join(_LIBRARIES)}
Section: science
Priority: optional
Description: ensembles on tables, and the rows that they cannot explain
 Open a table, train an ensemble, watch it learn round by round, and see which
 rows it cannot explain: wrong labels, typing errors, cases that do not belong.
"""


def _write(path: Path, text: str, mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, cwd=ROOT)


def _said(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
