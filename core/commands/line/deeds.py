"""What each command does with what was chosen. What is slow to load is loaded when it is needed."""

import argparse
import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.base.errors import DataError

if TYPE_CHECKING:
    from core import Dataset
    from core.cluster.address import ClusterAddress
    from core.commands.rule_options import RuleOptions
    from core.sources.known_dialect import Known


def read(chosen: argparse.Namespace) -> "Dataset":
    """The data of a command, as they are asked for; how they were read and split is told."""
    from core.commands.data_options import DataOptions, how_read, read_data
    from core.commands.watching import StageWatch
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
        tuple(chosen.columns),
        chosen.on_disk,
        _cluster(chosen),
    )
    dataset = read_data(chosen.file, options, StageWatch(sys.stderr))
    say(how_read(dataset))
    return dataset


@contextlib.contextmanager
def opened(chosen: argparse.Namespace) -> "Iterator[Dataset]":
    """The same; if a cluster holds the rows, it is let go of in the end."""
    dataset = read(chosen)
    try:
        yield dataset
    finally:
        if chosen.cluster is not None:
            from core.cluster.opening import release

            release(dataset)


def _cluster(chosen: argparse.Namespace) -> "ClusterAddress | None":
    """Where the rows are to be held; None for this machine, and for commands that stay here."""
    from core.cluster.address import Certificates, ClusterAddress

    told = vars(chosen)
    files = Certificates(*(told.get(f"cluster_{name}") for name in ("ca", "cert", "key")))
    if told.get("cluster") is not None:
        return ClusterAddress.read(chosen.cluster, files)
    if files != Certificates():
        raise DataError("Certificates are for a cluster: give its address by --cluster, too.")
    return None


def refuse_with_cluster(chosen: argparse.Namespace, *options: str) -> None:
    """Raise DataError if an option was given that needs all rows here."""
    for option in options:
        if chosen.cluster is not None and getattr(chosen, option):
            raise DataError(
                f"--{option.replace('_', '-')} needs all rows on this machine. Leave it or "
                "--cluster out."
            )


def _known(chosen: argparse.Namespace) -> "Known":
    """What is said about how the file is written."""
    from core.sources.excerpt import CHOICES, Excerpt
    from core.sources.known_dialect import Known

    said = {field: getattr(chosen, field) for field in CHOICES}
    said = {field: value for field, value in said.items() if value is not None}
    excerpt = Excerpt(**said) if said else None
    return Known.of(chosen.separator, chosen.decimal, chosen.encoding, excerpt)


def _train(chosen: argparse.Namespace) -> None:
    from core.commands import commands

    settings = commands.settings_for(chosen.algorithm, chosen.options)
    refuse_with_cluster(chosen, "decisions", "learning_curve")
    with opened(chosen) as dataset:
        own = dataset
        if chosen.decisions is not None:
            from core.commands.cleaning import decided

            own = decided(dataset, chosen.decisions).revision()
        lines = commands.train(
            own,
            settings,
            chosen.seed,
            chosen.model,
            chosen.onnx,
            chosen.verbose,
            chosen.learning_curve,
            rule_of(chosen),
        )
    say(lines)


def rule_of(chosen: argparse.Namespace) -> "RuleOptions":
    """What is said about deciding between the classes."""
    from core.commands.rule_options import RuleOptions

    return RuleOptions(chosen.threshold, tuple(chosen.costs), chosen.cost_file, chosen.find_rule)


def _explain(chosen: argparse.Namespace) -> None:
    from core.commands import commands

    settings = commands.settings_for(chosen.algorithm, chosen.options)
    dataset = read(chosen)
    if chosen.lines:
        from core.commands.why_rows import why_rows

        say(why_rows(dataset, settings, chosen.seed, chosen.lines, chosen.about))
        return
    say(commands.explain(dataset, settings, chosen.seed, chosen.depth, chosen.nodes, chosen.model))


def _compare(chosen: argparse.Namespace) -> None:
    from core.commands import commands

    dataset = read(chosen)
    say(commands.compare(dataset, chosen.seed, chosen.out))


def _agree(chosen: argparse.Namespace) -> None:
    from core.commands.agreeing import agree

    say(agree(read(chosen), chosen.one, chosen.other, chosen.out))


def _carry(chosen: argparse.Namespace) -> None:
    from core.commands import carrying

    dataset = read(chosen)
    say(
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


def _clean(chosen: argparse.Namespace) -> None:
    from core.commands import cleaning

    say(cleaning.clean(read(chosen), chosen.decisions, chosen.out))


def _predict(chosen: argparse.Namespace) -> None:
    from core.commands import commands

    say(
        commands.predict(
            chosen.model, chosen.file, chosen.out, _known(chosen), chosen.threshold, chosen.why
        )
    )


def _export(chosen: argparse.Namespace) -> None:
    from core.commands import commands

    say(commands.export(chosen.model, chosen.file, chosen.onnx, _known(chosen)))


def _algorithms(chosen: argparse.Namespace) -> None:
    from core.commands import commands

    say(commands.algorithms(chosen.name))


def _cache(chosen: argparse.Namespace) -> None:
    from core.commands import commands

    say(commands.cache(chosen.clear))


DEEDS = {
    "train": _train,
    "explain": _explain,
    "carry": _carry,
    "clean": _clean,
    "compare": _compare,
    "agree": _agree,
    "predict": _predict,
    "export": _export,
    "algorithms": _algorithms,
    "cache": _cache,
}
"""By their names; those that draw plots are in the window's part of the program."""


def say(lines: list[str]) -> None:
    """Print the lines."""
    for line in lines:
        print(line)
