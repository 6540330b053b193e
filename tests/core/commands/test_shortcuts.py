"""The program puts itself into the menu and out again: its files open by a double click."""

import configparser
import os
import plistlib
import re
import shlex
import shutil
import subprocess
import xml.etree.ElementTree as ET

import pytest

import main
from core.base.errors import WriteError
from core.commands.shortcuts import freedesktop, macos, shortcut, windows

COMMAND = ["/home/me/my apps/bin/ensemble-workbench"]


def needs(program):
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


@pytest.fixture
def installed(tmp_path):
    home = tmp_path / "a home"
    freedesktop.install(COMMAND, home)
    return home


def entry_of(home):
    parser = configparser.RawConfigParser()
    parser.optionxform = str
    parser.read(home / "applications" / f"{freedesktop.NAME}.desktop", encoding="utf-8")
    return dict(parser["Desktop Entry"])


def test_the_entry_starts_this_program_with_the_file(installed):
    entry = entry_of(installed)
    assert shlex.split(entry["Exec"]) == [*COMMAND, "%f"]
    assert {freedesktop.MODEL, freedesktop.SESSION} <= set(entry["MimeType"].split(";"))
    assert (installed / "icons/hicolor/scalable/apps" / f"{entry['Icon']}.svg").is_file()


def test_models_and_sessions_are_known_by_their_endings(installed):
    tree = ET.parse(installed / "mime" / "packages" / f"{freedesktop.NAME}.xml")
    found = {each.get("pattern") for each in tree.iter() if each.tag.endswith("}glob")}
    assert found == {"*.ensemble", "*.workbench"}


@needs("update-mime-database")
def test_the_desktop_knows_a_model_by_its_name(installed):
    globs = (installed / "mime" / "globs2").read_text(encoding="utf-8")
    assert f"{freedesktop.MODEL}:*.ensemble" in globs


@needs("desktop-file-validate")
def test_the_entry_is_valid(installed):
    path = installed / "applications" / f"{freedesktop.NAME}.desktop"
    done = subprocess.run(
        ["desktop-file-validate", path], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


@needs("appstreamcli")
def test_what_is_told_of_it_is_valid(installed):
    path = installed / "metainfo" / f"{freedesktop.NAME}.metainfo.xml"
    done = subprocess.run(
        ["appstreamcli", "validate", "--no-net", path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_all_of_it_is_removed_again(installed):
    told = freedesktop.remove(installed)
    assert len(told) == len(freedesktop.files(COMMAND))
    assert not list(installed.rglob(f"{freedesktop.NAME}*"))
    assert freedesktop.remove(installed) == ["There was no shortcut to remove."]


@pytest.mark.parametrize("word", ["/a b/c", "it's", 'a "b"', "5$", "a\\b", "100%", "`x`", "plain"])
def test_any_path_comes_out_of_the_entry_as_it_went_in(word):
    # The value is unescaped once as every value, then as a quoted word, then %% becomes %.
    value = freedesktop.quoted(word).replace("\\\\", "\\")
    value = value[1:-1] if value.startswith('"') else value
    assert re.sub(r"\\(.)", r"\1", value).replace("%%", "%") == word


@pytest.mark.skipif(os.getuid() == 0, reason="root may write anywhere")
def test_a_home_that_cannot_be_written_to_is_told(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(WriteError, match="cannot be made"):
        freedesktop.install(COMMAND, tmp_path / "home")


def test_a_file_in_the_way_is_told(tmp_path):
    (tmp_path / "home").write_text("not a folder")
    with pytest.raises(WriteError, match="Choose another"):
        freedesktop.install(COMMAND, tmp_path / "home")


def test_the_options_of_the_command_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    for option, word in (("--install-shortcut", "made: "), ("--remove-shortcut", "removed: ")):
        with pytest.raises(SystemExit) as left:
            main.main([option])
        assert left.value.code == 0
        assert word in capsys.readouterr().out
    assert not list(tmp_path.rglob("*.desktop"))


def test_a_mac_gets_an_app_and_loses_it(tmp_path):
    macos.install(COMMAND, tmp_path)
    app = tmp_path / "Ensemble Workbench.app" / "Contents"
    facts = plistlib.loads((app / "Info.plist").read_bytes())
    script = app / "MacOS" / facts["CFBundleExecutable"]
    assert os.access(script, os.X_OK)
    assert "'/home/me/my apps/bin/ensemble-workbench'" in script.read_text(encoding="utf-8")
    assert macos.remove(tmp_path) == [f"removed: {app.parent}"]
    assert macos.remove(tmp_path) == ["There was no shortcut to remove."]


def test_windows_is_told_both_kinds_of_files():
    keys = dict(windows.keys([r"C:\my apps\run.exe"]))
    assert keys[r"Software\Classes\.ensemble"] == "EnsembleWorkbench.Model"
    opened = keys[r"Software\Classes\EnsembleWorkbench.Session\shell\open\command"]
    assert opened == r'"C:\my apps\run.exe" "%1"'


def test_what_was_never_tried_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path)
    assert shortcut.install("darwin")[-1] == shortcut.UNTESTED
    assert shortcut.remove("darwin")[-1] == shortcut.UNTESTED


def test_the_script_that_was_called_is_started_again(tmp_path):
    script = tmp_path / "ensemble-workbench"
    script.write_text("")
    assert shortcut.own_command(str(script)) == [str(script)]
