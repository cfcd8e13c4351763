"""The store, the agents and the desk of a run: built here, opened in order, closed in reverse."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from app.connections.directory import WITH_FILES, ProfileAgents, data_key
from app.connections.enrolment import ProfileAdding, ProfileSigningIn
from app.connections.inspection import LinkInspection
from app.connections.model_choice import ProfileModel, titler_of
from app.desk.desk import Desk
from app.desk.titles import ModelTitles
from app.domain.cards import NO_ACCESS, Access
from app.errors import BadInput, DeskError
from app.ports import Remembering, Syncing
from app.profile.folder import Profile
from app.profile.gathered_tables import gathered
from app.profile.settings import Settings
from app.window_ports import (
    AddingAgents,
    ChoosingModel,
    FrameReading,
    GatherData,
    LogReading,
    SaidSearch,
    SigningIn,
)

if TYPE_CHECKING:
    from app.conversations.book.embedded_book import EmbeddedBook
    from app.conversations.store.sql_store import SqlStore
    from app.ports import AgentContexts
    from app.search.window_search import FollowingSearch
    from app.stream_log import StreamLogger


class Opened(NamedTuple):
    """An open desk, and what its person should hear.

    `open_data` makes a table ready and returns the key of who answers from it: the orchestrator
    where that is asked now (the second argument), else the data agent; raises `BadFile`. `owner`
    says whether this process holds the profile; one that does not reconciles nothing.
    `damaged_copy` is where a damaged database was put aside, `salvaged` how much of it was saved
    (conversations, messages). `earlier_copy` is the database as it was before it was brought up to
    date for this version. `search` and `records` are there when the desk was opened
    `searchable`; `doubts` are settings that could not be followed. `adding` adds agents to the
    profile, `signing` signs in with them and `models` chooses a language model; an ephemeral desk
    has none of these. `frames` reads what
    went over the wire. `syncing` keeps the desk in step with the service that its settings name.
    `remembering` are the facts of the desk; an ephemeral one has none. `gather_data` lets several
    tables be opened together.
    """

    desk: Desk
    open_data: Callable[[Path, str], Awaitable[str]]
    owner: bool
    damaged_copy: Path | None = None
    salvaged: tuple[int, int] = (0, 0)
    search: SaidSearch | None = None
    records: LogReading | None = None
    doubts: tuple[DeskError, ...] = ()
    adding: AddingAgents | None = None
    frames: FrameReading | None = None
    signing: SigningIn | None = None
    syncing: Syncing | None = None
    models: ChoosingModel | None = None
    remembering: Remembering | None = None
    earlier_copy: Path | None = None
    gather_data: GatherData | None = None


@asynccontextmanager
async def open_desk(
    settings: Settings,
    *,
    profile: Profile | None = None,
    ephemeral: bool = False,
    searchable: bool = False,
    access: Access = NO_ACCESS,
) -> AsyncIterator[Opened]:
    """Open the desk of a run; leaving closes it: what runs in process ends with its true state.

    `profile` is given by a caller who has prepared it already. An `ephemeral` desk keeps everything
    in memory. A `searchable` one indexes what is said while it is open, unless it is ephemeral.
    `access` lets this run in with agents elsewhere.
    Raises `BadProfile`, `StoreError`, and `BadInput` for an agent that cannot be.
    """
    agent = _agent(settings)
    async with AsyncExitStack() as stack:
        owner, copy, salvaged, journal = True, None, (0, 0), None
        earlier: Path | None = None
        search: SaidSearch | None = None
        records_of_log: LogReading | None = None
        doubts: tuple[DeskError, ...] = ()
        book: EmbeddedBook | None = None
        contexts: AgentContexts | None = None
        if ephemeral:
            from app.conversations.store.ephemeral_store import MemoryStore

            memory = MemoryStore()
            stack.push_async_callback(memory.aclose)
            store, records = memory, memory
        else:
            from app.conversations.store.repair import open_store

            if profile is None:
                profile = Profile(settings.profile)
                profile.prepare()
            owner = profile.try_lock()
            stack.callback(profile.unlock)
            opened = await open_store(profile.database, owner=owner)
            stack.push_async_callback(opened.store.aclose)
            store = records = opened.store  # type: ignore[assignment]
            book, contexts = _book(opened.store, stack)
            from app.stream_log.journal import open_profile_journal

            # Off the loop's thread: it looks through the log's folder.
            stream, journal = await asyncio.to_thread(open_profile_journal, profile.folder)
            stack.push_async_callback(journal.aclose)
            if searchable:
                indexed, doubts = await _search(profile, stream)
                stack.push_async_callback(indexed.aclose)
                search = indexed
                from app.stream_log.window_log import StreamReading

                reading = StreamReading(stream)
                stack.push_async_callback(reading.aclose)
                records_of_log = reading
            copy, earlier = opened.report.damaged_copy, opened.report.earlier_copy
            if opened.report.salvaged is not None:
                kept = opened.report.salvaged
                salvaged = (kept.conversations, kept.messages)
        agents = ProfileAgents(
            profile=settings.profile,
            records=records,
            as_of=settings.as_of,
            questions=settings.models,
            recover=owner,
            notes=journal,
            contexts=contexts,
            access=access,
        )
        stack.push_async_callback(agents.aclose)
        desk = Desk(store=store, agents=agents, default_agent=agent, journal=journal)
        stack.push_async_callback(desk.aclose)

        if not ephemeral:
            titles = ModelTitles(desk, titler_of(settings.profile, agents.remote.vault))
            stack.push_async_callback(titles.aclose)
        remembering = None
        if book is not None:
            remembering = _remembering(settings.profile, desk, book, agents, stack)

        adding = None if ephemeral else ProfileAdding(settings.profile, agents)
        syncing: Syncing | None = None
        if settings.conversations and owner and not ephemeral:
            try:
                syncing = await stack.enter_async_context(_in_step(settings, desk, opened.store))
            except BadInput as error:
                doubts = (*doubts, error)
        yield Opened(
            desk,
            agents.open_file,
            owner,
            copy,
            salvaged,
            search,
            records_of_log,
            doubts,
            adding,
            LinkInspection(settings.profile / "recordings", agents),
            None if ephemeral else ProfileSigningIn(agents),
            syncing,
            None if ephemeral else ProfileModel(settings.profile, agents),
            remembering,
            earlier,
            None if ephemeral else partial(gathered, settings.profile),
        )


def _book(store: "SqlStore", stack: AsyncExitStack) -> "tuple[EmbeddedBook, AgentContexts]":
    """Return the desk's own book, and the windows that its agents are given of it."""
    from app.conversations.book.embedded_book import EmbeddedBook
    from app.conversations.client.change_cursor import SeenChanges
    from app.conversations.client.contexts import CallerContexts, Contexts
    from app.domain.book import LOCAL_CALLER, Caller

    book = EmbeddedBook(store.database)

    async def who() -> Caller:
        return LOCAL_CALLER

    contexts = Contexts(book, seen=SeenChanges(book, who))
    stack.push_async_callback(contexts.aclose)
    return book, CallerContexts(contexts, LOCAL_CALLER)


