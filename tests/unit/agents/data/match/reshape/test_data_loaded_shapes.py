"""Tables as people export them give the figures of the same games written plainly."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from agents.data.match.model.loaded import Loaded, shaped
from agents.data.match.model.rejections import NoGames
from tests.unit.agents.data.match.games import Games, model_of, written

_PEOPLE = {"Kestrel": "T", "Ibis": "Z", "Heron": "P", "Crane": "Z"}
_NAMES = list(_PEOPLE)
_FULL = {"T": "Terran", "Z": "Zerg", "P": "Protoss"}
_KOREAN = {"T": "테란", "Z": "저그", "P": "프로토스"}
_WAYS: tuple[Callable[[str], str], ...] = (
    lambda r: r, lambda r: _FULL[r].upper(), lambda r: _FULL[r][:3], lambda r: _KOREAN[r],
)  # fmt: skip


def _games() -> list[tuple[int, date, str, str, bool]]:
    """Return number, day, both players, and whether the first won."""
    return [
        (i + 1, date(2021, 1, 3) + timedelta(days=3 * i), _NAMES[i % 4],
         _NAMES[(i + 1 + i % 3) % 4], i % 5 in (0, 2))
        for i in range(60)
    ]  # fmt: skip


GAMES = _games()


def expected(own: str, rival: str | None = None) -> tuple[int, int]:
    """Count the games and wins of a race, mirrors left out."""
    found = [
        won
        for _, _, a, b, first in GAMES
        for x, y, won in ((a, b, first), (b, a, not first))
        if _PEOPLE[x] == own != _PEOPLE[y] and _PEOPLE[y] == (rival or _PEOPLE[y])
    ]
    return len(found), sum(found)


def opened(folder: Path, head: str, rows: list[str]) -> Games:
    return Games(written(folder, head, rows))


def figures(games: Games, own: str, rival: str = "") -> tuple[int, int]:
    values = games.values("race")
    own, rival = (_written(values, one) if one else "" for one in (own, rival))
    return games.record(own, rival)


def _written(values: set[str], race: str) -> str:
    return next(v for v in values if v in (race, _FULL[race], _KOREAN[race]))


def both_sides(form: Callable[[int, str, str, bool], str]) -> list[str]:
    return [
        line
        for i, _, a, b, first in GAMES
        for line in (form(i, a, b, first), form(i, b, a, not first))
    ]


@pytest.mark.parametrize(
    ("won", "lost"),
    [("+1", "-1"), ("1", "-1"), ("이김", "짐"), ("ganada", "perdida"), ("✓", "✗"), ("2-1", "0-2"),
     ("1:0", "0:1"), ("○", "×")],
)  # fmt: skip
def test_results_of_a_side(tmp_path: Path, won: str, lost: str) -> None:
    """Whatever says win and loss, a game of two rows is counted once for each side."""
    rows = both_sides(lambda i, a, b, first: f"{i},{a},{_PEOPLE[a]},{b},{_PEOPLE[b]},"
                      f"{won if first else lost}")  # fmt: skip
    games = opened(tmp_path, "game,player,race,opponent,opponent_race,outcome", rows)
    assert games.rows == 2 * len(GAMES)
    assert figures(games, "T") == expected("T")
    assert figures(games, "Z", "P") == expected("Z", "P")
    games.close()


def test_spellings_of_one_value_are_merged(tmp_path: Path) -> None:
    """T, TERRAN, Ter and 테란 are one race."""
    rows = [
        f"{i},{a},{_WAYS[i % 4](_PEOPLE[a])},{b},{_WAYS[i % 3](_PEOPLE[b])},{1 if first else 2}"
        for i, _, a, b, first in GAMES
    ]
    games = opened(tmp_path, "no,p1,race1,p2,race2,winner", rows)
    assert games.values("race") == set(_FULL.values())
    assert figures(games, "T", "Z") == expected("T", "Z")
    games.close()


def test_full_names_and_people_are_never_merged(tmp_path: Path) -> None:
    """Vi is no Viktor, and two people may differ in capitals only."""
    rows = [f"{i},{a},{b},kim,Kim,{1 + i % 2}" for i in range(40)
            for a, b in (("Vi", "Viktor"), ("Viktor", "Ashe"))]  # fmt: skip
    games = opened(tmp_path, "round,champion1,champion2,player1,player2,winner", rows)
    assert games.values("champion") == {"Vi", "Viktor", "Ashe"}
    assert games.values("player") == {"kim", "Kim"}
    assert games.notes == ()
    games.close()


@pytest.mark.parametrize("head", ["p1_name,p2_name", "선수1,선수2", "winner_name,loser_name"])
def test_people_whose_names_differ_in_capitals_stay_two(tmp_path: Path, head: str) -> None:
    """Whichever side they stand on, whatever their columns are called."""
    rows = [f"{one},{two},{'TZ'[i % 2]},{'ZT'[i % 2]}" for i in range(30)
            for one, two in (("Cyan", "Rush"), ("Rush", "Cyan"), ("cyan", "Rush"))]  # fmt: skip
    one, two = head.split(",")
    races = ("종족1,종족2" if "선수1" in head else
             ",".join(part.replace("name", "race") for part in (one, two)))  # fmt: skip
    won = "" if "winner" in head else ",winner"
    rows = rows if not won else [f"{row},{1 + i % 2}" for i, row in enumerate(rows)]
    games = opened(tmp_path, f"{head},{races}{won}", rows)
    assert {"Cyan", "cyan"} <= games.values(str(games.model.player))
    games.close()


@pytest.mark.parametrize(
    ("head", "name", "joint"),
    [("Date,Matchup,Winning race", _FULL, " vs "), ("날짜,매치업,승리 종족", _KOREAN, " 대 "),
     ("Fecha,Enfrentamiento,Raza ganadora", _FULL, " contra ")],
)  # fmt: skip
def test_matchup_with_the_race_that_won(
    tmp_path: Path, head: str, name: dict[str, str], joint: str
) -> None:
    """The two sides of a matchup are a game's, and neither of a mirror's is the winner."""
    rows = [
        f"{day},{name[_PEOPLE[a]]}{joint}{name[_PEOPLE[b]]},{name[_PEOPLE[a if first else b]]}"
        for _, day, a, b, first in GAMES
    ]
    games = opened(tmp_path, head, rows)
    assert figures(games, "P") == expected("P")
    assert figures(games, "T", "Z") == expected("T", "Z")
    assert "side" not in games.model.dimensions
    games.close()


@pytest.mark.parametrize(
    ("label", "last"), [("Total", True), ("합계", True), ("Totales", False), ("", True)]
)
def test_a_row_of_totals_is_left_out(tmp_path: Path, label: str, last: bool) -> None:
    """It hides no matchup, and is counted nowhere."""
    rows = []
    for m in ("TvZ", "ZvP", "PvT"):
        games, wins = expected(m[0], m[2])
        rows.append(f"{m},{games},{wins}")
    whole = [sum(int(row.split(",")[i]) for row in rows) for i in (1, 2)]
    total = f"{label},{whole[0]},{whole[1]}"
    games = opened(tmp_path, "Matchup,Games,Wins", [*rows, total] if last else [total, *rows])
    assert [note.key for note in games.notes] == ["note_sum_rows"]
    assert figures(games, "Z") == expected("Z")
    games.close()


_SPANISH = ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"]


@pytest.mark.parametrize(
    "written",
    [lambda d: d.strftime("%b %d; %Y").replace(";", ""),
     lambda d: f"{d.day:02d}-{_SPANISH[d.month - 1]}-{d.year}",
     lambda d: f"{d.year}년 {d.month}월 {d.day}일 오후 3시 05분",
     lambda d: f"{d.year}. {d.month}. {d.day}. (수)", lambda d: f"{d.month}/{d.day}/{d.year}",
     lambda d: str(int(datetime(d.year, d.month, d.day, 5, tzinfo=UTC).timestamp())),
     lambda d: str(int(datetime(d.year, d.month, d.day, 5, tzinfo=UTC).timestamp()) * 1000)],
)  # fmt: skip
def test_days_as_they_are_written(tmp_path: Path, written: Callable[[date], str]) -> None:
    """Names of months, and seconds or milliseconds since 1970, are days."""
    rows = [f"{written(day)},{_PEOPLE[a]},{_PEOPLE[b]},{1 if first else 2}"
            for _, day, a, b, first in GAMES]  # fmt: skip
    games = opened(tmp_path, "playedAt,race1,race2,winner", rows)
    assert games.days() == (GAMES[0][1], GAMES[-1][1])
    games.close()


def test_rows_that_stand_twice(tmp_path: Path) -> None:
    """They are one game where an id says so, and else two, which is said."""
    rows = [f"{i},{day},{_PEOPLE[a]},{_PEOPLE[b]},{1 if first else 2}"
            for i, day, a, b, first in GAMES]  # fmt: skip
    games = opened(tmp_path, "game_id,date,race1,race2,winner", [*rows, *rows[:7]])
    assert games.rows == len(GAMES)
    assert [(n.key, n.count) for n in games.notes] == [("note_repeated_rows", 7)]
    assert figures(games, "T") == expected("T")
    games.close()
    bare = [row.partition(",")[2] for row in rows]
    games = opened(tmp_path, "date,race1,race2,winner", [*bare, *bare[:7]])
    assert games.rows == len(GAMES) + 7
    assert [(n.key, n.count) for n in games.notes] == [("note_identical_rows", 7)]
    games.close()


def test_short_headers(tmp_path: Path) -> None:
    """A map may be called m, and a length len_s."""
    rows = [f"{i},{day},Triton,{_PEOPLE[a]},{_PEOPLE[b]},{1 if first else 2},{600 + i}"
            for i, day, a, b, first in GAMES]  # fmt: skip
    games = opened(tmp_path, "id,dt,m,r1,r2,w,len_s", rows)
    assert "map" in games.model.dimensions
    assert games.model.duration == "len_s"
    games.close()


def test_a_player_a_team_and_a_race_on_one_row(tmp_path: Path) -> None:
    """Mirrors are of the race, whatever the team."""
    rows = both_sides(lambda i, a, b, first: f"{i},{a},Red,{_PEOPLE[a]},{'W' if first else 'L'}")
    games = opened(tmp_path, "game,player,team,race,result", rows)
    assert games.model.entity == "race"
    assert figures(games, "Z") == expected("Z")
    games.close()


def test_a_step_that_the_database_refuses_is_passed_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    import duckdb

    def halfway(table: Loaded) -> None:
        table.change("1 AS broken")
        table.connection.execute("SELECT CASE ELSE 1 END")

    with duckdb.connect(":memory:") as connection:
        connection.execute("CREATE TABLE games AS SELECT 1 AS a, 2 AS b")
        assert shaped(Loaded(connection), (halfway,)) == ()
        assert connection.execute("SELECT * FROM games").fetchall() == [(1, 2)]
    assert "halfway" in caplog.text


@pytest.mark.parametrize(
    "head",
    [
        "id,date,offline,best_of,pla.tag,pla.race,pla.country,sca,scb,plb.tag,plb.race,plb.country",
        "id,date,offline,best_of,a_name,a_race,a_country,score_a,score_b,b_name,b_race,b_country",
        "id,date,is_lan,best_of,pla.tag,pla.race,pla.country,score_a,score_b,plb.tag,plb.race,"
        "plb.country",
        "id,date,ranked,best_of,p1_tag,p1_race,p1_land,s1,s2,p2_tag,p2_race,p2_land",
        "id,date,went_first,best_of,home,home_race,home_land,hs,as,away,away_race,away_land",
    ],
)
def test_scores_are_those_of_the_sides_whose_letter_they_have(tmp_path: Path, head: str) -> None:
    rows = [
        f"{n},2024-01-{n % 27 + 1:02},{'false' if n % 3 else 'true'},3,"
        f"Ann{n % 4},{'TZP'[n % 3]},{('KR', 'FR')[n % 2]},{2 * (n % 4 > 0)},{1 + (n % 4 == 0)},"
        f"Ann{(n + 1) % 4},{'ZPT'[n // 3 % 3]},{('FR', 'KR')[n % 2]}"
        for n in range(60)
    ]
    games = Games(written(tmp_path, head, rows))
    # As the first side, and against the one who always loses.
    assert games.record("Ann1", role="player", mirrors=True) == (30, 30)
    games.close()


@pytest.mark.parametrize("flag", ["offline", "ranked", "went_first", "is_lan", "선공", "televised"])
def test_how_a_game_was_played_is_not_its_outcome(tmp_path: Path, flag: str) -> None:
    rows = [
        f"{'Terran' if n % 2 else 'Zerg'},{'Zerg' if n % 3 else 'Protoss'},"
        f"{'yes' if n % 5 else 'no'},{'blank' if n % 2 else 'odd'}"
        for n in range(60)
    ]
    with pytest.raises(NoGames):
        model_of(written(tmp_path, f"race_1,race_2,{flag},marker", rows))


def test_what_goes_with_one_side_only_is_told_of_that_side(tmp_path: Path) -> None:
    """A build belongs to its race: counts of Terran's builds are no counts of Zerg's losses."""
    builds = {
        "Terran": ("Mech", "Banshee"),
        "Zerg": ("Roach", "Muta"),
        "Protoss": ("Stargate", "Blink"),
    }
    rows = [f"{race},{build},{rival},{league},{40 + 3 * i},{20 + i + len(build)}"
            for race, own in builds.items() for build in own for rival in builds if rival != race
            for i, league in enumerate(("Gold", "Master", "GM"))]  # fmt: skip
    model = model_of(written(tmp_path, "race,build,opponent_race,league,games,wins", rows))
    assert model.stored == "alone"
