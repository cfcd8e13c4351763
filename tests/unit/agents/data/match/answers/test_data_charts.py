"""Every chart is a Vega-Lite spec that any viewer opens: allowed by the schema, with its data."""

import asyncio
import json
from collections.abc import Iterator
from datetime import date, datetime
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QRectF

from agents.answering.text.language import LANGUAGES, Language, language_of
from agents.data.match.answers.answers import Writer
from agents.data.match.answers.charts import beginning, chart_of, missing_between
from agents.data.match.answers.synthesis import SCHEMA
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import GRAINS, Filter, Frame
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding
from gui.charts.layout import lay_out
from gui.charts.vega_lite import read_chart
from tests.vega_lite import SCHEMAS, faults

SAMPLE = Path(__file__).resolve().parents[6] / "assets" / "sample" / "simulated_matches.csv"
QUESTIONS = (
    "win rate by race", "Terran win rate by map", "Terran win rate by month", "Zerg by year",
    "win rate by race and year", "win rates by matchup", "Terran vs Zerg by map",
    "pick rate by race", "mirror share by map", "games by month", "average game length by map",
    "longest game by map", "loss rate by race", "wins by player", "skill adjusted win rate by race",
    "compare Terran and Zerg", "Terran 2021 vs 2022", "Terran win rate as a chart",
    "맵별 저그 승률", "종족별 경기 수", "매치업별 승률을 그래프로", "연도별 프로토스 승률 추이",
    "tasa de victorias por raza", "duración media por mapa", "evolución de Zerg por trimestre",
    "players with at least 100 wins", "win rate by race in games longer than 20 minutes",
)  # fmt: skip


@pytest.fixture(scope="module")
def analyst() -> Iterator[Analyst]:
    analyst = Analyst.open(SAMPLE)
    yield analyst
    analyst.close()


@pytest.fixture(scope="module")
def understanding(analyst: Analyst) -> Understanding:
    return Understanding(analyst.model, years=6)


def drawn(analyst: Analyst, frame: Frame, language: Language) -> dict[str, Any]:
    analysis = asyncio.run(analyst.analyse(frame))
    names = Writer(analysis, analyst.model, language, simulated=True).write().names
    spec = chart_of(analysis, names, analyst.model, language, 'a "title" of <what> is shown')
    assert spec is not None, frame
    read: dict[str, Any] = json.loads(json.dumps(spec, allow_nan=False))
    return read


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_chart_is_what_the_schema_allows(
    analyst: Analyst, understanding: Understanding, text: str
) -> None:
    language = language_of(text)
    outcome = understanding.understand(text, today=date(2026, 11, 21), language=language).outcome
    assert isinstance(outcome, Answerable), outcome
    spec = drawn(analyst, outcome.frame, language)
    assert faults(spec) == []
    assert spec["$schema"] in SCHEMAS


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_measures_and_groupings_are_drawn_so(analyst: Analyst, language: Language) -> None:
    groupings = (("race",), ("map",), ("year",), ("race", "year"), ("map", "race"))
    for measure, group_by in product(("win_rate", "games", "duration", "wins"), groupings):
        frame = Frame.model_validate({"measure": measure, "group_by": group_by})
        assert faults(drawn(analyst, frame, language)) == [], frame


def test_rates_do_not_start_at_zero_on_any_layer(analyst: Analyst) -> None:
    spec = drawn(analyst, Frame(group_by=("race",)), "en")
    positions = [
        one["encoding"][axis] for one in spec["layer"] for axis in ("x", "y")
        if one["encoding"].get(axis, {}).get("type") == "quantitative"
    ]  # fmt: skip
    assert len(positions) == 3
    assert all(one["scale"]["zero"] is False for one in positions)


def test_the_check_finds_what_is_wrong(analyst: Analyst) -> None:
    good = drawn(analyst, Frame(group_by=("race",)), "en")
    for spoil in (
        lambda s: s.update(data={"url": "https://example.org/rows.csv"}),
        lambda s: s.update({"$schema": "https://example.org/schema.json"}),
        lambda s: s["layer"][0].update(mark="errorbars"),
        lambda s: s["layer"][1]["encoding"]["x"].update(type="name"),
        lambda s: s["layer"][1]["encoding"]["y"].update(field="nothing"),
        lambda s: s["layer"][1]["encoding"].update(colour={"field": "name"}),
        lambda s: s["layer"][1]["encoding"]["y"]["scale"].update(zeros=False),
        lambda s: s["data"]["values"][0].update(win_rate=[1]),
    ):
        spec = json.loads(json.dumps(good))
        spoil(spec)
        assert faults(spec) != []


def test_the_chart_of_a_summary_names_the_same_schema() -> None:
    assert SCHEMA in SCHEMAS


