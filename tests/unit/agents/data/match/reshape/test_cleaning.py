"""The steps by which a loaded table becomes a clean one, each on a table of its own."""

from datetime import datetime
from itertools import chain
from typing import Any

import duckdb
import pytest

from agents.answering.source import TABLE
from agents.data.match.model.loaded import Loaded, Step, shaped
from agents.data.match.reshape.cleaning import dated, without_bare
from agents.data.tables.header_words import named_by_id


def reshaped(step: Step, types: dict[str, str], rows: list[tuple[Any, ...]]) -> list[Any]:
    """The rows after a step."""
    with duckdb.connect() as connection:
        columns = ", ".join(f'"{name}" {kind}' for name, kind in types.items())
        connection.execute(f"CREATE TABLE {TABLE} ({columns})")
        marks = f"({', '.join('?' for _ in types)})"
        values = ", ".join(marks for _ in rows)
        connection.execute(f"INSERT INTO {TABLE} VALUES {values}", [*chain(*rows)])
        shaped(Loaded(connection), (step,))
        return connection.execute(f"FROM {TABLE}").fetchall()


def bare(table: Loaded) -> Any:
    return without_bare(table, list(table.columns()))


@pytest.mark.parametrize(
    ("type_", "cells", "read"),
    [
        ("BIGINT", [1_700_000_000, None], [datetime(2023, 11, 14, 22, 13, 20), None]),  # noqa: DTZ001
        ("BIGINT", [1_700_000_000_000], [datetime(2023, 11, 14, 22, 13, 20)]),  # noqa: DTZ001
        ("BIGINT", [None, None], [None, None]),
        ("BIGINT", [1_700_000_000, 3], [1_700_000_000, 3]),
        ("BIGINT", [20200107, 20211209], [datetime(2020, 1, 7), datetime(2021, 12, 9)]),  # noqa: DTZ001
        ("BIGINT", [20200107, 20201309], [20200107, 20201309]),
    ],
)  # fmt: skip
def test_moments_are_read_where_all_cells_are_some(
    type_: str, cells: list[Any], read: list[Any]
) -> None:
    rows = [(cell,) for cell in cells]
    assert [row[0] for row in reshaped(dated, {"played": type_}, rows)] == read


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
    found = reshaped(bare, types, [*[game] * 20, last])
    assert found == [*[game] * 20, *([last] if kept else [])]


@pytest.mark.parametrize(("words", "remark"), [(("2020", "b"), True), (("a", "b"), False)])
def test_a_remark_of_several_cells_has_words_where_others_begin_with_a_digit(
    words: tuple[str, str], remark: bool
) -> None:
    types = dict.fromkeys(("one", "two", "three", "four", "five"), "VARCHAR")
    rows: list[tuple[Any, ...]] = [(*words, "c", "d", "e")] * 20
    last = ("Source: example.org", "CC-BY-SA", None, None, None)
    found = reshaped(bare, types, [*rows, last])
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
