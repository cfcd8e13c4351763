"""`balance-desk log …` and `balance-desk search` say what there is, as words or as JSON lines."""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.commands import logs, search
from app.errors import BadInput
from app.stream_log import LogSettings, StreamLogger, get_stream, tail
from app.stream_log.log_settings import load_settings
from app.terminal.plain_text import printable

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(profile: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    logs.add_commands(commands)
    search.add_commands(commands)

    def carry(*arguments: str) -> tuple[int, str, str]:
        given = parser.parse_args([*arguments, "--profile", str(profile)])
        module: Any = logs if given.command == "log" else search
        code = module.run(given.profile, given)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return carry


@pytest.fixture
def talked(profile: Path) -> list[str]:
    with StreamLogger(profile / "conversations") as stream:
        first = stream.log(
            from_agent="user",
            to_agent="data",
            msg_type="request",
            content="지난달 승률을 알려줘\x1b[2J",
            metadata={"context_id": "c1", "message_id": "m1"},
        )
        second = stream.log(
            from_agent="data",
            to_agent="user",
            msg_type="response",
            content="승률은 53 %입니다.",
            parent_id=first,
            metadata={"context_id": "c1", "task_id": "T1"},
        )
        third = stream.log(from_agent="pm", msg_type="decision", content={"next": ["qa"]})
    return [first, second, third]


def objects(out: str) -> list[Any]:
    return [json.loads(line) for line in out.splitlines()]


def test_the_log_is_told_as_opentelemetry_has_it(run: Run, talked: list[str]) -> None:
    code, out, _ = run("log", "show", "--otlp")
    assert code == 0 and "승률" not in out, "contents only where they are wanted"
    (whole,) = map(json.loads, out.splitlines())
    records = whole["resourceLogs"][0]["scopeLogs"][0]["logRecords"]
    assert [one["eventName"] for one in records] == [
        "balance_desk.request", "balance_desk.response", "balance_desk.decision",
    ]  # fmt: skip
    told = {one["key"]: one["value"]["stringValue"] for one in records[1]["attributes"]}
    assert told["gen_ai.agent.name"] == "data" and told["gen_ai.conversation.id"] == "c1"
    assert told["balance_desk.record.parent_id"] == talked[0]
    _, shown, _ = run("log", "show", "--json")
    at = datetime.fromisoformat(json.loads(shown.splitlines()[1])["t"]).replace(tzinfo=UTC)
    assert abs(int(records[1]["timeUnixNano"]) - at.timestamp() * 1e9) < 1_000
    _, out, _ = run("log", "show", "--otlp", "--contents", "--type", "decision")
    assert '"body": {"stringValue": "{\\"next\\"' in out


def test_show_prints_the_day_and_no_terminal_commands(run: Run, talked: list[str]) -> None:
    code, out, _ = run("log", "show")
    assert code == 0 and "user → data  request" in out and "승률은 53 %입니다." in out
    assert "\x1b" not in out and "\\x1b[2J" in out
    _, out, _ = run("log", "show", "--json")
    assert [message["id"] for message in objects(out)] == talked
    assert objects(out)[2]["content"] == {"next": ["qa"]}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--agent", "data"], [1]),
        (["--with", "data"], [0, 1]),
        (["--type", "decision"], [2]),
        (["--conversation", "c1"], [0, 1]),
        (["--task", "T1"], [1]),
        (["--limit", "1"], [2]),
        (["--date", "2020-01-01"], []),
        (["--from", "2020-01-01"], [0, 1, 2]),
        (["--from", "2020-01-01", "--to", "2020-01-02"], []),
        (["--raw"], [0, 1, 2]),
    ],
)
def test_show_is_narrowed(
    run: Run, talked: list[str], options: list[str], expected: list[int]
) -> None:
    _, out, _ = run("log", "show", "--json", *options)
    assert [message["id"] for message in objects(out)] == [talked[n] for n in expected]


def test_days_that_are_none_are_refused_in_words(run: Run, talked: list[str]) -> None:
    with pytest.raises(BadInput, match="YYYY-MM-DD"):
        run("log", "show", "--date", "2026-02-30")
    with pytest.raises(BadInput, match="one day"):
        run("log", "show", "--date", "2026-01-01", "--to", "2026-01-02")


@pytest.mark.parametrize("words", [("log", "show"), ("log", "tail"), ("search", "승률")])
def test_a_type_that_is_none_is_refused(run: Run, talked: list[str], words: tuple[str]) -> None:
    with pytest.raises(SystemExit):
        run(*words, "--type", "reponse")


def test_tail_and_chain(run: Run, talked: list[str]) -> None:
    _, out, _ = run("log", "tail", "-n", "2", "--json")
    assert [message["id"] for message in objects(out)] == talked[1:]
    _, out, _ = run("log", "chain", talked[1], "--json")
    assert [message["id"] for message in objects(out)] == talked[:2]
    with pytest.raises(BadInput, match="no message"):
        run("log", "chain", "msg_1")


