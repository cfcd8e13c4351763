"""What is asked about people by name, and what goes on from it."""

from datetime import date
from pathlib import Path

import pytest

from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

PEOPLE = """date,player_1,race_1,player_2,race_2,winner
2024-02-01,Maru,Terran,Serral,Zerg,1
2024-02-02,Serral,Zerg,Maru,Terran,2
2024-02-03,Maru,Terran,Clem,Terran,2
2024-02-04,Clem,Terran,Serral,Zerg,1
2024-02-05,herO,Protoss,Clem,Terran,1
"""
YEARS = """date,tournament,round,player_1,race_1,player_2,race_2,winner
2023-02-01,Alpine Open,F,Maru,Terran,Serral,Zerg,1
2023-03-02,Alpine Open,SF,Serral,Zerg,Maru,Terran,2
2024-02-03,Winter Cup,F,Maru,Terran,Clem,Terran,2
2024-02-04,Winter Cup,SF,Clem,Terran,Serral,Zerg,1
"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    return Talk.about(PEOPLE, tmp_path_factory.mktemp("people"), date(2024, 11, 15))


@pytest.fixture
def people(opened: Talk) -> Talk:
    opened.anew()
    return opened


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    return Talk.about(YEARS, tmp_path_factory.mktemp("years"), date(2024, 11, 15))


@pytest.mark.parametrize(
    "text",
    ["Maru의 천적은?", "who is Maru's nemesis?", "¿quién es la bestia negra de Maru?"],
)
def test_a_nemesis_is_the_worst_rival(people: Talk, text: str) -> None:
    found = people.answer(text)
    assert found == people.answer("which opponent has Maru the lowest win rate against?")
    assert found.order == "asc"


def test_records_of_players_are_against_players(people: Talk) -> None:
    assert people.answer("Maru 선수별 상대전적") == people.answer("Maru 상대 선수별 승률")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("저그한테 강한 종족은?", "저그 상대로 승률 높은 종족은?"),
        ("저그 상대로 제일 약한 종족은?", "저그 상대로 승률 가장 낮은 종족은?"),
    ],
)
def test_strong_against_a_side(people: Talk, text: str, plain: str) -> None:
    assert people.hear(text) == people.hear(plain)


def test_a_players_mirrors_are_not_won_half_the_time(people: Talk) -> None:
    people.answer("Maru TvT win rate")
    assert "one half" not in people.text
    people.anew()
    people.answer("TvT win rate")
    assert "50%" in people.text


@pytest.mark.parametrize(
    "text", ["who do you like better, Maru or Serral?", "¿quién te gusta más?", "누굴 더 좋아해?"]
)
def test_what_one_likes_is_an_opinion(people: Talk, text: str) -> None:
    outcome = people.say(text)
    assert isinstance(outcome, Decline)
    assert outcome.reason == "opinion"


@pytest.mark.parametrize(
    ("messages", "plain"),
    [
        (("Maru vs Serral", "how many did Serral win?"), "Serral wins against Maru"),
        (("Terran win rate", "all races"), "win rate by race"),
        (("Maru랑 Serral 붙으면 누가 이겨왔어?",), "Maru vs Serral"),
        (("이긴 경기 몇 판이야? Maru", "진 거는?"), "Maru losses"),
    ],
)
def test_what_follows_is_of_the_same(people: Talk, messages: tuple[str, ...], plain: str) -> None:
    found = people.asked(*messages)
    expected = people.asked(plain)
    assert (found.measure, set(found.filters), found.group_by) == (
        expected.measure, set(expected.filters), expected.group_by,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("messages", "plain"),
    [
        (("Maru 승률", "전체 승률은?"), "Maru win rate"),
        (("Maru vs Serral", "who's the better player honestly?"), "Maru vs Serral"),
        (("Maru vs Serral", "누가 더 잘해?"), "Maru vs Serral"),
        (("los 2 jugadores con más partidas", "¿y los 2 con menos?"), "bottom 2 players by games"),
        (("top 2 players by games", "and the two with fewest"), "bottom 2 players by games"),
        (("most played race", "what's its win rate?"), "Terran win rate"),
    ],
)
def test_what_goes_on_from_people(people: Talk, messages: tuple[str, ...], plain: str) -> None:
    found = people.asked(*messages)
    expected = people.asked(plain)
    assert (found.measure, set(found.filters), found.order, found.limit) == (
        expected.measure, set(expected.filters), expected.order, expected.limit,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("messages", "plain"),
    [
        (("how many games in 2023?", "Terran win rate that year"), "Terran win rate in 2023"),
        (("partidas en 2023", "tasa de victorias de Terran ese año"), "Terran win rate in 2023"),
        (("2023년 경기 수", "그 해 테란 승률"), "Terran win rate in 2023"),
        (("Maru vs Serral", "맞대결 승률만"), "Maru vs Serral"),
        (("Zerg win rate", "with mirrors", "and without them?"), "Zerg win rate without mirrors"),
    ],
)
def test_what_points_back(rounds: Talk, messages: tuple[str, ...], plain: str) -> None:
    found = rounds.asked(*messages)
    expected = rounds.asked(plain)
    assert (found.measure, set(found.filters), found.period, found.mirror) == (
        expected.measure, set(expected.filters), expected.period, expected.mirror,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("messages", "plain"),
    [
        (
            ("victorias de Zerg por torneo", "mejor en porcentaje"),
            "best Zerg win rate by tournament",
        ),
        (("wins by player", "and their percentage"), "win rate by player"),
        (("토너먼트별 저그 승수", "비율로"), "저그 승률 토너먼트별"),
    ],
)
def test_rates_after_counts(rounds: Talk, messages: tuple[str, ...], plain: str) -> None:
    found = rounds.asked(*messages)
    expected = rounds.asked(plain)
    assert (found.measure, set(found.filters), found.group_by, found.order) == (
        expected.measure, set(expected.filters), expected.group_by, expected.order,
    )  # fmt: skip


def test_both_values_that_were_named_are_taken_together(rounds: Talk) -> None:
    found = rounds.asked("Terran wins in the final", "in the semifinal", "both rounds together")
    both = found.filter("round")
    assert both is not None
    assert (both.values, both.together) == (("F", "SF"), True)


GO = """date,format,black,white,winner
2024-02-01,불계,강태윤,임가온,흑
2024-02-02,집,임가온,강태윤,백
2024-02-03,불계,한지우,강태윤,흑
2024-02-04,집,한지우,임가온,흑
"""


def test_how_games_ended_is_counted(tmp_path_factory: pytest.TempPathFactory) -> None:
    talk = Talk.about(GO, tmp_path_factory.mktemp("go"), date(2024, 11, 15))
    assert talk.answer("불계승은 몇 판이야?").measure == "games"
    talk.anew()
    found = talk.answer("불계로 제일 많이 이긴 선수는?", "집으로 이긴 건?")
    assert (found.measure, found.group_by, found.order) == ("wins", ("player",), "desc")
    assert [one.values for one in found.filters] == [("집",)]


@pytest.mark.parametrize(
    "text",
    [
        "who played most finals?", "¿quién jugó más finales?", "결승에 제일 많이 나온 선수는?",
    ],
)  # fmt: skip
def test_people_who_are_compared_themselves_play_games(tmp_path: Path, text: str) -> None:
    talk = Talk.about(
        "date,round,player1,player2,winner\n2024-02-01,F,Ann,Bob,1\n2024-02-02,F,Ann,Cleo,2\n"
        "2024-02-03,SF,Bob,Cleo,1\n",
        tmp_path, date(2024, 11, 15),
    )  # fmt: skip
    frame = talk.answer(text)
    talk.analyst.close()
    assert (frame.measure, frame.order) == ("games", "desc")
    assert talk.rows[0] == ("Ann", 2)
