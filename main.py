"""The front door: the window by default; `audit`, `train`, `compare`, `predict` and others."""

import _thread
import argparse
import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from core.commands.line.deeds import DEEDS, say
from core.commands.line.parser import BAD_INPUT, parser
from workbench.exporting.deeds import DRAWING_DEEDS

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

INTERRUPTED = 130
_SOON = 0.01


def main(arguments: list[str] | None = None) -> int:
    """Run a command, or open the window."""
    arguments = sys.argv[1:] if arguments is None else arguments
    from core.base.errors import WorkbenchError

    try:
        if arguments and (arguments[0] in COMMANDS or arguments[0].startswith("-")):
            return _command(parser().parse_args(arguments))
        if len(arguments) > 1:
            parser().error(f"there is no command {arguments[0]!r}")
        return _window(Path(arguments[0]) if arguments else None)
    except WorkbenchError as error:
        print(f"ensemble-workbench: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # The reader left, as `head` does; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("\nensemble-workbench: stopped.", file=sys.stderr)
        return INTERRUPTED


def _command(chosen: argparse.Namespace) -> int:
    """Run a command; if a person stops it, say what is written already."""
    from core.base.files import noting_files

    # Heard to the last: to collect as usual again may take a while, in finalizers.
    with _hearing_every_stop(), noting_files() as written, _collecting_rarely():
        try:
            COMMANDS[chosen.command](chosen)
        except KeyboardInterrupt:
            files = ", ".join(str(path) for path in written)
            told = f"these are written already: {files}" if written else "nothing was written"
            print(f"\nensemble-workbench: stopped; {told}.", file=sys.stderr)
            return INTERRUPTED
    return 0


@contextlib.contextmanager
def _collecting_rarely() -> Iterator[None]:
    """Look for unreachable cycles less often: a command is over before many of them are there.

    Python's own rules are those of the window; of a short audit they take a twentieth of the time,
    nearly all of it to look through what was imported.
    """
    usual = gc.get_threshold()
    gc.set_threshold(50_000, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@contextlib.contextmanager
def _hearing_every_stop() -> Iterator[None]:
    """Ctrl+C that falls into a finalizer, where Python ignores what is raised, comes once more."""
    usual = sys.unraisablehook

    def hear(ignored: "UnraisableHookArgs") -> None:
        if ignored.exc_type is KeyboardInterrupt:
            again = threading.Timer(_SOON, _thread.interrupt_main)
            again.daemon = True
            again.start()
        else:
            usual(ignored)

    sys.unraisablehook = hear
    try:
        yield
    finally:
        sys.unraisablehook = usual


def _lesson(chosen: argparse.Namespace) -> None:
    if chosen.name is None:
        from core.teaching.shelf import lesson_heads

        say([f"{head.name}  {head.title}: {head.about}" for head in lesson_heads()])
        return
    from workbench.teaching.app import run_lesson

    run_lesson(chosen.name)


def _plugins(_chosen: argparse.Namespace) -> None:
    from core.commands import plugin_list
    from workbench.viewing.catalog import tabs

    plugin_list.load_core()
    tabs()
    say(plugin_list.lines())


COMMANDS = DEEDS | DRAWING_DEEDS | {"lesson": _lesson, "plugins": _plugins}


def _window(file: Path | None) -> int:
    if not _has_screen():
        return _without_window(file)
    from workbench.frame.app import run_window

    return run_window(file)


def _has_screen() -> bool:
    if sys.platform in ("win32", "darwin") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _without_window(file: Path | None) -> int:
    """Do the main job on a machine without a screen: audit the file, or an example."""
    from core.data.plan import Plan
    from core.parts.looking import FilesLook
    from core.reading.examples import EXAMPLES
    from core.reading.tables import read_table
    from core.sources.parts import Parts, are_parts

    known = EXAMPLES[0]
    path = file or known.path
    target = known.target
    if file is not None:
        table = FilesLook.at(Parts.of(file)).table if are_parts(file) else read_table(file)
        target = Plan.suggested(table).target or ""
    out = Path(f"audit-{path.stem}")
    print(
        "There is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set), so "
        f"{path.name} is audited without a window, with {target!r} as the target."
    )
    return main(["audit", str(path), "--target", target, "--out", str(out)])


def start() -> NoReturn:
    """Do what this process was started for; once it was stopped, Ctrl+C ends it at once."""
    code = main()
    if code == INTERRUPTED:
        # What Python still tidies up has nothing to tell to who presses it a second time.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(code)


if __name__ == "__main__":
    start()
