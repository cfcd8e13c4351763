"""Turns of phrase of a first talk: the hardest map, the raw rate, who beats them, all rows."""

from datetime import date
from pathlib import Path

import pytest

from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

_TODAY = date(2024, 12, 1)
_RACES = ("Terran", "Zerg", "Protoss")
_PEOPLE = {"Cenit": "Hawks", "Dolma": "Hawks", "Ebro": "Bears", "Faro": "Bears", "Gaia": "Foxes"}


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    lines = ["date,map,region,setting,team_1,player_1,race_1,team_2,player_2,race_2,winner,minutes"]
    names = list(_PEOPLE)
    for n in range(240):
        one, two = names[n % 5], names[(n + 1 + n // 5 % 4) % 5]
        races = _RACES[n % 3], _RACES[(n + 1 + n % 2) % 3]
        side = 1 if n % 7 < 3 + n % 2 else 2
        lines.append(
            f"2024-{1 + n % 9:02}-1{n % 9},{('Acropolis', 'Triton', 'Ephemeron')[n % 3]},"
            f"{('eu', 'kr')[n // 2 % 2]},{('online', 'offline')[n % 2]},{_PEOPLE[one]},{one},"
            f"{races[0]},{_PEOPLE[two]},{two},{races[1]},{side},{8 + n % 14}"
        )
    return Talk.about("\n".join(lines), tmp_path_factory.mktemp("first"), _TODAY)


@pytest.fixture(autouse=True)
def _anew(talk: Talk) -> None:
    talk.anew()


@pytest.fixture
def cups(tmp_path: Path) -> Talk:
    lines = ["date,event,setting,race_1,race_2,winner"] + [
        f"2024-0{1 + n % 9}-11,Cup {n % 5},{('online', 'offline')[n % 5 % 2]},{_RACES[n % 3]},"
        f"{_RACES[(n + 1) % 3]},{1 + n % 2}"
        for n in range(90)
    ]
    return Talk.about("\n".join(lines), tmp_path, _TODAY)


@pytest.mark.parametrize(
    "question",
    [
        "which map is the hardest for Zerg?", "저그는 어느 맵이 제일 힘들어?",
        "¿qué mapa es más difícil para Zerg?"
    ],
)  # fmt: skip
def test_the_hardest_is_the_worst(talk: Talk, question: str) -> None:
    frame = talk.answer(question)
    assert (frame.group_by, frame.order, frame.measure) == (("map",), "asc", "win_rate")
    assert frame.filters[0].values == ("Zerg",)


@pytest.mark.parametrize("question", ["easiest map for Terran", "테란한테 제일 쉬운 맵은?"])
def test_the_easiest_is_the_best(talk: Talk, question: str) -> None:
    assert talk.answer(question).order == "desc"


@pytest.mark.parametrize(
    ("asked", "said"),
    [("skill-adjusted win rate by race", "and the raw one?"),
     ("실력 보정 승률 종족별로", "원래 승률은?"),
     ("tasa de victorias ajustada por habilidad por raza", "¿y la bruta?")],
)  # fmt: skip
def test_the_raw_rate_is_the_plain_one(talk: Talk, asked: str, said: str) -> None:
    assert talk.answer(asked).measure == "skill_rate"
    frame = talk.answer(said)
    assert (frame.measure, frame.group_by) == ("win_rate", ("race",))


@pytest.mark.parametrize(
    "said",
    [
        "who beats them most?", "¿quién les gana más?", "누가 걔네를 제일 많이 이겨?"
    ],
)  # fmt: skip
def test_who_beats_them_asks_of_the_one_that_was_named(talk: Talk, said: str) -> None:
    frame = talk.answer("Hawks win rate", said)
    assert (frame.measure, frame.group_by, frame.order) == ("wins", ("player",), "desc")
    assert [(one.values, one.side) for one in frame.filters] == [(("Hawks",), "opponent")]


@pytest.mark.parametrize(
    ("asked", "said"),
    [("Zerg win rate by map", "without splitting by map"),
     ("저그 승률 맵별로", "맵으로 나누지 말고"),
     ("tasa de victorias de Zerg por mapa", "no separes por mapa"),
     ("Zerg win rate online vs offline", "don't split by online"),
     ("Zerg online vs offline", "sin separar por online")],
)  # fmt: skip
def test_what_was_told_apart_is_put_together(talk: Talk, asked: str, said: str) -> None:
    frame = talk.answer(asked, said)
    assert frame.group_by == ()
    assert [one.values for one in frame.filters] == [("Zerg",)]


@pytest.mark.parametrize("said", ["toda la tabla", "the whole table", "표 전체로"])
def test_the_whole_table_is_a_table(talk: Talk, said: str) -> None:
    assert talk.answer("Zerg win rate by map", said).presentation == "table"


@pytest.mark.parametrize("said", ["race tier list", "종족 티어표", "tier list de razas"])
def test_a_tier_list_ranks(talk: Talk, said: str) -> None:
    frame = talk.answer(said)
    assert (frame.group_by, frame.order) == (("race",), "desc")


@pytest.mark.parametrize("said", ["only on the KR server", "KR 서버만", "solo en el servidor KR"])
def test_a_server_is_a_region(talk: Talk, said: str) -> None:
    frame = talk.answer("average game length by matchup", said)
    assert [(one.dimension, one.values) for one in frame.filters] == [("region", ("kr",))]


@pytest.mark.parametrize("said", ["제일 많은 맵은?", "가장 적은 맵은?"])
def test_rows_are_ranked_by_what_was_counted(talk: Talk, said: str) -> None:
    frame = talk.answer("맵별 경기 수", said)
    assert (frame.measure, frame.group_by) == ("games", ("map",))
    assert frame.order == ("desc" if "많" in said else "asc")


@pytest.mark.parametrize(
    "said",
    ["Faro가 제일 많이 진 상대는 누구야?", "Faro가 제일 많이 만난 상대는 누구야?",
     "Faro가 제일 많이 이긴 상대 알려줘"],
)  # fmt: skip
def test_who_the_rival_is_that_was_met_most(talk: Talk, said: str) -> None:
    frame = talk.answer(said)
    assert frame.group_by[0].startswith("opponent")
    assert frame.order == "desc"


def test_the_history_of_two_is_their_record(talk: Talk) -> None:
    frame = talk.answer("historial de Cenit contra Faro")
    assert [one.values for one in frame.filters] == [("Cenit",), ("Faro",)]


@pytest.mark.parametrize("said", ["상반기만 합쳐서", "1월만 합쳐서요"])
def test_a_period_put_together_is_one_figure(talk: Talk, said: str) -> None:
    frame = talk.answer("월별 저그 승률", said)
    assert frame.group_by == ()
    assert len(frame.period) == 1


@pytest.mark.parametrize(
    ("said", "name"),
    [("Cenit, I mean Faro win rate", "Faro"), ("Cenit, perdón, Faro", "Faro"),
     ("저그 아니 테란 승률", "Terran"), ("아 팔호... 아니 Faro 승률", "Faro")],
)  # fmt: skip
def test_what_is_corrected_counts_for_nothing(talk: Talk, said: str, name: str) -> None:
    assert [one.values for one in talk.answer(said).filters] == [(name,)]


@pytest.mark.parametrize(
    "said",
    [
        "Zerg win rate in the league",
        "리그에서 저그 승률은?",
        "tasa de victorias de Zerg en la liga",
    ],
)
def test_the_league_is_all_of_the_table(talk: Talk, said: str) -> None:
    assert [one.values for one in talk.answer(said).filters] == [("Zerg",)]


@pytest.mark.parametrize("said", ["which league is best for Zerg?", "Zerg win rate by league"])
def test_a_league_that_is_asked_for_is_missing(talk: Talk, said: str) -> None:
    assert isinstance(talk.say(said), Decline)


@pytest.mark.parametrize("said", ["경기 시간 15분 이상인 것만", "game length over 15 minutes only"])
def test_a_length_alone_keeps_longer_games(talk: Talk, said: str) -> None:
    frame = talk.answer("number of games by map", said)
    assert (frame.measure, len(frame.lasting)) == ("games", 1)


@pytest.mark.parametrize("said", ["only offline events", "solo eventos offline", "오프라인 대회만"])
def test_only_some_of_the_games_keep_the_rows(cups: Talk, said: str) -> None:
    frame = cups.answer("win rate by race", said)
    assert frame.group_by == ("race",)
    assert [one.values for one in frame.filters] == [("offline",)]
