"""Settings: which source weighs more, and that the file survives being written."""

from datetime import date
from pathlib import Path

import pytest

from app.connections import known_agents
from app.errors import BadInput, BadProfile
from app.profile import settings


def test_the_command_line_weighs_more_than_environment_file_and_default(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(
        '[window]\ntheme = "dark"\nlanguage = "ko"\n[agents]\ndefault = "echo"\n', "utf-8"
    )
    environment = {"BALANCE_DESK_LANGUAGE": "es", "BALANCE_DESK_THEME": "light"}
    loaded = settings.load(tmp_path, environment=environment, language="en", agent=None)
    assert (loaded.language, loaded.theme, loaded.agent) == ("en", "light", "echo")
    assert settings.load(tmp_path, environment={}).theme == "dark"
    assert settings.load(tmp_path / "none", environment={}).theme == "system"


def test_days_and_paths_are_read(tmp_path: Path) -> None:
    environment = {"BALANCE_DESK_AS_OF": "2020-07-01", "BALANCE_DESK_DATA": "games.csv"}
    loaded = settings.load(tmp_path, environment=environment)
    assert (loaded.as_of, loaded.data) == (date(2020, 7, 1), Path("games.csv"))


def test_how_often_the_service_is_asked_can_be_set(tmp_path: Path) -> None:
    assert settings.load(tmp_path, environment={}).conversations_attempts == 3
    (tmp_path / "settings.toml").write_text("[conversations]\nattempts = 6\n", "utf-8")
    assert settings.load(tmp_path, environment={}).conversations_attempts == 6


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("theme", "blue"),
        ("font_scale", 9),
        ("as_of", "soon"),
        ("language", 3),
        ("agent", 1),
        ("conversations_attempts", 0),
        ("conversations_attempts", "many"),
    ],
)
def test_what_does_not_fit_is_named(tmp_path: Path, name: str, value: object) -> None:
    with pytest.raises(BadInput, match=name.replace("_", "-")):
        settings.load(tmp_path, environment={}, **{name: value})


def test_a_table_that_is_named_begins_a_conversation(tmp_path: Path) -> None:
    settings.save_window(tmp_path, last_conversation="c")
    assert settings.load(tmp_path, environment={}).last_conversation == "c"
    named = settings.load(tmp_path, environment={}, data="a.csv", context="d")
    assert (named.last_conversation, named.context) == ("", "d")


def test_a_broken_file_says_where(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[window\n", "utf-8")
    with pytest.raises(BadProfile, match=r"settings\.toml"):
        settings.load(tmp_path, environment={})
    with pytest.raises(BadProfile):
        settings.save_window(tmp_path, theme="dark")
    assert (tmp_path / "settings.toml").read_text("utf-8") == "[window\n"


def test_writing_keeps_comments_and_other_tables(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('# mine\n[agents]\ndefault = "data"  # the table\n', "utf-8")
    settings.save_window(tmp_path, theme="dark", font_scale=1.25)
    settings.save_agents(tmp_path, {"lab": "https://lab.example/a2a"})
    text = path.read_text("utf-8")
    assert "# mine" in text
    assert "# the table" in text
    loaded = settings.load(tmp_path, environment={})
    assert (loaded.theme, loaded.font_scale, loaded.agent) == ("dark", 1.25, "data")
    assert known_agents.known(tmp_path) == {"lab": "https://lab.example/a2a"}
    assert [entry.name for entry in tmp_path.iterdir()] == ["settings.toml"]


def test_keys_of_the_persons_own_are_kept_whole_and_checked(tmp_path: Path) -> None:
    settings.save_window(tmp_path, shortcuts={"actionExport": "F8", "actionStop": ""})
    settings.save_window(tmp_path, shortcuts={"actionExport": "Ctrl+Shift+9"})
    loaded = settings.load(tmp_path, environment={})
    assert loaded.shortcuts == {"actionExport": "Ctrl+Shift+9"}
    (tmp_path / "settings.toml").write_text("[window]\nshortcuts = 3\n", "utf-8")
    with pytest.raises(BadInput, match="shortcuts"):
        settings.load(tmp_path, environment={})


def test_agents_are_added_by_address_and_removed_by_name(tmp_path: Path) -> None:
    assert known_agents.add(tmp_path, "https://lab.example/a2a") == "lab.example"
    assert known_agents.add(tmp_path, "kafka://broker:9092/data2") == "data2"
    assert known_agents.add(tmp_path, "https://lab.example/a2a") == "lab.example"
    known_agents.remove(tmp_path, "lab.example")
    assert known_agents.known(tmp_path) == {"data2": "kafka://broker:9092/data2"}


def test_a_number_is_no_name_where_a_card_has_one(tmp_path: Path) -> None:
    def chosen(address: str, card: str) -> str:
        return known_agents.chosen_name(tmp_path, address, None, card)

    assert chosen("http://127.0.0.1:9000/a", "Weather Agent") == "weather-agent"
    assert chosen("http://localhost:9000/a", "data") == "data-2", "that one is here already"
    assert chosen("http://10.0.0.5/a", "날씨") == "10.0.0.5"
    assert chosen("https://lab.example/a", "Weather") == "lab.example"
    assert chosen("kafka://127.0.0.1:9092/east", "Weather") == "east"
    known_agents.add(tmp_path, "http://127.0.0.1:9000/a", "weather")
    assert chosen("http://127.0.0.1:9001/a", "Weather") == "weather-2"
    assert chosen("http://127.0.0.1:9000/a", "Storms") == "weather", "it has a name already"


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("ftp://lab.example", None),
        ("lab.example", None),
        ("https://user:secret@lab.example", None),
        ("https://lab.example", "data"),
        ("https://lab.example", "../up"),
        ("https://lab.example", "a b"),
    ],
)
def test_bad_addresses_and_names_are_refused(
    tmp_path: Path, address: str, name: str | None
) -> None:
    with pytest.raises(BadInput):
        known_agents.add(tmp_path, address, name)
    assert not (tmp_path / "settings.toml").exists()


def test_a_name_is_not_taken_twice(tmp_path: Path) -> None:
    known_agents.add(tmp_path, "https://lab.example/a", "lab")
    with pytest.raises(BadInput, match="already"):
        known_agents.add(tmp_path, "https://other.example/b", "lab")
    with pytest.raises(BadInput, match="No agent"):
        known_agents.remove(tmp_path, "nobody")
