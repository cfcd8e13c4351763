"""`balance-desk log-format`: a pattern tried on the first lines, by a person and by a script."""

import json
from pathlib import Path

import pytest

from app.cli import main

PATTERN = r"(?P<time>\S+ \S+) till(?P<till>\d+) (?P<level>\w+): (?P<message>.*)"
TIME = "%d/%m/%y %H:%M:%S"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "till.log"
    path.write_text(
        "14/03/24 08:00:01 till7 WARN: card refused\nsomething else\n14 x till1 INFO: y\n"
    )
    return path


def test_each_line_stands_beside_what_is_taken_of_it(
    tmp_path: Path, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "long.log"
    path.write_text("".join(f"x y till{count} INFO: y\n" for count in range(12)))
    assert main(["log-format", str(path), PATTERN, "--json", "--profile", str(profile)]) == 0
    for told in map(json.loads, capsys.readouterr().out.splitlines()):
        assert told["line"] == f"x y till{told['columns']['till']} INFO: y"


def test_a_pattern_tells_what_it_takes_of_each_line(
    file: Path, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--profile", str(profile)]
    assert main(["log-format", str(file), PATTERN, "--time", TIME, *where]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "2 of 3 lines fit, of 1 the time could be read"
    assert "time=2024-03-14 08:00:01" in said[1] and "level=warning" in said[1]
    assert "till=7" in said[1] and "message=card refused" in said[1]
    assert said[2] == "- something else"
    assert main(["log-format", str(file), PATTERN, "--lines", "1", "--json", *where]) == 0
    (told,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert told["columns"]["till"] == "7"
    assert told["columns"]["time"].startswith("0014"), "which shows that the form is missing"


def test_the_patterns_of_the_profile_are_tried_by_their_names(
    file: Path, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile.mkdir(parents=True)
    (profile / "settings.toml").write_text(
        f"[logs.formats.till]\npattern = '{PATTERN}'\ntime = '{TIME}'\n"
        "[logs.formats.other]\npattern = '(?P<message>no such line)'\n"
    )
    assert main(["log-format", str(file), "--profile", str(profile)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("till: 2 of 3 lines fit") and said[4] == "other: 0 of 3 lines fit"


@pytest.mark.parametrize(
    ("pattern", "code", "told"),
    [
        ([], 2, "Give a pattern"),
        ([r"(?P<x>\S+"], 2, "The pattern that was given does not fit: it is no pattern: missing )"),
        (["(?P<x>never there)"], 1, "0 of 3 lines fit"),
    ],
)
def test_what_fits_no_line_or_is_no_pattern_is_told(
    file: Path, profile: Path, pattern: list[str], code: int, told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert main(["log-format", str(file), *pattern, "--profile", str(profile)]) == code
    found = capsys.readouterr()
    assert told in (found.err if code == 2 else found.out)
