"""Rows of players: a number of kills is that of whoever is named, in every language."""

from datetime import date

import pytest

from agents.data.deaths_told import with_deaths
from agents.data.match.compute.frame import Measured
from agents.data.outcomes import Answerable, Decline
from tests.unit.agents.data.data_support import Talk

_TEAMS = {"Orca": ("Toma", "Mirk", "Faker"), "Lynx": ("Tarn", "Mool", "Brig")}
_PLACES = ("top", "mid", "bot")


def _talk(header: str, factory: pytest.TempPathFactory, won: tuple[str, str]) -> Talk:
    lines = [header]
    for game in range(40):
        for side, (team, players) in enumerate(_TEAMS.items()):
            for place, player in enumerate(players):
                kills, deaths = (game * 3 + place * 5 + side) % 11, (game + place * 2) % 7
                result = won[(game + side) % 2]
                lines.append(
                    f"g{game},2024-01-{game % 28 + 1:02},{team},{player},{_PLACES[place]},"
                    f"{('Aro', 'Bim', 'Cel')[(game + place) % 3]},{kills},{deaths},{result}"
                )
    return Talk.about("\n".join(lines), factory.mktemp("rows"), date(2024, 6, 1))


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    header = "gameid,date,team,player,position,champion,kills,deaths,result"
    return _talk(header, tmp_path_factory, ("1", "0"))


@pytest.fixture(scope="module")
def korean(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    header = "경기번호,날짜,팀,선수,포지션,챔피언,킬,데스,결과"
    return _talk(header, tmp_path_factory, ("승", "패"))


@pytest.fixture(scope="module")
def spanish(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    header = "partida,fecha,equipo,jugador,posicion,campeon,asesinatos,muertes,resultado"
    return _talk(header, tmp_path_factory, ("victoria", "derrota"))


def _games(of: str, column: str, least: int) -> int:
    """Count the games in which a player, or who stands at a place, had so many or more."""
    found = set()
    for game in range(40):
        for side, players in enumerate(_TEAMS.values()):
            for place, player in enumerate(players):
                told = {
                    "kills": (game * 3 + place * 5 + side) % 11, "deaths": (game + place * 2) % 7
                }  # fmt: skip
                if of in (player, _PLACES[place]) and told[column] >= least:
                    found.add(game)
    return len(found)


_ASKED = {
    "english": [
        ("how many games did Mirk have more than 5 kills in?", "Mirk", "kills", 6),
        ("games with more than 5 kills by Mirk", "Mirk", "kills", 6),
        ("list Mirk games with at least 5 kills", "Mirk", "kills", 5),
        ("number of games in which Mirk died at least 4 times", "Mirk", "deaths", 4),
        ("games where mid had more than 5 kills", "mid", "kills", 6),
    ],
    "korean": [
        ("Mirk가 킬이 5개 넘는 경기는 몇 경기야?", "Mirk", "kills", 6),
        ("Mirk가 5킬 이상 한 경기 수", "Mirk", "kills", 5),
        ("Mirk가 4번 이상 죽은 경기 수", "Mirk", "deaths", 4),
        ("미드가 5킬 이상 한 경기 수", "mid", "kills", 5),
    ],
    "spanish": [
        ("partidas con más de 5 asesinatos de Mirk", "Mirk", "kills", 6),
        ("número de partidas en las que Mirk murió al menos 4 veces", "Mirk", "deaths", 4),
        ("partidas en las que Mirk tuvo más de 5 asesinatos", "Mirk", "kills", 6),
    ],
}


@pytest.mark.parametrize(
    ("language", "text", "of", "column", "least"),
    [(language, *one) for language, asked in _ASKED.items() for one in asked],
)
def test_a_number_is_of_the_row_of_whoever_is_named(
    language: str, text: str, of: str, column: str, least: int, request: pytest.FixtureRequest
) -> None:
    talk: Talk = request.getfixturevalue(language)
    frame = talk.asked(text)
    assert frame.measure == "games"
    assert talk.column("games") == [_games(of, column, least)]


@pytest.mark.parametrize(
    ("text", "measured"),
    [
        ("Mirk's win rate in games with fewer than 3 deaths", ("deaths", "<", 3)),
        ("win rate of mid with more than 5 kills", ("kills", ">", 5)),
        ("페이커 킬 5개 미만 승률", ("kills", "<", 5)),
    ],
)
def test_a_rate_is_of_such_rows(english: Talk, text: str, measured: tuple[str, str, int]) -> None:
    (one,) = english.asked(text).measured
    assert (one.quantity, one.comparison, one.value, one.side) == (*measured, "own")


def test_two_numbers_in_a_row_are_each_of_their_own_noun(korean: Talk) -> None:
    measured = korean.asked("Mirk 5킬 이상 2데스 이하 승률").measured
    assert [(one.quantity, one.comparison, one.value) for one in measured] == [
        ("kills", ">=", 5),
        ("deaths", "<=", 2),
    ]


@pytest.mark.parametrize("text", ["win rate with more than 5 kills", "games with over 5 kills"])
def test_where_nobody_is_named_it_is_not_told_whose(english: Talk, text: str) -> None:
    english.anew()
    assert isinstance(english.hear(text), Decline)


def test_a_condition_is_heard_behind_a_name_in_hangul(korean: Talk) -> None:
    korean.anew()
    outcome = korean.hear("페이커가 킬이 5개 넘는 경기 수")
    assert isinstance(outcome, Answerable)
    assert outcome.frame.measured == (Measured(quantity="kills", comparison=">", value=5),)


def test_deaths_are_put_in_words_only_where_a_table_has_them(
    english: Talk, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert with_deaths("Mirk died over 3 times", english.analyst.model) == "Mirk has over 3 deaths"
    said = "Mirk가 3번 넘게 죽었을 때 승률"
    assert with_deaths(said, english.analyst.model) == "Mirk가 3데스 초과일 때 승률"
    plain = Talk.about(
        "p1,p2,winner\nA,B,A\nB,A,B\n", tmp_path_factory.mktemp("p"), date(2024, 1, 1)
    )
    assert with_deaths(said, plain.analyst.model) == said


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("english", "most kills in a game"), ("korean", "한 경기 최다 킬"),
        ("korean", "선수별 킬"), ("spanish", "más asesinatos en una partida")
    ],
)  # fmt: skip
def test_no_figure_of_a_number_is_a_count_of_games(
    language: str, text: str, request: pytest.FixtureRequest
) -> None:
    talk: Talk = request.getfixturevalue(language)
    talk.anew()
    outcome = talk.hear(text)
    assert isinstance(outcome, Decline) and outcome.reason == "quantity"


def test_games_are_still_grouped_by_a_number(english: Talk) -> None:
    assert english.asked("win rate by kills").group_by == ("kills",)
    assert english.asked("win rate by kills by player").group_by == ("kills", "player")
    assert english.asked("which kills value has the most games?").group_by == ("kills",)
