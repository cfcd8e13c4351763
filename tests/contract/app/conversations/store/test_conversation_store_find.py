"""Where `ConversationStore.find` looks, and how words are compared."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.domain.answers import Answer, fold
from app.domain.conversations import Conversation, FoundWords
from app.domain.events import ArtifactEvent, StatusEvent, TurnEvent
from app.domain.messages import Message, Role, TextPart
from app.domain.tasks import Artifact, TaskState
from app.ports import ConversationStore, Recorded
from tests.contract.app.conversations.store.stores import STORES, opened_store

pytestmark = pytest.mark.anyio

START = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)


@pytest.fixture(params=STORES)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[ConversationStore]:
    opened = await opened_store(request, tmp_path)
    yield opened
    await opened.aclose()


async def ask(
    store: ConversationStore, text: str, *, minute: int = 0, context_id: str = "c1"
) -> Answer:
    at = START + timedelta(minutes=minute)
    message = Message(
        message_id=f"{context_id}-{minute}",
        context_id=context_id,
        role=Role.USER,
        parts=(TextPart(text=text),),
        created_at=at,
    )
    answer = Answer(turn_id=message.message_id, context_id=context_id, agent="data", started_at=at)
    await store.save_conversation(
        Conversation(context_id=context_id, title="-", created_at=START, updated_at=START)
    )
    await store.begin_turn(message, answer)
    return answer


async def take(store: ConversationStore, answer: Answer, event: TurnEvent) -> Answer:
    answer = fold(answer, event, answer.started_at)
    await store.record(answer, [Recorded(event, answer.started_at)])
    return answer


def said(answer: Answer, text: str) -> ArtifactEvent:
    return ArtifactEvent(
        task_id="t",
        context_id=answer.context_id,
        artifact=Artifact(artifact_id="a", name="answer", parts=(TextPart(text=text),)),
    )


def where(hits: list[FoundWords] | tuple[FoundWords, ...] | object) -> list[tuple[str, int | None]]:
    assert isinstance(hits, list)
    return [(hit.context_id, hit.position) for hit in hits]


COMPARED = [
    ("승률 알려줘", "승률", True),
    ("승률 알려줘", "률 알", True),
    ("승률 알려줘", "승리", False),
    ("승률을 알려줘", "\u1109\u1173\u11bc\u1105\u1172\u11af", True),
    ("Análisis de la tasa", "ANALISIS", True),
    ("analisis de la tasa", "ANÁLISIS", True),
    ("España y el niño", "ESPANA Y EL NINO", True),
    ("Straße", "STRASSE", True),
    ("ΣΊΣΥΦΟΣ", "σίσυφος", True),
    ("ＡＢＣ１２３", "abc123", True),
    ("58 % of games", "58 %", True),
    ("58 of games", "58 %", False),
    ("580 games", "58%", False),
    ("win_rate", "win_rate", True),
    ("winXrate", "win_rate", False),
    ("a\\b", "a\\b", True),
    ('it\'s "so"', "it's \"", True),
    ("nul\x00after", "after", True),
    ("trailing", "  trailing ", True),
    ("anything", "", False),
    ("anything", "   ", False),
    ("anything", "\u0301", False),
    ("anything", "\ud83d", False),
    ("x" * 80_000 + "needle", "x" * 70_000 + "Needle", True),
]
"""What is said, what is looked for, and whether that finds it."""


async def test_words_are_compared_without_case_accents_and_patterns(
    store: ConversationStore,
) -> None:
    for number, (text, _, _) in enumerate(COMPARED):
        await ask(store, text, context_id=f"c{number}")
    wrong = [
        (text, query)
        for number, (text, query, found) in enumerate(COMPARED)
        if ((f"c{number}", 0) in where(await store.find(query))) is not found
    ]
    assert wrong == []


async def test_titles_requests_and_settled_answers_are_searched(store: ConversationStore) -> None:
    answer = await ask(store, "how often does Terran win")
    answer = await take(store, answer, said(answer, "Terran wins 58 %"))
    await store.save_conversation(
        Conversation(context_id="c2", title="Terran", created_at=START, updated_at=START)
    )
    assert where(await store.find("terran")) == [("c1", 0), ("c2", None)]
    done = StatusEvent(task_id="t", context_id="c1", state=TaskState.COMPLETED)
    await take(store, answer, done)
    assert where(await store.find("terran")) == [("c1", 0), ("c1", 1), ("c2", None)]
    assert where(await store.find("wins 58 %")) == [("c1", 1)]


async def test_an_answer_that_goes_on_is_found_by_its_last_words(store: ConversationStore) -> None:
    answer = await ask(store, "q")
    answer = await take(store, answer, said(answer, "which race"))
    asks = StatusEvent(task_id="t", context_id="c1", state=TaskState.INPUT_REQUIRED)
    answer = await take(store, answer, asks)
    assert where(await store.find("which race")) == [("c1", 1)]
    answer = await take(store, answer, said(answer, "Terran it is"))
    await take(store, answer, asks.model_copy(update={"state": TaskState.COMPLETED}))
    assert where(await store.find("which race")) == []
    assert where(await store.find("terran it")) == [("c1", 1)]


async def test_hits_are_newest_first_and_bounded(store: ConversationStore) -> None:
    for minute in range(30):
        await ask(store, f"patch {minute}", minute=minute, context_id=f"c{minute % 3}")
    hits = await store.find("patch", limit=4)
    assert [hit.excerpt for hit in hits] == ["patch 29", "patch 28", "patch 27", "patch 26"]
    assert [hit.at for hit in hits] == sorted((hit.at for hit in hits), reverse=True)


async def test_a_hit_says_where_it_is_in_one_line(store: ConversationStore) -> None:
    await ask(store, "앞 " * 200 + "\n\n저그의\t승률 " + "뒤 " * 200)
    (hit,) = await store.find("저그의")
    assert "저그의 승률" in hit.excerpt
    assert hit.excerpt.startswith("…") and hit.excerpt.endswith("…")
    assert len(hit.excerpt) <= 122
    assert (hit.title, hit.at) == ("-", START)
