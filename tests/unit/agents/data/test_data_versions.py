"""Before and after a patch: the day of its first game parts the games in two."""

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from agents.answering.periods.periods import Period
from agents.answering.text.language import language_of
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable, Decline, Outcome
from agents.data.replies import decline
from agents.data.understanding import Understanding

TODAY = date(2024, 6, 15)
FIRST = {"4.7.1": 0, "4.7.2": 20, "4.9": 40, "4.10": 70}
Reads = Callable[[str], Outcome]


def played(index: int) -> tuple[date, str]:
    """Return the day and the patch of a game; a late one is still played on the patch before."""
    day = index if index % 9 else max(0, index - 8)
    patch = [name for name, first in FIRST.items() if first <= day][-1]
    return date(2023, 1, 1) + timedelta(days=index), patch


def table(folder: Path, *, days: bool = True, versions: bool = True) -> Analyst:
    lines = ["date,patch,map,winner_race,loser_race"]
    for index in range(100):
        day, patch = played(index)
        sides = ("Terran", "Zerg") if index % 3 else ("Zerg", "Terran")
        lines.append(f"{day},{patch},M{index % 2},{','.join(sides)}")
    rows = [line.split(",") for line in lines]
    kept = [i for i in range(5) if (days or i != 0) and (versions or i != 1)]
    path = folder / "games.csv"
    path.write_text("\n".join(",".join(row[i] for i in kept) for row in rows), "utf-8")
    return Analyst.open(path)


def reading(analyst: Analyst) -> Reads:
    understanding = Understanding(analyst.model, versions=analyst.versions)
    return lambda text: understanding.understand(text, today=TODAY).outcome


@pytest.fixture(scope="module")
def analyst(tmp_path_factory: pytest.TempPathFactory) -> Analyst:
    analyst = table(tmp_path_factory.mktemp("patched"))
    analyst.close()
    return analyst


def frame(outcome: Outcome) -> Frame:
    assert isinstance(outcome, Answerable), outcome
    return outcome.frame


def begun_with_4_10(analyst: Analyst, text: str, *periods: Period) -> Outcome:
    outcome = reading(analyst)(text)
    assert frame(outcome).period == periods
    assert all(one.dimension == "race" for one in frame(outcome).filters)
    assert isinstance(outcome, Answerable)
    assert [(one.version, one.day) for one in outcome.began] == [("4.10", date(2023, 3, 12))]
    return outcome


def test_a_version_begins_with_its_first_game(analyst: Analyst) -> None:
    first = date(2023, 1, 1)
    days = {name: first + timedelta(days=day) for name, day in FIRST.items()}
    assert analyst.versions == {"patch": days}


@pytest.mark.parametrize(
    "text",
    [
        "compare TvZ before and after patch 4.10",
        "패치 4.10 전후 테저전 승률 비교",
        "compara TvZ antes y después del parche 4.10",
    ],
)
def test_before_and_after_a_patch_are_two_periods(analyst: Analyst, text: str) -> None:
    day = date(2023, 3, 12)
    outcome = begun_with_4_10(analyst, text, Period(end=day), Period(start=day))
    assert "patch" not in frame(outcome).group_by


@pytest.mark.parametrize("text", ["and patch 4.9?", "패치 4.9는?", "¿y el parche 4.9?"])
def test_another_patch_by_itself_is_asked_around_too(analyst: Analyst, text: str) -> None:
    understanding = Understanding(analyst.model, versions=analyst.versions)
    before = frame(reading(analyst)("TvZ before and after patch 4.10"))
    outcome = understanding.understand(text, today=TODAY, previous=before).outcome
    other = date(2023, 2, 10)
    assert frame(outcome).period == (Period(end=other), Period(start=other))
    assert frame(outcome).filters == before.filters
    inside = understanding.understand("on patch 4.9", today=TODAY, previous=before).outcome
    assert frame(inside).period == before.period
    plain = understanding.understand("TvZ win rate", today=TODAY).outcome
    filtered = understanding.understand(text, today=TODAY, previous=frame(plain)).outcome
    assert frame(filtered).period == ()


def test_a_version_with_parts_begins_with_the_first_of_them(analyst: Analyst) -> None:
    outcome = reading(analyst)("TvZ before and after patch 4.7")
    assert isinstance(outcome, Answerable)
    (began,) = outcome.began
    assert began.values == ("4.7.1", "4.7.2") and began.day == date(2023, 1, 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("TvZ before and after patch 9.9", "no patch “9.9”"),
        ("TvZ before and after 4.1", "no patch “4.1”"),
        ("패치 9.9 전후 테저전", "패치 ‘9.9’가 없어"),
        ("TvZ antes y después del parche 9.9", "no tiene parche «9.9»"),
    ],
)
def test_a_patch_that_the_table_does_not_have_is_named_with_those_it_has(
    analyst: Analyst, text: str, says: str
) -> None:
    outcome = reading(analyst)(text)
    assert isinstance(outcome, Decline) and outcome.reason == "version"
    said = decline(analyst, outcome, language_of(text, "en"))
    assert says in said and "4.7.1, 4.7.2, 4.9, 4.10" in said


