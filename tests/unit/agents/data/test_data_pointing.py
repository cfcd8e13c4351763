"""What a message says of the last answers: that map, any map, in total, the two, a percentage."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from agents.data.carried import Before
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame
from agents.data.outcomes import Answerable, Decline, Outcome
from agents.data.rewording import reword
from agents.data.understanding import Understanding

TODAY = date(2024, 6, 1)
TERRAN, ZERG = (Filter(dimension="race", values=(name,)) for name in ("Terran", "Zerg"))
ON_REEF, ON_DUNE = (Filter(dimension="map", values=(name,)) for name in ("Reef", "Dune"))
RACES = ("Terran", "Zerg", "Protoss")


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Understanding]:
    path = tmp_path_factory.mktemp("pointing") / "games.csv"
    lines = ["date,patch,map,player1,race1,player2,race2,winner,minutes"]
    for index in range(240):
        day = date(2022, 1, 1) + timedelta(days=3 * index)
        one, two = RACES[index % 3], RACES[(index // 3) % 3]
        patch = ("5.0.9", "5.0.10", "5.0.12")[index // 80]
        arena = ("Reef", "Dune", "Mesa")[index % 3]
        lines.append(f"{day},{patch},{arena},Ann,{one},Bo,{two},{1 + index % 2},{8 + index % 20}")
    path.write_text("\n".join(lines), "utf-8")
    analyst = Analyst.open(path)
    yield Understanding(analyst.model, years=1, versions=analyst.versions)
    analyst.close()


def ask(read: Understanding, *texts: str, top: dict[str, str] | None = None) -> Outcome:
    """Return what the last of several messages asks for; `top` is the last answer's first row."""
    frames: list[Frame] = []
    refused: Frame | None = None
    outcome: Outcome | None = None
    for text in texts:
        before = Before(frames[-2] if len(frames) > 1 else None, top or {}, refused)
        previous = frames[-1] if frames else None
        outcome = read.understand(
            text, today=TODAY, previous=previous, unanswered=refused is not None, before=before
        ).outcome
        refused = outcome.kept if isinstance(outcome, Decline) else None
        if isinstance(outcome, Answerable):
            frames.append(outcome.frame)
    assert outcome is not None
    return outcome


def frame(outcome: Outcome) -> Frame:
    assert isinstance(outcome, Answerable), outcome
    return outcome.frame


@pytest.mark.parametrize(
    "texts",
    [
        ("terran win rate on Reef in 2022", "any map"),
        ("terran win rate on Reef in 2022", "on all maps"),
        ("Reef에서 2022년 테란 승률", "맵은 전체로"),
        ("Reef에서 2022년 테란 승률", "아무 맵이나"),
        ("tasa de victorias de terran en Reef en 2022", "en cualquier mapa"),
        ("tasa de victorias de terran en Reef en 2022", "todos los mapas"),
    ],
)
def test_any_map_takes_only_the_map_away(read: Understanding, texts: tuple[str, ...]) -> None:
    found = frame(ask(read, *texts))
    assert found.filters == (TERRAN,)
    assert not found.group_by
    assert len(found.period) == 1


@pytest.mark.parametrize(
    "texts",
    [
        ("terran win rate on Reef in 2022", "everything, all time"),
        ("Reef에서 2022년 테란 승률", "기간은 전체로"),
        ("tasa de victorias de terran en Reef en 2022", "el periodo completo"),
    ],
)
def test_all_time_keeps_the_race_and_the_map(read: Understanding, texts: tuple[str, ...]) -> None:
    found = frame(ask(read, *texts))
    assert set(found.filters) == {TERRAN, ON_REEF}
    assert not found.period
    assert not found.group_by


