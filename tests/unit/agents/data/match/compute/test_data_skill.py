"""The skill-adjusted rate: fitted to all games, the same each time, or declined."""

import asyncio
import random
from datetime import date
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from agents.answering.periods.periods import year
from agents.data.match.compute import adjustment as adjusting
from agents.data.match.compute import analysis
from agents.data.match.compute.adjustment import Adjustment
from agents.data.match.compute.frame import Filter, Frame
from agents.data.match.compute.impossible import impossible
from agents.data.match.compute.logistic import FitStopped, Logistic
from agents.data.match.compute.pairings import Pairings, Won
from agents.data.match.compute.skill import SAMPLES, Adjusted, SkillModel, adjust
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

TODAY = date(2024, 6, 1)
EDGE = {"Protoss": 0.0, "Terran": 0.1, "Zerg": -0.1}
EFFECTS = {("A", "B"): 0.6, ("A", "C"): 0.2, ("B", "C"): -0.3}  # log-odds
TVZ = Frame(
    measure="skill_rate",
    filters=(
        Filter(dimension="race", values=("Terran",)),
        Filter(dimension="race", values=("Zerg",), side="opponent"),
    ),
)


def table(games: int, players: int, *, seed: int = 1) -> str:
    """Return games of which Terran wins 60 % against Protoss and 70 % against Zerg."""
    chance = random.Random(seed)
    lines = ["date,p1_race,p2_race,p1_name,p2_name,p1_team,p2_team,winner"]
    for _ in range(games):
        one, two = chance.choices(list(EDGE), k=2)
        a, b = chance.sample(range(players), 2)
        won = 1 if chance.random() < 0.5 + EDGE[one] - EDGE[two] else 2
        lines.append(
            f"2024-01-{chance.randint(1, 28):02},{one},{two},n{a},n{b},X{a % 3},Y{b % 3},{won}"
        )
    return "\n".join(lines) + "\n"


def dense(games: list[Won], apart: float) -> float:
    """Fit the games of A and B by Newton's method with whole matrices; return A's rate."""
    players = sorted({name for game in games for name in (game.player, game.loser)})
    rows = np.zeros((len(games), len(players) + 1))
    for row, game in zip(rows, games, strict=True):
        row[players.index(game.player)] += 1
        row[players.index(game.loser)] -= 1
        row[-1] = (game.own == "A") - (game.rival == "A")
    weights = np.array([game.games for game in games], dtype=float)
    variance = max(1.0, apart)
    penalty = np.diag([*np.full(len(players), 1 / variance), 1e-6])
    found = np.zeros(len(players) + 1)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-rows @ found))
        slope = rows.T @ (weights * (1 - chance)) - penalty @ found
        bend = rows.T @ (rows * (weights * chance * (1 - chance))[:, None]) + penalty
        found += np.linalg.solve(bend, slope)
    met = np.array([game.own != game.rival for game in games])
    known = np.diag(bend)[:-1] - 1 / variance
    each = apart - (known * variance / (known * variance + 1)) ** 2 * (apart + 1 / known)
    unsure = (rows[:, :-1] ** 2) @ each
    spread = float(np.average(unsure[met], weights=weights[met]))
    return float(1 / (1 + np.exp(-found[-1] * np.sqrt(1 + 0.34584 * spread))))


def drawn(chance: np.random.Generator, players: int, games: int, spread: float) -> Pairings:
    """Return games of players drawn anew, each of one race; EFFECTS are between equal ones."""
    skills = chance.normal(0, spread, players)
    found = Pairings()
    for _ in range(games):
        a = int(chance.integers(players))
        b = (a + 1 + int(chance.integers(players - 1))) % players
        one, two = "ABC"[a % 3], "ABC"[b % 3]
        effect = EFFECTS.get((one, two), 0.0) - EFFECTS.get((two, one), 0.0)
        if chance.random() < 1 / (1 + np.exp(-(skills[a] - skills[b] + effect))):
            found.add(one, two, f"p{a}", f"p{b}", 1)
        else:
            found.add(two, one, f"p{b}", f"p{a}", 1)
    return found


