"""Games are kept by the numbers of the table, in three languages; counted here in plain Python."""

import asyncio
import csv
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from agents.answering.text.language import language_of
from agents.data.match.answers.answers import Writer
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable, Decline
from agents.data.ranks import take_ranks
from agents.data.understanding import Understanding

TODAY = date(2025, 3, 1)
_random = Random(8)
PEOPLE = ["Ines Salo", "Omar Brandt", "Yuna Cho", "Petra Kovac"]


class Game(NamedTuple):
    """One game of chess with the elo of both sides, and how many moves and minutes it took."""

    day: str
    white: str
    black: str
    white_elo: int
    black_elo: int
    result: str
    opening: str
    moves: int
    minutes: int


def _game() -> Game:
    white, black = _random.sample(PEOPLE, 2)
    return Game(
        f"{_random.randint(2022, 2024)}-05-{_random.randint(1, 28):02}", white, black,
        _random.randint(1400, 2600), _random.randint(1400, 2600), _random.choice(["1-0", "0-1"]),
        _random.choice(["Sicilian", "French"]), _random.randint(12, 120), _random.randint(3, 90),
    )  # fmt: skip


GAMES = [_game() for _ in range(700)]


@pytest.fixture(scope="module")
def analyst(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analyst]:
    path = tmp_path_factory.mktemp("chess") / "chess.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["date", "white", "black", "white_elo", "black_elo", "result", "opening",
                         "moves", "minutes"])  # fmt: skip
        writer.writerows(GAMES)
    opened = Analyst.open(path)
    yield opened
    opened.close()


def figures(analyst: Analyst, text: str, previous: Frame | None = None) -> list[tuple[object, ...]]:
    """Return the rows of an answer, which must hold no ungrounded number."""
    frame = _frame(analyst, text, previous)
    analysis = asyncio.run(analyst.analyse(frame))
    Writer(analysis, analyst.model, language_of(text), simulated=False).write()
    names = [n for n in analysis.names if n in ("games", "wins", "mean_seconds")]
    return [tuple(analysis.cell(row, name) for name in names) for row in analysis.rows]


def _frame(analyst: Analyst, text: str, previous: Frame | None = None) -> Frame:
    outcome = _outcome(analyst, text, previous)
    assert isinstance(outcome, Answerable), outcome
    return outcome.frame


def _outcome(analyst: Analyst, text: str, previous: Frame | None = None) -> object:
    understanding = Understanding(analyst.model)
    return understanding.understand(
        text, today=TODAY, language=language_of(text), previous=previous
    ).outcome


def white(kept: Callable[[Game], bool]) -> list[tuple[object, ...]]:
    """Count white's games that are kept, and those it won."""
    games = [game for game in GAMES if kept(game)]
    return [(len(games), sum(game.result == "1-0" for game in games))]


@pytest.mark.parametrize(
    "text",
    [
        "white win rate when white elo > 2000", "blancas con elo de más de 2000",
        "레이팅 2000 초과일 때 백 승률"
    ],
)  # fmt: skip
def test_a_rating_is_the_side_s_own(analyst: Analyst, text: str) -> None:
    assert figures(analyst, text) == white(lambda game: game.white_elo > 2000)


@pytest.mark.parametrize(
    "text",
    [
        "white win rate against opponents rated below 1600",
        "상대 레이팅 1600 미만일 때 백 승률",
        "blancas contra rivales con menos de 1600 de elo",
    ],
)
def test_a_rating_may_be_the_rival_s(analyst: Analyst, text: str) -> None:
    assert figures(analyst, text) == white(lambda game: game.black_elo < 1600)


@pytest.mark.parametrize(
    "text",
    [
        "white win rate with rating between 1800 and 2000",
        "백 승률, 레이팅 1800에서 2000 사이",
        "blancas con elo entre 1800 y 2000",
    ],
)
def test_both_ends_of_a_range_count(analyst: Analyst, text: str) -> None:
    assert figures(analyst, text) == white(lambda game: 1800 <= game.white_elo <= 2000)


@pytest.mark.parametrize(
    "text",
    [
        "games with more than 60 moves", "60수 넘는 경기 수", "partidas de más de 60 movimientos"
    ],
)  # fmt: skip
def test_a_number_of_the_game_counts_games(analyst: Analyst, text: str) -> None:
    assert figures(analyst, text) == [(sum(game.moves > 60 for game in GAMES),)]


