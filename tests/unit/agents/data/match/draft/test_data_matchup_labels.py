"""A column that says who met in one text, beside that of the sides: BOS vs. LAL, LAL @ BOS."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import permutations

import pytest

from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

_TEAMS = ("BOS", "LAL", "MIA", "PHX")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    lines = ["SEASON_ID,TEAM_ABBREVIATION,GAME_ID,GAME_DATE,MATCHUP,WL,PTS"]
    pairs = list(permutations(_TEAMS, 2))
    for game in range(120):
        home, away = pairs[game % len(pairs)]
        day = date(2023, 10, 24) + timedelta(days=game)
        won = game // 12 % 2 == 0
        for team, text, result in (
            (home, f"{home} vs. {away}", "WL"[not won]),
            (away, f"{away} @ {home}", "LW"[not won]),
        ):
            lines.append(f"22023,{team},00{game:04},{day},{text},{result},{100 + game % 20}")
    talk = Talk.about("\n".join(lines), tmp_path_factory.mktemp("log"), date(2024, 11, 15))
    yield talk
    talk.analyst.close()


@pytest.fixture
def talk(log: Talk) -> Talk:
    log.anew()
    return log


@pytest.mark.parametrize(
    "text", ["BOS vs LAL record", "BOS vs. LAL", "BOS contra LAL", "BOS 대 LAL 승률"]
)
def test_two_sides_are_the_matchup_and_not_the_label(talk: Talk, text: str) -> None:
    said = talk.answer(text)
    assert said.filter("team") == Filter(dimension="team", values=("BOS",))
    assert said.filter("team", "opponent") is not None
    assert talk.analysis is not None
    assert talk.analysis.rows[0][0] == 20  # at home and away


def test_another_rival_takes_the_place_of_the_one_before(talk: Talk) -> None:
    said = talk.answer("BOS vs LAL record", "and vs MIA")
    rival = said.filter("team", "opponent")
    assert rival is not None
    assert rival.values == ("MIA",)
    assert len(said.filters) == 2


@pytest.mark.parametrize(
    ("text", "value"), [("MATCHUP BOS vs. LAL", "BOS vs. LAL"), ("BOS @ LAL win rate", "BOS @ LAL")]
)
def test_the_label_can_be_asked_for(talk: Talk, text: str, value: str) -> None:
    said = talk.answer(text)
    assert [one.values for one in said.filters] == [(value,)]


@pytest.mark.parametrize("text", ["¿quién es el MVP?", "MVP win rate", "MVP 승률"])
def test_an_unknown_word_is_not_heard_as_the_initials_of_a_label(talk: Talk, text: str) -> None:
    outcome = talk.say(text)
    assert isinstance(outcome, Decline)
    assert outcome.word == "MVP"


def test_who_is_best_is_no_label(talk: Talk) -> None:
    assert talk.answer("who has the best win rate?").group_by == ("team",)


@pytest.mark.parametrize(
    "texts",
    [
        ("top 3 by win rate, min 10 matches", "2023 and 2024 only", "lower the minimum to 5"),
        ("top 3 by win rate", "2023 and 2024"),
        ("BOS win rate", "only 2023 and 2024"),
        ("tasa de victorias de BOS", "solo 2023 y 2024"),
        ("BOS 승률", "2023년이랑 2024년만"),
    ],
)
def test_years_that_are_kept_are_one_span(talk: Talk, texts: tuple[str, ...]) -> None:
    (span,) = talk.answer(*texts).period
    assert (span.start, span.end) == (date(2023, 1, 1), date(2025, 1, 1))


@pytest.mark.parametrize(
    "texts",
    [
        ("top 3 by win rate", "2023 vs 2024"),
        ("BOS win rate", "compare 2023 and 2024"),
        ("BOS win rate", "each of 2023 and 2024 only"),
        ("BOS win rate in 2023 and 2024",),
    ],
)
def test_years_that_are_compared_stay_apart(talk: Talk, texts: tuple[str, ...]) -> None:
    assert len(talk.answer(*texts).period) == 2
