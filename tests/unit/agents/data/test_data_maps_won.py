"""Maps that are won are games; those who met stay beside each other; of all games again."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agents.answering.periods.periods import Period
from agents.data.match.compute.frame import Filter
from tests.unit.agents.data.data_support import Talk

_TEAMS = ("Lumen", "Kestrel", "Orca", "Marrow")
_MAPS = ("Ascent", "Split", "Haven")
_TABLE = "date,event,stage,map,team_a,team_b,score_a,score_b,title_fight\n" + "".join(
    f"{2022 + i % 3}-{1 + i % 12:02d}-{1 + i % 28:02d},{('Spring Cup', 'Open')[i % 2]},"
    f"{('Group', 'Final')[i // 2 % 2]},{_MAPS[i % 3]},{_TEAMS[i % 4]},"
    f"{_TEAMS[(i + 1 + i // 4 % 3) % 4]},{(13, i % 11)[i // 3 % 2]},{(i % 11, 13)[i // 3 % 2]},"
    f"{('Yes', 'No', 'No')[i // 2 % 3]}\n"
    for i in range(240)
)


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    folder: Path = tmp_path_factory.mktemp("maps")
    talk = Talk.about(_TABLE, folder, date(2024, 11, 15))
    yield talk
    talk.analyst.close()


ORCA = Filter(dimension="team", values=("Orca",))
MARROW = Filter(dimension="team", values=("Marrow",), side="opponent")


@pytest.mark.parametrize(
    ("said", "measure"),
    [
        ("Which team won the most maps in Spring Cup?", "wins"),
        ("맵을 가장 많이 이긴 팀", "wins"),
        ("¿Qué equipo ganó más mapas?", "wins"),
        ("which team lost the most maps", "losses"),
    ],
)
def test_maps_that_are_won_are_games(talk: Talk, said: str, measure: str) -> None:
    frame = talk.asked(said)
    assert (frame.measure, frame.group_by) == (measure, ("team",))


@pytest.mark.parametrize(
    "said",
    [
        "how many maps did Orca win in 2023", "¿cuántos mapas ganó Orca en 2023?",
        "Orca가 2023년에 맵을 몇 개 이겼어?",
    ],
)  # fmt: skip
def test_the_maps_of_one_team_are_counted(talk: Talk, said: str) -> None:
    frame = talk.asked(said)
    assert (frame.measure, frame.filters, frame.group_by) == ("wins", (ORCA,), ())


@pytest.mark.parametrize("said", ["which maps does Orca win most?", "¿en qué mapas gana más Orca?"])
def test_maps_that_are_asked_for_are_ranked(talk: Talk, said: str) -> None:
    assert talk.asked(said).group_by == ("map",)


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("Orca record in title fights", "true"), ("Orca record in non-title fights", "false")
    ],
)  # fmt: skip
def test_games_that_a_header_names_are_of_its_answer(talk: Talk, said: str, value: str) -> None:
    found = talk.asked(said).filter("title_fight")
    assert found is not None
    assert found.values == (value,)


def test_games_that_a_header_names_are_counted(talk: Talk) -> None:
    frame = talk.asked("which event had the most title fights?")
    assert (frame.measure, frame.group_by) == ("games", ("tournament",))
    assert talk.asked("number of title fights by map").measure == "games"


@pytest.mark.parametrize(
    "said",
    ["head to head on Split", "상대전적 스플릿에서", "cara a cara en Split"],
)
def test_two_who_met_stay_beside_each_other(talk: Talk, said: str) -> None:
    frame = talk.asked("Orca vs Marrow", said)
    split = Filter(dimension="map", values=("Split",))
    assert (set(frame.filters), frame.group_by) == ({ORCA, MARROW, split}, ())


def test_all_matchups_of_one_are_asked_for_by_name(talk: Talk) -> None:
    assert talk.asked("Orca vs Marrow", "by matchup").group_by == ("matchup",)
    assert talk.asked("Orca contra Marrow", "por enfrentamiento").group_by == ("matchup",)


@pytest.mark.parametrize("said", ["전체", "overall", "en total"])
def test_all_games_are_those_of_the_talk_without_its_places(talk: Talk, said: str) -> None:
    assert set(talk.asked("Orca vs Marrow", "on Split", said).filters) == {ORCA, MARROW}
    assert talk.asked("Orca win rate", "on Split", said).filters == (ORCA,)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Orca win rate last week", "and the previous one?"),
        ("tasa de victorias de Orca la última semana", "¿y la anterior?"),
        ("Orca 최근 7일 승률", "그 전은?"), ("Orca win rate in the last 7 days", "the week before"),
    ],
)  # fmt: skip
def test_the_days_before_some_days_are_as_many(talk: Talk, first: str, then: str) -> None:
    (days,) = talk.asked(first).period
    assert days.start is not None and days.end is not None
    before = Period(start=days.start - (days.end - days.start), end=days.start)
    assert talk.answer(then).period == (before,)


@pytest.mark.parametrize("said", ["how many games did she play?", "her number of games"])
def test_she_is_who_was_asked_about_and_not_her_best_map(tmp_path: Path, said: str) -> None:
    rows = "".join(
        f"2024-01-{1 + i % 28:02d},{('Ida', 'Noor', 'Pia')[i % 3]},{'FBM'[i % 2]},"
        f"{('Noor', 'Pia', 'Ida')[i % 3]},{'FBM'[(i + i // 2) % 3]},{1 + i % 2}\n"
        for i in range(200)
    )
    talk = Talk.about(f"date,p1,p1_civ,p2,p2_civ,winner\n{rows}", tmp_path, date(2024, 11, 15))
    frame = talk.asked("what is Ida's best civ?", said)
    talk.analyst.close()
    assert frame.filters == (Filter(dimension="player", values=("Ida",)),)


@pytest.mark.parametrize("said", ["overall top 3", "top 3 overall", "los 3 primeros en total"])
def test_a_ranking_overall_is_of_all_games(talk: Talk, said: str) -> None:
    frame = talk.asked("which team has the most wins on Split in 2023?", said)
    assert (frame.filters, frame.period, frame.group_by, frame.limit) == ((), (), ("team",), 3)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("how many games were played on Split?", "who won the most?"),
        ("Split에서 몇 경기 했어?", "누가 제일 많이 이겼어?"),
        ("¿cuántas partidas hubo en Split?", "¿quién ganó más de esas?"),
    ],
)
def test_who_won_most_is_asked_of_the_games_that_were_counted(
    talk: Talk, first: str, then: str
) -> None:
    frame = talk.asked(first, then)
    split = Filter(dimension="map", values=("Split",))
    assert (frame.measure, frame.group_by, frame.filters) == ("wins", ("team",), (split,))


@pytest.mark.parametrize(
    "said",
    [
        "and on the other maps?", "다른 맵에서는?", "¿y en los demás mapas?"
    ],
)  # fmt: skip
def test_the_others_are_those_beside_the_one_that_was_asked_for(talk: Talk, said: str) -> None:
    found = talk.asked("Orca win rate on Split", said).filter("map")
    assert found is not None
    assert set(found.values) == {"Ascent", "Haven"}
