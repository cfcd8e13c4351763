"""Every query has a plain sentence in three languages, and every problem too."""

import random
import re
from typing import get_args

import pytest

from agents.answering.sentences import keys
from agents.answering.text.language import LANGUAGES, Language
from agents.data.model.schema import Column, Table, TableModel, Words
from agents.data.query.checking import ProblemKey, QueryProblem
from agents.data.query.query import (
    Best,
    Compare,
    Group,
    Having,
    Measure,
    Order,
    Query,
    Span,
    Test,
    Window,
)
from agents.data.query.sentences import problem_sentence, sentence
from agents.data.query.sequences import Followed, New
from tests.query_samples import random_query, sample

NOUNS = {"en": "sales", "ko": "판매", "es": "ventas"}
MODEL = TableModel(
    tables=(
        Table(
            name="sales", time="day",
            noun={one: Words(label=label) for one, label in NOUNS.items()},
            columns=(
                Column(name="category",
                       words={"ko": Words(label="분류"), "es": Words(label="categoría")}),
                Column(name="price", kind="number", stored="number", unit="€",
                       words={"ko": Words(label="가격"), "es": Words(label="precio")}),
                Column(name="share", kind="number", stored="number", share=True),
                Column(name="year", kind="number", stored="number", adds="none"),
                Column(name="won", kind="yes_no", role="won", true="1"),
                Column(name="day", kind="moment", stored="date", grain="day"),
            ),
        ),
    )
)  # fmt: skip
MEAN = Measure(aggregate="mean", of="price")
LAST = Test(column="day", op="during", span=Span(unit="month", ago=1))


