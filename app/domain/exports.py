"""A conversation as it is carried to another place: everything that is kept of it."""

from typing import Literal

from app.domain.base import Value
from app.domain.book import BookConversation, BookMessage
from app.domain.contexts import Summary
from app.domain.memories import Memory
from app.domain.service_tasks import ServiceTask


class ConversationExport(Value):
    """All that is kept of one conversation; `format` names the shape of this value."""

    format: Literal["balance-desk.conversation.v1"] = "balance-desk.conversation.v1"
    conversation: BookConversation
    messages: tuple[BookMessage, ...] = ()
    summaries: tuple[Summary, ...] = ()
    memories: tuple[Memory, ...] = ()
    tasks: tuple[ServiceTask, ...] = ()
