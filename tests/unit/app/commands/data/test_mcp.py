"""The tools that MCP clients are given over open tables."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp.server", reason="the extra mcp is not installed")

from mcp.server.mcpserver.exceptions import ToolError

from agents.data.dataset import open_dataset
from app.cli import main
from app.commands.data.mcp import server_of
from app.commands.data.mcp_said import add_asking, add_search


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Any]:
    path = tmp_path / "towns.csv"
    path.write_text("city,people\nLyon,500\nNice,300\nLyon,200\n")
    dataset = open_dataset(path)
    yield server_of({"towns": dataset}, "en")
    dataset.close()


def said(server: Any, tool: str, **given: Any) -> Any:
    """What a tool returns as a value."""
    return asyncio.run(server.call_tool(tool, given)).structured_content


def test_the_tools_only_read(server: Any) -> None:
    tools = asyncio.run(server.list_tools())
    assert {one.name for one in tools} == {"profile", "query", "values"}
    assert all(one.annotations.read_only_hint for one in tools)


def test_a_profile_a_query_and_values(server: Any) -> None:
    assert said(server, "profile", table="towns")["rows"] == 3
    query = {"measures": [{"aggregate": "sum", "of": "people"}], "groups": [{"by": "city"}]}
    found = said(server, "query", table="towns", query=query)
    assert [row[0] for row in found["rows"]] == ["Lyon", "Nice"]
    assert "SELECT" in found["sql"]
    assert said(server, "values", table="towns", column="city", like="ly") == {"result": ["Lyon"]}


def test_each_table_of_a_file_can_be_asked(tmp_path: Path) -> None:
    (tmp_path / "visits.csv").write_text("visit,town_id\n1,a\n2,b\n3,a\n")
    (tmp_path / "towns.csv").write_text("id,people\na,500\nb,300\n")
    with closing(open_dataset(tmp_path)) as dataset:
        server = server_of({"shop": dataset}, "en")
        names = [one["name"] for one in said(server, "profile", table="shop#towns")["columns"]]
        assert names == ["id", "people"]
        query = {"measures": [{"aggregate": "sum", "of": "people"}]}
        assert said(server, "query", table="shop#towns", query=query)["rows"][0][0] == 800
        assert said(server, "values", table="shop#towns", column="id") == {"result": ["a", "b"]}
        assert said(server, "profile", table="shop")["table"] == "visits"
        assert "shop#visits" in server.instructions


def test_what_was_said_and_agents_are_open_only_where_it_was_started_so(profile: Path) -> None:
    server = server_of({}, "en")
    assert asyncio.run(server.list_tools()) == []
    add_search(server, profile)
    assert said(server, "search", query="terran") == {"result": []}
    add_asking(server, profile, ["echo"], "en")
    first = said(server, "ask", agent="echo", question="hello Terran")
    assert "hello Terran" in first["answer"]
    again = said(server, "ask", agent="echo", question="more", conversation=first["conversation"])
    assert again["conversation"] == first["conversation"]
    found = said(server, "search", query="terran", agent="echo")["result"]
    assert found and {one["conversation"] for one in found} == {first["conversation"]}
    whole = said(server, "chain", message=found[0]["id"])["result"]
    assert [one["type"] for one in whole] == ["request", "response"]
    with pytest.raises(ToolError, match="There are: echo"):
        said(server, "ask", agent="data", question="Terran")
    with pytest.raises(ToolError, match="no message"):
        said(server, "chain", message="msg_x")


def test_nothing_to_serve_is_told(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp", "--profile", str(profile)]) == 2
    assert "--data FILE, --search, --agent NAME" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("query", {"query": {"measures": [{"aggregate": "sum", "of": "price"}]}}),
        ("query", {"query": {"sql": "DROP TABLE towns"}}), ("values", {"column": "price"}),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told(server: Any, tool: str, given: dict[str, Any]) -> None:
    with pytest.raises(ToolError):
        said(server, tool, table="towns", **given)
