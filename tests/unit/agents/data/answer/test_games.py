"""Answers about games say what their rates rest on, whatever the table calls its columns."""

import csv
import random
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from agents.answering.text.language import Language
from agents.data.answer.answering import WrittenAnswer, answer
from agents.data.answer.chips import chips_of
from agents.data.dataset.opening import Dataset, open_file
from agents.data.model.schema import Metric, Words
from agents.data.query.applying import apply
from agents.data.query.edits import Thresholds
from agents.data.query.query import (
    AllOf,
    Case,
    Compare,
    Condition,
    Group,
    Measure,
    Order,
    Query,
    Test,
)

pytestmark = pytest.mark.anyio

WON = Test(column="won", values=(1,))
RATE = Measure(where=WON, share="rows")
NO_MIRRORS = Test(column="mirror", values=(False,))
FIRST = Order(measure=0)
WORDS = {
    "en": Words(label="win rate"),
    "ko": Words(label="승률"),
    "es": Words(label="tasa de victorias"),
}


def games(folder: Path, *, draws: bool) -> Path:
    """Games of three clans on two maps; Ash wins most, and some players have few games."""
    pick = random.Random(7)
    clans = ("Ash", "Bay", "Cob")
    strength = {"Ash": 0.75, "Bay": 0.45, "Cob": 0.3}
    path = folder / "duels.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        lines = csv.writer(file)
        lines.writerow(["day", "map", "player1", "race1", "player2", "race2", "winner"])
        for number in range(600):
            one, two = pick.choice(clans), pick.choice(clans)
            names = [
                f"{clan[0]}{pick.randint(1, 4)}{end}" for clan, end in ((one, "x"), (two, "y"))
            ]
            if number % 100 == 0:
                names[0] = f"Guest{number // 100}"
            level = strength[one] / (strength[one] + strength[two])
            won = 1 if "Guest" in names[0] or pick.random() < level else 2
            result = "draw" if draws and number % 5 == 0 else str(won)
            day = date(2021 + number // 300, 1 + number % 12, 1 + number % 28)
            lines.writerow([day, pick.choice(("Fen", "Oak")), names[0], one, names[1], two, result])
    return path


@pytest.fixture(scope="module")
def duels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dataset]:
    dataset = open_file(games(tmp_path_factory.mktemp("duels"), draws=False))
    sides = dataset.model.table("sides")
    metric = Metric(
        name="win_rate", table="sides", words=WORDS,
        expression="COUNT(*) FILTER (WHERE won = 1) / COUNT(*)",
    )  # fmt: skip
    assert {"side", "opponent", "player", "won", "mirror"} <= {one.role for one in sides.columns}
    dataset.model = dataset.model.model_copy(update={"metrics": (metric,)})
    yield dataset
    dataset.close()


def rate(*groups: str, where: tuple[Condition, ...] = (NO_MIRRORS,), **more: Any) -> Query:
    return Query(
        table="sides", measures=(RATE,), groups=tuple(Group(by=one) for one in groups),
        where=AllOf(all=where) if where else None, **more,
    )  # fmt: skip


def of(clan: str) -> Test:
    return Test(column="race", values=(clan,))


async def told(dataset: Dataset, query: Query, language: Language = "en") -> WrittenAnswer:
    return await answer(dataset, query, language, today=date(2026, 11, 27))


@pytest.mark.parametrize(
    ("language", "starts", "level", "mirrors"),
    [
        ("en", "Win rate, without mirrors and race is Ash: **", "above 50%",
         "mirrors (the same race"),
        ("ko", "미러전 제외, 종족 Ash, 승률: **", "50%보다 높아",
         "미러전(양쪽의 종족이 같은 경기)"),
        ("es", "Tasa de victorias, sin espejos y raza es Ash: **", "encima del 50",
         "espejos (la misma raza en los dos lados)"),
    ],
)  # fmt: skip
async def test_one_rate_says_its_games_its_interval_and_whether_that_is_chance(
    duels: Dataset, language: Language, starts: str, level: str, mirrors: str
) -> None:
    answered = await told(duels, rate(where=(NO_MIRRORS, of("Ash"))), language)
    text, computed = answered.written.text, answered.computed
    assert text.startswith(starts)
    row = computed.rows[0]
    for part in ("numerator", "denominator"):
        place = computed.place(part)
        assert place is not None
        assert f"{row[place]}" in answered.written.headline
    assert level in text and mirrors in text
    assert {"en": "95%", "ko": "95%", "es": "95"}[language] in answered.written.headline


