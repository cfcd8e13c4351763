"""What has changed between two results of one question is told in a line."""

from typing import Any

import pytest
from PySide6.QtCore import QLocale

from gui.blocks.result_data import read_result
from gui.board.changes import changes_told


def result(*rows: tuple[Any, ...], kind: str = "number") -> Any:
    columns = [
        {"name": "region", "type": "string", "label": "Region"},
        {"name": "total", "type": kind, "label": "Total"},
    ]
    return read_result({"columns": columns, "rows": [list(row) for row in rows]})


def told(before: Any, after: Any) -> str:
    return changes_told(before, after, QLocale("en_US"))


OLD = [("North", 1000), ("South", 20), ("East", 3), ("West", 4), ("Up", 5)]


@pytest.mark.parametrize(
    ("new", "said"),
    [
        (OLD, "nothing changed"),
        (OLD[::-1], "nothing changed"),
        ([("North", 2000), *OLD[1:]], "North: 1,000 → 2,000"),
        (OLD[1:], "North is gone"),
        ([*OLD, ("Down", 1)], "Down is new"),
        (
            [(name, value + 1) for name, value in OLD],
            "North: 1,000 → 1,001; South: 20 → 21; East: 3 → 4; 2 more",
        ),
    ],
)
def test_the_first_changes_and_how_many_others(new: list[Any], said: str) -> None:
    assert told(result(*OLD), result(*new)) == said


def test_of_each_kind_of_change_the_first_is_told_before_others() -> None:
    new = [(name, value + 1) for name, value in OLD if name != "Up"] + [("Down", 1)]
    said = "North: 1,000 → 1,001; Up is gone; Down is new; 3 more"
    assert told(result(*OLD), result(*new)) == said


def test_rows_that_all_go_or_come_are_counted_where_nothing_names_them() -> None:
    assert told(result(*OLD), result()) == "rows that are gone: 5"
    assert told(result(), result(*OLD)) == "rows that are new: 5"


def test_a_column_that_is_gone_or_new_is_told_once_and_changes_no_row() -> None:
    columns = [{"name": name, "label": name.title()} for name in ("region", "total", "mean")]
    wide = {"columns": columns, "rows": [[name, value, 0.5] for name, value in OLD]}
    narrow = {"columns": columns[:2], "rows": [list(row) for row in OLD]}
    before, after = read_result(wide), read_result(narrow)
    assert told(before, after) == "the column Mean is gone"
    assert told(after, before) == "the column Mean is new"


def test_what_is_grouped_otherwise_is_not_compared() -> None:
    columns = [
        {"name": "city", "type": "string", "part": "group"},
        {"name": "total", "part": "measure"},
    ]
    other = read_result({"columns": columns, "rows": [["Here", 1]]})
    columns[0] = {"name": "region", "type": "string", "part": "group"}
    before = read_result({"columns": columns, "rows": [["North", 1]]})
    assert told(before, other) == "it tells something else than before"


def test_a_long_name_of_a_row_is_cut() -> None:
    said = told(result(*OLD, ("x" * 300, 1)), result(*OLD))
    assert said.startswith("xxx") and said.endswith("… is gone") and len(said) < 80


def test_shares_are_told_in_percent() -> None:
    before, after = (result(("North", value), kind="rate") for value in (0.5, 0.625))
    assert told(before, after) == "North: 50.0% → 62.5%"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [(1, 2, "1 → 2"), (0.2, 0.196, "0.200 → 0.196"), (12, 12.5, "12.0 → 12.5")],
)
def test_one_figure_is_told_without_its_name_both_sides_with_the_same_decimals(
    old: float, new: float, said: str
) -> None:
    columns: list[Any] = [{"name": "x", "type": "float", "label": "Mean", "part": "measure"}]
    before, after = (read_result({"columns": columns, "rows": [[one]]}) for one in (old, new))
    assert before is not None and after is not None
    assert told(before, after) == said


def test_rows_of_a_time_are_named_as_it_is_read() -> None:
    columns: list[Any] = [
        {"name": "month", "type": "string", "time": "date"},
        {"name": "total", "type": "number", "label": "Total"},
    ]
    old, new = (read_result({"columns": columns, "rows": [["2026-03", n]]}) for n in (1, 2))
    assert told(old, new) == "Mar 2026: 1 → 2"


def test_what_is_written_as_before_is_no_change_and_a_bin_names_its_row() -> None:
    columns: list[Any] = [
        {"name": "minutes", "type": "float", "label": "Minutes", "part": "group"},
        {"name": "mean", "type": "float", "label": "Mean", "part": "measure"},
        {"name": "n", "type": "integer", "label": "of", "part": "n"},
    ]
    old, alike, new = (
        read_result({"columns": columns, "rows": rows})
        for rows in (
            [[2.5, 4.2701, 30], [5.0, 1.0, 9]],
            [[2.5, 4.2702, 30], [5.0, 1.0, 9]],
            [[5.0, 1.0001, 10], [7.5, 1.0, 1]],
        )
    )
    assert told(old, alike) == "nothing changed"
    assert told(old, new) == "Minutes 2.5 is gone; Minutes 5: 9 → 10; Minutes 7.5 is new"
