"""Requests that were refused, asked back or answered beside the point: series, mirrors, lengths."""

import asyncio
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from agents.data.match.answers.answers import Writer
from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding

TODAY = date(2022, 7, 1)
_RACES = ("Terran", "Zerg", "Protoss")
Told = tuple[str, Any, str]
Ask = Callable[..., list[Told]]


def _games(folder: Path) -> Path:
    lines = ["date,map,patch,player_1,race_1,player_2,race_2,winner,len_s"]
    for game in range(360):
        one, two = _RACES[game % 3], _RACES[game // 3 % 3]
        day = f"202{1 + game % 2}-0{game % 6 + 1}-{game % 27 + 1:02}"
        where = ("Triton", "Acropolis")[game // 9 % 2]
        lines.append(f"{day},{where},4.{game % 2 + 8},Kim{game % 5},{one},Lee{game % 7},{two},"
                     f"{game % 2 + 1},{600 + game}")  # fmt: skip
    path = folder / "games.csv"
    path.write_text("\n".join(lines), "utf-8")
    return path


def _series(folder: Path) -> Path:
    lines = ["date,event,player 1,race 1,player 2,race 2,score"]
    for row in range(90):
        score = ("2-1", "0-2", "2-0")[row % 3]
        lines.append(
            f"202{row % 2 + 1}-03-{row % 27 + 1:02},Cup {row % 2},Kim,Terran,Lee,Zerg,{score}"
        )
    path = folder / "series.csv"
    path.write_text("\n".join(lines), "utf-8")
    return path


def _told(path: Path, *texts: str) -> list[Told]:
    analyst = Analyst.open(path)
    understanding = Understanding(analyst.model, versions=analyst.versions)
    previous, language, found = None, "en", []
    try:
        for text in texts:
            done = understanding.understand(
                text,
                today=TODAY,
                language=language,
                previous=previous,  # type: ignore[arg-type]
            )
            language = done.language
            assert isinstance(done.outcome, Answerable), (text, done.outcome)
            previous = done.outcome.frame
            analysis = asyncio.run(analyst.analyse(previous))
            answer = Writer(analysis, analyst.model, done.language, simulated=False).write()
            found.append((previous.measure, analysis.rows, answer.text))
    finally:
        analyst.close()
    return found


@pytest.mark.parametrize(
    "text", ["how many series?", "시리즈가 총 몇 개야?", "¿Cuántas series jugó Kim?"]
)
def test_series_won_by_points_are_counted(tmp_path: Path, text: str) -> None:
    assert _told(_series(tmp_path), text)[0][:2] == ("games", ((90,),))


@pytest.mark.parametrize(
    "text", ["mirror games on Triton", "트리톤 미러전 몇 경기야?", "partidas espejo en Triton"]
)
def test_mirror_games_are_counted(tmp_path: Path, text: str) -> None:
    ((measure, rows, told),) = _told(_games(tmp_path), text)
    assert (measure, rows) == ("games", ((60,),))
    assert "half" not in told and "절반" not in told and "mitad" not in told
    assert max(map(told.lower().count, ("mirror", "미러전", "espejo"))) == 1


@pytest.mark.parametrize(
    ("text", "games"),
    [("Kim1 games on Triton", 36), ("Kim1 partidas en Triton", 36), ("TvZ games", 80),
     ("Kim1 games", 72), ("Kim1 games with Terran", 24)],
)  # fmt: skip
def test_somebodys_games_are_counted(tmp_path: Path, text: str, games: int) -> None:
    ((measure, rows, told),) = _told(_games(tmp_path), text)
    assert (measure, rows) == ("games", ((games,),))
    assert "measure" not in told and "medida" not in told


def test_games_beside_a_rate_or_a_verb_are_not(tmp_path: Path) -> None:
    for text in ("Kim1 games won", "Kim1 games win rate", "Kim1 in games over 12 minutes"):
        assert _told(_games(tmp_path), text)[0][0] in ("wins", "win_rate")


@pytest.mark.parametrize(
    "text",
    ["who played the most games?", "누가 가장 많은 경기를 했어?", "¿Quién jugó más partidas?"],
)
def test_most_games_are_no_share(tmp_path: Path, text: str) -> None:
    ((measure, _, _),) = _told(_games(tmp_path), text)
    assert measure == "games"


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Terran win rate by map", "show the number of games too"),
        ("테란 맵별 승률", "경기 수도 같이 보여줘"),
        ("victorias de Terran por mapa", "muestra también el número de partidas"),
    ],
)
def test_the_number_of_games_is_added(tmp_path: Path, first: str, then: str) -> None:
    one, two = _told(_games(tmp_path), first, then)
    assert one[:2] == two[:2]


