"""Short and common words that stand for names: parts of several, words of the language, colours."""

import asyncio
from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from agents.answering.text.language import language_of
from agents.data.match.answers.answers import Writer
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame
from agents.data.outcomes import Answerable, Ask, Decline, Outcome
from agents.data.understanding import Understanding
from tests.unit.agents.data.data_support import Reads, frame, reader

TODAY = date(2024, 6, 15)
NAMES = ("김민재", "김도우", "조성주", "김유진")
EVENTS = ("GSL S1", "GSL S2", "ASL S1", "ASL S2")
VERSIONS = ("5.0.9", "5.0.11", "4.12.1")
GAMES = "date,event,version,server,map,season,player1,race1,player2,race2,winner\n" + "".join(
    f"{date(2022, 1, 1) + timedelta(days=i)},{EVENTS[i // 60]},{VERSIONS[i // 80]},"
    f"{('US', 'EU', 'KR')[i % 3]},{('Rogue', 'Oxide')[i % 2]},{('2022/23', '2023/24')[i // 120]},"
    f"{NAMES[i % 4]},{('Terran', 'Zerg')[i % 2]},{NAMES[(i + 1) % 4]},"
    f"{('Zerg', 'Protoss')[i // 2 % 2]},{1 + i % 5 % 2}\n"
    for i in range(240)
)  # fmt: skip
CIVILISATIONS = "map,civ1,civ2,winner\n" + "".join(
    f"Arena,{('Franks', 'Huns', 'Mayans')[i % 3]},{('Britons', 'Franks', 'Mongols')[i % 3]},"
    f"{1 + i % 2}\n" for i in range(90)
)  # fmt: skip
CHESS = "date,opening,white,black,result\n" + "".join(
    f"2024-01-{1 + i % 28:02},{('Sicilian', 'French')[i % 2]},{('Ana', 'Bea')[i % 2]},"
    f"{('Carl', 'Dov')[i // 2 % 2]},{('1-0', '0-1', '1/2-1/2')[i % 3]}\n" for i in range(90)
)  # fmt: skip


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    return reader(TODAY, tmp_path_factory.mktemp("short"), GAMES)


@pytest.fixture(scope="module")
def civilisations(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    return reader(TODAY, tmp_path_factory.mktemp("civilisations"), CIVILISATIONS)


@pytest.fixture(scope="module")
def chess(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analyst]:
    path = tmp_path_factory.mktemp("chess") / "chess.csv"
    path.write_text(CHESS, "utf-8")
    analyst = Analyst.open(path)
    yield analyst
    analyst.close()


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("김 승률", {"김민재", "김도우", "김유진"}),
        ("Terran win rate in S1", {"GSL S1", "ASL S1"}), ("테란 승률 S2", {"GSL S2", "ASL S2"}),
        ("Terran en GSL", {"GSL S1", "GSL S2"})
    ],
)  # fmt: skip
def test_a_part_of_several_names_is_asked_about(games: Reads, text: str, values: set[str]) -> None:
    outcome = games(text)
    assert isinstance(outcome, Ask), outcome
    assert {term.detail for term in outcome.meanings} == values


@pytest.mark.parametrize("text", ["로그 맵 테란 승률", "로그에서 테란 승률"])
def test_an_ordinary_word_is_a_name_that_sounds_just_so(games: Reads, text: str) -> None:
    kept = frame(games, text).filter("map")
    assert kept is not None
    assert kept.values == ("Rogue",)


@pytest.mark.parametrize(
    "text",
    [
        "Terran win rate on version 5.0", "테란 5.0 버전 승률", "Terran en la versión 5.0"
    ],
)  # fmt: skip
def test_the_beginning_of_versions_is_all_of_them_together(games: Reads, text: str) -> None:
    found = frame(games, text).filter("patch")
    assert found is not None and set(found.values) == {"5.0.9", "5.0.11"} and found.together


def test_one_version_may_have_that_beginning(games: Reads) -> None:
    found = frame(games, "Terran win rate on 4.12").filter("patch")
    assert found is not None and found.values == ("4.12.1",)


@pytest.mark.parametrize("text", ["us instead"])
def test_a_word_of_the_language_alone_is_the_name(games: Reads, text: str) -> None:
    previous = frame(games, "Terran win rate on EU")
    assert frame(games, text, previous).filter("server") == Filter(
        dimension="server", values=("US",)
    )


def test_elsewhere_it_stays_a_word(games: Reads) -> None:
    assert frame(games, "show us the Terran win rate").filter("server") is None


