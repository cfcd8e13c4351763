"""What a language model may propose: frames that stand the parser's checks, and nothing else."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from agents.data.maker import SAMPLE
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.proposals import check, consult, summary_of
from agents.data.understanding import Understanding
from app.errors import DeskError

TODAY = date(2026, 11, 21)
TERRAN = {"dimension": "race", "values": ["Terran"]}
ZERG = {"dimension": "race", "values": ["Zerg"], "side": "opponent"}
BOTH = {"dimension": "race", "values": ["Terran", "Zerg"]}


@pytest.fixture(scope="module")
def analyst() -> Analyst:
    return Analyst.open(SAMPLE)


def test_a_whole_frame_passes(analyst: Analyst) -> None:
    frame = check({"measure": "win_rate", "filters": [TERRAN, ZERG]}, analyst.model)
    assert isinstance(frame, Frame)
    assert [f.side for f in frame.filters] == ["own", "opponent"]


def test_the_artifact_of_an_earlier_answer_passes(analyst: Analyst) -> None:
    period = {"start": "2026-01-01", "end": "2027-01-01", "text": "2026"}
    kept = {"measure": "games", "period": [period], "labels": [], "title": "x", "language": "en"}
    frame = check(kept, analyst.model)
    assert isinstance(frame, Frame)
    assert frame.period[0].start == date(2026, 1, 1)


@pytest.mark.parametrize(
    "proposed",
    [
        "SELECT 1",
        ["win_rate"],
        {"measure": "elo"},
        {"measure": "win_rate", "sql": "SELECT 1"},
        {"filters": [{"dimension": "mmr", "values": ["5000"]}]},
        {"filters": [{"dimension": "race", "values": ["Terran' OR 1=1 --"]}]},
        {"filters": [{"dimension": "race", "values": []}]},
        {"filters": [{"dimension": "map", "values": ["Acropolis"], "side": "opponent"}]},
        {"filters": "Terran"},
        {"group_by": ["country"]},
        {"group_by": ["race"], "limit": 0},
        {"group_by": ["race"], "limit": 10**6},
        {"group_by": ["race"], "having": -3},
        {"group_by": ["race"], "bounds": [{"comparison": ">", "value": 52.5}]},
        {"period": [{"start": "2026-02-01", "end": "2026-01-01"}]},
        {"period": [{"start": "soon", "end": None}]},
        {"period": "2026"},
        {"measure": "skill_rate", "group_by": ["map"]},
        {"period": [{"start": "9999-12-31", "end": None}]},
        {"periods_out": [{"start": "2026-02-01", "end": "2026-01-01"}]},
        {"group_by": ["race"], "newest": 10**30},
        {"group_by": ["race"], "limit": 3, "skip": 10**30},
        {"group_by": ["race"], "bounds": [{"comparison": ">", "value": float("nan")}]},
        {"measure": "games", "group_by": ["race"], "order": "even"},
        {"group_by": ["race"], "unmet": [["Terran", "Nobody"]]},
        {
            "group_by": ["race"],
            "beyond": {"dimension": "race", "value": "Nobody", "comparison": ">"},
        },
    ],
)
def test_what_the_table_has_not_is_refused_with_reasons(analyst: Analyst, proposed: object) -> None:
    reasons = check(proposed, analyst.model)
    assert isinstance(reasons, list)
    assert reasons
    assert all(reasons)


@pytest.mark.parametrize(
    ("text", "lie"),
    [
        ("Terran frobnication", {"filters": [{"dimension": "race", "values": ["Zerg"]}]}),
        ("Terran frobnication without Zerg", {"filters": [TERRAN, ZERG]}),
        ("number of games frobnicated by Terran", {"filters": [TERRAN]}),
        ("Terran frobnication against Zerg", {"filters": [BOTH]}),
        ("top 3 frobnicated maps", {"group_by": ["map"], "order": "asc", "limit": 5}),
    ],
)
def test_a_frame_that_contradicts_what_was_understood_is_refused(
    analyst: Analyst, text: str, lie: Mapping[str, Any]
) -> None:
    understood = Understanding(analyst.model).understand(text, today=TODAY)
    assert understood.reading is not None
    assert understood.reading.unknown
    assert isinstance(check(lie, analyst.model, understood.reading), list)
    assert isinstance(check(lie, analyst.model), Frame)  # refused for the contradiction alone


@pytest.mark.anyio
async def test_a_proposer_that_fails_or_says_nothing_proposes_nothing(analyst: Analyst) -> None:
    async def fails(*_: object) -> None:
        raise DeskError("no connection")

    async def silent(*_: object) -> None:
        return None

    for proposer, problem in ((fails, "no connection"), (silent, "")):
        found = await consult(proposer, "?", analyst.model, analyst.dates, None, None)
        assert (found.frame, found.problem) == (None, problem)


def test_the_summary_names_what_can_be_proposed(analyst: Analyst) -> None:
    summary = summary_of(analyst.model, analyst.dates)
    assert "win_rate" in summary["measures"]
    assert summary["subject"] == "race"
    assert "Terran" in summary["dimensions"]["race"]["values"]
    for key in summary["group_by"]:
        if key not in ("opponent", "matchup"):
            assert isinstance(check({"group_by": [key]}, analyst.model), Frame), key
