"""What the ends of the Kafka binding remember: offsets, answers, order, and turns on disk."""

import asyncio
import json
import random
import time
from pathlib import Path

import pytest
from aiokafka import TopicPartition
from hypothesis import given
from hypothesis import strategies as st

from app.errors import BadInput
from app.profile.secrets import SessionSecrets
from transport.kafka.client.pending import PendingTurn, PendingTurns
from transport.kafka.client.replies import ReadBack
from transport.kafka.records import Reply, Request, dumped
from transport.kafka.server.in_flight import AnswerCache, Offsets, TurnOrder, Work
from transport.kafka.server.outbox import Attempt
from transport.kafka.server.responses import Response
from transport.kafka.settings import PASSWORD, kafka_options, password_account

HERE, THERE = TopicPartition("t", 0), TopicPartition("t", 1)


@given(st.permutations(range(12)), st.integers(0, 12))
def test_nothing_is_committed_past_a_request_that_is_not_answered(
    order: list[int], answered: int
) -> None:
    offsets = Offsets()
    for offset in range(12):
        offsets.accept(HERE, offset)
    for offset in order[:answered]:
        offsets.done(HERE, offset)
    lowest = min(order[answered:], default=12)
    assert offsets.committable() == {HERE: lowest}
    offsets.committed({HERE: lowest})
    assert offsets.committable() == {}


def test_a_promise_covers_all_that_was_accepted_and_what_moved_away_is_forgotten() -> None:
    offsets = Offsets()
    for offset in (4, 5, 7):
        offsets.accept(HERE, offset)
    assert offsets.accepted([HERE, THERE]) == {HERE: 8}
    offsets.drop([HERE])
    offsets.done(HERE, 4)
    assert offsets.committable() == {}
    offsets.accept(HERE, 4)  # it comes again, for the promise was not taken
    offsets.done(HERE, 4)
    assert offsets.committable() == {HERE: 5}


def answer(name: str, size: int) -> Attempt:
    made = Attempt(Request(correlation_id=name, method="SendMessage", params={}, reply_topic="r"))
    made.size = size
    return made


def test_old_answers_are_forgotten_by_number_and_by_size() -> None:
    kept = AnswerCache(answers=3, size=100)
    made = [answer(str(n), 10) for n in range(5)]
    for one in made:
        kept.keep(one)
    assert [n for n in range(5) if kept.get(made[n].request.identity)] == [2, 3, 4]
    kept.keep(big := answer("big", 95))
    assert [one for one in (*made, big) if kept.get(one.request.identity)] == [big]


def test_turns_of_a_conversation_begin_one_after_the_other_and_leave_nothing() -> None:
    order = TurnOrder()
    first, none = order.enter("c")
    second, before = order.enter("c")
    other, nobody = order.enter("d")
    assert none is nobody is None
    assert before is first and not first.left.is_set()
    places = [first, second, other]
    random.shuffle(places)
    for place in places:
        place.leave()
    assert order.enter("c")[1] is None


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("state", "final", "left"), [("completed", True, False), ("input_required", False, True)]
)
async def test_an_answer_that_nobody_reads_is_left_at_rest_but_not_before_its_end_is_kept(
    state: str, final: bool, left: bool
) -> None:
    """Its offset may be committed only when the brokers have acknowledged its end."""
    work = Work(answer("k", 1), turn=True)
    work.answer.events.append(Response(state, final, b"{}"))
    work.task = asyncio.create_task(asyncio.sleep(0))
    work.detach()
    await asyncio.wait({work.task})
    assert work.task.cancelled() is left


def test_turns_that_wait_outlive_the_program_and_the_answered_do_not(tmp_path: Path) -> None:
    first = PendingTurns(tmp_path)
    first.add("one", PendingTurn(5, time.time()))
    first.add("two", PendingTurn(7, time.time()))
    first.add("old", PendingTurn(1, time.time() - 100_000))
    first.done("one")
    beside = PendingTurns(tmp_path)  # the first program still runs
    assert not beside.turns
    beside.close()
    first.close()
    again = PendingTurns(tmp_path)
    assert {name: one.offset for name, one in again.turns.items()} == {"two": 7}
    assert again.expired == {"old"}
    again.done("two")
    again.close()
    assert not list(tmp_path.iterdir())


def test_a_file_that_was_cut_off_gives_what_it_holds(tmp_path: Path) -> None:
    line = json.dumps({"id": "one", "offset": 3, "at": time.time()})
    (tmp_path / "left.jsonl").write_text(line + "\n" + line[:20])
    found = PendingTurns(tmp_path)
    assert set(found.turns) == {"one"}
    found.close()


def reply(attempt: str, seq: int, result: object = None, *, final: bool = False) -> Reply:
    state = "accepted" if result is None and not final else "working"
    body = dumped({"result": result} if result else {})
    return Reply("k", attempt, seq, state, final, "me", body)


def task(state: str) -> dict[str, object]:
    return {"task": {"id": "t", "contextId": "c", "status": {"state": f"TASK_STATE_{state}"}}}


def piece(text: str, *, append: bool) -> dict[str, object]:
    artifact = {"artifactId": "a", "name": "answer", "parts": [{"text": text}]}
    return {"artifactUpdate": {"taskId": "t", "artifact": artifact, "append": append}}


def test_an_answer_is_read_back_without_what_a_replica_left_half_said() -> None:
    read = ReadBack()
    said = [
        reply("a", 0),
        reply("a", 1, task("SUBMITTED")),
        reply("a", 2, piece("half", append=False)),
        reply("b", 0),
        reply("b", 1, task("SUBMITTED")),
        reply("b", 2, piece("who", append=False)),
        reply("a", 3, piece(" and late", append=True)),
        reply("b", 3, piece("le", append=True)),
        reply("b", -1),
    ]
    assert not any(read.take(one) for one in said)
    assert read.task("t") is None
    done = {"statusUpdate": {"taskId": "t", "status": {"state": "TASK_STATE_COMPLETED"}}}
    assert not read.take(reply("b", 4, done))
    assert read.take(reply("b", 5, final=True))
    found = read.task("t")
    assert found is not None
    assert [part.text for part in found.artifacts[0].parts] == ["who", "le"]
    assert [one.id for one in read.tasks("c")] == ["t"]


def test_settings_say_how_a_cluster_is_reached_and_hold_no_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    secrets = SessionSecrets()
    table = {"protocol": "SASL_SSL", "mechanism": "SCRAM-SHA-512", "user": "ada"}
    with pytest.raises(BadInput, match="agents login"):
        kafka_options(table, "h:1", secrets)
    secrets.put(password_account("h:1", "ada"), "geheim")
    found = kafka_options(table, "h:1", secrets)
    assert (found.user, found.password) == ("ada", "geheim")
    assert "geheim" not in repr(found)
    with pytest.raises(BadInput):  # another cluster gets none of it
        kafka_options(table, "h:2", secrets)
    monkeypatch.setenv(PASSWORD, "other")
    assert kafka_options(table, "h:2", secrets).password == "other"
    for wrong in ({"password": "x"}, {"protocol": "TLS"}, {"user": 3}):
        with pytest.raises(BadInput, match="kafka"):
            kafka_options(wrong, "h:1", secrets)
    with pytest.raises(BadInput, match="TLS"):
        oauth = {**table, "mechanism": "OAUTHBEARER", "token_url": "http://example.org/token"}
        kafka_options(oauth, "h:1", secrets)
