"""Every chart is a Vega-Lite spec that any viewer opens: allowed by the schema, with its data."""

import asyncio
import json
from collections.abc import Iterator
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from agents.data.analysis import Analyst
from agents.data.answers import Writer
from agents.data.charts import chart_of
from agents.data.frame import Frame
from agents.data.language import LANGUAGES, Language, language_of
from agents.data.outcomes import Answerable
from agents.data.synthesis import SCHEMA
from agents.data.understanding import Understanding
from tests.vega_lite import SCHEMAS, faults

SAMPLE = Path(__file__).resolve().parents[2] / "assets" / "sample" / "simulated_matches.csv"
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
