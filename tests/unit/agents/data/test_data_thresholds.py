"""Thresholds of wins, losses, rates and lengths, and ranges of them, in three languages.

What must come out is counted here in plain Python, without the agent's SQL.
"""

import asyncio
import csv
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from random import Random

import pytest

from agents.answering.text.language import language_of
from agents.data.lengths import match_length
from agents.data.match.answers.answers import Writer
from agents.data.match.compute.analysis import Analysis, Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable, Decline
from agents.data.understanding import Understanding
from tests.unit.agents.data.data_support import Talk

TODAY = date(2025, 3, 1)
PEOPLE = ["Ines Salo", "Omar Brandt", "Yuna Cho", "Petra Kovac", "Luis Mora", "Dae Han"]
GAMES: list[tuple[str, str, str, int]] = []  # winner, loser, court, minutes
_random = Random(41)
for _ in range(600):
    one, two = sorted(_random.sample(range(6), 2))
    if _random.random() < 0.5 + 0.06 * (two - one):
        one, two = two, one
    place = _random.choice(["clay", "grass"])
    GAMES.append((PEOPLE[one], PEOPLE[two], place, _random.randint(50, 240)))
WINS = Counter(winner for winner, *_ in GAMES)
LOSSES = Counter(loser for _, loser, *_ in GAMES)
RATES = {name: WINS[name] / (WINS[name] + LOSSES[name]) for name in PEOPLE}


@pytest.fixture(scope="module")
def analyst(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analyst]:
    path = tmp_path_factory.mktemp("tennis") / "tennis.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["date", "winner_name", "loser_name", "surface", "minutes"])
        writer.writerows(["2024-05-01", *game] for game in GAMES)
    analyst = Analyst.open(path)
    yield analyst
    analyst.close()


@pytest.fixture(scope="module")
def understanding(analyst: Analyst) -> Understanding:
    return Understanding(analyst.model)


def compute(
    analyst: Analyst, understanding: Understanding, *talk: str
) -> tuple[Frame, Analysis, str]:
    """Put the messages one after another, and compute the last one."""
    previous: Frame | None = None
    for text in talk:
        language = language_of(text)
        outcome = understanding.understand(
            text, today=TODAY, language=language, previous=previous
        ).outcome
        assert isinstance(outcome, Answerable), (text, outcome)
        previous = outcome.frame
    assert previous is not None
    analysis = asyncio.run(analyst.analyse(previous))
    return (
        previous,
        analysis,
        Writer(analysis, analyst.model, language, simulated=False).write().text,
    )


def players(analysis: Analysis) -> set[str]:
    return {str(analysis.cell(row, "player")) for row in analysis.rows}


Held = Callable[[str], bool]
ROWS: list[tuple[Held, tuple[str, ...]]] = [
    (lambda n: WINS[n] >= 100, (
        "players with at least 100 wins", "players with 100 or more wins", "players with 100+ wins",
        "who won at least 100 games?", "who has >= 100 wins", "100승 이상인 선수",
        "100승 이상 거둔 선수는?",
        "승수가 100 이상인 선수", "최소 100승인 선수 보여줘", "100경기 이상 이긴 선수",
        "100번 이상 이긴 선수",
        "jugadores con al menos 100 victorias", "jugadores con 100 o más victorias",
        "¿quién ganó al menos 100 partidas?", "win rate by player with at least 100 wins",
        "선수별 승률, 100승 이상만", "tasa de victorias por jugador con 100 victorias o más",
    )),
    (lambda n: 80 <= WINS[n] <= 110, (
        "players with between 80 and 110 wins", "players with 80 to 110 wins",
        "players with 80-110 wins",
        "80승에서 110승 사이인 선수", "80~110승 선수", "80승 이상 110승 이하 선수",
        "jugadores con entre 80 y 110 victorias", "jugadores con 80 a 110 victorias",
    )),
    (lambda n: LOSSES[n] > 100, (
        "players with more than 100 losses", "who lost more than 100 games", "100패 넘는 선수",
        "jugadores con más de 100 derrotas", "jugadores que perdieron más de 100 partidas",
    )),
    (lambda n: 0.4 <= RATES[n] <= 0.55, (
        "players with a win rate between 40% and 55%", "win rate between 40 % and 55 %",
        "players with a win rate from 40 to 55 percent", "승률 40~55%인 선수",
        "승률이 40%에서 55% 사이인 선수",
        "승률 40퍼센트에서 55퍼센트 사이 선수", "jugadores con tasa de victorias entre 40 y 55 %",
        "jugadores con una tasa de victorias entre el 40 % y el 55 %",
    )),
    (lambda n: RATES[n] < 0.5, (
        "players with a win rate < 50%", "승률 50% 미만인 선수",
        "jugadores con menos del 50 % de victorias",
    )),
]  # fmt: skip


@pytest.mark.parametrize(
    ("held", "text"), [pytest.param(h, t, id=t) for h, texts in ROWS for t in texts]
)
def test_rows_that_meet_a_threshold(
    analyst: Analyst, understanding: Understanding, held: Held, text: str
) -> None:
    _, analysis, _ = compute(analyst, understanding, text)
    assert players(analysis) == {name for name in PEOPLE if held(name)}


