"""When one plays best, of the parts of the day; the rate of what is counted; whole logs."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

TODAY = date(2024, 6, 1)
PARTS = ("mañana", "tarde", "noche")


def log(*, parts: bool) -> str:
    lines = ["fecha;mi mazo;mazo rival;resultado" + (";momento" if parts else "")]
    for index in range(200):
        day = date(2023, 1, 1) + timedelta(days=index)
        own, rival = ("Aggro", "Control")[index % 2], ("Ramp", "Combo", "Aggro")[index % 3]
        won = ("victoria", "derrota")[(index * 7) % 5 > 2]
        moment = f";{PARTS[index % 3]}" if parts else ""
        lines.append(f"{day};{own};{rival};{won}{moment}")
    return "\n".join(lines)


@pytest.mark.parametrize(
    "message", ["¿Cuándo juego mejor?", "when do I play best?", "언제 제일 잘해?"]
)
def test_when_one_plays_best_is_by_the_part_of_the_day(tmp_path: Path, message: str) -> None:
    talk = Talk.about(log(parts=True), tmp_path, TODAY)
    assert talk.answer(message).group_by == ("momento",)
    assert set(talk.column("momento")) == set(PARTS)


@pytest.mark.parametrize(
    "message", ["¿Cuándo juego mejor?", "when do I play best?", "언제 제일 잘해?"]
)
def test_without_such_a_column_nothing_is_known_of_when(tmp_path: Path, message: str) -> None:
    talk = Talk.about(log(parts=False), tmp_path, TODAY)
    assert isinstance(talk.say(message), Decline)


def test_when_it_was_best_ranks_the_months_that_were_shown(tmp_path: Path) -> None:
    talk = Talk.about(log(parts=True), tmp_path, TODAY)
    found = talk.answer("win rate by month", "when was it best?")
    assert (found.group_by, found.order) == (("month",), "desc")


@pytest.mark.parametrize(
    "message",
    ["상대 덱 중에 제일 많이 만난 덱", "which of the opponent decks did I meet most?"],
)
def test_of_the_rival_decks_the_one_that_was_met_most(tmp_path: Path, message: str) -> None:
    talk = Talk.about(log(parts=False), tmp_path, TODAY)
    found = talk.answer(message)
    assert (found.measure, found.group_by) == ("games", ("opponent",))


def test_the_pick_rate_of_rivals(tmp_path: Path) -> None:
    talk = Talk.about(log(parts=False), tmp_path, TODAY)
    talk.answer("상대 덱 픽률")
    assert sum(talk.column("pick_share")) == pytest.approx(1)
    assert "상대" in talk.text


def chess() -> str:
    lines = ["fecha;blancas;negras;elo_blancas;elo_negras;resultado"]
    people = ("Ana", "Berta", "Carla")
    for index in range(270):
        one, two = people[index % 3], people[(index + 1 + index // 3 % 2) % 3]
        result = ("1-0", "0-1", "1/2-1/2")[(index * 7 + index // 3) % 3]
        lines.append(f"{date(2023, 1, 1) + timedelta(days=index)};{one};{two};2300;2280;{result}")
    return "\n".join(lines)


def test_a_side_with_many_games_is_no_number_of_that_name(tmp_path: Path) -> None:
    talk = Talk.about(chess(), tmp_path, TODAY)
    found = talk.answer("victorias con negras en más de 40 partidas: quién tiene mejor porcentaje")
    assert (found.measure, found.group_by, found.having) == ("win_rate", ("player",), 41)
    found = talk.answer("y con blancas")
    assert found.group_by == ("player",)
    found = talk.answer("victorias con negras: quién tiene mejor porcentaje")
    assert (found.measure, found.group_by) == ("win_rate", ("player",))
