"""A broker with TLS, SCRAM and ACLs switched on: who may do what, and what the others are told."""

import asyncio
import base64
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from confluent_kafka.admin import (
    AclBinding,
    AclBindingFilter,
    AclOperation,
    AclPermissionType,
    AdminClient,
    ResourcePatternType,
    ResourceType,
)

from app.errors import AgentRefused, AgentUnreachable
from tests.contract.transport.http_agents import listening
from tests.contract.transport.serving import collect, last_state, say
from tests.live.kafka.brokers import Broker, fresh
from tests.live.kafka.certificates import Authority
from tests.live.kafka.kafka_agents import PATIENT, Stage, link_over, options, staged
from tests.live.servers import NoServer
from tests.patience import PATIENCE
from transport.client.link import TransportLink
from transport.kafka import topics
from transport.kafka.options import KafkaOptions
from transport.kafka.server.server import KafkaServer
from transport.kafka.settings import ClientCredentials
from transport.kafka_link import announced_cards, fetch_kafka_card, open_transport
from transport.server.http_entry import Tokens

pytestmark = [pytest.mark.live, pytest.mark.anyio]

PASSWORDS = {"admin": "admin-secret", "agent": "agent-secret", "ada": "ada-secret", "eve": "eve-s"}


ANYBODY = AclBindingFilter(
    ResourceType.ANY,
    None,
    ResourcePatternType.ANY,
    None,
    None,
    AclOperation.ANY,
    AclPermissionType.ANY,
)


class Secured(NamedTuple):
    broker: Broker
    authority: Authority

    def as_user(self, user: str, password: str | None = None) -> KafkaOptions:
        return options(
            self.broker.bootstrap,
            protocol="SASL_SSL",
            mechanism="SCRAM-SHA-512",
            user=user,
            password=PASSWORDS[user] if password is None else password,
            ca_file=self.authority.file,
        )


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secured]:
    folder = tmp_path_factory.mktemp("secured")
    authority = Authority(folder)
    listener = "listener.name.sasl_ssl"
    scram = "org.apache.kafka.common.security.scram.ScramLoginModule"
    settings = {
        "sasl.enabled.mechanisms": "SCRAM-SHA-512,PLAIN,OAUTHBEARER",
        f"{listener}.plain.sasl.jaas.config": "org.apache.kafka.common.security.plain"
        f'.PlainLoginModule required user_admin="{PASSWORDS["admin"]}";',
        # Kafka's own validator for tests: it takes tokens that nobody has signed.
        f"{listener}.oauthbearer.sasl.jaas.config": "org.apache.kafka.common.security.oauthbearer"
        '.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="admin";',
        "sasl.mechanism.inter.broker.protocol": "SCRAM-SHA-512",
        f"{listener}.scram-sha-512.sasl.jaas.config": f"{scram} required"
        f' username="admin" password="{PASSWORDS["admin"]}";',
        "ssl.keystore.type": "PEM",
        "ssl.keystore.location": str(authority.server()),
        "ssl.truststore.type": "PEM",
        "ssl.truststore.location": str(authority.file),
        "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        "super.users": "User:admin;User:ANONYMOUS",
    }
    try:
        with Broker(
            folder / "kafka", settings=settings, scram=PASSWORDS, protocol="SASL_SSL"
        ) as broker:
            yield Secured(broker, authority)
    except NoServer as reason:
        pytest.skip(str(reason))


def administrator(secured: Secured) -> AdminClient:
    """Return who may change what others may do."""
    return AdminClient(
        {
            "bootstrap.servers": secured.broker.bootstrap,
            "security.protocol": "SASL_SSL",
            "sasl.mechanism": "SCRAM-SHA-512",
            "sasl.username": "admin",
            "sasl.password": PASSWORDS["admin"],
            "ssl.ca.location": str(secured.authority.file),
        }
    )


