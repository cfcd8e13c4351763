"""Tables that hold rates with their games: what is told is the rates' weighted mean, unrounded."""

import random
from collections import defaultdict
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from agents.answering.text.language import LANGUAGES, Language
from agents.data.match.answers.answers import Writer
from agents.data.match.answers.artifacts import query_of
from agents.data.match.compute.statistics import newcombe, wilson
from tests.unit.agents.data.data_support import Talk

TODAY = date(2024, 6, 1)
HEROES, MAPS, RANKS = ("Ann", "Bob", "Cid", "Dee"), ("Ridge", "Delta"), ("gold", "iron")


def rows(seed: int = 4) -> list[tuple[str, str, str, int, Fraction]]:
    """Return hero, map, rank, games and rate (to a tenth of a per cent)."""
    chance = random.Random(seed)
    return [
        (hero, place, rank, chance.randint(11, 400), Fraction(chance.randint(380, 620), 1000))
        for hero in HEROES for place in MAPS for rank in RANKS
    ]  # fmt: skip


def written(scale: int, *, seed: int = 4, shuffled: bool = False, sums: bool = False) -> str:
    cells = rows(seed)
    lines = [f"{h},{m},{r},{n},{float(rate * scale):g}" for h, m, r, n, rate in cells]
    if sums:
        for hero in HEROES:
            for place in MAPS:
                some = [one for one in cells if one[:2] == (hero, place)]
                games = sum(one[3] for one in some)
                rate = sum(one[3] * one[4] for one in some) / games
                lines.append(f"{hero},{place},ALL,{games},{float(rate * scale):.3f}")
    if shuffled:
        random.Random(1).shuffle(lines)
    return "\n".join(["hero,map,rank,games,win_rate", *lines]) + "\n"


def mean(*wanted: str) -> tuple[Fraction, int]:
    """Return the wins, a fraction, and the games of the rows that have all the values."""
    some = [one for one in rows() if set(wanted) <= set(one[:3])]
    return sum((one[3] * one[4] for one in some), Fraction()), sum(one[3] for one in some)


def wins(*wanted: str) -> int:
    """Return the wins of these rows, of each rounded."""
    return sum(
        int(n * rate + Fraction(1, 2)) for *names, n, rate in rows() if set(wanted) <= set(names)
    )


def test_the_rate_of_a_row_is_told_as_it_is_stored(tmp_path: Path) -> None:
    talk = Talk.about("hero,games,win_rate\nAnn,152,0.505\nBob,89,0.49\n", tmp_path, TODAY)
    talk.answer("win rate of Ann")
    assert "50.5%" in talk.text, "and not 77 of 152"
    assert "77 wins in 152 games" in talk.text
    low, high = wilson(152 * 0.505, 152)
    assert talk.column("win_rate") == [pytest.approx(0.505, abs=1e-15)]
    assert talk.column("ci_low") == [pytest.approx(low, abs=1e-12)]
    assert talk.column("ci_high") == [pytest.approx(high, abs=1e-12)]


@pytest.mark.parametrize("scale", [1, 100])
@pytest.mark.parametrize("sums", [False, True])
def test_rates_are_weighted_by_their_games(tmp_path: Path, scale: int, sums: bool) -> None:
    talk = Talk.about(written(scale, sums=sums), tmp_path, TODAY)
    for question, names in (
        ("win rate by hero", HEROES),
        ("win rate by hero on Delta", HEROES),
        ("win rate of Bob by map", MAPS),
    ):
        talk.asked(question)
        given = {one for one in ("Delta", "Bob") if one in question}
        assert sorted(row[0] for row in talk.rows) == sorted(names)
        for row in talk.rows:
            won, games = mean(row[0], *given)
            assert talk.analysis is not None
            cell = dict(zip(talk.analysis.names, row, strict=True))
            assert cell["games"] == games
            assert cell["win_rate"] == pytest.approx(float(won / games), abs=1e-14)
            assert cell["wins"] == wins(row[0], *given)
            assert (cell["ci_low"], cell["ci_high"]) == pytest.approx(wilson(float(won), games))


def test_the_order_of_the_rows_changes_no_byte(tmp_path: Path) -> None:
    found = []
    for number in (1, 2):
        (tmp_path / str(number)).mkdir()
        folder = tmp_path / str(number)
        talk = Talk.about(written(100, shuffled=number == 2), folder, TODAY)
        talk.asked("win rate by hero")
        found.append([list(map(repr, row)) for row in talk.rows])
    assert found[0] == found[1]


def test_the_query_gives_the_rows_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import duckdb

    talk = Talk.about(written(100, sums=True), tmp_path, TODAY)
    talk.asked("top 2 heroes by win rate")
    assert talk.analysis is not None
    text = query_of(talk.analysis, talk.analyst.source)
    head, _, query = text.partition("\n")
    monkeypatch.chdir(tmp_path)
    with duckdb.connect() as connection:
        connection.execute(head.partition("loaded file: ")[2])
        assert [tuple(map(repr, row)) for row in connection.execute(query).fetchall()] == [
            tuple(map(repr, row)) for row in talk.rows
        ]


def test_two_orders_of_a_matchup_add_up_to_one(tmp_path: Path) -> None:
    lines = ["matchup,map,games,win_rate"]
    chance = random.Random(2)
    won: dict[str, Fraction] = defaultdict(Fraction)
    games: dict[str, int] = defaultdict(int)
    for pair in ("TvZ", "PvT", "ZvP"):
        for place in MAPS:
            count, rate = chance.randint(20, 300), Fraction(chance.randint(400, 600), 10)
            lines.append(f"{pair},{place},{count},{float(rate):g}")
            won[pair] += count * rate / 100
            games[pair] += count
    talk = Talk.about("\n".join(lines) + "\n", tmp_path, TODAY)
    for pair in won:
        talk.asked(f"{pair} win rate")
        (one,) = talk.column("win_rate")
        talk.asked(f"{pair[::-1]} win rate")
        (other,) = talk.column("win_rate")
        assert one == pytest.approx(float(won[pair] / games[pair]), abs=1e-14)
        assert one + other == pytest.approx(1, abs=1e-14)


def test_a_difference_and_a_threshold_go_by_the_stored_rates(tmp_path: Path) -> None:
    text = "hero,map,games,win_rate\nAnn,Ridge,152,0.505\nAnn,Delta,101,0.514\nBob,Ridge,99,0.4\n"
    talk = Talk.about(text, tmp_path, TODAY)
    talk.asked("Ann win rate on Ridge vs Delta")
    assert talk.analysis is not None
    writer = Writer(talk.analysis, talk.analyst.model, "en", simulated=False)
    found = writer.write().difference
    assert found is not None
    sign = 1 if talk.rows[0][0] == "Ridge" else -1
    assert found.difference == pytest.approx(-0.009 * sign)
    counts = [(152 * 0.505, 152), (101 * 0.514, 101)][::sign]
    assert found.interval == pytest.approx(newcombe(*counts[0], *counts[1]))
    talk.asked("heroes on Ridge with a win rate above 50.6%")
    assert talk.rows == [], "77 of 152 would be 50.7 %"


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_wins_are_rounded_is_said(tmp_path: Path, language: Language) -> None:
    talk = Talk.about(written(1), tmp_path, TODAY)
    talk.answer({"en": "win rate by hero", "ko": "hero별 승률", "es": "tasa de victorias por hero"}[
        language])  # fmt: skip
    assert {"en": "rounded", "ko": "반올림", "es": "redondean"}[language] in talk.text