@pytest.mark.parametrize(
    ("first", "text"),
    [
        ("Terran win rate in GSL S1", "not just GSL S1, all events"),
        ("테란 승률 GSL S1", "GSL만 말고 모든 대회"),
        ("Terran en GSL S1", "no solo GSL S1, todos los torneos"),
    ],
)
def test_not_just_one_of_them(games: Reads, first: str, text: str) -> None:
    previous = frame(games, first)
    assert frame(games, text, previous).filters == previous.without_filter("tournament").filters


@pytest.mark.parametrize(
    ("text", "season"),
    [
        ("Terran win rate this season", "2023/24"), ("이번 시즌 테란 승률", "2023/24"),
        ("Terran last season", "2022/23"), ("지난 시즌 테란 승률", "2022/23"),
        ("Terran la temporada pasada", "2022/23")
    ],
)  # fmt: skip
def test_this_season_is_the_latest_of_the_table(games: Reads, text: str, season: str) -> None:
    assert frame(games, text).filter("season") == Filter(dimension="season", values=(season,))


@pytest.mark.parametrize(
    "text",
    [
        "Terran last season only (2023/24)", "Terran la temporada pasada (2023/24)",
        "지난 시즌(2023/24) 테란 승률"
    ],
)  # fmt: skip
def test_a_season_named_beside_last_season_is_that_one(games: Reads, text: str) -> None:
    assert frame(games, text).filter("season") == Filter(dimension="season", values=("2023/24",))


@pytest.mark.parametrize(
    "text",
    [
        "Terran last season and 2023/24", "지난 시즌과 2023/24 테란 승률",
        "Terran la temporada pasada y 2023/24"
    ],
)  # fmt: skip
def test_a_season_joined_to_last_season_is_another(games: Reads, text: str) -> None:
    season = frame(games, text).filter("season")
    assert season is not None and set(season.values) == {"2022/23", "2023/24"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("tasa de victorias de los Francos", "Franks"), ("Hunos", "Huns"),
        ("los Mayas en Arena", "Mayans"), ("win rate of los Mongoles", "Mongols"),
    ],
)  # fmt: skip
def test_a_people_in_spanish(civilisations: Reads, text: str, name: str) -> None:
    found = frame(civilisations, text).filter("civilization")
    assert found is not None and found.values == (name,)


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        ("TvZ", True), ("종족별 최고 맵", True), ("Zerg", False), ("저그는?", False)
    ],
)  # fmt: skip
def test_a_whole_question_after_a_refusal(
    tmp_path_factory: pytest.TempPathFactory, text: str, *, answered: bool
) -> None:
    path = tmp_path_factory.mktemp("refused") / "games.csv"
    path.write_text(GAMES, "utf-8")
    analyst = Analyst.open(path)
    outcome: Outcome = (
        Understanding(analyst.model)
        .understand(text, today=TODAY, language=language_of(text), unanswered=True)
        .outcome
    )
    analyst.close()
    assert isinstance(outcome, Answerable if answered else Decline), outcome


@pytest.mark.parametrize(
    "text",
    ["win rate by color", "색깔별 승률", "tasa de victorias por color"],
)
def test_colours_are_sides_where_sides_are_colours(chess: Analyst, text: str) -> None:
    outcome = (
        Understanding(chess.model).understand(text, today=TODAY, language=language_of(text)).outcome
    )
    assert isinstance(outcome, Answerable), outcome
    assert outcome.frame.group_by == ("side",)
    analysis = asyncio.run(chess.analyse(outcome.frame))
    said = Writer(analysis, chess.model, "en", simulated=False).write().text
    assert "30 draws count" in said  # and not 60


def test_who_alone_has_enough_games_is_no_leader(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("trial") / "trial.csv"
    rows = [f"{'Delta' if i < 40 else f'S{i % 5}'},{int(i % 3 > 0)}" for i in range(60)]
    path.write_text("\n".join(["site,converted", *rows]), "utf-8")
    analyst = Analyst.open(path)
    by_site = Frame(group_by=("site",))
    few = by_site.with_filter(Filter(dimension="site", values=("Delta",), exclude=True))
    said = [
        Writer(asyncio.run(analyst.analyse(one)), analyst.model, "en", simulated=False)
        .write().text.splitlines()[0]
        for one in (by_site, few)
    ]  # fmt: skip
    analyst.close()
    assert said[0].endswith("for Delta, the only site with at least 30 games.")
    assert said[1].endswith("none has 30 games, so they are not compared.")
