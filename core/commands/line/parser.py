"""The commands and their options."""

import argparse
import sys
from pathlib import Path
from typing import NoReturn

from core.base.files import TABLE_KINDS
from core.commands.line.options import (
    add_algorithm,
    add_cluster,
    add_data,
    add_reading,
    add_rule,
    add_several,
)
from core.commands.line.values import count, depth, line, minutes, reasons

BAD_INPUT = 2


class CommandParser(argparse.ArgumentParser):
    """Says what is wrong with a command line in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Print the sentence and leave."""
        print(f"{self.prog}: {message}. Try {self.prog} --help.", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


class VersionOption(argparse.Action):
    """Tells the version and leaves."""

    def __init__(self, option_strings: list[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_rest: object) -> None:
        """Tell it: looked up only when somebody asks."""
        from core.base.program import version
        from core.commands.line.deeds import say

        say([f"{parser.prog} {version()}"])
        parser.exit()


class ShortcutOption(argparse.Action):
    """An option that does its deed and leaves, as --help does."""

    def __init__(self, option_strings: list[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_rest: object) -> None:
        """Make or remove the shortcut, and tell what was done."""
        from core.commands.line.deeds import say
        from core.commands.shortcuts import shortcut

        say(shortcut.install() if self.dest == "install_shortcut" else shortcut.remove())
        parser.exit()


def parser() -> CommandParser:
    """The command line."""
    top = CommandParser(
        prog="ensemble-workbench",
        description="Train an ensemble on a table and find the rows it cannot explain.",
        epilog="Without a command the window opens: ensemble-workbench [FILE or FOLDER]",
    )
    top.add_argument("--version", action=VersionOption, help="tell the version")
    top.add_argument(
        "--install-shortcut", action=ShortcutOption, help="put the program into the desktop's menu"
    )
    top.add_argument(
        "--remove-shortcut", action=ShortcutOption, help="take it out of the menu again"
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    audit = commands.add_parser("audit", help="rank the rows of a file by suspicion")
    train = commands.add_parser("train", help="train a model and write it to a file")
    for command in (audit, train):
        add_data(command)
        add_cluster(command)
        add_algorithm(command)
        command.add_argument(
            "--decisions",
            type=Path,
            metavar="CSV",
            help="decisions about rows, as the program exports them: the rows as decided are used",
        )
    audit.add_argument("--out", type=Path, required=True, metavar="DIR", help="where to write")
    audit.add_argument(
        "--format",
        choices=[ending[1:] for ending in TABLE_KINDS],
        default="csv",
        help="of the tables",
    )
    _add_inquiries(audit)
    _add_training(train)

    _add_explain(
        commands.add_parser(
            "explain",
            help="train, and tell what columns, rounds and members do, and one small tree",
        )
    )
    report = commands.add_parser("report", help="train, audit, and write a report as one HTML page")
    add_data(report)
    add_algorithm(report)
    report.add_argument("--out", type=Path, required=True, metavar="HTML", help="where to write")
    _add_inquiries(report)
    report.add_argument(
        "--decisions",
        type=Path,
        metavar="CSV",
        help="decisions about rows, as the program exports them: the report tells before and after",
    )
    report.add_argument(
        "--script", type=Path, metavar="PY", help="write the script that repeats the run, too"
    )
    add_rule(report)

    _add_carry(commands.add_parser("carry", help="carry decisions over to a new export of a file"))
    _add_clean(commands.add_parser("clean", help="write a copy of a file or a folder as decided"))

    compare = commands.add_parser("compare", help="train the usual five and rank them")
    add_data(compare)
    compare.add_argument(
        "--out", type=Path, metavar="FILE", help="write the table, too (.csv, .xlsx, .parquet)"
    )

    _add_tune(commands.add_parser("tune", help="try settings, and keep the best run of a budget"))

    commands.add_parser("cache", help="tell how much room rows kept on the disk take").add_argument(
        "--clear", action="store_true", help="give it back"
    )

    agree = commands.add_parser("agree", help="tell how far two people agree about rows of a file")
    add_data(agree)
    for name in ("one", "other"):
        agree.add_argument(
            name,
            type=Path,
            metavar=name.upper(),
            help="decisions as the program exports them, or a session",
        )
    agree.add_argument("--out", type=Path, metavar="FILE", help="write the conflicts as CSV")

    _add_predict(commands.add_parser("predict", help="predict the rows of a file by a model"))

    export = commands.add_parser("export", help="write a model as ONNX, for other programs")
    export.add_argument("model", type=Path, metavar="MODEL")
    export.add_argument("file", type=Path, metavar="FILE", help="a file to check it on")
    export.add_argument("--onnx", type=Path, required=True, metavar="ONNX", help="where to write")
    add_reading(export)

    algorithms = commands.add_parser("algorithms", help="list the algorithms, or one's settings")
    algorithms.add_argument("name", nargs="?", metavar="NAME")

    lesson = commands.add_parser("lesson", help="play a lesson in a practice window, or list them")
    lesson.add_argument("name", nargs="?", metavar="NAME", help="a lesson, or a Markdown file")

    commands.add_parser("plugins", help="list what installed packages add, and what is broken")
    return top


def _add_training(train: argparse.ArgumentParser) -> None:
    train.add_argument("--model", type=Path, required=True, metavar="MODEL", help="where to write")
    train.add_argument("--onnx", type=Path, metavar="ONNX", help="write the model as ONNX, too")
    train.add_argument(
        "--verbose", action="store_true", help="print every round: weighted error, vote, errors"
    )
    train.add_argument(
        "--learning-curve",
        action="store_true",
        help="train with fewer rows too, to tell whether more rows would help",
    )
    add_rule(train)


def _add_explain(command: argparse.ArgumentParser) -> None:
    add_data(command)
    add_algorithm(command)
    command.add_argument(
        "--depth",
        type=depth,
        default=3,
        metavar="N",
        help="how many questions of the readable tree may follow one another (default: 3)",
    )
    command.add_argument(
        "--nodes",
        action="store_true",
        help="tell the gains of all columns at every question of the first tree",
    )
    command.add_argument(
        "--model", type=Path, metavar="MODEL", help="write the readable tree as a model"
    )
    command.add_argument(
        "--row",
        dest="lines",
        type=line,
        action="append",
        default=[],
        metavar="LINE",
        help="tell instead why the row of this line is predicted as it is, once for each row",
    )
    command.add_argument(
        "--about", metavar="CLASS", help="with --row: what speaks for this class, not the predicted"
    )


def _add_predict(command: argparse.ArgumentParser) -> None:
    command.add_argument("model", type=Path, metavar="MODEL")
    command.add_argument("file", type=Path, metavar="FILE")
    command.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="where to write (.csv, .xlsx or .parquet), else the screen",
    )
    command.add_argument(
        "--threshold",
        metavar="[CLASS=]P",
        help="of two classes, name this one (the second) from this probability on, whatever the "
        "model's own rule is",
    )
    command.add_argument(
        "--why",
        type=reasons,
        nargs="?",
        const=3,
        default=0,
        metavar="N",
        help="add the N columns that speak most for or against each prediction (3)",
    )
    add_reading(command)


def _add_inquiries(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--sample",
        type=count,
        metavar="ROWS",
        help="audit so many rows, drawn by the seed: of millions, all of them take minutes",
    )
    command.add_argument(
        "--no-cells",
        dest="cells",
        action="store_false",
        help="leave out which values are wrong, which takes from a second to half a minute",
    )
    command.add_argument(
        "--exam",
        action="store_true",
        help="plant errors, too, and tell how many would be found (takes several audits)",
    )


def _add_tune(command: argparse.ArgumentParser) -> None:
    add_data(command)
    add_several(
        command,
        "--algorithm",
        "algorithms",
        "NAME",
        "what to tune, once for each (default: one of each of the usual families)",
    )
    add_several(
        command,
        "--set",
        "options",
        "KEY=VALUE",
        "with one algorithm: a setting to start from",
    )
    add_several(
        command,
        "--try",
        "ranges",
        "KEY[=RANGE]",
        "with one algorithm: a setting to try, such as depth or shrinkage=0.01..0.3 "
        "(default: all that are worth it)",
    )
    budget = command.add_mutually_exclusive_group()
    budget.add_argument(
        "--minutes", type=minutes, default=5.0, metavar="M", help="how long to try (5)"
    )
    budget.add_argument(
        "--steps",
        type=count,
        default=0,
        metavar="N",
        help="how many steps to do instead, which gives the same run whenever it is repeated",
    )
    command.add_argument(
        "--most-rows",
        type=count,
        default=20_000,
        metavar="N",
        help="on how many training rows settings are tried at most (20000)",
    )
    command.add_argument(
        "--model", type=Path, required=True, metavar="MODEL", help="where to write"
    )
    command.add_argument(
        "--out", type=Path, metavar="FILE", help="write the trials, too (.csv, .xlsx, .parquet)"
    )
    command.add_argument(
        "--report", type=Path, metavar="HTML", help="write a report about the tuned run, too"
    )


def _add_clean(command: argparse.ArgumentParser) -> None:
    add_data(command)
    for word, kind, told in (
        ("decisions", "CSV", "decisions about rows, as the program exports them"),
        ("out", "PATH", "where to write: a file, or of several files a new folder"),
    ):
        command.add_argument(f"--{word}", type=Path, required=True, metavar=kind, help=told)


def _add_carry(command: argparse.ArgumentParser) -> None:
    add_data(command)
    command.add_argument(
        "--decisions",
        type=Path,
        required=True,
        metavar="CSV",
        help="decisions about the old file, as the program exports them",
    )
    command.add_argument(
        "--old",
        type=Path,
        metavar="FILE",
        help="the old file; without it, only rows of which no value changed are found",
    )
    command.add_argument(
        "--old-target", metavar="COLUMN", help="the target in the old file, if it had another name"
    )
    command.add_argument(
        "--key",
        action="append",
        metavar="COLUMN",
        help="a column of the old file that names the rows, once for each (default: guessed)",
    )
    command.add_argument(
        "--by-content", action="store_true", help="match rows by their values, whatever the key"
    )
    for word, told in (("take", "carry this group over, too"), ("leave", "leave this group out")):
        command.add_argument(
            f"--{word}",
            action="append",
            default=[],
            metavar="GROUP",
            help=f"{told}: same, spelling, corrected, changed, undone or otherwise",
        )
    command.add_argument(
        "--conflicts", type=Path, metavar="CSV", help="write what is to be looked at, too"
    )
    command.add_argument("--out", type=Path, required=True, metavar="CSV", help="where to write")
