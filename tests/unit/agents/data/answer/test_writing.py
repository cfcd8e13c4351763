"""What any answer says: each figure of several, noun and metric by their own words."""

import asyncio
from typing import Any

import duckdb
import pytest

from agents.answering.engine import Engine
from agents.answering.grounding import Ungrounded
from agents.answering.text.language import Language
from agents.data.answer.figures import Wording
from agents.data.answer.writing import Written, write
from agents.data.compute.computing import compute
from agents.data.model.schema import Metric, TableModel, Words
from agents.data.query.query import Group, Measure, Query, Test
from tests.query_samples import NOW, TYPES, Sample, sample

NOUNS = {"en": Words(label="orders"), "ko": Words(label="주문"), "es": Words(label="pedidos")}
RATE = Measure(where=Test(column="price", op=">", values=(10,)), share="rows")


def answered(given: Sample, model: TableModel, query: Query, language: Language) -> Written:
    connection = duckdb.connect(config={"threads": 1})
    columns = ", ".join(f'"{name}" {kind}' for name, kind in TYPES.items())
    connection.execute(f'CREATE TABLE "sales" ({columns})')
    marks = ", ".join("?" for _ in TYPES)
    rows = [[row[one] for one in TYPES] for row in given.rows]
    connection.executemany(f'INSERT INTO "sales" VALUES ({marks})', rows)
    engine = Engine(connection, None, table=("sales",))  # type: ignore[arg-type]
    try:
        return write(asyncio.run(compute(query, model, engine, NOW)), model, language)
    finally:
        engine.close()


def test_each_of_several_figures_has_a_sentence() -> None:
    given = next(one for one in map(sample, range(50)) if len(one.rows) > 40)
    both = (Measure(aggregate="max", of="price"), Measure(aggregate="min", of="price"))
    query = Query(measures=both, groups=(Group(by="cat"),))
    text = answered(given, given.model, query, "en").text
    head, finding, *_ = [line for line in text.splitlines() if line]
    assert head.startswith("Highest price by cat: highest for ")
    assert finding.startswith("- Lowest price by cat: highest for ")


@pytest.mark.parametrize(
    ("unit", "prices", "aggregate", "language", "said"),
    [
        ("€", (10.5, 37714.8, 0.01), "sum", "es", "37.725,31"),
        ("€", (10.55, 37714.75, 0.0), "sum", "es", "37.725,30"),
        ("", (10.55, 37714.75, 0.0), "sum", "es", "37.725,30"),
        ("", (10.55, 37714.75, 0.0), "mean", "en", "12,575.1"),
        ("US$", (10.55, 37714.75, 0.7), "max", "en", "37,714.75"),
        ("₩", (1000.0, 2001.0, 2000.0), "mean", "ko", "₩1,667"),
        ("kg", (1.5, 2.0, 0.0), "sum", "en", "3.5"),
    ],
)
def test_amounts_have_the_decimals_of_their_column(
    unit: str, prices: tuple[float, ...], aggregate: Any, language: Language, said: str
) -> None:
    given = sample(5)
    table = given.model.tables[0]
    priced = {"unit": unit, "low": min(prices), "high": max(prices), "values": ()}
    columns = tuple(
        one.model_copy(update=priced) if one.name == "price" else one for one in table.columns
    )
    model = TableModel(tables=(table.model_copy(update={"columns": columns}),))
    rows = [{**dict.fromkeys(TYPES), "price": price} for price in prices]
    query = Query(measures=(Measure(aggregate=aggregate, of="price"),))
    text = answered(Sample(rows, model), model, query, language).text
    assert f"{said} " in text.replace("\u00a0", " ").replace("*", " ").replace(".\n", " ") + " ", (
        text
    )


def test_of_many_groups_that_stand_apart_the_first_are_named() -> None:
    """Of eight groups of 100 rows nine in ten, or one in ten, are dear."""
    given = sample(5)
    plain = dict.fromkeys(TYPES)
    rows = [
        {**plain, "who": f"p{group}", "price": 20.0 if (n < 10) == bool(group % 2) else 1.0}
        for group in range(8) for n in range(100)
    ]  # fmt: skip
    query = Query(measures=(RATE,), groups=(Group(by="who"),))
    made = answered(Sample(rows, given.model), given.model, query, "en")
    assert "Of the 8 compared these differ" in made.text
    assert "(Holm): p0, p1, p2, p3, p4, p5 and 2 more." in made.text


def test_where_one_group_alone_rests_on_enough_it_alone_is_told() -> None:
    given = sample(5)
    plain = dict.fromkeys(TYPES)
    rows = [{**plain, "who": "p0", "price": 20.0 if n < 30 else 1.0} for n in range(40)]
    rows += [{**plain, "who": who, "price": 20.0} for who in ("p1", "p2", "p2")]
    query = Query(measures=(RATE,), groups=(Group(by="who"),))
    made = answered(Sample(rows, given.model), given.model, query, "en")
    assert made.headline.endswith(
        ": p0, 75% (40 rows). Only those with at least 30 rows are compared here."
    )


