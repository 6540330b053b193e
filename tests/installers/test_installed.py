"""Outside of the checkout: a wheel in a path with blanks, a package in a bare Debian."""

import os
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

from installers import debian
from tests.real_program import is_available, virtual_screen

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.long, pytest.mark.timeout(900), pytest.mark.xdist_group("installed")]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The wheel in an environment of its own; its libraries are those of the tests."""
    folder = tmp_path_factory.mktemp("my programs") / "a b"
    kept_out = shutil.ignore_patterns(".git", ".venv", "build", "dist", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, folder / "source", ignore=kept_out)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    _run(*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, folder / "source")
    shutil.rmtree(folder / "source")
    _run(sys.executable, "-m", "venv", "--without-pip", folder / "env")
    python = folder / "env" / "bin" / "python"
    wheel = next(folder.glob("*.whl"))
    _run(*pip, "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel)
    site = next((folder / "env" / "lib").glob("python3*")) / "site-packages"
    # A plain line adds the folder alone: the checkout that the tests run in is not seen.
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "env"


OUTSIDE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
"""With the checkout on its path pip would find the program installed already."""


def _run(*command, env=OUTSIDE, **options):
    done = subprocess.run(
        list(map(str, command)),
        env=env,
        check=False,
        capture_output=True,
        text=True,
        timeout=500,
        **options,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def alone(tmp_path):
    """An empty folder, and an environment whose home nobody can write to, not even root."""
    told = OUTSIDE | {"HOME": "/proc/nobody", "XDG_DATA_HOME": "/proc/nobody/share"}
    told.pop("ENSEMBLE_WORKBENCH_HOME", None)
    return {"cwd": tmp_path, "env": told}


def test_it_is_the_wheel_and_not_the_checkout(installed, alone):
    code = (
        "import core, main, resources, workbench; print(main.__file__, resources.dataset_path(''))"
    )
    for path in _run(installed / "bin" / "python", "-c", code, **alone).split(" /")[1:]:
        assert str(ROOT) not in path


def test_an_example_is_audited_in_an_empty_folder_with_a_home_that_is_read_only(installed, alone):
    code = "import resources; print(resources.dataset_path('ten_points.csv'))"
    example = _run(installed / "bin" / "python", "-c", code, **alone).strip()
    program = installed / "bin" / "ensemble-workbench"
    environment = {**alone["env"], "QT_QPA_PLATFORM": "offscreen"}
    words = ("audit", example, "--target", "label", "--out", "out", "--no-cells")
    _run(program, *words, cwd=alone["cwd"], env=environment)
    assert (alone["cwd"] / "out" / "suspects.csv").is_file()


@pytest.mark.skipif(not is_available(), reason="Xvfb and xdotool are not installed")
def test_the_window_opens_with_a_home_that_is_read_only(installed, alone):
    with virtual_screen() as display:
        environment = {**alone["env"], "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        program = installed / "bin" / "ensemble-workbench"
        process = subprocess.Popen([program], cwd=alone["cwd"], env=environment)
        try:
            assert _has_window(environment, process)
        finally:
            process.kill()
            process.wait()


def _has_window(environment, process):
    search = ["xdotool", "search", "--onlyvisible", "--name", "Ensemble Workbench"]
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        if subprocess.run(search, env=environment, capture_output=True, check=False).stdout:
            return True
        time.sleep(0.5)
    return False


def _why_no_chroot():
    if not (shutil.which("debootstrap") and shutil.which("dpkg-deb")):
        return "debootstrap is not installed"
    if os.getuid() != 0:
        return "only root can make a chroot"
    system = Path("/etc/os-release").read_text(encoding="utf-8")
    if "VERSION_CODENAME=" not in system:
        return "this is no Debian whose name is told"
    return "" if is_available() else "Xvfb and xdotool are not installed"


@pytest.mark.skipif(bool(_why_no_chroot()), reason=_why_no_chroot() or "it can be made")
def test_the_package_is_installed_started_and_removed_in_a_bare_debian(tmp_path):
    package = debian.build(tmp_path, tmp_path / "aside", "none")  # nobody downloads it
    system = Path("/etc/os-release").read_text(encoding="utf-8")
    release = system.split("VERSION_CODENAME=")[1].split()[0]
    root = tmp_path / "root"
    _run("debootstrap", "--variant=minbase", f"--include={debian.PYTHON}", release, root)
    # The host knows where packages come from, and whom to trust.
    shutil.copytree("/etc/apt", root / "etc" / "apt", dirs_exist_ok=True)
    for file in ("/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt"):
        if Path(file).is_file():
            (root / file[1:]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, root / file[1:])
    # Nothing needs to outlive a power failure.
    (root / "etc/dpkg/dpkg.cfg.d/quick").write_text("force-unsafe-io\n")
    shutil.move(package, root / "tmp" / "it.deb")
    inside = ("chroot", root, "env", "DEBIAN_FRONTEND=noninteractive", "HOME=/tmp")
    _run(*inside, "apt-get", "update", "-qq")
    _run(*inside, "apt-get", "install", "-qq", "-y", "--no-install-recommends", "/tmp/it.deb")
    assert _run(*inside, "ensemble-workbench", "--version").startswith("ensemble-workbench ")
    # Every library finds what it needs of the system; training is tried with the wheel.
    libraries = "import numba, onnxruntime, pyarrow, sklearn.ensemble, xgboost, PySide6.QtWidgets"
    _run(*inside, f"/{debian.HOME}/bin/python", "-c", libraries)
    with virtual_screen() as display:
        started = (*inside, f"DISPLAY={display}", "QT_QPA_PLATFORM=xcb", "ensemble-workbench")
        process = subprocess.Popen(list(map(str, started)))
        try:
            assert _has_window(os.environ | {"DISPLAY": display}, process)
        finally:
            process.kill()
            process.wait()
    _run(*inside, "apt-get", "remove", "-qq", "-y", "ensemble-workbench")
    assert not (root / "usr/bin/ensemble-workbench").is_symlink()
    assert not (root / debian.HOME).exists()