@pytest.fixture
def autumns(tmp_path: Path) -> Iterator[Analyst]:
    """Terran plays each month but May and August, Zerg not in June either."""
    lines = ["played_at,p1_race,p2_race,p1,p2,winner"]
    for month in (1, 2, 3, 4, 6, 7, 9):
        rivals = ["Protoss"] if month == 6 else ["Zerg", "Protoss"]
        lines += [
            f"2021-{month:02}-{day:02},Terran,{rival},Ann,llllllllllll,{1 + day % 2}"
            for day in range(1, 13) for rival in rivals
        ]  # fmt: skip
    path = tmp_path / "games.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    analyst = Analyst.open(path)
    yield analyst
    analyst.close()


@pytest.mark.parametrize("measure", ["win_rate", "games"])
def test_each_coloured_line_breaks_where_it_has_no_games(autumns: Analyst, measure: str) -> None:
    frame = Frame.model_validate({"measure": measure, "group_by": ("race", "month")})
    values = drawn(autumns, frame, "en")["data"]["values"]
    lines: dict[str, list[str]] = {}
    for value in values:
        shown = value["name"][5:] if value[measure] is not None else "–"
        lines.setdefault(value["series"], []).append(shown)
    assert lines["Terran"] == ["01", "02", "03", "04", "–", "06", "07", "–", "09"]
    assert lines["Zerg"] == ["01", "02", "03", "04", "–", "–", "07", "–", "09"]
    assert [v["name"] for v in values] == sorted(v["name"] for v in values)


def test_a_line_breaks_at_every_gap_however_many_days_are_missing() -> None:
    days = [date(2020, month, 1).isoformat() for month in range(1, 13)]
    gaps = missing_between("day", days)
    assert {before for _, before in gaps} == set(days[:-1])


def test_what_rows_are_grouped_by_is_told_apart(autumns: Analyst) -> None:
    frame = Frame(group_by=("opponent_player", "opponent"), presentation="chart")
    spec = drawn(autumns, frame, "en")
    titles = {one["encoding"]["x"].get("title") for one in spec["layer"] if "x" in one["encoding"]}
    assert "opponent player · opponent race" in titles, titles


def test_a_name_made_of_bars_is_cautioned_against_when_asked_for_alone(autumns: Analyst) -> None:
    one = Filter(dimension="player", values=("llllllllllll",))
    for side in ("own", "opponent"):
        frame = Frame(filters=(one.model_copy(update={"side": side}),))
        analysis = asyncio.run(autumns.analyse(frame))
        answer = Writer(analysis, autumns.model, "en", simulated=False).write()
        assert "made of bars: llllllllllll." in " ".join(answer.warnings)


@pytest.mark.parametrize(
    ("period", "begins"),
    [
        ("2020", "2020-01-01"), ("2020-Q1", "2020-01-01"), ("2020-Q4", "2020-10-01"),
        ("2020-03", "2020-03-01"), ("2020-03-09", "2020-03-09"),
    ],
)  # fmt: skip
def test_a_period_begins_with_its_first_day(period: str, begins: str) -> None:
    assert beginning(period) == f"{begins}T00:00:00"


@pytest.mark.parametrize("grain", GRAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_periods_stand_at_their_time(autumns: Analyst, grain: str, language: Language) -> None:
    frame = Frame(group_by=(grain,), presentation="chart", measure="games")
    spec = drawn(autumns, frame, language)
    across = {json.dumps(one["encoding"]["x"]) for one in spec["layer"] if "x" in one["encoding"]}
    (axis,) = map(json.loads, across)
    assert axis["type"] == "temporal"
    found = [datetime.fromisoformat(row[axis["field"]]) for row in spec["data"]["values"]]
    assert all(one < later for one, later in pairwise(found))
    assert found[0].date() == (date(2020, 12, 28) if grain == "week" else date(2021, 1, 1))


def test_days_without_games_leave_their_room(tmp_path: Path) -> None:
    days = ("2021-03-01", "2021-03-02", "2021-06-20")
    rows = [f"{day},Terran,Zerg,Ann,Ben,{1 + n % 2}" for day in days for n in range(6)]
    path = tmp_path / "games.csv"
    path.write_text("\n".join(["played_at,p1_race,p2_race,p1,p2,winner", *rows]), encoding="utf-8")
    analyst = Analyst.open(path)
    spec = drawn(analyst, Frame(measure="games", group_by=("day",)), "en")
    analyst.close()
    shapes = lay_out(read_chart(spec), QRectF(0, 0, 600, 200), QLocale("en")).shapes
    places = [shape.points[0].x() for shape in shapes if shape.row is not None]
    assert (places[2] - places[0]) / (places[1] - places[0]) == pytest.approx(111)
