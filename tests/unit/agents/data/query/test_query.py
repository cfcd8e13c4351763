"""A query that does not hang together is none; what is wrong with it is said."""

from typing import Any

import pytest
from pydantic import ValidationError

from agents.data.query.query import Query, why_no_query


def rows_where(**test: Any) -> dict[str, Any]:
    return {"where": {"column": "x", **test}}


def measured(**measure: Any) -> dict[str, Any]:
    return {"measures": [measure]}


def by(**group: Any) -> dict[str, Any]:
    return {"groups": [{"by": "x", **group}]}


MANY = {"column": "y", "op": "empty"}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (by(by={"function": "+", "args": ["x"]}), "+ takes 2 operands"),
        (by(by={"function": "row", "args": ["x"]}), "row takes 0 operands"),
        (by(by={"function": "abs", "args": ["x", "y"]}), "abs takes 1 operands"),
        (by(by={"function": "abs", "args": ["x"], "same": ["y"]}), "where and same go with next"),
        (by(by={"function": "abs", "args": ["x"], "where": MANY}), "where and same go with next"),
        (rows_where(op="during", span={}), "a span has ends, or a unit"),
        (rows_where(op="during", span={"start": "2024", "unit": "day"}), "a span has ends"),
        (rows_where(op="during", span={"unit": "day", "count": 0}), "count must be positive"),
        (rows_where(op="empty", values=["a"]), "empty takes no value"),
        (rows_where(op="during", values=["2024"]), "during takes a span"),
        (rows_where(op="during", span={"start": "2024"}, other="y"), "during takes a span"),
        (rows_where(), "give values, other or than"),
        (rows_where(values=["a"], other="y"), "give values, other or than"),
        (rows_where(values=["a"], span={"start": "2024"}), "give values, other or than"),
        (rows_where(op="between", values=[1]), "between takes two values"),
        (rows_where(values=[1, 2]), "= takes one value"),
        (rows_where(op="contains", values=["a", "b"]), "contains takes one value"),
        (measured(aggregate="mean"), "mean needs what it is of"),
        (measured(aggregate="correlation", of="x"), "other goes with correlation"),
        (measured(aggregate="mean", of="x", other="y"), "other goes with correlation"),
        (measured(aggregate="quantile", of="x"), "q goes with quantile"),
        (measured(aggregate="median", of="x", q=0.5), "q goes with quantile"),
        (measured(aggregate="sum", of="x", weight="y"), "only a mean is weighed"),
        (measured(share="rows"), "a rate needs the rows that it counts"),
        (measured(estimator="skill"), "only a rate is fitted"),
        (by(grain="day", cycle="weekday"), "give one of grain, cycle, bins and width"),
        (by(bins=3, width=2), "give one of grain, cycle, bins and width"),
        ({"order": [{}]}, "an order is by a measure, a group or a column"),
        ({"order": [{"measure": 0, "group": 0}]}, "an order is by a measure, a group or a column"),
        ({"rows": True, **by()}, "rows themselves have no measures, groups"),
        ({"columns": ["x"]}, "columns and distinct go with rows"),
        ({"distinct": True}, "columns and distinct go with rows"),
        ({"order": [{"column": "x"}]}, "rows are ordered by a column"),
        ({"rows": True, "order": [{"measure": 0}]}, "rows are ordered by a column"),
        ({"windows": [{"kind": "rank", "measure": 1}]}, "there is no measure at that place"),
        ({"having": [{"measure": 1, "value": 3}]}, "there is no measure at that place"),
        ({"sql": "DROP TABLE x"}, "Extra inputs are not permitted"),
        ({"per": {"group": 0}}, "there is no group at that place"),
        ({"order": [{"group": 0}]}, "there is no group at that place"),
    ],
)  # fmt: skip
def test_what_does_not_hang_together_is_said(given: dict[str, Any], why: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Query.model_validate(given)
    assert why in str(refused.value)
    assert "Value error" not in why_no_query(refused.value)


@pytest.mark.parametrize(
    "given",
    [
        by(by={"function": "row", "args": []}),
        by(by={"function": "next", "args": ["x"], "same": ["y"], "where": MANY}),
        rows_where(op="not empty"),
        rows_where(op="in", values=[1, 2, 3]),
        rows_where(op="<", than={"aggregate": "mean", "of": "x"}),
        measured(metric="m"),
        measured(share="rows", where=MANY, estimator="skill"),
        measured(aggregate="mean", of="x", weight="y"),
        {"rows": True, "columns": ["x"], "distinct": True, "order": [{"column": "x"}]},
        {**by(), "per": {"group": 0}, "order": [{"group": 0}], "windows": [{"kind": "rank"}]},
    ],
)  # fmt: skip
def test_what_hangs_together_is_a_query(given: dict[str, Any]) -> None:
    query = Query.model_validate(given)
    assert Query.model_validate_json(query.model_dump_json(by_alias=True)) == query
