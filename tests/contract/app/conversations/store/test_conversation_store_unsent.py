"""Messages that wait to be sent: kept in their order, gone with the commit that says them."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.domain.answers import Answer
from app.domain.conversations import Conversation
from app.domain.messages import FilePart, Message, Role, TextPart, Unsent
from app.ports import ConversationStore
from tests.contract.app.conversations.store.stores import STORES, opened_store

pytestmark = pytest.mark.anyio

AT = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)


@pytest.fixture(params=STORES)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[ConversationStore]:
    opened = await opened_store(request, tmp_path)
    for number in (1, 2):
        await opened.save_conversation(
            Conversation(context_id=f"c{number}", created_at=AT, updated_at=AT)
        )
    yield opened
    await opened.aclose()


def waiting(name: str, context_id: str = "c1", **fields: object) -> Unsent:
    return Unsent.model_validate(
        {"message_id": name, "context_id": context_id, "text": f"text {name}", **fields}
    )


def said(name: str, context_id: str = "c1") -> tuple[Message, Answer]:
    message = Message(
        message_id=name,
        context_id=context_id,
        role=Role.USER,
        parts=(TextPart(text="said"),),
        created_at=AT,
    )
    return message, Answer(turn_id=name, context_id=context_id, agent="data", started_at=AT)


async def test_what_waits_is_kept_whole_and_in_its_order(store: ConversationStore) -> None:
    whole = waiting(
        "m1",
        files=(FilePart(name="a.bin", content=b"\x00\xff"),),
        to="echo",
        words="hi",
        about="t1",
        about_words="58 %",
    )
    await store.keep_unsent("c1", [whole, waiting("m0")])
    await store.keep_unsent("c2", [waiting("m2", "c2")])
    assert list(await store.unsent()) == [whole, waiting("m0"), waiting("m2", "c2")]
    await store.keep_unsent("c1", [waiting("m3")])
    assert [one.message_id for one in await store.unsent()] == ["m3", "m2"]
    await store.keep_unsent("c1", [])
    assert [one.message_id for one in await store.unsent()] == ["m2"]


async def test_a_message_that_is_said_waits_no_longer(store: ConversationStore) -> None:
    await store.keep_unsent("c1", [waiting("m1"), waiting("m2")])
    first = await store.begin_turn(*said("m1"))
    assert [one.message_id for one in await store.unsent()] == ["m2"]
    assert await store.begin_turn(*said("m1")) == first


async def test_what_waits_goes_and_comes_with_its_conversation(store: ConversationStore) -> None:
    await store.keep_unsent("c1", [waiting("m1")])
    held = Conversation(context_id="c1", created_at=AT, updated_at=AT)
    await store.save_conversation(held.model_copy(update={"deleted_at": AT}))
    assert await store.unsent() == []
    await store.save_conversation(held)
    assert [one.message_id for one in await store.unsent()] == ["m1"]
    await store.purge("c1")
    assert await store.unsent() == []
    await store.keep_unsent("c1", [waiting("m1")])
    assert await store.unsent() == []
