"""Who is best, what is only a word, what is to be written, and what a turn of a talk takes back."""

from datetime import date
from pathlib import Path

import pytest

from agents.answering.periods.periods import Period
from agents.data.outcomes import Decline, Summarise
from agents.data.writing import asks_to_write
from tests.unit.agents.data.data_support import Reads, Talk, frame, reader

TODAY = date(2024, 6, 15)
PAIRS = [("Ivo Lander", "Rosa Quill"), ("Faker Moss", "Ivo Lander"), ("Rosa Quill", "Faker Moss"),
         ("Nora Valley", "Ivo Lander")]  # fmt: skip
HANDS = {"Ivo Lander": "R", "Rosa Quill": "L", "Faker Moss": "R", "Nora Valley": "L"}
TENNIS = "date,surface,event,winner_name,winner_hand,loser_name,loser_hand\n" + "".join(
    f"202{1 + i % 3}-0{1 + i % 6}-1{i % 9},{('Clay', 'Grass')[i % 2]},"
    f"{('Porto Open', 'Osaka Masters')[i // 2 % 2]},{a},{HANDS[a]},{b},{HANDS[b]}\n"
    for i, (a, b) in enumerate((PAIRS[k % 4] if k % 3 else PAIRS[k % 4][::-1]) for k in range(48))
)  # fmt: skip
LEAGUE = "date,mode,decided_by,home_team,away_team,home_goals,away_goals\n" + "".join(
    f"202{1 + i % 3}-0{1 + i % 6}-1{i % 9},{('Control', 'Escort')[i % 2]},"
    f"{('Regular', 'Penalties')[i // 2 % 2]},{a},{b},{i % 4},{i % 3}\n"
    for i, (a, b) in enumerate(
        (("Norrkap", "Dunmore"), ("Dunmore", "Kielder"), ("Kielder", "Norrkap"))[k % 3]
        for k in range(48)
    )
)  # fmt: skip


@pytest.fixture(scope="module")
def tennis(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    return reader(TODAY, tmp_path_factory.mktemp("tennis"), TENNIS)


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    return reader(TODAY, tmp_path_factory.mktemp("league"), LEAGUE)


@pytest.mark.parametrize(
    "asked",
    [
        "highest win rate on clay, min 4 matches", "클레이에서 승률 상위 2명", "¿quién gana más?"
    ],
)  # fmt: skip
def test_the_best_are_people_and_not_their_hands(tennis: Reads, asked: str) -> None:
    assert frame(tennis, asked).group_by == ("player",)


@pytest.mark.parametrize("word", ["빨리", "pretty"])
def test_an_ordinary_word_is_no_name(tennis: Reads, word: str) -> None:
    assert isinstance(tennis(f"{word} Ivo Lander 승률"), Decline)


def test_a_name_in_hangul_is_heard(tennis: Reads) -> None:
    assert frame(tennis, "페이커 승률").filters == frame(tennis, "Faker Moss 승률").filters


@pytest.mark.parametrize(
    "asked",
    ["Norrkap win rate away from home", "tasa de Norrkap lejos de casa", "Norrkap 원정 승률"],
)
def test_away_from_home_is_the_other_side(league: Reads, asked: str) -> None:
    kept = {(one.dimension, one.values, one.exclude) for one in frame(league, asked).filters}
    assert kept == {("team", ("Norrkap",), False), ("side", ("away",), False)}


@pytest.mark.parametrize("back", [
        "all years", "todos los años", "전체 연도로"
    ])  # fmt: skip
def test_all_years_take_the_period_back(tennis: Reads, back: str) -> None:
    previous = frame(tennis, "Ivo Lander win rate in 2023")
    found = frame(tennis, back, previous)
    assert (found.period, found.group_by, found.filters) == ((), (), previous.filters)


@pytest.mark.parametrize("asked", ["map control of Norrkap", "Norrkap team injuries",
                                   "Norrkap 팀 분위기"])  # fmt: skip
def test_a_compound_is_no_grouping(league: Reads, asked: str) -> None:
    assert isinstance(league(asked), Decline)


@pytest.mark.parametrize(
    "asked",
    [
        "add a win to Norrkap", "añade una victoria a Norrkap", "Norrkap 1승 추가해 줘"
    ],
)  # fmt: skip
def test_the_data_is_not_written(league: Reads, asked: str) -> None:
    outcome = league(asked)
    assert isinstance(outcome, Decline)
    assert outcome.reason == "write"


@pytest.mark.parametrize(
    "asked", [
        "change it to a chart", "결과를 표로 바꿔 줘"
    ],
)  # fmt: skip
def test_what_is_shown_may_be_changed(asked: str) -> None:
    assert not asks_to_write(asked)


@pytest.mark.parametrize(
    "asked", ["how many were decided by penalties", "cuántos se decidieron por penalties",
              "how many were played in 2023"],
)  # fmt: skip
def test_a_count_needs_no_team(league: Reads, asked: str) -> None:
    assert (frame(league, asked).measure, frame(league, asked).group_by) == ("games", ())


def test_a_table_of_the_last_answer_is_no_synthesis(tennis: Reads) -> None:
    previous = frame(tennis, "Ivo Lander win rate")
    assert frame(tennis, "표로 정리해줘", previous).presentation == "table"
    assert isinstance(tennis("이전 분석들 정리해줘", previous), Summarise)


def test_instead_takes_the_place_of_what_was_named_last(tennis: Reads) -> None:
    previous = frame(tennis, "Rosa Quill 상대로 Ivo Lander 승률")
    later = frame(tennis, "Rosa Quill 상대로는?", previous)
    later = later.model_copy(update={"filters": tuple(reversed(later.filters))})
    found = frame(tennis, "말고 Nora Valley", later)
    assert {(one.values, one.side) for one in found.filters} == {
        (("Ivo Lander",), "own"), (("Nora Valley",), "opponent"),
    }  # fmt: skip


def test_a_change_of_form_is_no_trend(tennis: Reads) -> None:
    previous = frame(tennis, "Ivo Lander win rate in 2023")
    found = frame(tennis, "change it to a table", previous)
    assert (found.group_by, found.presentation) == ((), "table")
    assert frame(tennis, "기간 빼고", previous).period == ()


def test_a_name_that_begins_like_a_verb_stops(tennis: Reads) -> None:
    assert isinstance(tennis("몬자에서 Ivo Lander 승률"), Decline)
    assert isinstance(tennis("탄지로 Ivo Lander 승률"), Decline)


@pytest.mark.parametrize(
    "text",
    [
        "compare Ivo Lander before and after 2022-05-01",
        "2022년 5월 1일 이전과 이후의 Ivo Lander 승률을 비교해줘",
        "compara Ivo Lander antes y después del 2022-05-01",
    ],
)
def test_before_and_after_a_day_are_two_periods(tennis: Reads, text: str) -> None:
    day = date(2022, 5, 1)
    assert frame(tennis, text).period == (Period(end=day), Period(start=day))


@pytest.mark.parametrize("text", ["Ivo Lander before and after Clay", "Clay 전후 Ivo Lander 승률"])
def test_before_and_after_what_is_no_moment_is_declined(tennis: Reads, text: str) -> None:
    assert isinstance(tennis(text), Decline)


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("win rate by player, 4 matches minimum", "win rate by player, at least 4 matches"),
        ("win rate by player, 4 matches at the least", "win rate by player, at least 4 matches"),
        ("tasa por jugador con 4 partidas como mínimo", "tasa por jugador con al menos 4 partidas"),
        ("partidas en el 2.º semestre de 2023", "partidas en el segundo semestre de 2023"),
        ("partidas en el 1er trimestre de 2023", "partidas en el primer trimestre de 2023"),
        ("다승왕 누구야?", "가장 많이 이긴 선수 누구야?"),
        ("who scores best on clay", "who is best on clay"),
    ],
)  # fmt: skip
def test_what_is_said_shortly_means_the_plain_one(tennis: Reads, said: str, plain: str) -> None:
    assert frame(tennis, said) == frame(tennis, plain)


