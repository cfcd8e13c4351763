"""Which of two answers is better sets both beside each other; bounds keep the rows shown."""

import pytest

from agents.answering.periods.periods import year
from tests.unit.agents.data.data_support import Talk


@pytest.fixture
def talk() -> Talk:
    return Talk.on_sample()


@pytest.mark.parametrize(
    "said",
    [
        ("Terran win rate in 2021", "and 2022?", "which year was better?"),
        ("Terran win rate in 2021", "and 2022?", "so which one is higher?"),
        ("tasa de Terran en 2021", "¿y en 2022?", "¿cuál fue mejor?"),
        ("테란 승률 2021년", "2022년은?", "언제가 더 높아?"),
    ],
)
def test_two_periods_are_set_beside_each_other(talk: Talk, said: tuple[str, ...]) -> None:
    found = talk.asked(*said)
    assert found.period == (year(2021), year(2022))
    assert (found.group_by, [one.values for one in found.filters]) == ((), [("Terran",)])


@pytest.mark.parametrize("last", ["which is better?", "¿cuál es mejor?", "누가 더 높아?"])
def test_two_sides_are_set_beside_each_other(talk: Talk, last: str) -> None:
    found = talk.asked("Terran win rate", "and Zerg?", last)
    assert (found.group_by, found.filters[0].values) == ((), ("Terran", "Zerg"))


def test_another_kind_is_ranked(talk: Talk) -> None:
    said = ("Terran win rate on Acropolis", "and on Disco Bloodbath?", "which race is better?")
    assert talk.asked(*said).group_by == ("race",)
    assert talk.asked("win rate by race", "which is better?").group_by == ("race",)


@pytest.mark.parametrize(
    "last",
    [
        "just the maps with at least 20 games", "20판 이상인 맵만",
        "solo mapas con al menos 20 partidas"
    ],
)  # fmt: skip
def test_rows_with_many_games_are_those_shown(talk: Talk, last: str) -> None:
    first = talk.asked("Terran vs Zerg by map")
    assert talk.asked("Terran vs Zerg by map", last) == first.model_copy(update={"having": 20})


def test_which_maps_have_many_games_is_a_question(talk: Talk) -> None:
    found = talk.asked("Terran win rate by map", "which maps have more than 50 games?")
    assert (found.measure, found.filters, found.having) == ("games", (), 51)


@pytest.mark.parametrize("last", ["overall", "in general?", "¿y en general?"])
def test_overall_keeps_the_side_alone(talk: Talk, last: str) -> None:
    for first in ("TvZ", "Terran on Acropolis in 2021", "Terran on Acropolis"):
        found = talk.asked(first, last)
        assert (found.period, [one.values for one in found.filters]) == ((), [("Terran",)])


@pytest.mark.parametrize("last", ["the whole year", "todo el año", "그 해 전체는?"])
def test_the_whole_year_is_that_of_the_month(talk: Talk, last: str) -> None:
    assert talk.asked("Terran win rate in March 2021", "April", last).period == (year(2021),)


@pytest.mark.parametrize("last", ["and who did she beat the most?", "who did he beat most?"])
def test_who_was_beaten_by_whom_it_was_about(talk: Talk, last: str) -> None:
    found = talk.asked("who beat Cinder most often?", last)
    assert (found.measure, found.group_by, found.order) == ("wins", ("opponent_player",), "desc")
    assert [(one.values, one.side) for one in found.filters] == [(("Cinder",), "own")]


def test_the_share_of_mirrors_is_of_all_games(talk: Talk) -> None:
    found = talk.asked("how many TvT games?", "and ZvZ?", "what share of all games are mirrors?")
    assert (found.measure, found.filters) == ("mirror_share", ())


