"""A log that tells only what the rivals played: the rates are those of whoever kept it."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from agents.answering.text.language import language_of
from agents.data.match.answers.answers import Writer
from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable, Decline, Outcome
from agents.data.understanding import Understanding
from tests.eval.odd_scoring import TODAY

_KOREAN = {"Zerg": "저그", "Terran": "테란", "Protoss": "프로토스"}
# The rival's race, and whether the one who keeps the log won.
GAMES = [("Zerg", i % 3 == 0) for i in range(36)] + [("Terran", i % 4 > 0) for i in range(40)]
GAMES += [("Protoss", i % 2 == 0) for i in range(34)]
HEADS = (
    "date,map,opponent_race,result", "date,map,vs,result", "날짜,맵,상대종족,결과",
    "fecha,mapa,raza_rival,resultado", "fecha,mapa,oponente,resultado", "Date,Map,Enemy race,Won",
)  # fmt: skip
AGAINST = ("what is my win rate against Zerg", "저그 상대로 내 승률은?", "저그전 승률",
           "mi tasa de victorias contra Zerg")  # fmt: skip


def opened(folder: Path, head: str, lines: Sequence[str]) -> Analyst:
    path = folder / "log.csv"
    path.write_text("\n".join([head, *lines]), encoding="utf-8")
    analyst = Analyst.open(path)
    assert analyst.question is None
    return analyst


def log(folder: Path, head: str) -> Analyst:
    lines = [
        f"2024-01-{1 + i % 28:02},Acropolis,{_KOREAN[race] if '종족' in head else race},"
        f"{'W' if won else 'L'}"
        for i, (race, won) in enumerate(GAMES)
    ]
    return opened(folder, head, lines)


def told(analyst: Analyst, text: str) -> Outcome:
    understanding = Understanding(analyst.model)
    return understanding.understand(text, today=TODAY, language=language_of(text)).outcome


async def rows_of(analyst: Analyst, text: str) -> list[dict[str, object]]:
    outcome = told(analyst, text)
    assert isinstance(outcome, Answerable), outcome
    analysis = await analyst.analyse(outcome.frame)
    Writer(analysis, analyst.model, language_of(text), simulated=False).write()
    return [dict(zip(analysis.names, row, strict=True)) for row in analysis.rows]


@pytest.mark.parametrize("head", HEADS)
async def test_what_is_asked_against_a_race_is_of_the_one_who_keeps_the_log(
    tmp_path: Path, head: str
) -> None:
    analyst = log(tmp_path, head)
    for text in AGAINST:
        (row,) = await rows_of(analyst, text)
        assert (row["games"], row["wins"]) == (36, 12), text
    (row,) = await rows_of(analyst, "my win rate")
    assert (row["games"], row["wins"]) == (len(GAMES), sum(won for _, won in GAMES))
    analyst.close()


@pytest.mark.parametrize("head", HEADS)
async def test_the_rate_of_a_rivals_race_is_never_ones_own(tmp_path: Path, head: str) -> None:
    analyst = log(tmp_path, head)
    for text in ("Zerg win rate", "저그 승률", "tasa de victorias de Zerg"):
        outcome = told(analyst, text)
        assert isinstance(outcome, Answerable)
        assert outcome.of_rival
        (row,) = await rows_of(analyst, text)
        assert (row["games"], row["losses"]) == (36, 24), text
    for text in ("which race wins most", "TvZ", "win rate without mirrors"):
        outcome = told(analyst, text)
        assert isinstance(outcome, Decline)
        assert outcome.reason == "no_own"
    analyst.close()


async def test_rivals_are_told_apart_where_the_own_side_asks(tmp_path: Path) -> None:
    analyst = log(tmp_path, HEADS[0])
    for text in ("win rate by race", "win rate by opponent race", "상대 종족별 승률"):
        rows = await rows_of(analyst, text)
        assert {r["opponent"]: r["wins"] for r in rows} == {"Zerg": 12, "Terran": 30, "Protoss": 17}
    rows = await rows_of(analyst, "which race do I beat the most?")
    assert rows[0]["opponent"] == "Terran"
    analyst.close()


@pytest.mark.parametrize("own", ["me", "yo", "나"])
async def test_a_column_called_me_is_of_the_rivals_kind(tmp_path: Path, own: str) -> None:
    """`me` beside `opponent_race` is a race, and no player beside `opponent`."""
    lines = [
        f"2024-01-{1 + i % 28:02},{('Zerg', 'Terran')[i % 2]},{race},P{i % 7},{'W' if won else 'L'}"
        for i, (race, won) in enumerate(GAMES)
    ]
    analyst = opened(tmp_path, f"date,{own},opponent_race,opponent,result", lines)
    for text in AGAINST:
        (row,) = await rows_of(analyst, text)
        assert (row["games"], row["wins"]) == (36, 12), text
    (row,) = await rows_of(analyst, "my Terran win rate against Zerg")
    assert (row["games"], row["wins"]) == (18, 6)
    analyst.close()
