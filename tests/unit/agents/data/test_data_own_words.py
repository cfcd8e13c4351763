"""A person's own log, asked in everyday words: how do I do, am I getting better, lenght."""

from datetime import date
from pathlib import Path

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Reads, frame, reader

_TODAY = date(2024, 11, 15)
_RACES = ("Zerg", "Terran", "Protoss")


def _log(header: str = "Date,Map,My Race,Opp Race,Result,Length (min),My MMR,Opp MMR") -> str:
    rows = [
        f"2024-{1 + i // 8:02}-{1 + i % 8:02},{('Amphion', 'Crimson Court')[i % 2]},"
        f"{_RACES[i % 3]},{_RACES[(i // 2) % 3]},{'WL'[i % 5 > 2]},{7 + i % 14}.5,"
        f"{3800 + 7 * i},{3900 + 5 * i}"
        for i in range(60)
    ]
    return "\n".join([header, *rows])


@pytest.fixture
def log(tmp_path: Path) -> Reads:
    return reader(_TODAY, tmp_path, _log())


@pytest.mark.parametrize(
    "text",
    [
        "how do i do in games longer than 18 min",
        "¿cómo me va en partidas de más de 18 minutos?",
        "18분 넘는 게임에서 나 어때?",
    ],
)
def test_how_one_does_is_a_win_rate(log: Reads, text: str) -> None:
    asked = frame(log, text)
    assert asked.measure == "win_rate"
    assert [one.seconds for one in asked.lasting] == [1080]


@pytest.mark.parametrize(
    "text",
    [
        "am i getting better? monthly win rate please",
        "¿estoy mejorando? dame mi winrate por mes",
        "나 늘고 있어?",
    ],
)
def test_getting_better_is_the_trend_of_the_win_rate(log: Reads, text: str) -> None:
    assert frame(log, text) == Frame(group_by=("month",))


def test_getting_better_keeps_against_whom(log: Reads) -> None:
    asked = frame(log, "am I getting better against Zerg?")
    assert [(one.values, one.side) for one in asked.filters] == [(("Zerg",), "opponent")]


@pytest.mark.parametrize(
    ("text", "side", "comparison"),
    [
        ("winrate when opponent mmr is above 4000", "opponent", ">"),
        ("tasa de victorias contra rivales de más de 4000 de MMR", "opponent", ">"),
        ("상대 MMR 4000 이상 승률", "opponent", ">="),
        ("winrate when my mmr is over 4000", "own", ">"),
    ],
)
def test_a_log_with_both_ratings_is_told_whose(
    log: Reads, text: str, side: str, comparison: str
) -> None:
    (number,) = frame(log, text).measured
    assert (number.side, number.comparison, number.value) == (side, comparison, 4000)


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("avg length of my losses", "lost"),
        ("duración media de mis derrotas", "lost"),
        ("duración media de las partidas ganadas", "won"),
        ("진 경기 평균 시간", "lost"),
        ("이긴 경기 평균 시간", "won"),
    ],
)
def test_ones_own_games_are_won_or_lost(log: Reads, text: str, ended: str) -> None:
    asked = frame(log, text)
    assert (asked.measure, asked.ended) == ("duration", ended)


@pytest.mark.parametrize("text", ["solo las ganadas", "only the ones I won", "이긴 경기만"])
def test_a_length_goes_on_with_the_games_that_were_won(log: Reads, text: str) -> None:
    asked = frame(log, text, Frame(measure="duration"))
    assert (asked.measure, asked.ended) == ("duration", "won")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("whats the avg game lenght on Amphion", "average game length on Amphion"),
        ("my winarte on Amphion", "my win rate on Amphion"),
        ("tasa de vitcorias en Amphion", "tasa de victorias en Amphion"),
        ("승률 맵벌로", "승률 맵별로"),
        ("승률 월벌로", "승률 월별로"),
    ],
)
def test_two_letters_of_a_word_may_be_swapped(log: Reads, text: str, plain: str) -> None:
    assert frame(log, text) == frame(log, plain)


