"""The pages of core's public face: what stands in core/__init__.pyi, with its docstrings."""

import dataclasses
import enum
import inspect
import re
from pathlib import Path

import core
from core.learning.settings import Settings

_FROM = re.compile(r"^from \.([\w.]+) import (?:\(\s*)?(\w+) as", re.MULTILINE)
_GROUPS = {
    "data": ("Data and files", ("base", "sources", "data", "reading", "checks")),
    "learning": ("Training", ("learning",)),
    "judging": ("Judging", ("judging",)),
    "sharing": ("Taking away", ("sharing", "storage", "project")),
}
_EXAMPLE = re.compile(r"(?:^>>>.*\n?(?:^(?!>>>)(?!\s*$).*\n?)*)+", re.MULTILINE)


def pages() -> dict[str, str]:
    """A page for each group of names, and their list."""
    stub = Path(core.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    homes = {name: module.split(".")[0] for module, name in _FROM.findall(stub)}
    missing = set(core.__all__) - set(homes)
    if missing:
        raise ValueError(f"core/__init__.pyi was not understood: {sorted(missing)}")
    made: dict[str, str] = {}
    known: set[str] = set()
    for page, (title, layers) in _GROUPS.items():
        names = sorted((name for name in homes if homes[name] in layers), key=str.lower)
        known |= set(names)
        made[f"api/{page}"] = _page(title, names)
    if left := set(homes) - known:
        raise ValueError(f"no page of the API takes {sorted(left)}")
    listed = "\n".join(_GROUPS)
    words = (
        "Everything that the window does can be done from Python, without Qt. These are all public "
        "names; what is not here may change. The examples are run by the tests."
    )
    example = """```python
from core import AdaBoost, audit, fit, read_csv

data = read_csv("orders.csv", target="returned")
run = fit(data, AdaBoost(rounds=200))
run.history.weights(50)  # every row's weight after round 50
audit(data).suspicion  # one number a row, higher is worse
run.model.save("orders.ensemble")
```"""
    index = f"# From Python\n\n{words}\n\n{example}\n\n"
    made["api/index"] = index + f"```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
    return made


def _page(title: str, names: list[str]) -> str:
    parts = [f"# {title}"]
    for name in names:
        parts += [f"## {name}", _described(name, getattr(core, name))]
    return "\n\n".join(parts) + "\n"


def _described(name: str, thing: object) -> str:
    if isinstance(thing, type):
        return _class(name, thing)
    return _directive("py:function", f"core.{name}{_signature(thing)}", _words(thing))


def _class(name: str, kind: type) -> str:
    body = [_words(kind)]
    if issubclass(kind, Settings):
        body.append("\n".join(f"- **{each.name}**: {each.help}" for each in kind.declared()))
    elif issubclass(kind, enum.Enum):
        body.append("\n".join(f"- `{each.name}`: {each.value}" for each in kind))
    else:
        body.append(_members(kind))
    shown = "" if issubclass(kind, enum.Enum | Exception | Settings) else _signature(kind)
    return _directive("py:class", f"core.{name}{shown}", "\n\n".join(filter(None, body)))


def _members(kind: type) -> str:
    """The fields, properties and methods that have a name for others, each with its first line."""
    lines = []
    if dataclasses.is_dataclass(kind):
        lines += [f"- `{field.name}`" for field in dataclasses.fields(kind) if field.name[0] != "_"]
    for name, member in vars(kind).items():
        plain = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        told = inspect.getdoc(plain.fget if isinstance(plain, property) else plain)
        is_callable = inspect.isfunction(plain)
        if name[0] == "_" or not told or not (is_callable or isinstance(plain, property)):
            continue
        first = " ".join(told.split("\n\n")[0].split())
        lines.append(f"- `{name}{_short(plain) if is_callable else ''}`: {_escaped(first)}")
    return "\n".join(lines)


def _short(function: object) -> str:
    names = [name for name in inspect.signature(function).parameters if name not in ("self", "cls")]
    return f"({', '.join(names)})"


def _signature(thing: object) -> str:
    """The parameters with their defaults; their types are told where they are not plain."""
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return ""
    plain = [
        each.replace(annotation=inspect.Parameter.empty)
        for each in signature.parameters.values()
        if each.name != "self"
    ]
    told = str(signature.replace(parameters=plain, return_annotation=inspect.Signature.empty))
    return told if "<" not in told and "\n" not in told else _short(thing)


def _words(thing: object) -> str:
    """The docstring as Markdown: examples become code."""
    told = inspect.getdoc(thing) or ""
    if told.startswith(getattr(thing, "__name__", "?") + "("):
        return ""  # what dataclasses write by themselves
    parts, last = [], 0
    for example in _EXAMPLE.finditer(told):
        parts.append(_escaped(told[last : example.start()].strip()))
        parts.append(f"```pycon\n{example[0].rstrip()}\n```")
        last = example.end()
    parts.append(_escaped(told[last:].strip()))
    return "\n\n".join(filter(None, parts))


def _escaped(text: str) -> str:
    """Words, in which a star, a bar or a sign of dollars means nothing."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(
        piece if piece.startswith("`") else re.sub(r"([*_$<\[])", r"\\\1", piece)
        for piece in pieces
    )


def _directive(kind: str, head: str, body: str) -> str:
    return f"````{{{kind}}} {head}\n{body}\n````"
