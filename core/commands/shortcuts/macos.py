"""macOS: an app in the person's Applications folder that starts the program. Not tried on a Mac."""

import plistlib
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from core.base.errors import WriteError
from core.base.files import MODEL_SUFFIX, SESSION_SUFFIX, make_folder, written_whole

_APP = "Ensemble Workbench.app"
_IDENTIFIER = "org.ensembleworkbench.EnsembleWorkbench"


def install(command: Sequence[str], folder: Path | None = None) -> list[str]:
    """Write the app: what it is, and a script that starts the program."""
    app = (folder or Path.home() / "Applications") / _APP
    programs = make_folder(app / "Contents" / "MacOS")
    with written_whole(app / "Contents" / "Info.plist") as aside:
        aside.write_bytes(plistlib.dumps(facts()))
    script = programs / "start"
    with written_whole(script) as aside:
        aside.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n', encoding="utf-8")
        aside.chmod(0o755)
    return [f"made: {app}"]


def remove(folder: Path | None = None) -> list[str]:
    """Remove the app."""
    app = (folder or Path.home() / "Applications") / _APP
    if not app.exists():
        return ["There was no shortcut to remove."]
    try:
        shutil.rmtree(app)
    except OSError as error:
        raise WriteError(f"{app} could not be removed ({error.strerror}).") from error
    return [f"removed: {app}"]


def facts() -> dict[str, object]:
    """What the system reads of an app: its name, how it starts, and which files it opens."""
    kinds = (("Model", MODEL_SUFFIX), ("Session", SESSION_SUFFIX))
    return {
        "CFBundleName": "Ensemble Workbench",
        "CFBundleIdentifier": _IDENTIFIER,
        "CFBundleExecutable": "start",
        "CFBundlePackageType": "APPL",
        "NSHighResolutionCapable": True,
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": f"Ensemble Workbench {name.lower()}",
                "CFBundleTypeExtensions": [ending.lstrip(".")],
                "CFBundleTypeRole": "Editor",
            }
            for name, ending in kinds
        ],
    }
