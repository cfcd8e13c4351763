"""Columns that say yes and no are heard by their header, in three languages."""

from datetime import date
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.model.yes_no import answers_of
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding

TODAY = date(2024, 12, 1)
_ANSWERS = (
    ("yes", "no"),
    ("true", "false"),
    ("1", "0"),
    ("예", "아니오"),
    ("sí", "no"),
    ("Y", "N"),
)


@cache
def table(flag: str, yes: str, no: str) -> tuple[Understanding, tuple[str, str]]:
    """Return what understands a log of games with a column of yes and no, and the two values."""
    path = Path(mkdtemp()) / "diary.csv"
    rows = [
        f"2024-{n % 11 + 1:02}-03,{('Aggro', 'Control')[n % 2]},"
        f"{('Mage', 'Priest', 'Rogue')[n % 3]},{yes if n % 3 else no},"
        f"{'win' if n % 5 < 3 else 'loss'}"
        for n in range(90)
    ]
    path.write_text("\n".join([f"date,my deck,opp class,{flag},result", *rows]), encoding="utf-8")
    analyst = Analyst.open(path)
    try:
        found = next(f for one in analyst.model.dimensions.values() if (f := answers_of(one)))
        return Understanding(analyst.model), found
    finally:
        analyst.close()


def kept(outcome: object) -> list[tuple[tuple[str, ...], bool]]:
    assert isinstance(outcome, Answerable), outcome
    return [(f.values, f.exclude) for f in outcome.frame.filters]


@pytest.mark.parametrize(("yes", "no"), _ANSWERS)
@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("win rate going first", True),
        ("win rate when going second", False),
        ("선공일 때 승률", True),
        ("후공 승률", False),
        ("tasa de victorias jugando primero", True),
        ("tasa de victorias yendo segundo", False),
    ],
)
def test_who_began_is_heard(text: str, *, first: bool, yes: str, no: str) -> None:
    understanding, values = table("Went first", yes, no)
    done = understanding.understand(text, today=TODAY)
    assert kept(done.outcome) == [((values[not first],), False)]


@pytest.mark.parametrize(("yes", "no"), _ANSWERS)
@pytest.mark.parametrize(
    ("text", "offline"),
    [
        ("win rate in offline matches only", True),
        ("win rate online only", False),
        ("오프라인 승률", True),
        ("온라인만 승률", False),
        ("tasa de victorias presencial", True),
        ("tasa de victorias en línea", False),
    ],
)
def test_where_it_was_played_is_heard(text: str, *, offline: bool, yes: str, no: str) -> None:
    understanding, values = table("offline", yes, no)
    done = understanding.understand(text, today=TODAY)
    assert kept(done.outcome) == [((values[not offline],), False)]


@pytest.mark.parametrize("flag", ["offline", "is_lan"])
@pytest.mark.parametrize(
    "text",
    ["win rate by {}", "오프라인별 승률", "tasa de victorias por {}"],
)
def test_it_groups_where_the_words_say_so(flag: str, text: str) -> None:
    noun = {"offline": "offline", "is_lan": "lan"}[flag]
    understanding, _ = table(flag, "yes", "no")
    done = understanding.understand(text.format(noun), today=TODAY)
    assert isinstance(done.outcome, Answerable)
    assert len(done.outcome.frame.group_by) == 1
    assert not done.outcome.frame.filters


def test_whose_beginning_a_row_of_two_sides_tells_of_is_not_guessed(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    rows = [
        f"{'TZ'[n % 2]},{'ZPT'[n % 3]},{'yes' if n % 3 else 'no'},{1 + n % 2}" for n in range(60)
    ]
    path.write_text("\n".join(["race_1,race_2,went_first,winner", *rows]), encoding="utf-8")
    analyst = Analyst.open(path)
    analyst.close()
    done = Understanding(analyst.model).understand("Terran win rate going first", today=TODAY)
    assert not isinstance(done.outcome, Answerable)