async def test_both_sides_of_every_game_are_one_half_by_construction(duels: Dataset) -> None:
    for query in (rate(where=()), rate("map", where=())):
        answered = await told(duels, query)
        assert "this is 50% by construction" in answered.written.text
        assert answered.computed.compared is None
        assert "interval" not in answered.written.text
    one_sided = await told(duels, rate("map", where=(NO_MIRRORS, of("Ash"))))
    assert "by construction" not in one_sided.written.text


async def test_mirrors_alone_are_one_half_but_not_those_of_a_player(duels: Dataset) -> None:
    mirrors = Test(column="mirror", values=(True,))
    halves = await told(duels, rate(where=(mirrors, of("Ash"))))
    player = await told(duels, rate("player", where=(mirrors, of("Ash"))))
    assert "50% by construction" in halves.written.text
    assert "by construction" not in player.written.text


async def test_mirrors_are_counted_as_games_and_not_as_sides(duels: Dataset) -> None:
    connection = duels.engine.connection  # type: ignore[attr-defined]
    (mirrors,) = connection.execute("SELECT count(*) FROM sides WHERE mirror").fetchone()
    out = await told(duels, rate("race"))
    inside = await told(duels, rate("race", where=()))
    games = await told(duels, Query(table="sides", where=of("Ash")))
    assert (
        f"{mirrors // 2} mirrors (the same race on both sides) are left out." in out.written.notes
    )
    assert f"{mirrors // 2} mirrors (the same race on both sides) are included" in (
        inside.written.text
    )
    assert any("count once for each side" in note for note in games.written.notes)


async def test_sides_of_games_are_each_counted(duels: Dataset) -> None:
    whole = await told(duels, Query(table="sides"))
    assert whole.computed.rows[0][0] == 1200
    (note,) = whole.written.notes
    assert note == "Both sides of every game are counted, so each of the games counts twice."


async def test_a_rate_of_few_games_does_not_lead_a_ranking(duels: Dataset) -> None:
    answered = await told(duels, rate("player", order=(FIRST,), limit=3))
    place = answered.computed.place("denominator")
    assert place is not None
    assert all(int(row[place] or 0) >= 30 for row in answered.computed.rows)
    assert "Guest" not in answered.written.text
    assert any("Left out of the ranking" in note for note in answered.written.notes)
    (chip,) = [
        one for one in chips_of(answered.computed.query, duels.model, "en")
        if one["part"] == "having"
    ]  # fmt: skip
    edits = (Thresholds.model_validate(chip["edits"][0]),)
    taken_off = apply(answered.computed.query, edits, duels.model, ())
    assert isinstance(taken_off, Query)
    everyone = await told(duels, taken_off)
    assert everyone.computed.rows[0][place] == 1
    assert "Fewer than 30 games, so chance plays a large part: Guest" in everyone.written.text


async def test_a_ranking_by_a_metric_is_one_of_the_rate_that_it_is(duels: Dataset) -> None:
    plain = rate("player", order=(FIRST,), limit=3)
    named = plain.model_copy(update={"measures": (Measure(metric="win_rate"),)})
    answers = [await told(duels, one) for one in (plain, named)]
    assert answers[0].computed.rows == answers[1].computed.rows
    assert all("Left out of the ranking" in one.written.text for one in answers)
    double = Metric(
        name="double", table="sides", expression="2 * COUNT(*) FILTER (WHERE won = 1) / COUNT(*)"
    )
    kept = duels.model
    duels.model = kept.model_copy(update={"metrics": (*kept.metrics, double)})
    try:
        other = await told(
            duels, plain.model_copy(update={"measures": (Measure(metric="double"),)})
        )
    finally:
        duels.model = kept
    assert "Left out of the ranking" not in other.written.text


async def test_a_lead_is_open_where_two_of_enough_games_overlap(duels: Dataset) -> None:
    clans = await told(duels, rate("race", order=(FIRST,)))
    players = await told(duels, rate("player", order=(FIRST,), limit=3))
    guests = await told(duels, rate("player", order=(FIRST,)))
    assert "overlap" not in clans.written.text
    assert "overlap, so their order is not certain" in players.written.text
    assert guests.computed.rows[0][0] == "Guest0"
    assert "order is not certain" not in guests.written.text


async def test_a_ranking_of_groups_of_enough_games_leaves_none_out(duels: Dataset) -> None:
    answered = await told(duels, rate("race", order=(FIRST,), limit=2))
    assert [row[0] for row in answered.computed.rows] == ["Ash", "Bay"]
    assert "Left out" not in answered.written.text


async def test_where_no_group_has_enough_games_the_order_says_little(duels: Dataset) -> None:
    guests = Test(column="player", op="starts", values=("Guest",))
    answered = await told(duels, rate("player", where=(guests,), order=(FIRST,), limit=3))
    assert len(answered.computed.rows) == 3
    assert answered.written.notes[0] == "None has 30 games, so the order says little."


