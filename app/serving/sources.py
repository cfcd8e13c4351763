"""What stands behind a gateway: an agent on any wire, in this process, or a recording of one."""

import asyncio
import re
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote, urlsplit

from app.connections import known_agents
from app.connections.directory import ProfileAgents, table_of
from app.connections.remote_agents import RemoteAgents
from app.conversations.store.ephemeral_store import MemoryStore
from app.domain.cards import Access
from app.errors import AgentUnreachable, BadInput, DeskError
from app.serving.operations import watch_kafka_client, watch_webhooks
from app.serving.server import path_of
from app.serving.webhooks import push_support
from app.system.metrics import Metrics
from app.system.readiness import Check, RareCheck

if TYPE_CHECKING:
    from agents.hosting.request_handler import PushSupport

CHECK_SECONDS = 2.0
CHECK_EVERY_SECONDS = 2.0  # at most, however many ask a gateway whether it is ready

_NAME = re.compile(r"[^a-z0-9_-]+")


class AgentSource(NamedTuple):
    """An agent to pass requests on to: its name here, what carries them, its card on the wire.

    `parameters` go with every request; `watch` shows what passes, as far as this side knows more
    than every server does.
    """

    name: str
    transport: Any
    card: Any
    checks: dict[str, Check]
    parameters: Mapping[str, str] = {}
    watch: Callable[[Metrics], None] = lambda metrics: None


async def open_source(
    address: str,
    profile: Path,
    access: Access,
    stack: AsyncExitStack,
    *,
    private_webhooks: bool = False,
    pass_tokens: bool = False,
) -> AgentSource:
    """Reach an agent by its address, or one of this program by its name, until `stack` is left.

    One of this program calls webhooks by itself; with `private_webhooks` inside private networks
    too. With `pass_tokens` it is those who ask who must be let in. Raises `AgentUnreachable`,
    `AgentRefused`, `BadInput`.
    """
    remote = RemoteAgents(profile, access=access)
    where = known_agents.known(profile).get(address, address)
    if "://" not in where:
        push, sender = push_support(allow_private=private_webhooks, stack=stack)
        if ":" in where and table_of(where) is None:
            transport, card = await _of_factory(where, push, stack)
        else:
            agents = ProfileAgents(
                profile=profile, records=MemoryStore(), as_of=None, recover=False, access=access,
                push=push,
            )  # fmt: skip
            transport, card = await _of_this_program(where, agents, stack)
        watch = partial(watch_webhooks, calls=sender.calls)
        return AgentSource(path_of(where), transport, card, {}, watch=watch)
    if where.startswith("kafka:"):
        from transport.kafka.names import kafka_address

        name = kafka_address(where).name if address == where else path_of(address)
        transport, card = await remote.kafka_transport(address)
        stack.push_async_callback(transport.close)
        return AgentSource(
            name,
            transport,
            card,
            {"kafka": transport.check},
            remote.parameters(card),
            partial(watch_kafka_client, agent=name, connection=transport.connection),
        )
    from transport.protocol.codec import card_to_wire, lenient_card

    link: Any = await remote.open(address)
    stack.push_async_callback(link.aclose)
    card = card_to_wire(link.card)
    if where.startswith(("http", "grpc")):
        card = lenient_card((await remote.look(address)).json)
    name = _named(_last_word(where)) if address == where else path_of(address)
    check = _checked(link, where, signed_in=not pass_tokens)
    return AgentSource(name, link.transport, card, {"agent": check}, link.parameters)


def _checked(link: Any, where: str, *, signed_in: bool) -> Check:
    """Return what asks an agent elsewhere whether it can be asked."""

    async def check() -> None:
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                await link.check(signed_in=signed_in)
        except (AgentUnreachable, TimeoutError) as error:
            said = str(error).rstrip(".") or f"no answer in {CHECK_SECONDS:g} seconds"
            raise AgentUnreachable(
                f"The agent at {where} cannot be asked: {said}. Is it running, and the address"
                " right? Its own log and /ready tell what it lacks.",
                address=where,
            ) from error

    return RareCheck(check, expected=DeskError, seconds=CHECK_EVERY_SECONDS)


async def _of_this_program(
    agent: str, agents: ProfileAgents, stack: AsyncExitStack
) -> tuple[Any, Any]:
    stack.push_async_callback(agents.aclose)
    link: Any = await agents.link(agent)
    return link.transport, agents.whole_card(agent)


async def _of_factory(path: str, push: "PushSupport", stack: AsyncExitStack) -> tuple[Any, Any]:
    from agents import registry
    from agents.hosting.host import AgentHost
    from transport.connect import link_in_process

    card, make_executor = await asyncio.to_thread(registry.make, path)
    host = AgentHost(
        name=path_of(path),
        card=card,
        make_executor=make_executor,
        records=MemoryStore(),
        push=push,
    )
    stack.push_async_callback(host.aclose)
    link: Any = link_in_process(host.handler, host.card)
    stack.push_async_callback(link.aclose)
    return link.transport, host.card


def _last_word(address: str) -> str:
    """Return the last part of an address: of its path, else its host."""
    parts = urlsplit(address)
    words = [one for one in unquote(parts.path).split("/") if one and not one.startswith(".")]
    return Path(words[-1]).stem if words else parts.hostname or ""


def _named(text: str) -> str:
    name = _NAME.sub("-", text.lower()).strip("-_")[:60]
    if not name:
        raise BadInput(f"{text!r} gives no name for a path: name the agent by its whole address.")
    return name
