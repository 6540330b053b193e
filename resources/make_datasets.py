"""Makes the bundled example files: `python -m resources.make_datasets`. All of them are our own."""

import numpy as np
import pandas as pd

from resources import dataset_path


def ten_points() -> pd.DataFrame:
    """Ten points in a plane that three stumps tell apart."""
    up = [(1, 4), (3, 9), (6, 3), (7, 10), (8, 2)]
    down = [(2, 6), (4, 7), (5, 8), (9, 5), (10, 1)]
    rows = [(*point, "+") for point in up] + [(*point, "-") for point in down]
    return pd.DataFrame(rows, columns=["x1", "x2", "label"])


def xor() -> pd.DataFrame:
    """Four points that no single question can separate."""
    rows = [(1, 0, "+"), (-1, 0, "+"), (0, 1, "-"), (0, -1, "-")]
    return pd.DataFrame(rows, columns=["x1", "x2", "label"])


def moons(rows: int = 500, swapped: float = 0.06) -> pd.DataFrame:
    """Two interleaved half circles, with noise and swapped labels."""
    rng = np.random.default_rng(7)
    upper = np.arange(rows) % 2 == 0
    angle = rng.uniform(0, np.pi, rows)
    x = np.where(upper, np.cos(angle), 1 - np.cos(angle)) + rng.normal(0, 0.15, rows)
    y = np.where(upper, np.sin(angle), 0.5 - np.sin(angle)) + rng.normal(0, 0.15, rows)
    side = upper ^ (rng.random(rows) < swapped)
    return pd.DataFrame(
        {"x": x.round(3), "y": y.round(3), "side": np.where(side, "upper", "lower")}
    )


def orders(rows: int = 3000, swapped: float = 0.05) -> pd.DataFrame:
    """Orders of a made-up shop: which are returned depends on what was bought, and how."""
    rng = np.random.default_rng(11)
    category = rng.choice(
        ["shoes", "dresses", "books", "kitchen", "toys"], rows, p=[0.25, 0.2, 0.2, 0.2, 0.15]
    )
    payment = rng.choice(["invoice", "card", "transfer"], rows, p=[0.4, 0.45, 0.15])
    price = np.round(rng.lognormal(3.6, 0.6, rows), 2)
    age = rng.integers(18, 80, rows).astype(float)
    delivery = 1 + rng.poisson(2.5, rows)
    discount = np.where(rng.random(rows) < 0.3, rng.choice([5, 10, 20, 30], rows), 0)
    sizes = np.where(np.isin(category, ["shoes", "dresses"]), rng.integers(1, 5, rows), 1)
    score = (
        np.where(np.isin(category, ["shoes", "dresses"]), 2.2, -2.2)
        + np.where(payment == "invoice", 1.6, -1.0)
        + 1.4 * (sizes - 1.5)
        + 0.9 * (delivery - 3.5)
        + 0.02 * (price - 40)
        - 0.05 * discount
        - 1.6
    )
    returned = score + rng.logistic(0, 0.7, rows) > 0
    returned ^= rng.random(rows) < swapped
    age[rng.random(rows) < 0.04] = np.nan
    payment = np.where(rng.random(rows) < 0.02, None, payment)
    return pd.DataFrame(
        {
            "category": category, "price": price, "discount": discount, "payment": payment,
            "delivery_days": delivery, "sizes_ordered": sizes,
            "customer_age": pd.array(age, "Int64"), "returned": np.where(returned, "yes", "no"),
        }
    )  # fmt: skip


def main() -> None:
    """Write every example."""
    for make in (ten_points, xor, moons, orders):
        make().to_csv(dataset_path(f"{make.__name__}.csv"), index=False)


if __name__ == "__main__":
    main()
