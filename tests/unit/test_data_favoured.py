"""Turns of favour, of growing strength and of how often something is met are read as figures."""

from collections.abc import Iterator
from datetime import date

import pytest

from agents.data.frame import Filter, Frame
from agents.data.outcomes import Decline
from agents.data.periods import month
from tests.unit.data_support import Talk

GAMES = """played,map,patch,race_1,race_2,winner
2024-02-01,Oasis,5.0,Terran,Zerg,1
2024-06-01,Oasis,5.1,Zerg,Protoss,2
2024-06-02,Ridge,5.1,Protoss,Terran,1
2024-07-01,Ridge,5.1,Zerg,Terran,1
"""
ZERG = Filter(dimension="race", values=("Zerg",))


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    return Talk.about(GAMES, tmp_path_factory.mktemp("favoured"), date(2024, 11, 15))


@pytest.fixture
def talk(begun: Talk) -> Iterator[Talk]:
    yield begun
    begun.anew()


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("which map is most favorable for Zerg?", "desc"), ("most Zerg-favoured map", "desc"),
        ("mapa que más favorece a Zerg", "desc"), ("el mapa más favorable para Zerg", "desc"),
        ("el mapa que más perjudica a Zerg", "asc"), ("el mapa menos favorable para Zerg", "asc"),
        ("which map is least favorable for Zerg?", "asc"),
    ],
)  # fmt: skip
def test_what_favours_a_side_is_its_best(talk: Talk, text: str, order: str) -> None:
    found = talk.answer(text)
    assert found == Frame(filters=(ZERG,), group_by=("map",), order=found.order)
    assert found.order == order


def test_without_a_superlative_all_are_shown(talk: Talk) -> None:
    assert talk.answer("저그한테 좋은 맵은?") == Frame(filters=(ZERG,), group_by=("map",))


@pytest.mark.parametrize(
    "text",
    [
        "has Zerg become stronger?", "is Zerg getting weaker?",
        "저그가 강해졌어?", "저그 더 세졌나?", "¿está mejorando Zerg?",
        "¿se ha vuelto más fuerte Zerg?",
    ],
)  # fmt: skip
def test_who_becomes_stronger_has_a_trend_of_wins(talk: Talk, text: str) -> None:
    assert talk.answer(text) == talk.answer("Zerg win rate trend")


@pytest.mark.parametrize(
    "text",
    [
        "how often does Zerg show up?", "저그가 얼마나 자주 나와?", "얼마나 자주 저그를 골라?",
        "¿con qué frecuencia se juega Zerg?",
    ],
)  # fmt: skip
def test_how_often_is_a_share_of_picks(talk: Talk, text: str) -> None:
    assert talk.answer(text) == Frame(measure="pick_share", filters=(ZERG,))


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        ("win rate heatmap", "matchup"), ("승률 히트맵", "matchup"),
        ("mapa de calor de las tasas de victoria", "matchup"), ("Zerg heat map by map", "map"),
    ],
)  # fmt: skip
def test_a_heat_map_is_a_picture(talk: Talk, text: str, grouped: str) -> None:
    found = talk.answer(text)
    assert (found.group_by, found.presentation) == ((grouped,), "chart")


@pytest.mark.parametrize(
    "text",
    [
        "Zerg last June",
        "지난 6월 저그",
        "저번 6월 저그",
        "Zerg el pasado junio",
        "Zerg, junio pasado",
    ],
)
def test_a_past_month_is_the_one_that_ended_last(talk: Talk, text: str) -> None:
    assert talk.answer(text) == Frame(filters=(ZERG,), period=(month(6, 2024),))


def test_the_month_that_is_not_over_is_not_past(talk: Talk) -> None:
    assert talk.hear("Zerg last November") == talk.hear("Zerg in November 2023")


def test_before_and_after_a_patch(talk: Talk) -> None:
    assert talk.answer("5.1 전후 저그 승률") == talk.answer("5.1 이전과 이후 저그 승률")


LEAGUE = """fecha,jornada,local,visitante,goles_local,goles_visitante
01/02/2024,1,Leeds,Hull,2,1
08/02/2024,2,Hull,Leeds,1,1
15/02/2024,3,Leeds,Hull,0,2
22/02/2024,4,Hull,Leeds,3,0
"""


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    return Talk.about(LEAGUE, tmp_path_factory.mktemp("league"), date(2024, 11, 15))


