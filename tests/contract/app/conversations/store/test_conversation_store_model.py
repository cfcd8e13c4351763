"""Any sequence of operations leaves the database and the memory store saying the same."""

import asyncio
import tempfile
from datetime import UTC, datetime, timedelta
from functools import reduce
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from app.conversations.store.ephemeral_store import MemoryStore
from app.conversations.store.sql_store import SqlStore
from app.domain.answers import Answer, fold
from app.domain.conversations import Conversation
from app.domain.events import (
    Answered,
    ArtifactEvent,
    MessageEvent,
    StatusEvent,
    StreamLost,
    TaskEvent,
    TurnClosed,
    TurnEvent,
)
from app.domain.messages import Message, Role, TextPart
from app.domain.tasks import Artifact, Task, TaskState
from app.errors import StoreError
from app.ports import Recorded, TaskRecord

START = datetime(2026, 11, 1, tzinfo=UTC)

words = st.text(alphabet="aAáÁ승률%_\\' \x00\n\U0001f600", max_size=12)
CONTEXT_IDS = ("c1", "c2", "c'3")

context_ids = st.sampled_from(CONTEXT_IDS)
message_ids = st.sampled_from([f"m{n}" for n in range(6)])
moments = st.integers(0, 5_000_000).map(lambda n: START + timedelta(microseconds=n))
states = st.sampled_from([state for state in TaskState if state is not TaskState.UNKNOWN])
said = st.builds(
    Message,
    message_id=st.just("s"),
    context_id=st.just("c1"),
    role=st.just(Role.AGENT),
    parts=st.tuples(st.builds(TextPart, text=words)),
    created_at=moments,
)
artifacts = st.builds(
    Artifact,
    artifact_id=st.sampled_from(["a", "b"]),
    name=st.sampled_from(["answer", "query", ""]),
    parts=st.tuples(st.builds(TextPart, text=words)),
)
events: st.SearchStrategy[TurnEvent] = st.one_of(
    st.builds(
        StatusEvent,
        task_id=st.just("t"),
        context_id=st.just("c1"),
        state=states,
        message=st.none() | said,
        at=st.none() | moments,
    ),
    st.builds(
        ArtifactEvent,
        task_id=st.just("t"),
        context_id=st.just("c1"),
        artifact=artifacts,
        append=st.booleans(),
    ),
    st.builds(MessageEvent, message=said),
    st.builds(StreamLost, reason=words),
    st.builds(TurnClosed, state=states, reason=st.just("stopped")),
    st.builds(Answered, by=st.just("t2")),
    st.builds(
        TaskEvent,
        task=st.builds(
            Task,
            task_id=st.just("t"),
            context_id=st.just("c1"),
            state=states,
            artifacts=st.tuples(artifacts),
        ),
    ),
)


