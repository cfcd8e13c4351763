"""Whom a question goes on about: a team that was first, a person's rivals, the side of a team."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Answerable, Decline
from tests.unit.agents.data.data_support import Talk

_TEAMS = ("Lumen", "Kestrel", "Orca", "Marrow")
_PEOPLE = ("Ida", "Noor", "Pia", "Sol")
_LEAGUE = "대회명,date,patch,home_team,away_team,home_goals,away_goals,minutes\n" + "".join(
    f"{('Open', 'Cup')[i % 2]},2024-0{1 + i % 9}-{1 + i % 28:02d},{('14.1', '14.10')[i // 2 % 2]},"
    f"{_TEAMS[i % 4]},{_TEAMS[(i + 1 + i // 4 % 3) % 4]},{i * 7 % 4},{i % 3},{20 + i % 30}\n"
    for i in range(240)
)
_FIGHTS = "date,stage,p1,p1_civ,p2,p2_civ,winner,minutes\n" + "".join(
    f"2024-0{1 + i % 9}-{1 + i % 28:02d},{('final', 'semifinal')[i // 2 % 2]},{_PEOPLE[i % 4]},"
    f"{('Huns', 'Mayas', 'Goths')[i % 3]},{_PEOPLE[(i + 1 + i // 4 % 3) % 4]},"
    f"{('Huns', 'Mayas', 'Goths')[(i + i // 3) % 3]},{1 + i // 5 % 2},{20 + i % 50}\n"
    for i in range(240)
)
_ROWS = [
    (f"2024-0{1 + i % 9}-{1 + i % 28:02d},{('Red', 'Azure')[i % 2]},"
     f"{('Ramp', 'Boros', 'Red')[i // 2 % 3]},",
     ("연어초밥", "감자왕", "치즈볼")[i // 3 % 3], "WL"[i // 5 % 2])
    for i in range(120)
]  # fmt: skip
_LOG = "date,my deck,opp deck,result\n" + "".join(f"{a}{c}\n" for a, _, c in _ROWS)
_LADDER = "날짜,내 덱,상대 덱,상대 닉네임,결과\n" + "".join(f"{a}{b},{c}\n" for a, b, c in _ROWS)
_ORCA = Filter(dimension="team", values=("Orca",))


def _begin(text: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    talk = Talk.about(text, tmp_path_factory.mktemp("whom"), date(2024, 11, 15))
    yield talk
    talk.analyst.close()


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    yield from _begin(_LEAGUE, tmp_path_factory)


@pytest.fixture(scope="module")
def fights(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    yield from _begin(_FIGHTS, tmp_path_factory)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    yield from _begin(_LOG, tmp_path_factory)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Orca home win rate", "away win rate?"), ("Orca 홈 승률", "원정 승률은?"),
        ("tasa de victorias de Orca de local", "¿tasa de victorias de visitante?"),
    ],
)  # fmt: skip
def test_the_other_side_is_of_the_same_team(league: Talk, first: str, then: str) -> None:
    frame = league.asked(first, then)
    assert frame.filter("team") == _ORCA
    assert frame.filter("side") is not None


def test_a_side_too_is_of_the_same_games(league: Talk) -> None:
    frame = league.asked("14.1 패치 경기 수", "홈 승률도")
    assert frame.measure == "win_rate"
    assert frame.filter("patch") == Filter(dimension="patch", values=("14.1",))


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Orca win rate on patch 14.1", "draws of that team overall"),
        ("14.1 패치 Orca 승률", "그 팀 무승부는 통틀어서?"),
        ("tasa de victorias de Orca en el parche 14.1", "empates de ese equipo en total"),
    ],
)
def test_overall_a_team_has_all_its_games(league: Talk, first: str, then: str) -> None:
    frame = league.asked(first, then)
    assert (frame.measure, frame.filters) == ("draw_rate", (_ORCA,))


@pytest.mark.parametrize(
    ("said", "rows"),
    [
        ("연어초밥이 이긴 경기", [(42, 21, 21)]), ("내가 이긴 경기", [(120, 60, 60)])
    ],
)  # fmt: skip
def test_games_that_somebody_won_are_wins(
    tmp_path: Path, said: str, rows: list[tuple[int, int, int]]
) -> None:
    talk = Talk.about(_LADDER, tmp_path, date(2024, 11, 15))
    frame = talk.asked(said)
    talk.analyst.close()
    assert frame.measure == ("wins" if said.startswith("내가") else "losses")
    wins = [games - won for games, _, won in rows]
    assert (talk.column("games"), talk.column("wins")) == ([r[0] for r in rows], wins)


@pytest.mark.parametrize(
    ("said", "measure"),
    [
        ("Ida가 이긴 경기", "wins"), ("games that Ida won", "wins"), ("Ida가 진 경기", "losses")
    ],
)  # fmt: skip
def test_the_games_that_a_player_won_are_that_players(
    fights: Talk, said: str, measure: str
) -> None:
    frame = fights.asked(said)
    assert frame.measure == measure
    assert frame.filter("player") == Filter(dimension="player", values=("Ida",))
    assert (frame.filter("civilization", "opponent") is not None) == ("Huns" in said)


@pytest.mark.parametrize("said", ["연어초밥 키"])
def test_a_word_behind_a_name_is_no_slip_in_it(tmp_path: Path, said: str) -> None:
    talk = Talk.about(_LADDER, tmp_path, date(2024, 11, 15))
    outcome = talk.say(said)
    talk.analyst.close()
    assert isinstance(outcome, Decline) and outcome.reason == "word"


def test_outside_is_away_where_teams_are_at_home(league: Talk) -> None:
    frame = league.asked("tasa de victorias de Orca", "¿y Marrow fuera?")
    assert frame.filter("team") == Filter(dimension="team", values=("Marrow",))
    assert frame.filter("side") == Filter(dimension="side", values=("away",))
    out = league.asked("tasa de victorias por equipo", "deja a Orca y Marrow fuera")
    assert out.filters == (Filter(dimension="team", values=("Orca", "Marrow"), exclude=True),)


@pytest.mark.parametrize("then", ["their home win rate", "걔네 홈 승률은?"])
def test_they_are_the_team_that_is_first(league: Talk, then: str) -> None:
    league.asked("which team has the lowest win rate?")
    lowest = str(league.rows[0][0])
    assert league.answer(then).filter("team") == Filter(dimension="team", values=(lowest,))


def test_a_name_that_says_it_is_one_is_of_its_kind(league: Talk) -> None:
    assert league.asked("대회별 홈 승률").group_by == ("tournament",)


@pytest.mark.parametrize(
    ("then", "ended"),
    [("when Orca wins", "won"), ("Orca가 질 때는?", "lost"), ("cuando gana Orca", "won")],
)
def test_how_long_games_take_is_asked_of_those_won(league: Talk, then: str, ended: str) -> None:
    frame = league.asked("average game length", then)
    assert (frame.measure, frame.ended, frame.filters) == ("duration", ended, (_ORCA,))


@pytest.mark.parametrize(
    ("then", "group"),
    [
        ("whom did they lose to most?", "opponent"), ("가장 많이 진 상대는 누구야?", "opponent"),
        ("제일 많이 쓴 문명은?", "civilization"),
    ],
)  # fmt: skip
def test_a_ranking_after_a_persons_record_is_theirs(fights: Talk, then: str, group: str) -> None:
    frame = fights.asked("Ida win rate", then)
    assert frame.filter("player") == Filter(dimension="player", values=("Ida",))
    assert frame.group_by[0].startswith(group)


@pytest.mark.parametrize(
    "said", ["Ida vs Noor, who's ahead?", "Ida contra Noor, ¿quién va ganando?"]
)
def test_who_is_ahead_of_two_is_their_record(fights: Talk, said: str) -> None:
    frame = fights.asked(said)
    assert (len(frame.filters), frame.group_by, frame.measure) == (2, (), "win_rate")


@pytest.mark.parametrize("said", ["is Huns favoured against Goths?", "are Huns favored vs Goths"])
def test_who_is_favoured_is_whose_rate_it_is(fights: Talk, said: str) -> None:
    frame = fights.asked(said)
    assert frame.filter("civilization") == Filter(dimension="civilization", values=("Huns",))


@pytest.mark.parametrize(
    "said", ["what % of games are mirrors", "전체 미러전 비율", "mirror share of all games"]
)
def test_the_share_of_mirrors_is_of_all_games(fights: Talk, said: str) -> None:
    frame = fights.asked(said)
    assert (frame.measure, frame.group_by, frame.filters) == ("mirror_share", (), ())


@pytest.mark.parametrize(
    ("first", "then", "order"),
    [
        ("¿en qué fase duran más las partidas?", "¿y menos?", "asc"),
        ("¿quién ganó más partidas?", "los dos últimos", "asc"),
        ("¿quién ganó más partidas?", "¿y el que menos?", "asc"),
    ],
)
def test_the_least_are_the_other_end(fights: Talk, first: str, then: str, order: str) -> None:
    before = fights.asked(first)
    after = fights.answer(then)
    assert (after.group_by, after.order) == (before.group_by, order)


def test_more_of_another_round_ranks_in_it(fights: Talk) -> None:
    frame = fights.asked("¿quién ganó más finales?", "¿y más semifinales?")
    assert frame.filters == (Filter(dimension="stage", values=("semifinal",)),)


def test_in_total_a_player_has_all_his_sides(fights: Talk) -> None:
    frame = fights.asked("¿cómo le va a Ida con Huns?", "¿y con Goths?", "¿y en total?")
    assert frame.filters == (Filter(dimension="player", values=("Ida",)),)


@pytest.mark.parametrize(
    "said", ["연어초밥이랑 붙은 전적", "연어초밥 전적", "my record with 연어초밥"]
)
def test_a_record_with_somebody_is_ones_own(tmp_path: Path, said: str) -> None:
    talk = Talk.about(_LADDER, tmp_path, date(2024, 11, 15))
    measure = talk.asked(said).measure
    talk.analyst.close()
    assert measure == "win_rate"


@pytest.mark.parametrize(
    "said", ["what do I lose to most?", "¿contra qué pierdo más?", "뭐한테 제일 많이 져?"]
)
def test_what_one_loses_to_is_of_rivals(log: Talk, said: str) -> None:
    frame = log.asked(said)
    assert (frame.measure, frame.group_by) == ("losses", ("opponent",))


def test_the_best_after_losses_has_the_best_rate(log: Talk) -> None:
    assert log.asked("what do I lose to most?", "best matchup?").measure == "win_rate"


def test_a_place_in_a_ranking_is_no_number_of_rows(fights: Talk) -> None:
    fights.anew()
    outcome = fights.say("Ida vs opponents ranked in the top 20")
    assert not isinstance(outcome, Answerable) or outcome.frame.limit is None


def test_a_file_may_be_called_an_archive(fights: Talk) -> None:
    assert fights.asked("Ida win rate in this archive").measure == "win_rate"


@pytest.mark.parametrize("then", ["¿cuántas veces se han enfrentado?", "how often did they meet?"])
def test_those_who_met_are_the_first_and_the_rival(fights: Talk, then: str) -> None:
    fights.asked("who beats Ida most?")
    first = str(fights.rows[0][0])
    frame = fights.answer(then)
    ida = Filter(dimension="player", values=("Ida",), side="opponent")
    assert set(frame.filters) == {ida, Filter(dimension="player", values=(first,))}


def test_who_won_most_is_asked_of_the_games_that_rows_counted(fights: Talk) -> None:
    frame = fights.asked("games over 40 minutes by stage, most first", "who won the most?")
    assert (frame.measure, frame.group_by) == ("wins", ("player",))
    assert frame.lasting


def test_who_was_met_most_is_a_person(tmp_path: Path) -> None:
    talk = Talk.about(_LADDER, tmp_path, date(2024, 11, 15))
    people, decks = talk.asked("제일 많이 만난 사람 누구"), talk.asked("제일 많이 만난 덱은?")
    talk.analyst.close()
    assert (people.group_by, decks.group_by) == (("상대_닉네임",), ("opponent",))


@pytest.mark.parametrize(
    ("first", "then", "group"),
    [
        ("top 3 players by wins", "now by win rate with at least 20 games", ("player",)),
        ("jugadores con más de 20 victorias", "¿y con winrate superior al 40%?", ("player",)),
        ("which civilization wins most on final?", "over all stages?", ("civilization",)),
    ],
)
def test_rows_stay_where_another_figure_or_all_games_are_asked_for(
    fights: Talk, first: str, then: str, group: tuple[str, ...]
) -> None:
    assert fights.asked(first, then).group_by == group


def test_so_many_of_each_are_of_the_rows_that_were_ranked(fights: Talk) -> None:
    frame = fights.asked("best stage for each civilization", "top 2 per civilization")
    assert (set(frame.group_by), frame.limit) == ({"stage", "civilization"}, 2)


@pytest.mark.parametrize("then", ["between 30 and 40", "30에서 40 사이는?", "¿y entre 30 y 40?"])
def test_two_numbers_are_minutes_after_minutes(fights: Talk, then: str) -> None:
    frame = fights.asked("Ida win rate in games under 30 minutes", then)
    assert [one.seconds for one in frame.lasting] == [1800, 2400]


def test_a_given_name_that_only_one_has_is_that_person(tmp_path: Path) -> None:
    people = ("김택호", "유영호", "이재룡")
    rows = "".join(
        f"2024-01-{1 + i % 28:02d},{people[i % 3]},{people[(i + 1 + i // 3 % 2) % 3]},{1 + i % 2}\n"
        for i in range(60)
    )
    talk = Talk.about(f"날짜,선수1,선수2,승자\n{rows}", tmp_path, date(2024, 11, 15))
    frame = talk.asked("택호 승률")
    talk.analyst.close()
    assert frame.filters == (Filter(dimension="player", values=("김택호",)),)
