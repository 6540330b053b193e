"""Linux and its like: an entry of the menu, an icon and two types of files.

Desktop Entry Specification 1.4, Shared MIME-info 0.21, AppStream 1.0.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from core.base.errors import WriteError
from core.base.files import MODEL_SUFFIX, SESSION_SUFFIX, make_folder, written_whole
from resources import icon_path

NAME = "org.ensembleworkbench.EnsembleWorkbench"
"""Of the entry, its icon and what tells of it: reversed, as all such names are."""
MODEL, SESSION = "application/x-ensemble-model", "application/x-ensemble-session"
_ENTRY = f"applications/{NAME}.desktop"
_TYPES = f"mime/packages/{NAME}.xml"
_ICON = f"icons/hicolor/scalable/apps/{NAME}.svg"
_ABOUT = f"metainfo/{NAME}.metainfo.xml"
_TABLES = ("text/csv", "text/tab-separated-values")


def files(command: Sequence[str]) -> Mapping[str, str]:
    """What is written, by its place below a folder such as /usr/share."""
    return {
        _ENTRY: entry(command),
        _TYPES: _types(),
        _ICON: icon_path("ensemble-workbench").read_text(encoding="utf-8"),
        _ABOUT: _about(),
    }


def install(command: Sequence[str], home: Path | None = None) -> list[str]:
    """Write the files for this person, and tell the desktop of them."""
    home = home or data_home()
    told = []
    for place, text in files(command).items():
        path = home / place
        make_folder(path.parent)
        with written_whole(path) as aside:
            aside.write_text(text, encoding="utf-8")
        told.append(f"made: {path}")
    _tell(home)
    return [*told, "Ensemble Workbench is in the menu, and opens models and sessions."]


def remove(home: Path | None = None) -> list[str]:
    """Remove the files, and tell the desktop."""
    home = home or data_home()
    told = []
    for place in files(["ensemble-workbench"]):
        path = home / place
        try:
            path.unlink()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise WriteError(f"{path} could not be removed ({error.strerror}).") from error
        told.append(f"removed: {path}")
    _tell(home)
    return told or ["There was no shortcut to remove."]


def data_home() -> Path:
    """The folder for this person's entries, icons and types."""
    own = os.environ.get("XDG_DATA_HOME", "")
    return Path(own) if Path(own).is_absolute() else Path.home() / ".local" / "share"


def entry(command: Sequence[str]) -> str:
    r"""The entry of the menu.

    >>> [line for line in entry(["/my apps/run"]).splitlines() if line.startswith("Exec")]
    ['Exec="/my apps/run" %f']
    """
    types = ";".join((MODEL, SESSION, *_TABLES))
    return f"""[Desktop Entry]
Type=Application
Version=1.4
Name=Ensemble Workbench
GenericName=Ensembles and wrong labels
Comment=Train an ensemble on a table and find the rows it cannot explain
Exec={" ".join(map(quoted, command))} %f
Icon={NAME}
Terminal=false
Categories=Science;DataVisualization;
Keywords=boosting;forest;audit;labels;CSV;
MimeType={types};
StartupWMClass=ensemble-workbench
"""


def quoted(word: str) -> str:
    r"""A word of a command as an entry has it: quoted, and what would mean something escaped twice.

    >>> print(quoted("/usr/bin/run"), quoted("/a b"), quoted('5$ "x"'), quoted("100%"))
    /usr/bin/run "/a b" "5\\$ \\"x\\"" 100%%
    """
    word = word.replace("%", "%%")
    if not set(word) & set(" \t\n\"'\\><~|&;$*?#()`"):
        return word
    inner = "".join("\\" + letter if letter in '"`$\\' else letter for letter in word)
    return '"' + inner.replace("\\", "\\\\") + '"'


def _types() -> str:
    kinds = (
        (MODEL, "Ensemble Workbench model", MODEL_SUFFIX),
        (SESSION, "Ensemble Workbench session", SESSION_SUFFIX),
    )
    told = "".join(
        f"""  <mime-type type="{name}">
    <comment>{words}</comment>
    <icon name="{NAME}"/>
    <sub-class-of type="application/zip"/>
    <glob pattern="*{ending}"/>
  </mime-type>
"""
        for name, words, ending in kinds
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
{told}</mime-info>
"""


def _about() -> str:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>{NAME}</id>
  <metadata_license>MIT</metadata_license>
  <project_license>MIT</project_license>
  <name>Ensemble Workbench</name>
  <summary>Train ensembles on tables and find the rows they cannot explain</summary>
  <developer id="org.ensembleworkbench">
    <name>The authors of Ensemble Workbench</name>
  </developer>
  <description>
    <p>
      Open a table, train an ensemble, watch it learn round by round, and see which rows it cannot
      explain: wrong labels, typing errors, cases that do not belong. No code is needed, and nothing
      leaves your computer.
    </p>
  </description>
  <launchable type="desktop-id">{NAME}.desktop</launchable>
  <provides>
    <binary>ensemble-workbench</binary>
    <mediatype>{MODEL}</mediatype>
    <mediatype>{SESSION}</mediatype>
  </provides>
  <content_rating type="oars-1.1"/>
</component>
"""


def _tell(home: Path) -> None:
    """Let the desktop look again; whichever of its tools is missing looks by itself later."""
    for command, folder in (
        (["update-mime-database"], home / "mime"),
        (["update-desktop-database", "-q"], home / "applications"),
        (["gtk-update-icon-cache", "-q", "-t", "-f"], home / "icons" / "hicolor"),
    ):
        program = shutil.which(command[0])
        if program and folder.is_dir():
            subprocess.run(
                [program, *command[1:], str(folder)], check=False, capture_output=True, timeout=60
            )