@pytest.mark.parametrize(
    "texts",
    [
        ("which map is best for terran", "zerg on that map"),
        ("테란 승률이 제일 높은 맵은?", "그 맵에서 저그 승률은?"),
        ("테란 승률이 제일 높은 맵은?", "거기서 저그 승률은?"),
        ("¿qué mapa favorece más a terran?", "y zerg en ese mapa?"),
    ],
)
def test_that_map_is_the_one_at_the_top(read: Understanding, texts: tuple[str, ...]) -> None:
    found = frame(ask(read, *texts, top={"map": "Dune"}))
    assert set(found.filters) == {ZERG, ON_DUNE}
    assert not found.group_by


@pytest.mark.parametrize(
    "texts",
    [
        ("which race does Ann play most?", "win rate with that race"),
        ("Ann이 제일 많이 쓴 종족", "그 종족으로 승률은?"),
        ("¿qué raza usa más Ann?", "¿y su tasa de victorias con esa raza?"),
    ],
)
def test_what_somebody_plays_most_is_asked_of_the_same_person(
    read: Understanding, texts: tuple[str, ...]
) -> None:
    found = frame(ask(read, *texts, top={"race": "Zerg"}))
    assert found.filter("race") == ZERG
    assert found.filter("player") == Filter(dimension="player", values=("Ann",))


def test_that_map_is_never_dropped(read: Understanding) -> None:
    outcome = ask(read, "terran win rate by map", "zerg win rate on that map")
    assert isinstance(outcome, Decline)
    assert outcome.word == "that map"
    named = frame(ask(read, "terran win rate on Reef", "zerg win rate on that map"))
    assert set(named.filters) == {ZERG, ON_REEF}


@pytest.mark.parametrize(
    "text",
    ["is terran too strong?", "테란 너무 센 거 아니야?", "¿terran es demasiado fuerte?"],
)
def test_too_strong_is_an_opinion(read: Understanding, text: str) -> None:
    outcome = ask(read, "zerg win rate", text)
    assert isinstance(outcome, Decline)
    assert outcome.reason == "opinion"
    both = frame(ask(read, "zerg win rate", "terran too")).filter("race")
    assert both is not None
    assert set(both.values) == {"Terran", "Zerg"}


@pytest.mark.parametrize("text", ["en 2023 mejor", "mejor en Reef", "zerg mejor"])
def test_mejor_may_say_rather(read: Understanding, text: str) -> None:
    found = frame(ask(read, "tasa de victorias de terran", text))
    assert found.order is None
    assert not found.group_by
    ranked = frame(ask(read, "tasa de victorias de terran por mapa", "¿cuál es el mejor?"))
    assert ranked.order == "desc"


@pytest.mark.parametrize(
    "texts",
    [
        ("average game length by map", "which is the longest?"),
        ("duración media por mapa", "¿cuál es el más largo?"),
        ("맵별 평균 경기 시간", "어디가 제일 길어?"),
    ],
)
def test_the_longest_of_rows_has_the_highest_mean(
    read: Understanding, texts: tuple[str, ...]
) -> None:
    found = frame(ask(read, *texts))
    assert (found.measure, found.group_by, found.order) == ("duration", ("map",), "desc")


@pytest.mark.parametrize("text", ["games under 12 minutes", "partidas de menos de 12 minutos"])
def test_games_are_counted_but_after_a_side_are_its_own(read: Understanding, text: str) -> None:
    found = frame(ask(read, "how many games are there?", text))
    assert (found.measure, found.filters, found.group_by) == ("games", (), ())
    found = frame(ask(read, "terran win rate by map", text))  # those of the rate
    assert (found.measure, found.filters, found.group_by) == ("win_rate", (TERRAN,), ("map",))
    for narrowing in ("only games under 12 minutes", "in games under 12 minutes"):
        kept = frame(ask(read, "terran win rate", narrowing))
        assert (kept.measure, kept.filters) == ("win_rate", (TERRAN,))


