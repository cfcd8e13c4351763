"""A person who starts over gets a conversation in which nothing of the last one is left."""

import asyncio

import pytest

from tests.contract.test_data_executor import talking


@pytest.mark.parametrize(
    ("asked", "over", "again", "says"),
    [
        ("Terran win rate on Acropolis", "start over", "average game length", "from the beginning"),
        ("Terran win rate on Acropolis", "let's start again", "average game length", "You could"),
        ("아크로폴리스 테란 승률", "처음부터 다시", "평균 경기 시간은?", "처음부터 다시"),
        ("아크로폴리스 테란 승률", "초기화해줘", "평균 경기 시간은?", "처음부터 다시"),
        ("victorias de Terran en Acropolis", "empezar de nuevo", "duración media", "de nuevo"),
        ("victorias de Terran en Acropolis", "volvamos a empezar", "duración media", "de nuevo"),
    ],
)
def test_nothing_is_kept_after_starting_over(asked: str, over: str, again: str, says: str) -> None:
    async def run() -> None:
        async with talking() as talk:
            first = await talk.say(asked)
            assert len(first.data["frame"]["filters"]) == 2
            second = await talk.say("Zerg", references=[first.task_id])
            begun = await talk.say(over)
            assert begun.states[-1] == "completed" and "result" not in begun.data
            assert says in begun.answer
            told = [first.task_id, second.task_id]  # as the windows refer to all their answers
            whole = await talk.say(again, references=told)
            assert whole.data["frame"]["filters"] == []
            assert whole.data["frame"]["measure"] == "duration"

    asyncio.run(run())


def test_starting_over_ends_a_question_that_was_asked_back() -> None:
    async def run() -> None:
        async with talking() as talk:
            parked = await talk.say("win rate")
            assert parked.states[-1] == "input_required"
            assert (await talk.say("start over")).states[-1] == "completed"
            assert (await talk.state(parked.task_id))[0] == "canceled"
            fresh = await talk.say("start over: Zerg win rate in 2021")
            assert [one["values"] for one in fresh.data["frame"]["filters"]] == [["Zerg"]]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("first", "refused", "last", "said"),
    [
        ("Zerg win rate", "on Blorptopia 99", "by map", "Not in this: “on Blorptopia 99”"),
        ("저그 승률", "블롭토피아에서만", "맵별로", "‘블롭토피아에서만’"),
        ("victorias de Zerg", "en Blorptopia", "por mapa", "Esto no incluye «en Blorptopia»"),
    ],
)  # fmt: skip
def test_what_was_refused_is_said_to_be_left_out(
    first: str, refused: str, last: str, said: str
) -> None:
    async def run() -> None:
        async with talking() as talk:
            await talk.say(first)
            assert "result" not in (await talk.say(refused)).data
            assert said in (await talk.say(last)).answer
            assert said not in (await talk.say(first)).answer

    asyncio.run(run())


def test_the_language_of_a_refused_question_is_spoken_on() -> None:
    async def run() -> None:
        async with talking() as talk:
            refused = await talk.say("¿quién ganará el próximo torneo?")
            assert refused.states[-1] == "completed" and "result" not in refused.data
            short = await talk.say("Blorptopia")
            assert short.answer and "result" not in short.data
            assert "“" not in short.answer
            found = await talk.say("TvZ")
            assert found.data["frame"]["language"] == "es"

    asyncio.run(run())