@pytest.mark.parametrize(
    ("first", "then", "quarters"),
    [
        ("TvZ in Q1 2022", "versus the same quarter of 2021", 2),
        ("2022년 1분기 테저전", "작년 같은 분기는?", 1),
        ("TvZ en el primer trimestre de 2022", "comparado con el mismo trimestre de 2021", 2),
    ],
)
def test_the_same_quarter_of_another_year(
    tmp_path: Path, first: str, then: str, quarters: int
) -> None:
    _, (_, rows, told) = _told(_games(tmp_path), first, then)
    assert len(rows) == quarters and "2021" in told


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("average len by map", "longest"),
        ("맵별 평균 경기 시간이 가장 높은 맵은?", "가장 긴"),
        ("¿qué mapa tiene mayor duración media?", "largo"),
    ],
)
def test_lengths_are_long_or_short(tmp_path: Path, text: str, word: str) -> None:
    ((measure, _, told),) = _told(_games(tmp_path), text)
    assert measure == "duration"
    assert word in told.lower() or text.startswith("average")


@pytest.mark.parametrize(
    "text",
    [
        "win rate of all races by patch",
        "모든 종족 패치별 승률",
        "tasa de todas las razas por parche",
    ],
)
def test_all_races_are_each_of_them(tmp_path: Path, text: str) -> None:
    ((_, rows, _),) = _told(_games(tmp_path), text)
    assert len(rows) == 6


def test_rows_that_are_all_alike_have_no_highest(tmp_path: Path) -> None:
    lines = ["race_1,race_2,map,winner"]
    lines += [f"Terran,Zerg,{place},{1 + turn % 2}" for place in ("Ice", "Sun", "Sea", "Fog")
              for turn in range(40)]  # fmt: skip
    path = tmp_path / "even.csv"
    path.write_text("\n".join(lines), "utf-8")
    ((_, _, told),) = _told(path, "Terran win rate by map")
    assert "the same for all: **50%**" in told and "highest" not in told


@pytest.mark.parametrize(
    "text", ["share of each race", "종족 비율 보여줘", "proporción de cada raza"]
)
def test_a_share_of_races_is_no_rate(tmp_path: Path, text: str) -> None:
    ((measure, rows, _),) = _told(_games(tmp_path), text)
    assert (measure, len(rows)) == ("pick_share", 3)


@pytest.mark.parametrize(
    ("text", "row"), [
        ("TvZ win rate", (90, 60)), ("the other way round, ZvT?", (90, 30)),
        ("how many TvT games?", (40,))
    ]
)  # fmt: skip
def test_matchups_that_are_counted_already(tmp_path: Path, text: str, row: tuple[int, ...]) -> None:
    path = tmp_path / "totals.csv"
    path.write_text("matchup,games,wins\nTvZ,90,60\nTvP,50,20\nTvT,40,20\nPvZ,70,30\n", "utf-8")
    before = ["TvZ win rate"] if text.startswith("the other") else []
    assert _told(path, *before, text)[-1][1][0][: len(row)] == row


@pytest.mark.parametrize(
    ("texts", "title"),
    [
        (("longest average game by matchup",), "average game length"),
        (("skill adjusted Terran win rate", "without the adjustment"), "terran win rate is"),
        (("Terran 몇 판 했어?", "그중에 이긴 건?"), "테란 승수"),
        (("Terran 몇 번 졌어?", "이긴 건 몇 번?"), "테란 승수"),
        (("duración media por mapa", "en minutos, solo desde 2022"), "duración media"),
        (("winrate de Terran por mapa", "ordénalo de mayor a menor"), "tasa de victorias"),
        (("winrate de Terran sin Triton", "quita también Acropolis"), "tasa de victorias"),
        (("전체에서 테란이 몇 퍼센트야?",), "테란 선택 비율"),
        (("테란이 전체 경기에서 몇 퍼센트야?",), "테란 선택 비율"),
    ],
)
def test_a_fragment_is_not_refused_for_its_manner(
    tmp_path: Path, texts: tuple[str, ...], title: str
) -> None:
    assert title in _told(_games(tmp_path), *texts)[-1][2].casefold()


def test_the_share_of_mirrors_in_all_games_is_not_made_up(tmp_path: Path) -> None:
    analyst = Analyst.open(_games(tmp_path))
    understanding = Understanding(analyst.model, versions=analyst.versions)
    for text in ("저저전이 전체에서 몇 퍼센트야?", "저저전 비중", "ZvZ pick share"):
        outcome = understanding.understand(text, today=TODAY).outcome
        assert not isinstance(outcome, Answerable), text
    analyst.close()


def test_a_game_without_a_map_is_on_none_that_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    rows = [f"{('Triton', 'Acropolis', '')[n % 3]},Terran,Zerg,{1 + n % 2}" for n in range(90)]
    path.write_text("\n".join(["map,race1,race2,winner", *rows]), "utf-8")
    assert "60" in _told(path, "number of Terran games without Triton")[-1][2]
    assert "30" in _told(path, "number of Terran games without Triton and Acropolis")[-1][2]
