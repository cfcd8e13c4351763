"""How many games is asked on from an answer: of whom, where and against whom that was."""

from collections.abc import Iterator
from datetime import date

import pytest

from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk, meetings

Conditions = dict[str, tuple[str, ...]]
NAMES = ("Brisa", "Calder", "Dorn", "Esk")


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    lines = ["date,court,event,player1,deck1,player2,deck2,winner"]
    decks, courts = ("Raven", "Otter", "Lynx"), ("clay", "grass", "hard")
    for number, day, one, two in meetings(NAMES, 360, date(2023, 1, 3), 3):
        court, event = courts[number % 3], ("Amber Cup", "Cobalt Cup")[number // 3 % 2]
        expected = 1 if NAMES.index(one) < NAMES.index(two) else 2
        won = (
            expected if (number * 37 + number // 9) % 101 > 20 + 9 * (number % 3) else 3 - expected
        )
        decked = f"{one},{decks[number % 3]},{two},{decks[number // 2 % 3]}"
        lines.append(f"{day},{court},{event},{decked},{won}")
    talk = Talk.about("\n".join(lines), tmp_path_factory.mktemp("clubs"), date(2026, 1, 10))
    yield talk
    talk.analyst.close()


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    lines = ["fecha,mi_mazo,mazo_rival,rango,resultado"]
    for number in range(240):
        mine_, other = ("Búho", "Garza")[number % 2], ("Lince", "Zorro", "Búho")[number % 3]
        rank = ("Plata", "Leyenda")[number // 2 % 2]
        won = "victoria" if number % 5 < 3 else "derrota"
        lines.append(f"2024-{number % 12 + 1:02}-{number % 27 + 1:02},{mine_},{other},{rank},{won}")
    talk = Talk.about("\n".join(lines), tmp_path_factory.mktemp("mine"), date(2025, 1, 10))
    yield talk
    talk.analyst.close()


def conditions(talk: Talk, turns: str) -> tuple[str, Conditions, list[int]]:
    """Return the measure, the conditions and the years of the last of some turns."""
    said = talk.asked(*turns.split("|"))
    assert not said.group_by, said
    found = {
        one.dimension if one.side == "own" else f"vs {one.dimension}": one.values
        for one in said.filters
    }
    return said.measure, found, [one.start.year for one in said.period if one.start is not None]


@pytest.mark.parametrize(
    "turns",
    [
        "연도별 Brisa 승률|clay만|2024년은 몇 경기야?",
        "Brisa win rate by year|only clay|how many games in 2024?",
        "porcentaje de Brisa|en clay|¿cuántas partidas en 2024?"
    ],
)  # fmt: skip
def test_of_whom_and_where_it_was(clubs: Talk, turns: str) -> None:
    kept = {"player": ("Brisa",), "surface": ("clay",)}
    assert conditions(clubs, turns) == ("games", kept, [2024])


@pytest.mark.parametrize(
    ("turns", "kept"),
    [
        ("Brisa 승률|clay만|Dorn은 몇 판이야?", {"player": ("Dorn",), "surface": ("clay",)}),
        ("Brisa win rate|on clay|and how many did Dorn play?",
      {"player": ("Dorn",), "surface": ("clay",)}),
        ("Brisa win rate|how many with Otter?", {"player": ("Brisa",), "deck": ("Otter",)}),
        ("Brisa 승률|Otter로는 몇 판이야?", {"player": ("Brisa",), "deck": ("Otter",)}),
        ("Brisa win rate|how many games did Otter play?", {"deck": ("Otter",)}),
        ("Brisa 승률|Otter 몇 판 했어?", {"deck": ("Otter",)}),
        ("Brisa wins on clay|how many games were played on grass?", {"surface": ("grass",)}),
        ("porcentaje de Brisa|¿cuántas partidas hay en grass?", {"surface": ("grass",)}),
        ("Brisa win rate on clay|how many games did Dorn play?", {"player": ("Dorn",)})
    ],
)  # fmt: skip
def test_what_goes_on_and_what_begins_anew(clubs: Talk, turns: str, kept: Conditions) -> None:
    assert conditions(clubs, turns) == ("games", kept, [])


def test_a_count_without_a_noun_goes_on_counting_the_same(clubs: Talk) -> None:
    kept = {"player": ("Brisa",)}
    assert conditions(clubs, "Brisa wins|how many in 2024?") == ("wins", kept, [2024])
    assert conditions(clubs, "Brisa 승률|2024년은 몇 승이야?") == ("wins", kept, [2024])


@pytest.mark.parametrize(
    "last",
    [
        "Dorn이랑 몇 판 뒀는데?", "how many games with Dorn?", "¿cuántas con Dorn?"
    ],
)  # fmt: skip
def test_with_whom_somebody_played_is_the_rival(clubs: Talk, last: str) -> None:
    kept = {"player": ("Brisa",), "surface": ("clay",), "vs player": ("Dorn",)}
    assert conditions(clubs, f"Brisa win rate|on clay|{last}") == ("games", kept, [])


def test_that_player_with_whom_he_played_is_the_first_of_the_ranking(clubs: Talk) -> None:
    _, kept, _ = conditions(clubs, "선수별 승률 순위|그 선수는 Dorn이랑 몇 번 만났어?")
    assert kept == {"player": ("Brisa",), "vs player": ("Dorn",)}


def test_with_a_deck_is_with_ones_own(mine: Talk) -> None:
    found = conditions(mine, "mi porcentaje en Leyenda|¿cuántas con Garza?")
    assert found == ("games", {"deck": ("Garza",), "tier": ("Leyenda",)}, [])
    found = conditions(mine, "¿cuántas partidas en septiembre de 2024?|¿cuántas con Garza?")
    assert found == ("games", {"deck": ("Garza",)}, [2024])


@pytest.mark.parametrize(
    "last",
    [
        "둘이 몇 번 만났어?", "how many times did they meet?", "¿cuántas veces se han enfrentado?"
    ],
)  # fmt: skip
def test_how_often_the_two_met(clubs: Talk, last: str) -> None:
    kept = {"player": ("Brisa",), "vs player": ("Dorn",)}
    assert conditions(clubs, f"Brisa win rate|against Dorn|{last}") == ("games", kept, [])
    assert conditions(clubs, f"Brisa win rate|Dorn?|{last}") == ("games", kept, [])


@pytest.mark.parametrize(
    "last",
    ["둘이 clay에서 몇 번 만났어?", "how many times have they met on clay?",
     "¿cuántas veces se enfrentaron en clay?"],
)  # fmt: skip
def test_how_often_the_two_met_somewhere(clubs: Talk, last: str) -> None:
    kept = {"player": ("Brisa",), "vs player": ("Dorn",), "surface": ("clay",)}
    assert conditions(clubs, f"Brisa win rate|against Dorn|{last}") == ("games", kept, [])
    assert conditions(clubs, f"Brisa win rate|Dorn?|{last}") == ("games", kept, [])


def test_they_who_are_one_have_not_met(clubs: Talk) -> None:
    clubs.asked("Brisa win rate")
    outcome = clubs.say("how many times have they met?")
    assert isinstance(outcome, Decline)
    assert outcome.word == "they"


@pytest.mark.parametrize(
    "turns",
    [
        "win rate of Brisa by court|which court was best?|how many games was that?",
        "코트별 Brisa 승률|제일 높은 코트는?|몇 판이야?",
        "porcentaje de Brisa por superficie|¿cuál es la mejor?|¿cuántas partidas son?"
    ],
)  # fmt: skip
def test_the_games_behind_the_one_that_was_told(clubs: Talk, turns: str) -> None:
    clubs.asked(*turns.split("|")[:-1])
    assert clubs.analysis is not None
    first = dict(zip(clubs.analysis.names, clubs.rows[0], strict=True))
    measure, kept, _ = conditions(clubs, turns)
    assert (measure, kept) == ("games", {"player": ("Brisa",), "surface": (first["surface"],)})
    assert clubs.rows == [(first["games"],)]


@pytest.mark.parametrize(
    "last", ["how many games did each play?", "몇 판씩 했어?", "how many games?"]
)  # fmt: skip
def test_the_games_of_each_that_was_ranked(clubs: Talk, last: str) -> None:
    clubs.asked("players by win rate, highest first")
    assert clubs.answer(last).group_by == ("player",)


@pytest.mark.parametrize(
    "last",
    [
        "걔랑 몇 번 붙었어?", "how many games is that?", "¿cuántas veces se enfrentaron?"
    ],
)  # fmt: skip
def test_how_often_somebody_met_the_worst_of_the_rivals(clubs: Talk, last: str) -> None:
    clubs.asked("상대별 Esk 승률", "제일 약한 상대는?")
    first = str(clubs.rows[0][0])
    found = conditions(clubs, f"상대별 Esk 승률|제일 약한 상대는?|{last}")
    assert found == ("games", {"player": ("Esk",), "vs player": (first,)}, [])


@pytest.mark.parametrize(
    "turns",
    ["상대별 Brisa 승률|Dorn은 몇 판이야?", "Brisa win rate by opponent|how many did Dorn play?",
     "porcentaje de Brisa|¿cuántas veces se enfrentó a Dorn?"],
)  # fmt: skip
def test_one_of_the_rivals_is_a_rival(clubs: Talk, turns: str) -> None:
    kept = {"player": ("Brisa",), "vs player": ("Dorn",)}
    assert conditions(clubs, turns) == ("games", kept, [])


@pytest.mark.parametrize(
    ("turns", "measure"),
    [("who won most on clay?|how many was that?", "wins"),
     ("¿quién ganó más en clay?|¿cuántas fueron?", "wins"),
     ("clay에서 제일 많이 이긴 선수는?|몇 번이야?", "wins"),
     ("clay에서 제일 많이 이긴 선수는?|몇 번 졌어?", "losses"),
     ("who won most on clay?|how many games is that?", "games")],
)  # fmt: skip
def test_what_was_counted_of_the_first(clubs: Talk, turns: str, measure: str) -> None:
    clubs.asked(turns.split("|")[0])
    first = str(clubs.rows[0][0])
    assert conditions(clubs, turns) == (measure, {"player": (first,), "surface": ("clay",)}, [])


def test_the_games_of_the_best_year(clubs: Talk) -> None:
    clubs.asked("Brisa win rate by year", "which year was best?")
    year, games = clubs.rows[0][:2]
    found = conditions(clubs, "Brisa win rate by year|which year was best?|how many games is that?")
    assert found == ("games", {"player": ("Brisa",)}, [int(year)])
    assert clubs.rows == [(games,)]


def test_what_she_played_most_with(clubs: Talk) -> None:
    clubs.asked("Brisa's best deck?")
    first = str(clubs.rows[0][0])
    found = conditions(clubs, "Brisa's best deck?|how many games did she play with it?")
    assert found == ("games", {"player": ("Brisa",), "deck": (first,)}, [])


@pytest.mark.parametrize("last", ["how many mirror matches?", "¿cuántos espejos?"])
def test_mirrors_of_whom_it_was(clubs: Talk, last: str) -> None:
    said = clubs.asked("Brisa win rate", last)
    assert (said.measure, said.mirror) == ("games", "only")
    assert [one.values for one in said.filters] == [("Brisa",)]


@pytest.mark.parametrize(
    ("first", "last", "word"),
    [("Brisa win rate in 2024", "how many more games than in 2023?", "more"),
     ("Brisa win rate", "how many more games than Dorn?", "more"),
     ("Brisa 승률", "작년보다 몇 경기 더 했어?", "더"),
     ("porcentaje de Brisa", "¿cuántas partidas más que Dorn?", "más"),
     ("Brisa's last 20 games", "how many of those on clay?", "those"),
     ("Brisa 최근 20경기", "그중 clay는 몇 판이야?", "그중")],
)  # fmt: skip
def test_what_no_count_tells(clubs: Talk, first: str, last: str, word: str) -> None:
    clubs.asked(first)
    outcome = clubs.say(last)
    assert isinstance(outcome, Decline)
    assert outcome.word == word


def test_a_condition_beside_the_newest_games_takes_their_place(clubs: Talk) -> None:
    said = clubs.asked("Brisa's last 20 games", "how many on clay?")
    assert (said.newest, [one.values for one in said.filters]) == (None, [("Brisa",), ("clay",)])


def test_draws_with_somebody(tmp_path_factory: pytest.TempPathFactory) -> None:
    lines = ["date,white,black,result"]
    for number, day, one, two in meetings(NAMES, 240, date(2023, 1, 1), 2):
        lines.append(f"{day},{one},{two},{('1-0', '0-1', '1/2-1/2')[number % 3]}")
    talk = Talk.about("\n".join(lines), tmp_path_factory.mktemp("draws"), date(2025, 1, 1))
    kept = {"player": ("Brisa",), "vs player": ("Dorn",)}
    for turns in ("Brisa win rate|how many draws with Dorn?", "Brisa 승률|Dorn이랑 몇 판 비겼어?"):
        assert conditions(talk, turns) == ("draw_rate", kept, [])
    for last in ("how many draws between those two?", "¿cuántos empates entre ellos?",
                 "¿cuántas tablas entre los dos?", "둘이 몇 번 비겼어?"):  # fmt: skip
        for turns in (f"Brisa vs Dorn|{last}", f"Brisa win rate|Dorn?|{last}"):
            assert conditions(talk, turns) == ("draw_rate", kept, [])
    talk.analyst.close()


@pytest.mark.parametrize("last", ["몇 판인데?", "몇 판 했어?", "how many games is that?"])
def test_the_games_of_what_was_not_answered(clubs: Talk, last: str) -> None:
    clubs.anew()
    clubs.say("who is the tallest player?")
    outcome = clubs.say(last)
    assert isinstance(outcome, Decline)
    assert outcome.reason == "unanswered"


def test_how_many_of_how_many(clubs: Talk) -> None:
    kept = {"player": ("Brisa",), "surface": ("clay",)}
    found = conditions(clubs, "Brisa 승률|clay만|몇 판 중에 몇 번 이긴 거야?")
    assert found == ("wins", kept, [])
    assert conditions(clubs, "clay에서 제일 많이 이긴 선수는?|몇 판 중에?")[0] == "games"