def test_my_rating_is_no_number_of_miles(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    header = "Fecha,Mapa,Mi raza,Raza rival,Resultado,Duración (min),Mi Elo,Elo rival"
    path.write_text(_log(header), encoding="utf-8")
    analyst = Analyst.open(path)
    try:
        assert not any("miles" in one.units for one in analyst.model.quantities.values())
    finally:
        analyst.close()


@pytest.mark.parametrize(
    ("text", "turn"),
    [("win rate going first", "선공"), ("win rate on the draw", "후공"), ("후공 승률", "후공")],
)
def test_who_moved_first_is_said_in_other_words(tmp_path: Path, text: str, turn: str) -> None:
    rows = [
        f"2024-01-{1 + i % 28:02},{('용족', '사제', '도적')[i % 3]},{('도적', '용족')[i % 2]},"
        f"{('선공', '후공')[i // 2 % 2]},{'승패'[i % 3 > 1]}"
        for i in range(40)
    ]
    read = reader(_TODAY, tmp_path, "\n".join(["날짜,내 덱,상대 덱,선후공,결과", *rows]))
    assert turn in {value for one in frame(read, text).filters for value in one.values}


@pytest.mark.parametrize(
    "text", ["win rate on the play", "중요한 경기 승률", "my win rate on the draw"]
)
def test_a_condition_that_no_column_tells_is_not_left_out(log: Reads, text: str) -> None:
    assert isinstance(log(text), Decline)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("zrg win rate on Amphion", "Zerg win rate on Amphion"),
        ("24년 승률", "2024년 승률"),
        ("how bout Terran", "how about Terran"),
        ("맵 때문인가? 저그 맵별 승률", "저그 맵별 승률"),
        ("맵 구분 없이 저그 승률", "저그 승률"),
    ],
)
def test_words_are_read_as_plainer_ones(log: Reads, text: str, plain: str) -> None:
    previous = Frame()
    assert frame(log, text, previous) == frame(log, plain, previous)


def test_the_latest_patch_and_the_regular_season_are_found(tmp_path: Path) -> None:
    rows = [
        f"{i},2024-01-{1 + i % 28:02},13.{9 + i % 3},{'ABCD'[i % 4]} Comets,{'BCDA'[i % 4]} Volt,"
        f"{('Blue', 'Red')[i % 2]},{('Blue', 'Red')[i % 3 > 0]},"
        f"{('Regular', 'Playoffs')[i % 4 > 2]}"
        for i in range(40)
    ]
    header = "game_id,date,patch,blue_team,red_team,winner,first_blood,phase"
    read = reader(_TODAY, tmp_path, "\n".join([header, *rows]))
    asked = frame(read, "blue side win rate in the regular season on the latest patch")
    assert [(f.dimension, f.values) for f in asked.filters] == [
        ("side", ("blue",)), ("stage", ("Regular",)), ("patch", ("13.11",)),
    ]  # fmt: skip
    for text in ("블루 승률 최신 패치만", "winrate azul en el último parche"):
        assert ("patch", ("13.11",)) in [(f.dimension, f.values) for f in frame(read, text).filters]


def test_openings_have_names_in_other_languages(tmp_path: Path) -> None:
    openings = ("Siciliana", "Francesa", "Gambito de dama", "Española")
    rows = [
        f"{1 + i % 28:02}/01/2024,P{i % 7} X,Q{i % 5} Y,{openings[i % 4]},"
        f"{('1-0', '0-1', '1/2-1/2')[i % 3]}"
        for i in range(60)
    ]
    header = "fecha,blancas,negras,apertura,resultado"
    read = reader(_TODAY, tmp_path, "\n".join([header, *rows]))
    for text, opening in (
        ("white win rate in the French", "Francesa"),
        ("white win rate in the Sicilian Defence", "Siciliana"),
        ("black win rate in the Queen's Gambit", "Gambito de dama"),
        ("white win rate in the Ruy Lopez", "Española"),
        ("프렌치 디펜스에서 백 승률", "Francesa"),
    ):
        assert ("opening", (opening,)) in [
            (f.dimension, f.values) for f in frame(read, text).filters
        ]
    assert isinstance(read("white win rate in the Dutch"), Decline)