@pytest.mark.parametrize(("least", "told"), [(0, True), (-5, False)])
def test_what_the_first_make_up_is_told_of_figures_that_add_up(least: int, told: bool) -> None:
    given = sample(5)
    rows = [{**dict.fromkeys(TYPES), "who": f"p{n}", "qty": n + least} for n in range(9)]
    total = Measure(aggregate="sum", of="qty")
    query = Query(measures=(total,), groups=(Group(by="who"),))
    made = answered(Sample(rows, given.model), given.model, query, "en")
    # 6 + 7 + 8 of 0 + 1 + … + 8
    assert ("The three largest make up 58.3% of 36 in all." in made.text) == told
    assert ("make up" in made.text) == told


@pytest.mark.parametrize(
    ("language", "metric", "noun"),
    [("en", "Dear orders: **", " orders; 95% interval"), ("ko", "비싼 주문: **", "(주문 "),
     ("es", "Pedidos caros: **", " pedidos; intervalo del 95")],
)  # fmt: skip
def test_a_metric_and_the_rows_go_by_their_words(
    language: Language, metric: str, noun: str
) -> None:
    given = next(one for one in map(sample, range(50)) if len(one.rows) > 40)
    dear = Metric(
        name="dear", expression="AVG(CASE WHEN price > 10 THEN 1 ELSE 0 END)",
        words={"en": Words(label="dear orders"), "ko": Words(label="비싼 주문"),
               "es": Words(label="pedidos caros")},
    )  # fmt: skip
    table = given.model.tables[0].model_copy(update={"noun": NOUNS})
    model = TableModel(tables=(table,), metrics=(dear,))
    for measure in (RATE, Measure(metric="dear")):
        text = answered(given, model, Query(measures=(measure,)), language).text
        assert text.startswith(metric)
        assert noun in text


@pytest.mark.parametrize(
    ("language", "left_out", "not_met"),
    [
        ("en", "Left out: 1 row with nothing in “cat”.",
         "The condition counts as not met in 2 rows with nothing in “price”."),
        ("ko", "“cat” 값이 없는 행 1개는 빠졌습니다.",
         "“price” 값이 없는 행 2개는 조건에 맞지 않는 것으로 셌습니다."),
        ("es", "Quedan fuera: 1 fila sin nada en «cat».",
         "La condición se da por no cumplida en 2 filas sin nada en «price»."),
    ],
)  # fmt: skip
def test_what_is_empty_is_told(language: Language, left_out: str, not_met: str) -> None:
    given = next(one for one in map(sample, range(50)) if len(one.rows) > 40)
    plain = {**given.rows[0], "cat": "Food", "price": 20.0}
    rows = [plain, {**plain, "price": None}, {**plain, "cat": "toys", "price": None},
            {**plain, "cat": None, "price": None}]  # fmt: skip
    query = Query(measures=(RATE,), groups=(Group(by="cat"),))
    notes = answered(Sample(rows, given.model), given.model, query, language).notes
    assert notes[:2] == (left_out, not_met)


def test_only_the_text_is_marked_up() -> None:
    given = next(one for one in map(sample, range(50)) if len(one.rows) > 40)
    odd, label = r"*C\D* [x](y)", "price (*net*)"
    rows = [{**given.rows[0], "cat": odd, "price": 2.0}, {**given.rows[0], "cat": None}]
    columns = tuple(
        one.model_copy(update={"words": {"": Words(label=label)}}) if one.name == "price" else one
        for one in given.model.tables[0].columns
    )
    table = given.model.tables[0].model_copy(update={"columns": columns})
    query = Query(measures=(Measure(aggregate="mean", of="price"),), groups=(Group(by="cat"),))
    made = answered(Sample(rows, given.model), TableModel(tables=(table,)), query, "en")
    assert r"\*C\\D\* \[x\](y)" in made.text
    assert odd in made.headline
    assert made.cells[0][0] == odd
    assert made.labels[1] == f"mean {label}"
    assert all("\\*" not in note for note in made.notes)


def test_a_name_is_left_aside_only_where_it_is_no_part_of_a_numeral() -> None:
    wording = Wording("en")
    names = f"{wording.name('1')} of {wording.name('10.0.0.8')}"
    text = f"{names}: **{wording.count(18)}**, {wording.count(1)}"
    wording.check(text)
    with pytest.raises(Ungrounded, match=r"21, 1\.5"):
        wording.check(f"{text}, 21 and 1.5")