def forbid(secured: Secured, user: str, kind: str, name: str) -> None:
    """Take away what a user may do with one resource."""
    what = AclBindingFilter(
        ResourceType[kind],
        name,
        ResourcePatternType.LITERAL,
        f"User:{user}",
        None,
        AclOperation.ANY,
        AclPermissionType.ANY,
    )
    admin = administrator(secured)
    for gone in admin.delete_acls([what]).values():
        assert gone.result(PATIENCE)


def allow(secured: Secured, user: str, *rules: tuple[str, str, str]) -> None:
    """Let a user do what each rule says: kind, name (a prefix with `*`), operation."""
    bindings = [
        AclBinding(
            ResourceType[kind],
            name.rstrip("*"),
            ResourcePatternType.PREFIXED if name.endswith("*") else ResourcePatternType.LITERAL,
            f"User:{user}",
            "*",
            AclOperation[operation],
            AclPermissionType.ALLOW,
        )
        for kind, name, operation in rules
    ]
    admin = administrator(secured)
    for made in admin.create_acls(bindings).values():
        made.result(PATIENCE)
    # The broker has them from its controller a little later, and tells what it has.
    ends = time.monotonic() + PATIENCE
    while not set(bindings) <= set(admin.describe_acls(ANYBODY).result(PATIENCE)):
        assert time.monotonic() < ends
        time.sleep(0.05)


# The recipes of docs/operations-kafka.md.
def agent_rules(name: str) -> list[tuple[str, str, str]]:
    return [
        ("TOPIC", f"agent.{name}.*", "READ"),
        ("TOPIC", f"agent.{name}.*", "WRITE"),
        ("TOPIC", "agent.cards", "READ"),
        ("TOPIC", "agent.cards", "WRITE"),
        ("GROUP", f"agent.{name}", "READ"),
        ("TOPIC", "desk.*", "WRITE"),
    ]


def desk_rules(name: str, client: str) -> list[tuple[str, str, str]]:
    return [
        ("TOPIC", f"agent.{name}.requests", "WRITE"),
        ("TOPIC", f"agent.{name}.control", "WRITE"),
        ("TOPIC", "agent.cards", "READ"),
        ("TOPIC", f"desk.{client}.replies", "READ"),
    ]


async def test_a_desk_and_an_agent_speak_under_tls_scram_and_acls(secured: Secured) -> None:
    name = fresh("agent")
    client = f"{name}-0"  # as the stage names its first desk
    admin = secured.as_user("admin")
    await topics.ensure(admin, [*topics.agent_topics(name), *topics.client_topics(client)])
    await asyncio.to_thread(allow, secured, "agent", *agent_rules(name))
    await asyncio.to_thread(allow, secured, "ada", *desk_rules(name, client))
    async with staged(secured.as_user("agent"), name) as stage:
        await stage.replica()
        stage.options = secured.as_user("ada")
        link = await stage.desk()
        assert str(last_state(await collect(link.send(say("3"))))) == "completed"
        assert name in await announced_cards(stage.options)
        # Who lacks the right to read cards is told so, and not that there is no agent.
        with pytest.raises(AgentRefused, match=r"use the topic agent\.cards") as unseen:
            await fetch_kafka_card(stage.address, secured.as_user("eve"))
        assert unseen.value.reason == "broker_refused"
        # Somebody else may neither read those answers nor ask the agent.
        eve = secured.as_user("eve")
        with pytest.raises(AgentRefused, match="use the topic desk"):
            await open_transport(stage.address, eve, client=client, times=PATIENT)
        own = fresh("eve")
        await topics.ensure(admin, topics.client_topics(own))
        rules = [("TOPIC", f"desk.{own}.replies", "READ")]
        rules.append(("TOPIC", f"agent.{name}.requests", "DESCRIBE"))
        await asyncio.to_thread(allow, secured, "eve", *rules)
        transport = await open_transport(stage.address, eve, client=own, times=PATIENT)
        refused = link_over(transport, stage)
        with pytest.raises(AgentRefused, match="write to agent") as caught:
            await collect(refused.send(say("1")))
        assert caught.value.reason == "topic_refused"
        await refused.aclose()


