"""The script that repeats a run: from the file to the same model, bit for bit.

It needs `core` alone. Everything that was decided stands in it as a literal: how the file is read,
what the columns mean, which rows were excluded or labelled and which cells were set, every setting,
the seed and the rule that decides.
"""

import textwrap
from collections.abc import Iterable, Mapping

import numpy as np

from core.base.errors import DataError
from core.data.changes import Changes
from core.data.dataset import Dataset
from core.judging.reviewing.decision import Decision
from core.judging.reviewing.kinds import ChangePart
from core.learning.rounds import Ending
from core.learning.run import Run
from core.learning.tuned import Tuned
from core.sharing.report.fingerprint import data_checksum
from core.sharing.report.literals import comment, kinds_in, literal
from core.sharing.report.versions import versions


def repeat_script(run: Run, decisions: Iterable[Decision] | None = None) -> str:
    """A Python script that reads the file again, checks it, trains and writes the model.

    The reasons of decisions, if they are given, stand as comments beside the rows they are about.
    Raise DataError for data that were not read from a file, or whose file changed since.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=3))
    >>> [line for line in repeat_script(run).splitlines() if line.startswith("SETTINGS")]
    ['SETTINGS = AdaBoost(']
    """
    changes, checksum = _changes(run.dataset)
    reasons = {(each.line, each.column): each.reason for each in decisions or () if each.reason}
    parts = [
        _head(run),
        _imports(run),
        _constants(run, changes, checksum, reasons),
        _steps(run, changes),
    ]
    return "\n\n".join(parts) + "\n"


_Reasons = Mapping[tuple[int, str], str]
"""Why something was decided about a line, or about a cell of it."""


def _changes(data: Dataset) -> tuple[Changes, str]:
    """What a revision differs in from the data as they were read, and the file's checksum."""
    table, plan = data.table.as_read, data.plan
    if table.origin is None or table.path is None or plan is None:
        raise DataError(
            f"{data.name} was not read from a file, so no script can read it again. Save the data "
            "as a CSV file and open that."
        )
    if not table.origin.is_unchanged:
        raise DataError(
            f"{data.name} is not there any more, or changed since it was read, so a script would "
            "repeat something else. Put the file back, or open it again and train again."
        )
    base = Dataset.from_table(table, plan=plan)
    changes = Changes.between(base, data)
    if not np.array_equal(base.changed(changes).rows, data.rows):
        raise DataError(f"The rows of {data.name} are not those that its plan names.")
    return changes, table.origin.source.fingerprint(with_checksum=True).checksum


def _head(run: Run) -> str:
    data = run.dataset
    lines = [
        f"Repeats a run of Ensemble Workbench: {run.settings.title}, which predicts {data.target} "
        f"of {data.name}.",
        "",
        "usage: python repeat.py [FILE [MODEL]]",
        "",
        "The same file and the same versions give the same model, bit for bit. It was trained with",
        *textwrap.wrap(", ".join(f"{name} {version}" for name, version in versions().items()), 90),
    ]
    return "\n".join(comment(line).rstrip() for line in lines)


def _imports(run: Run) -> str:
    import core

    face = {"Dataset", "Plan", "data_checksum", "diagnosis", "read_table", "save_model"}
    named: dict[str, set[str]] = {"core": face}
    face.add("train" if _is_cut(run) else "fit")
    if run.rule is not None:
        face.add("DecisionRule")
    face |= {"Space", "tune"} if run.tuned is not None and run.tuned.steps else set()
    for kind in kinds_in(run.settings):
        is_known = getattr(core, kind.__name__, None) is kind
        named.setdefault("core" if is_known else kind.__module__, set()).add(kind.__name__)
    assert run.dataset.table.origin is not None
    if (manner := run.dataset.table.origin.manner) is not None:
        face.add(type(manner).__name__)
    lines = ["import hashlib", "import sys"]
    lines += ["from itertools import islice"] if _is_cut(run) else []
    lines += ["from pathlib import Path", ""]
    for module, names in sorted(named.items()):
        lines.append(f"from {module} import {', '.join(sorted(names))}")
    return "\n".join(lines)


def _is_cut(run: Run) -> bool:
    """Whether somebody stopped it before its end."""
    return run.outcome.ending is Ending.STOPPED


def _constants(run: Run, changes: Changes, checksum: str, reasons: _Reasons) -> str:
    data = run.dataset
    assert data.table.origin is not None
    assert data.plan is not None
    plan = data.plan.plain()
    for column in plan["columns"].values():
        column.pop("why", None)  # a person reads it in the report
    parts = [
        f"FILE = Path(sys.argv[1] if len(sys.argv) > 1 else {data.name!r})",
        'MODEL = Path(sys.argv[2] if len(sys.argv) > 2 else "repeated.ensemble")',
        f"FILE_CHECKSUM = {checksum!r}",
        f"DATA_CHECKSUM = {data_checksum(data)!r}",
    ]
    if (manner := data.table.origin.manner) is not None:
        name = type(manner).__name__.upper()
        parts += ["", "# How the file is read."]
        parts.append(f"{name} = {literal(manner, before=len(name) + 3)}")
    parts += ["", "# What the columns mean and are used for, and how the rows are split."]
    parts.append(f"PLAN = Plan.from_plain(\n    {literal(plan, depth=1)}\n)")
    for part in _parts(changes):
        parts += ["", f"# {part.told}", _constant(part, changes, reasons)]
    parts += ["", f"SETTINGS = {literal(run.settings, before=11)}"]
    if run.rule is not None:
        parts += ["", comment(f"How it decides: {run.rule.sentence(data.classes)}")]
        parts.append(
            f"RULE = DecisionRule.from_plain(\n    {literal(run.rule.plain(), depth=1)}\n)"
        )
    if run.tuned is not None and run.tuned.steps:
        spaces = [space.plain() for space in run.tuned.spaces]
        parts += [
            "",
            "# The settings were found by tuning. To train them without the search, say False.",
            "SEARCHES_AGAIN = True",
            f"SPACES = {literal(spaces, before=9)}",
        ]
    return "\n".join(parts)


