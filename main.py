"""The front door: the window by default; `audit`, `train`, `compare`, `predict` and others."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from core import Dataset
    from core.sources.known_dialect import Known

BAD_INPUT = 2
INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """Says what is wrong with a command line in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Print the sentence and leave."""
        print(f"{self.prog}: {message}. Try {self.prog} --help.", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def parser() -> Parser:
    """The command line."""
    top = Parser(
        prog="ensemble-workbench",
        description="Train an ensemble on a CSV and find the rows it cannot explain.",
        epilog="Without a command the window opens: ensemble-workbench [FILE]",
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    audit = commands.add_parser("audit", help="rank the rows of a file by suspicion")
    train = commands.add_parser("train", help="train a model and write it to a file")
    for command in (audit, train):
        _add_data(command)
        _add_algorithm(command)
    audit.add_argument("--out", type=Path, required=True, metavar="DIR", help="where to write")
    _add_inquiries(audit)
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

    explain = commands.add_parser(
        "explain", help="train, and tell what columns, rounds and members do, and one small tree"
    )
    _add_data(explain)
    _add_algorithm(explain)
    explain.add_argument(
        "--depth",
        type=_depth,
        default=3,
        metavar="N",
        help="how many questions of the readable tree may follow one another (default: 3)",
    )
    explain.add_argument(
        "--nodes",
        action="store_true",
        help="tell the gains of all columns at every question of the first tree",
    )
    explain.add_argument(
        "--model", type=Path, metavar="MODEL", help="write the readable tree as a model"
    )

    report = commands.add_parser("report", help="train, audit, and write a report as one HTML page")
    _add_data(report)
    _add_algorithm(report)
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

    _add_carry(commands.add_parser("carry", help="carry decisions over to a new export of a file"))

    compare = commands.add_parser("compare", help="train the usual five and rank them")
    _add_data(compare)
    compare.add_argument("--out", type=Path, metavar="FILE", help="write the table as CSV, too")

    agree = commands.add_parser("agree", help="tell how far two people agree about rows of a file")
    _add_data(agree)
    for name in ("one", "other"):
        agree.add_argument(
            name,
            type=Path,
            metavar=name.upper(),
            help="decisions as the program exports them, or a session",
        )
    agree.add_argument("--out", type=Path, metavar="FILE", help="write the conflicts as CSV")

    predict = commands.add_parser("predict", help="predict the rows of a file by a model")
    predict.add_argument("model", type=Path, metavar="MODEL")
    predict.add_argument("file", type=Path, metavar="FILE")
    predict.add_argument("--out", type=Path, metavar="FILE", help="where to write, else the screen")
    _add_reading(predict)

    export = commands.add_parser("export", help="write a model as ONNX, for other programs")
    export.add_argument("model", type=Path, metavar="MODEL")
    export.add_argument("file", type=Path, metavar="FILE", help="a CSV file to check it on")
    export.add_argument("--onnx", type=Path, required=True, metavar="ONNX", help="where to write")
    _add_reading(export)

    algorithms = commands.add_parser("algorithms", help="list the algorithms, or one's settings")
    algorithms.add_argument("name", nargs="?", metavar="NAME")

    commands.add_parser("plugins", help="list what installed packages add, and what is broken")
    return top


def _add_inquiries(command: argparse.ArgumentParser) -> None:
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


def _add_carry(command: argparse.ArgumentParser) -> None:
    _add_data(command)
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


def _add_data(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, metavar="FILE", help="the CSV file to learn from")
    command.add_argument("--target", required=True, metavar="COLUMN", help="what to predict")
    command.add_argument("--weight", metavar="COLUMN", help="the rows' starting weights")
    command.add_argument(
        "--role",
        dest="roles",
        action="append",
        default=[],
        metavar="COLUMN=ROLE",
        help="use a column as: feature, ignored, weight, text, group, time or validation",
    )
    command.add_argument(
        "--type",
        dest="types",
        action="append",
        default=[],
        metavar="COLUMN=TYPE",
        help="understand a column as: number, category, text, date or identifier",
    )
    _add_reading(command)
    _add_split(command)


def _add_split(command: argparse.ArgumentParser) -> None:
    split = command.add_argument_group("which rows are for validation")
    split.add_argument(
        "--validation-share",
        type=_share,
        metavar="S",
        help="the share of the rows kept back for validation, from 0 to 0.9 (0.25)",
    )
    split.add_argument(
        "--seed", type=_seed, default=0, metavar="N", help="of the split and of the training (0)"
    )
    split.add_argument(
        "--validation-column",
        metavar="COLUMN",
        help="a column that says it by yes and no, 1 and 0, or test and train",
    )
    split.add_argument(
        "--time",
        metavar="COLUMN",
        help="keep back the latest rows by this column; 'file order' for the last lines",
    )
    split.add_argument(
        "--past-only",
        action="store_true",
        help="with --time: no judge of the audit is taught with rows later than those it judges",
    )
    split.add_argument(
        "--group",
        metavar="COLUMN",
        help="rows with the same value stay together, here and in every fold",
    )


def _add_reading(command: argparse.ArgumentParser) -> None:
    reading = command.add_argument_group("how the file is written, guessed unless told")
    reading.add_argument("--separator", metavar="SIGN", help="such as ';' or tab")
    reading.add_argument("--decimal", metavar="SIGN", help="point or comma")
    reading.add_argument("--encoding", metavar="NAME", help="such as utf-8 or cp1252")


def _add_algorithm(command: argparse.ArgumentParser) -> None:
    command.add_argument("--algorithm", default="adaboost", metavar="NAME")
    command.add_argument(
        "--set",
        dest="options",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="change a setting; see the command algorithms",
    )


def _depth(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 60:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 60")
    return int(text)


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 0 or more")
    return int(text)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 0.9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share from 0 to 0.9")
    return share


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

    with noting_files() as written:
        try:
            COMMANDS[chosen.command](chosen)
        except KeyboardInterrupt:
            files = ", ".join(str(path) for path in written)
            told = f"these are written already: {files}" if written else "nothing was written"
            print(f"\nensemble-workbench: stopped; {told}.", file=sys.stderr)
            return INTERRUPTED
    return 0


def _read(chosen: argparse.Namespace) -> "Dataset":
    """The data of a command, as they are asked for; how they were read and split is told."""
    from core.commands.data_options import DataOptions, how_read, read_data
    from core.data.split import SplitWords

    words = SplitWords(seed=chosen.seed)
    if chosen.validation_share is not None:
        words["validation_share"] = chosen.validation_share
    if chosen.validation_column is not None:
        words["validation_column"] = chosen.validation_column
    if chosen.time is not None:
        words["time"] = chosen.time
    if chosen.group is not None:
        words["group"] = chosen.group
    if chosen.past_only:
        words["past_only"] = True
    options = DataOptions(
        chosen.target,
        chosen.weight,
        tuple(chosen.roles),
        tuple(chosen.types),
        _known(chosen),
        words,
    )
    dataset = read_data(chosen.file, options)
    _print(how_read(dataset))
    return dataset


def _known(chosen: argparse.Namespace) -> "Known":
    """What is said about how the file is written."""
    from core.sources.known_dialect import Known

    return Known.of(chosen.separator, chosen.decimal, chosen.encoding)


def _train(chosen: argparse.Namespace) -> None:
    from core.commands import commands

    settings = commands.settings_for(chosen.algorithm, chosen.options)
    dataset = _read(chosen)
    lines = commands.train(
        dataset,
        settings,
        chosen.seed,
        chosen.model,
        chosen.onnx,
        chosen.verbose,
        chosen.learning_curve,
    )
    _print(lines)


def _explain(chosen: argparse.Namespace) -> None:
    from core.commands import commands

    settings = commands.settings_for(chosen.algorithm, chosen.options)
    dataset = _read(chosen)
    _print(
        commands.explain(dataset, settings, chosen.seed, chosen.depth, chosen.nodes, chosen.model)
    )


def _audit(chosen: argparse.Namespace) -> None:
    from core.commands import commands

    settings = commands.settings_for(chosen.algorithm, chosen.options)
    dataset = _read(chosen)
    run, lines = commands.audit(
        dataset, settings, chosen.seed, chosen.out, chosen.cells, chosen.exam
    )
    from workbench.exporting.headless import draw_plots

    drawn = draw_plots(run, chosen.out)
    _print([*lines, *(f"plot: {path}" for path in drawn.paths), *drawn.unfinished])


def _report(chosen: argparse.Namespace) -> None:
    from dataclasses import replace

    from core import diagnosis
    from core.base.files import written_whole
    from core.commands import commands

    settings = commands.settings_for(chosen.algorithm, chosen.options)
    dataset = _read(chosen)
    report = commands.report(
        dataset, settings, chosen.seed, chosen.decisions, chosen.exam, chosen.cells
    )
    from workbench.exporting.report import pictures_of

    drawn = pictures_of(report.run, report.audit)
    replace(report, pictures=drawn.pictures, unfinished=drawn.unfinished).write(chosen.out)
    _print([diagnosis(report.run, report.audit), *drawn.unfinished, f"report: {chosen.out}"])
    if chosen.script is not None:
        with written_whole(chosen.script) as aside:
            aside.write_text(report.script(), encoding="utf-8")
        _print([f"script: {chosen.script}"])


def _compare(chosen: argparse.Namespace) -> None:
    from core.commands import commands

    dataset = _read(chosen)
    _print(commands.compare(dataset, chosen.seed, chosen.out))


def _agree(chosen: argparse.Namespace) -> None:
    from core.commands.agreeing import agree

    _print(agree(_read(chosen), chosen.one, chosen.other, chosen.out))


def _carry(chosen: argparse.Namespace) -> None:
    from core.commands import carrying

    dataset = _read(chosen)
    _print(
        carrying.carry(
            dataset,
            chosen.decisions,
            chosen.out,
            old=chosen.old,
            old_target=chosen.old_target,
            key=() if chosen.by_content else chosen.key,
            conflicts=chosen.conflicts,
            take=chosen.take,
            leave=chosen.leave,
        )
    )


def _predict(chosen: argparse.Namespace) -> None:
    from core.commands import commands

    _print(commands.predict(chosen.model, chosen.file, chosen.out, _known(chosen)))


def _export(chosen: argparse.Namespace) -> None:
    from core.commands import commands

    _print(commands.export(chosen.model, chosen.file, chosen.onnx, _known(chosen)))


def _algorithms(chosen: argparse.Namespace) -> None:
    from core.commands import commands

    _print(commands.algorithms(chosen.name))


def _plugins(_chosen: argparse.Namespace) -> None:
    from core.commands import plugin_list
    from workbench.viewing.catalog import tabs

    plugin_list.load_core()
    tabs()
    _print(plugin_list.lines())


COMMANDS = {
    "audit": _audit,
    "train": _train,
    "explain": _explain,
    "report": _report,
    "carry": _carry,
    "compare": _compare,
    "agree": _agree,
    "predict": _predict,
    "export": _export,
    "algorithms": _algorithms,
    "plugins": _plugins,
}


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
    from core.reading.examples import EXAMPLES
    from core.reading.tables import read_table

    known = EXAMPLES[0]
    path = file or known.path
    target = (Plan.suggested(read_table(path)).target or "") if file else known.target
    out = Path(f"audit-{path.stem}")
    print(
        "There is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set), so "
        f"{path.name} is audited without a window, with {target!r} as the target."
    )
    return main(["audit", str(path), "--target", target, "--out", str(out)])


def _print(lines: list[str]) -> None:
    for line in lines:
        print(line)


if __name__ == "__main__":
    sys.exit(main())
