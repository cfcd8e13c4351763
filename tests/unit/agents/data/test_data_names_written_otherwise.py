"""Names with marks, initials and numerals are known however they are typed, in either script."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.numbered_names import apart, numbered_forms
from agents.data.outcomes import Answerable, Ask
from agents.data.sounds.letter_names import spelled
from agents.data.understanding import Understanding

_DAY = date(2025, 6, 1)
_LATIN = ("Gen.G", "KT Rolster", "Dplus KIA", "EDward Gaming", "St. Louis", "DRX")
_PEOPLE = ("Jean-Luc", "O'Neil", "T.O.P", "Faker", "Ana", "Anabel")
_HEROES = ("Jarvan IV", "Kai'Sa", "Dr. Mundo", "Cho'Gath", "Lux", "Jax")
_MAPS = ("Neo", "Neo Moonlight", "Circuit Breaker", "Python 2")
_HANGUL = ("젠지", "KT롤스터", "담원 기아", "한화생명", "디알엑스", "서킷", "서킷브레이커")
_HEROES_KO = ("자르반 4세", "카이사", "누누와 윌럼프", "문도 박사", "럭스")


def _opened(path: Path, header: str, lines: list[str]) -> Iterator[Understanding]:
    path.write_text("\n".join([header, *lines]), "utf-8")
    analyst = Analyst.open(path)
    yield Understanding(analyst.model)
    analyst.close()


@pytest.fixture(scope="module")
def latin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Understanding]:
    lines = [
        f"2024-01-{n % 28 + 1:02},{_MAPS[n % 4]},{_LATIN[n % 6]},{_PEOPLE[n % 6]},{_HEROES[n % 6]},"
        f"{_LATIN[(n + 1) % 6]},{_PEOPLE[(n + 1) % 6]},{_HEROES[(n + 2) % 6]},{n % 2 + 1}"
        for n in range(120)
    ]
    header = "date,map,team1,player1,champion1,team2,player2,champion2,winner"
    yield from _opened(tmp_path_factory.mktemp("latin") / "t.csv", header, lines)


@pytest.fixture(scope="module")
def hangul(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Understanding]:
    lines = [
        f"2024-01-{n % 28 + 1:02},{_HANGUL[n % 7]},{_HEROES_KO[n % 5]},{_HANGUL[(n + 1) % 7]},"
        f"{_HEROES_KO[(n + 2) % 5]},{_HANGUL[(n + n % 2) % 7]}"
        for n in range(140)
    ]
    header = "날짜,팀1,챔피언1,팀2,챔피언2,승리팀"
    yield from _opened(tmp_path_factory.mktemp("hangul") / "t.csv", header, lines)


def _named(read: Understanding, text: str) -> list[str]:
    outcome = read.understand(text, today=_DAY).outcome
    assert isinstance(outcome, Answerable), (text, outcome)
    return _values(outcome.frame)


def _values(frame: Frame) -> list[str]:
    return [value for one in frame.filters for value in one.values]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Jean Luc win rate", "Jean-Luc"), ("tasa de victorias de JeanLuc", "Jean-Luc"),
        ("Jean-Luc는 승률이 어때?", "Jean-Luc"), ("O Neil win rate", "O'Neil"),
        ("oneil의 승률", "O'Neil"), ("tasa de victorias de Kai Sa", "Kai'Sa"),
        ("TOP win rate", "T.O.P"), ("T.O.P의 승률", "T.O.P"),
        ("tasa de victorias de TOP", "T.O.P"), ("GenG의 승률", "Gen.G"),
        ("gen g win rate", "Gen.G"), ("KT롤스터 승률", "KT Rolster"),
        ("KT롤스터의 승률은?", "KT Rolster"), ("K.T. Rolster win rate", "KT Rolster"),
        ("tasa de victorias de KTRolster", "KT Rolster"), ("d.r.x 승률", "DRX"),
        ("이디지 승률", "EDward Gaming"), ("EDG win rate", "EDward Gaming"),
        ("tasa de victorias de edg", "EDward Gaming"), ("기아 승률", "Dplus KIA"),
        ("기아는 승률이 어때?", "Dplus KIA"), ("St Louis win rate", "St. Louis"),
        ("세인트루이스 승률", "St. Louis"), ("자르반 4세 승률", "Jarvan IV"),
        ("Jarvan 4 win rate", "Jarvan IV"), ("tasa de victorias de Jarvan cuarto", "Jarvan IV"),
        ("닥터 문도 승률", "Dr. Mundo"), ("문도 박사 승률", "Dr. Mundo"),
        ("Doctor Mundo win rate", "Dr. Mundo"), ("Ana win rate", "Ana"),
        ("Ana는 승률이 어때?", "Ana"), ("Anabel win rate", "Anabel")
    ],
)  # fmt: skip
def test_a_name_is_known_without_its_marks_and_by_its_numeral(
    latin: Understanding, text: str, name: str
) -> None:
    assert _named(latin, text) == [name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("KT 승률", "KT롤스터"), ("kt rolster win rate", "KT롤스터"),
        ("tasa de victorias de KT Rolster", "KT롤스터"), ("기아 승률", "담원 기아"),
        ("한화 승률", "한화생명"), ("DRX win rate", "디알엑스"), ("drx의 승률", "디알엑스"),
        ("누누 승률", "누누와 윌럼프"), ("Jarvan IV win rate", "자르반 4세"),
        ("tasa de victorias de Jarvan", "자르반 4세"), ("자르반 승률", "자르반 4세"),
        ("서킷은 승률이 어때?", "서킷"), ("서킷브레이커의 승률", "서킷브레이커")
    ],
)  # fmt: skip
def test_a_name_in_hangul_is_known_by_its_letters_its_beginning_and_its_numeral(
    hangul: Understanding, text: str, name: str
) -> None:
    assert _named(hangul, text) == [name]


@pytest.mark.parametrize(
    ("text", "place"),
    [("Lux on Neo", "Neo"), ("Lux en Neo", "Neo"), ("네오에서 럭스 승률", "Neo"),
     ("Lux on Neo Moonlight", "Neo Moonlight"), ("네오 문라이트에서 럭스 승률", "Neo Moonlight"),
     ("서킷에서 럭스 승률", "Circuit Breaker"), ("Lux on Python II", "Python 2")],
)  # fmt: skip
def test_a_whole_value_goes_before_a_longer_one(
    latin: Understanding, text: str, place: str
) -> None:
    assert sorted(_named(latin, text)) == sorted(["Lux", place])


def test_what_begins_several_names_is_asked_about(hangul: Understanding) -> None:
    outcome = hangul.understand("서 승률", today=_DAY).outcome
    assert not isinstance(outcome, Answerable)


@pytest.fixture(scope="module")
def hidden(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Understanding]:
    maps, people = ("Python", "서킷", "네오", "Destination"), ("Max", "Leo", "Anabel", "Anabella")
    lines = [
        f"2024-01-{n % 28 + 1:02},{maps[n % 4]},{people[n % 4]},{people[(n + 1) % 4]},{n % 2 + 1}"
        for n in range(80)
    ]
    header = "date,map,player1,player2,winner"
    yield from _opened(tmp_path_factory.mktemp("hidden") / "t.csv", header, lines)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Max win rate", ["Max"]), ("win rate of Max vs Leo", ["Leo", "Max"]),
        ("tasa de victorias de Max", ["Max"]), ("Leo win rate on Python", ["Leo", "Python"]),
        ("Leo en Python", ["Leo", "Python"]), ("아나벨 승률", ["Anabel"]),
        ("Anabella 승률", ["Anabella"]),
        ("서킷, 네오 제외한 맵별 Leo 승률", ["Leo", "네오", "서킷"])
    ],
)  # fmt: skip
def test_a_name_that_is_a_word_besides_is_meant_where_it_stands(
    hidden: Understanding, text: str, names: list[str]
) -> None:
    assert sorted(_named(hidden, text)) == sorted(names)


def test_all_names_of_a_list_are_left_out(hidden: Understanding) -> None:
    for text in ("서킷, 네오 제외한 맵별 Leo 승률", "Leo 맵별 승률 without 서킷, 네오"):
        outcome = hidden.understand(text, today=_DAY).outcome
        assert isinstance(outcome, Answerable)
        out = [one.values for one in outcome.frame.filters if one.exclude]
        assert [set(values) for values in out] == [{"서킷", "네오"}]


def test_a_number_behind_max_is_no_player(hidden: Understanding) -> None:
    outcome = hidden.understand("players with max 20 games by win rate", today=_DAY).outcome
    assert isinstance(outcome, Answerable)
    assert _values(outcome.frame) == []


def test_the_top_player_is_no_name_in_capitals(latin: Understanding) -> None:
    outcome = latin.understand("who is the top player by win rate", today=_DAY).outcome
    assert isinstance(outcome, Answerable)
    assert (outcome.frame.group_by, _values(outcome.frame)) == (("player",), [])


def test_top_ranks_where_no_name_in_capitals_stands(latin: Understanding) -> None:
    for text in ("top 3 champions by win rate", "TOP 3 champions by win rate"):
        outcome = latin.understand(text, today=_DAY).outcome
        assert isinstance(outcome, Answerable | Ask)
        assert (outcome.frame.limit, _values(outcome.frame)) == (3, [])


@pytest.mark.parametrize(
    ("name", "said"),
    [("EDward Gaming", {"edg", "이디지"}), ("JD Gaming", {"jdg", "제이디지"}),
     ("KT롤스터", {"kt", "케이티", "케이티롤스터"}), ("디알엑스", {"drx"}), ("젠지", set()),
     ("Hanwha Life Esports", set())],
)  # fmt: skip
def test_initials_are_said_by_their_letters(name: str, said: set[str]) -> None:
    assert said <= set(spelled(name))
    assert said or not set(spelled(name))


@pytest.mark.parametrize(
    ("name", "parts"),
    [("jarvan iv", ("jarvan", 4)), ("자르반 4세", ("자르반", 4)), ("python 2", ("python", 2)),
     ("mega man x", ("mega man x", 0)), ("week 12", ("week 12", 0)), ("lux", ("lux", 0))],
)  # fmt: skip
def test_a_numeral_is_taken_from_the_end_of_a_name(name: str, parts: tuple[str, int]) -> None:
    assert apart(name) == parts


def test_only_a_numeral_in_letters_is_that_of_a_king() -> None:
    assert "jarvan 4세" in set(numbered_forms("jarvan iv"))
    assert set(numbered_forms("python 2")) == {"python 2", "python2", "python ii"}
