"""What is to be done with one column."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.base.errors import DataError
from core.data.derived.date_texts import ORDERS
from core.data.roles import Meaning, Role


@dataclass(frozen=True)
class ColumnPlan:
    """How a column is understood, what it is used for, and why."""

    meaning: Meaning
    role: Role
    why: str = ""
    """The reason, as it would follow a colon; empty where a person decided."""
    date_order: str = ""
    """How dates are written, see core.data.derived.dates; empty to let the values decide."""
    missing: tuple[str, ...] = ()
    """Words that stand for a missing value in this column, beside those of the file."""
    spellings: tuple[tuple[str, str], ...] = ()
    """Texts of the file that are taken for another one: each with the text that it stands for."""

    def __post_init__(self) -> None:
        """Refuse an order of dates that nobody can read."""
        if self.date_order and self.date_order not in ORDERS:
            raise DataError(
                f"Dates cannot be written {self.date_order!r}. The orders are: {', '.join(ORDERS)}."
            )

    def spelled(self, text: str) -> str:
        """The text that a text of the file is taken for: itself, unless spellings are merged."""
        return dict(self.spellings).get(text, text)

    def merging(self, spellings: Iterable[str], into: str) -> "ColumnPlan":
        """Take these texts of the file for one; what was merged into one of them goes with it.

        >>> plan = ColumnPlan(Meaning.CATEGORY, Role.FEATURE).merging(["JA"], "Ja")
        >>> plan.merging(["Ja"], "ja").spellings
        (('JA', 'ja'), ('Ja', 'ja'))
        """
        gone = {text for text in spellings if text != into}
        kept = {text: into if to in gone else to for text, to in self.spellings if text != into}
        return replace(self, spellings=tuple((kept | dict.fromkeys(sorted(gone), into)).items()))

    def plain(self) -> dict[str, Any]:
        """As plain data, ready for JSON."""
        plain: dict[str, Any] = {"meaning": self.meaning.value, "role": self.role.value}
        optional = {
            "why": self.why,
            "date_order": self.date_order,
            "missing": list(self.missing),
            "spellings": dict(self.spellings),
        }
        return plain | {name: value for name, value in optional.items() if value}

    @classmethod
    def from_plain(cls, plain: Any) -> "ColumnPlan":
        """Take it back from plain data; raise DataError for anything else."""
        if not isinstance(plain, Mapping):
            raise DataError(f"The plan of a column is {plain!r}, which is none.")
        unknown = set(plain) - {"meaning", "role", "why", "date_order", "missing", "spellings"}
        texts, words = [plain.get("why", ""), plain.get("date_order", "")], plain.get("missing", [])
        merged = plain.get("spellings", {})
        is_right = isinstance(words, list) and isinstance(merged, Mapping)
        is_right = is_right and all(
            isinstance(text, str) for text in (*texts, *words, *merged, *merged.values())
        )
        try:
            meaning, role = Meaning(plain.get("meaning")), Role(plain.get("role"))
        except ValueError as error:
            raise DataError(f"The plan of a column is not known here: {error}.") from None
        if unknown or not is_right:
            raise DataError("The plan of a column has parts that are not known here.")
        return cls(meaning, role, texts[0], texts[1], tuple(words), tuple(merged.items()))
