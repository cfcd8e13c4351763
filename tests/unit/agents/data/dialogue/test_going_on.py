"""After a question back, and with a figure in another's place, a dialogue goes on."""

import pytest

from agents.data.dialogue.outcomes import Asked
from agents.data.query.query import Group, Measure, Order, Test
from tests.unit.agents.data.dialogue.conversation import heard, kept


def test_a_question_about_a_number_stands_while_nothing_is_said_of_it() -> None:
    first = heard("weather", "en", "how many rows had glare under 32?")
    assert isinstance(first.outcome, Asked)
    found = heard("weather", "en", "how many rows had glare under 32?", "by month")
    assert isinstance(found.outcome, Asked) and "32" in found.outcome.words
    assert found.query is not None and found.query.groups
    assert all(choice.edits for choice in found.outcome.choices)


def test_a_question_is_over_when_a_value_is_said() -> None:
    found = heard("weather", "en", "how many rows had glare under 32?", "Seattle")
    assert found.outcome.outcome == "answer"
    assert set(kept(found.query)) == {"location"}


def test_a_question_about_a_word_is_asked_once_more() -> None:
    texts = ("average price of Lighting in Zembla", "only 2023", "by country")
    found = heard("items", "en", *texts[:2])
    assert isinstance(found.outcome, Asked) and found.outcome.words == "Zembla"
    found = heard("items", "en", *texts)
    assert found.outcome.outcome == "answer"
    assert set(kept(found.query)) == {"category", "sold_on"}


def test_what_points_at_what_nobody_understood_is_asked_about() -> None:
    found = heard("items", "en", "average price in Spain", "zzz qqq", "how many of those are Rug?")
    assert found.outcome.outcome == "ask"


def test_another_figure_of_the_same_column() -> None:
    found = heard("staff", "en", "average age in Sales", "median instead")
    assert found.query is not None
    assert found.query.measures == (Measure(aggregate="median", of="age"),)


@pytest.mark.parametrize(
    ("language", "text"), [("ko", "그 선수 승률은?"), ("en", "that player's win rate?")]
)
def test_what_points_at_nobody_is_asked_about(language: str, text: str) -> None:
    assert heard("duels", language, text).outcome.outcome == "ask"


def test_how_many_of_nothing_is_asked() -> None:
    assert heard("items", "en", "zzz qqq", "how many?").outcome.outcome != "answer"


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("average salary in Sales", "same thing but with age")),
        ("es", ("salario medio en Sales", "lo mismo pero con edad")),
        ("ko", ("Sales 평균 급여", "나이로 바꿔줘")),
    ],
)
def test_another_figure_takes_the_place_of_the_last(language: str, texts: tuple[str, ...]) -> None:
    found = heard("staff", language, *texts)
    assert found.query is not None
    assert found.query.measures == (Measure(aggregate="mean", of="age"),)
    assert set(kept(found.query)) == {"department"}


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("average price in 2022", "how much in 2023?")),
        ("es", ("precio medio en 2022", "¿y cuánto en 2023?")),
        ("ko", ("2022년 평균 가격", "2023년은 얼마야?")),
    ],
)
def test_how_much_asks_for_the_same_figure(language: str, texts: tuple[str, ...]) -> None:
    found = heard("items", language, *texts)
    assert found.outcome.outcome == "answer" and found.query is not None
    assert found.query.measures == (Measure(aggregate="mean", of="price"),)


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("which city has the highest average salary?", "and the one with the lowest?")),
        ("es", ("¿qué ciudad tiene el salario medio más alto?", "¿y la que menos?")),
    ],
)
def test_the_other_end_of_a_ranking_is_told(language: str, texts: tuple[str, ...]) -> None:
    found = heard("staff", language, *texts)
    assert found.outcome.outcome == "answer" and found.query is not None
    assert found.query.order == (Order(measure=0, descending=False),)
    assert found.query.limit == 1 and found.query.groups


def test_without_what_was_told_apart_is_of_all_together() -> None:
    texts = ("salario medio por ciudad", "y sin ciudades, ¿cuál es la edad media?")
    found = heard("staff", "es", *texts)
    assert found.outcome.outcome == "answer" and found.query is not None
    assert (found.query.groups, found.query.where) == ((), None)
    assert found.query.measures == (Measure(aggregate="mean", of="age"),)


def test_who_is_faced_already_changes_places_with_who_was_asked_about() -> None:
    found = heard("duels", "en", "win rate of Vega against Orlov", "and Orlov?")
    values = {name: one.values for name, one in kept(found.query).items() if isinstance(one, Test)}
    assert values == {"player": ("Orlov",), "rival": ("Vega",)}


def test_what_was_lost_is_not_among_what_was_won() -> None:
    found = heard("duels", "en", "how many games did Vega win?", "how many of those did Vega lose?")
    assert set(kept(found.query)) == {"player", "lost"}


def test_what_goes_on_beside_an_open_figure_leaves_it_open() -> None:
    found = heard("매출", "en", "which region sold the most?", "only laptops").outcome
    assert isinstance(found, Asked)
    assert [one.column for one in found.choices if one.column] == ["수량", "금액"]
    assert all(len(one.edits) > 1 for one in found.choices)


@pytest.mark.parametrize(
    ("part", "text", "said"),
    [
        ("groups", "month", Group(by="sold_on", grain="month")),
        ("groups", "by year", Group(by="sold_on", grain="year")),
        ("groups", "country", Group(by="country")),
        ("measures", "rows", Measure()),
        ("measures", "price", Measure(aggregate="mean", of="price")),
        ("measures", "median price", Measure(aggregate="median", of="price")),
    ],
)
def test_what_is_said_instead_of_a_part_is_read_as_one(
    part: str, text: str, said: Group | Measure
) -> None:
    found = heard("items", "en", "average weight by category", text, instead_of=part)
    assert found.query is not None
    assert getattr(found.query, part) == (said,)
