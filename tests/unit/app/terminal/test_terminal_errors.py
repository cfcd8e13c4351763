"""The command line says in the person's language what is wrong with their files."""

from pathlib import Path

import pytest

from app.cli import main
from app.errors import BadFile, BadInput
from app.profile.folder import Profile
from app.terminal.phrases import error_text


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("ko", "{file} 파일이 없습니다"),
        ("es", "No existe el archivo {file}"),
        ("en", "There is no file {file}"),
    ],
)
@pytest.mark.parametrize("agent", ["data", "logs", "orchestrator"])
def test_a_missing_file_is_told_in_the_persons_language(
    profile: Path, capsys: pytest.CaptureFixture[str], language: str, says: str, agent: str
) -> None:
    missing = profile / "no{such}.csv"
    arguments = ["--profile", str(profile), "--lang", language, "--data", str(missing)]
    assert main(["ask", *arguments, "--agent", agent, "x"]) == 2
    assert says.replace("{file}", str(missing)) in capsys.readouterr().err


def test_the_language_of_the_settings_is_spoken(
    profile: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    profile.mkdir(exist_ok=True)
    (profile / "settings.toml").write_text('[window]\nlanguage = "es"\n')
    assert main(["ask", "--profile", str(profile), "--agent", "echo", "--data", "x.csv", "x"]) == 2
    assert "--data va con los agentes" in capsys.readouterr().err
    monkeypatch.setenv("BALANCE_DESK_LANGUAGE", "ko")
    assert main(["ask", "--profile", str(profile), "--agent", "echo", "--data", "x.csv", "x"]) == 2
    assert "에이전트와 함께 씁니다" in capsys.readouterr().err


def test_settings_that_are_broken_are_told_all_the_same(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile.mkdir(exist_ok=True)
    (profile / "settings.toml").write_text("not toml")
    assert main(["ask", "--profile", str(profile), "x"]) == 2
    assert "settings.toml cannot be read" in capsys.readouterr().err


def test_an_error_without_words_speaks_for_itself() -> None:
    assert error_text(BadInput("Plain."), "ko") == "Plain."


def test_of_the_orchestrators_file_it_is_said_whose_it_is() -> None:
    error = BadFile("no", key="file_empty", file="a.log", log_by_path=True)
    assert error_text(error, "es").endswith("por su ruta.")
    assert "경로로" in error_text(error, "ko")


@pytest.mark.parametrize(("context", "told"), [("", False), ("c-1", True)])
def test_another_command_is_told_of_only_where_both_may_meet(
    profile: Path, capsys: pytest.CaptureFixture[str], *, context: str, told: bool
) -> None:
    other = Profile(profile)
    other.prepare()
    assert other.try_lock()
    try:
        going_on = ["--context", context] if context else []
        code = main(["ask", "--profile", str(profile), "--agent", "echo", *going_on, "hello"])
    finally:
        other.unlock()
    assert code == 0
    assert ("Another command or window" in capsys.readouterr().err) is told
