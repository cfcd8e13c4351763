"""What is offered to click: only what can be computed and comes to something."""

import asyncio
from datetime import date
from pathlib import Path
from typing import Any

from agents.data.agent.offers import offers_of
from agents.data.dataset import open_dataset
from agents.data.dialogue.outcomes import QueryChoice


def choice(what: str = "", column: str = "", kind: str = "query", **query: Any) -> QueryChoice:
    edits = [{"edit": "ask", "query": query}]
    return QueryChoice.model_validate(
        {"kind": kind, "what": what, "column": column, "edits": edits}
    )


def test_only_what_comes_to_something_is_offered(tmp_path: Path) -> None:
    path = tmp_path / "shop.csv"
    path.write_text("city,price\nLima,1\nLima,2\nQuito,3\n")
    dataset = open_dataset(path)
    share = {"column": "price", "op": ">", "than": {
        "aggregate": "mean", "of": "price", "share": "all"}}  # fmt: skip
    choices = [
        choice(groups=[{"by": "city"}]),
        choice(groups=[{"by": "nowhere"}]),
        choice(where=share),
        choice(where={"column": "price", "op": ">", "values": [9]}),
        choice("Lima", "city", "value", where={"column": "city", "values": ["Lima"]}),
        choice("Lima", kind="value", where={"column": "city", "values": ["Lima"]}),
        choice("Zzz", kind="without"),
    ]  # fmt: skip
    found = asyncio.run(offers_of(choices, dataset, "en", date(2026, 1, 1)))
    dataset.close()
    assert [(one.label, one.rows) for one in found] == [
        ("Number of rows by city", 3), ("Lima (city)", 2), ("Lima", 2), ("Leave out “Zzz”", 3),
    ]  # fmt: skip
