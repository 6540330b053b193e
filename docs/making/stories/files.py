"""The files that stories are about: made of the examples and of nothing but a fixed seed."""

from pathlib import Path

import numpy as np
import pandas as pd

from resources import dataset_path
from resources.make_datasets import orders as made_orders

_APRIL, _MAY = 700, 900
"""Orders in the first and in the second export."""


def rents_with_slips(path: Path) -> None:
    """Flats of which 24 lost the decimal point of their area."""
    draw = np.random.default_rng(5)
    flats = pd.read_csv(dataset_path("rents.csv"))
    slipped = draw.choice(len(flats), 24, replace=False)
    flats.loc[slipped, "area"] = (flats.loc[slipped, "area"] * 10).round()
    flats.to_csv(path, index=False)


def orders_of_offices(path: Path) -> None:
    """Orders with the office that booked them: one booked returns the wrong way round."""
    draw = np.random.default_rng(8)
    orders = pd.read_csv(dataset_path("orders.csv")).iloc[:1500].copy()
    names = ["Bremen", "Cork", "Porto", "Turku"]
    office = draw.choice(names, len(orders), p=[0.3, 0.3, 0.25, 0.15])
    week = 1 + np.arange(len(orders)) * 26 // len(orders)
    wrong = (office == "Turku") & (week >= 14) & (draw.random(len(orders)) < 0.6)
    orders.insert(0, "week", week)
    orders.insert(1, "office", office)
    orders.loc[wrong, "returned"] = orders.loc[wrong, "returned"].map({"yes": "no", "no": "yes"})
    orders.to_csv(path, index=False)


def _numbered() -> pd.DataFrame:
    orders = pd.read_csv(dataset_path("orders.csv")).iloc[:_MAY].copy()
    numbers = np.random.default_rng(3).permutation(90_000)[:_MAY]
    orders.insert(0, "order", [f"A{number:05d}" for number in numbers])
    return orders


def april(path: Path) -> None:
    """The first export of a table of orders."""
    _numbered().iloc[:_APRIL].to_csv(path, index=False)


def may(path: Path) -> None:
    """The second: new rows, two that are gone, five that changed, another order and dialect."""
    orders = _numbered()
    draw = np.random.default_rng(4)
    later = orders.drop(index=orders.index[[3, 40]])
    changed = draw.choice(np.arange(50, 600), 5, replace=False)
    later.loc[changed, "price"] = (later.loc[changed, "price"] * 1.1).round(2)
    later.sample(frac=1, random_state=4).to_csv(path, index=False, sep=";", decimal=",")


def true_by_order() -> dict[str, str]:
    """By the number of an order whether it was returned, as the shop's own books have it."""
    true = made_orders(swapped=0)["returned"]
    return dict(zip(_numbered()["order"], true.iloc[:_MAY], strict=True))
