"""What is asked of the games, the people and the places of the last answer keeps what they are."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

_NAMES = ("Kestrel", "Mirova", "Tanuki", "Bolero")
_RACES = ("Terran", "Zerg", "Protoss")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    lines = ["date,stage,map,player1,race1,player2,race2,winner"]
    for game in range(360):
        one, two = _NAMES[game % 4], _NAMES[(game + 1 + game // 4 % 3) % 4]
        day, stage = date(2023, 1, 1) + timedelta(days=2 * game), ("Final", "Group")[game % 2]
        races = _RACES[game % 3], _RACES[game // 3 % 3]
        won = (one, two)[game // 2 % 2]
        arena = ("Reef", "Dune", "Mesa")[game // 9 % 3]
        lines.append(f"{day},{stage},{arena},{one},{races[0]},{two},{races[1]},{won}")
    talk = Talk.about("\n".join(lines), tmp_path_factory.mktemp("last"), date(2025, 6, 1))
    yield talk
    talk.analyst.close()


@pytest.fixture
def talk(games: Talk) -> Talk:
    games.anew()
    return games


FINAL = Filter(dimension="stage", values=("Final",))


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("how many games in the Final?", "Terran win rate in them"),
        ("how many games in the Final?", "of them, Terran win rate"),
        ("how many games in the Final?", "win rate of Terran in that"),
        ("how many games in the Final?", "and Terran win rate for them?"),
        ("¿cuántas partidas en Final?", "tasa de victorias de Terran en ellas"),
        ("Final 몇 경기야?", "그 경기들에서 테란 승률"),
        ("Final 몇 경기야?", "이 경기들 테란 승률"),
        ("Final 몇 경기야?", "그것들에서 테란 승률"),
        ("Final 몇 경기야?", "거기서 테란 승률"),
    ],
)
def test_a_pointer_at_games_keeps_which_they_are(talk: Talk, first: str, then: str) -> None:
    said = talk.answer(first, then)
    assert said.measure == "win_rate"
    assert said.filter("stage") == FINAL
    assert said.filter("race") == Filter(dimension="race", values=("Terran",))


@pytest.mark.parametrize("text", ["Terran win rate in them", "그것들에서 테란 승률"])
def test_a_pointer_at_nothing_is_named(talk: Talk, text: str) -> None:
    outcome = talk.say(text)
    assert isinstance(outcome, Decline)
    assert outcome.word in ("them", "그것들")


@pytest.mark.parametrize("there", ["거기서", "그 기간에"])
def test_there_is_a_period_too(talk: Talk, there: str) -> None:
    talk.answer("2023년 경기 수")
    said = talk.say(f"{there} 테란 승률")
    assert isinstance(said, Decline) or said.frame.period  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "texts",
    [
        ("테저전 승률", "맵별로", "제일 안 좋은 맵은?", "거기서 몇 경기 했어?"),
        ("TvZ win rate", "by map", "worst map?", "how many games were played there?"),
        ("tasa de victorias TvZ", "por mapa", "¿el peor mapa?", "¿cuántas partidas hubo ahí?"),
    ],
)
def test_how_many_games_there_are_those_that_were_asked_about(
    talk: Talk, texts: tuple[str, ...]
) -> None:
    said = talk.answer(*texts)
    assert said.measure == "games"
    assert said.filter("map") is not None
    assert said.filter("race") == Filter(dimension="race", values=("Terran",))
    assert said.filter("race", "opponent") is not None


@pytest.mark.parametrize(
    "texts",
    [
        ("종족별 승률", "2024년만", "제일 높은 건?", "걔 상대별로는?"),
        ("종족별 승률", "2024년만", "제일 높은 건?", "그거 상대별로"),
        ("win rate by race", "only 2024", "the highest?", "by opponent for that one"),
        ("tasa de victorias por raza", "solo 2024", "¿la más alta?", "¿y esa contra cada rival?"),
        ("tasa de victorias por raza", "solo 2024", "¿la más alta?", "¿y esa por rival?"),
    ],
)
def test_the_one_that_was_ranked_first_is_meant(talk: Talk, texts: tuple[str, ...]) -> None:
    talk.answer(*texts[:3])
    assert talk.analysis is not None
    first = str(talk.analysis.rows[0][0])
    said = talk.answer(texts[3])
    assert said.filter("race") == Filter(dimension="race", values=(first,))
    assert said.group_by == ("opponent",)
    assert [str(one.start) for one in said.period] == ["2024-01-01"]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Kestrel win rate in 2024", "how many games did he play?"),
        ("Kestrel 2024년 승률", "걔 몇 판 했어?"),
        ("tasa de victorias de Kestrel en 2024", "¿cuántas partidas jugó ese?"),
    ],
)
def test_a_pronoun_is_the_one_who_was_asked_about(talk: Talk, first: str, then: str) -> None:
    said = talk.answer(first, then)
    assert said.measure == "games"
    assert said.filter("player") == Filter(dimension="player", values=("Kestrel",))
    assert said.period


def test_as_a_table_is_the_whole_answer(talk: Talk) -> None:
    said = talk.answer("종족별 승률", "제일 높은 건?", "그거 표로")
    assert said.group_by == ("race",)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("compare Kestrel and Tanuki win rate", "between the two?"),
        ("Kestrel vs Tanuki win rate", "head to head?"),
        ("Kestrel이랑 Tanuki 승률 비교", "서로 전적은?"),
        ("Kestrel이랑 Tanuki 승률 비교", "둘 사이 전적은?"),
        ("compara la tasa de victorias de Kestrel y Tanuki", "¿entre los dos?"),
    ],
)
def test_the_two_against_each_other(talk: Talk, first: str, then: str) -> None:
    said = talk.answer(first, then)
    assert said.filter("player") == Filter(dimension="player", values=("Kestrel",))
    assert said.filter("player", "opponent") is not None
    assert said.group_by == ()


@pytest.mark.parametrize(
    "texts",
    [
        ("which race is best on Reef?", "and the worst?", "and overall?"),
        ("Reef에서 승률 제일 높은 종족", "제일 낮은 건?", "총합은?"),
        ("mejor raza en Reef", "¿y la peor?", "¿y en total?"),
    ],
)
def test_in_total_keeps_the_rows_whose_figure_it_is(talk: Talk, texts: tuple[str, ...]) -> None:
    said = talk.answer(*texts)
    assert (said.measure, said.group_by, said.filters) == ("win_rate", ("race",), ())


@pytest.mark.parametrize("text", ["mirror share", "동족전 비율", "¿porcentaje de mirrors?"])
def test_the_share_of_mirrors_after_a_matchup_is_that_of_all(talk: Talk, text: str) -> None:
    said = talk.answer("TvP win rate", text)
    assert (said.measure, said.filters) == ("mirror_share", ())


@pytest.fixture(scope="module")
def cups(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    lines = ["date,tournament,round,bot1,bot1_race,bot2,bot2_race,winner"]
    bots = ("ScvSteve", "LingStorm", "PylonPal")
    for game in range(240):
        one, two = game % 3, (game + 1 + game // 3 % 2) % 3
        day = date(2023, 1, 1) + timedelta(days=game)
        cup = ("Copa Norte", "Liga Sur")[game // 4 % 2]
        stage = ("Final", "Semifinal", "Group")[game // 7 % 3]
        won = (bots[one], bots[two])[game // 5 % 2]
        lines.append(
            f"{day},{cup},{stage},{bots[one]},{_RACES[one]},{bots[two]},{_RACES[two]},{won}"
        )
    talk = Talk.about("\n".join(lines), tmp_path_factory.mktemp("cups"), date(2025, 6, 1))
    yield talk
    talk.analyst.close()


@pytest.mark.parametrize(
    ("texts", "cup"),
    [
        (("ScvSteve win rate in the Final", "Semifinal?", "the whole tournament"), None),
        (("tasa de ScvSteve en la Final", "¿Semifinal?", "¿y en todo el torneo?"), None),
        (("ScvSteve 승률 Final", "Semifinal은?", "대회 전체"), None),
        (("ScvSteve win rate in Copa Norte", "in the Final", "the whole tournament"), "Copa Norte"),
    ],
)
def test_the_whole_tournament_has_all_its_rounds(
    cups: Talk, texts: tuple[str, ...], cup: str | None
) -> None:
    cups.anew()
    said = cups.answer(*texts)
    assert said.group_by == ()
    assert said.filter("round") is None
    held = said.filter("tournament")
    assert (held.values[0] if held is not None else None) == cup


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("ScvSteve win rate", "who does it lose to most?"),
        ("ScvSteve 승률", "누구한테 제일 많이 져?"),
        ("ScvSteve, ¿cuántas ganó?", "¿contra quién gana más?"),
    ],
)
def test_whom_a_bot_meets_are_bots(cups: Talk, first: str, then: str) -> None:
    cups.anew()
    assert cups.answer(first, then).group_by == ("opponent_bot",)


@pytest.mark.parametrize(
    "texts",
    [
        ("ScvSteve 승률", "어떤 종족한테 제일 많이 져?"),
        ("ScvSteve 어떤 종족한테 제일 많이 져?",),
        ("ScvSteve win rate", "which race does it lose to most?"),
        ("ScvSteve, ¿cuántas ganó?", "¿contra qué raza pierde más?"),
    ],
)
def test_which_race_a_bot_loses_to_is_that_of_its_rivals(
    cups: Talk, texts: tuple[str, ...]
) -> None:
    cups.anew()
    said = cups.answer(*texts)
    assert said.group_by == ("opponent",)
    assert said.filter("bot") == Filter(dimension="bot", values=("ScvSteve",))


@pytest.fixture(scope="module")
def chess(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    lines = ["Date,White,Black,Result,ECO,Opening"]
    openings = (("B20", "Sicilian Defense"), ("C50", "Italian Game"), ("C55", "Italian Game"))
    for game in range(180):
        day = date(2024, 1, 1) + timedelta(days=game)
        one, two = _NAMES[game % 4], _NAMES[(game + 1) % 4]
        code, name = openings[game % 3]
        lines.append(f"{day},{one},{two},{('1-0', '0-1', '1/2-1/2')[game // 2 % 3]},{code},{name}")
    talk = Talk.about("\n".join(lines), tmp_path_factory.mktemp("chess"), date(2025, 6, 1))
    yield talk
    talk.analyst.close()


@pytest.mark.parametrize(
    "text", ["apertura más jugada", "most played opening", "가장 많이 둔 오프닝"]
)
def test_the_names_win_over_the_codes_beside_them(chess: Talk, text: str) -> None:
    chess.anew()
    (key,) = chess.answer(text).group_by
    assert chess.analyst.model.dimensions[key].column == "Opening"


@pytest.mark.parametrize("text", ["most played ECO", "ECO más jugado"])
def test_the_codes_can_be_asked_for(chess: Talk, text: str) -> None:
    chess.anew()
    (key,) = chess.answer(text).group_by
    assert chess.analyst.model.dimensions[key].column == "ECO"


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("apertura más jugada", "¿cómo le va a las blancas con la Sicilian Defense?"),
        ("most played opening", "how does white do with the Sicilian Defense?"),
        ("가장 많이 둔 오프닝", "Sicilian Defense에서 백은 어때?"),
    ],
)
def test_how_one_does_is_a_win_rate(chess: Talk, first: str, then: str) -> None:
    chess.anew()
    said = chess.answer(first, then)
    assert (said.measure, said.group_by) == ("win_rate", ())
    assert {one.values[0] for one in said.filters} == {"white", "Sicilian Defense"}


def test_what_about_the_other_asks_for_the_same_figure(chess: Talk) -> None:
    chess.anew()
    assert chess.answer("how many games did White win?", "and Black?").measure == "wins"


def test_another_race_there_is_not_set_against_the_rival_before(talk: Talk) -> None:
    said = talk.answer("TvZ win rate", "by map", "worst map?", "Protoss win rate there")
    assert said.filter("map") is not None
    assert said.filter("race", "opponent") is None


@pytest.mark.parametrize(
    "texts",
    [
        ("Kestrel 2023년 승률", "Tanuki는 어땠어?", "둘이 붙은 경기는?"),
        ("Kestrel 2023년 승률", "Tanuki는 어땠어?", "둘이 붙은 건 몇 판?"),
        ("Kestrel win rate in 2023", "and Tanuki?", "how many games did they play each other?"),
        ("Kestrel win rate in 2023", "Tanuki?", "how many games against each other?"),
        ("victorias de Kestrel en 2023", "¿y Tanuki?", "¿cuántas partidas jugaron entre ellos?")
    ],
)  # fmt: skip
def test_games_of_the_two_are_of_the_time_that_was_asked_about(
    talk: Talk, texts: tuple[str, ...]
) -> None:
    said = talk.answer(*texts)
    assert said.filter("player") == Filter(dimension="player", values=("Kestrel",))
    assert said.filter("player", "opponent") == Filter(
        dimension="player", values=("Tanuki",), side="opponent"
    )
    assert [str(one.start) for one in said.period] == ["2023-01-01"]
    assert (said.measure, talk.rows) == ("games", [(30,)])


@pytest.mark.parametrize(
    "text",
    [
        "how many games between them?", "둘이 붙은 경기는?",
        "¿cuántas partidas jugaron entre ellos?"
    ],
)  # fmt: skip
def test_games_of_two_who_met_are_those_of_the_last_answer(talk: Talk, text: str) -> None:
    met = talk.answer("TvZ win rate in 2023")
    assert talk.answer(text) == met.model_copy(update={"measure": "games"})
