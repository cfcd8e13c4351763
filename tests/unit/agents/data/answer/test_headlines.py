"""The sentence that an answer begins with, of a table whose figures are worked out by hand."""

import asyncio
import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from agents.answering.text.language import Language
from agents.data.answer.additions import additions_to
from agents.data.answer.answering import answer
from agents.data.answer.artifacts import result_of
from agents.data.answer.chips import chips_of
from agents.data.answer.figures import Wording
from agents.data.dataset import Dataset, open_dataset
from agents.data.query.applying import apply
from agents.data.query.edits import Edit
from agents.data.query.query import Query

SHOPS = """id,kind,city,price,year,wait,day
1,Toys,Lima,10,2021,1:30:00,2024-01-03
2,Toys,Quito,20,2021,2:00:00,2024-01-20
3,Toys,Lima,30,2022,0:45:00,2024-02-14
4,Food,Lima,5,2022,3:15:00,2024-02-29
5,Food,Quito,7,2022,2:10:00,2024-04-01
6,Books,Cusco,40,2021,5:00:00,2024-05-05
"""
TOTAL = {"aggregate": "sum", "of": "price"}


@pytest.fixture(scope="module")
def shops(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dataset]:
    path = tmp_path_factory.mktemp("shops") / "shops.csv"
    path.write_text(SHOPS)
    dataset = open_dataset(path)
    yield dataset
    dataset.close()


def said(dataset: Dataset, query: dict[str, Any], language: Language = "en") -> str:
    meant = Query.model_validate(query)
    found = asyncio.run(answer(dataset, meant, language, today=date(2026, 1, 1)))
    return found.written.text.replace("\n\n", "\n")


def of(column: str, *values: Any, op: str = "=") -> dict[str, Any]:
    return {"column": column, "op": op, "values": values}


def cities(*names: str, change: str = "difference") -> dict[str, Any]:
    return {"change": change, "cases": [{"label": one, "where": of("city", one)} for one in names]}


def by(**group: Any) -> dict[str, Any]:
    return {"groups": [group]}


