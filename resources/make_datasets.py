"""Makes the bundled example files: `python -m resources.make_datasets`.

Where each comes from, and its licence, is in resources/datasets/README.md.
"""

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


def restaurant() -> pd.DataFrame:
    """Twelve evenings, and who waits for a table (Russell and Norvig 2010, figure 18.3)."""
    names = (
        "alternative", "bar", "friday", "hungry", "patrons", "price", "rain", "reservation",
        "kitchen", "minutes", "waits",
    )  # fmt: skip
    evenings = """
        yes no  no  yes some   $$$ no  yes French  0-10  yes
        yes no  no  yes full   $   no  no  Thai    30-60 no
        no  yes no  no  some   $   no  no  burger  0-10  yes
        yes no  yes yes full   $   no  no  Thai    10-30 yes
        yes no  yes no  full   $$$ no  yes French  >60   no
        no  yes no  yes some   $$  yes yes Italian 0-10  yes
        no  yes no  no  nobody $   yes no  burger  0-10  no
        no  no  no  yes some   $$  yes yes Thai    0-10  yes
        no  yes yes no  full   $   yes no  burger  >60   no
        yes yes yes yes full   $$$ no  yes Italian 10-30 no
        no  no  no  no  nobody $   no  no  Thai    0-10  no
        yes yes yes yes full   $   no  no  burger  30-60 yes
    """
    rows = [evening.split() for evening in evenings.strip().splitlines()]
    return pd.DataFrame(rows, columns=names)


def spiral(rows: int = 400) -> pd.DataFrame:
    """Two spirals wound into one another, half a turn apart."""
    rng = np.random.default_rng(3)
    is_first = np.arange(rows) % 2 == 0
    turned = np.sqrt(rng.uniform(0.02, 1, rows)) * 3 * np.pi
    angle = turned + np.where(is_first, 0, np.pi)
    x = turned * np.cos(angle) + rng.normal(0, 0.25, rows)
    y = turned * np.sin(angle) + rng.normal(0, 0.25, rows)
    arm = np.where(is_first, "first", "second")
    return pd.DataFrame({"x": x.round(3), "y": y.round(3), "arm": arm})


def mislabelled(rows: int = 600, wrong: float = 0.08) -> pd.DataFrame:
    """Three clouds of points; some labels are wrong, and the true ones are known."""
    rng = np.random.default_rng(5)
    kind = np.arange(rows) % 3
    centre = np.array([(0.0, 0.0), (4.0, 0.5), (1.5, 4.0)])[kind]
    points = centre + rng.normal(0, 1, (rows, 2))
    is_wrong = rng.random(rows) < wrong
    given = np.where(is_wrong, (kind + rng.integers(1, 3, rows)) % 3, kind)
    names = np.array(["red", "green", "blue"])
    return pd.DataFrame(
        {
            "x": points[:, 0].round(3), "y": points[:, 1].round(3),
            "label": names[given], "true_label": names[kind],
        }
    )  # fmt: skip


def rents(rows: int = 800) -> pd.DataFrame:
    """Flats of a made-up town: the rent depends on size, place, age and the month of the offer."""
    rng = np.random.default_rng(13)
    offered = np.datetime64("2022-01-01") + np.sort(rng.integers(0, 730, rows))
    rooms = rng.integers(1, 6, rows)
    area = np.round(14 + 19 * rooms + rng.normal(0, 7, rows), 1)
    districts = ["harbour", "hill", "old town", "station"]
    district = rng.choice(districts, rows, p=[0.2, 0.2, 0.25, 0.35])
    built = rng.choice(np.arange(1900, 2022), rows)
    floor = rng.integers(0, 6, rows)
    balcony = rng.random(rows) < 0.45
    price = pd.Series(district).map(dict(zip(districts, (13.5, 12, 11, 9), strict=True)))
    days = (offered - np.datetime64("2022-01-01")).astype(float)
    month = offered.astype("M8[M]").astype(int) % 12 + 1
    rent = (
        area * price.to_numpy() * (1 + 0.04 * days / 365)
        + np.where(built > 2000, 90, np.where(built < 1930, 40, 0))
        + 35 * balcony
        + np.where(month >= 9, 30, 0)
        - np.where(floor == 0, 45, 0)
        + rng.normal(0, 40, rows)
    )
    return pd.DataFrame(
        {
            "offered": offered.astype(str), "area": area, "rooms": rooms, "district": district,
            "built": built, "floor": floor, "balcony": np.where(balcony, "yes", "no"),
            "rent": np.round(rent).astype(int),
        }
    )  # fmt: skip


def iris() -> pd.DataFrame:
    """Three kinds of iris by the size of their leaves (Anderson 1935, Fisher 1936)."""
    from sklearn.datasets import load_iris  # noqa: PLC0415 - nothing else needs it

    flowers = load_iris()
    names = ["sepal_length", "sepal_width", "petal_length", "petal_width"]
    species = np.array(flowers.target_names)[flowers.target]
    return pd.DataFrame(flowers.data, columns=names).assign(species=species)


def breast_cancer() -> pd.DataFrame:
    """Cell nuclei of 569 breast masses, malignant or benign (Street, Wolberg, Mangasarian 1993)."""
    from sklearn.datasets import load_breast_cancer  # noqa: PLC0415

    masses = load_breast_cancer()
    names = [str(name).replace(" ", "_") for name in masses.feature_names]
    diagnosis = np.array(masses.target_names)[masses.target]
    return pd.DataFrame(masses.data, columns=names).assign(diagnosis=diagnosis)


MAKERS = (
    ten_points, xor, moons, orders, restaurant, spiral, mislabelled, rents, iris, breast_cancer,
)  # fmt: skip


def main() -> None:
    """Write every example."""
    for make in MAKERS:
        make().to_csv(dataset_path(f"{make.__name__}.csv"), index=False)


if __name__ == "__main__":
    main()
