"""Names in Hangul of teams, players and maps, as Koreans type them."""

from datetime import date
from pathlib import Path

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable, Ask, Decline
from agents.data.sounds.transliteration import Sounds, of_hangul, sounds_like
from agents.data.understanding import Understanding
from tests.unit.agents.data.data_support import Reads, frame, reader

_TEAMS = ("Gen.G", "Hanwha Life Esports", "T1", "KT Rolster", "Cloud9", "DRX", "Kwangdong Freecs")
_LEAGUES = ("LCK", "LPL")
_SPLITS = ("Spring", "Summer")
_STAGES = ("Group Stage", "Playoffs", "Semifinal")


def named(asked: str, read: Reads) -> list[str]:
    """Return the values that a question names."""
    return [value for one in frame(read, asked).filters for value in one.values]


@pytest.fixture(scope="module")
def table() -> str:
    rows = [
        f"2024-01-{n % 28 + 1:02},{_LEAGUES[n % 2]},{_SPLITS[n % 2]},{_STAGES[n % 3]},"
        f"{_TEAMS[n % 7]},{_TEAMS[(n + 1 + n // 7 % 6) % 7]}"
        for n in range(210)
    ]
    header = "date,league,split,stage,winner_team,loser_team"
    return "\n".join([header, *rows]) + "\n"


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("젠지 승률", "Gen.G"), ("한화 승률", "Hanwha Life Esports"),
        ("한화가 이긴 경기 수", "Hanwha Life Esports"), ("티원 승률", "T1"),
        ("케이티 승률", "KT Rolster"), ("케이티 롤스터 승률", "KT Rolster"),
        ("클라우드나인 승률", "Cloud9"), ("디알엑스는?", "DRX"), ("광동 승률", "Kwangdong Freecs"),
        ("엘씨케이에서 티원 승률", "LCK"), ("서머 시즌 티원 승률", "Summer"),
        ("스프링 T1 승률", "Spring"), ("그룹 스테이지 티원 승률", "Group Stage"),
        ("플옵에서 티원 승률", "Playoffs"), ("4강 T1 승률", "Semifinal")
    ],
)  # fmt: skip
def test_a_name_is_read_as_it_is_said(asked: str, value: str, table: str, tmp_path: Path) -> None:
    assert value in named(asked, reader(date(2024, 12, 31), tmp_path, table))


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("상하이", "shanghai"), ("항저우", "hangzhou"), ("커제", "ke jie"),
        ("박정환", "park junghwan"), ("이재혁", "lee jaehyuk"), ("박인수", "insu park"),
        ("대전", "daejeon"), ("광주", "gwangju"),
        ("레인", "reign"), ("닉스", "nyx"), ("레스터", "leicester"), ("뉴캐슬", "newcastle"),
        ("노팅엄", "nottingham"), ("액션", "action"), ("퓨전", "fusion"), ("바브린카", "wawrinka"),
        ("생제르맹", "saint germain"), ("롤랑가로스", "roland garros"),
        ("아이헨발데", "eichenwalde"),
        ("이즈리얼", "ezreal"), ("애쉬", "ashe"),
    ],
)  # fmt: skip
def test_a_name_sounds_as_its_language_says_it(said: str, name: str) -> None:
    others = ["charge", "berlin", "jungle", "dragon", "atlanta", "everton"]
    assert sounds_like(said, Sounds([name, *others])) == name


@pytest.mark.parametrize(
    "word",
    ["생각"],
)
def test_words_of_korean_are_no_names(word: str) -> None:
    names = ["shanghai", "nadal", "ahri", "japan", "charge", "jungle", "varus", "gen.g"]
    assert sounds_like(word, Sounds(names)) is None


