"""Words in the names of columns that speak for a target, or against one; English and German."""

import re

CALLED = frozenset(("target", "class", "label", "outcome", "response", "ziel", "zielgröße"))
"""Whole names of what is to be predicted, and of nothing else."""
TELLING = frozenset(
    (
        *("target", "label", "outcome", "diagnosis", "churn", "churned", "fraud", "spam"),
        *("default", "defaulted", "survived", "attrition", "zielgröße", "diagnose", "betrug"),
    )
)
"""Words that make a target of a longer name, too: is_fraud."""
HINTS = frozenset(("status", "result", "response", "species", "klasse", "ergebnis", "befund"))
"""Whole names that make one of a column of few classes."""
WEAK_HINTS = HINTS | frozenset(("class", "quality", "grade", "type", "qualität", "note", "art"))
"""Words that make one of a column of few classes where nothing else does: loan_status."""
EVENTS = frozenset(
    (
        *("approved", "approve", "denied", "deny", "accepted", "rejected", "purchased", "purchase"),
        *("returned", "cancelled", "canceled", "converted", "clicked", "subscribed", "responded"),
        *("died", "dead", "death", "failed", "failure", "passed", "won", "win", "success", "left"),
        *("complaint", "complained", "claimed", "defect", "late", "readmitted", "participation"),
        *("reklamation", "reklamiert", "retoure", "retour", "storno", "storniert", "gekündigt"),
        *("kündigung", "ausfall", "ausgefallen", "schaden", "erfolg", "bestanden", "gekauft"),
        *("verspätet", "zahlungsausfall", "abgelehnt", "genehmigt", "defekt", "ausschuss"),
    )
)
"""What happened in the end, or did not."""
AMOUNTS = frozenset(
    (
        *("price", "prices", "cost", "costs", "charges", "salary", "wage", "revenue", "sales"),
        *("rent", "demand", "load", "consumption", "yield"),
        *("verbrauch", "ertrag", "preis", "miete", "kaufpreis", "kaltmiete", "gehalt", "umsatz"),
    )
)
"""Numbers that people predict."""
ATTRIBUTES = frozenset(
    (
        *("district", "region", "city", "country", "state", "county", "location", "area", "zip"),
        *("neighbourhood", "neighborhood", "street", "place", "name", "sex", "gender", "color"),
        *("colour", "brand", "holiday", "weekend", "weekday", "day", "month", "hour", "season"),
        *("feiertag", "wochentag", "monat", "stunde", "saison", "marital", "married", "race"),
        *("bezirk", "stadt", "ort", "land", "stadtteil", "geschlecht", "farbe", "marke"),
        *("familienstand", "filiale", "abteilung", "department", "branch", "education"),
    )
)
"""What rows are told apart by, and what is hardly ever predicted."""


def words_in(name: str) -> list[str]:
    """The words of a column's name, small.

    >>> words_in("loanStatus"), words_in("is_fraud"), words_in("SalePrice 2020")
    (['loan', 'status'], ['is', 'fraud'], ['sale', 'price', '2020'])
    """
    return [word.lower() for word in re.findall(r"[^\W\d_]?[a-zäöüß]+|[A-ZÄÖÜ]+|\d+", name)]
