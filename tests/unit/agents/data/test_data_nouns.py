"""What the games of one table are called is taken from its file and its columns."""

from datetime import date
from pathlib import Path

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable, Decline
from agents.data.understanding import Understanding
from tests.unit.agents.data.data_support import Talk

TODAY = date(2025, 3, 1)


def _opened(folder: Path, name: str, head: str, row: str = "{i},{a},{b},{w}") -> Analyst:
    path = folder / name
    rows = [row.format(i=i, a="ABC"[i % 3], b="BCA"[i % 3], w=1 + i % 2) for i in range(40)]
    path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    return Analyst.open(path)


@pytest.mark.parametrize(
    ("name", "head", "text"),
    [
        ("carreras_2024.csv", "i,p1_class,p2_class,winner", "¿cuántas carreras hay?"),
        ("t.csv", "debate_id,p1_class,p2_class,winner", "how many debates are there?"),
        ("t.csv", "대국번호,p1_class,p2_class,winner", "대국이 몇 개야?"),
        ("rallies.csv", "i,p1_class,p2_class,winner", "how many rallies are there?"),
        ("t.csv", "skirmish_no,p1_class,p2_class,winner", "how many skirmishes are there?"),
        ("경주.csv", "i,p1_class,p2_class,winner", "경주 수"),
        ("carreras.csv", "i,p1_class,p2_class,winner", "número de carreras"),
    ],
)
def test_games_are_called_as_in_the_table(tmp_path: Path, name: str, head: str, text: str) -> None:
    analyst = _opened(tmp_path, name, head)
    outcome = Understanding(analyst.model).understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable)
    assert outcome.frame.measure == "games"
    assert not outcome.frame.filters


def test_the_length_of_games_is_asked_by_their_noun(tmp_path: Path) -> None:
    analyst = _opened(tmp_path, "t.csv", "대국번호,p1_class,p2_class,winner")
    text = "평균 대국 시간"
    outcome = Understanding(analyst.model).understand(text, today=TODAY).outcome
    assert isinstance(outcome, Decline)
    assert outcome.reason == "no_duration"


def test_what_either_side_has_several_of_is_no_game(tmp_path: Path) -> None:
    path = tmp_path / "frames.csv"
    rows = [f"A,B,{i % 5},{(i + 1) % 5}" for i in range(20)]
    path.write_text("\n".join(["p1_class,p2_class,p1_frames,p2_frames", *rows]), encoding="utf-8")
    assert Analyst.open(path).model.nouns == ()


@pytest.mark.parametrize("text", ["best characters", "캐릭터별 승률", "tasa por personaje"])
def test_characters_are_what_a_header_of_its_own_compares(tmp_path: Path, text: str) -> None:
    talk = Talk.about(
        "date,winner_tag,loser_tag,winner_main,loser_main\n2024-01-01,Ann,Bob,Fox,Marth\n"
        "2024-01-02,Bob,Cleo,Marth,Peach\n2024-01-03,Cleo,Ann,Peach,Fox\n",
        tmp_path, date(2024, 6, 1),
    )  # fmt: skip
    frame = talk.answer(text)
    talk.analyst.close()
    assert (frame.measure, frame.group_by) == ("win_rate", ("main",))


def test_years_after_more_are_no_number_of_games(tmp_path: Path) -> None:
    talk = Talk.about(
        "date,player1,player2,winner\n2023-01-01,Ann,Bob,1\n2024-01-02,Bob,Ann,2\n",
        tmp_path, date(2024, 6, 1),
    )  # fmt: skip
    outcome = talk.say("¿quién ganó más de 2023 a 2024?")
    talk.analyst.close()
    assert isinstance(outcome, Answerable)
    assert (outcome.frame.having, outcome.frame.measure) == (None, "wins")


@pytest.mark.parametrize(
    "text", ["how many races are there?", "¿cuántas carreras hay?", "레이스 수"]
)
def test_games_between_drivers_are_races(tmp_path: Path, text: str) -> None:
    analyst = _opened(
        tmp_path, "duels.csv", "track,driver_1,driver_2,car_1,winner", "T{i},{a},{b},{a},{w}"
    )
    outcome = Understanding(analyst.model).understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable)
    assert outcome.frame.measure == "games"


@pytest.mark.parametrize("text", ["games by venue", "partidas por pabellón", "체육관별 경기 수"])
def test_a_hall_is_a_venue(tmp_path: Path, text: str) -> None:
    analyst = _opened(tmp_path, "t.csv", "hall,p1_class,p2_class,winner", "{b} Hall,{a},{b},{w}")
    outcome = Understanding(analyst.model).understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable)
    assert outcome.frame.group_by == ("hall",)


@pytest.mark.parametrize(
    ("header", "texts"),
    [
        ("board", ("games on each board", "보드별 판수", "partidas por tablero")),
        ("보드", ("games by board", "보드별 판수", "¿cuántas partidas en cada tablero?")),
        ("tablero", ("games by board", "보드별 경기 수", "partidas por tablero")),
        ("장소", ("games by venue", "장소별 대국 수", "partidas por lugar", "partidas por sede")),
        ("venue", ("games by location", "장소별 경기 수", "partidas por lugar")),
        ("lugar", ("games by venue", "장소별 경기 수", "partidas por sede")),
        ("ubicacion", ("games by location", "장소별 경기 수", "경기장별 경기 수")),
        ("종국", ("종국 방식별 대국 수", "종국방식별 대국 수", "종국별 대국 수")),
        ("finish", ("games by finish method", "games by method of finish")),
    ],
)
def test_a_header_is_named_in_any_language(
    tmp_path: Path, header: str, texts: tuple[str, ...]
) -> None:
    rows = [f"{'ABC'[i % 3]},{'BCA'[i % 3]},{('Lake', 'Hill')[i % 2]},{1 + i % 2}"
            for i in range(40)]  # fmt: skip
    talk = Talk.about(f"p1_class,p2_class,{header},winner\n" + "\n".join(rows), tmp_path, TODAY)
    for text in texts:
        talk.asked(text)
        assert sorted(talk.rows) == [("Hill", 20), ("Lake", 20)], text
    talk.analyst.close()


@pytest.mark.parametrize(
    ("header", "text"), [("lugar", "tasa de A, en su lugar"), ("board", "보드게임 몇 판?")]
)
def test_words_that_have_a_noun_in_them_do_not_group(
    tmp_path: Path, header: str, text: str
) -> None:
    row = "{a},{b},Lake,{w}"
    analyst = _opened(tmp_path, "t.csv", f"p1_class,p2_class,{header},winner", row)
    outcome = Understanding(analyst.model).understand(text, today=TODAY).outcome
    analyst.close()
    assert isinstance(outcome, Answerable), outcome
    assert outcome.frame.group_by == ()


@pytest.mark.parametrize("text", ["partidas que tuvieron lugar en 2024", "games in 2024"])
def test_games_that_took_place_are_of_no_place(tmp_path: Path, text: str) -> None:
    rows = "".join(
        f"2024-01-{day},{('Ann,Bob,Seoul', 'Bob,Ann,Busan')[day % 2]},1\n" for day in range(10, 30)
    )
    talk = Talk.about(f"date,player1,player2,lugar,winner\n{rows}", tmp_path, date(2025, 6, 1))
    assert talk.asked(text).group_by == ()
    talk.analyst.close()
