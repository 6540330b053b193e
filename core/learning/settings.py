"""Settings: one frozen dataclass per algorithm, from which everything else is derived.

A field is declared once, with `setting(...)`: its type and default, its range, unit and one line
of explanation. The form of the window, the options of the command line, the saved file and the
messages about a wrong value all come from that declaration. Settings nest: a field whose type is
a family of settings (`Learner`) holds one member of that family, and one whose type is
`tuple[Learner, ...]` several, in their order. One whose type is `tuple[str, ...]` holds names.

>>> from core import AdaBoost
>>> AdaBoost(rounds=300).changed()
{'rounds': 300}
>>> AdaBoost().with_options(["rounds=50"]).rounds
50
>>> AdaBoost(rounds=0)
Traceback (most recent call last):
    ...
core.base.errors.SettingsError: Rounds is 0: it must be 1 to 100,000.
"""

import csv
import dataclasses
import functools
import io
import math
import typing
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

from core.base.errors import SettingsError
from core.base.wording import grouped

_TRUTHS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


@dataclasses.dataclass(frozen=True)
class Setting:
    """The declaration of one field of a settings dataclass."""

    name: str
    kind: type
    default: Any
    help: str
    low: float | None = None
    high: float | None = None
    unit: str = ""
    choices: tuple[str, ...] = ()
    advanced: bool = False
    heading: str = ""
    zero: str = ""
    """What 0, or an empty list, stands for where it is no amount."""
    is_list: bool = False
    """Whether it holds several members of its family, or names; `low` and `high` say how many."""
    tuned: tuple[Any, ...] = ()
    """What is worth trying: the ends of a range, or some choices; empty if nothing is."""
    is_log: bool = False
    """Whether equal factors, and not equal steps, make an equal difference within that range."""
    blind: Any = None
    """What it must be so that a training does not look at the validation rows, if it may."""

    @property
    def title(self) -> str:
        """The name as a person reads it."""
        return self.heading or self.name.replace("_", " ").capitalize()

    @property
    def family(self) -> "type[Settings] | None":
        """The family of settings that this field holds a member, or members, of, if it does."""
        return self.kind if issubclass(self.kind, Settings) else None

    @property
    def range(self) -> str:
        """The allowed values, in words."""
        if self.family:
            known = ", ".join(kind.name for kind in _registry().members(self.family))
            return f"{self._how_many} {known}" if self.is_list else f"one of {known}"
        if self.is_list:
            return "names, with commas between them"
        if self.choices:
            return "one of " + ", ".join(self.choices)
        if self.kind is bool:
            return "yes or no"
        if self.low is not None and self.high is not None:
            return f"{grouped(self.low)} to {grouped(self.high)}"
        if self.low is not None:
            return f"at least {grouped(self.low)}"
        if self.high is not None:
            return f"at most {grouped(self.high)}"
        return {int: "any whole number", float: "any finite number"}.get(self.kind, "any text")

    @property
    def _how_many(self) -> str:
        least = grouped(int(self.low or 1))
        if self.high is None:
            return f"a list of {least} or more of"
        return f"a list of {least} to {grouped(int(self.high))} of"

    def check(self, value: Any) -> None:
        """Raise SettingsError, in a sentence, if `value` is not allowed."""
        if self.is_list:
            are_members = isinstance(value, tuple) and all(isinstance(v, self.kind) for v in value)
            least = self.low if self.low is not None else 1 if self.family else 0
            if not are_members or not least <= len(value) <= (self.high or math.inf):
                raise SettingsError(f"{self.title} is {value!r}: it must be {self.range}.")
            return
        if self.kind is float and type(value) is int:
            value = float(value)
        if not isinstance(value, self.kind) or (isinstance(value, bool) and self.kind is not bool):
            raise SettingsError(f"{self.title} is {value!r}: it must be {self._noun()}.")
        if (self.choices and value not in self.choices) or not self._is_within(value):
            raise SettingsError(f"{self.title} is {value}: it must be {self.range}.")

    def _is_within(self, value: Any) -> bool:
        if not isinstance(value, int | float):
            return True
        low = -math.inf if self.low is None else self.low
        high = math.inf if self.high is None else self.high
        return math.isfinite(value) and low <= value <= high

    def parse(self, text: str) -> Any:
        """Turn what a person typed into a value, or raise SettingsError in a sentence."""
        try:
            value = self._parsed(text.strip())
        except (ValueError, KeyError):
            raise SettingsError(f"{self.title} is {text!r}: it must be {self._noun()}.") from None
        self.check(value)
        return value

    def _parsed(self, text: str) -> Any:
        if self.is_list and not self.family:
            return parsed_names(text)
        if self.is_list:
            return tuple(self.parse_one(name) for name in text.split(","))
        if self.family:
            return self.parse_one(text)
        if self.kind is bool:
            return _TRUTHS[text.lower()]
        return self.kind(text)

    def parse_one(self, text: str) -> Any:
        """The member of the family that a person named, with its defaults."""
        return _registry().member(self.family, text.strip())()

    def from_plain(self, plain: Any) -> Any:
        """The value that plain data stand for."""
        if not self.is_list:
            return self.family.from_plain(plain) if self.family else plain
        if not isinstance(plain, list):
            raise SettingsError(f"{self.title} is {plain!r}: it must be {self.range}.")
        return tuple(self.family.from_plain(part) if self.family else part for part in plain)

    def _noun(self) -> str:
        if self.family or self.is_list or self.choices or self.kind is bool:
            return self.range
        return {int: "a whole number", float: "a number"}.get(self.kind, "a text")