@pytest.mark.parametrize(
    "text",
    [
        "is there a home advantage?", "how big is the home-field advantage?", "홈 이점이 있어?",
        "¿hay ventaja de local?",
    ],
)  # fmt: skip
def test_the_advantage_of_a_side_is_how_often_it_wins(league: Talk, text: str) -> None:
    league.anew()
    assert league.answer(text) == league.answer("home win rate")


def test_who_plays_at_home_and_away_is_a_team(league: Talk) -> None:
    league.anew()
    assert league.analyst.model.dimensions["player"].label_in("en") == "team"
    league.answer("which team has the fewest away games?")
    assert "away" in league.text.splitlines()[0]


@pytest.mark.parametrize(
    ("text", "comparison", "figure"),
    [
        ("teams with more than 50 home wins", ">", "wins"),
        ("teams with fewer than 60 away losses", "<", "losses"),
    ],
)
def test_a_side_between_number_and_wins(
    league: Talk, text: str, comparison: str, figure: str
) -> None:
    league.anew()
    (bound,) = league.answer(text).bounds
    assert (bound.comparison, bound.figure) == (comparison, figure)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("which team has the fewest away games?", "asc"), ("원정 경기 제일 적은 팀", "asc"),
        ("원정 경기가 가장 많은 팀은?", "desc"), ("team with the most away games", "desc"),
    ],
)  # fmt: skip
def test_games_of_a_side_are_counted(league: Talk, text: str, order: str) -> None:
    league.anew()
    found = league.answer(text)
    assert (found.measure, found.group_by, found.order) == ("games", ("player",), order)


def test_what_there_is_most_of_is_counted(talk: Talk) -> None:
    found = talk.answer("저그가 가장 많은 맵")
    assert (found.measure, found.group_by, found.order) == ("games", ("map",), "desc")
    assert talk.answer("저그가 제일 적은 맵은?").order == "asc"


PEOPLE = """date,player_1,race_1,player_2,race_2,winner
2024-02-01,Maru,Terran,Serral,Zerg,1
2024-02-02,Serral,Zerg,Maru,Terran,2
2024-02-03,Maru,Terran,Clem,Terran,2
2024-02-04,Clem,Terran,Serral,Zerg,1
2024-02-05,herO,Protoss,Clem,Terran,1
"""


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    return Talk.about(PEOPLE, tmp_path_factory.mktemp("people"), date(2024, 11, 15))


@pytest.mark.parametrize(
    "text",
    ["Maru의 천적은?", "who is Maru's nemesis?", "¿quién es la bestia negra de Maru?"],
)
def test_a_nemesis_is_the_worst_rival(people: Talk, text: str) -> None:
    people.anew()
    found = people.answer(text)
    assert found == people.answer("which opponent has Maru the lowest win rate against?")
    assert found.order == "asc"


def test_records_of_players_are_against_players(people: Talk) -> None:
    people.anew()
    assert people.answer("Maru 선수별 상대전적") == people.answer("Maru 상대 선수별 승률")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("저그한테 강한 종족은?", "저그 상대로 승률 높은 종족은?"),
        ("저그 상대로 제일 약한 종족은?", "저그 상대로 승률 가장 낮은 종족은?"),
    ],
)
def test_strong_against_a_side(people: Talk, text: str, plain: str) -> None:
    people.anew()
    assert people.hear(text) == people.hear(plain)


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
    people.anew()
    found = people.answer(*messages)
    people.anew()
    expected = people.answer(plain)
    assert (found.measure, set(found.filters), found.group_by) == (
        expected.measure, set(expected.filters), expected.group_by,
    )  # fmt: skip


CLOCKED = "날짜,내종족,상대종족,맵,결과,경기시간,메모\n" + "".join(
    f"2024-02-{day + 1:02d},저그,{('테란', '프로토스', '저그')[day % 3]},투혼,{'승패'[day % 2]},"
    f"{5 + day:02d}:10,{('물량', '올인')[day % 2]}\n"
    for day in range(25)
)


