"""One message changes several things: taken back, taken off, mended, and put in its place."""

import pytest

from agents.data.query.query import Group, Measure, Test
from tests.unit.agents.data.dialogue.conversation import heard, kept


def values_of(table: str, language: str, *texts: str) -> dict[str, tuple[object, ...]]:
    found = heard(table, language, *texts)
    assert found.outcome.outcome == "answer"
    return {
        name: one.values for name, one in kept(found.query).items() if isinstance(one, Test)
    }  # fmt: skip


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("average price in France", "only Lighting", "drop the country filter")),
        ("es", ("precio medio en Francia", "solo Lighting", "quita lo de Francia")),
        ("ko", ("프랑스 평균 가격", "Lighting만", "국가 조건은 빼줘")),
    ],
)
def test_one_condition_is_taken_off_and_the_others_stand(
    language: str, texts: tuple[str, ...]
) -> None:
    assert values_of("items", language, *texts) == {"category": ("Lighting",)}


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        (
            "en",
            ("average price in France", "only Lighting", "drop the country and make it Textiles"),
        ),
        (
            "es",
            ("precio medio en Francia", "solo Lighting", "quita lo de Francia y ponme Textiles"),
        ),
        ("ko", ("프랑스 평균 가격", "Lighting만", "국가 조건 빼줘, 대신 Textiles")),
    ],
)
def test_what_is_taken_off_and_what_is_put_there_are_both_done(
    language: str, texts: tuple[str, ...]
) -> None:
    assert values_of("items", language, *texts) == {"category": ("Textiles",)}


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("win rate of Vega", "on Sand", "on Ice", "scratch that, give me Brook instead")),
        ("es", ("% de victorias de Vega", "solo Sand", "solo Ice", "deshaz eso y ponme Brook")),
        ("ko", ("Vega 승률", "Sand에서는?", "Ice는?", "방금 거 취소하고 대신 Brook")),
    ],
)
def test_what_is_put_in_its_place_changes_the_query_that_was_taken_back_to(
    language: str, texts: tuple[str, ...]
) -> None:
    assert values_of("duels", language, *texts) == {"player": ("Brook",), "floor": ("Sand",)}


@pytest.mark.parametrize(
    ("language", "slip"),
    [
        ("en", ("win rate of Vega", "and against Orlov?", "sorry, i meant Tanaka")),
        ("en", ("win rate of Vega", "and against Orlov?", "i meant Tanaka, not Orlov")),
        ("es", ("% de victorias de Vega", "¿y contra Orlov?", "perdón, me refería a Tanaka")),
        ("es", ("% de victorias de Vega", "¿y contra Orlov?", "me refería a Tanaka, no a Orlov")),
        ("ko", ("Vega 승률", "Orlov 상대로는?", "아니다 Tanaka")),
    ],
)
def test_a_slip_is_mended_where_it_was_made(language: str, slip: tuple[str, ...]) -> None:
    assert values_of("duels", language, *slip) == {"player": ("Vega",), "rival": ("Tanaka",)}


def test_a_condition_that_is_not_there_cannot_be_taken_off() -> None:
    found = heard("items", "en", "average price in France", "drop the weight filter")
    assert found.outcome.outcome == "ask"


def test_a_value_that_nothing_was_held_to_is_left_out_instead() -> None:
    found = heard("items", "en", "average price by country", "drop Spain")
    test = kept(found.query)["country"]
    assert isinstance(test, Test) and (test.op, test.values) == ("!=", ("Spain",))


def test_a_threshold_is_taken_off() -> None:
    texts = ("average salary by department", "only those with at least 10", "drop the at least 10")
    found = heard("staff", "en", *texts[:2])
    assert found.query is not None and found.query.having
    found = heard("staff", "en", *texts)
    assert found.query is not None and not found.query.having


def test_the_last_query_of_a_figure_is_gone_back_to() -> None:
    texts = ("average salary in Sales", "how many women are there?", "go back to the averages")
    found = heard("staff", "en", *texts)
    assert found.query is not None
    assert found.query.measures == (Measure(aggregate="mean", of="salary"),)
    assert set(kept(found.query)) == {"department"}


def test_what_was_held_to_one_value_is_told_apart_whole() -> None:
    found = heard("staff", "en", "average salary in Sales", "by department")
    assert found.query is not None
    assert (found.query.where, found.query.groups) == (None, (Group(by="department"),))


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("how many games did Vega lose?", "as a win rate?")),
        ("es", ("derrotas de Vega", "¿y el % de victorias?")),
        ("ko", ("Vega 몇 번 졌어?", "그럼 승률로 하면?")),
    ],
)
def test_a_rate_is_not_of_the_games_that_it_counts(language: str, texts: tuple[str, ...]) -> None:
    found = heard("duels", language, *texts)
    assert found.query is not None and found.query.measures == (Measure(metric="win_rate"),)
    assert set(kept(found.query)) == {"player"}


def test_a_whole_question_leaves_out_what_it_says() -> None:
    text = "average price by country, leave out Spain"
    found = heard("items", "en", "how many items are from France?", text)
    assert found.query is not None and found.query.groups == (Group(by="country"),)
    test = kept(found.query)["country"]
    assert isinstance(test, Test) and (test.op, test.values) == ("!=", ("Spain",))


def test_what_cannot_be_left_out_is_asked_about() -> None:
    found = heard("items", "en", "average price by country, ignore the month")
    assert found.outcome.outcome == "ask"


def test_a_year_that_nobody_spoke_of_is_asked_about() -> None:
    assert heard("items", "en", "total units sold that year").outcome.outcome == "ask"


@pytest.mark.parametrize("told", ["counted", "shown as a table"])
@pytest.mark.parametrize(
    ("language", "counting", "as_table", "texts"),
    [
        ("en", "number of films per year", "as a table",
         ("show me a chart instead", "show me the graph", "can you show me a line chart of this?")),
        ("ko", "연도별 영화 수", "표로",
         ("대신 차트를 보여줘", "그래프를 그려줘", "꺾은선을 보여줘")),
        ("es", "número de películas por año", "como tabla",
         ("muestra un gráfico", "dibuja un gráfico", "enséñame un gráfico de líneas")),
    ],
)  # fmt: skip
def test_who_asks_to_be_shown_a_chart_asks_for_no_other_rows(
    told: str, language: str, counting: str, as_table: str, texts: tuple[str, ...]
) -> None:
    before = (counting, as_table) if told != "counted" else (counting,)
    for text in texts:
        found = heard("films", language, *before, text)
        assert found.outcome.outcome == "answer" and found.query is not None, text
        assert not found.ignored, text
        assert found.query.show in ("auto", "line"), text
        assert found.query.groups == heard("films", language, counting).query.groups, text
