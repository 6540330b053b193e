"""Files with the trouble that real ones have, for the photographs: a survey, pumps, and rents."""

from pathlib import Path

import numpy as np
import pandas as pd

SEED = 11


def survey(path: Path, rows: int = 700) -> str:
    """Answers from 1 to 7, German dates and numbers, -99 for none, a target spelt in many ways."""
    rng = np.random.default_rng(SEED)
    waits = rng.gamma(2.0, 6.0, rows)
    answers = np.clip(np.round(5.5 - waits / 7 + rng.normal(0, 1.0, (5, rows))), 1, 7).astype(int)
    leaves = answers.sum(axis=0) + rng.normal(0, 2, rows) < 20
    leaves[rng.choice(rows, rows // 20, replace=False)] ^= True
    words = np.where(leaves, "ja", "nein").astype(object)
    for spelling, of in (("Ja", "ja"), ("JA", "ja"), ("nein ", "nein"), ("nien", "nein")):
        mine = np.flatnonzero(words == of)
        words[rng.choice(mine, max(2, len(mine) // 12), replace=False)] = spelling
    answers[rng.random(answers.shape) < 0.03] = -99
    days = pd.Timestamp("2025-01-01") + pd.to_timedelta(rng.integers(0, 500, rows), unit="D")
    frame = pd.DataFrame({"Fragebogen-Nr": [f"FB-{number:05d}" for number in range(rows)]})
    frame["Befragt am"] = days.strftime("%d.%m.%Y")
    frame["Filiale"] = rng.choice(["Köln Süd", "Köln Nord", "Bonn", "Düren"], rows)
    frame["Wartezeit in Minuten"] = [f"{wait:.1f}".replace(".", ",") for wait in waits]
    for place, asked in enumerate(("Freundlichkeit", "Auswahl", "Preise", "Sauberkeit", "Kasse")):
        frame[f"Wie zufrieden sind Sie mit: {asked} (1 gar nicht bis 7 sehr)"] = answers[place]
    frame["Anmerkung"] = rng.choice(["", "", "keine", "zu lange gewartet", "alles gut"], rows)
    frame["Kündigt"] = words
    copies = frame.iloc[rng.choice(rows, 6, replace=False)]
    pd.concat([frame, copies]).to_csv(path, sep=";", index=False, encoding="cp1252")
    return "Kündigt"


def pumps(path: Path, rows: int = 900, classes: int = 19) -> str:
    """Nineteen classes, and names of columns that differ in two letters."""
    rng = np.random.default_rng(SEED)
    label = rng.integers(0, classes, rows)
    centres = rng.normal(size=(classes, 12))
    values = centres[label] + rng.normal(0, 0.55, (rows, 12))
    names = [f"sensor_reading_averaged_over_10_min_{n:02d}_in_millivolts" for n in range(12)]
    frame = pd.DataFrame(values.round(3), columns=names)
    frame = frame.mask(rng.random(frame.shape) < 0.02)
    label[rng.choice(rows, rows // 25, replace=False)] = 0
    faults = ("dry", "blocked inlet", "worn seal", "cavitation", "misaligned", "overheated")
    spoken = [
        f"{faults[n % 6]} {'stage ' + str(n // 6 + 1) if n >= 6 else ''}".strip() for n in label
    ]
    frame["condition"] = spoken
    frame.to_csv(path, index=False)
    return "condition"


def rents(path: Path, rows: int = 600) -> str:
    """A target of numbers; some of them have a digit too many."""
    rng = np.random.default_rng(SEED)
    area, rooms = rng.gamma(9, 9, rows), rng.integers(1, 6, rows)
    district = rng.choice(["Altstadt", "Hafen", "Nordend", "Westend"], rows)
    dear = pd.Series(district).map({"Altstadt": 3, "Hafen": -2, "Nordend": 0, "Westend": 5})
    rent = area * (11 + dear.to_numpy()) + 60 * rooms + rng.normal(0, 60, rows)
    rent = rent.round(0)
    rent[rng.choice(rows, 12, replace=False)] *= 10
    built = rng.integers(1890, 2024, rows).astype(float)
    built[rng.random(rows) < 0.05] = 9999
    frame = pd.DataFrame({"area": area.round(1), "rooms": rooms, "district": district})
    frame.assign(built=built, rent=rent).to_csv(path, index=False)
    return "rent"
