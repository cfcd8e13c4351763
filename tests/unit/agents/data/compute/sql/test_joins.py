"""What a SELECT reads of columns that a server keeps as something else than a text."""

from datetime import UTC, datetime

from agents.data.compute.sql.expressions import SqlContext
from agents.data.compute.sql.joins import sourced
from agents.data.compute.sql.trees import name, select
from agents.data.model.schema import Column, Key, Table, TableModel

MOOD = Column(name="mood", kind="category", stored="text", as_text=True)
PEOPLE = Table(name="people", columns=(Column(name="id", kind="identifier"), MOOD))
SALES = Table(
    name="sales", columns=(Column(name="person"), Column(name="price", stored="number"), MOOD),
    keys=(Key(columns=("person",), table="people", to=("id",)),),
)  # fmt: skip
MODEL = TableModel(tables=(SALES, PEOPLE))


def read(*columns: str) -> str:
    scope = SqlContext(MODEL.queried(), "postgres", datetime(2026, 1, 1, tzinfo=UTC))
    found = sourced(select(map(name, columns)), scope)
    return found.args["from_"].sql("postgres")


def test_a_column_is_read_as_a_text_where_it_is_named() -> None:
    assert read("price") == 'FROM "sales"'
    assert 'CAST("own"."mood" AS TEXT) AS "mood"' in read("price", "mood")
    assert '"own"."price" AS "price"' in read("price", "mood")


def test_a_column_of_another_table_is_read_as_a_text() -> None:
    assert 'CAST("joined1"."mood" AS TEXT) AS "people.mood"' in read("people.mood")
    assert '"own".*' in read("people.mood")