@pytest.mark.parametrize("text", ["경기시간 30분 넘는 경기 수",
                                  "number of games with length over 30 minutes",
                                  "número de partidas de más de 30 minutos"])  # fmt: skip
def test_the_length_of_counted_games(analyst: Analyst, text: str) -> None:
    assert figures(analyst, text) == [(sum(game.minutes > 30 for game in GAMES),)]


def test_a_condition_is_kept_replaced_and_dropped(analyst: Analyst) -> None:
    first = _frame(analyst, "white win rate with rating above 2000 in 2023")
    assert figures(analyst, "rating below 1700", first) == white(
        lambda game: game.white_elo < 1700 and game.day[:4] == "2023"
    )
    assert figures(analyst, "레이팅 조건 빼고", first) == white(lambda game: game.day[:4] == "2023")
    assert figures(analyst, "sin el filtro de elo", first) == white(
        lambda game: game.day[:4] == "2023"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("games with rating above 2000", "whose"), ("레이팅 2000 이상 경기 수", "whose"),
        ("partidas con elo de más de 2000", "whose"), ("average rating of white", "quantity"),
        ("백 평균 레이팅", "quantity"), ("white with an average elo above 2000", "word"),
        ("평균 레이팅 2000 이상 백 승률", "word"), ("jugadores con más de 300 jugadas", "word")
    ],
)  # fmt: skip
def test_what_cannot_be_told_is_declined(analyst: Analyst, text: str, reason: str) -> None:
    outcome = _outcome(analyst, text)
    assert isinstance(outcome, Decline), outcome
    assert outcome.reason == reason


@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("average length of Yuna Cho's wins", True), ("Yuna Cho가 이긴 경기의 평균 시간", True),
        ("duración media de las victorias de Yuna Cho", True),
        ("average game length when Yuna Cho loses", False), ("Yuna Cho가 진 경기 평균 시간", False),
        ("duración media de las derrotas de Yuna Cho", False),
    ],
)  # fmt: skip
def test_the_length_of_won_games(analyst: Analyst, text: str, won: bool) -> None:
    lengths = [
        game.minutes for game in GAMES
        if (game.white == "Yuna Cho" and (game.result == "1-0") == won)
        or (game.black == "Yuna Cho" and (game.result == "0-1") == won)
    ]  # fmt: skip
    ((games, seconds),) = figures(analyst, text)
    assert games == len(lengths)
    assert seconds == pytest.approx(60 * sum(lengths) / len(lengths))


@pytest.mark.parametrize("text", ["average length of won games", "이긴 경기 평균 시간",
                                  "duración media de las partidas ganadas"])  # fmt: skip
def test_every_game_is_won_by_somebody(analyst: Analyst, text: str) -> None:
    assert isinstance(_outcome(analyst, text), Decline)


def _rates() -> dict[str, float]:
    games = {name: [g for g in GAMES if name in (g.white, g.black)] for name in PEOPLE}
    return {
        name: sum((g.result == "1-0") == (g.white == name) for g in own) / len(own)
        for name, own in games.items()
    }


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("second best player", 2, 2), ("승률 2위 선수는?", 2, 2),
        ("el segundo mejor jugador", 2, 2), ("players ranked 2 to 4 by win rate", 2, 4),
        ("승률 2위부터 4위까지 선수", 2, 4),
        ("jugadores del puesto 2 al 4 por tasa de victorias", 2, 4), ("선수 승률 3위 안", 1, 3)
    ],
)  # fmt: skip
def test_places_of_a_ranking(analyst: Analyst, text: str, first: int, last: int) -> None:
    rates = _rates()
    frame = _frame(analyst, text)
    analysis = asyncio.run(analyst.analyse(frame))
    ranked = sorted(rates, key=lambda name: -rates[name])
    assert [row[0] for row in analysis.rows] == ranked[first - 1 : last]
    Writer(analysis, analyst.model, language_of(text), simulated=False).write()