@pytest.mark.parametrize(
    ("days", "versions"), [(False, True), (True, False)], ids=["no days", "no versions"]
)
def test_without_days_or_versions_it_is_declined(
    tmp_path: Path, *, days: bool, versions: bool
) -> None:
    analyst = table(tmp_path, days=days, versions=versions)
    outcome = reading(analyst)("TvZ before and after patch 4.10")
    analyst.close()
    assert analyst.versions == {}
    assert isinstance(outcome, Decline)


def test_a_patch_that_nothing_is_asked_around_is_a_filter(analyst: Analyst) -> None:
    asked = frame(reading(analyst)("TvZ on patch 4.10"))
    assert asked.period == () and ("4.10",) in [one.values for one in asked.filters]


@pytest.mark.parametrize(
    "text",
    ["TvZ since patch 4.10", "desde el parche 4.10 TvZ", "패치 4.10 이후 테저전"],
)
def test_since_a_patch_begins_with_its_first_game(analyst: Analyst, text: str) -> None:
    begun_with_4_10(analyst, text, Period(start=date(2023, 3, 12)))


@pytest.mark.parametrize(
    "text",
    ["TvZ before patch 4.10", "TvZ hasta el parche 4.10", "4.10 패치 이전 테저전"],
)
def test_before_a_patch_ends_with_its_first_game(analyst: Analyst, text: str) -> None:
    asked = frame(reading(analyst)(text))
    assert asked.period == (Period(end=date(2023, 3, 12)),)
    assert all(one.dimension == "race" for one in asked.filters)


@pytest.mark.parametrize(
    "text",
    ["TvZ since patch 4.9 and before patch 4.10", "4.9 패치 이후 4.10 패치 이전 테저전",
     "TvZ después del parche 4.9 y antes del parche 4.10"],
)  # fmt: skip
def test_since_one_patch_and_before_another(analyst: Analyst, text: str) -> None:
    between = Period(start=date(2023, 2, 10), end=date(2023, 3, 12))
    assert frame(reading(analyst)(text)).period == (between,)


@pytest.mark.parametrize(
    "text",
    [
        "TvZ from patch 4.9 to patch 4.10",
        "TvZ desde el parche 4.9 hasta el parche 4.10",
        "4.9 패치부터 4.10 패치까지 테저전",
    ],
)
def test_a_patch_with_its_own_games_ends_on_no_known_day(analyst: Analyst, text: str) -> None:
    assert isinstance(reading(analyst)(text), Decline)


@pytest.mark.parametrize("text", ["and patch 4.9?", "패치 4.9는?", "¿y el parche 4.9?"])
def test_after_since_a_patch_another_one_is_since_too(analyst: Analyst, text: str) -> None:
    understanding = Understanding(analyst.model, versions=analyst.versions)
    for asked, found in (
        ("TvZ since patch 4.10", Period(start=date(2023, 2, 10))),
        ("TvZ before patch 4.10", Period(end=date(2023, 2, 10))),
    ):
        before = frame(reading(analyst)(asked))
        outcome = understanding.understand(text, today=TODAY, previous=before).outcome
        assert frame(outcome).period == (found,)


@pytest.mark.parametrize(
    "text",
    [
        "TvZ since patch 4.10", "desde el parche 4.10 TvZ", "4.10 패치 이후로 테저전"
    ],
)  # fmt: skip
@pytest.mark.parametrize(("days", "versions"), [(True, False)], ids=["no versions"])
def test_since_a_patch_needs_days_and_versions(
    tmp_path: Path, text: str, *, days: bool, versions: bool
) -> None:
    analyst = table(tmp_path, days=days, versions=versions)
    outcome = reading(analyst)(text)
    analyst.close()
    assert isinstance(outcome, Decline)
    assert days is False or (outcome.reason == "missing")


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ("TvZ since patch 4.10", {"4.7.1", "4.7.2", "4.9"}),
        ("desde el parche 4.10 TvZ", {"4.7.1", "4.7.2", "4.9"}),
        ("4.10 패치 이후로 테저전", {"4.7.1", "4.7.2", "4.9"}),
        ("TvZ before patch 4.10", {"4.10"}),
    ],
)
def test_without_days_versions_follow_their_numbers(
    tmp_path: Path, text: str, left_out: set[str]
) -> None:
    analyst = table(tmp_path, days=False)
    found = frame(reading(analyst)(text)).filter("patch", exclude=True)
    analyst.close()
    assert found is not None
    assert set(found.values) == left_out