def some(pairings: int) -> list[Won]:
    chance = random.Random(7)
    found = []
    for number in range(pairings):
        one, two = chance.choices("AB", k=2)
        a, b = chance.sample(range(40 + number // 50), 2)
        found.append(Won(one, two, f"p{a}", f"p{b}", 1 + number % 3))
    return found


def test_it_is_the_fit_of_bradley_and_terry_mirrors_included() -> None:
    games = some(300)
    assert any(game.own == game.rival for game in games)
    model = SkillModel(Pairings(games))
    found = model.rate("A", {"B": 1})
    assert found is not None
    assert found.rate == pytest.approx(dense(games, model.variance), abs=1e-5)


@pytest.mark.parametrize("spread", [0.3, 1.0, 2.0])
def test_how_far_apart_players_are_is_told_by_the_games(spread: float) -> None:
    model = SkillModel(drawn(np.random.default_rng(3), 150, 3000, spread))
    assert model.variance**0.5 == pytest.approx(spread, rel=0.2)


@pytest.mark.parametrize(("players", "games", "spread"), [(36, 400, 1.0), (60, 300, 1.5)])
def test_the_interval_holds_the_true_effect_for_players_drawn_anew(
    players: int, games: int, spread: float
) -> None:
    chance = np.random.default_rng(12)
    held, off = [], []
    for _ in range(50):
        model = SkillModel(drawn(chance, players, games, spread))
        for (own, rival), effect in EFFECTS.items():
            found = model.rate(own, {rival: 1})
            assert found is not None
            held.append(found.interval.contains(1 / (1 + np.exp(-effect))))
        one = model.rate("A", {"B": 1})
        assert one is not None
        off.append(one.rate - 1 / (1 + np.exp(-0.6)))
    # Of 150 intervals 95 % are held, give or take 1.8 %; games drawn alone held 60 to 80 %.
    assert 0.91 <= np.mean(held) <= 0.99
    assert abs(np.mean(off)) < 2.5 * np.std(off) / 50**0.5


@pytest.mark.parametrize("pairings", [3, 300])
def test_the_interval_is_the_same_each_time(pairings: int) -> None:
    games = [*some(pairings), Won("A", "B", "p1", "p2", 3), Won("B", "A", "p3", "p4", 2)]
    (one,), (two,) = (adjust(Pairings(games), [("A", "B")]) for _ in range(2))
    assert one == two
    assert one is not None
    assert one.samples == SAMPLES
    assert one.interval.low < one.rate < one.interval.high


def test_many_matchups_are_stepped_one_sample_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    games = Pairings(some(2000))
    (held,) = adjust(games, [("A", "B")])
    monkeypatch.setattr("agents.data.match.compute.skill._MOST_MOVED", 0)
    (solved,) = adjust(games, [("A", "B")])
    assert held is not None and solved is not None
    assert solved.interval == pytest.approx(held.interval, abs=1e-4)


def test_a_fit_can_be_stopped() -> None:
    stopped = Event()
    stopped.set()
    with pytest.raises(FitStopped):
        adjust(Pairings(some(50)), [("A", "B")], stopped)


async def test_cancelling_the_question_stops_the_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = Talk.about(table(400, 20), tmp_path, TODAY)
    begun, ended = Event(), Event()

    def endless(_: object, __: object, stopped: Event) -> list[Adjusted | None]:
        begun.set()
        assert stopped.wait(20)
        ended.set()
        return []

    monkeypatch.setattr(adjusting, "adjust", endless)
    work = asyncio.create_task(talk.analyst.analyse(TVZ))
    assert await asyncio.to_thread(begun.wait, 20)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert ended.is_set()


def fitted(talk: Talk, asked: str) -> Adjustment:
    """Return what is fitted for a question."""
    talk.answer(asked)
    assert talk.analysis is not None
    return talk.analysis.adjustment


def test_more_than_a_hundred_thousand_pairings_are_all_fitted(tmp_path: Path) -> None:
    talk = Talk.about(table(110_000, 8000), tmp_path, TODAY)
    found = fitted(talk, "skill-adjusted win rate of Protoss against Terran")
    assert found.rates[0] is not None
    assert found.rates[0].rate == pytest.approx(0.4, abs=0.02)
    assert found.games == found.in_all


def test_a_sample_is_fair_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "MOST_PAIRINGS", 3000)
    talk = Talk.about(table(9000, 200), tmp_path, TODAY)
    found = fitted(talk, "skill-adjusted win rate of Terran against Zerg")
    assert found.rates[0] is not None
    assert found.rates[0].rate == pytest.approx(0.7, abs=0.06)
    assert found.games < found.in_all == 9000
    assert f"{found.games:,} of 9,000 games, drawn by chance" in talk.text


def test_what_mirrors_are_used_for_is_said(tmp_path: Path) -> None:
    talk = Talk.about(table(400, 20), tmp_path, TODAY)
    talk.answer("skill-adjusted win rate of Terran against Zerg")
    assert "inform the players' strengths" in talk.text
    assert "left out" not in talk.text


def test_a_row_without_a_fit_is_told_as_uncorrected(tmp_path: Path) -> None:
    games = table(400, 20) + "2024-01-01,Random,Zerg,n1,n2,X1,Y2,1\n" * 40
    talk = Talk.about(games, tmp_path, TODAY)
    rates = fitted(talk, "skill-adjusted win rate by matchup").rates
    assert any(one is None for one in rates)
    assert talk.analysis is not None
    told = talk.text.partition("\n")[0]
    assert "Random" not in told, "without a fit it is no extreme"
    assert "no skill-adjusted rate; uncorrected" in talk.text or "Random" not in talk.text
    (row,) = [row for row in talk.analysis.rows if row[:2] == ("Random", "Zerg")]
    assert dict(zip(talk.analysis.rows, rates, strict=True))[row] is None


@pytest.mark.parametrize(
    "changed",
    [
        {"period": (year(2023), year(2024))},
        {"filters": (Filter(dimension="team", values=("X1",)),)},
        {"filters": (Filter(dimension="race", values=("Zerg",), exclude=True),)},
        {"filters": (Filter(dimension="race", values=("Zerg", "Terran"), together=True),)},
        {"ended": "won"},
        {"unmet": (("Terran", "Zerg"),)},
    ],
)
def test_what_the_fit_does_not_tell_apart_is_declined(
    tmp_path: Path, changed: dict[str, object]
) -> None:
    talk = Talk.about(table(300, 20), tmp_path, TODAY)
    assert impossible(TVZ, talk.analyst.model) is None
    frame = TVZ.model_copy(update=changed)
    assert impossible(frame, talk.analyst.model) == "skill_groups"


def test_a_race_against_itself_has_no_rate(tmp_path: Path) -> None:
    talk = Talk.about(table(400, 20), tmp_path, TODAY)
    same = tuple(one.model_copy(update={"values": ("Terran",)}) for one in TVZ.filters)
    found = asyncio.run(talk.analyst.analyse(TVZ.model_copy(update={"filters": same})))
    assert found.rows
    assert found.adjustment.rates == (None,)


@pytest.mark.parametrize(
    "text",
    [
        "skill-adjusted ranking of players",
        "선수별 실력 보정 승률",
        "tasa ajustada por nivel de Ann",
    ],
)
def test_players_have_no_rate_with_their_own_skill_taken_out(tmp_path: Path, text: str) -> None:
    names = ("Ann", "Bob", "Cleo")
    lines = "".join(
        f"2024-01-{i % 28 + 1:02},{names[i % 3]},{names[(i + 1) % 3]},{i % 2 + 1}\n"
        for i in range(90)
    )
    talk = Talk.about(f"date,player1,player2,winner\n{lines}", tmp_path, TODAY)
    outcome = talk.say(text)
    talk.analyst.close()
    assert isinstance(outcome, Decline)
    assert outcome.reason == "only_players"


def test_a_fit_stays_finite_where_each_matchup_has_one_winner() -> None:
    names = [f"n{number}" for number in range(8)]
    games = [
        Won(one, two, one, two, 1 + place % 3)
        for place, (one, two) in enumerate((a, b) for a in names for b in names if a < b)
    ]
    pairings = Pairings(games)
    fit = Logistic(pairings.columns(), pairings.players, len(pairings.matchups), Event())
    fit.take(50.0)
    won = fit.columns.games
    start = np.full(pairings.players + len(pairings.matchups), 800.0)
    start[: pairings.players : 2] = -800.0
    assert np.isfinite(fit.chances(fit.fit(won, start))).all()
