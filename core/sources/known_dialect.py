"""What a person says about how a file is written; the rest of its dialect is guessed."""

import codecs
from collections.abc import Mapping
from dataclasses import dataclass

from core.base.errors import DataError
from core.sources.dialect import DECIMALS, ENCODINGS, SEPARATORS
from core.sources.excerpt import CHOICES, Excerpt
from core.sources.formats import Format


@dataclass(frozen=True)
class Known:
    """Parts of a dialect; None for what is to be guessed.

    >>> Known.of(separator="semicolon", decimal=",", encoding="Windows-1252")
    Known(separator=';', decimal=',', encoding='cp1252', excerpt=None)
    """

    separator: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    excerpt: Excerpt | None = None
    """Which part of another program's file is meant."""

    @classmethod
    def of(
        cls,
        separator: str | None = None,
        decimal: str | None = None,
        encoding: str | None = None,
        excerpt: Excerpt | None = None,
    ) -> "Known":
        """By the signs themselves or their names; raise DataError for anything else."""
        return cls(
            None if separator is None else _separator(separator),
            None if decimal is None else _named("decimal mark", decimal, DECIMALS),
            None if encoding is None else _encoding(encoding),
            excerpt,
        )

    def check(self, name: str, kind: Format | None) -> None:
        """Raise DataError for something that says nothing about such a file."""
        for option in ("separator", "decimal", "encoding"):
            if kind is not None and getattr(self, option) is not None:
                raise DataError(
                    f"{name} is a file of another kind than a CSV ({kind.about.title}), so it has "
                    f"no {option} to choose. Leave it out."
                )
        said = {field for field in CHOICES if self.excerpt and _is_said(self.excerpt, field)}
        extra = sorted(said - set(kind.about.choices if kind is not None else ()))
        if extra:
            what = f"a {kind.about.title}" if kind is not None else "a text"
            raise DataError(
                f"{name} is {what}, so there is no {CHOICES[extra[0]].title.lower()} to choose. "
                f"Leave --{CHOICES[extra[0]].option} out."
            )


NOTHING_KNOWN = Known()


def _is_said(excerpt: Excerpt, field: str) -> bool:
    return bool(getattr(excerpt, field) != getattr(Excerpt(), field))


def _separator(text: str) -> str:
    named = {"\\t": "\t", "space": " "} | {name: sign for sign, name in SEPARATORS.items()}
    sign = named.get(text.lower(), text)
    if len(sign) != 1 or sign in "\r\n" or not sign.isascii():
        names = ", ".join(SEPARATORS.values())
        raise DataError(
            f"The separator {text!r} cannot be used. Give one character, or one of: {names}."
        )
    return sign


def _named(what: str, text: str, known: Mapping[str, str]) -> str:
    for sign, name in known.items():
        if text.lower() in (sign, name):
            return sign
    names = ", ".join(f"{name} ({sign})" for sign, name in known.items())
    raise DataError(f"The {what} {text!r} is not known. There are: {names}.")


def _encoding(text: str) -> str:
    try:
        wanted = codecs.lookup(text).name
    except LookupError:
        wanted = ""
    if wanted == "utf-16":
        return "utf-16-le"
    for name in ENCODINGS:
        if codecs.lookup(name).name == wanted.removesuffix("-sig"):
            return name
    raise DataError(f"The encoding {text!r} is not known. There are: {', '.join(ENCODINGS)}.")