def test_those_that_ended_so_are_not_counted(tmp_path_factory: pytest.TempPathFactory) -> None:
    talk = Talk.about(CLOCKED, tmp_path_factory.mktemp("clocked"), date(2024, 11, 15))
    found = talk.answer("20분 넘어간 경기 승률", "10분 안에 끝난 건?")
    assert (found.measure, len(found.lasting)) == ("win_rate", 1)
    talk.anew()
    assert talk.answer("물량이라고 메모한 경기 승률") == talk.answer("물량인 경기 승률")


COLD = """id,date,us_player,ussr_player,us_won
1,2023-11-19,Dmitri,Abigail,1
2,2024-05-25,Greta,Dmitri,0
3,2021-11-08,Esther,Greta,0
4,2021-11-09,Abigail,Esther,1
"""


def test_us_beside_ussr_is_a_country(tmp_path_factory: pytest.TempPathFactory) -> None:
    talk = Talk.about(COLD, tmp_path_factory.mktemp("cold"), date(2024, 11, 15))
    assert not talk.analyst.model.of_one_view
    assert talk.answer("USSR win rate").filters[0].values == ("ussr",)
    assert talk.answer("and the US?").filters[0].values == ("us",)


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
    people.anew()
    found = people.answer(*messages)
    people.anew()
    expected = people.answer(plain)
    assert (found.measure, set(found.filters), found.order, found.limit) == (
        expected.measure, set(expected.filters), expected.order, expected.limit,
    )  # fmt: skip


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


YEARS = """date,tournament,round,player_1,race_1,player_2,race_2,winner
2023-02-01,Alpine Open,F,Maru,Terran,Serral,Zerg,1
2023-03-02,Alpine Open,SF,Serral,Zerg,Maru,Terran,2
2024-02-03,Winter Cup,F,Maru,Terran,Clem,Terran,2
2024-02-04,Winter Cup,SF,Clem,Terran,Serral,Zerg,1
"""


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
def test_what_points_back(
    tmp_path_factory: pytest.TempPathFactory, messages: tuple[str, ...], plain: str
) -> None:
    talk = Talk.about(YEARS, tmp_path_factory.mktemp("years"), date(2024, 11, 15))
    found = talk.answer(*messages)
    talk.anew()
    expected = talk.answer(plain)
    assert (found.measure, set(found.filters), found.period, found.mirror) == (
        expected.measure, set(expected.filters), expected.period, expected.mirror,
    )  # fmt: skip


@pytest.mark.parametrize(
    "text", ["who do you like better, Maru or Serral?", "¿quién te gusta más?", "누굴 더 좋아해?"]
)
def test_what_one_likes_is_an_opinion(people: Talk, text: str) -> None:
    people.anew()
    outcome = people.say(text)
    assert isinstance(outcome, Decline)
    assert outcome.reason == "opinion"


@pytest.mark.parametrize(
    ("messages", "plain"),
    [
        (
            ("victorias de Zerg por torneo", "mejor en porcentaje"),
            "best Zerg win rate by tournament",
        ),
        (("wins by player", "and their percentage"), "win rate by player"),
        (("토너먼트별 저그 승수", "비율로"), "저그 승률 토너먼트별"),
        (("Terran wins in the final", "in the semifinal", "both rounds together"), ""),
    ],
)
def test_rates_and_both_after_counts(
    tmp_path_factory: pytest.TempPathFactory, messages: tuple[str, ...], plain: str
) -> None:
    talk = Talk.about(YEARS, tmp_path_factory.mktemp("rates"), date(2024, 11, 15))
    found = talk.answer(*messages)
    if not plain:
        assert [
            (one.values, one.together) for one in found.filters if one.dimension == "round"
        ] == [(("F", "SF"), True)]
        return
    talk.anew()
    expected = talk.answer(plain)
    assert (found.measure, set(found.filters), found.group_by, found.order) == (
        expected.measure, set(expected.filters), expected.group_by, expected.order,
    )  # fmt: skip


def test_a_players_mirrors_are_not_won_half_the_time(people: Talk) -> None:
    people.anew()
    people.answer("Maru TvT win rate")
    assert "one half" not in people.text
    people.anew()
    people.answer("TvT win rate")
    assert "50%" in people.text