@pytest.mark.parametrize(
    ("texts", "measure", "filters"),
    [
        (("terran win rate by map", "how many games total"), "games", ()),
        (("맵별 테란 승률", "총 몇 경기야?"), "games", ()),
        (("tasa de terran por mapa", "¿cuántas partidas en total?"), "games", ()),
        (("terran win rate by map", "overall?"), "win_rate", (TERRAN,)),
        (("tasa de terran por mapa", "y en total?"), "win_rate", (TERRAN,)),
        (("맵별 테란 승률", "총합은?"), "win_rate", (TERRAN,)),
        (("terran win rate on Reef", "on Dune?", "and in total?"), "win_rate", (TERRAN,)),
    ],
)
def test_in_total_drops_the_grouping_or_what_was_varied(
    read: Understanding, texts: tuple[str, ...], measure: str, filters: tuple[Filter, ...]
) -> None:
    found = frame(ask(read, *texts))
    assert (found.measure, found.filters, found.group_by) == (measure, filters, ())


@pytest.mark.parametrize(
    "texts",
    [
        ("terran win rate in 2022", "per year"),
        ("테란 승률 2022년", "연도별 추이"),
        ("tasa de terran en 2022", "por año"),
    ],
)
def test_a_split_by_the_unit_of_the_period_drops_it(
    read: Understanding, texts: tuple[str, ...]
) -> None:
    found = frame(ask(read, *texts))
    assert (found.group_by, found.period) == (("year",), ())


def test_a_trend_by_patch_has_one_grouping(read: Understanding) -> None:
    for text in ("zerg win rate trend by patch", "패치별 저그 승률 추이"):
        assert frame(ask(read, text)).group_by == ("patch",)


def test_races_stay_side_by_side_where_another_grouping_follows(read: Understanding) -> None:
    found = frame(ask(read, "win rate by race", "with mirrors", "per year"))
    assert (found.group_by, found.mirror) == (("race", "year"), "include")


def test_a_refused_value_leaves_the_rest_to_the_next_fragment(read: Understanding) -> None:
    found = frame(ask(read, "terran win rate on Reef", "gnome win rate in 2022", "zerg?"))
    assert found.filters == (ZERG,)
    assert len(found.period) == 1
    last = ask(read, "zerg win rate by map", "terran win rate on Foobar", "in 2023?")
    assert isinstance(last, Decline)
    assert isinstance(ask(read, "terran win rate on Foobar", "in 2023?"), Decline)
    assert isinstance(ask(read, "terran win rate on Foobar", "zerg?"), Decline)


@pytest.mark.parametrize(
    "texts",
    [
        ("terran win rate", "zerg?", "compare the two"),
        ("tasa de terran", "y zerg?", "compara los dos"),
        ("테란 승률", "저그는?", "둘이 비교해줘"),
        ("terran win rate", "zerg too", "which is better?"),
    ],
)
def test_the_two_are_those_that_were_asked_for(read: Understanding, texts: tuple[str, ...]) -> None:
    found = frame(ask(read, *texts))
    both = found.filter("race")
    assert both is not None
    assert set(both.values) == {"Terran", "Zerg"}
    assert not found.group_by


@pytest.mark.parametrize(
    "texts",
    [
        ("how many wins does terran have", "as a percentage"),
        ("cuántas victorias tiene terran", "porcentaje"),
        ("테란 몇 승?", "비율은?"),
    ],
)
def test_a_percentage_of_wins_is_the_win_rate(read: Understanding, texts: tuple[str, ...]) -> None:
    found = frame(ask(read, *texts))
    assert (found.measure, found.filters) == ("win_rate", (TERRAN,))


@pytest.mark.parametrize(
    "text", ["How did T do against Z", "How often does TvZ go terrans way?", "테저전 테란 승률"]
)
def test_the_side_of_a_matchup_that_is_named_is_asked_for(read: Understanding, text: str) -> None:
    found = frame(ask(read, text))
    rival = found.filter("race", "opponent")
    assert found.filter("race") == TERRAN
    assert rival is not None
    assert rival.values == ("Zerg",)


def test_what_is_left_out_by_a_threshold_is_turned_round() -> None:
    assert reword("20판 이하는 빼줘") == "20판 초과"
    assert reword("exclude maps with fewer than 50 games") == "at least 50 games"
    assert reword("quita los de menos de 50 partidas") == "al menos 50 partidas"
