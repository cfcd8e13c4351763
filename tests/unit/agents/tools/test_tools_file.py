"""file_tool: what it reads, in which codes, and what it refuses."""

import asyncio
import gzip
import os
import random
from pathlib import Path
from typing import Any

import pytest

from agents.shared_storage import SharedStorage
from agents.tools import text_file
from agents.tools.encodings import encoding_of
from agents.tools.file_tool import file_tool
from agents.tools.folders import AllowedFolders
from agents.tools.registry import ToolRegistry
from agents.tools.text_file import Cut, blocks, look_at
from app.errors import BadFile, BadInput

pytestmark = pytest.mark.anyio
TEXT = "한글 줄\nsecond line\n세 번째 줄\n"


def tools(*places: Path, **more: Any) -> ToolRegistry:
    return ToolRegistry([file_tool(AllowedFolders(places), **more)])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp949", "utf-16", "utf-32"])
@pytest.mark.parametrize("packed", [False, True])
async def test_text_is_read_in_any_code(tmp_path: Path, encoding: str, packed: bool) -> None:
    data = TEXT.encode(encoding)
    (tmp_path / "a.log").write_bytes(gzip.compress(data) if packed else data)
    registry = tools(tmp_path)
    assert await registry.call("file_tool", "read", {"path": "a.log"}) == TEXT
    assert await registry.call("file_tool", "head", {"path": "a.log", "lines": 1}) == "한글 줄"
    assert await registry.call("file_tool", "tail", {"path": "a.log", "lines": 1}) == "세 번째 줄"
    found = await registry.call("file_tool", "search", {"path": "a.log", "text": "줄"})
    assert found["count"] == 2 and found["lines"] == 3
    assert [one["line"] for one in found["matches"]] == [1, 3]


def test_codes_are_told_apart() -> None:
    assert encoding_of(b"plain")._asdict() == {"name": "utf-8", "guessed": False}
    assert encoding_of("서버 오류".encode("cp949"))._asdict() == {"name": "cp949", "guessed": True}
    assert encoding_of("only ascii\n".encode("utf-16-le")).name == "utf-16-le"
    assert encoding_of("caf\xe9 ol\xe9".encode("latin-1")).name in ("latin-1", "cp949")
    assert encoding_of(random.Random(1).randbytes(4096)) is None
    assert encoding_of(b"line one\nline two\n" + b"\0" * 8 + b"line three\n").name == "utf-8"
    assert encoding_of(b"\x7fELF" + b"\0" * 60) is None


async def test_the_end_of_a_long_file_is_read_from_its_end(tmp_path: Path) -> None:
    lines = [f"{number:06} " + "x" * (number % 300) for number in range(30_000)]
    (tmp_path / "a.log").write_text("\n".join(lines))
    got = await tools(tmp_path).call("file_tool", "tail", {"path": "a.log", "lines": 700})
    assert got == "\n".join(lines[-700:])


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("missing.log", "file_missing"),
        ("folder", "file_is_folder"),
        ("empty.log", "file_empty"),
        ("program", "file_binary"),
        ("damaged.gz", "file_gzip"),
        ("large.log", "file_too_large"),
        ("pipe", "file_not_regular"),
        ("link", "file_not_allowed"),
        ("../outside.log", "file_not_allowed"),
        ("/etc/hostname", "file_not_allowed"),
        ("/etc/there-is-no-such-file", "file_not_allowed"),
        ("loop", "file_missing"),
        ("a\0b", "file_missing"),
    ],
)
async def test_what_cannot_be_read_is_said(tmp_path: Path, path: str, key: str) -> None:
    inside = tmp_path / "inside"
    (inside / "folder").mkdir(parents=True)
    (inside / "empty.log").touch()
    (inside / "program").write_bytes(b"\x7fELF\x02\x01\x01" + b"\0" * 500)
    (inside / "damaged.gz").write_bytes(gzip.compress(TEXT.encode() * 999)[:-40])
    (inside / "large.log").write_text("x" * 2_000)
    os.mkfifo(inside / "pipe")
    (tmp_path / "outside.log").write_text("secret")
    (inside / "link").symlink_to(tmp_path / "outside.log")
    (inside / "loop").symlink_to(inside / "loop")
    with pytest.raises(BadFile) as refused:
        await tools(inside, size_cap=1_000).call("file_tool", "read", {"path": path})
    assert refused.value.reason == key


