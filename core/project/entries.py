"""The words by which the journal tells of commands. Nothing slow is loaded for them."""

from collections.abc import Callable

DID, UNDONE, REDONE = "did", "undone", "redone"
DECIDED = "decided"
"""What earlier versions called decisions about rows; they knew no other command."""
WHATS = (DID, DECIDED, UNDONE, REDONE)
DECIDE, BRANCH = "decide", "branch"
"""The kinds of command that tell what there is to restore."""
SAMPLE = "sample"
"""What was drawn to tell when to stop."""
SAVING, SAVED = "saving", "saved"
"""What was done until then is in a session file, known by its mark, once it is saved."""

Later = Callable[[Callable[[], None], Callable[[Exception], None]], None]
"""Runs something on another thread, soon; an error is told where the project is used."""
