"""How games ended, told by a value and 승: 불계승은 빼고, 시간승만; and games of so many moves."""

from datetime import date

import pytest

from agents.data.match.compute.frame import Filter
from tests.unit.agents.data.data_support import Talk, meetings

_ENDED = ("불계", "불계", "시간", "반집")
_PLAYERS = ("강태윤", "임가온", "한지우", "오세민")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["대국일,흑번,백번,승자,승부,수수"]
    for number, day, one, two in meetings(_PLAYERS, 240, date(2022, 1, 1), 3):
        won = "백" if number % 7 < 4 else "흑"
        rows.append(f"{day},{one},{two},{won},{_ENDED[number % 4]},{120 + number}")
    return Talk.about("\n".join(rows) + "\n", tmp_path_factory.mktemp("go"), date(2024, 6, 1))


@pytest.fixture(autouse=True)
def _anew(talk: Talk) -> None:
    talk.anew()


@pytest.mark.parametrize(
    ("texts", "games"),
    [
        (("백 승률", "시간승만"), 60),
        (("백 승률", "반집승에서는?"), 60),
        (("백 승률", "불계승은?"), 120),
        (("백 승률", "불계승만 빼고"), 120),
        (("백 승률", "불계승은 빼고"), 120),
        (("백 승률", "시간승 제외하고"), 180),
        (("불계승 빼고 백 승률",), 120),
        (("불계만 빼고 백 승률",), 120),
        (("백 승률", "불계승 말고 시간승"), 60),
        (("백 승률", "시간승 빼고", "시간승도 포함해서"), 240),
    ],
)
def test_how_they_ended_is_a_condition(talk: Talk, texts: tuple[str, ...], games: int) -> None:
    said = talk.answer(*texts)
    assert (said.measure, talk.column("games")) == ("win_rate", [games])
    assert said.filter("side") == Filter(dimension="side", values=("백",))


@pytest.mark.parametrize(
    ("texts", "rows"),
    [
        (("불계승은 몇 판이야?",), [(120,)]),
        (("시간승만",), [(60,)]),
        (("백 승률", "반집승은 몇 번?"), [(60,)]),
        (("연도별 시간승",), [("2022", 30), ("2023", 30)]),
        (("300수 넘는 대국은 몇 개",), [(59,)]),
        (("300수 이상 대국은 몇 개야?",), [(60,)]),
        (("300수 초과 대국 몇 개 있어?",), [(59,)]),
    ],
)
def test_games_that_ended_so_are_counted(
    talk: Talk, texts: tuple[str, ...], rows: list[tuple[object, ...]]
) -> None:
    said = talk.answer(*texts)
    assert (said.measure, talk.rows) == ("games", rows)


def test_who_won_so_is_ranked_by_wins(talk: Talk) -> None:
    said = talk.answer("불계승이 제일 많은 기사는?")
    assert (said.measure, said.group_by, said.order) == ("wins", ("player",), "desc")


CHESS = """date,white,black,winner,ended
""" + "\n".join(
    f"2024-01-{1 + n % 28:02},Ana{n % 3},Bo{n % 4},{'white' if n % 5 < 3 else 'black'},"
    f"{('resignation', 'flag', 'mate')[n % 3]}"
    for n in range(150)
)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("white win rate", "without resignation wins"),
        ("white win rate", "without the wins by resignation"),
        ("tasa de victorias de white", "sin las victorias por resignation"),
    ],
)
def test_wins_that_are_left_out_say_how_games_ended(
    tmp_path_factory: pytest.TempPathFactory, first: str, then: str
) -> None:
    talk = Talk.about(CHESS, tmp_path_factory.mktemp("chess"), date(2024, 6, 1))
    said = talk.answer(first, then)
    assert (said.measure, talk.column("games")) == ("win_rate", [100])