def test_a_place_that_is_not_there_is_said(analyst: Analyst) -> None:
    analysis = asyncio.run(analyst.analyse(_frame(analyst, "players ranked 8 to 9 by win rate")))
    answer = Writer(analysis, analyst.model, "en", simulated=False).write()
    assert analysis.rows == ()
    assert "there is no number 8" in answer.text


@pytest.mark.parametrize("text", ["second best player", "players better than Yuna Cho"])
def test_what_ranks_rows_leaves_no_choice_of_a_question_out(analyst: Analyst, text: str) -> None:
    counted = asyncio.run(analyst.counts("opening", _frame(analyst, text)))
    assert counted == Counter(game.opening for game in GAMES)


@pytest.mark.parametrize("text", ["the second half of 2023", "2nd quarter win rate of white",
                                  "백 2023년 2분기 승률"])  # fmt: skip
def test_other_seconds_are_no_places(analyst: Analyst, text: str) -> None:
    outcome = _outcome(analyst, text)
    assert not isinstance(outcome, Answerable) or outcome.frame.skip == 0


@pytest.mark.parametrize("text", ["positions 2 to 3", "3등급 승률"])
def test_a_column_of_ranks_or_grades_is_no_ranking(text: str) -> None:
    headers = frozenset({"position"}) if "등급" not in text else frozenset()
    assert take_ranks(text, headers) == (text, None)


@pytest.mark.parametrize(
    ("text", "above"),
    [
        ("players better than Yuna Cho", True), ("Yuna Cho보다 승률이 높은 선수", True),
        ("jugadores mejores que Yuna Cho", True), ("players worse than Yuna Cho", False),
        ("Yuna Cho보다 낮은 선수", False), ("jugadores peores que Yuna Cho", False)
    ],
)  # fmt: skip
def test_rows_beyond_one_of_their_kind(analyst: Analyst, text: str, above: bool) -> None:
    rates = _rates()
    own = rates["Yuna Cho"]
    analysis = asyncio.run(analyst.analyse(_frame(analyst, text)))
    beyond = {name for name, rate in rates.items() if (rate > own if above else rate < own)}
    assert {row[0] for row in analysis.rows} == beyond
    Writer(analysis, analyst.model, language_of(text), simulated=False).write()


@pytest.mark.parametrize("text", ["openings better than Yuna Cho", "players longer than Yuna Cho",
                                  "Yuna Cho보다 긴 선수"])  # fmt: skip
def test_other_comparisons_are_declined(analyst: Analyst, text: str) -> None:
    assert isinstance(_outcome(analyst, text), Decline)


def test_a_number_of_each_row_of_a_side(tmp_path: Path) -> None:
    path = tmp_path / "heroes.csv"
    random = Random(3)
    rows = []
    for game in range(300):
        first = random.random() < 0.5
        seconds = random.randint(600, 3000)
        for won, own in zip((first, not first), random.sample(PEOPLE, 2), strict=True):
            hero = random.choice(["Ahri", "Zed", "Lux"])
            rows.append([f"m{game}", own, hero, random.randint(0, 40), seconds, int(won)])
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["match_id", "player", "champion", "kills", "duration_s", "win"])
        writer.writerows(rows)
    analyst = Analyst.open(path)
    kept = [row for row in rows if row[1] == "Yuna Cho" and row[3] >= 20]
    counted = [(len(kept), sum(row[5] for row in kept))]
    for text in ("Yuna Cho win rate with at least 20 kills", "20킬 이상일 때 Yuna Cho 승률",
                 "Yuna Cho con al menos 20 asesinatos"):  # fmt: skip
        assert figures(analyst, text) == counted
    for text in ("Yuna Cho average kills", "Yuna Cho 평균 킬", "top 3 champions by kills",
                 "media de asesinatos de Yuna Cho", "킬 많은 순으로 챔피언 3명",
                 "second best champion by player", "games with more than 10 kills"):  # fmt: skip
        assert isinstance(_outcome(analyst, text), Decline), text
    rivals = {row[0]: row[3] for row in rows if row[1] != "Yuna Cho"}
    kept = [row for row in rows if row[1] == "Yuna Cho" and rivals[row[0]] > 30]
    text = "Yuna Cho win rate when the opponent's kills are over 30"
    assert figures(analyst, text) == [(len(kept), sum(row[5] for row in kept))]
    analyst.close()