LASTING: list[tuple[Callable[[int], bool], tuple[str, ...]]] = [
    (lambda m: m > 120, (
        "how many games longer than 120 minutes", "games longer than 2 hours", "games > 2 hours",
        "how many games lasted more than two hours?", "120분 넘는 경기 몇 판?",
        "두 시간 넘게 걸린 경기 수",
        "경기 시간이 2시간을 넘긴 경기", "partidas de más de 120 minutos",
        "¿cuántas partidas duraron más de 2 horas?", "partidas que superan las dos horas",
    )),
    (lambda m: m < 90, (
        "how many games were shorter than 90 minutes", "games under an hour and a half",
        "1시간 30분 미만 경기 수", "partidas de menos de hora y media",
    )),
    (lambda m: 60 <= m <= 120, (
        "games between 60 and 120 minutes", "how many games of 1 to 2 hours", "60~120분 경기 수",
        "1시간에서 2시간 사이 경기는 몇 판?", "partidas de entre 1 y 2 horas",
    )),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kept", "text"), [pytest.param(k, t, id=t) for k, texts in LASTING for t in texts]
)
def test_games_that_lasted_so_long(
    analyst: Analyst, understanding: Understanding, kept: Callable[[int], bool], text: str
) -> None:
    _, analysis, answer = compute(analyst, understanding, text)
    count = sum(kept(minutes) for *_, minutes in GAMES)
    assert [analysis.cell(row, "games") for row in analysis.rows] == [count]
    assert str(count) in answer


@pytest.mark.parametrize(
    "text",
    [
        "Yuna Cho win rate in games longer than 120 minutes", "120분 넘는 경기만 Yuna Cho 승률",
        "tasa de victorias de Yuna Cho en partidas de más de 120 minutos",
    ],
)  # fmt: skip
def test_a_rate_of_long_games(analyst: Analyst, understanding: Understanding, text: str) -> None:
    _, analysis, answer = compute(analyst, understanding, text)
    (row,) = analysis.rows
    long = [game for game in GAMES if game[3] > 120 and "Yuna Cho" in game[:2]]
    wins = sum(game[0] == "Yuna Cho" for game in long)
    assert (analysis.cell(row, "wins"), analysis.cell(row, "games")) == (wins, len(long))
    assert "120" in answer


def test_a_length_of_rows_is_none_of_games(analyst: Analyst, understanding: Understanding) -> None:
    mean = {
        place: sum(m for _, _, p, m in GAMES if p == place)
        / sum(p == place for _, _, p, _ in GAMES)
        for place in ("clay", "grass")
    }
    least = round(sum(mean.values()) / 2, 2)
    text = f"surfaces with an average duration over {least} minutes"
    _, analysis, _ = compute(analyst, understanding, text)
    assert [row[0] for row in analysis.rows] == [max(mean, key=lambda place: mean[place])]


def test_fragments_change_a_threshold(analyst: Analyst, understanding: Understanding) -> None:
    talk = ["players with at least 80 wins", "only those with more than 110"]
    _, analysis, _ = compute(analyst, understanding, *talk)
    assert players(analysis) == {name for name in PEOPLE if WINS[name] > 110}
    talk = ["Yuna Cho win rate", "only games longer than 2 hours", "and under 200?", "on clay"]
    frame, _, _ = compute(analyst, understanding, *talk)
    assert [one.seconds for one in frame.lasting] == [12000]
    frame, _, _ = compute(analyst, understanding, *talk, "without the length filter")
    assert frame.lasting == ()
    assert frame.filter("surface") is not None


def test_one_row_is_told_whether_it_meets_a_threshold(
    analyst: Analyst, understanding: Understanding
) -> None:
    least = WINS["Yuna Cho"]
    _, _, met = compute(analyst, understanding, f"does Yuna Cho have at least {least} wins?")
    assert "It meets" in met
    _, _, missed = compute(analyst, understanding, f"¿Yuna Cho tiene más de {least} victorias?")
    assert "No cumple" in missed
    assert str(least) in missed


def test_thresholds_that_nobody_meets(analyst: Analyst, understanding: Understanding) -> None:
    _, analysis, answer = compute(analyst, understanding, "players with more than 900 wins")
    assert analysis.rows == ()
    assert "no player meets" in answer
    assert "600" in answer  # as many games there are without it


@pytest.mark.parametrize(
    "text",
    [
        "win rate by player, at least 5 wins, at least 9 wins", "30분대 경기 수"
    ],
)  # fmt: skip
def test_what_is_no_threshold_stops_the_answer(understanding: Understanding, text: str) -> None:
    outcome = understanding.understand(text, today=TODAY, language=language_of(text)).outcome
    assert isinstance(outcome, Decline), outcome


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("20 minutes", 1200), ("1시간 30분", 5400), ("1h30", 5400), ("half an hour", 1800),
        ("hora y media", 5400), ("2,5 horas", 9000), ("90초", 90), ("두 시간", 7200)
    ],
)  # fmt: skip
def test_lengths(text: str, seconds: float) -> None:
    found = match_length(text, 0)
    assert found is not None
    assert (found.seconds, found.end) == (seconds, len(text))


@pytest.mark.parametrize("text", ["3분기", "10 minas"])
def test_what_is_no_length(text: str) -> None:
    assert match_length(text, 0) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("how many maps have a Terran win rate above 50%?", "Rows that meet “rate > 50%”: 8."),
        ("테란 승률 50% 넘는 맵은 몇 개야?", "‘비율 > 50%’ 조건에 맞는 행은 8개입니다."),
        ("¿cuántos mapas tienen más de 50% de victorias de Terran?", "«tasa > 50 %»: 8."),
    ],
)
def test_how_many_rows_meet_what_was_asked_is_said(text: str, told: str) -> None:
    talk = Talk.on_sample()
    talk.asked(text)
    assert told in talk.text
