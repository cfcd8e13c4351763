"""`balance-desk runs`: listed, shown and exported, also while they go on or are damaged."""

import json
from pathlib import Path
from typing import Any

import pytest

from agents.shared_storage import SharedStorage
from app.cli import main


def ran(profile: Path, query: str, *, end: bool = True, context: str = "c1") -> str:
    storage = SharedStorage(runs=profile / "runs")
    origin = {"agent": "logs", "context_id": context, "task_id": "t1"}
    session_id = storage.start_session(query, ["읽기", "분석"], origin=origin)
    storage.add_result(
        executor="file_tool", executor_type="tool", action="read", input_data={"path": "a.log"},
        output="line one\nline two \x1b[31m", seconds=0.25,
    )  # fmt: skip
    storage.advance_step()
    storage.add_result(
        executor="logs", executor_type="agent", action="analyse",
        input_data={"content": "line one\nline two \x1b[31m"}, output=None, status="error",
        error_message="cannot\x1b[2J",
    )  # fmt: skip
    if end:
        storage.complete_session("done", status="failed")
    storage.close()
    return session_id


def told(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[Any], str]:
    code = main([str(argument) for argument in arguments])
    out = capsys.readouterr()
    return code, [json.loads(line) for line in out.out.splitlines()], out.err


def test_runs_are_listed_shown_and_exported(
    profile: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    first, second = ran(profile, "첫 질문"), ran(profile, "two", end=False, context="c2")
    code, lines, _ = told(capsys, "runs", "list", "--json", "--profile", profile)
    assert code == 0
    assert {one["session_id"]: one["status"] for one in lines} == {
        first: "failed", second: "interrupted",
    }  # fmt: skip
    _, lines, _ = told(
        capsys, "runs", "list", "--json", "--conversation", "c2", "--profile", profile
    )
    assert [one["session_id"] for one in lines] == [second]

    _, lines, _ = told(capsys, "runs", "show", first[:6], "--json", "--profile", profile)
    assert [one["event"] for one in lines] == ["run", "result", "result", "end"]
    assert lines[1]["output"] == "line one\nline two \x1b[31m"
    assert lines[2]["sources"] == {"content": 1}

    main(["runs", "show", first, "--profile", str(profile)])
    shown = capsys.readouterr().out
    assert "content: the output of result 1" in shown and "0.250 s" in shown
    assert "\x1b" not in shown, "what an agent wrote drives no terminal"

    out = tmp_path / "run.json"
    assert main(["runs", "export", first, "--out", str(out), "--profile", str(profile)]) == 0
    whole = json.loads(out.read_text("utf-8"))
    assert whole["user_query"] == "첫 질문" and len(whole["results"]) == 2


def test_large_outputs_are_summarised_and_whole_in_json(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    storage = SharedStorage(runs=profile / "runs")
    run = storage.start_session("비교", ["표 읽기", "logs: check " + "x" * 80, "later"])
    rows = [[f"v{n}", n] for n in range(500)]
    output = {"columns": [{"name": "map", "label": "Map"}, {"name": "games"}], "rows": rows}
    storage.add_result(
        executor="table_tool", executor_type="tool", action="query",
        input_data={"sql": "SELECT " + "a, " * 400}, output=output,
    )  # fmt: skip
    storage.advance_step()
    storage.add_result(
        executor="logs", executor_type="agent", action="ask",
        input_data={"text": "that day", "from": [output], "all": output, "names": list("abcdefgh")},
        output={"text": "**12** errors", "found": None, "whole": True},
    )  # fmt: skip
    storage.complete_session("**Done**\x1b[2J" + "." * 3_000)
    storage.close()
    assert main(["runs", "show", run, "--profile", str(profile)]) == 0
    shown = capsys.readouterr().out
    lines = shown.splitlines()
    assert max(map(len, lines[:-2])) < 160
    assert "{" not in shown and "\x1b" not in shown
    assert "    out  a table of 500 rows: Map, games" in lines
    assert "    in   from: the output of result 1" in lines
    assert "    in   all: the output of result 1" in lines
    assert "    in   names: a, b, c, d, … 4 more" in lines
    assert "    out  found: nothing" in lines
    assert any(line.startswith("   3. later") and "not done" in line for line in lines)
    assert "Done\\x1b" in shown and "more characters: --json has all" in shown
    _, told_all, _ = told(capsys, "runs", "show", run, "--json", "--profile", profile)
    assert told_all[1]["output"] == output


def test_a_run_that_goes_on_says_so(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    storage = SharedStorage(runs=profile / "runs")
    storage.start_session("now", ["a"])
    _, lines, _ = told(capsys, "runs", "list", "--json", "--profile", profile)
    assert [one["status"] for one in lines] == ["running"]
    storage.close()


def test_a_foreign_file_hides_no_run(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session_id = ran(profile, "q")
    (profile / "runs" / "other.jsonl").write_text("not json\n")
    code, lines, said = told(capsys, "runs", "list", "--json", "--profile", profile)
    assert code == 1 and "other.jsonl" in said
    assert [one["session_id"] for one in lines] == [session_id]


@pytest.mark.parametrize("given", ["nothing", "../desk", "a*"])
def test_an_unknown_run_is_told(
    profile: Path, capsys: pytest.CaptureFixture[str], given: str
) -> None:
    assert main(["runs", "show", given, "--profile", str(profile)]) == 2
    assert given in capsys.readouterr().err


def test_an_empty_profile_has_no_runs(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runs", "list", "--profile", str(profile)]) == 0
    assert "no runs" in capsys.readouterr().err


def test_an_interrupted_run_is_resumed_where_it_was(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "till.log"
    log.write_text("2026-03-14 08:00:00 ERROR [till] card refused\n" * 7)
    profile.mkdir(parents=True)
    (profile / "settings.toml").write_text(f'[tools]\nfolders = ["{tmp_path}"]\n')
    asked = ["ask", "--agent", "logs", "--context", "c1", "--profile", str(profile)]
    assert main([*asked, f"how many errors in {log}?"]) == 0
    capsys.readouterr()
    (path,) = (profile / "runs").glob("*.jsonl")
    lines = path.read_text("utf-8").splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if '"action":"query"' in line)
    path.write_text("".join(lines[:at]), "utf-8")  # killed before the query
    _, told_lines, _ = told(capsys, "runs", "list", "--json", "--profile", profile)
    assert [one["status"] for one in told_lines] == ["interrupted"]
    assert main(["runs", "resume", path.stem, "--profile", str(profile)]) == 0
    assert "7" in capsys.readouterr().out
    _, told_lines, _ = told(capsys, "runs", "show", path.stem, "--json", "--profile", profile)
    assert told_lines[0]["status"] == "completed"
    assert [one["step"] for one in told_lines[1:-1]] == [1, 2, 3, 4, 5], "no step was done twice"
    assert main(["runs", "resume", "nothing", "--profile", str(profile)]) == 2


def test_a_run_is_exported_as_spans_that_opentelemetry_reads(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    storage = SharedStorage(runs=profile / "runs")
    run = storage.start_session("secret question", ["읽기", "분석"], origin={"agent": "logs"})
    storage.add_result(
        executor="file_tool", executor_type="tool", action="read", input_data={"path": "x"},
        output="secret text", seconds=0.25,
    )  # fmt: skip
    storage.advance_step()
    storage.add_result(
        executor="logs", executor_type="agent", action="analyse", input_data={}, output=None,
        status="error", error_message="no disk",
    )  # fmt: skip
    storage.complete_session("failed", status="failed")
    storage.close()
    out = tmp_path / "spans.json"
    words = [
        "runs",
        "export",
        run,
        "--format",
        "otlp",
        "--out",
        str(out),
        "--profile",
        str(profile),
    ]
    assert main(words) == 0
    text = out.read_text("utf-8")
    assert "secret" not in text, "contents only where they are wanted"
    whole = json.loads(text)
    root, tool, agent = whole["resourceSpans"][0]["scopeSpans"][0]["spans"]
    assert [span["name"] for span in (root, tool, agent)] == [
        "invoke_agent logs", "execute_tool file_tool.read", "invoke_agent logs",
    ]  # fmt: skip
    for span in (root, tool, agent):
        assert span["traceId"] == root["traceId"] and len(bytes.fromhex(span["traceId"])) == 16
        assert len(bytes.fromhex(span["spanId"])) == 8
    assert tool["parentSpanId"] == agent["parentSpanId"] == root["spanId"] != tool["spanId"]
    assert int(tool["endTimeUnixNano"]) - int(tool["startTimeUnixNano"]) == 250_000_000
    assert (root["status"]["code"], tool["status"]["code"]) == (2, 1)
    assert agent["status"] == {"code": 2, "message": "no disk"}
    attributes = {one["key"]: one["value"] for one in tool["attributes"]}
    assert attributes["gen_ai.tool.name"] == {"stringValue": "file_tool.read"}
    assert attributes["balance_desk.step"] == {"intValue": "1"}
    assert main([*words, "--contents"]) == 0
    assert "secret text" in out.read_text("utf-8")