def _remembering(
    profile: Path, desk: Desk, book: "EmbeddedBook", agents: ProfileAgents, stack: AsyncExitStack
) -> Remembering:
    """Have facts and summaries made after the messages of the desk, in the background."""
    from app.connections.language_model import summed_by_chosen
    from app.conversations.book.desk_memories import DeskMemories
    from app.conversations.book.follow_ups import FollowUps

    follow_ups = FollowUps(book, model=summed_by_chosen(profile, agents.remote.vault))
    follow_ups.start()
    stack.push_async_callback(follow_ups.aclose)
    memories = DeskMemories(desk, book, follow_ups)
    stack.push_async_callback(memories.aclose)
    return memories


@asynccontextmanager
async def _in_step(settings: Settings, desk: Desk, store: "SqlStore") -> AsyncIterator[Syncing]:
    """Keep the desk in step with its conversation service; raises `BadInput`."""
    from app.connections.service_token import ServiceToken
    from app.sync.composition import kept_in_step

    async with kept_in_step(
        desk,
        store,
        url=settings.conversations,
        # The keyring may ask the person: the conversations are shown meanwhile.
        token=ServiceToken(settings.conversations),
        tenant=settings.conversations_tenant,
        attempts=settings.conversations_attempts,
    ) as sync:
        yield sync


async def _search(
    profile: Profile, stream: "StreamLogger"
) -> "tuple[FollowingSearch, tuple[DeskError, ...]]":
    """Begin to index the log; with an embedder that cannot be, by the offline one."""

    def open_it() -> "tuple[FollowingSearch, tuple[DeskError, ...]]":
        from app.search.embedder_choice import chosen_embedder
        from app.search.embedders import HashedNgrams
        from app.search.window_search import FollowingSearch

        try:
            return FollowingSearch(stream, embedder=chosen_embedder(profile.folder)), ()
        except BadInput as error:
            return FollowingSearch(stream, embedder=HashedNgrams()), (error,)

    return await asyncio.to_thread(open_it)


def _agent(settings: Settings) -> str:
    if settings.data is None:
        return settings.agent
    if settings.agent not in WITH_FILES:
        raise BadInput(
            "--data goes with the agents data, logs and orchestrator: leave --agent out, or name"
            " one of them.",
            key="data_for_nobody",
        )
    return data_key(settings.data, settings.agent)
