"""A desk's syncing, made from its settings: which service, whose token, what is told to whom."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.book.port import ConversationBook
from app.conversations.client.change_signals import change_signals
from app.conversations.client.remote_book import RemoteBook
from app.conversations.client.retry import RetryPolicy
from app.conversations.client.service_link import ServiceLink
from app.conversations.store.sql_store import SqlStore
from app.desk.desk import Desk
from app.domain.book import LOCAL_CALLER, LOCAL_TENANT, READ, WRITE, Caller
from app.sync.conversation_list import Listing
from app.sync.cursors import SyncState
from app.sync.facts import FactSync
from app.sync.receiving import Receiving
from app.sync.sending import LogSending, Told, something_waits
from app.sync.synchronisation import ConversationSync, Met


@asynccontextmanager
async def kept_in_step(
    desk: Desk,
    store: SqlStore,
    *,
    url: str,
    token: Callable[[], Awaitable[str]],
    tenant: str = "",
    attempts: int = 3,
) -> AsyncIterator[ConversationSync]:
    """Keep a desk in step with a service until leaving; raises `BadInput` for its address.

    `token` gives the token that holds at each time. The first time it may take its time, and nobody
    waits for it; where it raises `BadInput`, the status says so. `tenant` is for somebody who
    belongs to several. What is critical is tried `attempts` times before it waits for the next
    occasion.
    """
    link = ServiceLink(url, lambda caller: token(), critical=RetryPolicy(attempts=attempts))

    try:
        local = EmbeddedBook(store.database)
        state = SyncState(store.database, LOCAL_TENANT)
        sync = ConversationSync(
            link.url,
            prepare=token,
            meet=lambda: _meet(
                desk, store, link, local, state, lambda event: sync.happened(event), tenant
            ),
            changed_here=lambda: local.changed(LOCAL_CALLER),
            waits=lambda: something_waits(local, state),
            look=link.look,
        )
        sync.start()
        try:
            yield sync
        finally:
            await sync.aclose()
    finally:
        await link.aclose()


async def _meet(
    desk: Desk,
    store: SqlStore,
    link: ServiceLink,
    local: ConversationBook,
    state: SyncState,
    told: Told,
    wanted: str,
) -> Met:
    tenant, user = await link.whose(Caller(tenant=wanted, scopes=frozenset({READ, WRITE})))
    await state.begin(link.url, tenant, user)
    caller = Caller(tenant=tenant, scopes=frozenset({READ, WRITE}), origin=await state.desk_id())
    remote = RemoteBook(link)
    listing = Listing(store.database, LOCAL_TENANT, learned=desk.learn, told=told)
    facts = FactSync(store.database, remote, state, caller, user, told=told)
    sending = LogSending(
        local=local,
        remote=remote,
        store=store,
        state=state,
        listing=listing,
        facts=facts,
        caller=caller,
        told=told,
    )
    receiving = Receiving(
        local=local,
        remote=remote,
        store=store,
        state=state,
        listing=listing,
        facts=facts,
        sending=sending,
        caller=caller,
        learned=desk.learn,
        gone=desk.lose,
        told=told,
    )
    return Met(
        sending, receiving, lambda: change_signals(link.url, lambda: link.headers(caller), caller)
    )