async def test_a_folder_is_listed_without_what_leads_out_of_it(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "b.log").write_text("12345")
    (inside / "a.log").write_text("1")
    (inside / "c.txt").write_text("1")
    (inside / "out.log").symlink_to("/etc/hostname")
    found = await tools(inside).call("file_tool", "list", {"pattern": "*.log"})
    assert [(one["name"], one["size"]) for one in found["entries"]] == [("a.log", 1), ("b.log", 5)]


async def test_a_single_file_can_be_allowed(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("yes")
    (tmp_path / "b.log").write_text("no")
    registry = tools(tmp_path / "a.log")
    assert await registry.call("file_tool", "read", {"path": "a.log"}) == "yes"
    with pytest.raises(BadFile):
        await registry.call("file_tool", "read", {"path": "b.log"})


def test_a_file_that_grows_is_read_up_to_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(b"one\ntwo\nthr")
    with path.open("rb") as file:
        look = look_at(path, file)
        assert look.growing
        with path.open("ab") as more:
            more.write(b"ee\nfour\n")
        assert "".join(text for text, _ in blocks(look, file)) == "one\ntwo\n"
    with path.open("rb") as file:
        look = look_at(path, file)
        os.truncate(path, 4)
        with pytest.raises(BadFile, match="cut off"):
            list(blocks(look, file))


async def test_parameters_are_checked_and_named(tmp_path: Path) -> None:
    registry = tools(tmp_path)
    for given in ({}, {"path": "a", "lines": 0}, {"path": "a", "lines": "many"}, {"file": "a"}):
        with pytest.raises(BadInput) as refused:
            await registry.call("file_tool", "head", given)
        assert refused.value.reason == "tool_parameters"
    with pytest.raises(BadInput, match="no action"):
        await registry.call("file_tool", "delete", {})
    with pytest.raises(BadInput, match="no tool"):
        await registry.call("other", "read", {})


def test_tools_describe_themselves(tmp_path: Path) -> None:
    described = tools(tmp_path).describe()
    assert {one["action"] for one in described} == {
        "read", "head", "tail", "list", "search", "inspect",
    }  # fmt: skip
    assert all(one["effects"] == ["reads files"] for one in described)
    assert all("\n" not in one["description"] for one in described)
    head = next(one for one in described if one["action"] == "head")
    assert head["parameters"]["properties"]["lines"]["maximum"] == 10_000


async def test_a_step_is_recorded_whether_it_succeeds_or_not(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("yes")
    storage = SharedStorage()
    storage.start_session("q", ["read"])
    registry = tools(tmp_path)
    assert await registry.step(storage, "file_tool", "read", {"path": "a.log"}) == "yes"
    with pytest.raises(BadFile):
        await registry.step(storage, "file_tool", "read", {"path": "b.log"})
    first, second = storage.get_results()
    assert (first["executor"], first["action"], first["output"]) == ("file_tool", "read", "yes")
    assert (second["status"], second["output"]) == ("error", None)
    assert "There is no file" in str(second["error_message"])
    assert storage.details[0]["seconds"] is not None


async def test_a_canceled_search_ends(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("line of text\n" * 2_000_000)
    work = asyncio.create_task(
        tools(tmp_path).call("file_tool", "search", {"path": "a.log", "text": "none"})
    )
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_line_is_read_up_to_its_longest_and_its_rest_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    monkeypatch.setattr(text_file, "LONGEST_LINE", 8)
    draw = random.Random(3)
    path = tmp_path / "a.log"
    for _ in range(400):
        lines = ["".join(draw.choices("ab가", k=draw.randrange(20))) for _ in range(6)]
        text = "start\n" + "\n".join(lines) + draw.choice(("", "\n", "\nend"))
        path.write_bytes(text.encode(encoding))
        size = 1 if encoding == "utf-16" else len("가".encode())
        cut = Cut()
        with path.open("rb") as file:
            found = blocks(look_at(path, file), file, most=draw.randrange(1, 30), cut=cut)
            read = "".join(block for block, _ in found).split("\n")
        whole = text.split("\n")
        assert len(read) - len(whole) in (0, 1)  # the last one has an end if it was cut
        lengths = [sum(size if one == "가" else 1 for one in line) for line in whole]
        assert cut.lines == sum(length > 8 for length in lengths)
        for line, short, length in zip(whole, read, lengths, strict=False):
            left = sum(size if one == "가" else 1 for one in short)
            assert line.startswith(short) and (line == short if length <= 8 else 5 < left <= 8)
            cut.rest -= length - left
        assert cut.rest == 0
