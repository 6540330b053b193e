"""Makes and removes the shortcut, by the rules of the system that the program runs on."""

import sys
from pathlib import Path

from core.commands.shortcuts import freedesktop, macos, windows

UNTESTED = "This was written by the system's rules and has not been tried on this system: tell us."


def install(system: str = sys.platform) -> list[str]:
    """Put the program into the menu, and give it its files; tell what was made."""
    command = own_command()
    if system == "win32":
        return [*windows.install(command), UNTESTED]
    if system == "darwin":
        return [*macos.install(command), UNTESTED]
    return freedesktop.install(command)


def remove(system: str = sys.platform) -> list[str]:
    """Take all of it away again; tell what was removed."""
    if system == "win32":
        return [*windows.remove(), UNTESTED]
    if system == "darwin":
        return [*macos.remove(), UNTESTED]
    return freedesktop.remove()


def own_command(called: str | None = None) -> list[str]:
    """How this very program is started again, from any folder.

    >>> own_command("main.py")[0] == sys.executable
    True
    """
    start = Path(called or sys.argv[0]).absolute()
    if start.stem == "ensemble-workbench" and start.is_file():
        return [str(start)]
    if start.with_suffix(".exe").is_file():  # Windows leaves the ending away
        return [str(start.with_suffix(".exe"))]
    return [sys.executable, str(start)]
