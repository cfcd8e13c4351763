"""Terse exports: `pla` and `plb`, J1 and J2, H and A, and logs with a colour and an opponent."""

from pathlib import Path

import pytest

from tests.unit.agents.data.match.compute.test_data_rivals_alone import opened, rows_of

_PEOPLE = {"Kestrel": "T", "Ibis": "Z", "Heron": "P", "Crane": "Z", "Falco": "T"}
_NAMES = list(_PEOPLE)
GAMES = [(_NAMES[i % 5], _NAMES[(i + 1 + i % 4) % 5], i % 3 > 0) for i in range(120)]
BOTH = [*GAMES, *((b, a, not won) for a, b, won in GAMES)]
ZVT = [won for a, b, won in BOTH if _PEOPLE[a] == "Z" and _PEOPLE[b] == "T"]
CRANE = [won for a, _, won in BOTH if a == "Crane"]


@pytest.mark.parametrize(
    ("head", "form"),
    [
        ("date,pla,rca,sca,scb,plb,rcb,offline", "{a},{r},{x},{y},{b},{s},{off}"),
        ("date,pla,pla_id,rca,sca,scb,plb,plb_id,rcb", "{a},1{r},{r},{x},{y},{b},2{s},{s}"),
        ("fecha,jugador1,raza1,jugador2,raza2,gana", "{a},{r},{b},{s},J{side}"),
        ("날짜,선수1,종족1,선수2,종족2,승자", "{a},{r},{b},{s},p{side}"),
        ("date,team1,race1,team2,race2,winner", "{a},{r},{b},{s},T{side}"),
    ],
)
async def test_sides_that_are_told_by_a_letter(tmp_path: Path, head: str, form: str) -> None:
    lines = []
    for i, (a, b, won) in enumerate(GAMES):
        x, y = (2, i % 2) if won else (i % 2, 2)
        cells = form.format(a=a, b=b, r=_PEOPLE[a], s=_PEOPLE[b], x=x, y=y, side=1 if won else 2,
                            off="no" if i % 5 else "yes")  # fmt: skip
        lines.append(f"2024-01-{1 + i % 28:02},{cells}")
    analyst = opened(tmp_path, head, lines)
    for text, results in (("Zerg vs Terran win rate", ZVT), ("Crane 승률", CRANE)):
        (row,) = await rows_of(analyst, text)
        assert (row["games"], row["wins"]) == (len(results), sum(results)), text
    analyst.close()


@pytest.mark.parametrize(
    ("places", "text"),
    [("HA", "win rate at home"), ("HA", "홈 승률"), ("LV", "tasa de victorias de local")],
)
async def test_places_by_their_initials(tmp_path: Path, places: str, text: str) -> None:
    lines = [
        f"2024-01-{1 + i % 28:02},FC{i % 7},{places[i % 2]},{'WLDW'[i % 4]}" for i in range(80)
    ]
    analyst = opened(tmp_path, "Date,Opponent,Venue,Result", lines)
    (row,) = await rows_of(analyst, text)
    assert (row["games"], row["wins"], row["draws"]) == (40, 20, 20)
    (row,) = await rows_of(analyst, "win rate against FC3")
    own = [i for i in range(80) if i % 7 == 3]
    assert (row["games"], row["wins"]) == (len(own), sum("WLDW"[i % 4] == "W" for i in own))
    analyst.close()


async def test_a_log_with_a_colour_and_opponents(tmp_path: Path) -> None:
    """Rivals are known by name, though what is compared is the colour."""
    lines = [
        f"2024-01-{1 + i % 28:02},{'White' if i % 2 else 'Black'},Rival{'ABC'[i % 3]},"
        f"{'win' if i % 5 < 3 else 'loss'},{1500 + i}"
        for i in range(90)
    ]
    analyst = opened(tmp_path, "date,my_color,opponent,result,opponent_rating", lines)
    for text in ("my win rate against RivalB", "mi tasa de victorias contra RivalB"):
        (row,) = await rows_of(analyst, text)
        own = [i for i in range(90) if i % 3 == 1]
        assert (row["games"], row["wins"]) == (len(own), sum(i % 5 < 3 for i in own))
    rows = await rows_of(analyst, "win rate by opponent")
    assert {row["opponent_player"] for row in rows} == {"RivalA", "RivalB", "RivalC"}
    analyst.close()


async def test_the_number_of_a_row_of_its_own_is_nobody_elses(tmp_path: Path) -> None:
    lines = [f"{('Ahri', 'Zed')[i % 2]},{i % 16},{('Victory', 'Defeat')[i % 3 // 2]}"
             for i in range(96)]  # fmt: skip
    analyst = opened(tmp_path, "Champion,Kills,Result", lines)
    (row,) = await rows_of(analyst, "how many games with more than 10 kills?")
    assert row["games"] == 30
    analyst.close()
