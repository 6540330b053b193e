"""What is said where no row is shown: that there is none yet, none left, or none chosen. No Qt."""

from core.base.wording import count, grouped
from core.judging.agenda.agenda import Agenda
from core.judging.reviewing.kinds import Verb

NOTHING = (
    "The rows that do not belong will be shown here, one after the other.\nTrain an ensemble first."
)


def why_nothing_is_shown(agenda: Agenda | None, is_chosen: bool, is_trained: bool) -> str:
    """In words; some rows may be chosen, and trained on the data as they are decided now."""
    if agenda is None:
        return NOTHING
    if agenda.wanted == 0:
        return (
            "No row is flagged.\n"
            "Choose a row at the left, or flag some above, to look at them all the same."
        )
    if is_chosen:
        return (
            "What is selected is not among these rows: it was excluded before.\n"
            "Keep it (K) to bring it back."
        )
    if agenda.left:
        return "Choose a row at the left."
    told = [
        (f"{grouped(agenda.verbs[verb])} {verb.kind.past}") for verb in Verb if verb in agenda.verbs
    ]
    return f"All {count(agenda.wanted, 'flagged row')} looked at: {', '.join(told)}." + (
        "" if is_trained else "\nTrain again to see what it did."
    )
