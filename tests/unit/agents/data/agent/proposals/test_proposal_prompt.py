"""What a model is told of a table: enough to ask it, no more than fits, and no rows but texts."""

import json
from datetime import date

from agents.data.agent.proposals.prompt import MOST_CHARACTERS, material, nearest
from agents.data.model.schema import Column, Metric, Table, TableModel, Words
from tests.corpora.corpus import tables

TODAY = date(2026, 11, 27)


def test_names_kinds_ranges_and_values_are_told() -> None:
    model = tables()["items"]
    metric = Metric(name="revenue", expression="sum(price)", words={"ko": Words(label="총매출")})
    model = model.model_copy(update={"metrics": (metric,)})
    told = json.loads(material("how much?", model, today=TODAY, heard=["how"], unknown=["much"]))
    (table,) = told["tables"]
    price = next(one for one in table["columns"] if one["name"] == "price")
    assert (price["kind"], price["range"]) == ("number", [1.0, 900.0])
    country = next(one for one in table["columns"] if one["name"] == "country")
    assert "Spain" in country["values"]
    assert told["metrics"][0]["also_called"] == ["총매출"]
    assert (told["question"], told["today"], told["heard"], told["unknown"]) == (
        "how much?", "2026-11-27", ["how"], ["much"],
    )  # fmt: skip


def test_lengths_of_time_are_told_in_seconds_and_clocks_as_such() -> None:
    columns = (
        Column(name="took", kind="length", stored="interval", low="0:45", high="1:02:03.5"),
        Column(name="lap", kind="length", stored="time", low="days", high=None),
        Column(name="wait", kind="length", stored="number", unit="min", low=1.0, high=9.0),
    )
    model = TableModel(tables=(Table(name="t", columns=columns),))
    told = json.loads(material("how long?", model, today=TODAY))
    found = {one["name"]: (one["unit"], one["range"]) for one in told["tables"][0]["columns"]}
    assert found == {
        "took": ("s", [45, 3723.5]), "lap": ("s", ["days", None]), "wait": ("min", [1, 9]),
    }  # fmt: skip


def test_what_rows_that_are_texts_are_like_is_told() -> None:
    forms = tuple(f"Ban * of jail {place}" for place in range(100))
    model = TableModel(tables=(Table(name="lines", columns=(Column(name="m", forms=forms),)),))
    told = json.loads(material("banned?", model, today=TODAY))
    assert told["tables"][0]["columns"][0]["forms"] == [*forms[:60]]


def test_texts_that_hold_a_word_of_the_question_are_told_first() -> None:
    texts = (*(f"accepted {place}" for place in range(100)), "server started")
    column = Column(name="m", forms=texts, examples=texts)
    model = TableModel(tables=(Table(name="lines", columns=(column,)),))
    (table,) = json.loads(material("accepted when it started?", model, today=TODAY))["tables"]
    (told,) = table["columns"]
    assert told["forms"][:2] == told["examples"][:2] == ["server started", "accepted 0"]


def test_a_column_is_told_with_a_few_names_of_each_language() -> None:
    words = {
        one: Words(label=one, synonyms=tuple(f"{one} {n}" for n in range(9)))
        for one in ("a", "b")
    }  # fmt: skip
    called = {one: {"x": tuple(f"{one} {n}" for n in range(9))} for one in ("a", "b")}
    column = Column(name="m", kind="category", words=words, values=("x",), called=called)
    model = TableModel(tables=(Table(name="t", columns=(column,)),))
    said = material("m?", model, today=TODAY, answered=[("x", 3)])
    (told,) = json.loads(said)["tables"][0]["columns"]
    assert told["also_called"] == ["a", "b", "a 0", "b 0", "a 1", "b 1"]
    assert told["values_also_called"] == {"x": ["a 0", "b 0", "a 1"]}
    assert json.loads(said)["answered"] == [["x", "3"]]


def test_a_question_that_is_too_long_for_any_table_is_cut() -> None:
    told = material("x" * MOST_CHARACTERS, TableModel(tables=(_table(1, ()),)), today=TODAY)
    assert len(told) == MOST_CHARACTERS


def test_a_large_table_loses_values_before_columns_and_stays_within_the_limit() -> None:
    values = tuple(f"{number} {'x' * 500}" for number in range(300))
    few = TableModel(tables=(_table(30, values),))
    told = material("what?", few, today=TODAY)
    assert len(told) <= MOST_CHARACTERS
    (table,) = json.loads(told)["tables"]
    assert len(table["columns"]) == 30 and "values" in table["columns"][0]
    told = material("what?", TableModel(tables=(_table(5_000, values),)), today=TODAY)
    assert len(told) <= MOST_CHARACTERS
    (table,) = json.loads(told)["tables"]
    assert len(table["columns"]) + table["more_columns"] == 5_000
    assert "values" not in table["columns"][0]


def _table(columns: int, values: tuple[str, ...]) -> Table:
    return Table(
        name="t",
        columns=tuple(
            Column(name=f"column {number}", kind="category", values=values, distinct=300)
            for number in range(columns)
        ),
    )


def test_texts_near_a_question_are_told_first_few_and_cut() -> None:
    texts = ["started", "bad password " + "x" * 5_000, "ended"]
    first, second = nearest(texts, "which password?", 2)
    assert first.startswith("bad password") and len(first) <= 300 and second == "started"