def _parts(changes: Changes) -> list[ChangePart]:
    """What there is to say, in the order in which it is applied."""
    return [part for part in ChangePart if len(getattr(changes, part.value))]


def _constant(part: ChangePart, changes: Changes, reasons: _Reasons) -> str:
    """A part of the changes as a literal, with the reasons beside the rows."""
    name = part.name_in_script
    if part is ChangePart.EXCLUDED:
        lines = changes.excluded.tolist()
        if not any((line, "") in reasons for line in lines):
            return f"{name} = {literal(lines, before=len(name) + 3)}"
        return _listed(f"{name} = [", [(line, str(line)) for line in lines], "]", reasons)
    if part is not ChangePart.CELLS:
        new = getattr(changes, part.value).as_dict()
        entries = [(line, f"{line}: {label!r}") for line, label in new.items()]
        return _listed(f"{name} = {{", entries, "}", reasons)
    found = [f"{name} = {{"]
    for column, values in changes.cells.items():
        entries = [(line, f"    {line}: {text!r}") for line, text in values.as_dict().items()]
        found.append(_listed(f"    {column!r}: {{", entries, "    },", reasons, column))
    return "\n".join([*found, "}"])


def _listed(
    opening: str, entries: list[tuple[int, str]], closing: str, reasons: _Reasons, column: str = ""
) -> str:
    lines = [opening]
    for line, text in entries:
        why = f"  {comment(reasons[line, column])}" if (line, column) in reasons else ""
        lines.append(f"    {text},{why}")
    return "\n".join([*lines, closing])


def _steps(run: Run, changes: Changes) -> str:
    data = run.dataset
    lines = [
        "if not FILE.is_file():",
        '    sys.exit(f"There is no file {FILE}. Give its path: python repeat.py FILE")',
        'with FILE.open("rb") as file:',
        '    found = hashlib.file_digest(file, "sha256").hexdigest()',
        "if found != FILE_CHECKSUM:",
        "    sys.exit(",
        '        f"{FILE} is not the file that the run was trained on: its SHA-256 checksum is "',
        '        f"{found}, not {FILE_CHECKSUM}."',
        "    )",
        f"table = read_table({_how_read(data)})",
        "data = Dataset.from_table(table, plan=PLAN)",
    ]
    lines += [f"data = data.{part.method}({part.name_in_script})" for part in _parts(changes)]
    lines += [
        "if data_checksum(data) != DATA_CHECKSUM:",
        '    sys.exit("The file is understood otherwise here: use the versions named above.")',
    ]
    if _is_cut(run):
        lines += [
            f"training = train(data, SETTINGS, seed={run.seed!r})",
            f"for _ in islice(training, {run.rounds!r}):  # it was stopped here",
            "    pass",
            "run = training.run()",
        ]
    elif run.tuned is not None and run.tuned.steps:
        lines += _search(run.tuned)
    else:
        lines.append(f"run = fit(data, SETTINGS, seed={run.seed!r})")
    if run.rule is not None:
        lines.append("run = run.deciding_by(RULE)")
    lines += ["print(diagnosis(run))", "save_model(run.model, MODEL)", 'print(f"model: {MODEL}")']
    return "\n".join(lines)


def _search(tuned: Tuned) -> list[str]:
    """The search again: as many steps as the clock allowed then, whatever it says now."""
    return [
        "if SEARCHES_AGAIN:",
        "    run = tune(",
        "        data,",
        "        [Space.from_plain(space) for space in SPACES],",
        f"        steps={tuned.steps!r},",
        f"        seed={tuned.seed!r},",
        f"        most_rows={tuned.most_rows!r},",
        "    )",
        "    if run.settings != SETTINGS:",
        '        sys.exit("The search found other settings: use the versions named above.")',
        "else:",
        f"    run = fit(data, SETTINGS, seed={tuned.seed!r})",
    ]


def _how_read(data: Dataset) -> str:
    """What the reader is told."""
    origin = data.table.origin
    assert origin is not None
    parts = ["FILE"] if origin.manner is None else ["FILE", type(origin.manner).__name__.upper()]
    if origin.as_text:
        parts.append(f"as_text={origin.as_text!r}")
    if origin.sample is not None:
        parts += [f"sample={origin.sample!r}", f"seed={origin.seed!r}"]
    return ", ".join(parts)