class TwoStores(RuleBasedStateMachine):
    """Owns a store of each kind, gives both the same operations, and compares what they say."""

    @initialize()
    def open(self) -> None:
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.memory = MemoryStore()
        self.sql: SqlStore | None = self.runner.run(self.opened())
        self.held: dict[str, Answer] = {}

    async def opened(self) -> SqlStore:
        return await SqlStore.open(Path(self.folder.name) / "desk.db")

    def both(self, method: str, *args: Any, **kwargs: Any) -> Any:
        said: list[Any] = []
        for store in (self.sql, self.memory):
            try:
                said.append(self.runner.run(getattr(store, method)(*args, **kwargs)))
            except StoreError as error:
                said.append((error.reason, str(error)))
        assert said[0] == said[1], method
        return said[0]

    @rule(
        context_id=context_ids,
        title=words,
        pinned=st.booleans(),
        archived=st.booleans(),
        at=moments,
        deleted=st.none() | moments,
    )
    def save(
        self,
        context_id: str,
        title: str,
        pinned: bool,
        archived: bool,
        at: datetime,
        deleted: datetime | None,
    ) -> None:
        conversation = Conversation(
            context_id=context_id,
            title=title,
            pinned=pinned,
            archived=archived,
            created_at=at,
            updated_at=at,
            deleted_at=deleted,
        )
        self.both("save_conversation", conversation)

    @rule(message_id=message_ids, context_id=context_ids, text=words, at=moments)
    def begin(self, message_id: str, context_id: str, text: str, at: datetime) -> None:
        message = Message(
            message_id=message_id,
            context_id=context_id,
            role=Role.USER,
            parts=(TextPart(text=text),),
            created_at=at,
        )
        answer = Answer(turn_id=message_id, context_id=context_id, agent="x", started_at=at)
        self.both("begin_turn", message, answer)
        self.held.setdefault(message_id, answer)

    @rule(message_id=message_ids, new=st.lists(st.tuples(events, moments), max_size=4))
    def record(self, message_id: str, new: list[tuple[TurnEvent, datetime]]) -> None:
        if message_id not in self.held:
            stranger = Answer(turn_id=message_id, context_id="c1", agent="x", started_at=START)
            assert self.both("record", stranger, [])[0] == "unknown_turn"
            return
        recorded = [Recorded(event, at) for event, at in new]
        answer = reduce(lambda a, r: fold(a, r.event, r.at), recorded, self.held[message_id])
        self.both("record", answer, recorded)
        self.held[message_id] = answer

    @rule(context_id=context_ids)
    def purge(self, context_id: str) -> None:
        self.both("purge", context_id)
        self.held = {k: a for k, a in self.held.items() if a.context_id != context_id}

    @rule(before=moments)
    def purge_deleted(self, before: datetime) -> None:
        self.both("purge_deleted", before)
        self.held = {k: a for k, a in self.held.items() if self.both("answer", k) is not None}

    @rule(agent=st.sampled_from(["x", "y"]), context_id=context_ids, state=states, at=moments)
    def save_task(self, agent: str, context_id: str, state: TaskState, at: datetime) -> None:
        self.both("save", TaskRecord(agent, "t", context_id, state, at, b"\x00"))

    @rule()
    def reopen(self) -> None:
        assert self.sql is not None
        self.runner.run(self.sql.aclose())
        self.sql = self.runner.run(self.opened())

    @rule(query=words)
    def find(self, query: str) -> None:
        self.both("find", query)

    @rule(context_id=context_ids, start=st.integers(-2, 8), stop=st.integers(-2, 14))
    def page(self, context_id: str, start: int, stop: int) -> None:
        self.both("entries", context_id, start, stop)

    @invariant()
    def they_say_the_same(self) -> None:
        if not hasattr(self, "runner"):
            return
        ours, theirs = self.runner.run(self.everything(self.sql, self.memory))
        assert ours == theirs
        for context_id in CONTEXT_IDS:
            positions = [entry.position for entry in ours["entries", context_id]]
            assert positions == list(range(ours["entry_count", context_id]))
        for message_id, answer in self.held.items():
            assert ours["answer", message_id].answer == answer

    async def everything(self, *stores: Any) -> list[dict[tuple[str, ...], Any]]:
        asked: list[tuple[Any, ...]] = [("conversations",), ("open_answers",), ("select", "x")]
        for context_id in CONTEXT_IDS:
            asked += [
                (name, context_id)
                for name in ("conversation", "answers", "open_answers", "entry_count")
            ]
            asked.append(("entries", context_id, 0, 99))
        for message_id in self.held:
            asked += [("answer", message_id), ("events", message_id)]
        return [
            {question[:2]: await getattr(store, question[0])(*question[1:]) for question in asked}
            for store in stores
        ]

    def teardown(self) -> None:
        if hasattr(self, "runner"):
            if self.sql is not None:
                self.runner.run(self.sql.aclose())
            self.runner.close()
            self.folder.cleanup()


TwoStores.TestCase.settings = settings(max_examples=8, stateful_step_count=30, deadline=None)
TestTwoStores = TwoStores.TestCase
