"""What a proposed query is held to: the table, the question, and nothing that nobody said."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest

from agents.data.agent.proposals.checking import in_own_words, objections, question, unlike
from agents.data.agent.proposals.proposal import Proposal
from agents.data.dataset import open_dataset
from agents.data.maker import SAMPLE
from agents.data.model.schema import Column, Table, TableModel
from agents.data.query.query import Query
from tests.corpora.corpus import tables

TODAY = date(2026, 11, 27)
MODEL = tables()["items"]
MEAN = {"measures": [{"aggregate": "mean", "of": "price"}]}


def against(
    text: str, query: dict[str, Any] | None, *, language: str = "en", model: TableModel = MODEL,
    read_as: Sequence[tuple[str, str]] = (), left_out: Sequence[str] = (),
    last: dict[str, Any] | None = None, remembered: Sequence[str] = (),
    also: Sequence[dict[str, Any]] = (),
) -> str:  # fmt: skip
    before = Query.model_validate(last) if last is not None else None
    asked = question(text, language, model, TODAY, last=before, remembered=remembered)
    told = [{"said": said, "meant": meant} for said, meant in read_as]
    proposal = Proposal.model_validate(
        {
            "understood": True,
            "query": query,
            "read_as": told,
            "left_out": list(left_out),
            "also": list(also),
        }
    )
    return "\n".join(objections(proposal, asked))


def where(*conditions: dict[str, Any]) -> dict[str, Any]:
    return {**MEAN, "where": {"all": list(conditions)}}


SPAIN = {"column": "country", "values": ["Spain"]}
IN_2023 = {"column": "sold_on", "op": "during", "span": {"start": "2023-01-01",
                                                         "end": "2024-01-01"}}  # fmt: skip


def above(number: float, column: str = "price") -> dict[str, Any]:
    return {"column": column, "op": ">", "values": [number]}


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("average price in Spain in 2023", where(SPAIN, IN_2023)),
        ("2023년 스페인 평균 가격", where(SPAIN, IN_2023)),
        ("mean price of items over 3 thousand", where(above(3000))),
        ("average price of the top 5 countries",
         {**MEAN, "groups": [{"by": "country"}], "order": [{"measure": 0}], "limit": 5}),
        ("average price in the last 30 days",
         where({"column": "sold_on", "op": "during", "span": {"unit": "day", "count": 30}})),
        ("average price in March 2023", where({"column": "sold_on", "op": "during", "span": {
            "start": "2023-03-01", "end": "2023-04-01"}})),
        ("average price per category", {**MEAN, "groups": [{"by": "category"}]}),
        ("average price in Spain",
         where({"column": "name", "op": "contains", "values": ["(Spain)"]})),
        ("average price in May and June 2023", where({"column": "sold_on", "op": "during", "span": {
            "start": "2023-05-01", "end": "2023-07-01"}})),
    ],
)  # fmt: skip
def test_a_query_that_says_the_question_stands(text: str, query: dict[str, Any]) -> None:
    language = "ko" if "가격" in text else "en"
    assert not against(text, query, language=language)


@pytest.mark.parametrize(
    ("text", "query", "dropped"),
    [
        ("average price in Spain in 2023", where(SPAIN), "2023"),
        ("average price in Spain in 2023", where(IN_2023), "Spain"),
        ("average price in Spain", {"measures": [{"aggregate": "sum", "of": "units_sold"}],
                                    "where": SPAIN}, "average price"),
        ("mean price of items over 3 thousand", where(above(3)), "3 thousand"),
        ("average price of the top 5 countries", {**MEAN, "groups": [{"by": "country"}]}, "5"),
        ("average price per category", MEAN, "category"),
        ("average price last month", MEAN, "last month"),
    ],
)  # fmt: skip
def test_what_a_query_drops_in_silence_is_named(
    text: str, query: dict[str, Any], dropped: str
) -> None:
    assert dropped in against(text, query)
    assert f"{dropped!r} of the question" not in against(text, query, left_out=[dropped])


def test_what_one_query_does_not_say_further_ones_may() -> None:
    text, dearest = "average price in Spain and the top 5 items", {
        "rows": True, "where": SPAIN, "order": [{"column": "price"}], "limit": 5,
    }  # fmt: skip
    assert "'5' of the question" in against(text, where(SPAIN))
    assert not against(text, where(SPAIN), also=[dearest])
    five = {**dearest, "limit": None}
    assert "'5' of the question" in against(text, where(SPAIN), also=[five]), "neither says it"
    assert "prize" in against(text, where(SPAIN), also=[{**dearest, "columns": ["prize"]}])
    assert "nobody said it" in against(text, where(SPAIN), also=[where(above(42))])


def test_a_figure_of_a_column_that_was_said_otherwise_stands() -> None:
    text, kinds = "how many different countries", {"measures": [
        {"aggregate": "distinct", "of": "name"}]}  # fmt: skip
    assert "countries" in against(text, kinds)
    assert not against(text, kinds, read_as=[("countries", "name")])


def test_an_unknown_word_is_said_to_mean_something_of_the_query_or_is_left_out() -> None:
    text = "average price in Iberia"
    assert "'Iberia' of the question" in against(text, where(SPAIN))
    assert not against(text, where(SPAIN), read_as=[("Iberia", "Spain")])
    assert "'Spain' is no column" in against(text, MEAN, read_as=[("Iberia", "Spain")])
    assert not against(text, MEAN, left_out=["Iberia"])
    assert "'Iberia' of the question" in against(text, MEAN, left_out=["in"])


@pytest.mark.parametrize(
    "condition",
    [
        above(42),
        {"column": "name", "op": "contains", "values": ["42 %"]},
        {"column": "sold_on", "op": "during", "span": {"start": "1942-01-01"}},
        {"column": "sold_on", "op": "during", "span": {"unit": "day", "count": 42}},
    ],
)
def test_what_nobody_said_has_no_place_in_a_condition(condition: dict[str, Any]) -> None:
    text = "average price in Spain"
    assert "nobody said it" in against(text, where(SPAIN, condition))
    assert not against(text, where(SPAIN, condition), last=where(condition))


def test_a_word_that_rows_hold_may_be_looked_for() -> None:
    sought = {"column": "name", "op": "contains", "values": ["limited"]}
    assert "nobody said it" in against("average price", where(sought))
    (table,) = MODEL.tables
    holding = table.model_copy(update={"texts": {"limited": frozenset({0})}})
    assert not against("average price", where(sought), model=TableModel(tables=(holding,)))
    joined = {**sought, "values": ["limited_limited"]}
    assert not against("average price", where(joined), model=TableModel(tables=(holding,)))
    assert "nobody said it" in against("average price", where({**sought, "values": ["limited_4"]}))


def test_a_word_that_was_said_in_another_language_may_be_looked_for() -> None:
    sought = where({"column": "name", "op": "contains", "values": ["limited"]})
    said = [("escasos", "limited")]
    assert not against("average price of escasos", sought, read_as=said)
    among = where({"column": "name", "op": "contains", "values": ["(Iberia) limited:"]})
    assert "no column" not in against("average price of escasos", among, read_as=said)
    assert "no column" in against("average price of escasos", among, read_as=[("escasos", "mite")])
    assert "nobody said it" in against("average price", sought, read_as=said)


def test_a_text_that_no_row_is_known_to_hold_is_told_with_rows_that_are_near() -> None:
    table = Table(name="lines", columns=(
        Column(name="text", examples=("kim left the game", "lee logged in")),
        Column(name="message", forms=("* left the game", "* * in"), values=("gone",)),
    ), texts={"logged": frozenset({0}), "dropped": frozenset({0})})  # fmt: skip
    asked = question("who came, Kim?", "en", TableModel(tables=(table,)), TODAY)

    def sought(text: str) -> dict[str, str]:
        where = {"column": "message", "op": "contains", "values": [text]}
        return unlike(
            Proposal.model_validate({"understood": True, "query": {"where": where}}), asked
        )

    assert "kim left the game\nlee" in sought("joined the game")["joined the game"]
    assert not any(map(sought, ("Logged in", "dropped in", "left the", "kim", "gone")))
    assert sought("fell in") and sought("dropped logged")
    assert not unlike(Proposal(understood=False), asked)


def test_what_rules_make_out_is_what_a_query_has_to_account_for() -> None:
    asked = question("average price in Spain", "en", MODEL, TODAY)
    assert asked.heard == ["average price", "Spain", "price"]
    assert not objections(Proposal(understood=True, query=Query(), left_out=asked.heard), asked)


def test_what_was_remembered_was_said() -> None:
    dear = above(42)
    told = ["dear is above 42"]
    assert "nobody said it" in against("average price in Spain", where(SPAIN, dear))
    assert not against("average price in Spain", where(SPAIN, dear), remembered=told)


def test_what_the_table_cannot_mean_is_told_with_what_is_near() -> None:
    found = against("average price", {"measures": [{"aggregate": "mean", "of": "prize"}]})
    assert "prize" in found and "price" in found
    assert "table" in against("average price", {**MEAN, "table": "nowhere"})
    assert "is missing" in against("average price", None)


def test_that_a_question_is_none_for_the_table_needs_no_query() -> None:
    asked = question("what is beauty?", "en", MODEL, TODAY)
    assert objections(Proposal(understood=False), asked) == []


def test_labels_are_the_tables_own_words() -> None:
    cases = [{"label": "99 % better", "where": SPAIN}, {"label": "", "where": IN_2023}]
    query = {"measures": [{"label": "42 %"}], "compare": {"cases": cases}, "table": "items"}
    made = in_own_words(Query.model_validate(query), MODEL)
    assert made.compare is not None
    assert [one.label for one in made.compare.cases] == ["Spain", "2023-01-01"]
    assert (made.measures[0].label, made.table) == ("", "")


def test_a_query_about_sides_of_games_holds_for_games() -> None:
    dataset = open_dataset(SAMPLE)
    try:
        model = dataset.model
    finally:
        dataset.close()
    rate = {"table": "sides", "measures": [{"metric": "win_rate"}]}
    asked = question("win rate", "en", model, TODAY)
    even = Proposal.model_validate({"understood": True, "query": rate})
    assert "group by one of race" in "\n".join(objections(even, asked))
    by_race = Query.model_validate({**rate, "groups": [{"by": "race"}]})
    assert not objections(Proposal(understood=True, query=by_race), asked)
    assert in_own_words(by_race, model).where is not None, "games of two alike are left out"
    unnamed = by_race.model_copy(update={"table": ""})
    assert not objections(Proposal(understood=True, query=unnamed), asked), "told first, so meant"
    long = {"table": "games", "where": {"column": "duration_s", "op": ">", "values": [1800]}}
    asked = question("how many games took more than half an hour?", "en", model, TODAY)
    took = {"understood": True, "query": long, "left_out": ["took"]}
    assert not objections(Proposal.model_validate(took), asked)
    asked = question("games by first race", "en", model, TODAY)
    first = {"understood": True, "query": {"table": "games", "groups": [{"by": "p1_race"}]}}
    assert not objections(Proposal.model_validate(first | {"left_out": ["first"]}), asked)
