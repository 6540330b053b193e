"""Where something is saved: by a name that a person gave, and never over a file unasked."""

from pathlib import Path

from workbench.shell.dialogs import Dialogs


def ask_where(
    ask: Dialogs, title: str, suggestion: str, kinds: str, *, any_ending: bool = False
) -> Path | None:
    """Ask for a name, which gets the suggestion's ending if its own is not among the kinds offered.

    The kind of the suggestion is offered first.

    The dialog asks before it gives the name of a file that is there. It cannot know of an ending
    that is added to its answer, so that is asked about here.
    """
    own = f"*{Path(suggestion).suffix})"
    offered = sorted(kinds.split(";;"), key=lambda kind: own not in kind)
    told = ask.save(title, suggestion, ";;".join(offered))
    if told is None:
        return None
    is_offered = f"*{told.suffix.lower()})" in kinds or (any_ending and told.suffix)
    path = told if is_offered else with_suffix(told, Path(suggestion).suffix)
    if path != told and path.exists() and not ask.replace([path]):
        return None
    return path


def with_suffix(path: Path, suffix: str) -> Path:
    """The path with an ending, if it has not got it already.

    >>> with_suffix(Path("model"), ".onnx").name, with_suffix(Path("v1.2"), ".onnx").name
    ('model.onnx', 'v1.2.onnx')
    """
    return path if path.suffix.lower() == suffix else path.with_name(path.name + suffix)
