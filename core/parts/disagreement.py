"""Files that cannot be read like the others: all of them are told, each with what to do."""

from collections.abc import Mapping

from core.base.errors import DataError
from core.base.wording import count, grouped
from core.sources.parts import Parts

_LISTED = 20


class DisagreementError(DataError):
    """Files that cannot be read like the others, each with what to do."""

    def __init__(self, parts: Parts, told: Mapping[str, str]) -> None:
        """`told` has a sentence for each file, by its name."""
        self.names, self.told = tuple(told), tuple(told.values())
        self.are_all = len(told) == len(parts)
        those = f"{count(len(told), 'file')} of {grouped(len(parts))}"
        self.subject = f"{those} cannot be read like the others."
        """What happened, where nobody has asked for a training yet."""
        self.head = f"{those} cannot be read like the others; nothing was trained:"
        more = len(self.told) - _LISTED
        listed = [*self.told[:_LISTED], *([f"And {grouped(more)} more."] if more > 0 else [])]
        super().__init__("\n  ".join([self.head, *listed]))
