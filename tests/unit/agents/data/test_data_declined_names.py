"""Whom a declined question named is who "his" or no subject means right after it."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from agents.data.carried import Before
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame
from agents.data.outcomes import Answerable, Ask, Decline, Outcome
from agents.data.understanding import Understanding

_DAY = date(2025, 6, 1)
_NAMES = ("Kestrel", "Mirova", "Tanuki", "Bolero")
_RACES = ("Terran", "Zerg", "Protoss")


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Understanding]:
    path: Path = tmp_path_factory.mktemp("declined") / "games.csv"
    lines = ["date,tournament,map,player1,race1,player2,race2,winner"]
    for game in range(240):
        one, two = _NAMES[game % 4], _NAMES[(game + 1 + game // 4 % 3) % 4]
        day, cup = date(2024, 1, 1) + timedelta(days=game), ("Spring Cup", "Autumn Cup")[game % 2]
        races = _RACES[game % 3], _RACES[game // 3 % 3]
        won = (one, two)[game // 2 % 2]
        lines.append(f"{day},{cup},Reef,{one},{races[0]},{two},{races[1]},{won}")
    path.write_text("\n".join(lines), "utf-8")
    analyst = Analyst.open(path)
    yield Understanding(analyst.model)
    analyst.close()


def _after(read: Understanding, declined: str, text: str, last: Frame | None = None) -> Outcome:
    refused = read.understand(declined, today=_DAY, previous=last).outcome
    assert isinstance(refused, Decline), (declined, refused)
    before = Before(refused=refused.kept, named=refused.named)
    said = read.understand(text, today=_DAY, previous=last, unanswered=True, before=before)
    return said.outcome


def _frame(read: Understanding, declined: str, text: str, last: Frame | None = None) -> Frame:
    outcome = _after(read, declined, text, last)
    assert isinstance(outcome, Answerable), (declined, text, outcome)
    return outcome.frame


KESTREL = Filter(dimension="player", values=("Kestrel",))


@pytest.mark.parametrize(
    ("declined", "text"),
    [
        ("how many APM does Kestrel have?", "ok his win rate then"),
        ("how many APM does Kestrel have?", "how many games did he play?"),
        ("how many APM does Kestrel have?", "win rate"),
        ("¿cuánto APM tiene Kestrel?", "bueno, su porcentaje de victorias contra terran"),
        ("¿cuánto APM tiene Kestrel?", "¿cuántas partidas ganó?"),
        ("Kestrel APM은?", "그 선수 승률은?"),
        ("Kestrel APM은?", "그럼 승률은?"),
    ],
)
def test_a_question_without_subject_is_about_whom_the_declined_one_named(
    read: Understanding, declined: str, text: str
) -> None:
    assert KESTREL in _frame(read, declined, text).filters
    last = Frame(filters=(Filter(dimension="player", values=("Mirova",)),))
    assert _frame(read, declined, text, last).filter("player") == KESTREL


def test_a_rival_alone_is_set_against_whom_the_declined_question_named(
    read: Understanding,
) -> None:
    said = _frame(read, "Kestrel contra jugadores zurdos", "contra Bolero entonces")
    assert said.filter("player") == KESTREL
    assert said.filter("player", "opponent") is not None


@pytest.mark.parametrize(
    ("declined", "text"),
    [
        ("who will win the next Spring Cup?", "who won most games there"),
        ("¿quién ganará la próxima Spring Cup?", "pues dime quién ganó más partidas allí"),
    ],
)
def test_there_is_the_place_that_the_declined_question_named(
    read: Understanding, declined: str, text: str
) -> None:
    said = _frame(read, declined, text)
    assert said.filters == (Filter(dimension="tournament", values=("Spring Cup",)),)
    assert said.group_by == ("player",)


@pytest.mark.parametrize(
    "text",
    ["Mirova win rate"],
)
def test_a_question_of_its_own_takes_nobody_from_the_declined_one(
    read: Understanding, text: str
) -> None:
    said = _after(read, "how many APM does Kestrel have?", text)
    assert isinstance(said, Answerable | Ask)
    assert KESTREL not in said.frame.filters


def test_what_a_measure_keeps_of_the_last_answer_follows_it(read: Understanding) -> None:
    last = Frame(group_by=("race",))
    said = _after(read, "going zurdo only", "how many games", last)
    assert isinstance(said, Answerable)
    assert said.follows
    own = _after(read, "going zurdo only", "Mirova win rate", last)
    assert isinstance(own, Answerable)
    assert not own.follows


@pytest.mark.parametrize(
    ("declined", "text"),
    [
        ("how many APM does Kestrel have?", "win rate in the Spring Cup"),
        ("how many APM does Kestrel have?", "win rate in 2024"),
        ("¿cuánto APM tiene Kestrel?", "porcentaje de victorias en la Spring Cup"),
        ("Kestrel APM은?", "Spring Cup 승률"),
        ("Kestrel APM은?", "2024년 승률"),
    ],
)
def test_a_whole_question_is_not_about_whom_the_declined_one_named(
    read: Understanding, declined: str, text: str
) -> None:
    assert isinstance(_after(read, declined, text), Ask)
    last = Frame(filters=(Filter(dimension="player", values=("Mirova",)),))
    assert _frame(read, declined, text, last).filter("player") == last.filters[0]


@pytest.mark.parametrize(
    ("declined", "text"),
    [
        ("how many APM does Kestrel have?", "ok, win rate in the Spring Cup then"),
        ("how many APM does Kestrel have?", "his win rate in the Spring Cup"),
        ("¿cuánto APM tiene Kestrel?", "¿y el porcentaje de victorias en la Spring Cup?"),
        ("Kestrel APM은?", "그럼 Spring Cup 승률은?"),
    ],
)
def test_a_fragment_with_a_place_is_about_whom_the_declined_one_named(
    read: Understanding, declined: str, text: str
) -> None:
    assert KESTREL in _frame(read, declined, text).filters


MIROVA = Frame(filters=(Filter(dimension="player", values=("Mirova",)),))


@pytest.mark.parametrize(
    ("declined", "text"),
    [
        ("how many APM does Kestrel have?", "and against Zerg?"),
        ("Kestrel APM은?", "저그 상대로는?"), ("¿cuánto APM tiene Kestrel?", "¿y contra Zerg?"),
        ("what was Kestrel's APM in the Spring Cup?", "and against Zerg there?"),
    ],
)  # fmt: skip
def test_a_rival_is_of_whom_was_named_last(read: Understanding, declined: str, text: str) -> None:
    said = _frame(read, declined, text, MIROVA)
    assert said.filter("player") == KESTREL
    assert said.filter("race", "opponent") == Filter(
        dimension="race", values=("Zerg",), side="opponent"
    )
    assert (said.filter("tournament") is not None) == ("there" in text)


@pytest.mark.parametrize(
    ("declined", "text"),
    [
        ("what was Kestrel's APM in the Spring Cup?", "win rate there"),
        ("Kestrel Spring Cup APM은?", "거기서 승률은?"),
        ("¿qué APM tuvo Kestrel en la Spring Cup?", "tasa de victorias allí"),
    ],
)
def test_there_is_a_place_with_whom_was_named(
    read: Understanding, declined: str, text: str
) -> None:
    said = _frame(read, declined, text)
    assert {one.dimension: one.values for one in said.filters} == {
        "player": ("Kestrel",), "tournament": ("Spring Cup",),
    }  # fmt: skip


@pytest.mark.parametrize("text", ["win rate there", "거기서 승률은?", "tasa de victorias allí"])
def test_where_no_place_was_named_there_is_none(read: Understanding, text: str) -> None:
    said = _after(read, "how many APM does Kestrel have?", text)
    assert isinstance(said, Decline) and said.reason == "word"
    alone = read.understand(f"Kestrel {text}", today=_DAY).outcome
    assert isinstance(alone, Decline)
    here = read.understand("Kestrel win rate here", today=_DAY).outcome
    assert isinstance(here, Answerable)


@pytest.mark.parametrize(
    ("declined", "text"),
    [
        ("games per foxfield", "in Spring Cup?"),
        ("¿cuántas partidas hay en cada zorrocampo?", "en Spring Cup"),
        ("여우밭별 경기 수", "Spring Cup에서는?"),
    ],
)
def test_a_value_completes_no_rows_that_are_not_known(
    read: Understanding, declined: str, text: str
) -> None:
    said = _after(read, declined, text)
    assert isinstance(said, Decline), said
    assert said.reason == "unanswered"


@pytest.mark.parametrize(
    "text",
    [
        "which one is the most played?", "¿cuál es el más jugado?", "가장 많이 한 건?"
    ],
)  # fmt: skip
def test_which_one_asks_of_the_rows_of_the_declined_question(
    read: Understanding, text: str
) -> None:
    said = _after(read, "average APM per map", text)
    assert isinstance(said, Decline), said
    assert said.reason == "unanswered"
    last = Frame(group_by=("race",))
    assert _frame(read, "average APM per map", text, last).group_by == ("race",)


@pytest.mark.parametrize(
    "text",
    ["which race is the most played?", "¿cuál es la raza más jugada?", "제일 많이 한 종족은?"],
)
def test_what_is_ranked_by_its_noun_is_answered_after_a_declined_question(
    read: Understanding, text: str
) -> None:
    assert _frame(read, "average APM per map", text).group_by == ("race",)
