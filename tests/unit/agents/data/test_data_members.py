"""The players of a team or country, each by a rate of its own; what they play has one together."""

from collections.abc import Iterator
from datetime import date

import pytest

from agents.data.match.compute.frame import Filter
from tests.unit.agents.data.data_support import Talk

_PEOPLE = {
    "Brisk": ("Terran", "Korea", "Umber"),
    "Corvid": ("Zerg", "USA", "Umber"),
    "Dapple": ("Protoss", "Korea", "Slate"),
    "Ember": ("Terran", "France", "Slate"),
    "Fathom": ("Zerg", "Korea", "Umber"),
}


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    lines, names = (
        ["date,map,p1,p1_race,p1_country,p1_team,p2,p2_race,p2_country,p2_team,winner"],
        list(_PEOPLE),
    )
    for game in range(300):
        one, two = names[game % 5], names[(game + 1 + game // 5 % 4) % 5]
        sides = ",".join(f"{who},{','.join(_PEOPLE[who])}" for who in (one, two))
        won = (one, two, one)[game // 2 % 3]
        lines.append(f"2024-{1 + game % 12:02d}-07,{('Reef', 'Dune')[game % 2]},{sides},{won}")
    found = Talk.about("\n".join(lines), tmp_path_factory.mktemp("members"), date(2025, 2, 1))
    yield found
    found.analyst.close()


@pytest.mark.parametrize(
    ("text", "key", "value", "people"),
    [
        ("players of Umber, win rates", "team", "Umber", {"Brisk", "Corvid", "Fathom"}),
        ("win rate of Korean players", "country", "Korea", {"Brisk", "Dapple", "Fathom"}),
        ("한국 선수들 승률", "country", "Korea", {"Brisk", "Dapple", "Fathom"}),
        ("Slate 선수들 패배율", "team", "Slate", {"Dapple", "Ember"}),
        ("tasa de victorias de los jugadores de Umber", "team", "Umber",
         {"Brisk", "Corvid", "Fathom"}),
    ],
)  # fmt: skip
def test_players_of_a_team_or_country_are_rows(
    talk: Talk, text: str, key: str, value: str, people: set[str]
) -> None:
    found = talk.asked(text)
    assert found.filters == (Filter(dimension=key, values=(value,)),)
    assert found.group_by == ("player",)
    assert set(talk.column("player")) == people


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("win rate of Zerg players", ()), ("저그 선수들 승률", ()),
        ("win rate of Korean players by map", ("map",)), ("한국 선수들 월별 승률", ("month",))
    ],
)  # fmt: skip
def test_what_is_asked_of_all_of_them_is_one_figure(
    talk: Talk, text: str, groups: tuple[str, ...]
) -> None:
    assert talk.asked(text).group_by == groups
