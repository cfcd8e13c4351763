"""What a follow-up takes out, puts back, sets beside or turns round, and whom "who" asks for."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame
from agents.data.match.compute.plan import plan
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Reads, frame, reader

_DAY = date(2026, 11, 22)
_NAMES = ("Kestrel", "Mirova", "Tanuki", "Bolero", "Quill", "Harrow")
_RACES = ("Terran", "Zerg", "Protoss")


def _table() -> str:
    lines = ["date,server,map,player1,race1,player2,race2,winner,minutes"]
    for game in range(720):
        one, two = _NAMES[game % 6], _NAMES[(game % 6 + 1 + game // 6 % 5) % 6]
        won = (one, two, two, "draw")[game % 4] if game % 3 else one
        day = date(2025, 3, 1) + timedelta(days=game % 600)
        server, site = ("EU", "KR", "NA")[game // 2 % 3], ("Ash Basin", "Old Harbor")[game // 7 % 2]
        races = _RACES[_NAMES.index(one) % 3], _RACES[(_NAMES.index(two) + game // 11) % 3]
        lines.append(
            f"{day},{server},{site},{one},{races[0]},{two},{races[1]},{won},{5 + game % 23}.5"
        )
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reads]:
    yield reader(_DAY, tmp_path_factory.mktemp("parts"), _table())


def _talk(read: Reads, *turns: str) -> Frame:
    said: Frame | None = None
    for turn in turns:
        said = frame(read, turn, said)
    assert said is not None
    return said


def _slots(said: Frame) -> dict[str, Any]:
    return {
        ("vs " if f.side == "opponent" else "") + f.dimension + ("!" if f.exclude else ""): set(
            f.values
        )
        for f in said.filters
    }


_LONG = "terran vs zerg win rate on Ash Basin in 2026 with at least 20 games over 10 minutes"


@pytest.mark.parametrize(
    ("turn", "part"),
    [
        ("drop the minimum", "having"),
        ("sin mínimo de partidas", "having"),
        ("최소 판수 빼고", "having"),
        ("remove the dates", "period"),
        ("sin filtro de fecha", "period"),
        ("기간 조건 빼줘", "period"),
        ("no length condition", "lasting"),
        ("quita la duración", "lasting"),
        ("길이 조건 없이", "lasting"),
        ("drop the opponent", "vs race"),
        ("sin el rival", "vs race"),
        ("상대 빼고", "vs race"),
        ("take the map off", "map"),
        ("quita el mapa", "map"),
        ("맵 조건 빼고", "map"),
    ],
)
def test_one_part_is_taken_out_by_its_kind(read: Reads, turn: str, part: str) -> None:
    before = _talk(read, _LONG)
    after = frame(read, turn, before)
    then, now = _slots(before), _slots(after)
    for name in ("having", "period", "lasting"):
        kept = getattr(before, name)
        assert getattr(after, name) == (
            kept if name != part else type(kept)() if kept != 20 else None
        )
    assert now == {slot: values for slot, values in then.items() if slot != part}


def test_several_parts_go_at_once_and_time_is_the_one_that_is_there(read: Reads) -> None:
    both = _talk(read, _LONG, "drop the map and the minimum")
    assert (both.having, both.filter("map")) == (None, None)
    assert both.period and both.lasting
    assert not _talk(read, "테란 승률 2026년", "시간 조건 빼고").period
    assert not _talk(read, "테란 승률 10분 이상 경기", "시간 조건 빼고").lasting
    assert _talk(read, "terran win rate by map", "no grouping").group_by == ()


def test_values_go_and_come_back(read: Reads) -> None:
    two = "compare KR and EU: terran win rate"
    assert _slots(_talk(read, two, "add NA", "take EU out"))["server"] == {"KR", "NA"}
    assert _slots(_talk(read, two, "take EU out", "put EU back in"))["server"] == {"KR", "EU"}
    rows = _talk(read, "terran win rate by server", "without EU", "include EU again")
    assert (_slots(rows), rows.group_by) == ({"race": {"Terran"}}, ("server",))
    for turn in ("put the draws back in", "incluye los empates", "무승부 포함해서"):
        assert _talk(read, "win rate by race, without draws", turn).draws == "auto"


@pytest.mark.parametrize(
    ("turns", "own", "rival"),
    [
        (("저테전 승률", "맵별로", "반대로 테란 입장에서는?"), "Terran", "Zerg"),
        (
            ("zerg vs terran win rate", "the other way round, from the Terran side"),
            "Terran",
            "Zerg",
        ),
        (("Zerg contra Terran", "al revés"), "Terran", "Zerg"),
    ],
)
def test_a_matchup_turns_once(read: Reads, turns: tuple[str, ...], own: str, rival: str) -> None:
    assert _slots(_talk(read, *turns)) == {"race": {own}, "vs race": {rival}}


def test_what_rows_of_rivals_leave_out_is_a_rival(read: Reads) -> None:
    rows = _talk(read, "Terran win rate against each race", "without Zerg")
    assert rows.group_by == ("opponent",)
    assert _slots(rows) == {"race": {"Terran"}, "vs race!": {"Zerg"}}


@pytest.mark.parametrize(
    "text",
    [
        "who does Kestrel lose to most?",
        "¿contra quién pierde más Kestrel?",
        "Kestrel은 누구한테 제일 많이 져?",
    ],
)
def test_whom_a_person_lost_to_are_people(read: Reads, text: str) -> None:
    said = frame(read, text)
    assert (said.measure, said.group_by, said.order) == ("losses", ("opponent_player",), "desc")
    assert _slots(said) == {"player": {"Kestrel"}}


def test_which_race_and_whose_rivals(read: Reads) -> None:
    assert frame(read, "which race does Kestrel lose to most?").group_by == ("opponent",)
    assert frame(read, "whom does Terran beat most?").group_by == ("opponent",)
    beaten = _talk(read, "who does Kestrel beat most?", "¿quién gana más a Kestrel?")
    assert (beaten.group_by, _slots(beaten)) == (("player",), {"vs player": {"Kestrel"}})
    least = _talk(read, "¿contra quién pierde más Kestrel?", "¿quién ha perdido menos?")
    assert (least.group_by, _slots(least), least.order) == (("player",), {}, "asc")
    assert frame(read, "Kestrel win rate by opponent").group_by == ("opponent_player",)
    assert frame(read, "Kestrel 상대 종족별 승률").group_by == ("opponent",)


@pytest.mark.parametrize(
    ("turns", "count"),
    [
        (("테란 2026년 3분기 승률", "2분기와 비교해 줘"), 2),
        (("terran win rate in 2026", "how does that compare to 2025?"), 2),
        (("terran win rate in July 2026", "vs June?"), 2),
        (("Zerg en julio de 2026: porcentaje de victorias", "compáralo con junio"), 2),
        (("terran win rate in 2026", "difference from 2025?"), 2),
        (("terran win rate in 2026", "and in 2025?"), 1),
        (("테란 2026년 3월 승률", "4월 중에는?"), 1),
    ],
)
def test_a_period_is_set_beside_the_last_one(
    read: Reads, turns: tuple[str, ...], count: int
) -> None:
    assert len(_talk(read, *turns).period) == count


@pytest.mark.parametrize(
    ("turns", "rows", "order"),
    [
        (("terran vs zerg on Ash Basin", "all maps ranked, worst first please"), ("map",), "asc"),
        (("average game length by map", "longest on top"), ("map",), "desc"),
        (("average game length by map", "shortest first"), ("map",), "asc"),
        (("win rate by player", "lowest on top"), ("player",), "asc"),
        (("win rate by player", "worst to best"), ("player",), "asc"),
        (("선수별 승률", "오름차순으로"), ("player",), "asc"),
        (("선수별 승률 순위", "꼴찌부터"), ("player",), "asc"),
        (("losses by player", "the three worst"), ("player",), "desc"),
        (("losses by player", "fewest?"), ("player",), "asc"),
    ],
)
def test_rows_are_ranked_the_way_that_is_said(
    read: Reads, turns: tuple[str, ...], rows: tuple[str, ...], order: str
) -> None:
    said = _talk(read, *turns)
    assert (said.group_by, said.order) == (rows, order)
    assert said.measure != "longest_game"


def test_all_of_them_and_most_of_them(read: Reads) -> None:
    assert _talk(read, "terran win rate by map", "top 1", "all of them").limit is None
    for few in (
        ("how many games over 20 minutes?", "average length of all games"),
        ("¿cuántas partidas pasan de 20 minutos?", "¿cuál es la duración media de todas?"),
    ):
        assert _talk(read, *few) == Frame(measure="duration")  # fmt: skip
    most = _talk(read, "number of games on Ash Basin", "who won most of them?")
    assert (most.measure, most.group_by, set(_slots(most))) == ("wins", ("player",), {"map"})


def test_a_matchup_is_added_with_nothing_between(read: Reads) -> None:
    both = _talk(read, "테저전 승률", "저프전도")
    assert _slots(both) == {"race": {"Terran", "Zerg"}, "vs race": {"Zerg", "Protoss"}}
    assert both.unmet == (("Terran", "Protoss"),)
    mirrors = _talk(read, "terran mirror matches win rate", "against Zerg")
    assert mirrors.mirror == "auto"


def test_rows_of_two_matchups_name_the_own_side_first(tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text(_table(), encoding="utf-8")
    analyst = Analyst.open(tmp_path / "games.csv")
    sides = Frame(
        filters=(
            Filter(dimension="race", values=("Zerg", "Protoss"), side="opponent"),
            Filter(dimension="race", values=("Terran", "Zerg")),
        )
    )
    assert [group.side for group in plan(sides, analyst.model).groups] == ["own", "opponent"]
    analyst.close()


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("terran win rate by map in 2026", "and minutes?"),
        ("terran win rate by map in 2026", "what about the minutes per game?"),
        ("tasa de victorias de terran por mapa en 2026", "¿y los minutos?"),
        ("2026년 맵별 테란 승률", "시간은?"),
        ("2026년 맵별 테란 승률", "그럼 몇 분이야?"),
    ],
)
def test_minutes_after_a_rate_are_how_long_games_are(read: Reads, first: str, then: str) -> None:
    rated = frame(read, first)
    timed = frame(read, then, rated)
    assert (timed.measure, timed.group_by) == ("duration", ("map",))
    assert (timed.filters, timed.period) == (rated.filters, rated.period)


@pytest.mark.parametrize("then", ["and minutes?", "in minutes"])
def test_minutes_after_a_count_are_no_average(read: Reads, then: str) -> None:
    assert isinstance(read(then, frame(read, "games by map")), Decline)
