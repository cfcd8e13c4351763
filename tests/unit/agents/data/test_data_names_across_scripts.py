"""Names written in another script are read by their sound, and do not change the language."""

from datetime import date
from pathlib import Path

import pytest

from agents.answering.text.language import language_of
from agents.answering.text.normal import normalise
from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable
from agents.data.sounds.transliteration import Sounds, sounds_like
from agents.data.understanding import Understanding

_SPOKEN = {
    "서킷브레이커": "Circuit Breaker", "드래곤스케일": "Dragon Scales",
    "크림슨코트": "Crimson Court", "아이언로터스": "Iron Lotus", "라이트셰이드": "Lightshade",
    "에코아일즈": "Echo Isles", "아라비아": "Arabia", "프랑크": "Franks",
    "고스트리버": "Ghost River",
    "어텀리브스": "Autumn Leaves", "터틀락": "Turtle Rock", "언데드": "Undead", "와일드": "Wild",
    "바이킹": "Vikings", "몽골": "Mongols", "마야": "Mayans", "아일랜드": "Islands",
    "세이지": "Sage",
    "버미어": "Vermeer", "지브롤터": "Gibraltar", "이클립스": "Eclipse", "폴리포이드": "Polypoid",
}  # fmt: skip


@pytest.mark.parametrize(("spoken", "name"), _SPOKEN.items())
def test_a_name_is_heard_among_others(spoken: str, name: str) -> None:
    sounds = Sounds(map(normalise, _SPOKEN.values()))
    assert sounds_like(spoken, sounds) == normalise(name)
    others = Sounds(normalise(one) for one in _SPOKEN.values() if one != name)
    assert sounds_like(spoken, others) is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("win rate on 이클립스", "en"), ("porcentaje de victorias en 이클립스", "es"),
        ("이클립스에서 win rate", "ko"), ("win rate on El Dorado", "en"),
    ],
)  # fmt: skip
def test_names_do_not_tell_the_language(text: str, language: str) -> None:
    assert language_of(text, "ko", frozenset({"이클립스", "el dorado"})) == language


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "games.csv"
    rows = [
        f"2024-01-{n % 28 + 1:02},{('테란,저그', '저그,테란')[n % 2]},{n % 2 + 1},"
        f"{('서킷브레이커', '이터널 엠파이어', '크림슨 코트')[n % 3]},{('한국', '유럽')[n % 2]}"
        for n in range(60)
    ]
    header = "날짜,종족1,종족2,승자,맵,서버"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


def test_values_are_shown_as_the_table_writes_them(table: Path) -> None:
    analyst = Analyst.open(table)
    assert set(analyst.model.dimensions["server"].values) == {"한국", "유럽"}
    assert "이터널 엠파이어" in analyst.model.dimensions["map"].values
    reads = Understanding(analyst.model)
    asked = {
        "terran win rate on the europe server": "유럽",
        "terran win rate on Circuit Breaker": "서킷브레이커",
        "terran win rate on Eternal Empire": "이터널 엠파이어",
        "크림슨 코트에서 테란 승률": "크림슨 코트",
    }
    for text, value in asked.items():
        outcome = reads.understand(text, today=date(2024, 9, 1)).outcome
        assert isinstance(outcome, Answerable), text
        assert value in [v for one in outcome.frame.filters for v in one.values]
    analyst.close()


def test_leagues_have_names_in_each_language(tmp_path: Path) -> None:
    path = tmp_path / "leagues.csv"
    leagues = ("Bronze", "Gold", "Diamond", "Grandmaster")
    rows = [
        f"{one},{race},100,{won}" for one in leagues for race, won in (("Zerg", 50), ("Terran", 40))
    ]
    path.write_text("\n".join(["league,race,games,wins", *rows]) + "\n", encoding="utf-8")
    analyst = Analyst.open(path)
    reads = Understanding(analyst.model)
    for text, value in {
        "그마 테란 승률": "Grandmaster", "다이아 저그 승률": "Diamond",
        "tasa de victorias de zerg en oro": "Gold", "victorias de terran en bronce": "Bronze",
    }.items():  # fmt: skip
        outcome = reads.understand(text, today=date(2024, 9, 1)).outcome
        assert isinstance(outcome, Answerable), text
        assert (value,) in [one.values for one in outcome.frame.filters]
    analyst.close()
