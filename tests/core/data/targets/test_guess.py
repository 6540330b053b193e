"""The guess of the target, with its reason, on the kinds of table that people have."""

import numpy as np
import pandas as pd
import pytest

from core.data.plan import Plan
from core.data.table import Table

ROWS = 60
RANDOM = np.random.default_rng(4)
NUMBERS = RANDOM.normal(size=ROWS)
FEW = RANDOM.integers(0, 4, ROWS)
ANSWERS = np.array(["no", "yes"])[RANDOM.integers(0, 2, ROWS)]
TOWNS = np.array(["north", "south", "east", "west"])[FEW]
RISKS = np.array(["low", "medium", "high"])[RANDOM.integers(0, 3, ROWS)]
IDS = [f"K{1000 + row}" for row in range(ROWS)]
WORDS = ["the", "parcel", "came", "late", "and", "was", "wet", "nobody", "knows", "why"]
TEXTS = [" ".join(RANDOM.choice(WORDS, 9)) + f" {row}" for row in range(ROWS)]
DAYS = [f"2024-{1 + row % 12:02}-{1 + row % 28:02}" for row in range(ROWS)]
PRICES = 100 * RANDOM.random(ROWS)
SLIPS = np.where(np.arange(ROWS) % 29 == 28, "nien", np.array(["Ja", "nein"])[FEW % 2])

TABLES = {
    "a name": ({"Status": RISKS, "x": NUMBERS, "paid": ANSWERS}, "Status", "its name is 'Status'"),
    "a word of a name": ({"is_fraud": ANSWERS, "x": NUMBERS, "t": TOWNS}, "is_fraud", "'fraud'"),
    "words run together": ({"loanStatus": RISKS, "x": NUMBERS}, "loanStatus", "'status'"),
    "the last of two values": (
        {"marital_status": RISKS, "x": NUMBERS, "returned": ANSWERS},
        "returned",
        "the last column, with 2 values",
    ),
    "a price, no district": (
        {"x": NUMBERS, "price": PRICES, "district": TOWNS},
        "price",
        "its name is 'price'",
    ),
    "the last number, no district": (
        {"district": TOWNS, "x": NUMBERS, "height": PRICES},
        "height",
        "the last column",
    ),
    "categories": ({"x": NUMBERS, "z": PRICES, "risk": RISKS}, "risk", "with 3 values"),
    "categories first": ({"kind": RISKS, "x": NUMBERS, "z": PRICES}, "kind", "a few categories"),
    "an answer": ({"smoker": ANSWERS, "town": TOWNS, "z": PRICES}, "smoker", "yes and no"),
    "answers in two spellings": (
        {"umsatz": PRICES, "x": NUMBERS, "retour": ["ja", "nein", "Ja"] * (ROWS // 3)},
        "retour",
        "the last column, with 3 values",
    ),
    "a load, no holiday": (
        {"holiday": ANSWERS, "x": NUMBERS, "grid_load_kW": PRICES},
        "grid_load_kW",
        "its name says 'load'",
    ),
    "yes and no behind a price": (
        {"x": NUMBERS, "Preis": PRICES, "wieder": SLIPS},
        "wieder",
        "the last column, with 3 values",
    ),
    "a price before all else": (
        {"price": PRICES, "x": NUMBERS, "prefers": ANSWERS},
        "price",
        "its name is 'price'",
    ),
    "an event in the middle": (
        {"town": TOWNS, "Reklamation": ANSWERS, "z": PRICES},
        "Reklamation",
        "its name is 'Reklamation'",
    ),
    "a switch among numbers": (
        {"x": NUMBERS, "garden": FEW % 2, "medv": PRICES},
        "medv",
        "the last column",
    ),
    "the only classes among numbers": (
        {"x": NUMBERS, "kind": RISKS, "z": PRICES, "y": 2 * PRICES},
        "kind",
        "the only column of a few categories",
    ),
    "what rows are told apart by, last": (
        {"x": NUMBERS, "wage": PRICES, "married": ANSWERS},
        "wage",
        "its name is 'wage'",
    ),
    "a weak word": ({"type": RISKS, "x": NUMBERS, "paid": ANSWERS}, "paid", "the last column"),
    "free text behind it": ({"risk": RISKS, "comment": TEXTS}, "risk", "with 3 values"),
    "free text of that name": ({"risk": RISKS, "label": TEXTS}, "risk", "with 3 values"),
    "an id behind it": ({"risk": RISKS, "customer": IDS}, "risk", "with 3 values"),
    "a running number": ({"risk": RISKS, "line": np.arange(ROWS)}, "risk", "with 3 values"),
    "a date behind it": ({"risk": RISKS, "day": DAYS}, "risk", "with 3 values"),
    "a constant": ({"risk": RISKS, "class": ["a"] * ROWS}, "risk", "with 3 values"),
    "no target": ({"name": IDS, "comment": TEXTS}, "comment", "nothing in the file says"),
    "no target but a number": ({"note": TEXTS, "x": [1] * ROWS, "id": IDS}, "x", "nothing"),
}


@pytest.mark.parametrize(("columns", "target", "why"), TABLES.values(), ids=TABLES)
def test_the_target_is_guessed_with_a_reason(columns, target, why):
    plan = Plan.suggested(Table.from_frame(pd.DataFrame(columns)))
    assert plan.target == target
    assert why in plan.why_target


def test_who_chooses_needs_no_reason():
    table = Table.from_frame(pd.DataFrame({"x": NUMBERS, "risk": RISKS, "paid": ANSWERS}))
    guessed = Plan.suggested(table)
    assert guessed.with_target("risk").why_target == ""
    assert Plan.suggested(table, "risk").why_target == ""
    # A reason tells no two plans apart, and no file has it.
    assert guessed == Plan.suggested(table, "paid") == Plan.from_plain(guessed.plain())
