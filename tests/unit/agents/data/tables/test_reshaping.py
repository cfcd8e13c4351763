"""The steps by which a loaded table becomes a clean one, each on a table of its own."""

from datetime import datetime
from itertools import chain
from typing import Any

import duckdb
import pytest

from agents.answering.source import TABLE
from agents.data.match.loading import HEADERS
from agents.data.tables.header_words import named_by_id
from agents.data.tables.reshape.bare_rows import without_bare
from agents.data.tables.reshape.durations import timed
from agents.data.tables.reshape.moments import dated
from agents.data.tables.reshape.numbers import tidied
from agents.data.tables.reshape.steps import Step, shaped


def reshaped(step: Step, types: dict[str, str], rows: list[tuple[Any, ...]]) -> list[Any]:
    """The rows after a step."""
    with duckdb.connect() as connection:
        columns = ", ".join(f'"{name}" {kind}' for name, kind in types.items())
        connection.execute(f"CREATE TABLE {TABLE} ({columns})")
        marks = f"({', '.join('?' for _ in types)})"
        values = ", ".join(marks for _ in rows)
        connection.execute(f"INSERT INTO {TABLE} VALUES {values}", [*chain(*rows)])
        shaped(connection, (step,))
        return connection.execute(f"FROM {TABLE}").fetchall()


def numbers(connection: Any) -> None:
    tidied(connection, HEADERS)


@pytest.mark.parametrize("sign", ["-", "?", "n/a", "unranked"])
def test_ratings_of_which_some_are_not_known_are_numbers(sign: str) -> None:
    rows = [(str(1500 + n), str(n)) for n in range(30)] + [(sign, "30")]
    found = reshaped(numbers, {"rating": "VARCHAR", "deck_id": "VARCHAR"}, rows)
    assert [row[0] for row in found] == [*range(1500, 1530), None]


def test_what_reads_as_a_number_only_at_the_beginning_stays_a_text() -> None:
    rows = [("1,200",)] * 2000 + [("many",)]
    assert reshaped(numbers, {"points": "VARCHAR"}, rows) == rows


def test_few_different_numbers_and_a_sign_may_say_how_a_game_ended() -> None:
    rows = [("1",), ("2",), ("-",)] * 10
    assert reshaped(numbers, {"outcome": "VARCHAR"}, rows) == rows


@pytest.mark.parametrize(
    ("type_", "cells", "read"),
    [
        ("BIGINT", [1_700_000_000, None], [datetime(2023, 11, 14, 22, 13, 20), None]),  # noqa: DTZ001
        ("BIGINT", [1_700_000_000_000], [datetime(2023, 11, 14, 22, 13, 20)]),  # noqa: DTZ001
        ("BIGINT", [None, None], [None, None]),
        ("BIGINT", [1_700_000_000, 3], [1_700_000_000, 3]),
        ("VARCHAR", ["07-ene-2020", "9-dic-2021"],
         [datetime(2020, 1, 7), datetime(2021, 12, 9)]),  # noqa: DTZ001
        ("VARCHAR", ["07-ene-2020", "40-ene-2020"], ["07-ene-2020", "40-ene-2020"]),
        ("VARCHAR", ["2020-01-07"], ["2020-01-07"]),
    ],
)  # fmt: skip
def test_moments_are_read_where_all_cells_are_some(
    type_: str, cells: list[Any], read: list[Any]
) -> None:
    rows = [(cell,) for cell in cells]
    assert [row[0] for row in reshaped(dated, {"played": type_}, rows)] == read


def test_a_table_without_texts_has_no_lengths_that_were_written() -> None:
    assert reshaped(timed, {"n": "INTEGER"}, [(1,), (2,)]) == [(1,), (2,)]


@pytest.mark.parametrize(
    ("game", "last", "kept"),
    [
        (("a", "b", "c", "1"), ("Source: example.org", None, None, None), False),
        (("1", "b", "c", "1"), ("Source: x", None, None, "3"), True),  # half of the columns
        (("1", "b", "c", "d"), ("Source", None, None, None), False),
        (("a", "b", "c", "d"), ("more", None, None, None), False),
    ],
)
def test_remarks_at_the_end_are_no_rows(game: Any, last: Any, kept: bool) -> None:
    types = dict.fromkeys(("one", "two", "three", "four"), "VARCHAR")
    found = reshaped(without_bare, types, [*[game] * 20, last])
    assert found == [*[game] * 20, *([last] if kept else [])]


@pytest.mark.parametrize(("words", "remark"), [(("2020", "b"), True), (("a", "b"), False)])
def test_a_remark_of_several_cells_has_words_where_others_begin_with_a_digit(
    words: tuple[str, str], remark: bool
) -> None:
    types = dict.fromkeys(("one", "two", "three", "four", "five"), "VARCHAR")
    rows: list[tuple[Any, ...]] = [(*words, "c", "d", "e")] * 20
    last = ("Source: example.org", "CC-BY-SA", None, None, None)
    found = reshaped(without_bare, types, [*rows, last])
    assert found == [*rows, *([] if remark else [last])]


@pytest.mark.parametrize(
    ("name", "of"),
    [
        ("deck_id", ("deck",)), ("id", ()), ("id_jugador_1", ("jugador", "1")),
        ("num_turns", None), ("num_turn", ("turn",)), ("colour", None),
    ],
)  # fmt: skip
def test_the_name_of_an_id_says_what_it_is_of(name: str, of: tuple[str, ...] | None) -> None:
    assert named_by_id(name) == of
