"""Tables with more rows in an answer than are handed over: all are counted, and the cut is said."""

import asyncio
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from agents.answering.engine import MOST_ROWS
from agents.data.match.answers.answers import Writer
from agents.data.match.answers.artifacts import query_of, result_of
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Explain
from agents.data.replies import explain
from tests.unit.agents.data.data_support import Talk

PLAYERS = 6000


@cache
def talk() -> Talk:
    """Return a talk about many players, of whom the last ones, by name, won most and least."""
    lines = ["date,map,p1_race,p2_race,p1_name,p2_name,winner"]
    for number in range(PLAYERS):
        lines += [f"2024-01-02,Ice,Terran,Zerg,a{number:05},b{number:05},{1 + n % 2}"
                  for n in range(2)]  # fmt: skip
    lines += [f"2024-01-02,Ice,Terran,Zerg,zbest,zworst,{2 if n < 2 else 1}" for n in range(40)]
    return Talk.about("\n".join(lines) + "\n", Path(mkdtemp()), date(2024, 6, 1))


def test_the_rows_are_cut_by_the_query_and_it_is_said() -> None:
    analyst = talk().analyst
    frame = Frame(measure="games", group_by=("player",))
    analysis = asyncio.run(analyst.analyse(frame))
    assert len(analysis.rows) == MOST_ROWS
    assert analysis.cut is not None
    assert analysis.cut.in_all == 2 * PLAYERS + 2
    answer = Writer(analysis, analyst.model, "en", simulated=False).write()
    assert f"first {MOST_ROWS:,} of {2 * PLAYERS + 2:,} rows" in answer.text
    result = result_of(analysis, answer, analyst.model, analyst.source, "en")
    assert (result["row_count"], result["rows_in_all"]) == (MOST_ROWS, 2 * PLAYERS + 2)
    shown = query_of(analysis, analyst.source)
    assert f"LIMIT {MOST_ROWS}" in shown
    again = analyst._engine.connection.execute(analysis.query.shown).fetchall()
    assert tuple(again) == analysis.rows


def test_the_ends_are_those_of_all_rows() -> None:
    analyst = talk().analyst
    frame = Frame(measure="win_rate", group_by=("player",))
    analysis = asyncio.run(analyst.analyse(frame))
    text = Writer(analysis, analyst.model, "en", simulated=False).write().text
    head = text.partition("\n")[0]
    assert "zbest" in head and "zworst" in head
    assert f"Of {2 * PLAYERS + 2:,} rows compared" in text


def test_a_ranking_counts_all_rows_that_were_compared() -> None:
    analyst = talk().analyst
    frame = Frame(measure="win_rate", group_by=("player",), order="desc", limit=3, having=1)
    analysis = asyncio.run(analyst.analyse(frame))
    assert len(analysis.rows) == 3
    assert analysis.cut is None
    assert len(analysis.ranked) == 2 * PLAYERS + 2


def test_so_many_players_are_counted() -> None:
    async def values() -> tuple[int, tuple[str, ...]]:
        return await talk().analyst.values("player")

    held = asyncio.run(values())
    assert held[0] == 2 * PLAYERS + 2
    told = explain(talk().analyst, Explain("values", dimension="player"), "en", held)
    assert "Player: 12,002" in told
