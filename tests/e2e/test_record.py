"""A conversation is recorded from the command line, and said again by the recording."""

import json
from pathlib import Path

from tests.e2e.serving.test_serve import Run, serving, stop


def words(stdout: str) -> list[object]:
    """Return what a run said, without what is new each time."""
    told = []
    for line in map(json.loads, stdout.splitlines()):
        told.append((line["event"], line.get("state"), line.get("parts")))
    return told


def test_what_was_recorded_is_said_again(tmp_path: Path, called: Run) -> None:
    file, profile = tmp_path / "talk.jsonl", tmp_path / "desk"
    token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ."
    with serving(tmp_path) as (base, process, _):
        asked = ("ask", "--agent", base, "--json", "--profile", profile, "--record", file, "3")
        first = called(*asked)
        assert first.returncode == 0, first.stderr
        refused = called(*asked)
        assert refused.returncode == 2
        assert "already" in refused.stderr
        secret = called(
            *("ask", "--agent", base, "--profile", profile),
            *("--record", tmp_path / "secret.jsonl", f"Bearer {token}"),
        )
        assert secret.returncode in (0, 1)
        assert stop(process) == 0
    assert token not in (tmp_path / "secret.jsonl").read_text()
    methods = [json.loads(line)["method"] for line in file.read_text().splitlines()]
    assert "SendStreamingMessage" in methods
    again = called(
        *("ask", "--agent", f"replay://{file}?speed=0", "--json"),
        *("--profile", tmp_path / "other", "anything"),
    )
    assert again.returncode == 0, again.stderr
    assert words(again.stdout) == words(first.stdout)
