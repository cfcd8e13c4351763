"""A summary of earlier answers: which are taken, what is said of their intervals and cautions."""

import asyncio

from agents.data.match.answers.synthesis import overlapping
from agents.data.match.compute.statistics import Interval
from tests.contract.test_data_executor import talking


def test_where_only_others_are_referenced_nothing_is_summarised() -> None:
    async def run() -> None:
        async with talking() as talk:
            await talk.say("Terran win rate")
            refused = await talk.say("will Zerg be nerfed?")
            assert "result" not in refused.data
            for reference in (refused.task_id, "nonsense"):
                turn = await talk.say("summarise the analyses", references=[reference])
                assert "result" not in turn.data, turn.answer
                assert reference[:8] in turn.answer
                assert "58%" not in turn.answer

    asyncio.run(run())


def test_a_declined_question_among_the_referenced_is_named_as_left_out() -> None:
    async def run() -> None:
        async with talking() as talk:
            terran = await talk.say("Terran win rate")
            refused = await talk.say("will Zerg be nerfed?")
            ids = [terran.task_id, refused.task_id]
            turn = await talk.say("summarise the analyses", references=ids)
            assert f"Task `{refused.task_id[:8]}` has no result and is left out." in turn.answer

    asyncio.run(run())


def test_of_many_rates_it_is_said_how_many_overlap() -> None:
    async def run() -> None:
        async with talking() as talk:
            await talk.say("win rate by race")
            await talk.say("win rate by matchup")
            turn = await talk.say("summarise the previous analyses")
            rates = [row[-2:] for row in turn.data["result"]["rows"]]
            assert len(rates) > 4
            count = sum(
                a[0] <= b[1] and b[0] <= a[1] for i, a in enumerate(rates) for b in rates[:i]
            )
            pairs = len(rates) * (len(rates) - 1) // 2
            assert f"Of {pairs} pairs of intervals {count} overlap;" in turn.answer

    asyncio.run(run())


def test_overlapping_pairs_are_counted() -> None:
    intervals = [Interval(i / 7 % 1, i / 7 % 1 + 0.2) for i in range(20)]
    intervals += [Interval(0.2, 0.3), Interval(0.3, 0.4)]
    by_hand = sum(a.overlaps(b) for i, a in enumerate(intervals) for b in intervals[:i])
    assert overlapping(intervals) == by_hand


def test_a_summary_is_in_the_language_of_its_request_and_says_whose_a_caution_is() -> None:
    async def run() -> None:
        async with talking() as talk:
            rates = await talk.say("win rate by race")
            (caution,) = rates.data["result"]["warnings_in"]["en"][:1]
            assert caution in rates.answer
            turn = await talk.say("이전 분석들을 종합해줘")
            assert "win rate" not in turn.answer
            assert caution not in turn.answer
            (korean,) = rates.data["result"]["warnings_in"]["ko"][:1]
            assert f"{korean} (작업 `{rates.task_id[:8]}`)" in turn.answer
            assert "테란 승률" in turn.data["result"]["row_labels"]

    asyncio.run(run())
