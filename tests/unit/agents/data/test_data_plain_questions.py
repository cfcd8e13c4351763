"""Questions of their own as people put them are read as the plain ones."""

from datetime import date
from pathlib import Path

import pytest

from agents.data.outcomes import Answerable
from tests.unit.agents.data.data_support import Reads, frame, reader

TODAY = date(2024, 6, 12)
RACES = ("Terran", "Zerg", "Protoss")
PEOPLE = ("Marlow", "Tundra", "Quill", "Vesper")


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    lines = [
        "date,tournament,round,map,venue,best_of,patch,player1,race1,player2,race2,winner,minutes"
    ]
    for place in range(320):
        one, two = PEOPLE[place % 4], PEOPLE[(place + 1 + place // 4 % 3) % 4]
        day = f"{2023 + place // 200}-{1 + place % 12:02d}-{1 + place % 27:02d}"
        cup, part = ("Frost Cup", "Harbor Cup")[place % 2], ("final", "semifinal")[place // 2 % 2]
        arena = ("Ember Ridge", "Copper Falls")[place // 3 % 2]
        where, best = ("online", "offline")[place // 5 % 2], (1, 3, 5)[place % 3]
        lines.append(
            f"{day},{cup},{part},{arena},{where},{best},4.{1 + place // 160},{one},"
            f"{RACES[place % 3]},{two},{RACES[place // 3 % 3]},{1 + place % 2},{6 + place % 25}"
        )
    return reader(TODAY, tmp_path_factory.mktemp("plain"), "\n".join(lines))


SAID = {
    "Zerg win rate": (
        "how often do Zerg players come out on top",
        "what are the odds of a Zerg win?",
        "share of games Zerg wins",
        "저그는 얼마나 자주 이겨?",
        "win rate of Zerg players",
        "저그 선수들 승률",
    ),
    "Terran vs Zerg win rate": (
        "when terran faces zerg how often does it win",
        "terran into zerg",
        "Terran - Zerg",
        "¿con qué frecuencia le gana Terran a Zerg?",
    ),
    "number of games by map": (
        "game counts by map",
        "맵당 경기 수",
        "conteo de partidas por mapa",
        "cant. de partidas x mapa",
        "recuento por mapa",
    ),
    "Marlow win rate in offline games": (
        "how does Marlow do at offline events?",
        "porcentaje de victorias de Marlow en torneos offline",
        "Marlow on LAN, win rate",
        "오프에서 Marlow 승률",
        "Marlow en partidas presenciales: porcentaje de victorias",
    ),
    "Marlow win rate": ("Marlow 전체 승률", "Marlow 전체 승률 좀 보자"),
    "which race has the highest win rate": ("most dominant race", "raza más exitosa"),
    "which map has the lowest Terran win rate against Protoss": (
        "worst map for TvP",
        "hardest map for Terran vs Protoss",
        "on which map does Terran struggle most against Protoss",
        "peor mapa para TvP",
        "el mapa más difícil para Terran contra Protoss",
        "¿en qué mapa sufre más Terran contra Protoss?",
        "테란이 프로토스 상대로 제일 힘든 맵",
        "테란한테 토스전 제일 어려운 맵",
    ),
    "Marlow가 제일 약한 상대 종족": (
        "Marlow가 어느 종족한테 제일 약해",
        "Marlow는 어떤 종족 상대로 승률이 제일 낮아?",
        "Marlow가 제일 못 이기는 종족",
        "which race does Marlow struggle against most",
    ),
    "top 3 players by win rate with at least 20 games": (
        "best three players with 20 or more games",
        "top 3 de jugadores con 20 o más partidas",
    ),
    "average game length by patch": (
        "average match time per patch",
        "패치별로 게임이 평균 얼마나 걸려",
        "cuánto tardan las partidas de media por parche",
    ),
    "Ember Ridge average game length": (
        "how long do games on Ember Ridge last on average",
        "Ember Ridge에서 경기가 평균 얼마나 걸려",
    ),
    "Zerg win rate from April to June 2023": (
        "2023년 4~6월 저그 승률",
        "zerg del 1/4/2023 al 30/6/2023",
    ),
    "Terran win rate this year": (
        "terran since the start of the year",
        "terran desde principios de año",
        "terran desde que empezó el año",
        "연초부터 지금까지 테란 승률",
    ),
    "Terran win rate since 2024": ("terran from 2024 onwards",),
    "Terran win rate before 2024": ("2024년 전에 테란 승률",),
    "mirror share by map": (
        "what share of games are mirrors on each map",
        "% of mirror games by map",
        "맵마다 동족전이 몇 퍼센트야",
        "porcentaje de mirrors por mapa",
    ),
    "how many games between Marlow and Tundra": (
        "how many times have Marlow and Tundra met",
        "how often have Marlow and Tundra faced each other",
        "number of games Marlow played against Tundra",
        "¿cuántas veces jugaron Marlow y Tundra?",
        "Marlow와 Tundra가 맞붙은 횟수",
    ),
    "맵별 저프전 승률": ("맵에 따른 저프전 승률", "맵 단위로 저프전 승률"),
    "Terran wins by map": ("Terran triunfos por mapa", "partidas ganadas por Terran por mapa"),
    "win rate of Terran by map": ("Terran wins in percent by map",),
    "number of wins in finals by player": (
        "finals won per player",
        "how many finals did each player win",
        "finales ganadas por jugador",
    ),
    "win rate by race in best of 5 games": (
        "race win rates in bo5",
        "race win rates in best-of-five",
        "5판 3선승제 종족별 승률",
        "winrate por raza al mejor de 5",
    ),
    "who won most games against Quill": (
        "¿quién derrotó más veces a Quill?",
        "rival que más veces ganó a Quill",
        "Quill을 제일 많이 이긴 선수",
        "누가 Quill을 가장 많이 이겼어",
    ),
    "which map is played most": (
        "most common map",
        "which map comes up most",
        "el mapa más frecuente",
        "제일 인기 있는 맵",
        "어떤 맵이 제일 많이 나왔어",
    ),
    "rank the players by win rate": (
        "order the players by win percentage",
        "ordena los jugadores por porcentaje de victorias",
    ),
    "players with a win rate above 40% and at least 50 games": (
        "list players with winrate higher than 40% and 50 or more games",
        "승률 40% 넘고 50경기 이상인 선수",
        "players above 40% with 50+ games",
    ),
    "3 best players with at least 50 games": ("3 mejores jugadores (50+ partidas)",),
    "Vesper win rate against Zerg": ("¿con qué frecuencia le gana Vesper a Zerg?",),
    "Zerg win rate by map": (
        "how does Zerg do on different maps",
        "winrate de Zerg en los distintos mapas",
    ),
    "games under 10 minutes by race": ("sub-10-minute games by race",),
    "which month has the highest Zerg win rate": ("몇 월에 저그 승률이 제일 높았어",),
    "which map has the longest average game length": ("맵별 평균 경기 시간이 가장 긴 맵",),
    "Marlow vs Tundra": ("Marlow Tundra 전적", "Marlow가 Tundra 만나서 거둔 전적"),
    "Terran win rate in March 2023": (
        "terran for the month of march 2023",
        "2023년 3월 한 달 동안 테란 승률",
    ),
    "Zerg win rate in the last 6 months": ("zerg past half year", "최근 여섯 달 저그 승률"),
    "number of games by month": ("número de partidas mensuales",),
    "Terran win rate by year": ("annual terran win rate",),
    "win rate by player in the Harbor Cup": (
        "Harbor Cup player winrates",
        "Harbor Cup 선수들 승률",
    ),
    "number of games by map of Marlow": ("Marlow games by map", "partidas de Marlow por mapa"),
    "Zerg win rate in games between 10 and 20 minutes": (
        "zerg win rate when games last between 10 and 20 minutes",
    ),
    "players ranked by number of games": ("경기 많이 한 순서로 선수 나열",),
    "who won the most finals": ("jugador con más finales ganadas", "player with most finals won"),
    "wins of Terran against Zerg": ("victorias de Terran sobre Zerg",),
    "skill-adjusted win rate by race": (
        "race winrates controlling for player strength",
        "실력 차를 보정한 종족별 승률",
    ),
    "win rate by quarter of Zerg": ("zerg quarter over quarter winrate",),
}  # fmt: skip


@pytest.mark.parametrize(("plain", "said"), [(p, one) for p, ways in SAID.items() for one in ways])
def test_they_are_read_as_the_plain_question(read: Reads, plain: str, said: str) -> None:
    found, asked = frame(read, said), frame(read, plain)
    assert set(found.filters) == set(asked.filters)
    assert found.model_copy(update={"filters": ()}) == asked.model_copy(update={"filters": ()})


def test_what_is_played_is_no_rival(tmp_path: Path) -> None:
    lines = ["date,my_deck,opp_deck,result"]
    decks = ("Storm Burn", "Verdant Ramp", "Tide Control")
    for place in range(90):
        own, rival = decks[place % 3], decks[place // 3 % 3]
        lines.append(f"2024-01-{1 + place % 28:02d},{own},{rival},{'WL'[place % 2]}")
    log = reader(TODAY, tmp_path, "\n".join(lines))
    assert frame(log, "my wr playing storm burn") == frame(log, "my win rate with Storm Burn")
    against = frame(log, "my win rate against Tide Control")
    assert frame(log, "my record into Tide Control, win rate") == against
    assert frame(log, "Tide Control한테 내 승률") == against
    assert frame(log, "¿con qué frecuencia le gano a Tide Control?") == against
    assert frame(log, "내 전체 승률") == frame(log, "my overall win rate")
    each = frame(log, "my win rate against each deck")
    assert frame(log, "winrate por mazo del rival") == each
    assert frame(log, "내가 각 덱 상대로 승률이 어때") == each


def test_a_surface_that_is_a_word_narrows_where_a_condition_stands(tmp_path: Path) -> None:
    lines = ["fecha,superficie,ganador,perdedor"]
    for place in range(90):
        pair = (("Soler", "Ibarra"), ("Ibarra", "Soler"), ("Soler", "Valdés"))[place % 3]
        lines.append(
            f"2024-01-{1 + place % 28:02d},{('dura', 'arcilla')[place % 2]},{','.join(pair)}"
        )
    tennis = reader(TODAY, tmp_path, "\n".join(lines))
    found = frame(tennis, "Soler contra Ibarra en dura")
    assert found == frame(tennis, "Soler contra Ibarra en pista dura")
    assert "dura" in {one.values[0] for one in found.filters}


def test_two_who_draw_do_so_with_each_other(tmp_path: Path) -> None:
    lines = ["Date,White,Black,Result,Opening"]
    people = ("Okafor", "Moreau", "Tanaka")
    for place in range(90):
        one, two = people[place % 3], people[(place + 1 + place % 2) % 3]
        result = ("1-0", "0-1", "1/2-1/2")[place // 3 % 3]
        lines.append(f"2024-01-{1 + place % 28:02d},{one},{two},{result},Caro-Kann")
    chess = reader(TODAY, tmp_path, "\n".join(lines))
    plain = frame(chess, "draw rate between Okafor and Moreau")
    assert frame(chess, "how many times did Okafor and Moreau draw") == plain
    assert frame(chess, "¿cuántas veces empataron Okafor y Moreau?") == plain


@pytest.mark.parametrize(
    "text",
    [
        "how many games did Marlow and Tundra play",  # each, or against each other
        "split the Zerg win rate into months",
        "Zerg win rate in the last month",
    ],
)
def test_what_is_like_them_stays_as_it_was(read: Reads, text: str) -> None:
    outcome = read(text)
    assert not isinstance(outcome, Answerable) or not any(
        one.side == "opponent" for one in outcome.frame.filters
    )