def test_a_damaged_line_is_told_on_stderr(
    run: Run, talked: list[str], profile: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (path,) = (profile / "conversations" / "stream").glob("*.jsonl")
    with path.open("ab") as file:
        file.write(b"\0\0\0\n")
    code, out, err = run("log", "show", "--json")
    assert code == 0 and len(objects(out)) == 3
    assert "line 4" in err and "NUL" in err


def test_archive_verify_and_stats(run: Run, talked: list[str], profile: Path) -> None:
    _, out, _ = run("log", "archive", "--dry-run", "--json")
    assert objects(out)[0]["moved"] == []
    _, out, _ = run("log", "archive", "--json")
    assert len(objects(out)[0]["task_files"]) == 1
    code, out, err = run("log", "verify")
    assert code == 0 and "chain = true" in err
    _, out, _ = run("log", "verify", "--json")
    assert objects(out)[-1]["alterations"] == 0
    _, out, _ = run("log", "stats", "--json")
    assert objects(out)[0]["records"] == 3
    _, out, _ = run("log", "stats", "--rebuild")
    assert "decision" in out


def test_verify_fails_with_the_line(run: Run, profile: Path) -> None:
    with StreamLogger(profile / "conversations", settings=LogSettings(chain=True)) as stream:
        for number in range(3):
            stream.log(from_agent="a", msg_type="request", content=f"n{number}")
        (path,) = stream.files.stream.glob("2*.jsonl")
    path.write_bytes(path.read_bytes().replace(b"n1", b"n7"))
    code, out, _ = run("log", "verify")
    assert code == 1 and "line 2" in out
    code, out, _ = run("log", "verify", "--json")
    assert code == 1 and objects(out)[0]["line"] == 2


@pytest.mark.parametrize("action", ["show", "tail", "archive", "verify", "stats"])
def test_looking_makes_no_profile(run: Run, profile: Path, action: str) -> None:
    code, out, err = run("log", action)
    assert (code, out) == (0, "") and "nothing was logged" in err
    assert run("search", "x")[0] == 0
    assert not profile.exists()


def test_following_begins_before_the_first_record(
    run: Run, profile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch, asked = tail.watch, [0]

    def ended() -> bool:
        asked[0] += 1
        if asked[0] == 1:
            assert not profile.exists()
            with StreamLogger(profile / "conversations") as stream:
                stream.log(from_agent="pm", msg_type="decision", content="the first")
        return asked[0] > 2

    monkeypatch.setattr(tail, "watch", lambda stream: watch(stream, ended=ended))
    code, out, err = run("log", "tail", "-f", "--json")
    assert (code, err) == (0, "")
    assert [message["content"] for message in objects(out)] == ["the first"]


def test_search_prints_hits_with_their_place(run: Run, talked: list[str]) -> None:
    _, out, _ = run("search", "승률", "--json")
    found = objects(out)
    assert {hit["id"] for hit in found} == set(talked[:2])
    (hit,) = [hit for hit in found if hit["id"] == talked[0]]
    assert (hit["context_id"], hit["message_id"], hit["task_id"]) == ("c1", "m1", None)
    assert [hit["snippet"][start:stop] for start, stop in hit["marks"]] == ["승률"]
    _, out, _ = run("search", "승률", "--type", "response")
    assert talked[1] in out and talked[0] not in out
    _, out, _ = run("search", "승률", "--agent", "data")
    assert talked[1] in out and talked[0] not in out
    _, out, _ = run("search", "승률", "--with", "data")
    assert talked[1] in out and talked[0] in out
    _, out, err = run("search", "승률", "--mode", "meaning")
    assert talked[1] in out and "spelling, not meaning" in err
    _, out, err = run("search", "없는말")
    assert out == "" and "nothing was found" in err
    _, out, _ = run("search", "승률", "--to", "2020-01-01")
    assert out == ""
    _, out, _ = run("search", "--rebuild", "승률", "--limit", "1")
    assert out.count("msg_") == 1
    with pytest.raises(BadInput):
        run("search", "승률", "--limit", "0")
    with pytest.raises(BadInput):
        run("search", " ")


def test_settings_of_the_log_are_read_and_checked(profile: Path) -> None:
    assert load_settings(profile) == LogSettings()
    profile.mkdir()
    file = profile / "settings.toml"
    file.write_text('[log]\ndurability = "group"\nchain = true\narchive_after_days = 3\n')
    assert load_settings(profile) == LogSettings(
        durability="group", chain=True, archive_after_days=3
    )
    for line in ('durability = "fast"', 'chain = "yes"', "session_bytes = 5", "record_bytes = 1.5"):
        file.write_text(f"[log]\n{line}\n")
        with pytest.raises(BadInput, match=line.split()[0]):
            load_settings(profile)


def test_the_profiles_log_is_one_object_in_its_folder(profile: Path) -> None:
    stream = get_stream(profile)
    assert get_stream(profile) is stream
    stream.log(from_agent="a", msg_type="request", content="x")
    today = datetime.now(UTC).date().isoformat()
    assert (profile / "conversations" / "stream" / f"{today}.jsonl").is_file()
    stream.close()


def test_text_of_others_does_nothing_to_a_terminal() -> None:
    assert printable("a\x1b]0;x\x07b\u202e") == "a\\x1b]0;x\\x07b\\u202e"
    assert printable("한글 ñ \t👩\u200d💻") == "한글 ñ \t👩\u200d💻"


def test_the_arguments_are_known_without_the_log() -> None:
    code = (
        "import sys, app.commands.logs, app.commands.search\n"
        "heavy = ('app.stream_log', 'app.search.', 'pydantic')\n"
        "print([name for name in sys.modules if name.startswith(heavy)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