@pytest.mark.parametrize(
    ("column", "bins", "text"),
    [
        (
            "wait",
            5,
            "Number of rows by wait in steps of 60 min: highest for 2:00:00–3:00:00, **2**,",
        ),
        ("price", 4, "Number of rows by price in steps of 10: highest for 0–10, **2**,"),
        ("price", 100, "Number of rows by price in steps of 1: "),
    ],
)
def test_bins_are_round_and_called_from_end_to_end(
    shops: Dataset, column: str, bins: int, text: str
) -> None:
    assert said(shops, by(by=column, bins=bins)).startswith(text)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ({"measures": [TOTAL, {"aggregate": "max", "of": "price"}]},
         "Total price and highest price: total price **112**, highest price **40**."),
        ({"measures": [{"aggregate": "max", "of": "kind"}]}, "Highest kind: **Toys**."),
        ({"measures": [TOTAL], **by(by="kind"), "order": [{"measure": 0}], "limit": 1},
         "**Toys** has the highest total price: **60**."),
        ({"measures": [TOTAL], **by(by="kind"), "limit": 1,
          "order": [{"measure": 0, "descending": False}]},
         "**Food** has the lowest total price: **12**."),
        ({"measures": [TOTAL], **by(by="kind"), "where": of("city", "Cusco")},
         "Total price by kind, city is Cusco: Books, **40**."),
        ({"measures": [TOTAL], **by(by="kind"), "where": of("price", 99, op=">")},
         "Total price by kind, price is more than 99: nothing in the table fits."),
        ({"measures": [{"aggregate": "stddev", "of": "price"}], **by(by="kind"),
          "where": of("kind", "Books")},
         "Standard deviation of price by kind, kind is Books: no value in the rows that fit."),
        ({"measures": [TOTAL], "compare": cities("Lima", "Quito", change="growth")},
         "Total price, Quito against Lima, as growth: Lima **45**, Quito **27**; "
         "Quito has grown by −40% against Lima."),
        ({"measures": [TOTAL], "compare": cities("Lima", "Quito", change="ratio")},
         "Total price, Quito against Lima, as a ratio: Lima **45**, Quito **27**; "
         "Quito is 0.6 times Lima."),
        ({"measures": [TOTAL], "compare": {"cases": [
            *cities("Lima")["cases"], {"label": "none", "where": of("price", 99, op=">")}]}},
         "Total price, none against Lima: Lima **45**, none **–**."),
        ({"measures": [TOTAL], **by(by="kind"), "compare": cities("Lima", "Quito")},
         "Total price by kind, Quito against Lima: highest for Food, **+2**, lowest for Toys, "
         "**−20**."),
        ({"measures": [{"aggregate": "mean", "of": "price"}], **by(by="kind"),
          "compare": cities("Lima", "Quito", change="growth")},
         "Mean price by kind, Quito against Lima, as growth: highest for Food, **+40%** (1 row), "
         "lowest for Toys, **±0%** (1 row).\n"
         "Fewer than 30 rows, so chance plays a large part: Food, Toys."),
        ({"rows": True, "columns": ["city"], "where": of("price", 99, op=">")},
         "City of rows, price is more than 99: nothing in the table fits."),
        ({"rows": True, "columns": ["city"], "where": of("price", 40)},
         "City of rows, price is 40: **Cusco**."),
        ({"rows": True, "columns": ["city"], "distinct": True},
         "Different values of city (3): **Cusco**, **Lima**, **Quito**."),
        ({"rows": True, "columns": ["kind", "city", "price"], "where": of("price", 40)},
         "**Books**: city Cusco, price 40."),
        ({"rows": True, "columns": ["city", "price"], "order": [{"column": "price"}], "limit": 2},
         "City and price of rows: Cusco **40**, Lima **30**."),
        ({"rows": True, "columns": ["city", "price"], "order": [{"column": "id"}], "limit": 2},
         "City and price of rows: **2**."),
        ({"rows": True, "order": [{"column": "price"}], "limit": 2},
         "The 2 rows with the largest price: **40** to **30**."),
        ({"rows": True, "columns": ["city", "price"], "where": of("price", 10, op=">")},
         "City and price of rows, price is more than 10: **3** in all."),
        ({"rows": True, "columns": ["city", "year"], "where": of("price", 40)},
         "**Cusco**: year 2021."),
        (by(by="day", cycle="month of year"),
         "Number of rows by month of the year: highest for January, **2**, lowest for April, "
         "**1**."),
        (by(by="day", cycle="quarter of year"),
         "Number of rows by quarter of the year: highest for Q1, **4**, lowest for Q2, **2**."),
        (by(by="day", cycle="weekday"),
         "Number of rows by weekday: highest for Wednesday, **2**, lowest for Monday, **1**."),
        (by(by="day", cycle="day of month"),
         "Number of rows by day of the month: **1** for each of 6."),
        (by(by="day", grain="week"),
         "Number of rows by week: from **1** in Jan 1 – 7, 2024 to **1** in Apr 29 – May 5, 2024."),
        (by(by="day", grain="quarter"),
         "Number of rows by quarter: from **4** in Q1 2024 to **2** in Q2 2024."),
        ({"measures": [{"aggregate": "max", "of": "wait"}], **by(by="day", grain="quarter")},
         "Highest wait by quarter: from **3:15:00** in Q1 2024 to **5:00:00** in Q2 2024."),
        ({"measures": [{"aggregate": "min", "of": "day"}], **by(by="kind")},
         "Earliest day by kind: highest for Books, **May 5, 2024**, lowest for Toys, "
         "**Jan 3, 2024**."),
    ],
)  # fmt: skip
def test_the_headline_says_what_the_figures_are(
    shops: Dataset, query: dict[str, Any], text: str
) -> None:
    assert said(shops, query) == text