async def test_a_right_that_is_taken_away_is_told_and_enough_once_it_is_back(
    secured: Secured,
) -> None:
    name = fresh("agent")
    admin = secured.as_user("admin")
    await topics.ensure(admin, [*topics.agent_topics(name), *topics.client_topics(f"{name}-0")])
    await asyncio.to_thread(allow, secured, "agent", *agent_rules(name))
    async with staged(secured.as_user("agent"), name) as stage:
        server = await stage.replica()
        await server.check()
        await asyncio.to_thread(forbid, secured, "agent", "GROUP", f"agent.{name}")
        told = await until_refused(server)
        assert f"use the group agent.{name}." in told
        stage.options = admin
        link = await stage.desk()
        asked = asyncio.create_task(collect(link.send(say("3"))))
        await asyncio.to_thread(allow, secured, "agent", ("GROUP", f"agent.{name}", "READ"))
        async with asyncio.timeout(PATIENCE):
            assert str(last_state(await asked)) == "completed"
            await until_well(server)


async def until_refused(server: KafkaServer) -> str:
    """Wait until the check of a server fails; return why."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await server.check()
            except AgentRefused as error:
                return str(error)
            await asyncio.sleep(0.1)


async def until_well(server: KafkaServer) -> None:
    """Wait until the check of a server is passed."""
    while True:
        with suppress(AgentRefused):
            await server.check()
            return
        await asyncio.sleep(0.1)


async def test_a_wrong_password_and_an_unknown_authority_are_told_in_words(
    secured: Secured,
) -> None:
    with pytest.raises(AgentRefused, match="do not let this user in"):
        await announced_cards(secured.as_user("ada", "wrong"))
    with pytest.raises(AgentUnreachable, match="The certificate of the brokers"):
        await announced_cards(replace(secured.as_user("ada"), ca_file=None))
    with pytest.raises(AgentUnreachable, match="TLS"):
        await announced_cards(options(secured.broker.bootstrap))


async def test_tokens_tell_whose_task_it_is(
    kafka_bootstrap: str,
) -> None:
    users = Tokens({"token-of-ada": "ada", "token-of-bob": "bob"})
    async with staged(options(kafka_bootstrap), fresh("agent")) as stage:
        await stage.replica(users=users)
        with pytest.raises(AgentRefused, match="bearer token") as caught:
            await collect((await stage.desk()).send(say("1")))
        assert caught.value.reason == "needs_login"
        ada, bob = [await signed_in(stage, user) for user in ("ada", "bob")]
        await collect(ada.send(say("1", context="secret")))
        assert len(await ada.tasks("secret")) == 1
        assert not await bob.tasks("secret")


async def signed_in(stage: Stage, user: str) -> TransportLink:
    transport = await stage.transport(authorization=f"Bearer token-of-{user}")
    return link_over(transport, stage)


async def test_plain_passwords_and_oauth_tokens_let_in_too(secured: Secured) -> None:
    plain = replace(secured.as_user("admin"), mechanism="PLAIN")
    assert await announced_cards(plain) is not None
    asked: list[bytes] = []

    async def token_endpoint(scope: Any, receive: Any, send: Any) -> None:
        asked.append((await receive())["body"])
        now = int(time.time())
        claims = {"sub": "admin", "iat": now, "exp": now + 300}
        parts = [json.dumps(one).encode() for one in ({"alg": "none"}, claims)]
        token = ".".join(base64.urlsafe_b64encode(one).decode().rstrip("=") for one in parts) + "."
        body = json.dumps({"access_token": token, "expires_in": 300}).encode()
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async with listening(token_endpoint) as address:
        provider = ClientCredentials(f"{address}/token", "desk", "secret", scope="kafka")
        bearer = replace(secured.as_user("admin"), mechanism="OAUTHBEARER", token_provider=provider)
        assert await announced_cards(bearer) is not None
    assert asked == [b"grant_type=client_credentials&scope=kafka"]  # once for all connections
