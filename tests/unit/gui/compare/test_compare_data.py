"""Two results beside each other: which rows belong together, and what differs."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.blocks.result_data import ResultTable, read_result
from gui.charts.vega_lite import Channel, Chart, Layer
from gui.compare.charts import drawn_from, laid_over
from gui.compare.pairing import Pair, compare, in_order


def table(names: list[str], *rows: list[Any]) -> ResultTable:
    made = read_result({"columns": [{"name": n, "label": n} for n in names], "rows": list(rows)})
    assert made is not None
    return made


def test_rows_are_matched_by_what_names_them_whatever_their_order() -> None:
    first = table(["map", "games", "win_rate"], ["Aiur", 100, 0.5], ["Char", 80, 0.25])
    second = table(["map", "games", "win_rate"], ["Char", 80, 0.375], ["Korhal", 9, 0.1])
    made = compare(first, second)
    assert made.pairs == (Pair(0, None), Pair(1, 0), Pair(None, 1))
    assert made.changes == ("first", "changed", "second")
    assert [made.change(1, column) for column in range(3)] == ["same", "same", "changed"]
    assert made.difference(1, 2) == 0.125
    assert made.values(1, 2) == (0.25, 0.375)


@pytest.mark.parametrize("told", [{"type": "rate"}, {"part": "measure"}])
def test_the_figure_is_drawn_and_not_what_it_rests_on(told: dict[str, str]) -> None:
    columns: list[Any] = [{"name": "map"}, {"name": "games"}, {"name": "wins in all", **told}]
    held = read_result({"columns": columns, "rows": [["Aiur", 100, 0.5]]})
    assert held is not None and compare(held, held).measure == 2


def test_rows_come_in_the_order_of_the_names_along_a_chart() -> None:
    first, second = table(["map", "n"], ["A", 1], ["B", 3]), table(["map", "n"], ["B", 3], ["C", 2])
    made = compare(first, second)
    shown = in_order(made, ["B", "C", "A"])
    assert shown.pairs == (Pair(1, 0), Pair(None, 1), Pair(0, None))
    assert shown.changes == ("same", "second", "first")
    assert in_order(made, []).pairs == made.pairs


def test_the_same_name_twice_is_matched_in_its_order() -> None:
    first = table(["map", "wins"], ["A", 1], ["A", 2])
    second = table(["map", "wins"], ["A", 1], ["A", 3], ["A", 4])
    assert compare(first, second).pairs == (Pair(0, 0), Pair(1, 1), Pair(None, 2))


def test_two_single_rows_are_compared_though_they_are_named_apart() -> None:
    made = compare(table(["race", "rate"], ["Terran", 0.58]), table(["race", "rate"], ["Z", 0.42]))
    assert made.pairs == (Pair(0, 0),)
    assert made.change(0, 0) == "changed"
    assert made.difference(0, 0) is None


def grouped(by: str, figure: str, *rows: list[Any]) -> ResultTable:
    columns = [
        {"name": by, "label": by, "part": "group"},
        {"name": figure, "label": figure, "part": "measure"},
    ]
    made = read_result({"columns": columns, "rows": list(rows)})
    assert made is not None
    return made


@pytest.mark.parametrize("told", [True, False])
def test_rows_of_unlike_groups_stand_beside_each_other_and_are_no_pairs(told: bool) -> None:
    def made(by: str, *rows: list[Any]) -> ResultTable:
        return grouped(by, "n", *rows) if told else table([by, "n"], *rows)

    first = made("race", ["Terran", 1], ["Zerg", 2])
    other, whole = made("map", ["Aiur", 1], ["Char", 3], ["Zerg", 2]), table(["n"], [3])
    for second in (other, whole):
        beside = compare(first, second)
        assert beside.unlike == "grouping" and set(beside.changes) == {"beside"}
        assert beside.groupings == (("race",), ("map",) if second is other else ())
        assert len(beside.pairs) == max(len(first.rows), len(second.rows))
        for row in range(len(beside.pairs)):
            for column in range(len(beside.columns)):
                assert None in beside.values(row, column)
                assert beside.difference(row, column) is None
        assert beside.measure is None, "there is nothing to be drawn of both"


def test_groups_that_are_in_one_only_are_told_and_taken_for_no_others() -> None:
    first = grouped("city", "n", ["Lima", 1], ["Busan", 2])
    made = compare(first, grouped("city", "n", ["Busan", 5], ["Paris", 3]))
    assert made.pairs == (Pair(0, None), Pair(1, 0), Pair(None, 1)) and made.unlike == ""
    assert (made.only_in("first"), made.only_in("second")) == (["Lima"], ["Paris"])
    strangers = compare(first, grouped("city", "n", ["Rome", 5], ["Paris", 3]))
    assert strangers.changes == ("first", "first", "second", "second")


def test_different_figures_of_the_same_groups_are_not_said_to_differ() -> None:
    made = compare(grouped("city", "n", ["Lima", 1]), grouped("city", "price", ["Lima", 9]))
    assert (made.unlike, made.changes, made.pairs) == ("figure", ("beside",), (Pair(0, 0),))
    ends: list[dict[str, Any]] = [{"name": "low", "label": "low", "part": "low"}]
    first, second = (
        read_result({"columns": [
            {"name": "city", "label": "city", "part": "group"},
            {"name": figure, "label": figure, "part": "measure"}, *ends,
        ], "rows": [["Lima", low + 1, low]]}) for figure, low in (("n", 1), ("price", 900))
    )  # fmt: skip
    assert first is not None and second is not None
    made = compare(first, second)
    assert made.unlike == "figure" and made.measure is None
    assert [made.difference(0, column) for column in range(len(made.columns))] == [None] * 5
    assert [made.values(0, column) for column in range(1, 5)] == [
        (2, None), (1, None), (None, 901), (None, 900)]  # fmt: skip


def test_values_keep_the_colours_that_they_have_in_the_answers() -> None:
    columns = [{"name": "race", "part": "group", "values": ["Zerg", "Terran"]}, {"name": "rate"}]
    held = read_result({"columns": columns, "rows": [["Zerg", 0.5]]})
    assert held is not None
    drawn = drawn_from(compare(held, held), ("1", "2"))
    assert drawn is not None and set(drawn.values) == {"Zerg", "Terran"}
    channels = {"x": Channel(field="name"), "y": Channel(field="n", kind="quantitative")}
    layer = Layer("bar", ({"name": "those of Zerg", "n": 1},), channels)
    told = Chart(title="", layers=(layer,), of={"those of Zerg": "Zerg"})
    both = laid_over(told, told, ("1", "2"))
    assert both is not None and both.of["those of Zerg"] == "Zerg"


def test_tables_of_numbers_alone_are_matched_by_place() -> None:
    made = compare(table(["n"], [1], [2]), table(["n"], [1]))
    assert made.pairs == (Pair(0, 0), Pair(1, None))
    assert made.changes == ("same", "first")


def test_a_column_of_one_result_is_marked_as_such() -> None:
    made = compare(table(["race", "n"], ["T", 1]), table(["race", "m"], ["T", 2]))
    assert [c.column.name for c in made.columns] == ["race", "n", "m"]
    assert [made.change(0, column) for column in range(3)] == ["same", "first", "second"]
    assert made.values(0, 2) == (None, 2)


def test_years_name_rows_and_games_do_not() -> None:
    told = {"columns": [{"name": "Jahr", "names": True}, "n"]}
    first, second = (
        read_result({**told, "rows": rows}) for rows in ([[2020, 1], [2021, 2]], [[2021, 3]])
    )
    assert first is not None and second is not None
    assert compare(first, second).pairs == (Pair(0, None), Pair(1, 0))


@pytest.mark.parametrize(("high", "overlap"), [(0.6, True), (0.52, False)])
def test_intervals_overlap_or_stand_apart(high: float, overlap: bool) -> None:
    parts = ("group", "measure", "low", "high")
    columns: list[Any] = [{"name": f"a {part}", "part": part} for part in parts]
    first, second = (
        read_result({"columns": columns, "rows": [row]})
        for row in (["T", 5.0, 4.5, 10 * high], ["T", 6.0, 5.5, 6.5])
    )
    assert first is not None and second is not None
    made = compare(first, second)
    assert made.overlap(0) is overlap and made.measure == 1
    drawn = drawn_from(made, ("1", "2"))
    assert drawn is not None and len(drawn.layers) == 4, "bars, and their intervals"
    assert compare(table(["a"], ["x"]), table(["a"], ["x"])).overlap(0) is None


CELLS = st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from(["a", "b", ""]))
TABLES = st.lists(st.lists(CELLS, min_size=2, max_size=2), max_size=6).map(
    lambda rows: table(["a", "b"], *rows)
)


@given(TABLES, TABLES)
def test_every_row_stands_in_exactly_one_pair(first: ResultTable, second: ResultTable) -> None:
    made = compare(first, second)
    assert sorted(p.first for p in made.pairs if p.first is not None) == list(
        range(len(first.rows))
    )
    mine = [p.second for p in made.pairs if p.second is not None]
    assert sorted(mine) == list(range(len(second.rows)))
    assert len(made.changes) == len(made.pairs)


@given(TABLES)
def test_a_result_is_the_same_as_itself(held: ResultTable) -> None:
    assert set(compare(held, held).changes) <= {"same"}