@pytest.mark.parametrize(
    "said", ["lower the minimum to 4", "baja el mínimo a 4", "최소를 4판으로 낮춰줘"]
)
def test_a_minimum_is_moved(tennis: Reads, said: str) -> None:
    before = frame(tennis, "win rate by player with more than 7 games")
    after = frame(tennis, said, before)
    assert (after.having, after.group_by) == (4, before.group_by)


@pytest.mark.parametrize("said", ["those above 45%", "las que pasan del 45%", "45% 넘는 것만"])
def test_a_bound_on_the_rate_keeps_the_rows(tennis: Reads, said: str) -> None:
    before = frame(tennis, "win rate by player")
    after = frame(tennis, said, before)
    assert after.group_by == before.group_by
    assert [(one.comparison, one.value) for one in after.bounds] == [(">", 0.45)]


@pytest.mark.parametrize(
    ("text", "own", "rival"),
    [
        ("win rate of orc vs undead", "오크", "언데드"),
        ("나엘 대 휴먼 승률", "나이트엘프", "휴먼"),
        ("tasa de victorias de orcos contra humanos", "오크", "휴먼"),
    ],
)  # fmt: skip
def test_races_of_other_games_are_known_in_each_language(
    tmp_path: Path, text: str, own: str, rival: str
) -> None:
    races = ("오크", "휴먼", "언데드", "나이트엘프")
    rows = "".join(
        f"2024-01-{1 + i % 28:02},{races[i % 4]},{races[(i + 1 + i // 4 % 3) % 4]},{1 + i % 2}\n"
        for i in range(96)
    )
    talk = Talk.about(f"날짜,종족1,종족2,승자\n{rows}", tmp_path, date(2024, 6, 1))
    frame = talk.answer(text)
    talk.analyst.close()
    assert [(one.values, one.side) for one in frame.filters] == [
        ((own,), "own"), ((rival,), "opponent"),
    ]  # fmt: skip
