"""Random tables written in random dialects, with what reading them should give."""

import io
from dataclasses import dataclass

import numpy as np

from core.sources.dialect import Dialect
from core.sources.fields import quoted_as_needed

WORDS = {
    "utf-8": ["red", "blue sky", "naïve", "Größe", "данные", "a-b", "x_1", "Ünal", "it's"],
    "cp1252": ["red", "blue sky", "naïve", "Größe", "Œuvre", "a-b", "x_1", "Ünal", "5 €"],
    "cp932": ["red", "青い空", "データ", "ひらがな", "表示ソフト", "a-b", "x_1", "カタカナ"],
    "utf-16-le": ["red", "blue sky", "naïve", "データ", "a-b", "x_1"],
    "utf-16-be": ["red", "blue sky", "naïve", "データ", "a-b", "x_1"],
}
BREAKS = ("\n", "\r\n", "\r")
NUMBERS = ((".", ""), (",", ""), (".", ","), (",", "."), (",", " "), (",", "\u00a0"))


@dataclass(frozen=True)
class Written:
    """A file, the dialect it is written in, and its columns: numbers, or texts."""

    content: bytes
    dialect: Dialect
    names: list[str]
    columns: list[list[float] | list[str]]


def random_dialect(rng: np.random.Generator) -> Dialect:
    """A dialect that makes sense: no decimal commas unquoted between commas."""
    separator = rng.choice([",", ";", "\t", "|", " "], p=[0.3, 0.3, 0.15, 0.15, 0.1])
    decimal, thousands = NUMBERS[rng.integers(len(NUMBERS))]
    if separator in (",", " "):
        decimal, thousands = ".", ""
    encoding = str(rng.choice(list(WORDS), p=[0.4, 0.2, 0.16, 0.12, 0.12]))
    if encoding == "cp932" and thousands == "\u00a0":
        thousands = ""
    has_mark = encoding.startswith("utf") and bool(rng.random() < 0.5)
    return Dialect(
        separator=str(separator),
        decimal=decimal,
        thousands=thousands,
        encoding=encoding,
        has_mark=has_mark,
        has_header=bool(rng.random() < 0.85),
        comment="#" if rng.random() < 0.15 else "",
    )


def random_file(seed: int) -> Written:
    """A table of some columns and rows in a random dialect."""
    rng = np.random.default_rng(seed)
    dialect = random_dialect(rng)
    rows = int(rng.integers(8, 40))
    kinds = ["number", "word", *rng.choice(["number", "whole", "word", "text"], rng.integers(0, 5))]
    rng.shuffle(kinds)
    words = WORDS[dialect.encoding]
    columns: list[list[float] | list[str]] = []
    shown: list[list[str]] = []
    for kind in kinds:
        if kind in ("number", "whole"):
            places = 0 if kind == "whole" else 2
            scale = 5000 if dialect.thousands else 100
            values = np.round(rng.normal(0, scale, rows), places) + 0.0
            columns.append([float(value) for value in values])
            shown.append([number(float(value), places, dialect) for value in values])
        else:
            texts = [str(word) for word in rng.choice(words, rows)]
            if kind == "text":
                texts = [f"{text}{dialect.separator} {text}" if rng.random() < 0.3 else text
                         for text in texts]  # fmt: skip
            columns.append(texts)
            shown.append(texts)
    names = [
        f"{rng.choice(['price', 'name', 'size', 'kind', 'sum'])}_{n}" for n in range(len(kinds))
    ]
    always = bool(rng.random() < 0.2)
    break_ = str(rng.choice(BREAKS, p=[0.5, 0.4, 0.1]))
    text = io.StringIO(newline="")
    if dialect.comment:
        text.write(f"# made today{break_}")
    lines = ([names] if dialect.has_header else []) + [
        list(row) for row in zip(*shown, strict=True)
    ]
    for place, line in enumerate(lines):
        text.write(dialect.separator.join(quoted_as_needed(v, dialect, always) for v in line))
        if place + 1 < len(lines) or rng.random() < 0.8:
            text.write(break_)
        if dialect.comment and rng.random() < 0.05:
            text.write(f"# a word{break_}")
    mark = "\ufeff" if dialect.has_mark else ""
    return Written((mark + text.getvalue()).encode(dialect.encoding), dialect, names, columns)


def number(value: float, places: int, dialect: Dialect) -> str:
    """A number as this dialect writes it."""
    text = f"{value:,.{places}f}"
    swap = {",": dialect.thousands, ".": dialect.decimal}
    return "".join(swap.get(character, character) for character in text)
