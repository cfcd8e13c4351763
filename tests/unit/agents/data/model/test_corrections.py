"""What a person says of a column goes into the tables that have it, or is refused."""

from typing import Any

import pytest

from agents.data.model.corrections import Correction, Misfit, corrected
from agents.data.model.schema import Column, Table, TableModel

RACE = Column(name="race", kind="category")
MODEL = TableModel(
    tables=(
        Table(name="games", pack="match", columns=(
            RACE, Column(name="shop", kind="identifier", stored="number", adds="none"),
            Column(name="paid", kind="number", stored="number"))),
        Table(name="sides", pack="match", derived="SELECT 1", columns=(RACE,)),
        Table(name="races", columns=(RACE,)),
    )
)  # fmt: skip


def said(table: str = "", **column: Any) -> TableModel | Misfit:
    return corrected(MODEL, Correction.model_validate({"table": table, "columns": [column]}), "en")


def test_the_sides_of_games_go_by_what_was_said_of_games_and_other_tables_do_not() -> None:
    found = said(name="race", label="Faction")
    assert isinstance(found, TableModel)
    labels = {one.name: one.column("race").label_in("en") for one in found.tables}
    assert labels == {"games": "Faction", "sides": "Faction", "races": "race"}
    whole = said(name="paid", label="Takings")  # which sides do not have
    assert isinstance(whole, TableModel)
    assert whole.tables[1:] == MODEL.tables[1:]


@pytest.mark.parametrize(
    ("column", "kind", "adds"),
    [
        ({"name": "shop", "kind": "number"}, "number", "sum"),
        ({"name": "shop", "kind": "number", "adds": "mean"}, "number", "mean"),
        ({"name": "paid", "kind": "category"}, "category", "none"),
        ({"name": "paid", "label": "x"}, "number", "sum"),
    ],
)
def test_what_becomes_a_number_adds_up_and_what_is_none_does_not(
    column: dict[str, Any], kind: str, adds: str
) -> None:
    found = said(**column)
    assert isinstance(found, TableModel)
    changed = found.table().column(column["name"])
    assert (changed.kind, changed.adds) == (kind, adds)


@pytest.mark.parametrize(
    ("table", "column", "why"),
    [
        ("nowhere", {"name": "race"}, "no_column"),
        ("", {"name": "nothing"}, "no_column"),
        ("", {"name": "race", "kind": "number"}, "kind"),
        ("", {"name": "race", "label": "Paid"}, "taken"),
    ],
)
def test_what_cannot_be_is_refused(table: str, column: dict[str, Any], why: str) -> None:
    found = said(table, **column)
    assert isinstance(found, Misfit)
    assert found.why == why
