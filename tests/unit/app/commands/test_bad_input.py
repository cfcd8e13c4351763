"""What a person gets who asks for what cannot be: one plain line and an exit code, no traceback.

The command line is called in this process; that the program starts as one is tested in tests/e2e.
"""

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app import cli

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Said]:
    """Run the command line; return its exit code, and what it wrote to either stream."""
    monkeypatch.chdir(tmp_path)
    mask, root = os.umask(0o077), logging.getLogger()
    handlers, level = list(root.handlers), root.level

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = cli.main(arguments)
        except SystemExit as ended:
            code = int(ended.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    yield run
    root.handlers[:] = handlers
    root.setLevel(level)
    os.umask(mask)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["ask", "hi", "--timeout", "soon"], 2, "soon"),
        (["ask", "hi", "--timeout", "-1"], 2, "-1"),
        (["ask", "hi", "--data", "no-such.csv"], 2, "no-such.csv"),
        (["ask", "hi", "--data", "empty"], 2, "folder"),
        (["ask", "hi", "--data", "x.csv", "--agent", "echo"], 2, "--data"),
        (["ask", "hi", "--as-of", "soon"], 2, "soon"),
        (["ask", "hi", "--agent", "nobody"], 3, "nobody"),
        (["ask", "hi", "--agent", "https://agent.invalid/"], 3, "https://agent.invalid/"),
        (["ask", " ", "--agent", "echo"], 2, "nothing to send"),
        (["ask", "hi", "--agent", "echo", "--metadata", '{"k": NaN}'], 2, "--metadata is no JSON"),
        (["call", "GetTask", '{"id": "\\ud800"}', "--agent", "echo"], 2, "JSON is no JSON"),
        (["query", "x.csv", "no.json"], 2, "no.json cannot be read: No such file or directory.\n"),
        (["agents", "add"], 2, "address"),
        (["agents", "add", "nonsense"], 2, "nonsense"),
        (["agents", "remove", "data"], 2, "data"),
        (["nonsense"], 2, "nonsense"),
    ],
)
def test_bad_input_is_one_plain_line(
    tmp_path: Path, arguments: list[str], code: int, words: str, said: Said
) -> None:
    (tmp_path / "empty").mkdir()
    ended, out, err = said(*arguments, "--profile", str(tmp_path))
    assert (ended, out) == (code, ""), err
    assert words in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--agent", "echo", "--http", "nonsense"], "HOST:PORT"),
        (["--agent", "echo", "--http", "127.0.0.1:99999"], "HOST:PORT"),
        (["--agent", "nobody", "--http", "127.0.0.1:0"], "nobody"),
        (["--agent", "no.such:thing", "--http", "127.0.0.1:0"], "no.such"),
        (["--agent", "echo", "--agent", "echo", "--http", "127.0.0.1:0"], "same path"),
        (["--agent", "logs", "--http", "127.0.0.1:0"], "logs:FILE"),
        (["--agent", "logs:/none.log", "--http", "127.0.0.1:0"], "/none.log"),
        (["--agent", "echo", "--data", "a.csv", "--http", "127.0.0.1:0"], "--data is for"),
        (
            ["--agent", "data", "--agent", "logs", "--data", "a.csv", "--http", "127.0.0.1:0"],
            "data:TABLE",
        ),
        (["--agent", "echo", "--http", "127.0.0.1:0", "--token-file", "/none"], "/none"),
        (["--agent", "echo", "--http", "127.0.0.1:0", "--database", "mysql://x"], "mysql"),
        (["--agent", "echo", "--http", "127.0.0.1:0", "--grace", "-1"], "number"),
        (["--agent", "echo", "--http", "no.such.host.invalid:1"], "listened on"),
    ],
)
def test_bad_input_of_serve_is_said_plainly(
    tmp_path: Path, arguments: list[str], words: str, said: Said
) -> None:
    ended, _, err = said("serve", "--profile", str(tmp_path), *arguments)
    assert ended == 2, err
    assert words in err
    assert "Traceback" not in err


def test_a_sign_in_of_the_settings_that_lets_nobody_in_is_said_plainly(
    tmp_path: Path, said: Said
) -> None:
    (tmp_path / "settings.toml").write_text('[oidc]\nissuer = "https://login.example.org"\n')
    # Refused too, but later: nothing is served where the settings are not read.
    later = ("--plain-lists", "redis://localhost", "--profile", str(tmp_path))
    ended, _, err = said("conversations", "serve", "--http", "127.0.0.1:0", *later)
    assert ended == 2
    assert "The table [oidc] of" in err
    assert "audience" in err


@pytest.mark.parametrize("before", [True, False])
def test_a_table_that_is_to_be_served_may_be_named_before_the_command_or_behind_it(
    said: Said, tmp_path: Path, before: bool
) -> None:
    data, serve = ("--data", "none.csv"), ("serve", "--agent", "data", "--http", "127.0.0.1:0")
    arguments = (*data, *serve) if before else (*serve, *data)
    ended, _, err = said("--profile", str(tmp_path / "profile"), *arguments)
    assert ended == 2
    assert "none.csv" in err