@pytest.mark.parametrize(
    ("first", "last", "measure", "ended"),
    [
        ("Terran win rate in 2021", "games instead of win rate", "games", None),
        ("tasa de Terran", "partidas en vez de la tasa de victorias", "games", None),
        ("Terran win rate", "games", "games", None),
        ("¿Cuánto duran las partidas de Terran?", "¿y las que gana?", "duration", "won"),
        ("Terran average game length", "and in the ones they lose?", "duration", "lost"),
        ("Cinder vs Hollow", "how many games between them?", "games", None),
        ("Cinder contra Hollow", "¿cuántas partidas jugaron entre ellos?", "games", None),
    ],
)
def test_another_figure_of_the_same(
    talk: Talk, first: str, last: str, measure: str, ended: str | None
) -> None:
    found = talk.asked(first, last)
    assert (found.measure, found.ended) == (measure, ended)
    assert found.filters == talk.asked(first).filters


def test_the_slowest_is_the_longest(talk: Talk) -> None:
    found = talk.asked("average game length by map", "which map was the slowest?")
    assert (found.measure, found.order) == ("duration", "desc")


def test_whom_one_cannot_beat(talk: Talk) -> None:
    found = talk.asked("신더가 제일 못 이기는 상대는 누구?")
    assert (found.group_by, found.order) == (("opponent_player",), "asc")


@pytest.mark.parametrize(
    "text",
    [
        "Zerg win rate excluding Terran opponents", "저그 승률 테란 상대 빼고",
        "tasa de Zerg sin rivales Terran"
    ],
)  # fmt: skip
def test_rivals_are_left_out(talk: Talk, text: str) -> None:
    own, rival = talk.asked(text).filters
    assert (own.values, own.side, own.exclude) == (("Zerg",), "own", False)
    assert (rival.values, rival.side, rival.exclude) == (("Terran",), "opponent", True)


def test_the_rival_is_taken_away_politely(talk: Talk) -> None:
    found = talk.asked("테란 상대로 저그 승률", "상대 빼고요")
    assert [one.values for one in found.filters] == [("Zerg",)]


@pytest.mark.parametrize(
    "last",
    [
        "who won more in 2021?", "¿quién ganó más en 2021?", "2021년에는 누가 더 많이 이겼어?"
    ],
)  # fmt: skip
def test_who_of_two_who_met_is_ahead_is_asked_of_their_games(talk: Talk, last: str) -> None:
    met = talk.asked("Terran vs Zerg").filters
    found = talk.answer(last)
    assert (found.filters, found.period, found.group_by) == (met, (year(2021),), ())


def test_who_of_two_compared_is_better_is_asked_of_both(talk: Talk) -> None:
    both = talk.asked("compare Terran and Zerg").filters
    found = talk.answer("who is better in 2021?")
    assert (found.filters, found.period, found.group_by) == (both, (year(2021),), ())
    assert talk.asked("compare Terran and Zerg", "who won more?").filters == both
    for last in ("which is better on Acropolis?", "아크로폴리스에서는 뭐가 더 좋아?"):
        found = talk.asked("compare Terran and Zerg", last)
        assert ([one.dimension for one in found.filters], found.group_by) == (["race", "map"], ())


@pytest.mark.parametrize(
    "last", ["which race is best on Acropolis?", "아크로폴리스에서 어떤 종족이 제일 좋아?"]
)
def test_the_best_of_all_after_two_who_met_is_not_told_against_one(talk: Talk, last: str) -> None:
    found = talk.asked("Terran vs Zerg", last)
    assert (found.group_by, [one.dimension for one in found.filters]) == (("race",), ["map"])


@pytest.mark.parametrize(
    "last",
    [
        "which of the two is better on Acropolis?", "¿cuál es mejor en Acropolis?",
        "둘 중 누가 아크로폴리스에서 더 잘해?"
    ],
)  # fmt: skip
def test_two_who_were_asked_of_in_turn_are_compared_in_other_games(talk: Talk, last: str) -> None:
    found = talk.asked("Terran win rate", "and Zerg?", last)
    assert {one.dimension: one.values for one in found.filters} == {
        "race": ("Terran", "Zerg"), "map": ("Acropolis",),
    }  # fmt: skip


def test_a_change_is_told_from_the_older_period_to_the_newer(talk: Talk) -> None:
    for asked in ("Terran win rate 2021 vs 2022", "Terran win rate 2022 vs 2021"):
        talk.asked(asked)
        assert "2022 minus 2021 is −0.4 points, 95% interval −7.7 to 7 points" in talk.text
