"""What lets an agent of this process tell webhooks of its tasks."""

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agents.hosting.request_handler import PushSupport
    from app.serving.task_storage import TaskDatabase
    from transport.server.push import WebhookSender

_TOLD_SECONDS = 5.0


def push_support(
    *, allow_private: bool, stack: AsyncExitStack, kept: "TaskDatabase | None" = None
) -> "tuple[PushSupport, WebhookSender]":
    """Return what an agent's host is given, and who calls, until `stack` is left.

    What is still to be told then is told within 5 seconds, or by the next process where it is
    `kept`; without that, webhooks are in memory.
    """
    from agents.hosting.request_handler import PushSupport
    from transport.server.push import WebhookAddresses, WebhookSender, webhook_client

    client = webhook_client()
    stack.push_async_callback(client.aclose)
    addresses = WebhookAddresses(allow_private=allow_private)
    sender = WebhookSender(
        client=client,
        addresses=addresses,
        configs=None if kept is None else kept.webhooks,
        calls=None if kept is None else kept.calls,
    )
    stack.push_async_callback(sender.aclose, _TOLD_SECONDS)
    return PushSupport(sender.configs, sender, addresses.allowed), sender
