"""Figures of what was told: how many, what part of it, how far two differ, and their sum."""

import pytest

from agents.data.query.query import Group, Measure, Query, Test
from tests.unit.agents.data.dialogue.conversation import heard, kept

_SALES = Test(column="department", values=("Sales",))
_SEOUL = Test(column="city", values=("Seoul",))


def answered(table: str, language: str, *texts: str) -> Query:
    found = heard(table, language, *texts)
    assert found.outcome.outcome == "answer"
    assert found.query is not None
    return found.query


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        (
            "en",
            ("how many people work in Sales?", "how many of them live in Seoul?", "as a share?"),
        ),
        (
            "es",
            ("¿cuántas personas hay en Sales?", "¿cuántas de ellas en Seoul?", "¿como porcentaje?"),
        ),
        ("ko", ("Sales 직원 몇 명이야?", "그중에 서울 직원은 몇 명?", "비율로 하면?")),
    ],
)
def test_a_share_is_of_the_rows_without_the_last_condition(
    language: str, texts: tuple[str, ...]
) -> None:
    query = answered("staff", language, *texts)
    assert query.measures == (Measure(where=_SEOUL, share="rows"),)
    assert query.where == _SALES


def test_a_share_of_what_is_named_again_is_of_those_rows() -> None:
    texts = ("how many women are in Sales?", "what's that as a percentage of the women?")
    query = answered("staff", "en", *texts)
    assert query.measures == (Measure(where=_SALES, share="rows"),)
    assert set(kept(query)) == {"gender"}


def test_wins_as_a_share_are_the_win_rate() -> None:
    query = answered("duels", "en", "how many games did Vega win?", "on Ice", "as a percentage")
    assert query.measures == (Measure(metric="win_rate"),)
    assert set(kept(query)) == {"player", "floor"}


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("average salary in Seoul", "and in Madrid?", "what's the difference?")),
        ("es", ("salario medio en Seoul", "¿y en Madrid?", "¿y la diferencia?")),
        ("ko", ("서울 평균 급여", "마드리드는?", "차이가 얼마야?")),
    ],
)
def test_the_last_two_are_held_against_each_other(language: str, texts: tuple[str, ...]) -> None:
    query = answered("staff", language, *texts)
    assert query.compare is not None and query.where is None
    assert [case.label for case in query.compare.cases] == ["Madrid", "Seoul"]
    assert query.measures == (Measure(aggregate="mean", of="salary"),)


def test_times_are_held_against_each_other_in_their_order() -> None:
    texts = ("total units sold in 2023", "and in 2022?", "what's the increase in %?")
    query = answered("items", "en", *texts)
    assert query.compare is not None and query.compare.change == "growth"
    assert [case.label for case in query.compare.cases] == ["2022", "2023"]


def test_one_alone_differs_from_nothing() -> None:
    found = heard("staff", "en", "average salary in Seoul", "what's the difference?")
    assert found.outcome.outcome == "ask"


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("total units sold in Spain", "and in France?", "how much are the two in total?")),
        ("es", ("total de units sold en Spain", "¿y en France?", "¿cuánto suman las dos?")),
    ],
)
def test_the_last_two_are_added_up(language: str, texts: tuple[str, ...]) -> None:
    query = answered("items", language, *texts)
    assert query.where == Test(column="country", op="in", values=("Spain", "France"))
    assert query.measures == (Measure(aggregate="sum", of="units_sold"),)


def test_averages_are_not_added_up() -> None:
    found = heard("items", "en", "average price in Spain", "and in France?", "the two in total?")
    assert found.query is None or found.query.where != Test(
        column="country", op="in", values=("Spain", "France")
    )


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("how many orders from 서울 by 품목", "so how many in total?")),
        ("es", ("cuántos pedidos de 서울 por 품목", "¿cuántos son en total?")),
        ("ko", ("서울 주문 품목별로 몇 건이야", "다 합쳐서 몇 건이야?")),
    ],
)
def test_groups_are_counted_together(language: str, texts: tuple[str, ...]) -> None:
    query = answered("매출", language, *texts)
    assert query == Query(measures=(Measure(),), where=Test(column="지역", values=("서울",)))


def test_rows_that_were_shown_are_counted() -> None:
    query = answered("items", "en", "show items from France", "how many are they?")
    assert query.measures == (Measure(),) and set(kept(query)) == {"country"}


def test_groups_that_were_told_are_counted() -> None:
    query = answered("staff", "ko", "30세 이상 직원 부서별 평균 급여", "몇 개야?")
    assert query.measures == (Measure(aggregate="distinct", of="department"),)
    assert query.groups == ()


def test_what_is_counted_by_its_name_is_asked_of_all() -> None:
    query = answered("staff", "en", "average salary in Sales", "how many employees are there?")
    assert query.where is None


def test_the_year_that_was_spoken_of_stands() -> None:
    texts = ("total units sold in 2022", "which country sold the most units_sold that year?")
    query = answered("items", "en", *texts)
    assert set(kept(query)) == {"sold_on"} and query.groups == (Group(by="country"),)
