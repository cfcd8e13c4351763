"""Who lost tells who won; points of oneself beside a rival's tell the result; counts have units."""

from pathlib import Path

import pytest

from tests.unit.agents.data.match.compute.test_data_rivals_alone import opened, rows_of

_PEOPLE = {"Kestrel": "T", "Ibis": "Z", "Heron": "P", "Crane": "Z", "Falco": "T"}
_NAMES = list(_PEOPLE)
GAMES = [(_NAMES[i % 5], _NAMES[(i + 1 + i % 4) % 5], i % 3 > 0) for i in range(120)]
BOTH = [*GAMES, *((b, a, not won) for a, b, won in GAMES)]
CRANE = [won for a, _, won in BOTH if a == "Crane"]


@pytest.mark.parametrize(
    ("name", "form"),
    [("loser", "{lost}"), ("perdedor", "{lost}"), ("패자", "{lost}"), ("losing_side", "{side}"),
     ("lost", "player {side}")],
)  # fmt: skip
async def test_the_loser_is_no_winner(tmp_path: Path, name: str, form: str) -> None:
    lines = [
        f"2024-01-{1 + i % 28:02},{a},{_PEOPLE[a]},{b},{_PEOPLE[b]},"
        + form.format(lost=b if won else a, side=2 if won else 1)
        for i, (a, b, won) in enumerate(GAMES)
    ]
    analyst = opened(tmp_path, f"date,player1,race1,player2,race2,{name}", lines)
    (row,) = await rows_of(analyst, "Crane win rate")
    assert (row["games"], row["wins"]) == (len(CRANE), sum(CRANE))
    analyst.close()


async def test_points_beside_a_rivals_tell_draws_too(tmp_path: Path) -> None:
    """1 and 1 is a draw, and 1 alone no win."""
    points = [(1, 0), (0, 1), (1, 1), (1, 0), (0, 1)]
    lines = [
        f"2024-01-{1 + i % 28:02},Rival{'ABC'[i % 3]},{'TZP'[i % 3]},"
        f"{points[i % 5][0]},{points[i % 5][1]}"
        for i in range(60)
    ]
    analyst = opened(tmp_path, "date,opponent,opponent_race,my_score,opp_score", lines)
    (row,) = await rows_of(analyst, "my win rate")
    assert (row["games"], row["wins"], row["draws"]) == (60, 24, 12)
    analyst.close()


@pytest.mark.parametrize("text", ["¿qué rival me ganó más?", "which opponent beat me most?"])
async def test_rivals_are_people_where_the_log_names_them(tmp_path: Path, text: str) -> None:
    lines = [
        f"2024-01-{1 + i % 28:02},Z,{'TZP'[i % 3]},Rival{'ABCD'[i % 4]},"
        f"{'L' if i % 4 == 2 else 'W'}"
        for i in range(80)
    ]
    analyst = opened(tmp_path, "date,my_race,opponent_race,opponent,result", lines)
    rows = await rows_of(analyst, text)
    assert "RivalC" in rows[0].values()
    analyst.close()


@pytest.mark.parametrize(
    ("head", "form"),
    [("선수,승,패", "{w}승,{l}패"), ("선수,경기수,승률(%)", "{n}전,{p:.2f}"),
     ("player,games,wins", "{n} games,{w} wins"), ("Jugador,PJ,Ratio de victorias", "{n},{r:.4f}")],
)  # fmt: skip
async def test_counts_with_their_units(tmp_path: Path, head: str, form: str) -> None:
    totals = {"Crane": (30, 50), "Ibis": (12, 40), "Heron": (33, 60)}
    lines = [
        f"{name},{form.format(w=w, l=n - w, n=n, p=100 * w / n, r=w / n)}"
        for name, (w, n) in totals.items()
    ]
    analyst = opened(tmp_path, head, lines)
    (row,) = await rows_of(analyst, "Crane win rate")
    assert (row["games"], row["wins"]) == (50, 30)
    analyst.close()