def setting(
    default: Any,
    help: str,  # noqa: A002 - the word that a form and a command line use
    *,
    low: float | None = None,
    high: float | None = None,
    unit: str = "",
    choices: tuple[str, ...] = (),
    advanced: bool = False,
    heading: str = "",
    zero: str = "",
    shared: bool = False,
    tuned: tuple[Any, ...] = (),
    is_log: bool = False,
    blind: Any = None,
) -> Any:
    """Declare a field of a settings dataclass; one shared by a whole family comes last."""
    facts = {
        "help": help,
        "low": low,
        "high": high,
        "unit": unit,
        "choices": choices,
        "advanced": advanced,
        "heading": heading,
        "zero": zero,
        "tuned": tuned,
        "is_log": is_log,
        "blind": blind,
    }
    return dataclasses.field(default=default, metadata=facts, kw_only=shared)


@dataclasses.dataclass(frozen=True)
class Settings:
    """The base of every algorithm's settings."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    source: ClassVar[str] = ""
    own_levels: ClassVar[int] = 0
    """How many levels of ensembles it is itself: 1 for an ensemble, 0 for anything else."""
    help_folder: ClassVar[str] = "learners"
    """Where its help page is."""

    def __post_init__(self) -> None:
        """Check every field, so that settings that exist are settings that can be used."""
        for declared in self.declared():
            value = getattr(self, declared.name)
            if declared.is_list and isinstance(value, list):
                value = tuple(value)
                object.__setattr__(self, declared.name, value)
            declared.check(value)
            if declared.kind is float:
                object.__setattr__(self, declared.name, float(value))

    @classmethod
    def declared(cls) -> tuple[Setting, ...]:
        """The declarations of the fields, in the order of a form."""
        return _declarations(cls)  # type: ignore[arg-type]  # classes are hashable

    @classmethod
    def declaration(cls, name: str) -> Setting:
        """The declaration of one field."""
        for declared in cls.declared():
            if declared.name == name:
                return declared
        known = ", ".join(declared.name for declared in cls.declared()) or "none"
        raise SettingsError(f"{cls.title} has no setting {name!r}. Its settings are: {known}.")

    def changed(self) -> dict[str, Any]:
        """The fields that differ from their defaults."""
        return {
            declared.name: getattr(self, declared.name)
            for declared in self.declared()
            if getattr(self, declared.name) != declared.default
        }

    def blinded(self) -> Self:
        """The same, but the training never looks at the validation rows: they only judge it.

        >>> from core import GradientBoosting
        >>> GradientBoosting(patience=20).blinded().patience
        0
        """
        blind = {each.name: each.blind for each in self.declared() if each.blind is not None}
        return dataclasses.replace(self, **blind) if blind else self

    def plain(self) -> dict[str, Any]:
        """The settings as plain data, ready for JSON."""
        values = {declared.name: getattr(self, declared.name) for declared in self.declared()}
        return {"name": self.name} | {name: _plain(value) for name, value in values.items()}

    @classmethod
    def from_plain(cls, plain: Any) -> Self:
        """Make the member of this family that `plain` describes; refuse anything else."""
        if not isinstance(plain, Mapping) or not isinstance(plain.get("name"), str):
            raise SettingsError("The saved settings have no name.")
        kind: type[Self] = _registry().member(cls, plain["name"])
        values: dict[str, Any] = {}
        for name, value in plain.items():
            if name != "name":
                values[str(name)] = kind.declaration(str(name)).from_plain(value)
        return kind(**values)

    def with_options(self, options: Iterable[str]) -> Self:
        """Apply options of the form `key=value`; `base.depth=3` reaches into nested settings.

        In a list, members are counted from 0: `learners=tree,stump` and `learners.0.depth=3`.
        """
        changed = self
        for option in options:
            path, equals, text = option.partition("=")
            if not equals:
                raise SettingsError(f"{option!r} is not of the form key=value.")
            changed = changed.with_option(path.strip(), text)
        return changed

    def with_option(self, path: str, text: str) -> Self:
        """Set one field, given as text."""
        name, _, rest = path.partition(".")
        declared = self.declaration(name)
        if not rest:
            return dataclasses.replace(self, **{name: declared.parse(text)})
        inner = getattr(self, name)
        if declared.is_list and declared.family:
            changed = _with_member(declared, inner, *rest.partition(".")[::2], text)
            return dataclasses.replace(self, **{name: changed})
        if not isinstance(inner, Settings):
            raise SettingsError(
                f"{declared.title} has no settings of its own, so {path!r} is none."
            )
        return dataclasses.replace(self, **{name: inner.with_option(rest, text)})


def parsed_names(text: str) -> tuple[str, ...]:
    """Names as a person types them: commas between them, quotes around one that has a comma.

    >>> parsed_names('age, "height, in cm"')
    ('age', 'height, in cm')
    """
    row = next(csv.reader([text], skipinitialspace=True), [])
    return tuple(name.strip() for name in row if name.strip())


def names_text(names: Iterable[str]) -> str:
    """Names as `parsed_names` takes them.

    >>> names_text(("age", "height, in cm"))
    'age, "height, in cm"'
    """
    line = io.StringIO()
    quoted = []
    for name in names:
        line.seek(line.truncate(0))
        csv.writer(line, lineterminator="").writerow([name])
        quoted.append(line.getvalue())
    return ", ".join(quoted)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value.plain() if isinstance(value, Settings) else value


def _with_member(
    declared: Setting, members: tuple[Settings, ...], place: str, path: str, text: str
) -> tuple[Settings, ...]:
    """The list with one of its members exchanged, or with a field of that member set."""
    if not (place.isascii() and place.isdigit() and int(place) < len(members)):
        raise SettingsError(
            f"{declared.title} has no member {place!r}: they are counted from 0 to "
            f"{len(members) - 1}."
        )
    number = int(place)
    changed = members[number].with_option(path, text) if path else declared.parse_one(text)
    return (*members[:number], changed, *members[number + 1 :])


@functools.cache
def _declarations(cls: type[Settings]) -> tuple[Setting, ...]:
    kinds = typing.get_type_hints(cls)
    own_first = sorted(dataclasses.fields(cls), key=lambda field: bool(field.kw_only))
    return tuple(_declared(field, kinds[field.name]) for field in own_first)


def _declared(field: "dataclasses.Field[Any]", kind: Any) -> Setting:
    is_list = typing.get_origin(kind) is tuple
    kind = typing.get_args(kind)[0] if is_list else kind
    return Setting(field.name, kind, field.default, **field.metadata, is_list=is_list)


def _registry() -> Any:
    # The registry imports every algorithm, and each of them imports this module.
    from core.learning import registry

    return registry
