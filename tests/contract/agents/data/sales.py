"""A shop's sales, made at random: a table that is no table of games, and what is known of it."""

import csv
import random
from datetime import date, timedelta
from pathlib import Path

CITIES, KINDS = ("Seoul", "Madrid", "Lima"), ("Toys", "Books", "Garden", "Music")


class Sale:
    """One row of the table, and of what is computed from it in plain Python."""

    def __init__(self, number: int, chance: random.Random) -> None:
        self.number = number
        self.day = date(2022, 1, 1) + timedelta(days=chance.randrange(900))
        self.city, self.kind = chance.choice(CITIES), chance.choice(KINDS)
        self.price = round(chance.uniform(2, 80), 2)
        self.quantity = chance.randrange(1, 9)


SALES = [Sale(number, random.Random(number)) for number in range(1, 801)]


def write_sales(folder: Path) -> Path:
    """Write the table as CSV, and return its path."""
    path = folder / "shop sales.csv"
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["order id", "date", "city", "category", "price (€)", "quantity"])
        for one in SALES:
            rows.writerow([one.number, one.day, one.city, one.kind, one.price, one.quantity])
    return path
