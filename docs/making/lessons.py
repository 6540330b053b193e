"""The lessons as pages: what one reads there, without the player's own words.

A lesson is Markdown in resources/lessons; between its texts stand blocks for the player
(```player), lines of `word: rest`. On a page a question is told as one, what is shown becomes a
list, and what the player alone does is left out.
"""

import re
from importlib.resources import files

from core.teaching.asks import ask_from

_BLOCK = re.compile(r"```player\n(.*?)```\n?", re.DOTALL)
_STEP = re.compile(r"^## (?:Read|See|Do|Predict|Try): ", re.MULTILINE)


def pages() -> dict[str, str]:
    """The pages of all lessons that there are, and their list."""
    folder = files("resources") / "lessons"
    if not folder.is_dir():
        return {}
    found = sorted(
        (each for each in folder.iterdir() if each.name.endswith(".md")), key=lambda e: e.name
    )
    if not found:
        return {}
    made = {f"lessons/{each.name[:-3]}": lesson(each.read_text(encoding="utf-8")) for each in found}
    listed = "\n".join(each.name[:-3] for each in found)
    words = "Each lesson asks for a guess first. In the window, the place Learn plays them."
    made["lessons/index"] = (
        f"# Lessons\n\n{words}\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
    )
    return made


def lesson(text: str) -> str:
    r"""A lesson as a page.

    >>> print(lesson("## Predict: One\n\nHow many?\n\n```player\nask: rows 2\n```").rstrip())
    ## One
    <BLANKLINE>
    How many?
    <BLANKLINE>
    :::{admonition} Your guess
    2 rows.
    :::
    """
    return _STEP.sub("## ", _BLOCK.sub(lambda block: _told(block[1]), text))


def _told(block: str) -> str:
    """What a block for the player tells a reader."""
    lines = [line.partition(": ") for line in block.strip().splitlines()]
    said: list[str] = []
    for word, _, rest in lines:
        if word == "about":
            said.append(f"*{rest}.*")
        elif word == "minutes":
            said.append(f"About {rest} minutes.")
        elif word == "ask":
            said.append(f":::{{admonition}} Your guess\n{ask_from(rest).wanted}\n:::")
        elif word == "show":
            said.append(f"- {rest.partition(': ')[0]}")
    return "\n".join(said) + "\n" if said else ""
