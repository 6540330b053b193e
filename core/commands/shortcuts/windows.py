"""Windows: a link in the Start menu, and the two kinds of files. Not tried on Windows."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from core.base.errors import WriteError
from core.base.files import MODEL_SUFFIX, SESSION_SUFFIX

_LINK = "Ensemble Workbench.lnk"
_CLASSES = r"Software\Classes"
_KINDS = {
    MODEL_SUFFIX: ("EnsembleWorkbench.Model", "Ensemble Workbench model"),
    SESSION_SUFFIX: ("EnsembleWorkbench.Session", "Ensemble Workbench session"),
}
# The words of the link come from the environment: nothing of a path is part of the script.
_MAKE_LINK = (
    "$link = (New-Object -ComObject WScript.Shell).CreateShortcut($env:EW_LINK); "
    "$link.TargetPath = $env:EW_PROGRAM; $link.Arguments = $env:EW_ARGUMENTS; $link.Save()"
)


def install(command: Sequence[str]) -> list[str]:
    """Make the link, and tell the system who opens the files."""
    link = _start_menu() / _LINK
    told = os.environ | {
        "EW_LINK": str(link),
        "EW_PROGRAM": command[0],
        "EW_ARGUMENTS": subprocess.list2cmdline(command[1:]),
    }
    done = subprocess.run(
        ["powershell", "-NoProfile", "-Command", _MAKE_LINK],
        env=told,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    if done.returncode:
        raise WriteError(f"The link {link} could not be made: {done.stderr.strip()}")
    _write_types(command)
    return [f"made: {link}", "Models and sessions open by a double click."]


def remove() -> list[str]:
    """Remove the link and what was told about the files."""
    link = _start_menu() / _LINK
    was_there = link.exists()
    link.unlink(missing_ok=True)
    _remove_types()
    return [f"removed: {link}"] if was_there else ["There was no shortcut to remove."]


def keys(command: Sequence[str]) -> Iterator[tuple[str, str]]:
    r"""The keys below HKEY_CURRENT_USER, with the values that they are given.

    >>> list(keys(["C:\\run.exe"]))[1]
    ('Software\\Classes\\EnsembleWorkbench.Model', 'Ensemble Workbench model')
    """
    for ending, (name, words) in _KINDS.items():
        yield rf"{_CLASSES}\{ending}", name
        yield rf"{_CLASSES}\{name}", words
        started = f'{subprocess.list2cmdline(command)} "%1"'
        yield rf"{_CLASSES}\{name}\shell\open\command", started


def _start_menu() -> Path:
    return Path(os.environ["APPDATA"], "Microsoft", "Windows", "Start Menu", "Programs")


def _write_types(command: Sequence[str]) -> None:
    if sys.platform == "win32":
        import winreg

        for key, value in keys(command):
            winreg.SetValue(winreg.HKEY_CURRENT_USER, key, winreg.REG_SZ, value)


def _remove_types() -> None:
    if sys.platform == "win32":
        import contextlib
        import winreg

        for name, _words in _KINDS.values():
            for key in (
                rf"{name}\shell\open\command",
                rf"{name}\shell\open",
                rf"{name}\shell",
                name,
            ):
                with contextlib.suppress(OSError):
                    winreg.DeleteKey(winreg.HKEY_CURRENT_USER, rf"{_CLASSES}\{key}")
