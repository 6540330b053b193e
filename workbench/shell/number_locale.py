"""The locale of Qt whose numbers have the reader's marks: its own fields ask for nothing else."""

from PySide6.QtCore import QLocale

_LANGUAGES = {
    (".", ","): ("English", "UnitedStates"),
    (",", "."): ("German", "Germany"),
    (",", " "): ("Czech", "Czechia"),
    (".", "’"): ("German", "Switzerland"),
}
"""Whose numbers have these marks; any language with this decimal mark does where none has both."""


def locale_of(decimal: str, thousands: str) -> QLocale:
    """A locale with these marks; without separators where no language has just these.

    >>> locale_of(",", ".").toString(1234.5, "f", 1), locale_of(",", "").toString(1234.5, "f", 1)
    ('1.234,5', '1234,5')
    """
    names = _LANGUAGES.get((decimal, thousands))
    language, country = names or _LANGUAGES[decimal, "," if decimal == "." else "."]
    found = QLocale(getattr(QLocale.Language, language), getattr(QLocale.Country, country))
    if names is None:
        found.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    return found