async def test_the_extremes_of_all_rows_are_those_of_enough_games(duels: Dataset) -> None:
    answered = await told(duels, rate("player"))
    assert "highest for A" in answered.written.headline
    assert "Only those with at least 30 games are compared here." in answered.written.text


async def test_groups_are_tested_together_and_a_pairing_once(duels: Dataset) -> None:
    by_clan = await told(duels, rate("race"))
    pairings = await told(duels, rate("race", "opponent"))
    assert by_clan.computed.compared is not None and pairings.computed.compared is not None
    assert by_clan.computed.compared.groups == 3
    assert pairings.computed.compared.groups == 3 and len(pairings.computed.rows) == 6
    assert "Of the 3 compared these differ from 50%" in by_clan.written.text
    assert "(Holm): Ash, Cob." in by_clan.written.text


async def test_the_shown_few_are_tested_among_all(duels: Dataset) -> None:
    answered = await told(duels, rate("player", order=(FIRST,), limit=2))
    every = await told(duels, rate("player"))
    assert answered.computed.compared is not None and every.computed.compared is not None
    assert answered.computed.compared.groups == every.computed.compared.groups > 2


def beside(column: str, one: str, other: str) -> Compare:
    return Compare(cases=tuple(
        Case(label=value, where=Test(column=column, values=(value,))) for value in (one, other)
    ))  # type: ignore[arg-type] # fmt: skip


async def test_sides_that_met_have_no_interval_of_their_difference(duels: Dataset) -> None:
    met = await told(duels, rate(compare=beside("race", "Bay", "Ash")))
    apart = await told(
        duels, rate(where=(NO_MIRRORS, of("Ash")), compare=beside("map", "Fen", "Oak"))
    )
    assert met.computed.place("change_low", 0, 1) is None
    assert "The two intervals do not overlap." in met.written.text
    by_map = await told(duels, rate("map", compare=beside("race", "Bay", "Ash")))
    assert by_map.computed.compared is None
    assert apart.computed.place("change_low", 0, 1) is not None
    assert "interval of the difference" in apart.written.text
    assert "points" in met.written.headline


async def test_periods_are_held_against_each_other_with_points(duels: Dataset) -> None:
    query = rate(where=(NO_MIRRORS, of("Ash"))).model_copy(
        update={"groups": (Group(by="moment", grain="year"),)}
    )
    answered = await told(duels, query, "es")
    assert "puntos respecto a 2021" in answered.written.text
    assert "lo más alto fue" not in answered.written.text.lower()


async def test_a_chart_of_rates_has_a_line_at_one_half_and_others_have_none(duels: Dataset) -> None:
    def lines(answered: WrittenAnswer) -> list[float]:
        found = [one["encoding"] for one in (answered.chart or {}).get("layer", ())]
        return [end["datum"] for one in found for end in one.values()
                if isinstance(end, dict) and "datum" in end]  # fmt: skip

    assert lines(await told(duels, rate("race"))) == [0.5]
    assert lines(await told(duels, rate(compare=beside("race", "Bay", "Ash")))) == [0.5]
    monthly = rate().model_copy(update={"groups": (Group(by="moment", grain="month"),),
                                        "where": of("Ash")})  # fmt: skip
    assert lines(await told(duels, monthly)) == [0.5]
    assert lines(await told(duels, Query(groups=(Group(by="map"),)))) == []


async def test_draws_count_as_not_won_and_lower_what_chance_gives(tmp_path: Path) -> None:
    dataset = open_file(games(tmp_path, draws=True))
    try:
        whole = await told(dataset, rate(where=()))
        one = await told(dataset, rate(where=(NO_MIRRORS, of("Bay"))))
    finally:
        dataset.close()
    assert whole.computed.level == pytest.approx(0.4)
    assert "120 draws count as games that were not won; with them 40% is" in whole.written.text
    assert "this is 40% by construction" in whole.written.text
    assert one.computed.level is not None and one.computed.level < 0.5
    assert "50%" not in one.written.text


async def test_a_mark_says_once_on_how_many_games_it_rests(duels: Dataset) -> None:
    answered = await told(duels, rate("map"))
    parts = [column.part for column in answered.computed.columns]
    layers = (answered.chart or {}).get("layer", ())
    (told_of,) = (one["encoding"]["tooltip"] for one in layers if "tooltip" in one["encoding"])
    fields = {one["field"] for one in told_of}
    assert f"t{parts.index('n')}" in fields
    assert f"t{parts.index('denominator')}" not in fields
    assert f"t{parts.index('numerator')}" not in fields, "of which of the rows nothing says"
