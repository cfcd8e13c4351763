"""The contract of engines, over the one that needs no server; tests/live has the others."""

from tests.query_contract import assert_hands_over_all_rows, assert_only_reads, assert_same_rows
from tests.query_engines import on_duckdb


def test_the_same_query_gives_the_same_rows() -> None:
    assert_same_rows(on_duckdb, queries=50)


def test_an_engine_only_reads() -> None:
    assert_only_reads(on_duckdb)


def test_all_rows_are_handed_over() -> None:
    assert_hands_over_all_rows(on_duckdb)
