"""Korean particles and letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.answering.sentences import keys
from agents.answering.text.language import (
    LANGUAGES,
    Language,
    decimal,
    integer,
    language_of,
    percent,
)
from agents.answering.text.particles import final_consonant, letters, with_particle
from agents.data.match.answers.sentences import say


@pytest.mark.parametrize(
    ("word", "pair", "expected"),
    [
        ("테란", "은는", "테란은"),
        ("저그", "은는", "저그는"),
        ("승률", "을를", "승률을"),
        ("서울", "으로로", "서울로"),
        ("부산", "으로로", "부산으로"),
        ("2020년", "은는", "2020년은"),
        ("58%", "은는", "58%는"),
        ("10", "이가", "10이"),
        ("패치 4.12.2", "이가", "패치 4.12.2가"),
        ("Golden Wall", "은는", "Golden Wall은"),
        ("Acropolis", "은는", "Acropolis는"),
        ("‘Triton’", "은는", "‘Triton’은"),
        ("승률(2020년)", "은는", "승률(2020년)은"),
        ("Control Warrior", "은는", "Control Warrior는"),
        ("‘Control Warrior’", "으로로", "‘Control Warrior’로"),
        ("Arcane", "은는", "Arcane은"),
        ("Eagle", "으로로", "Eagle로"),
        ("Rift", "이가", "Rift가"),
        ("VR", "은는", "VR은"),
    ],
)
def test_particle_follows_the_sound(word: str, pair: str, expected: str) -> None:
    assert with_particle(word, pair) == expected


@given(st.integers(0xAC00, 0xD7A3).map(chr))
def test_every_syllable_agrees_with_its_letters(syllable: str) -> None:
    assert (final_consonant(syllable) != "") == (len(letters(syllable)) == 3)


@given(st.text(max_size=30))
def test_any_text_takes_a_particle(text: str) -> None:
    assert with_particle(text, "은는") in (text + "은", text + "는")


def test_numbers_are_written_as_each_language_writes_them() -> None:
    assert [percent(0.58, language) for language in ("ko", "en", "es")] == ["58%", "58%", "58 %"]
    assert [percent(0.497, language) for language in ("ko", "en", "es")] == [
        "49.7%",
        "49.7%",
        "49,7 %",
    ]
    assert [integer(12345, language) for language in ("en", "es")] == ["12,345", "12.345"]
    assert integer(1163, "es") == "1163"
    assert decimal(-0.01, "en") == "0"


@pytest.mark.parametrize(
    ("text", "language"),
    [("승률 알려줘", "ko"), ("what is the win rate", "en"), ("¿y Zerg?", "es"), ("TvZ", "es")],
)
def test_language_follows_the_question_else_the_conversation(text: str, language: str) -> None:
    assert language_of(text, "es") == language


def test_every_sentence_exists_in_every_language() -> None:
    assert keys("ko") == keys("en") == keys("es")


def test_braces_in_names_mean_nothing() -> None:
    assert "{0}" in say("ko", "single_games", what="{0}", games="1")


def test_one_is_told_in_the_singular() -> None:
    values = {"what": "X", "rate": "100%", "wins": 1, "games": 1, "low": "1%", "high": "2%"}
    assert "1 win in 1 game," in say("en", "single_rate", **values)
    assert "1 victoria en 1 partida," in say("es", "single_rate", **values)
    many = say("en", "single_rate", **(values | {"wins": 11, "games": 21}))
    assert "11 wins in 21 games" in many


@pytest.mark.parametrize(
    ("noun", "shown"),
    [("equipo", "el mismo equipo"), ("raza", "la misma raza"), ("mapa", "el mismo mapa"),
     ("facción", "la misma facción"), ("campeón", "el mismo campeón"), ("arma", "la misma arma")],
)  # fmt: skip
def test_spanish_nouns_have_their_gender(noun: str, shown: str) -> None:
    assert shown in say("es", "note_mirror_out", dimension=noun)


@pytest.mark.parametrize(
    ("value", "by", "last"),
    [("86", "**86**으로", "**86**이었"), ("151", "**151**로", "**151**이었"),
     ("42.1%", "**42.1%**로", "**42.1%**였"), ("12분 4초", "**12분 4초**로", "**12분 4초**였"),
     ("12 (3%)", "**12 (3%)**로", "**12 (3%)**였")],
)  # fmt: skip
def test_figures_in_bold_have_their_particles(value: str, by: str, last: str) -> None:
    both = {"high": "2009년", "high_value": value, "low": "맵", "low_value": value}
    spread = say("ko", "spread_games", what="경기 수", dimension="연도", **both)
    assert f"2009년에 {by} 가장 많고, 맵에서 {by} 가장 적습니다" in spread
    first = {"first": "2008년", "first_value": "3", "last": "2009년", "last_value": value}
    assert f"{last}습니다" in say("ko", "trend", what="경기 수", **first)


@pytest.mark.parametrize("moment", ["2009년", "2009-Q1"])
def test_a_moment_has_no_place(moment: str) -> None:
    assert f"{moment}에 **1**" in say(
        "ko", "spread_alone", what="경기 수", name=moment, value="1", least=30, dimension="달"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_minus_does_not_stand_beside_a_dash(language: Language) -> None:
    ends = {"points": "1", "low": "−18.7", "high": "3.5"}
    assert "–" not in say(language, "difference", a="A", b="B", **ends)


@pytest.mark.parametrize(
    ("language", "count"),
    [("en", "**13** draws in 50 games"), ("es", "**13** empates en 50 partidas"),
     ("ko", "50경기 중 **13경기**가 무승부")],
)  # fmt: skip
def test_draws_are_told_with_their_number(language: Language, count: str) -> None:
    values = {"what": "X", "rate": "26%", "count": 13, "games": 50, "low": "16%", "high": "40%"}
    assert count in say(language, "single_draw", **values)
