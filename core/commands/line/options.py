"""Options that several commands share: the data, the split, the algorithm, the rule."""

import argparse
from pathlib import Path

from core.commands.line.values import seed, share


def add_several(
    command: argparse.ArgumentParser | argparse._ArgumentGroup,
    option: str,
    name: str,
    sign: str,
    told: str,
) -> None:
    """An option that may be given several times: all of them count, in their order."""
    command.add_argument(option, dest=name, action="append", default=[], metavar=sign, help=told)


def add_data(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="the file to learn from; a folder, or a pattern such as 'orders/*.csv', for several",
    )
    command.add_argument("--target", required=True, metavar="COLUMN", help="what to predict")
    command.add_argument("--weight", metavar="COLUMN", help="the rows' starting weights")
    add_several(
        command,
        "--role",
        "roles",
        "COLUMN=ROLE",
        "use a column as: feature, ignored, weight, text, group, time or validation",
    )
    add_several(
        command,
        "--type",
        "types",
        "COLUMN=TYPE",
        "understand a column as: number, category, text, date or identifier",
    )
    add_several(
        command,
        "--column",
        "columns",
        "NAME=EXPRESSION",
        "compute a new column, such as 'each = price / rooms'",
    )
    command.add_argument(
        "--on-disk",
        action="store_true",
        help="keep the rows on the disk, as is done with those that do not fit into memory",
    )
    add_reading(command)
    add_split(command)


def add_cluster(command: argparse.ArgumentParser) -> None:
    cluster = command.add_argument_group("a cluster, whose workers hold the rows (Dask)")
    cluster.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="the scheduler's, such as tcp://host:8786, or here:2 to start two workers here; "
        "connect only to clusters that you trust",
    )
    told = {
        "ca": "for tls:// addresses: the certificate of the authority",
        "cert": "the certificate of this client",
        "key": "its key",
    }
    for name, about in told.items():
        cluster.add_argument(f"--cluster-{name}", type=Path, metavar="FILE", help=about)


def add_split(command: argparse.ArgumentParser) -> None:
    split = command.add_argument_group("which rows are for validation")
    split.add_argument(
        "--validation-share",
        type=share,
        metavar="S",
        help="the share of the rows kept back for validation, from 0 to 0.9 (0.25)",
    )
    split.add_argument(
        "--seed", type=seed, default=0, metavar="N", help="of the split and of the training (0)"
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


def add_reading(command: argparse.ArgumentParser) -> None:
    reading = command.add_argument_group("how the file is written, guessed unless told")
    reading.add_argument("--separator", metavar="SIGN", help="such as ';' or tab")
    reading.add_argument("--decimal", metavar="SIGN", help="point or comma")
    reading.add_argument("--encoding", metavar="NAME", help="such as utf-8 or cp1252")
    add_excerpt(command)


def add_excerpt(command: argparse.ArgumentParser) -> None:
    """What a person may say of a file of another program, an option for each declared choice."""
    from core.sources.excerpt import CHOICES

    part = command.add_argument_group("which part of a spreadsheet, a database or such is meant")
    for field, choice in CHOICES.items():
        names = [f"--{choice.option}", *(f"--{other}" for other in choice.others)]
        if not choice.sign:
            part.add_argument(
                *names, dest=field, action="store_true", default=None, help=choice.help
            )
        else:
            kind = seed if choice.is_number else str
            part.add_argument(*names, dest=field, type=kind, metavar=choice.sign, help=choice.help)


def add_algorithm(command: argparse.ArgumentParser) -> None:
    command.add_argument("--algorithm", default="adaboost", metavar="NAME")
    add_several(
        command,
        "--set",
        "options",
        "KEY=VALUE",
        "change a setting; see the command algorithms",
    )


def add_rule(command: argparse.ArgumentParser) -> None:
    rule = command.add_argument_group("how the classes are decided between (the largest share)")
    rule.add_argument(
        "--threshold",
        metavar="[CLASS=]P",
        help="of two classes, name this one (the second) from this probability on",
    )
    add_several(
        rule,
        "--cost",
        "costs",
        "GIVEN:SAID=COST",
        "what it costs to say one class where another is true, 1 otherwise; GIVEN=COST for "
        "every error about a class",
    )
    rule.add_argument(
        "--costs",
        dest="cost_file",
        type=Path,
        metavar="CSV",
        help="the costs as a table: a line a class that is true, a column a class that is said",
    )
    rule.add_argument(
        "--find-rule",
        action="store_true",
        help="find what costs least on folds of the training rows (takes about five trainings)",
    )
