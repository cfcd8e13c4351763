"""A chat session: one conversation while it is open, and everything that may be done in it.

The walk of a message: it is checked and made (`app.desk.outgoing`), stored with an empty answer,
sent, and its events are taken in one by one (`app.desk.turn`).
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from app.desk.outgoing import (
    ABOUT,
    Utterance,
    addressee,
    check_message,
    message_of,
    parked_question,
)
from app.desk.turn import Turn, settle_answered
from app.domain.answers import Answer, fold
from app.domain.cards import AgentCard
from app.domain.conversations import (
    AnswerEntry,
    Conversation,
    Entry,
    RequestEntry,
    title_from,
)
from app.domain.events import Answered, Board, Pinned, Replaced, SessionEvent, TurnStarted
from app.domain.ids import utc_now
from app.domain.messages import (
    CHOICE_MEDIA_TYPE,
    DataPart,
    FilePart,
    Message,
    Part,
)
from app.domain.tasks import Choice, Question
from app.errors import BadInput, DeskError
from app.ports import (
    AgentDirectory,
    AgentLink,
    ConversationStore,
    Journal,
    Recorded,
)

log = logging.getLogger(__name__)

_JSON = "application/json"

Observer = Callable[[Entry | Conversation], None]


class ChatSession:
    """Owns one open conversation: its turns under way and who watches them.

    Made by `app.desk.desk.Desk`, which also closes it. Observers are called on the loop, after the
    store has what they are shown: with an entry that was added or changed, or with the
    conversation itself when its line in the list changed.
    """

    def __init__(
        self,
        conversation: Conversation,
        *,
        store: ConversationStore,
        agents: AgentDirectory,
        observer: Observer,
        stored: bool,
        journal: Journal | None = None,
    ) -> None:
        self._conversation = conversation
        self._store = store
        self._agents = agents
        self._observer = observer
        self._stored = stored
        self._journal = journal
        self._turns: dict[str, Turn] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting = asyncio.Lock()
        self._changing = asyncio.Lock()  # the line in the list, here and in the store

    @property
    def context_id(self) -> str:
        """The conversation's id, the same in every message of it."""
        return self._conversation.context_id

    @property
    def conversation(self) -> Conversation:
        """The conversation's line in the list (its counts may be older than the store's)."""
        return self._conversation

    @property
    def running(self) -> tuple[Turn, ...]:
        """The turns under way, oldest first."""
        return tuple(turn for turn in self._turns.values() if not turn.ended)

    async def card(self) -> AgentCard:
        """Return the card of the conversation's agent, opening its link if need be."""
        return (await self._agents.link(self._conversation.agent)).card

    async def waiting(self) -> Sequence[AnswerEntry]:
        """Return the answers that wait for the person, oldest first."""
        found = await self._store.open_answers(self.context_id)
        return [entry for entry in found if entry.answer.waiting]

    async def question(self) -> Question | None:
        """Return the newest question that waits for the person."""
        waiting = await self.waiting()
        return waiting[-1].answer.question if waiting else None

    async def start(
        self,
        text: str,
        *,
        references: Sequence[str] | None = None,
        task_id: str | None = None,
        choice: Choice | None = None,
        attachments: Sequence[FilePart] = (),
        about: str | None = None,
        data: DataPart | None = None,
        to: str | None = None,
        replaces: str | None = None,
        message_id: str | None = None,
        keep_draft: bool = False,
        metadata: Mapping[str, JsonValue] | None = None,
    ) -> Turn:
        """Store a message and set it on its way; return its turn as soon as it is stored.

        `references` are the tasks that the message is about (a parked one among them is answered);
        None lets the session choose (the parked question, else the latest answers). `task_id`
        continues that task. `choice` is the offered answer that the text came from. `about` is the
        task whose result is asked about: the message refers to it alone, says so in its metadata,
        and takes the result along to an agent that did not make it. `data` goes along with the
        text, for agents that know its media type. `to` names the agent that this one message goes
        to. `replaces` is the message of this conversation that it is said instead of, whose answer
        says so from then on. A `message_id` that is stored already is refused: nothing is said
        twice. `keep_draft` leaves the stored draft: the text did not come from it. `metadata` goes
        with the message.
        Raises `MessageTooLarge` and `BadInput` with nothing stored,
        `StoreError` when it could not be stored.
        """
        check_message(text, attachments)
        references = references if about is None else (about,)
        text = text.encode("utf-8", "replace").decode("utf-8")
        async with self._starting:
            if message_id is not None and await self._store.answer(message_id) is not None:
                raise BadInput("This message was sent before.", key="sent_before")
            own = self._conversation.agent
            parked = await parked_question(
                self._store,
                await self.waiting(),
                own=own,
                to=to,
                task_id=task_id,
                references=references or (),
            )
            agent = to or (parked.answer.agent if parked is not None else own)
            link, refused = await self._link(agent)
            said = Utterance(
                text=text,
                references=references,
                task_id=task_id,
                choice=choice,
                attachments=attachments,
                about=about,
                data=data,
                to=to,
                replaces=replaces,
                message_id=message_id,
                metadata=metadata or {},
            )
            message = await message_of(
                said,
                store=self._store,
                context_id=self.context_id,
                agent=agent,
                card=None if link is None else link.card,
                parked=parked,
            )
            answer = Answer(
                turn_id=message.message_id,
                context_id=self.context_id,
                agent=agent,
                started_at=message.created_at,
            )
            # The draft goes only when the message is there.
            asked, answered = await self._store.begin_turn(message, answer)
            await self._keep_conversation(message, keep_draft)
        if replaces is not None:
            await self.replace(replaces, message.message_id)
        turn = Turn(
            answer,
            answered,
            store=self._store,
            show=self._observer,
            message=message,
            journal=self._journal,
        )
        if self._journal is not None:
            self._journal.said(message, answer.agent)
        self._turns[turn.turn_id] = turn
        self._observer(RequestEntry(position=asked, message=message))
        self._observer(turn.entry)
        if link is None:
            self._own(turn.fail(refused or BadInput("no agent")))
        else:
            self._own(self._carry(turn, link, message, parked))
        return turn

    async def say(
        self,
        text: str,
        *,
        references: Sequence[str] | None = None,
        task_id: str | None = None,
        choice: Choice | None = None,
        attachments: Sequence[FilePart] = (),
        data: DataPart | None = None,
        metadata: Mapping[str, JsonValue] | None = None,
    ) -> AsyncIterator[SessionEvent]:
        """Send a message and yield what happens, `TurnStarted` first and `TurnEnded` last.

        Leaving early does not stop the turn; `stop` does.
        """
        turn = await self.start(
            text,
            references=references,
            task_id=task_id,
            choice=choice,
            attachments=attachments,
            data=data,
            metadata=metadata,
        )
        events = turn.events()
        if turn.message is not None:
            yield TurnStarted(message=turn.message)
        async for event in events:
            yield event

    async def stop(self) -> None:
        """Cancel the newest turn under way; returns when its true state is stored."""
        running = self.running
        if running:
            await running[-1].stop()

    async def retry(self, turn_id: str) -> Turn:
        """Say again what a turn said, as a new message that replaces the earlier one."""
        entry = await self._store.answer(turn_id)
        if entry is None:
            raise BadInput("There is no such message in this conversation.")
        before = await self._store.entries(self.context_id, entry.position - 1, entry.position)
        for request in before:
            if isinstance(request, RequestEntry):
                said = request.message
                about = said.metadata.get(ABOUT)
                return await self.start(
                    said.text,
                    references=said.reference_task_ids or None,
                    attachments=[part for part in said.parts if isinstance(part, FilePart)],
                    about=about if isinstance(about, str) else None,
                    data=next(filter(_said_in_values, said.parts), None),  # type: ignore[arg-type]
                    to=addressee(said),
                    replaces=turn_id,
                )
        raise BadInput("There is no such message in this conversation.")

    async def replace(self, turn_id: str, by: str) -> None:
        """Note at the answer of an earlier message that the turn `by` is said instead."""
        await self._note(turn_id, Replaced(by=by))

    async def pin_answer(
        self, turn_id: str, on: bool, board: Board, *, instead_of: str | None = None
    ) -> None:
        """Put an answer on a board, or take it off; it may take the place of an earlier turn."""
        await self._note(turn_id, Pinned(on=on, board=board, instead_of=instead_of))

    async def follow(self, entry: AnswerEntry, link: AgentLink) -> Turn:
        """Take up again a task that its agent is still working on."""
        turn = Turn(
            entry.answer,
            entry.position,
            store=self._store,
            show=self._observer,
            journal=self._journal,
        )
        self._turns[turn.turn_id] = turn
        await turn.found_again()
        self._own(turn.run(link, link.subscribe(entry.answer.task_id or "")))
        return turn

    async def let_go(self) -> None:
        """Close the streams of tasks that run elsewhere; the tasks go on, and nobody follows them.

        A message whose task is not known yet is left to its own stream.
        """
        for turn in self.running:
            if turn.answer.task_id is not None and not await self._in_process(turn.answer.agent):
                turn.detach()
                await turn.wait()

    async def still_open(self, entry: AnswerEntry) -> AnswerEntry | None:
        """Return an answer of the store that is open and that nobody follows, as it is now."""
        async with self._starting:
            running = {turn.turn_id for turn in self.running}
        held = await self._store.answer(entry.answer.turn_id)
        if held is None or held.answer.turn_id in running:
            return None
        return held if not held.answer.state.terminal else None

    async def update(self, **changes: object) -> Conversation:
        """Change what the conversation's line in the list says, and keep it."""
        async with self._changing:
            changed = self._conversation.model_copy(update=changes)
            if self._stored or changed.draft:
                await self._save(changed, changes)
            else:
                self._conversation = changed
        return self._conversation

    async def keep(self) -> None:
        """Keep a new conversation as it is: something waits in it."""
        async with self._changing:
            if not self._stored:
                await self._save(self._conversation, ())

    async def learn(self) -> Conversation | None:
        """Take in what another changed in the stored conversation; what is being written stays."""
        async with self._changing:
            stored = await self._store.conversation(self.context_id)
            if stored is None:
                return None
            self._conversation = stored.model_copy(update={"draft": self._conversation.draft})
            self._stored = True
            return self._conversation

    def lose(self) -> None:
        """Take in that all of it was removed: what is said next begins it anew."""
        self._conversation = self._conversation.model_copy(update={"title": "", "draft": ""})
        self._stored = False

    async def release(self, reason: str) -> None:
        """Wait no longer: in-process agents' tasks are cancelled, others left to themselves.

        `reason` is the key that says why, as `TurnClosed` has it.
        """
        for turn in self.running:
            if await self._in_process(turn.answer.agent):
                await turn.give_up(reason)
            else:
                turn.detach()

    async def aclose(self) -> None:
        """End what runs, as `release` does, and return once it has ended."""
        await self.release("closed")
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _in_process(self, agent: str) -> bool:
        try:
            return (await self._agents.link(agent)).in_process
        except DeskError:
            return False

    async def _link(self, agent: str) -> tuple[AgentLink | None, DeskError | None]:
        try:
            return await self._agents.link(agent), None
        except DeskError as error:
            return None, error

    async def _keep_conversation(self, message: Message, keep_draft: bool) -> None:
        async with self._changing:
            changes: dict[str, object] = {"archived": False, "updated_at": utc_now()}
            if not self._conversation.title:
                changes["title"] = title_from(message)
            if not keep_draft:
                changes["draft"] = ""
            await self._save(self._conversation.model_copy(update=changes), changes)

    async def _save(self, changed: Conversation, names: Collection[str]) -> None:
        """Keep what is changed here; of the rest there may be news that is not known here yet."""
        await self._store.save_conversation(changed, only=names if self._stored else None)
        self._conversation, self._stored = changed, True
        self._observer(changed)

    async def _carry(
        self, turn: Turn, link: AgentLink, message: Message, parked: AnswerEntry | None
    ) -> None:
        async def settle() -> None:
            if parked is not None:
                # What was noted at it since, such as that it is replaced, stays.
                held = await self._store.answer(parked.answer.turn_id)
                await self._settle(turn, link, message, held or parked)

        try:
            await turn.run(link, link.send(message), settle=settle)
        finally:
            current = await self.learn()
            if current is not None:
                self._observer(current)

    async def _settle(
        self, turn: Turn, link: AgentLink, message: Message, parked: AnswerEntry
    ) -> None:
        by = turn.answer.task_id
        if by is None:
            return
        if message.task_id == parked.answer.task_id:
            answer = parked.answer.model_copy(update={"answered_by": by})
            await self._store.record(answer, [Recorded(Answered(by=by), utc_now())])
            if self._journal is not None:
                self._journal.happened(answer, [Answered(by=by)])
            self._observer(AnswerEntry(position=parked.position, answer=answer))
            return
        await settle_answered(
            parked,
            by,
            link=link,
            store=self._store,
            show=self._observer,
            journal=self._journal,
        )

    async def _note(self, turn_id: str, event: Replaced | Pinned) -> None:
        """Keep at an answer what its person did with it; one that is not here is let be."""
        turn = self._turns.get(turn_id)
        if turn is not None and not turn.ended:
            await turn.note(event)
            return
        held = await self._store.answer(turn_id)
        if held is None or held.answer.context_id != self.context_id:
            return
        now = utc_now()
        answer = fold(held.answer, event, now)
        await self._store.record(answer, [Recorded(event, now)])
        self._observer(AnswerEntry(position=held.position, answer=answer))

    def _own(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._turns = {key: turn for key, turn in self._turns.items() if not turn.ended}
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a turn ended with a mistake of ours", exc_info=error)


def _said_in_values(part: Part) -> bool:
    """Whether a part is what its person wants, as a value; a choice belongs to its question."""
    return isinstance(part, DataPart) and part.media_type not in (CHOICE_MEDIA_TYPE, _JSON)
