"""What served agents may know of a conversation, asked of a conversation service.

An agent that anybody can ask must not tell one person what another said: windows are those of the
signed-in user, by that name at the service, and nobody's where nobody signs in.
"""

import logging
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.book import READ, Caller
from app.domain.contexts import ContextRequest, ContextWindow
from app.errors import BadInput
from app.ports import AgentContexts, FoundContext
from app.profile.settings import load

if TYPE_CHECKING:
    from app.conversations.client.contexts import Contexts

log = logging.getLogger(__name__)


class ActingContexts:
    """Implements `AgentContexts` for the person whom an execution works for.

    The contexts are its owner's, and their token must have the scope `all_users`, in `tenant` if it
    has several.
    """

    def __init__(self, contexts: "Contexts", *, tenant: str = "") -> None:
        self._contexts = contexts
        self._tenant = tenant

    async def window(
        self, conversation_id: str, request: ContextRequest, *, message_id: str = ""
    ) -> FoundContext:
        """Return a window of the person's conversation, `none` where they have none such."""
        from agents.hosting.owners import acting_for
        from app.conversations.client.contexts import CallerContexts

        user = acting_for()
        if not user:
            return FoundContext(ContextWindow(context_type=request.context_type), "none")
        caller = Caller(tenant=self._tenant, user=user, scopes=frozenset({READ}))
        return await CallerContexts(self._contexts, caller).window(
            conversation_id, request, message_id=message_id
        )


async def open_contexts(
    profile: Path, *, signed_in: bool, stack: AsyncExitStack
) -> AgentContexts | None:
    """Return the contexts of the service that the settings name; None without one, or sign-in.

    Where its address or token cannot be used, that is logged, and agents go on without.
    """
    settings = load(profile)
    url, of_tenant = settings.conversations, settings.conversations_tenant
    if not url or not signed_in:
        return None
    from app.connections.service_token import ServiceToken
    from app.conversations.client.change_cursor import SeenChanges
    from app.conversations.client.contexts import Contexts
    from app.conversations.client.remote_book import RemoteBook
    from app.conversations.client.service_link import ServiceLink

    try:
        token = ServiceToken(url)
        await token()
        link = ServiceLink(url, lambda caller: token())
    except BadInput as error:
        log.warning("agents know no conversations but their own: %s", error)
        return None
    book = RemoteBook(link, heard=lambda connected: seen.heard(connected))
    stack.push_async_callback(book.aclose)

    async def who() -> Caller:
        reading = frozenset({READ})
        tenant, _ = await link.whose(Caller(tenant=of_tenant, scopes=reading))
        # Nobody's in particular: the changes of all for whom agents work.
        return Caller(tenant=tenant, scopes=reading)

    seen = SeenChanges(book, who)
    contexts = Contexts(book, seen=seen)
    stack.push_async_callback(contexts.aclose)
    return ActingContexts(contexts, tenant=of_tenant)
