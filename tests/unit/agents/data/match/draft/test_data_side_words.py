"""Sides that a table calls by words of its own: corp and runner, 청 and 홍, cazador and presa."""

from datetime import date
from pathlib import Path

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding
from tests.unit.agents.data.data_support import frame, reader

_TODAY = date(2024, 11, 15)
_GAMES = 120
_PEOPLE = ("Imogen", "Oscar", "Petra", "Bo", "Yolanda")
_WRESTLERS = ("천용범", "오창대", "윤범수", "우현석", "임도국")
_FIRST, _SECOND = ("Jinteki", "Weyland", "Haas"), ("Shaper", "Anarch", "Criminal")
_Game = tuple[str, str, str, str, bool]


def _games(people: tuple[str, ...] = _PEOPLE) -> list[_Game]:
    """Return who played what on either side, the second side's factions being its own."""
    return [
        (people[i % 5], people[(i + 1 + i // 5 % 4) % 5], _FIRST[i % 3], _SECOND[i // 3 % 3],
         i % 7 in (0, 1, 3, 4) or i % 11 == 0)
        for i in range(_GAMES)
    ]  # fmt: skip


def _table(head: str, row: str, people: tuple[str, ...] = _PEOPLE) -> str:
    """Return a CSV: `row` is filled with p and q, f and g, and who won: `w` the first side."""
    lines = [head]
    lines += [
        row.format(p=p, q=q, f=f, g=g, w=won, n=1 + won, o=int(won), s=3 + won, t=4 - won,
                   who=p if won else q, res="win" if won else "loss")
        for p, q, f, g, won in _games(people)
    ]  # fmt: skip
    text = "\n".join(lines) + "\n"
    return text.replace("True", "{1}").replace("False", "{2}")


def _sided(text: str, one: str, two: str) -> str:
    return text.replace("{1}", one).replace("{2}", two)


def _tables() -> list[tuple[str, str, str, str]]:
    """Return tables of many headers and ways to tell who won, with two words and a noun."""
    plain = "{p},{q},{f},{g},{w}"
    return [
        (_sided(_table("corp_player,runner_player,corp_faction,runner_faction,winner", plain),
                "Corp", "Runner"), "corp", "runner", "faction"),
        (_table("hunterPlayer,preyPlayer,hunterDeck,preyDeck,winner", "{p},{q},{f},{g},{who}"),
         "hunter", "prey", "deck"),
        (_table("player_north,player_south,deck_north,deck_south,north_won", "{p},{q},{f},{g},{o}"),
         "north", "south", "deck"),
        (_table("ghostplayer,seekerplayer,ghostdeck,seekerdeck,ghostscore,seekerscore",
                "{p},{q},{f},{g},{s},{t}"), "ghost", "seeker", "deck"),
        (_sided(_table("attackersplayer,defendersplayer,attackersfaction,defendersfaction,winner",
                       plain), "A", "D"), "attackers", "defenders", "faction"),
        (_table("Player (Axis),Player (Allies),Deck (Axis),Deck (Allies),axis_result",
                "{p},{q},{f},{g},{res}"), "axis", "allies", "deck"),
        (_sided(_table("jugador_cazador,jugador_presa,mazo_cazador,mazo_presa,ganador", plain),
                "cazador", "presa"), "cazador", "presa", "deck"),
        (_sided(_table("술래선수,도망자선수,술래직업,도망자직업,승자", plain), "술래", "도망자"),
         "술래", "도망자", "class"),
        (_table("남군선수,북군선수,남군덱,북군덱,남군점수,북군점수", "{p},{q},{f},{g},{s},{t}"),
         "남군", "북군", "deck"),
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "one", "two", "noun"), _tables())
async def test_every_noun_of_both_sides_is_one_thing_and_the_words_are_the_sides(
    tmp_path: Path, text: str, one: str, two: str, noun: str
) -> None:
    path = tmp_path / "t.csv"
    path.write_text(text, encoding="utf-8")
    analyst = Analyst.open(path)
    sides = analyst.model.dimensions["side"].fixed
    assert sides is not None
    assert [side.casefold() for side in sides] == [one, two]
    assert analyst.model.dimensions["player"].role == "player"
    assert {"Jinteki", "Shaper"} <= set(analyst.model.dimensions[noun].sample)
    understanding = Understanding(analyst.model)
    games = _games()
    for asked, rows in (
        (f"{one} win rate", {(_GAMES, sum(g[4] for g in games))}),
        (f"{two} 승률", {(_GAMES, sum(not g[4] for g in games))}),
        (f"Imogen's win rate as {one}",
         {(sum(g[0] == "Imogen" for g in games), sum(g[4] for g in games if g[0] == "Imogen"))}),
        ("Anarch win rate against Haas",
         {(sum(g[2:4] == ("Haas", "Anarch") for g in games),
           sum(not g[4] for g in games if g[2:4] == ("Haas", "Anarch")))}),
        (f"win rate of each {one} {noun}",
         {(sum(g[2] == f for g in games), sum(g[4] for g in games if g[2] == f)) for f in _FIRST}),
    ):  # fmt: skip
        outcome = understanding.understand(asked, today=_TODAY).outcome
        assert isinstance(outcome, Answerable), (asked, outcome)
        found = await analyst.analyse(outcome.frame)
        counted = {(found.cell(r, "games"), found.cell(r, "wins")) for r in found.rows}
        assert counted == rows, asked
    analyst.close()


_BOUTS = _sided(
    _table("대회,청샅바,청소속,홍샅바,홍소속,승자", "설날,{p},{f}군,{q},{f}군,{w}", _WRESTLERS),
    "청",
    "홍",
)


@pytest.mark.parametrize(
    ("text", "value"),
    [("청샅바 승률", "청"), ("홍샅바는 승률이 얼마야?", "홍"), ("win rate of blue", "청")],
)
def test_a_noun_with_people_under_it_is_who_stands_on_a_side(
    tmp_path: Path, text: str, value: str
) -> None:
    read = reader(_TODAY, tmp_path, _BOUTS)
    assert [(f.dimension, f.values) for f in frame(read, text).filters] == [("side", (value,))]
    assert frame(read, "선수별 승률") == Frame(group_by=("player",))
    assert frame(read, "소속별 승률") == Frame(group_by=("team",))


@pytest.mark.parametrize(
    "head",
    [
        "map_name,tournament_name,p1_race,p2_race,map_winner",
        "경기일,경기장,선수1,선수2,승자",
    ],
)
def test_things_of_a_game_are_no_sides(tmp_path: Path, head: str) -> None:
    path = tmp_path / "t.csv"
    path.write_text(_table(head, "{f},{g},{p},{q},{n}"), encoding="utf-8")
    analyst = Analyst.open(path)
    two = [d.a for d in analyst.model.dimensions.values() if d.a]
    analyst.close()
    assert two == [head.split(",")[2]]


@pytest.mark.parametrize(
    ("first", "second", "drawn"),
    [
        ("blancas", "negras", "T"),
        ("negras", "blancas", "="),
        ("white", "black", "D"),
        ("local", "visitante", "E"),
        ("home", "away", "x"),
    ],
)
def test_letters_of_the_winner_are_the_initials_of_the_sides_own_words(
    tmp_path: Path, first: str, second: str, drawn: str
) -> None:
    lines = [f"{first};{second};ganador"]
    for number, (p, q, _, _, won) in enumerate(_games()):
        letter = drawn if number % 5 == 0 else (first if won else second)[0].upper()
        lines.append(f"{p};{q};{letter}")
    path = tmp_path / "t.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    analyst = Analyst.open(path)
    winner, sides = analyst.model.winner, analyst.model.dimensions["side"].fixed
    analyst.close()
    assert winner is not None and winner.draws == (drawn,)
    assert sorted(sides) == sorted((first, second))
    assert (winner.a, winner.b) == tuple(side[0].upper() for side in sides)


@pytest.mark.parametrize(
    ("first", "second", "values"),
    [
        ("흑", "백", ("흑승", "백승")),
        ("black", "white", ("Black wins", "White wins")),
        ("blancas", "negras", ("Ganan las blancas", "Ganan las negras")),
    ],
)
def test_the_winners_may_be_said_with_a_word_that_they_won(
    tmp_path: Path, first: str, second: str, values: tuple[str, str]
) -> None:
    lines = [f"{first},{second},승패"]
    lines += [f"{p},{q},{values[0 if won else 1]}" for p, q, _, _, won in _games(_WRESTLERS)]
    read = reader(_TODAY, tmp_path, "\n".join(lines) + "\n")
    assert [(f.dimension, f.values) for f in frame(read, f"{first} win rate").filters] == [
        ("side", (first,))
    ]