def test_how_lengths_of_time_differ_is_a_length_of_time(shops: Dataset) -> None:
    """1:50:00 on average of three in Lima, and 2:05:00 of two in Quito."""
    query = {"measures": [{"aggregate": "mean", "of": "wait"}], "compare": cities("Lima", "Quito")}
    head, finding, *_ = said(shops, query).splitlines()
    assert head == (
        "Mean wait, Quito against Lima: Lima **1:50:00** (3 rows), Quito **2:05:00** (2 rows); "
        "Quito is +15:00 against Lima."
    )
    assert finding.startswith("- The 95% interval of the difference, −")


@pytest.mark.parametrize("language", ["en", "ko", "es"])
def test_each_part_of_a_query_is_a_chip_that_takes_it_off(
    shops: Dataset, language: Language
) -> None:
    either = {"any": [of("city", "Lima"), {"all": [of("kind", "Toys"), of("price", 8, op=">")]}]}
    query = Query.model_validate(
        {"measures": [TOTAL], **by(by="kind"), "where": {"all": [either, {"not": of("id", 3)}]},
         "having": [{"value": 10}], "order": [{"measure": 0}], "windows": [{"kind": "rank"}],
         "compare": cities("Lima", "Quito")}
    )  # fmt: skip
    chips = chips_of(query, shops.model, language)
    off = {
        chip["path"]: [(one["edit"], one.get("column") or one.get("by")) for one in chip["edits"]]
        for chip in chips
    }
    assert off == {
        "measures.0": [], "where.0": [("without", one) for one in ("city", "kind", "price")],
        "where.1": [("without", "id")], "groups.0": [("ungroup", "kind")],
        "having": [("having", None)], "order": [("rank", None)],
        "windows": [("windows", None)], "compare": [("compare", None)],
    }  # fmt: skip
    assert all(chip["text"] for chip in chips)


def test_each_of_several_figures_is_taken_off_with_what_is_of_it_alone(shops: Dataset) -> None:
    figures = [TOTAL, {"aggregate": "count"}, {"aggregate": "max", "of": "price"}]
    query = Query.model_validate(
        {"measures": figures, **by(by="kind"), "order": [{"measure": 1}],
         "having": [{"measure": 2, "value": 10}], "windows": [{"kind": "rank", "measure": 0}]}
    )  # fmt: skip
    found = []
    for chip in chips_of(query, shops.model, "en")[:3]:
        edits = TypeAdapter(list[Edit]).validate_python(chip["edits"])
        after = apply(query, edits, shops.model)
        assert isinstance(after, Query) and after.groups == query.groups
        found.append([[one.measure for one in part]
                      for part in (after.order, after.having, after.windows)])  # fmt: skip
    assert found == [[[0], [1], []], [[], [1], [0]], [[1], [], [0]]]


@pytest.mark.parametrize("language", ["en", "ko", "es"])
def test_rows_as_they_stand_have_a_chip_that_shows_them_whole(
    shops: Dataset, language: Language
) -> None:
    some = Query.model_validate({"rows": True, "columns": ["city"], "distinct": True})
    (chip,) = chips_of(some, shops.model, language)
    edits = TypeAdapter(list[Edit]).validate_python(chip["edits"])
    whole = apply(some, edits, shops.model)
    assert whole == Query(rows=True)
    (bare,) = chips_of(Query(rows=True), shops.model, language)
    assert bare["text"] and bare["text"] != chip["text"] and not bare["edits"]


def test_a_chip_of_numbers_has_every_test_of_them_that_of_now_first(shops: Dataset) -> None:
    query = Query.model_validate({"where": {"column": "price", "op": "<", "values": [20]}})
    chips = chips_of(query, shops.model, "en")
    numbers = next(one["numbers"] for one in chips if one["part"] == "where")
    ways = numbers["ways"]
    assert ways[0]["text"] == "price is less than {value}" and len(ways) == 5
    for way in ways:
        filled = json.loads(json.dumps(way["edits"]).replace('"{value}"', "7"))
        edits = TypeAdapter(list[Edit]).validate_python(filled)
        assert isinstance(apply(Query(), edits, shops.model), Query)
    assert (numbers["scale"], numbers["range"]) == (1, "5 – 40")


