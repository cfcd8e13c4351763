"""Headers that people write give the same figures: counted here in plain Python from the games."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.data.match.model.rejections import NoGames
from tests.unit.agents.data.match.games import Games, model_of, written_rows
from tests.unit.agents.data.match.reshape.test_data_written_ways import (
    GAMES,
    KOREAN,
    RATES,
    Game,
    Rows,
    rates,
)

Cells = Callable[[Game], list[object]]


def _own(game: Game) -> list[object]:
    """Return map, player, race, player, race."""
    return list(game[:5])


def _ordered(game: Game) -> list[object]:
    """Return the winner with its race, and the loser with its own."""
    _, one, a, two, b, won = game
    return [one, a, two, b] if won == 1 else [two, b, one, a]


def _with(*results: object) -> Cells:
    """Return the cells of a game with one of two results behind."""
    return lambda game: [*_own(game), results[game[5] - 1]]


PLAIN: dict[str, Cells] = {
    "map,p1,p1_race,p2,p2_race,p1_won": _with("yes", "no"),
    "map,p1,p1race,p2,p2race,p1win": _with(1, 0),
    "맵,선수1,종족1,선수2,종족2,선수1승리": _with("예", "아니오"),
    "mapa,jugador1,raza1,jugador2,raza2,gano_jugador1": _with("sí", "no"),
    "mapa,j1,raza_j1,j2,raza_j2,victoria_j1": _with("V", "D"),
    "mapa,jugador1,raza1,jugador2,raza2,gana1": _with(1, 0),
    "map,player1,race1,player2,race2,player1_victory": _with("True", "False"),
    "map,p1,race_1,p2,race_2,winner": _with(1, 2),
    "map,p1,r1,p2,r2,w": _with(1, 2),
    "map,player,race,opponent,opponent_race,result": _with("Win", "Loss"),
    "mapa,jugador,raza,oponente,raza_oponente,resultado": _with("ganado", "perdido"),
    "map,player_one,race_one,player_two,race_two,victor":
        lambda game: [*_own(game), game[1] if game[5] == 1 else game[3]],
    "map,p1,p1_race,p2,p2_race,s1,s2":
        lambda game: [*_own(game), 3 - game[5], game[5]],
    "map,winner,winning_race,loser,losing_race": lambda game: [game[0], *_ordered(game)],
    "mapa,ganador,raza_ganadora,perdedor,raza_perdedora":
        lambda game: [game[0], *_ordered(game)],
    "mapa,gana,raza_gana,pierde,raza_pierde": lambda game: [game[0], *_ordered(game)],
    "맵,승선수,승종족,패선수,패종족": lambda game: [game[0], *_ordered(game)],
    "맵,이긴 선수,이긴 종족,진 선수,진 종족": lambda game: [game[0], *_ordered(game)],
}  # fmt: skip


@pytest.mark.parametrize("head", PLAIN)
def test_two_sides_are_told_by_many_headers(tmp_path: Path, head: str) -> None:
    table: Rows = [list(head.split(",")), *map(PLAIN[head], GAMES)]
    games = Games(written_rows(tmp_path, table))
    assert rates(games) == RATES
    zerg = sum("Zerg" in game and "Terran" in game for game in GAMES)
    assert games.record("Zerg", "Terran")[0] == zerg
    games.close()


TOTALS: dict[str, Callable[[int, int], list[object]]] = {
    "race,opponent_race,W,L": lambda n, w: [w, n - w],
    "race,opponent_race,GP,W": lambda n, w: [n, w],
    "race;opponent_race;PJ;PG;PP": lambda n, w: [n, w, n - w],
    "race,opponent_race,V,D": lambda n, w: [w, n - w],
    "race,opponent_race,J,G,P": lambda n, w: [n, w, n - w],
    "race,opponent_race,partidas_jugadas,partidas_ganadas": lambda n, w: [n, w],
    "race,opponent_race,# games,# wins": lambda n, w: [n, w],
    "race,opponent_race,Games (n),Win rate (%)": lambda n, w: [n, round(100 * w / n, 4)],
    "race;rival race;partidas;% victorias":
        lambda n, w: [n, f"{100 * w / n:.3f}".replace(".", ",")],
    "race,opponent_race,MatchesPlayed,MatchesWon": lambda n, w: [n, w],
    "race,opponent_race,winCount,lossCount": lambda n, w: [w, n - w],
    "race,opponent_race,pick_count,win_rate": lambda n, w: [n, w / n],
    "race,opponent_race,battles_fought,battles_won": lambda n, w: [n, w],
    "race,opponent_race,wins,losses,draws": lambda n, w: [w, n - w, 0],
    "종족,상대종족,대전수,승률(%)": lambda n, w: [n, round(100 * w / n, 3)],
    "종족,상대종족,시합 수,이긴 수": lambda n, w: [n, w],
    "종족,상대종족,총경기,총승": lambda n, w: [n, w],
    "종족,상대종족,판,승": lambda n, w: [n, w],
    "종족,상대종족,전,승,패": lambda n, w: [n, w, n - w],
}  # fmt: skip


def _counted() -> dict[tuple[str, str], tuple[int, int]]:
    """Count games and wins of each race against each."""
    games: Counter[tuple[str, str]] = Counter()
    wins: Counter[tuple[str, str]] = Counter()
    for game in GAMES:
        for key, side in (((game[2], game[4]), 1), ((game[4], game[2]), 2)):
            games[key] += 1
            wins[key] += game[5] == side
    return {key: (games[key], wins[key]) for key in sorted(games)}


@pytest.mark.parametrize("head", TOTALS)
def test_totals_are_told_by_many_headers(tmp_path: Path, head: str) -> None:
    names = head.replace(";", ",").split(",")
    table: Rows = [list(names)]
    table += [[*races, *TOTALS[head](n, w)] for races, (n, w) in _counted().items()]
    games = Games(written_rows(tmp_path, table))
    assert rates(games) == RATES
    games.close()


SIDE_BY_SIDE: dict[str, Callable[[int, int], list[object]]] = {
    "{}_wins,{}_losses": lambda n, w: [w, n - w],
    "{} Games,{} Win%": lambda n, w: [n, f"{100 * w / n:.3f}%"],
    "{}Games,{}Wins": lambda n, w: [n, w],
    "{}경기수,{}승수": lambda n, w: [n, w],
    "{}_victorias,{}_derrotas": lambda n, w: [w, n - w],
}


@pytest.mark.parametrize("kinds", SIDE_BY_SIDE)
def test_races_side_by_side_are_told_by_many_headers(tmp_path: Path, kinds: str) -> None:
    counted = _counted()
    races = list(dict.fromkeys(race for race, _ in counted))
    named = KOREAN if "수" in kinds else dict(zip(races, races, strict=True))
    head: list[object] = ["rival race"]
    head += [kind for race in races for kind in kinds.format(*[named[race]] * 2).split(",")]
    table: Rows = [head]
    for rival in races:
        cells = [SIDE_BY_SIDE[kinds](*counted.get((race, rival), (10, 5))) for race in races]
        table.append([named[rival], *(cell for pair in cells for cell in pair)])
    games = Games(written_rows(tmp_path, table))
    assert games.record("Terran", "Zerg") == counted["Terran", "Zerg"]
    games.close()


@pytest.mark.parametrize(
    ("head", "results"),
    [
        ("Map,My Race,Opp Race,W/L", ("W", "L")),
        ("맵,나의종족,상대방종족,결과", ("승리", "패배")),
        ("맵,내종족,적종족,승리여부", ("O", "X")),
        ("mapa,mi_raza,raza_oponente,resultado", ("V", "D")),
        ("mapa,mi_raza,raza_del_rival,resultado", ("G", "P")),
        ("map,my race,their race,result", ("WIN", "LOSE")),
        ("mapa,yo,rival,resultado", ("gané", "perdí")),
        ("map,my_race,opp_race,score", ("2-1", "0-2")),
        ("맵,내종족,상대종족,내점수,상대점수", ("2,0", "1,2")),
    ],
)
def test_ones_own_games_by_many_headers(
    tmp_path: Path, head: str, results: tuple[str, str]
) -> None:
    own = [game for game in GAMES if game[1] == "Kestrel"]
    table: Rows = [list(head.split(","))]
    table += [[g[0], g[2], g[4], *results[g[5] - 1].split(",")] for g in own]
    games = Games(written_rows(tmp_path, table))
    met = [g[5] == 1 for g in own if (g[2], g[4]) == ("Zerg", "Terran")]
    assert games.record("Zerg", "Terran") == (len(met), sum(met))
    zerg = [g[5] == 1 for g in own if g[2] == "Zerg"]
    assert games.record("Zerg") == (len(zerg), sum(zerg))
    games.close()


def test_races_in_letters_are_no_results(tmp_path: Path) -> None:
    table: Rows = [["game", "map", "player", "race", "ended"]]
    for number, game in enumerate(GAMES):
        for side in (1, 2):
            table.append([number, game[0], game[2 * side - 1], game[2 * side][0], game[5] == side])
    assert model_of(written_rows(tmp_path, table)).winner.column == "ended"


def test_the_number_of_a_game_is_no_count_of_games(tmp_path: Path) -> None:
    table: Rows = [["경기", "맵", "선수", "종족", "승"]]
    for number, game in enumerate(GAMES):
        for side in (1, 2):
            cells = [number + 1, game[0], game[2 * side - 1], KOREAN[game[2 * side]]]
            table.append([*cells, int(game[5] == side)])
    games = Games(written_rows(tmp_path, table))
    assert games.model.grain == "side"
    assert rates(games) == RATES
    games.close()


@pytest.mark.parametrize("counting", ["zählt", "games"])
def test_unknown_counts_are_not_guessed(tmp_path: Path, counting: str) -> None:
    table: Rows = [["race", "rival race", "año", counting, "gut"]]
    table += [[race, rival, 4000, n, w] for (race, rival), (n, w) in _counted().items()]
    with pytest.raises(NoGames):
        model_of(written_rows(tmp_path, table))


def test_results_in_unknown_words_are_not_guessed(tmp_path: Path) -> None:
    table: Rows = [["date", "race", "ended"]]
    for number, game in enumerate(GAMES):
        table.append([f"2024-05-{1 + number % 28:02}", game[2], "oui" if game[5] == 1 else "non"])
    with pytest.raises(NoGames):
        model_of(written_rows(tmp_path, table))