@pytest.mark.parametrize(
    ("query", "en", "ko", "es"),
    [
        (Query(), "number of sales", "판매 수", "número de ventas"),
        (Query(measures=(MEAN,), groups=(Group(by="category"),), order=(Order(measure=0),),
               where=Test(column="day", values=("2023",))),
         "mean price by category, 2023, largest first", "2023, 분류별 가격 평균, 큰 순",
         "media de precio por categoría, 2023, de mayor a menor"),
        (Query(measures=(MEAN,), groups=(Group(by="day", grain="month"),), where=LAST),
         "mean price by month, last month", "지난달, 월별 가격 평균",
         "media de precio por mes, el mes pasado"),
        (Query(measures=(Measure(where=Test(column="price", op=">", values=(1500.5,)),
                                 share="rows"),), having=(Having(value=0.25),)),
         "share of sales where price is more than 1,500.5 €, at least 25%",
         "판매 비율 (가격 1,500.5 € 초과), 25% 이상",
         "proporción de ventas donde precio es mayor que 1500,5 €, de 25% como mínimo"),
        (Query(rows=True, columns=("category",), limit=5,
               where=Test(column="year", values=(2021,))),
         "category of sales, year is 2021, first 5", "year 2021, 판매의 분류, 처음 5개",
         "categoría de ventas, year es 2021, los 5 primeros"),
        (Query(rows=True, columns=("category", "price"), order=(Order(column="price"),), limit=5),
         "the 5 sales with the largest price", "가격이 가장 큰 판매 5개",
         "5 ventas con mayor precio"),
        (Query(where=Test(column="share", op="<", values=(0.125,))),
         "number of sales, share is less than 12.5%", "share 12.5% 미만, 판매 수",
         "número de ventas, share es menor que 12,5%"),
        (Query(where=Test(column="day", op="during",
                          span=Span(start="2023-03-01", end="2023-06-01"))),
         "number of sales, Mar 1 – May 31, 2023", "2023년 3월 1일~5월 31일, 판매 수",
         "número de ventas, 1 mar – 31 may 2023"),
        (Query(where=Followed(Test(column="category", values=("Food",)), 300, "day",
                              same=("year",)).test()),
         "number of sales, followed by category is Food within 5 min of the same year",
         "5분 안에 분류 Food 뒤따름 (같은 year), 판매 수",
         "número de ventas, con categoría es Food después en 5 min con igual year"),
        (Query(groups=(Group(by="category"),),
               where=New("category", "day", Span(start="2024")).test()),
         "number of sales by category, category new since 2024",
         "2024부터 처음 나온 분류, 분류별 판매 수",
         "número de ventas por categoría, categoría por primera vez: desde 2024"),
        (Query(groups=(Group(by="category"),), per=Best(group=0, limit=1),
               windows=(Window(kind="rank"),)),
         "number of sales by category, rank by number of sales, first 1 of each category",
         "분류별 판매 수, 판매 수 순위, 분류마다 처음 1개",
         "número de ventas por categoría, puesto por número de ventas, "
         "los 1 primeros de cada categoría"),
        (Query(where=Test(column="day", op="during", span=Span(start="2024-03", end="2024-04"))),
         "number of sales, March 2024", "2024년 3월, 판매 수", "número de ventas, marzo de 2024"),
        (Query(where=Test(column="day", op="during", span=Span(start="2022", end="2025"))),
         "number of sales, 2022–2024", "2022–2024, 판매 수",
         "número de ventas, 2022–2024"),
        (Query(where=Test(column="day", op="during",
                          span=Span(start="2024-03-05T10:30", end="2024-03-06"))),
         "number of sales, 2024-03-05T10:30 to 2024-03-06",
         "2024-03-05T10:30부터 2024-03-06까지, 판매 수",
         "número de ventas, de 2024-03-05T10:30 a 2024-03-06"),
        (Query(measures=(MEAN.model_copy(update={"label": "ticket"}),)), *3 * ["ticket"]),
        (Query(where=Test(column="won", values=(True,))),
         "number of sales, won", "승리, 판매 수", "número de ventas, ganadas"),
        (Query(where=Test(column="won", op="in", values=(True,))),
         "number of sales, won is yes", "won 예, 판매 수", "número de ventas, won es sí"),
        (Query(measures=(Measure(where=Test(column="won", values=(True,)), share="rows",
                                 estimator="skill"),)),
         "share of sales where won adjusted for skill", "실력 보정 판매 비율 (승리)",
         "proporción de ventas donde ganadas, ajustada por nivel"),
        (Query(measures=(MEAN,), groups=(Group(by="category"), Group(by="year")),
               order=(Order(group=0, descending=False),)),
         "mean price by category and year, category: from A to Z",
         "분류, year별 가격 평균, 분류 이름순",
         "media de precio por categoría y year, categoría: de la A a la Z"),
        (Query(compare=Compare.model_validate({"change": "growth", "cases": [
            {"label": "2022", "where": {"column": "day", "values": ["2022"]}},
            {"label": "2023", "where": {"column": "day", "values": ["2023"]}}]})),
         "number of sales, 2023 against 2022, as growth", "2022 대비 2023 증가율, 판매 수",
         "número de ventas, 2023 frente a 2022, como crecimiento"),
    ],
)  # fmt: skip
def test_queries_are_said_plainly(query: Query, en: str, ko: str, es: str) -> None:
    assert [sentence(query, MODEL, one) for one in ("en", "ko", "es")] == [en, ko, es]


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_query_has_a_sentence(language: Language) -> None:
    model = sample(1).model
    for seed in range(300):
        query = random_query(random.Random(seed), model)
        said = sentence(query, model, language)
        assert said and not re.search(r"[{}]|\s\s|^,|,$|, ,|None", said), said


WITHOUT_COLUMN = (
    "table", "column", "metric", "running", "hidden_order", "no_order", "too_many_groups",
    "skill_table", "skill_groups",
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", get_args(ProblemKey))
def test_any_problem_has_a_sentence(key: ProblemKey, language: Language) -> None:
    near = {"not_added": "mean", "running": "moving", "too_fine": "day"}.get(key, "price")
    said = problem_sentence(
        QueryProblem(key=key, what="month", column="category", near=(near,)), MODEL, language
    )
    label = {"en": "category", "ko": "분류", "es": "categoría"}[language]
    assert said.endswith(".") and "{" not in said
    assert label in said or key in WITHOUT_COLUMN


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (QueryProblem(key="not_moment", what="during", column="category", near=("day",)),
         ("during", "category", "day")),
        (QueryProblem(key="not_moment", what="weekday", column="category"),
         ("weekday", "category")),
        (QueryProblem(key="too_fine", what="hour of day", column="day", near=("second",)),
         ("hour of the day", "day", "second")),
        (QueryProblem(key="not_number", what="abs", column="length(category)", near=("price",)),
         ("length(category)", "price")),
    ],
)  # fmt: skip
def test_a_problem_says_what_it_is_about(problem: QueryProblem, said: tuple[str, ...]) -> None:
    sentence = problem_sentence(problem, MODEL, "en")
    assert all(one in sentence for one in said), sentence


def test_languages_say_the_same_things() -> None:
    package = "agents.data.query"
    english = keys("en", package)
    assert keys("es", package) == english
    assert keys("ko", package) == english | {"part_before"}
