"""Drawn games are no losses in standings, and one game each where both sides have a row."""

from pathlib import Path

import pytest

from agents.data.match.compute.analysis import Analyst
from tests.unit.agents.data.match.compute.test_data_rivals_alone import opened, rows_of

# Team, wins, draws and losses: all together as many won as lost.
TEAMS = (("Fulham", 30, 9, 11), ("Leeds", 12, 13, 25), ("Everton", 14, 16, 20))
HEADS = (
    "Team,Pld,W,D,L", "Equipo,PJ,PG,PE,PP", "팀,경기,승,무,패", "team,games,wins,draws,losses",
)  # fmt: skip


async def losses(analyst: Analyst) -> object:
    (row,) = await rows_of(analyst, "how many games did Leeds lose?")
    assert (row["games"], row["wins"]) == (50, 12)
    (rate,) = await rows_of(analyst, "loss rate of Leeds")
    assert rate["losses"] == row["losses"]
    (drawn,) = await rows_of(analyst, "Leeds draw rate")
    assert (drawn["games"], drawn["draws"]) == (50, 13)
    (decided,) = await rows_of(analyst, "Leeds win rate without draws")
    assert (decided["games"], decided["wins"]) == (37, 12)
    analyst.close()
    return row["losses"]


@pytest.mark.parametrize("head", HEADS)
async def test_draws_of_standings_are_no_losses(tmp_path: Path, head: str) -> None:
    lines = [f"{t},{w + d + lost},{w},{d},{lost}" for t, w, d, lost in TEAMS]
    assert await losses(opened(tmp_path, head, lines)) == 25


@pytest.mark.parametrize("left_out", ["draws", "losses"])
async def test_what_wins_and_one_more_column_leave(tmp_path: Path, left_out: str) -> None:
    """Games, wins and losses tell the draws; games, wins and draws tell the losses."""
    lines = [
        f"{t},{w + d + lost},{w},{lost if left_out == 'draws' else d}" for t, w, d, lost in TEAMS
    ]
    other = "losses" if left_out == "draws" else "draws"
    assert await losses(opened(tmp_path, f"team,games,wins,{other}", lines)) == 25


@pytest.mark.parametrize(
    ("head", "form"),
    [("team,record (W-D-L)", "{w}-{d}-{l}"), ("equipo,G-E-P", "{w}-{d}-{l}"),
     ("team,record", "{w}-{d}-{l}"), ("team,W-L-D", "{w}-{l}-{d}"),
     ("팀,전적", "{w}승 {d}무 {l}패"), ("team,record (W-D-L)", "{w}W {d}D {l}L")],
)  # fmt: skip
async def test_records_of_three_say_where_the_draws_stand(
    tmp_path: Path, head: str, form: str
) -> None:
    lines = [f"{t},{form.format(w=w, d=d, l=lost)}" for t, w, d, lost in TEAMS]
    assert await losses(opened(tmp_path, head, lines)) == 25


async def test_a_drawn_game_of_two_rows_is_one_game(tmp_path: Path) -> None:
    names = [name for name, *_ in TEAMS]
    lines = []
    for i in range(90):
        a, b = names[i % 3], names[(i + 1) % 3]
        won = "WLD"[i % 5 % 3]
        turned = {"W": "L", "L": "W", "D": "D"}[won]
        lines += [
            f"2022-01-{1 + i % 28:02},{a},{b},{won},30",
            f"2022-01-{1 + i % 28:02},{b},{a},{turned},30",
        ]
    analyst = opened(tmp_path, "date,team,opponent,result,minutes", lines)
    (row,) = await rows_of(analyst, "how many matches")
    assert row["games"] == 90
    (row,) = await rows_of(analyst, "how many matches without draws")
    assert row["games"] == sum(i % 5 % 3 < 2 for i in range(90))
    (row,) = await rows_of(analyst, "average length")
    assert (row["games"], row["mean_seconds"]) == (90, 1800)
    analyst.close()
