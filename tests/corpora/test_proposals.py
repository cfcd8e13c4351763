"""What records a model's replies: what is kept, what is asked again, how it is counted."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.data.agent.proposals.checking import objections, question
from agents.data.agent.proposals.proposal import Proposal
from agents.data.query.query import Measure, Query
from agents.models.language_model import LanguageModel
from agents.models.proposing import ModelProposer
from tests.contract.agents.data.model_endpoint import Says, endpoint, proposes
from tests.corpora.corpus import lines, tables
from tests.corpora.proposals import TODAY, Case, acts, developed, record, recorded, score

pytestmark = pytest.mark.anyio

QUESTION = "average IMDB rating by genre"
MEAN = {"measures": [{"aggregate": "mean", "of": "IMDB Rating"}]}
RIGHT = proposes(understood=True, query={**MEAN, "groups": [{"by": "Genre"}]})
HALF = proposes(understood=True, query=MEAN)
OTHER = proposes(understood=True, query={"measures": [{"aggregate": "mean", "of": "IMDB Rating"}],
                                         "groups": [{"by": "Genre"}], "limit": 1})  # fmt: skip


def case() -> Case:
    return next(one for one in developed() if one.text == QUESTION)


async def recording(folder: Path, *replies: Says) -> int:
    """Record the question; return how often the model was asked."""
    with endpoint(*replies) as server:
        proposer = ModelProposer(LanguageModel(server.config()))
        await record([case()], proposer, folder)
        return len(server.asked)


async def test_replies_are_kept_with_model_and_day_and_asked_for_once(tmp_path: Path) -> None:
    assert await recording(tmp_path, HALF, RIGHT) == 2
    (told,) = recorded(tmp_path)
    assert (told.model, told.text, told.problem) == ("openai:scripted", QUESTION, "")
    assert len(told.day) == len("2026-11-27")
    assert [len(one["query"]) for one in told.replies] == [1, 2], "what was refused is kept too"
    assert await recording(tmp_path, OTHER) == 0


async def test_a_server_that_fails_is_asked_again_the_next_time(tmp_path: Path) -> None:
    assert await recording(tmp_path, Says(500)) == 1
    assert list(recorded(tmp_path)) == []
    assert await recording(tmp_path, RIGHT) == 1


@pytest.mark.parametrize(
    ("reply", "alone"),
    [(RIGHT, "100.0% | 0.0% | 0.0%"), (OTHER, "0.0% | 100.0% | 0.0%"),
     (HALF, "0.0% | 0.0% | 100.0%"), (proposes(understood=False), "0.0% | 0.0% | 100.0%")],
)  # fmt: skip
async def test_rules_the_model_and_both_are_scored_from_recordings(
    tmp_path: Path, reply: Says, alone: str
) -> None:
    assert "Nothing is recorded" in await score([case()], tmp_path)
    await recording(tmp_path, reply)
    lines = (await score([case()], tmp_path)).splitlines()
    assert lines[2].endswith("| 1 | 1 | rules alone | 100.0% | 0.0% | 0.0% |")
    assert lines[3].endswith(f"| model alone | {alone} |")
    assert lines[4].endswith("| both | 100.0% | 0.0% | 0.0% |"), "rules understood it"


def test_a_query_that_is_none_is_right_where_the_table_cannot_tell() -> None:
    cases = list(developed())
    assert 0 < sum(one.right(None) for one in cases) < len(cases) / 4


def without_a_part(query: Query) -> Iterator[Query]:
    """Yield a query as models shorten it: without its conditions, groups, figure or number."""
    if query.where is not None:
        yield query.model_copy(update={"where": None})
    if query.groups and not (query.order or query.windows or query.per or query.groups[1:]):
        yield query.model_copy(update={"groups": (), "having": ()})
    if query.limit and query.limit > 1:
        yield query.model_copy(update={"limit": None})
    if query.measures and query.measures[0].of is not None:
        yield query.model_copy(update={"measures": (Measure(),)})


def test_what_is_meant_stands_and_what_leaves_out_a_part_of_it_in_silence_does_not() -> None:
    refused, cut, missed = [], 0, []
    for line in lines():
        asked = question(line.text, line.language, tables()[line.table], TODAY)
        meant = Query.model_validate(line.query)
        if objections(Proposal(understood=True, query=meant), asked):
            refused.append(line.text)
        for part in without_a_part(meant):
            cut += 1
            if not objections(Proposal(understood=True, query=part), asked):
                missed.append((line.text, part))
    assert not refused
    assert cut > 200
    assert len(missed) <= cut / 50, missed


async def test_what_a_model_once_said_is_read_right_still() -> None:
    told = {one.key: one for one in recorded()}
    cases = [one for one in developed() if one.key in told][::4]
    assert len(cases) >= 30
    wrong = [
        one.text for one in cases if (await acts(one, told[one.key]))["model alone"] != "right"
    ]
    assert len(wrong) <= len(cases) / 10, wrong
