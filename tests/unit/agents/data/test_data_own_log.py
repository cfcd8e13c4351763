"""Games as one person saw them: rates are that person's, also in mirrors and against a rival."""

import asyncio
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable, Decline
from agents.data.understanding import Understanding

_HEADERS = {
    "en": "Date,My Race,Opponent,Opp Race,Map,Result,MMR change",
    "ko": "날짜,내 종족,상대,상대 종족,맵,결과,MMR 변동",
    "es": "Fecha,Mi raza,Rival,Raza rival,Mapa,Resultado,Cambio MMR",
}
_RESULTS = {"en": ("Win", "Loss"), "ko": ("승", "패"), "es": ("V", "D")}
_RIVALS = ("Boltzy", "Kranos", "Yunho", "Drakon")
_RACES = ("Zerg", "Terran", "Protoss")
_KO = ("저그", "테란", "프로토스")

Ask = Callable[[str, str], Any]


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Ask about 120 games: three of ten against Zerg, the person's own race in most, are lost."""

    def asked(language: str, text: str) -> Any:
        path = tmp_path / f"{language}.csv"
        lines = [_HEADERS[language]]
        for game in range(120):
            own = "Terran" if game % 6 == 5 else "Zerg"
            rival, race = _RIVALS[game % 7 % 4], _RACES[game % 3]
            won = _RESULTS[language][0 if game % 10 < 6 else 1]
            place = ("Triton", "Acropolis")[game % 2]
            day = f"2021-0{game % 9 + 1}-{game % 28 + 1:02}"
            lines.append(f"{day},{own},{rival},{race},{place},{won},{game % 41 - 20}")
        path.write_text("\n".join(lines), "utf-8")
        analyst = Analyst.open(path)
        try:
            outcome = (
                Understanding(analyst.model)
                .understand(text, today=date(2022, 1, 1), language=language)  # type: ignore[arg-type]
                .outcome
            )
            if isinstance(outcome, Decline):
                return outcome
            assert isinstance(outcome, Answerable), outcome
            return asyncio.run(analyst.analyse(outcome.frame)).rows
        finally:
            analyst.close()

    return asked


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "my win rate vs Zerg"),
        ("ko", "저그 상대로 내 승률"),
        ("es", "mi porcentaje de victorias contra Zerg"),
    ],
)
def test_one_figure_over_all_own_races_with_mirrors(ask: Ask, language: str, text: str) -> None:
    (row,) = ask(language, text)
    assert row[:2] == (40, 24)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "my win rate by opponent race"),
        ("ko", "상대 종족별 내 승률"),
        ("es", "mi tasa de victorias por raza rival"),
    ],
)
def test_by_the_rivals_race(ask: Ask, language: str, text: str) -> None:
    assert [row[1] for row in ask(language, text)] == [40, 40, 40]


@pytest.mark.parametrize(
    ("language", "rate", "beaten"),
    [
        ("en", "Boltzy's win rate", "how many times did Boltzy beat me?"),
        ("ko", "Boltzy의 승률은?", "Boltzy가 몇 번 이겼어?"),
        ("es", "porcentaje de victorias de Boltzy", "¿Cuántas veces me ganó Boltzy?"),
    ],
)
def test_a_rivals_own_rate_is_what_was_lost(
    ask: Ask, language: str, rate: str, beaten: str
) -> None:
    boltzy = [game for game in range(120) if game % 7 % 4 == 0]
    lost = sum(game % 10 >= 6 for game in boltzy)
    (row,) = ask(language, rate)
    assert row[:2] == (len(boltzy), lost)
    (row,) = ask(language, beaten)
    assert (row[0], row[2]) == (len(boltzy), lost)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "which opponent did I beat most often?"),
        ("ko", "가장 많이 이긴 상대는?"),
        ("es", "¿A qué rival he ganado más veces?"),
    ],
)
def test_rivals_are_ranked_by_wins(ask: Ask, language: str, text: str) -> None:
    won = {
        rival: sum(
            game % 10 < 6 for game in range(120) if _RIVALS[game % 7 % 4] == rival
        ) for rival in _RIVALS
    }  # fmt: skip
    first = ask(language, text)[0]
    assert first[2] == max(won.values()) == won[str(first[0])]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "how many games did I play?"),
        ("ko", "총 몇 판 했지?"),
        ("es", "¿Cuántas partidas jugué?"),
    ],
)
def test_how_many_games_there_were(ask: Ask, language: str, text: str) -> None:
    assert ask(language, text) == ((120,),)


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "average MMR change"), ("ko", "MMR 변동 평균은?"), ("es", "cambio medio de MMR")],
)
def test_no_win_rates_by_a_number_that_is_averaged(ask: Ask, language: str, text: str) -> None:
    assert isinstance(ask(language, text), Decline)


def test_a_length_is_no_game_that_two_rows_share(tmp_path: Path) -> None:
    """경기시간(초) has 경기 in its name; two games that took as long are two games."""
    path = tmp_path / "log.csv"
    rows = [f"2026-01-{1 + i % 28:02},{'저그' if i % 3 else '테란'},{_KO[i % 3]},"
            f"{'승' if i % 5 < 3 else '패'},{600 + 7 * (i % 40)}" for i in range(120)]  # fmt: skip
    path.write_text("\n".join(["날짜,내종족,상대종족,결과,경기시간(초)", *rows]), "utf-8")
    analyst = Analyst.open(path)
    assert (analyst.model.game, analyst.model.of_one_view) == (None, True)
    reads = Understanding(analyst.model)
    previous = None
    lengths = []
    for text in ("내 평균 경기 시간", "이긴 경기만", "진 경기는?"):
        outcome = reads.understand(text, today=date(2026, 11, 1), previous=previous).outcome
        assert isinstance(outcome, Answerable), text
        previous = outcome.frame
        (row,) = asyncio.run(analyst.analyse(previous)).rows
        lengths.append((previous.measure, previous.ended, row[0]))
    assert lengths == [("duration", None, 120), ("duration", "won", 72), ("duration", "lost", 48)]
    analyst.close()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "which race costs me most?"),
        ("ko", "어느 종족이 제일 힘들어?"),
        ("es", "¿qué raza me cuesta más?"),
    ],
)
def test_what_is_hard_is_what_one_meets(ask: Ask, language: str, text: str) -> None:
    met = ask(language, "win rate by opponent race, lowest first")
    assert {row[0] for row in met} == {"Zerg", "Terran", "Protoss"}
    assert ask(language, text) == met


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("ko", "내가 제일 못하는 종족은?", {"Zerg"}),
        ("es", "¿en qué mapa me cuesta más?", {"Acropolis", "Triton"}),
    ],
)
def test_other_kinds_stay_ones_own(ask: Ask, language: str, text: str, names: set[str]) -> None:
    assert {row[0] for row in ask(language, text)} == names
