"""What is asked of the first of a ranking, which is not named again: with him, with which?"""

from datetime import date

import pytest

from agents.data.match.compute.frame import Filter
from tests.unit.agents.data.data_support import Talk, meetings

_PLAYERS = ("Brisk", "Corvid", "Dapple", "Ember")
_CHARACTERS = ("Anvil", "Lantern", "Quill")
_REFEREES = ("Marsh", "Marsh", "Odell", "Pryce", "Marsh")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["date,referee,home_player,home_character,away_player,away_character,winner"]
    for number, day, one, two in meetings(_PLAYERS, 400, date(2022, 1, 1), 2):
        won = "Brisk" if "Brisk" in (one, two) and number % 5 else one
        rows.append(
            f"{day},{_REFEREES[number % 5]},{one},{_CHARACTERS[number % 3]},{two},"
            f"{_CHARACTERS[number // 3 % 3]},{won}"
        )
    return Talk.about("\n".join(rows) + "\n", tmp_path_factory.mktemp("first"), date(2024, 6, 1))


@pytest.fixture(autouse=True)
def _anew(talk: Talk) -> None:
    talk.anew()


BRISK = Filter(dimension="player", values=("Brisk",))
MARSH = Filter(dimension="referee", values=("Marsh",))


@pytest.mark.parametrize(
    "texts",
    [
        ("¿quién tiene mejor tasa de victorias?", "¿con qué personaje gana más?"),
        ("¿quién tiene mejor tasa de victorias?", "¿y con qué personaje le va mejor?"),
        ("who has the best win rate?", "which character does he win most with?"),
        ("누가 승률이 제일 높아?", "무슨 캐릭터로 제일 많이 이겨?"),
        ("Brisk 승률", "무슨 캐릭터로 제일 많이 이겨?"),
    ],
)
def test_who_plays_what_is_the_first_of_the_people(talk: Talk, texts: tuple[str, ...]) -> None:
    said = talk.answer(*texts)
    assert (said.filters, said.group_by, said.order) == ((BRISK,), ("character",), "desc")


@pytest.mark.parametrize(
    "texts",
    [
        ("¿con qué personaje gana más?",),
        ("¿qué personaje gana más?", "¿con qué jugador gana más?"),
        ("top 2 players by win rate", "무슨 캐릭터로 제일 많이 이겨?"),
        ("누가 승률이 제일 높아?", "승률이 제일 높은 캐릭터는?"),
    ],
)
def test_what_is_asked_of_all_is_of_nobody(talk: Talk, texts: tuple[str, ...]) -> None:
    assert talk.answer(*texts).filter("player") is None


@pytest.mark.parametrize(
    "texts",
    [
        ("¿qué árbitro tiene más partidas?", "¿con él cuánto ganan los locales?"),
        ("¿qué árbitro pitó más partidas?", "¿y cuánto ganan los locales con él?"),
        ("which referee has most games?", "home win rate with him"),
        ("which referee has most games?", "home win rate under him"),
        ("which referee has most games?", "and with her, how often does the home side win?"),
        ("경기가 제일 많은 심판은?", "그 사람이면 홈 승률은?"),
        ("경기가 제일 많은 심판은?", "걔일 때 홈 승률은?"),
    ],
)
def test_with_him_is_with_the_first_of_the_referees(talk: Talk, texts: tuple[str, ...]) -> None:
    said = talk.answer(*texts)
    assert (said.measure, said.group_by) == ("win_rate", ())
    assert said.filter("referee") == MARSH
    (counted,) = talk.column("games")
    assert counted == 240


def test_with_him_is_with_nobody_else_than_who_was_told(talk: Talk) -> None:
    said = talk.answer("win rate by character", "tasa de victorias de Brisk con él")
    assert said.filter("character") is None


@pytest.mark.parametrize(
    "text",
    [
        "¿cuántas partidas pitó Marsh?", "how many games did Marsh officiate?",
        "Marsh가 심판 본 경기 수"
    ],
)  # fmt: skip
def test_verbs_of_officiating_say_no_more_of_a_referee(talk: Talk, text: str) -> None:
    said = talk.answer(text)
    assert (said.measure, said.filters) == ("games", (MARSH,))
    assert talk.rows == [(240,)]


def test_how_much_a_side_wins_is_its_rate(talk: Talk) -> None:
    said = talk.answer("número de partidas", "¿cuánto ganan los locales?")
    assert (said.measure, talk.column("games")) == ("win_rate", [400])
