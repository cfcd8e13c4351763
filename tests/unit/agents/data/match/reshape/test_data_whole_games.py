"""One cell that names both sides of a game, with what tells who won in it or beside it."""

from pathlib import Path

import pytest

from tests.unit.agents.data.match.compute.test_data_rivals_alone import opened, rows_of

_PEOPLE = {"Kestrel": "T", "Ibis": "Z", "Heron": "P", "Crane": "Z", "Falco": "T"}
_NAMES = list(_PEOPLE)
GAMES = [(_NAMES[i % 5], _NAMES[(i + 1 + i % 4) % 5], i % 3 > 0) for i in range(120)]
CRANE = [(won if a == "Crane" else not won) for a, b, won in GAMES if "Crane" in (a, b)]
HERON_IBIS = [won for a, b, won in GAMES if (a, b) == ("Heron", "Ibis")]
HERON_IBIS += [not won for a, b, won in GAMES if (b, a) == ("Heron", "Ibis")]


@pytest.mark.parametrize(
    ("head", "form"),
    [
        ("date,match", "{w} def. {l}"),
        ("fecha,partida", "{w} venció a {l}"),
        ("date,match", "{a} {x}-{y} {b}"),
        ("fecha,encuentro", "{a} {x} : {y} {b}"),
        ("경기일,경기", "{a} {x}:{y} {b}"),
        ("date,display_score,winner", "{a} {x} - {b} {y},{w}"),
        ("date,players,winner", "{a} ({r}) vs {b} ({s}),{w}"),
        ("date,players,winner", "{a} ({r}) vs {b} ({s}),{w} ({v})"),
        ("date,match,winner", "{a} vs. {b},{w}"),
    ],
)
async def test_both_sides_are_found_in_one_cell(tmp_path: Path, head: str, form: str) -> None:
    lines = []
    for i, (a, b, won) in enumerate(GAMES):
        w, lost = (a, b) if won else (b, a)
        x, y = (2, i % 2) if won else (i % 2, 2)
        cell = form.format(
            w=w, l=lost, a=a, b=b, x=x, y=y, r=_PEOPLE[a], s=_PEOPLE[b], v=_PEOPLE[w]
        )
        lines.append(f"2024-01-{1 + i % 28:02},{cell}")
    analyst = opened(tmp_path, head, lines)
    for text, results in (("Crane win rate", CRANE), ("Heron vs Ibis", HERON_IBIS)):
        (row,) = await rows_of(analyst, text)
        assert (row["games"], row["wins"]) == (len(results), sum(results)), text
    if "({r})" in form:
        (row,) = await rows_of(analyst, "Zerg vs Terran win rate")
        found = [(a, b, won) for a, b, won in GAMES] + [(b, a, not won) for a, b, won in GAMES]
        zvt = [won for a, b, won in found if _PEOPLE[a] == "Z" and _PEOPLE[b] == "T"]
        assert (row["games"], row["wins"]) == (len(zvt), sum(zvt))
    analyst.close()


async def test_many_different_matchups_with_races_in_brackets(tmp_path: Path) -> None:
    """Hundreds of pairings are no matchups of a few sides, and the race of one is not of both."""
    people = [f"Player{chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(60)]
    races = {name: "TZP"[n % 3] for n, name in enumerate(people)}
    games = [(people[i % 60], people[(i + 1 + i // 60) % 60], i % 4 > 0) for i in range(900)]
    lines = [f"{a} ({races[a]}) vs {b} ({races[b]}),{a if won else b}" for a, b, won in games]
    analyst = opened(tmp_path, "players,winner", lines)
    both = [*games, *((b, a, not won) for a, b, won in games)]
    (row,) = await rows_of(analyst, "Zerg win rate")
    zerg = [won for a, b, won in both if races[a] == "Z" != races[b]]
    assert (row["games"], row["wins"]) == (len(zerg), sum(zerg))
    (row,) = await rows_of(analyst, "PlayerAB win rate")
    own = [won for a, _, won in both if a == "PlayerAB"]
    assert (row["games"], row["wins"]) == (len(own), sum(own))
    analyst.close()
