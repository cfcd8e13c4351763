import csv
import io
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale

from gui.blocks.result_data import csv_bytes, read_result
from gui.blocks.result_model import count_words

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=12,
)


@given(json_values)
def test_anything_is_read_or_refused(value: object) -> None:
    read_result(value)  # type: ignore[arg-type]


@given(json_values, json_values, json_values)
def test_anything_in_its_fields_is_read(columns: object, rows: object, source: object) -> None:
    data = {"columns": columns, "rows": rows, "source": source, "warnings": rows}
    table = read_result(data)  # type: ignore[arg-type]
    if table is not None:
        assert all(len(row) == len(table.columns) for row in table.rows)
        csv_bytes(table)


def test_a_result_keeps_whole_numbers_whole() -> None:
    big = 2**63 - 1
    table = read_result(
        {
            "columns": [{"name": "games", "label": "Games", "type": "integer"}, "map"],
            "rows": [[big, "Ever Dream"], [2], {"games": 3, "map": "x"}],
            "row_count": 10,
            "warnings": ["few games", {"text": "mirrors"}, 4],
            "source": {"file": "a.csv", "sha256": "ab", "rows": 9},
        }
    )
    assert table is not None
    assert table.rows == ((big, "Ever Dream"), (2, None), (3, "x"))
    assert (table.row_count, table.warnings) == (10, ("few games", "mirrors"))
    assert (table.file, table.sha256, table.file_rows) == ("a.csv", "ab", 9)


def test_csv_holds_exact_values_and_no_formula() -> None:
    table = read_result(
        {"columns": ["a", "b"], "rows": [["=1+1", 0.1], ["한글, 쉼표", -5], [None, 2**60]]}
    )
    assert table is not None
    written = csv_bytes(table)
    assert written.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(written.decode("utf-8-sig"))))
    assert rows == [["a", "b"], ["'=1+1", "0.1"], ["한글, 쉼표", "-5"], ["", str(2**60)]]


def test_of_how_many_is_said_once() -> None:
    parts = ("group", "measure", "n", "numerator", "denominator", "measure", "denominator")
    columns = [{"name": f"c{at}", "part": part} for at, part in enumerate(parts)]
    rows = [["a", 0.5, 8, 4, 8, 0.5, 8], ["b", 0.25, 8, 2, 8, 0.25, 8]]
    table = read_result({"columns": columns, "rows": rows})
    assert table is not None
    assert [column.name for column in table.columns] == ["c0", "c1", "c2", "c3", "c5", "c6"]
    assert table.rows[0] == ("a", 0.5, 8, 4, 0.5, 8)
    rows[1][4] = 6
    whole = read_result({"columns": columns, "rows": rows})
    assert whole is not None and len(whole.columns) == 7


def test_a_figure_with_an_interval_tells_on_how_many_rows_it_rests() -> None:
    parts = ("group", "measure", "n", "measure", "low", "high", "n")
    columns: list[Any] = [{"name": f"c{at}", "part": part} for at, part in enumerate(parts)]
    table = read_result({"columns": columns, "rows": []})
    assert table is not None and table.counted == 6
    plain = read_result({"columns": columns[:4], "rows": []})
    assert plain is not None and plain.counted is None
    named = read_result({"columns": ["map", "games"], "rows": []})
    assert named is not None and named.counted is None, "a name says nothing"


def test_a_figure_is_found_as_it_is_read() -> None:
    columns: list[Any] = [{"name": "rate", "type": "rate"}, {"name": "t", "time": "seconds"}]
    table = read_result({"columns": columns, "rows": [[0.58604, 200], [0.5, 40]]})
    assert table is not None
    for words, found in (("58.6%", 1), ("3:20", 1), ("0.58604", 1), ("58.7%", 0)):
        assert count_words(table, words, QLocale("en")) == found, words


def test_a_moment_is_found_as_it_was_sent_and_as_it_is_read() -> None:
    columns: list[Any] = [{"name": "at", "time": "timestamp"}, "said"]
    rows: list[Any] = [["2026-03-01T08:15:00", "2026-04-02"], [None, 7]]
    table = read_result({"columns": columns, "rows": rows})
    assert table is not None
    for words, found in (("2026-03", 1), ("MAR 1, 2026 08:15", 1), ("2026-04", 1), ("Apr 2", 0)):
        assert count_words(table, words, QLocale("en")) == found, words