@pytest.fixture
def maps() -> str:
    rows = [
        f"2024-01-{n % 28 + 1:02},{('Senna', 'Nadal', 'Harbor', 'China', 'Rain')[n % 5]},"
        f"{('Haven', 'Circuit Breaker', 'Atlanta Reign', 'Dust2')[n % 4]},{n % 2}"
        for n in range(200)
    ]
    return "\n".join(["date,player,map,win", *rows]) + "\n"


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("세나 승률", "Senna"), ("나달은 몇 판 했어?", "Nadal"), ("차이나가 이긴 경기 수", "China"),
        ("하버는 몇 판 했어?", "Harbor"), ("세나 서킷 승률", "Circuit Breaker"),
        ("세나 더스트 2 승률", "Dust2"),
    ],
)  # fmt: skip
def test_a_name_is_no_row_of_small_words(asked: str, value: str, maps: str, tmp_path: Path) -> None:
    assert value in named(asked, reader(date(2024, 12, 31), tmp_path, maps))


def test_nouns_and_small_words_stay_what_they_are(maps: str, tmp_path: Path) -> None:
    read = reader(date(2024, 12, 31), tmp_path, maps)
    by_map = read("서킷별 승률")
    assert isinstance(by_map, Answerable)
    assert by_map.frame.group_by == ("map",)
    who = read("누가 제일 세나")
    assert not isinstance(who, Answerable) or not who.frame.filters


def test_it_is_asked_which_of_two_that_sound_alike(maps: str, tmp_path: Path) -> None:
    outcome = reader(date(2024, 12, 31), tmp_path, maps)("레인 승률")
    assert isinstance(outcome, Ask)
    assert {term.detail for term in outcome.meanings} == {"Rain", "Atlanta Reign"}


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("win rate of 젠지", "en"), ("tasa de victorias de 티원 en 서머", "es"),
        ("젠지는 win rate?", "ko")
    ],
)  # fmt: skip
def test_a_name_in_hangul_does_not_turn_the_answer(
    asked: str, language: str, table: str, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(table, encoding="utf-8")
    analyst = Analyst.open(path)
    understood = Understanding(analyst.model).understand(asked, today=date(2024, 12, 31))
    analyst.close()
    assert understood.language == language
    assert not isinstance(understood.outcome, Decline)


def test_national_teams_have_names_in_each_language(tmp_path: Path) -> None:
    teams = ("Germany", "Switzerland", "South Korea", "England", "Spain")
    rows = [
        f"2022-06-{n % 28 + 1:02},{teams[n % 5]},{teams[(n + 1 + n % 4) % 5]},{n % 3},{n % 2}"
        for n in range(100)
    ]
    text = "\n".join(["date,home_team,away_team,home_goals,away_goals", *rows]) + "\n"
    read = reader(date(2022, 12, 31), tmp_path, text)
    for asked, team in {
        "독일 승률": "Germany", "tasa de victorias de Suiza": "Switzerland",
        "스페인은 몇 승이야?": "Spain", "잉글랜드 승률": "England",
    }.items():  # fmt: skip
        assert team in named(asked, read)


def test_top_is_a_lane_where_no_number_follows(tmp_path: Path) -> None:
    rows = [
        f"{n // 2},2024-01-{n % 28 + 1:02},{['Ahri', 'Zed', 'Lux', 'Jax'][n % 4]},"
        f"{('Top', 'Mid', 'Jungle')[n // 2 % 3]},{n % 2}"
        for n in range(240)
    ]
    read = reader(date(2024, 12, 31), tmp_path, "\n".join(["game,date,champion,lane,win", *rows]))
    assert "Top" in named("탑에서 Jax 승률", read)
    best = read("탑 3 챔피언")
    assert not isinstance(best, Answerable) or not best.frame.filters


def test_a_long_word_is_sounded_as_often_as_it_has_syllables_and_no_more(
    table: str, tmp_path: Path
) -> None:
    read = reader(date(2024, 12, 31), tmp_path, table)
    before = of_hangul.cache_info()
    read("가" * 1_000)
    told = of_hangul.cache_info()
    assert told.hits + told.misses - before.hits - before.misses < 5 * 1_000
