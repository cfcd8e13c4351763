"""What is offered when a question is declined: it keeps what was named, and can be answered."""

import asyncio
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agents.answering.text.language import language_of
from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable, Decline
from agents.data.replies import decline, questions
from agents.data.understanding import Understanding

SAMPLE = Path(__file__).resolve().parents[4] / "assets" / "sample" / "simulated_matches.csv"
TODAY = date(2026, 11, 21)


@pytest.fixture(scope="module")
def analyst() -> Iterator[Analyst]:
    analyst = Analyst.open(SAMPLE)
    yield analyst
    analyst.close()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Zerg MMR on Acropolis", ("Zerg", "Acropolis")),
        ("아크로폴리스에서 저그 APM", ("저그", "Acropolis")),
        ("tasa de vetos de Terran en Acropolis", ("Terran", "Acropolis")),
        ("Terran creep score", ("Terran",)),
        ("stalemates on Acropolis", ("Acropolis",)),
    ],
)
def test_offers_keep_what_was_named(analyst: Analyst, text: str, kept: tuple[str, ...]) -> None:
    understanding, language = Understanding(analyst.model, years=6), language_of(text)
    refused = understanding.understand(text, today=TODAY, language=language).outcome
    assert isinstance(refused, Decline)
    offered = questions(analyst, language, refused.about, refused.where)[:2]
    assert len(offered) == 2
    for one in offered:
        assert all(name in one for name in kept), one
        assert one in decline(analyst, refused, language)
        outcome = understanding.understand(one, today=TODAY, language=language).outcome
        assert isinstance(outcome, Answerable), one
        assert asyncio.run(analyst.analyse(outcome.frame)).rows
