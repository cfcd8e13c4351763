"""Whose a value is: what the rival plays, what I play, and a value that is said alone."""

from collections.abc import Iterator
from datetime import date

import pytest

from agents.data.match.compute.frame import Frame
from tests.unit.agents.data.data_support import Talk

TODAY = date(2024, 11, 15)
DECKS, PEOPLE = ("Elves", "Orcs", "Dwarves"), ("Kestrel", "Dahl", "Rook", "Yoon")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """Games of one's own, with the rival's name beside his deck."""
    rows = ["date,my_deck,opp_deck,opponent,map,result"]
    for i in range(120):
        own, rival = DECKS[i % 3], DECKS[(i // 3) % 3]
        won = "WL"[(i * 7 // 3) % 2]
        rows.append(f"2024-{1 + i % 9:02d}-03,{own},{rival},{PEOPLE[i % 4]},Reef,{won}")
    talk = Talk.about("\n".join(rows), tmp_path_factory.mktemp("log"), TODAY)
    yield talk
    talk.analyst.close()


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """Two sides with people, their characters and countries."""
    countries = dict(zip(PEOPLE, ("USA", "Korea", "USA", "France"), strict=True))
    rows = ["date,p1_handle,p1_character,p1_country,p2_handle,p2_character,p2_country,stage,winner"]
    for i in range(160):
        one, two = PEOPLE[i % 4], PEOPLE[(i + 1 + i // 4 % 3) % 4]
        sides = ",".join(
            f"{who},{DECKS[(i + place) // (1 + place) % 3]},{countries[who]}"
            for place, who in enumerate((one, two))
        )
        rows.append(f"2024-{1 + i % 9:02d}-03,{sides},Reef,{1 + i % 2}")
    talk = Talk.about("\n".join(rows), tmp_path_factory.mktemp("sets"), TODAY)
    yield talk
    talk.analyst.close()


def sides(frame: Frame) -> set[tuple[str, str, str]]:
    return {(one.dimension, one.side, "+".join(one.values)) for one in frame.filters}


@pytest.mark.parametrize(
    "text",
    [
        "my win rate when the rival plays Orcs", "상대가 Orcs일 때 내 승률",
        "¿cómo me va cuando el rival juega Orcs?"
    ],
)  # fmt: skip
def test_what_the_rival_plays_is_his(log: Talk, text: str) -> None:
    frame = log.asked(text)
    assert [(one.side, one.values) for one in frame.filters] == [("opponent", ("Orcs",))]
    assert frame.group_by == ()


def test_which_opponent_plays_it_is_still_asked(log: Talk) -> None:
    frame = log.asked("which opponent plays Orcs best?")
    assert frame.group_by and frame.filters[0].side == "own"


@pytest.mark.parametrize("first", ["my win rate", "my win rate against each deck"])
@pytest.mark.parametrize("then", ["when I play Orcs", "and if I play Orcs?"])
def test_what_i_play_is_mine(log: Talk, first: str, then: str) -> None:
    assert [one.side for one in log.asked(first, then).filters] == ["own"]


def test_one_plays_against_people_and_against_what_is_said_so(log: Talk, sets: Talk) -> None:
    assert log.asked("my win rate", "when I'm playing against Orcs").filters[0].side == "opponent"
    met = sets.asked("Dahl win rate", "when he plays Kestrel")
    assert ("player", "opponent", "Kestrel") in sides(met)
    own = sets.asked("Dahl win rate", "when he plays Elves")
    assert ("character", "own", "Elves") in sides(own)


@pytest.mark.parametrize(
    "turns",
    [
        ("Dahl's win rate", "against Orcs", "no, I meant Elves"),
        ("Dahl's win rate against Orcs", "and Elves?"),
        ("Dahl 승률", "Orcs 상대로", "아니 Elves 말한 거야"), ("Dahl Orcs 상대 승률", "Elves는?"),
        ("tasa de victorias de Dahl", "contra Orcs", "¿y Elves?"),
        ("tasa de victorias de Dahl", "contra Orcs", "no, quería decir Elves"),
    ],
)  # fmt: skip
def test_a_value_alone_takes_the_rivals_place(sets: Talk, turns: tuple[str, ...]) -> None:
    assert sides(sets.asked(*turns)) == {
        ("player", "own", "Dahl"), ("character", "opponent", "Elves"),
    }  # fmt: skip


@pytest.mark.parametrize(
    "turns",
    [
        ("Dahl with Dwarves against Orcs", "no, I meant Elves"),
        ("Dahl with Dwarves against Orcs", "sorry, Elves"),
        ("Dahl Dwarves로 Orcs 상대 승률", "아니 Elves"),
        ("Dahl con Dwarves contra Orcs", "no, quería decir Elves"),
    ],
)  # fmt: skip
def test_a_correction_is_of_what_was_named_last(sets: Talk, turns: tuple[str, ...]) -> None:
    assert sides(sets.asked(*turns)) == {
        ("player", "own", "Dahl"), ("character", "own", "Dwarves"),
        ("character", "opponent", "Elves"),
    }  # fmt: skip


def test_a_correction_is_of_its_kind(sets: Talk) -> None:
    assert sides(sets.asked("Dahl with Dwarves against Rook", "no, I meant Elves")) == {
        ("player", "own", "Dahl"), ("player", "opponent", "Rook"), ("character", "own", "Elves"),
    }  # fmt: skip
    assert sides(sets.asked("Elves against Orcs", "and Dwarves?")) == {
        ("character", "own", "Dwarves"), ("character", "opponent", "Orcs"),
    }  # fmt: skip


@pytest.mark.parametrize(
    "turns",
    [
        ("Dahl's win rate against Orcs", "with Elves"),
        ("Dahl's win rate against Orcs", "as Elves"), ("Dahl Orcs 상대 승률", "Elves로는?"),
        ("tasa de victorias de Dahl contra Orcs", "con Elves"),
    ],
)  # fmt: skip
def test_what_one_plays_with_is_no_rival(sets: Talk, turns: tuple[str, ...]) -> None:
    assert sides(sets.asked(*turns)) == {
        ("player", "own", "Dahl"), ("character", "own", "Elves"),
        ("character", "opponent", "Orcs"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("tasa de victorias de USA", {("country", "own", "USA")}),
        ("tasa de victorias de Korea contra USA",
         {("country", "own", "Korea"), ("country", "opponent", "USA")}),
        ("¿qué personaje usa más Dahl?", {("player", "own", "Dahl")})
    ],
)  # fmt: skip
def test_a_country_is_no_verb_of_using(
    sets: Talk, text: str, found: set[tuple[str, str, str]]
) -> None:
    assert sides(sets.asked(text)) == found


def test_rivals_in_one_word_are_those_of_the_name_before(sets: Talk) -> None:
    frame = sets.asked("Dahl 상대캐릭터별 승률")
    assert sides(frame) == {("player", "own", "Dahl")} and frame.group_by == ("opponent",)


def test_games_against_a_person_keep_what_he_plays_too(sets: Talk) -> None:
    sets.asked("Dahl win rate")
    assert sets.analysis is not None
    games = sets.analysis.rows[0][0]
    frame = sets.asked("win rate by character against Dahl")
    assert sides(frame) == {("player", "opponent", "Dahl")} and frame.group_by == ("character",)
    assert sum(row[1] for row in sets.analysis.rows) == games
