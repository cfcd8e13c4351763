"""Games of cards: decks told by colours, who played first, and numbers of turns and mulligans."""

from datetime import date

import pytest

from tests.unit.agents.data.data_support import Talk

_TODAY = date(2024, 6, 1)
_DECKS = ("WU", "BR", "WG")
_MINE = ("with 2 mulligans", "2 mulligans", "con 2 mulligans")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    lines = ["played,main_colors,opp_colors,on_play,num_mulligans,num_turns,won"]
    for n in range(180):
        own, rival = _DECKS[n % 3], _DECKS[(n + 1 + n // 3 % 2) % 3]
        first, won = n % 2 == 0, n % 5 < 2 + n % 3 % 2
        lines.append(
            f"2024-0{1 + n % 5}-1{n % 7},{own},{rival},{first},{n // 3 % 3},{4 + n % 11},{won}"
        )
    folder = tmp_path_factory.mktemp("cards")
    return Talk.about("\n".join(lines), folder, _TODAY)


@pytest.fixture(autouse=True)
def _anew(talk: Talk) -> None:
    talk.anew()


@pytest.mark.parametrize(
    "question",
    [
        "win rate by deck", "tasa de victorias por mazo", "덱별 승률"
    ],
)  # fmt: skip
def test_decks_are_their_colours(talk: Talk, question: str) -> None:
    assert talk.answer(question).group_by == ("color",)


def test_a_deck_named_beside_its_noun_is_one(talk: Talk) -> None:
    (named,) = talk.answer("WU 덱 승률").filters
    assert (named.dimension, named.values) == ("color", ("WU",))
    assert talk.answer("best color pair").order == "desc"


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("on the play", "true"), ("on the draw?", "false"), ("선공일 때", "true"),
        ("후공은?", "false")
    ],
)  # fmt: skip
def test_who_began_is_heard(talk: Talk, said: str, value: str) -> None:
    frame = talk.answer("WU win rate", said)
    assert [one.values for one in frame.filters] == [("WU",), (value,)]


def test_a_number_of_several_things_is_an_amount(talk: Talk) -> None:
    frame = talk.answer("WU vs BR win rate", "games over 10 turns")
    assert [(one.quantity, one.comparison, one.value) for one in frame.measured] == [
        ("turns", ">", 10.0)
    ]
    assert (frame.measure, len(frame.filters)) == ("win_rate", 2)
    assert not talk.answer("drop the turns thing").measured


@pytest.mark.parametrize("said", ["by turns", "by number of turns", "win rate by num turns"])
def test_games_are_grouped_by_it_too(talk: Talk, said: str) -> None:
    assert talk.answer("WU win rate", said).group_by == ("num_turns",)


@pytest.mark.parametrize("said", [*_MINE, "sin mulligans", "without mulligans"])
def test_so_many_of_them_and_none(talk: Talk, said: str) -> None:
    frame = talk.answer("WU win rate", said)
    assert frame.filters[1].values == ("2" if said in _MINE else "0",)


def test_without_what_was_asked_drops_it(talk: Talk) -> None:
    assert talk.answer("win rate by mulligans", "without mulligans").group_by == ()
