"""What a follow-up leaves unsaid: the measure that ranks, the subject, the two that were named."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from agents.data.carried import Before
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame
from agents.data.outcomes import Answerable, Ask, Decline, Outcome
from agents.data.understanding import Understanding

TODAY = date(2024, 6, 1)
RACES = ("Terran", "Zerg", "Protoss")
TEAMS = ("Ospreys", "Herons", "Larks", "Egrets")
TvZ = (
    Filter(dimension="race", values=("Terran",)),
    Filter(dimension="race", values=("Zerg",), side="opponent"),
)


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Understanding]:
    path = tmp_path_factory.mktemp("unsaid") / "games.csv"
    lines = ["date,tournament,tier,map,team1,race1,team2,race2,winner,minutes"]
    for index in range(240):
        day = date(2022, 1, 1) + timedelta(days=3 * index)
        one, two = RACES[index % 3], RACES[(index // 3) % 3]
        cup, tier = (("Spring Cup", "S"), ("Autumn Cup", "A"))[index % 2]
        arena = ("Reef", "Dune", "Mesa")[index % 3]
        home, away = TEAMS[index % 4], TEAMS[(index + 1 + index // 4 % 3) % 4]
        lines.append(
            f"{day},{cup},{tier},{arena},{home},{one},{away},{two},{1 + index % 2},{8 + index % 20}"
        )
    path.write_text("\n".join(lines), "utf-8")
    analyst = Analyst.open(path)
    yield Understanding(analyst.model, years=1)
    analyst.close()


def ask(read: Understanding, *texts: str) -> Outcome:
    """Return what the last of several messages asks for."""
    frames: list[Frame] = []
    outcome: Outcome | None = None
    for text in texts:
        before = Before(frames[-2] if len(frames) > 1 else None)
        outcome = read.understand(
            text, today=TODAY, previous=frames[-1] if frames else None, before=before
        ).outcome
        if isinstance(outcome, Answerable):
            frames.append(outcome.frame)
    assert outcome is not None
    return outcome


def frame(read: Understanding, *texts: str) -> Frame:
    outcome = ask(read, *texts)
    assert isinstance(outcome, Answerable), (texts, outcome)
    return outcome.frame


@pytest.mark.parametrize(
    ("texts", "measure"),
    [
        (("losses by team", "and which one won the most?"), "wins"),
        (("¿qué equipo perdió más en 2022?", "¿y cuál ganó más?"), "wins"),
        (("팀별 패배 수", "가장 많이 이긴 팀은?"), "wins"),
        (("wins by team", "which has the best percentage?"), "win_rate"),
        (("victorias por equipo", "¿cuál tiene mejor porcentaje?"), "win_rate"),
        (("팀별 승수", "비율이 제일 좋은 팀은?"), "win_rate"),
    ],
)
def test_what_ranks_is_said_anew(read: Understanding, texts: tuple[str, ...], measure: str) -> None:
    found = frame(read, *texts)
    assert (found.measure, found.group_by, found.order) == (measure, ("team",), "desc")
    assert found.period == frame(read, texts[0]).period


@pytest.mark.parametrize(
    "texts",
    [
        ("TvZ win rate by month", "losses only, on Reef"),
        ("테저전 월별 승률", "패배만, Reef에서"),
        ("tasa de TvZ por mes", "solo derrotas en Reef"),
    ],
)
def test_a_measure_alone_of_several_parts_keeps_the_rest(
    read: Understanding, texts: tuple[str, ...]
) -> None:
    found = frame(read, *texts)
    assert found.measure == "losses"
    assert found.group_by == ("month",)
    assert set(found.filters) == {*TvZ, Filter(dimension="map", values=("Reef",))}


@pytest.mark.parametrize("text", ["win rate", "승률", "tasa de victorias"])
def test_the_measure_named_again_keeps_everything(read: Understanding, text: str) -> None:
    assert frame(read, "TvZ", text).filters == TvZ
    both = ("Zerg win rate on Reef", "and on Dune", "both")
    assert frame(read, *both, text) == frame(read, *both)


@pytest.mark.parametrize("text", ["win rate overall", "overall win rate"])
def test_overall_is_of_all_games(read: Understanding, text: str) -> None:
    found = frame(read, "Zerg win rate by map", "2022 only", text)
    assert (found.group_by, found.period) == ((), ())
    assert found.filters == (Filter(dimension="race", values=("Zerg",)),)


@pytest.mark.parametrize(
    "last",
    ["both", "둘 다", "los dos"],
)
def test_both_are_the_two_named_last(read: Understanding, last: str) -> None:
    found = frame(read, "Zerg win rate on Reef", "and on Dune", last)
    assert set(found.filters) == {
        Filter(dimension="race", values=("Zerg",)),
        Filter(dimension="map", values=("Reef", "Dune")),
    }


def test_both_of_nothing_is_not_understood(read: Understanding) -> None:
    assert isinstance(ask(read, "Zerg win rate", "both"), Decline)
    assert isinstance(ask(read, "historial entre ellos"), Decline)


@pytest.mark.parametrize(
    "last", ["head-to-head between them?", "historial entre ellos", "둘의 상대 전적"]
)
def test_between_them_is_of_the_two(read: Understanding, last: str) -> None:
    assert frame(read, "Ospreys win rate", "and Herons?", last).filters == (
        Filter(dimension="team", values=("Ospreys",)),
        Filter(dimension="team", values=("Herons",), side="opponent"),
    )


@pytest.mark.parametrize("last", ["저프전도", "also ZvP", "también ZvP"])
def test_a_matchup_is_added_without_what_they_cross(read: Understanding, last: str) -> None:
    both = frame(read, "TvZ win rate by map", last)
    assert both.filters == (
        Filter(dimension="race", values=("Zerg", "Terran")),
        Filter(dimension="race", values=("Protoss", "Zerg"), side="opponent"),
    )
    assert both.unmet == (("Terran", "Protoss"),)
    assert frame(read, "TvZ win rate by map", "also PvZ").filters[0].values == ("Protoss", "Terran")


@pytest.mark.parametrize(
    "last", ["all teams side by side", "모든 팀 나란히", "todos los equipos lado a lado"]
)
def test_all_of_a_kind_beside_each_other(read: Understanding, last: str) -> None:
    assert frame(read, "Ospreys win rate", last).group_by == ("team",)


@pytest.mark.parametrize(
    "last",
    ["who did they lose to most?", "¿contra quién perdió más?", "against whom did they lose most?"],
)
def test_rivals_are_those_of_whom_it_was_about(read: Understanding, last: str) -> None:
    found = frame(read, "Ospreys win rate", last)
    assert found.filters == (Filter(dimension="team", values=("Ospreys",)),)
    assert (found.measure, found.group_by) == ("losses", ("opponent_team",))
    assert isinstance(ask(read, last), Ask | Decline)


@pytest.mark.parametrize(
    ("texts", "group"),
    [
        (("games by map", "2022 only", "most played map"), "map"),
        (("맵별 경기 수", "2022년만", "가장 많이 쓰인 맵"), "map"),
        (("partidas por mapa", "solo 2022", "¿el mapa más jugado?"), "map"),
    ],
)
def test_rows_that_are_ranked_keep_their_conditions(
    read: Understanding, texts: tuple[str, ...], group: str
) -> None:
    found = frame(read, *texts)
    assert (found.measure, found.group_by, found.order) == ("games", (group,), "desc")
    assert len(found.period) == 1


@pytest.mark.parametrize(
    "text",
    [
        "¿qué raza gana más en los torneos de tier S?",
        "which race has the best win rate in tournaments of tier S?",
        "S tier 대회에서 승률이 가장 높은 종족은?",
    ],
)
def test_a_noun_that_holds_a_condition_groups_nothing(read: Understanding, text: str) -> None:
    found = frame(read, text)
    assert found.group_by == ("race",)
    assert found.filters == (Filter(dimension="tier", values=("S",)),)


@pytest.mark.parametrize(
    "texts",
    [
        ("Ospreys 승률", "그럼 Herons랑 붙은 건 몇 판이야?"),
        ("Ospreys win rate", "how many games when they met Herons?"),
    ],
)
def test_who_is_met_is_a_rival(read: Understanding, texts: tuple[str, ...]) -> None:
    found = frame(read, *texts)
    assert found.measure == "games"
    assert set(found.filters) == {
        Filter(dimension="team", values=("Ospreys",)),
        Filter(dimension="team", values=("Herons",), side="opponent"),
    }


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("longest average game by map", "conversely, the shortest map"),
        ("평균 경기 시간이 가장 긴 맵은?", "반대로 제일 짧은 맵"),
    ],
)
def test_conversely_turns_no_sides(read: Understanding, first: str, last: str) -> None:
    found = frame(read, first, "TvZ only", last)
    assert (found.measure, found.order, found.group_by) == ("duration", "asc", ("map",))
    assert set(found.filters) == set(TvZ)


@pytest.mark.parametrize(
    "last",
    ["from the Zerg side", "desde el lado de Zerg", "저그 입장에서"],
)
def test_the_other_side_of_a_matchup(read: Understanding, last: str) -> None:
    found = frame(read, "TvZ win rate by map", last)
    assert found.filter("race", "own") == Filter(dimension="race", values=("Zerg",))
    assert found.filter("race", "opponent") is not None


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("team with the best win rate", "and the second one?"),
        ("equipo con mejor tasa de victorias", "¿el segundo?"),
    ],
)
def test_the_second_of_a_ranking(read: Understanding, first: str, last: str) -> None:
    found = frame(read, first, last)
    assert (found.skip, found.limit, found.group_by) == (1, 1, ("team",))


@pytest.mark.parametrize(
    ("first", "last"), [("wins by team", "add losses"), ("victorias por equipo", "añade derrotas")]
)
def test_losses_beside_wins_write_nothing(read: Understanding, first: str, last: str) -> None:
    assert frame(read, first, last).measure == "losses"
    assert isinstance(ask(read, first, "add losses for Ospreys"), Decline)


@pytest.mark.parametrize(
    ("texts", "measure"),
    [
        (("TvZ games by map", "back to win rate, only 2022"), "win_rate"),
        (("테저전 맵별 경기 수", "그냥 승률로 돌아가서 2022년만"), "win_rate"),
        (("partidas de TvZ por mapa", "volviendo a la tasa de victorias, solo 2022"), "win_rate"),
    ],
)
def test_going_back_to_a_measure_keeps_the_rest(
    read: Understanding, texts: tuple[str, ...], measure: str
) -> None:
    found = frame(read, *texts)
    assert (found.measure, found.group_by) == (measure, ("map",))
    assert set(found.filters) == set(TvZ)
    assert len(found.period) == 1
