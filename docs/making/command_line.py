"""The page of the command line, derived from the parser itself."""

import argparse

import main

_INTRODUCTION = """# The command line

Whatever the window computes, a command computes too. `ensemble-workbench FILE` opens the window
with a file; with a command it works without a window, prints what it found in sentences, and writes
files. From a checkout, `python main.py` is the same. This page is made of the program's own
`--help`.

A wrong option or a file that cannot be read ends with one sentence and exit code 2; Ctrl+C ends
with 130, and says what was written already.
"""


def page() -> str:
    """Every command with its arguments and options."""
    top = main.parser()
    commands = next(
        action
        for action in top._actions  # argparse has no public way to ask
        if isinstance(action, argparse._SubParsersAction)
    )
    about = {action.dest: action.help or "" for action in commands._choices_actions}
    parts = [_INTRODUCTION, "| command | what it does |\n|---|---|"]
    parts[-1] += "".join(f"\n| [{name}](#{name}) | {about[name]} |" for name in commands.choices)
    top_options = [each for each in top._actions if each.option_strings and each.dest != "help"]
    if top_options:
        parts.append("## Without a command")
        parts.append("\n".join(_item(action) for action in top_options))
    for name, command in commands.choices.items():
        parts.append(f"## {name}")
        parts.append(f"{about[name][:1].upper()}{about[name][1:]}.")
        parts.append(f"```text\n{_usage(command)}\n```")
        parts += [text for group in command._action_groups if (text := _group(group))]
    return "\n\n".join(parts) + "\n"


def _usage(command: argparse.ArgumentParser) -> str:
    return command.format_usage().removeprefix("usage: ").strip()


def _group(group: argparse._ArgumentGroup) -> str:
    listed = [action for action in group._group_actions if action.dest != "help"]
    if not listed:
        return ""
    title = {"positional arguments": "Arguments", "options": "Options"}.get(group.title or "")
    head = title or (group.title or "")[:1].upper() + (group.title or "")[1:]
    return f"**{head}**\n\n" + "\n".join(_item(action) for action in listed)


def _item(action: argparse.Action) -> str:
    names = ", ".join(action.option_strings) or str(action.metavar or action.dest)
    value = f" {action.metavar}" if action.option_strings and action.nargs != 0 else ""
    must = " (needed)" if action.required and action.option_strings else ""
    words = (action.help or "").replace("%%", "%") or "see above"
    return f"- `{names}{value}`{must}: {words}"