def test_whatever_can_be_added_leads_to_a_query(shops: Dataset) -> None:
    query = Query.model_validate({"measures": [TOTAL], **by(by="kind")})
    found = additions_to(query, shops.model, "en")
    assert {one["part"] for one in found} == {"group", "where", "measure"}
    ways = [one for each in found for one in each.get("choices", [each])]
    for way in ways:
        edits = TypeAdapter(list[Edit]).validate_python(way["edits"])
        after = apply(query, edits, shops.model)
        assert isinstance(after, Query) and after != query, way
    assert "kind" not in [one["text"] for one in found if one["part"] == "group"]
    figures = [one["text"] for one in found if one["part"] == "measure"]
    assert {"mean price", "median price"} <= set(figures) and "total price" not in figures
    (months,) = (one["choices"] for one in found if one.get("field") == "day")
    assert len(months) == 5 and "2024" in months[0]["text"]
    beside = Query.model_validate({"measures": [TOTAL], "compare": cities("Lima", "Quito")})
    assert additions_to(beside, shops.model, "en") == []


_DAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")


def test_places_in_a_cycle_have_their_names_in_the_table_and_the_picture(shops: Dataset) -> None:
    query = Query.model_validate(by(by="day", cycle="weekday"))
    found = asyncio.run(answer(shops, query, "es", today=date(2026, 1, 1)))
    told = result_of(found.computed, found.written, shops.source, shops.model)
    assert {row[0] for row in told["rows"]} <= {*_DAYS}
    assert [row[0] for row in told["rows"]] == sorted(
        (row[0] for row in told["rows"]), key=_DAYS.index
    )
    assert told["columns"][0]["type"] == "string"
    assert found.chart is not None and "lunes" in str(found.chart["data"])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Number of rows, this week (May 6 – 12, 2024) against last week (Apr 29 – May 5, "
               "2024): last week **1**, this week **0**; this week is −1 against last week."),
        ("ko", "지난주(2024년 4월 29일~5월 5일) 대비 이번 주(2024년 5월 6일~12일), 행 수: "
               "지난주 **1**, 이번 주 **0**; 이번 주는 지난주보다 −1."),
        ("es", "Número de filas, esta semana (6–12 may 2024) frente a la semana pasada (29 abr – 5 "
               "may 2024): la semana pasada **1**, esta semana **0**; esta semana está en −1 "
               "respecto a la semana pasada."),
    ],
)  # fmt: skip
def test_a_comparison_says_which_days(shops: Dataset, language: Language, text: str) -> None:
    cases = [
        {"label": label, "where": {"column": "day", "op": "during",
                                   "span": {"unit": "week", "ago": ago}}}
        for label, ago in (("2024-04-29..2024-05-06", 1), ("2024-05-06..2024-05-13", 0))
    ]  # fmt: skip
    query = Query.model_validate({"compare": {"cases": cases}})
    found = asyncio.run(answer(shops, query, language, today=date(2024, 5, 7)))
    assert found.written.headline == text.replace("**", "")
    assert [one for one in found.written.labels if "week" in one] or language != "en"


def test_a_change_that_reads_as_nothing_is_none(tmp_path: Path) -> None:
    path = tmp_path / "waits.csv"
    days = [(f"2024-{month:02}-01", 6.1 + 0.001 * (month == 1)) for month in range(1, 13)]
    path.write_text("day,wait\n" + "".join(f"{day},{wait}\n" for day, wait in days))
    dataset = open_dataset(path)
    query = {"measures": [{"aggregate": "mean", "of": "wait"}], **by(by="day", grain="month")}
    told = [said(dataset, query, language) for language in ("en", "ko", "es")]
    dataset.close()
    assert not [one for one in told if "−" in one or "(0" in one]


def test_a_sign_is_that_of_what_is_written() -> None:
    wording = Wording("en")
    assert wording.change(-0.0002, share=True) == "±0%"
    assert (wording.points(-0.0001), wording.points(-0.01)) == ("±0", "−1")
    assert wording.change(-0.001) == "−0.001"
