"""What asks for more of the same rows, in the second half of a message or in the next one."""

import pytest

from agents.data.dialogue.outcomes import Asked
from agents.data.query.operands import conjuncts
from agents.data.query.query import Group, Measure, Order, Query, Test
from tests.unit.agents.data.dialogue.conversation import heard, kept

_DEAREST = Query(rows=True, columns=("name", "price"), order=(Order(column="price"),), limit=1)
_BY_CATEGORY = Query(groups=(Group(by="category"),), order=(Order(measure=0),))


@pytest.mark.parametrize(
    ("language", "text", "more"),
    [
        ("en", "which item is the most expensive, and when was it sold?", "sold_on"),
        ("es", "¿cuál es el artículo más caro y cuándo se vendió?", "sold_on"),
        ("ko", "가장 비싼 상품은 뭐고 언제 팔렸어?", "sold_on"),
        ("en", "which item is the most expensive, and which country is it from?", "country"),
    ],
)
def test_a_second_half_adds_a_column_of_the_row(language: str, text: str, more: str) -> None:
    wanted = _DEAREST.model_copy(update={"columns": (*_DEAREST.columns, more)})
    assert heard("items", language, text).query == wanted


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "which categories are there, and how many of each?"),
        ("es", "¿qué categorías hay y cuántos de cada una?"),
        ("ko", "어떤 카테고리가 있고 각각 몇 개야?"),
    ],
)
def test_how_many_of_each_counts_by_what_was_listed(language: str, text: str) -> None:
    assert heard("items", language, text).query == _BY_CATEGORY


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("which item is the most expensive?", "when was that?")),
        ("es", ("¿cuál es el artículo más caro?", "¿y cuándo fue?")),
        ("ko", ("가장 비싼 상품은 뭐야?", "그건 언제였어?")),
        ("en", ("what is the highest price?", "when was that?")),
    ],
)
def test_what_points_back_asks_of_the_row_that_was_told(
    language: str, texts: tuple[str, ...]
) -> None:
    found = heard("items", language, *texts).query
    assert found is not None and found.limit == 1 and found.order == _DEAREST.order
    assert found.columns[-1] == "sold_on"


def test_what_points_at_what_was_not_told_is_asked_about() -> None:
    found = heard("items", "en", "average price in Atlantis", "when was that?").outcome
    assert isinstance(found, Asked) and found.words == "was that"


def test_what_the_group_told_has_no_column_of_is_not_told_of_all() -> None:
    text = "which category has the most items, and which country is it from?"
    found = heard("items", "en", text).outcome
    assert isinstance(found, Asked) and "which country" in found.words


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "were more items sold in 2022 or in 2023, and by how much?"),
        ("es", "¿hubo más artículos en 2022 o en 2023 y cuál es la diferencia?"),
        ("ko", "2022년과 2023년 중 상품이 더 많은 해는 언제고 몇 개 차이야?"),
    ],
)
def test_which_of_two_has_more_and_by_how_much_sets_them_beside_each_other(
    language: str, text: str
) -> None:
    found = heard("items", language, text).query
    assert found is not None and found.compare is not None
    assert [one.label for one in found.compare.cases] == ["2022", "2023"]


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("how many items on March 5, 2023", "and on the 19th?")),
        ("es", ("cuántos artículos el 5 de marzo de 2023", "¿y el 19?")),
        ("ko", ("2023년 3월 5일 상품은 몇 개야?", "19일은?")),
        ("en", ("how many items on March 5, 2023 and how many on the 19th",)),
    ],
)
def test_a_day_is_of_the_month_that_was_spoken_of(language: str, texts: tuple[str, ...]) -> None:
    found = heard("items", language, *texts).query
    assert found is not None
    rows = [found.where, *(one.where for one in found.measures)]
    spans = [one.span for part in rows for one in conjuncts(part) if isinstance(one, Test)]
    assert spans[-1] is not None and spans[-1].start == "2023-03-19"


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("how many items sold in 2023 in Spain", "how many from France?")),
        ("es", ("cuántos artículos de 2023 en España", "¿cuántos de Francia?")),
    ],
)
def test_how_many_without_a_noun_are_of_what_was_counted(
    language: str, texts: tuple[str, ...]
) -> None:
    assert set(kept(heard("items", language, *texts).query)) == {"country", "sold_on"}


def test_those_of_one_group_are_of_that_group() -> None:
    texts = ("which country has the most items?", "how many of those in 2023?")
    found = heard("items", "en", *texts, rows={0: (("Spain", 20),)}).query
    assert kept(found)["country"] == Test(column="country", values=("Spain",))


def test_what_no_row_has_together_gives_way() -> None:
    found = heard("journal", "en", "how many lines with deadlock detected?", "checkpoint?").query
    assert found is not None and found.measures == (Measure(),)
    assert [one.values for one in conjuncts(found.where) if isinstance(one, Test)] == [
        ("checkpoint",)
    ]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "how long did it take from a deadlock to the checkpoint?"),
        ("es", "¿cuántos segundos pasaron desde deadlock hasta checkpoint?"),
        ("ko", "deadlock부터 checkpoint까지 몇 초 걸렸어?"),
    ],
)
def test_how_long_it_was_from_one_thing_to_another(language: str, text: str) -> None:
    found = heard("journal", language, text).query
    assert found is not None and found.rows and len(found.columns) == 3
    assert "next" in found.model_dump_json()


def test_a_choice_of_the_first_of_two_questions_keeps_the_second() -> None:
    texts = ("which country has the most and average price by category?", "units_sold")
    assert isinstance(heard("items", "en", texts[0]).outcome, Asked)
    found = heard("items", "en", *texts)
    told = [one.groups for one in (found.query, *found.also) if one is not None]
    assert told == [(Group(by="country"),), (Group(by="category"),)]
