"""Games with some of what a column counts, or none: with a red card, 퇴장이 없는 경기."""

from collections.abc import Iterator
from datetime import date

import pytest

from agents.data.match.compute.frame import Measured
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk, meetings

TEAMS = ("Girona", "Getafe", "Betis", "Osasuna")
SOME, NONE = (">=", 1.0), ("<=", 0.0)
HEADS = {
    "en": ("red_cards", "penalties"),
    "ko": ("퇴장", "페널티"),
    "es": ("tarjetas_rojas", "penaltis"),
}


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Talk]]:
    found = {}
    for language, (sided, whole) in HEADS.items():
        rows = [f"date,home,away,result,home_{sided},away_{sided},{whole}"]
        rows += [
            f"{day},{one},{two},{'HAD'[number % 3]},{number % 4 // 2},{number % 5 // 4},"
            f"{number % 3}"
            for number, day, one, two in meetings(TEAMS, 200, date(2023, 8, 1), 1)
        ]
        folder = tmp_path_factory.mktemp(language)
        found[language] = Talk.about("\n".join(rows), folder, date(2024, 6, 1))
    yield found
    for talk in found.values():
        talk.analyst.close()


def _measured(talk: Talk, *messages: str) -> list[tuple[str, str, float]]:
    found: tuple[Measured, ...] = talk.asked(*messages).measured
    return [(one.quantity, one.comparison, one.value) for one in found]


@pytest.mark.parametrize(
    ("language", "text", "place", "bound"),
    [
        ("en", "Girona win rate with a red card", 0, SOME),
        ("en", "Girona win rate without a red card", 0, NONE),
        ("en", "number of games with a penalty", 1, SOME),
        ("ko", "Girona 퇴장이 있는 경기 승률", 0, SOME),
        ("ko", "Girona 퇴장 없는 경기 승률", 0, NONE),
        ("ko", "페널티가 나온 경기 수", 1, SOME),
        ("es", "victorias de Girona con una tarjeta roja", 0, SOME),
        ("es", "victorias de Girona sin tarjetas rojas", 0, NONE),
        ("es", "número de partidos con penalti", 1, SOME),
    ],
)
def test_games_have_some_or_none(
    talks: dict[str, Talk], language: str, text: str, place: int, bound: tuple[str, float]
) -> None:
    assert _measured(talks[language], text) == [(HEADS[language][place], *bound)]


def test_a_number_says_how_many(talks: dict[str, Talk]) -> None:
    asked = _measured(talks["en"], "Girona win rate with more than 1 red card")
    assert asked == [("red_cards", ">", 1.0)]


def test_of_both_sides_it_is_asked_whose(talks: dict[str, Talk]) -> None:
    talks["en"].anew()
    assert isinstance(talks["en"].hear("games without a red card"), Decline)
