"""Signed cards: checked with keys that the person trusts, which come over TLS when they agree."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest
from a2a.types import AgentCard
from a2a.utils.signing import create_agent_card_signer
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from google.protobuf.json_format import MessageToDict
from starlette.requests import Request
from starlette.responses import JSONResponse

from app.cli import main
from app.connections import known_agents
from app.connections.remote_agents import RemoteAgents
from app.errors import AgentRefused, DeskError
from tests.contract.transport.executors import card
from tests.contract.transport.tls import Authority, tls_listening
from transport.auth.card_signatures import check_signature, fetch_keys

pytestmark = pytest.mark.anyio

JKU = "https://keys.example.org/agents.json"


class Signer:
    """Owns a key pair and signs cards with it."""

    def __init__(self, algorithm: str, kid: str = "k1") -> None:
        self.algorithm, self.kid = algorithm, kid
        if algorithm == "ES256":
            self.key: Any = ec.generate_private_key(ec.SECP256R1())
            public = jwt.algorithms.ECAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
        else:
            self.key = rsa.generate_private_key(65537, 2048)
            public = jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
        self.public: Mapping[str, Any] = {**public, "kid": kid, "alg": algorithm}

    def sign(self, unsigned: AgentCard, jku: str = JKU) -> AgentCard:
        header: Any = {"kid": self.kid, "alg": self.algorithm, "jku": jku, "typ": "JOSE"}
        return create_agent_card_signer(self.key, header)(unsigned)


def fresh() -> AgentCard:
    made = card(description="한국어 – “quoted”")
    interface = made.supported_interfaces.add()
    interface.url, interface.protocol_binding = "https://127.0.0.1/a", "JSONRPC"
    interface.protocol_version = "1.0"
    return made


@pytest.mark.parametrize("algorithm", ["ES256", "RS256"])
def test_a_signature_is_verified_with_its_key_only(algorithm: str) -> None:
    signer = Signer(algorithm)
    signed = signer.sign(fresh())
    found = check_signature(signed, [Signer(algorithm, "k0").public, signer.public])
    assert (found.state, found.by) == ("verified", "k1 (keys.example.org)")
    assert check_signature(signed, [Signer(algorithm).public]).state == "mismatch"
    unknown = check_signature(signed, [Signer(algorithm, "other").public])
    assert (unknown.state, unknown.keys_url) == ("key_unknown", JKU)
    assert check_signature(fresh(), [signer.public]).state == "unsigned"
    signed.description += "."
    assert check_signature(signed, [signer.public]).state == "mismatch"


def test_one_good_signature_among_several_is_enough() -> None:
    old, new = Signer("RS256", "old"), Signer("ES256", "new")
    signed = new.sign(old.sign(fresh()))
    assert check_signature(signed, [new.public]).state == "verified"
    signed.signatures[0].protected = "not base64 €"
    assert check_signature(signed, [new.public]).state == "verified"


def test_a_shared_secret_signs_nothing() -> None:
    header: Any = {"kid": "k1", "alg": "HS256", "jku": JKU}
    signed = create_agent_card_signer(b"s" * 32, header)(fresh())
    key = {"kty": "oct", "k": "c3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3M", "kid": "k1"}
    assert check_signature(signed, [key]).state == "mismatch"


async def test_keys_come_over_tls_or_not_at_all() -> None:
    async with httpx.AsyncClient() as client:
        for url in ("http://127.0.0.1:1/keys", "file:///etc/passwd", ""):
            with pytest.raises(AgentRefused, match="https only"):
                await fetch_keys(client, url)


async def test_a_person_trusts_the_keys_and_a_forged_card_is_refused(
    profile: Path, tmp_path: Path
) -> None:
    signer, authority = Signer("ES256"), Authority(tmp_path)
    settings = f'[http]\nca_file = "{authority.file}"\n'
    await asyncio.to_thread(profile.mkdir)
    await asyncio.to_thread((profile / "settings.toml").write_text, settings)
    served: dict[str, Any] = {"keys": {"keys": [dict(signer.public)]}}

    async def application(scope: Any, receive: Any, send: Any) -> None:
        name = "keys" if Request(scope).url.path == "/keys" else "card"
        await JSONResponse(served[name])(scope, receive, send)

    async with tls_listening(application, authority) as base:
        made = fresh()
        made.supported_interfaces[0].url = f"{base}/a"
        served["card"] = MessageToDict(signer.sign(made, jku=f"{base}/keys"))
        known_agents.add(profile, base, "lab")
        remote = RemoteAgents(profile)
        before = (await remote.look("lab")).card.signature
        assert before is not None
        assert (before.state, before.keys_url) == ("key_unknown", f"{base}/keys")
        assert (await remote.trust("lab")).state == "verified"
        found = await remote.look("lab")
        assert found.card.signature is not None
        assert found.card.signature.state == "verified"
        assert (await remote.look(base)).card.signature == found.card.signature
        remote.accept("lab", found)
        link = await remote.open("lab")
        await link.aclose()
        forged = json.loads(json.dumps(served["card"]))
        for tampered in ({**forged, "signatures": []}, {**forged, "description": "Other."}):
            served["card"] = tampered
            with pytest.raises(DeskError) as refused:
                await remote.open("lab")
            assert refused.value.reason == "card_signature"
        other = Signer("ES256").sign(made, jku=f"{base}/keys")
        del other.signatures[0]
        served["card"] = MessageToDict(other)
        with pytest.raises(AgentRefused, match="not signed by the keys"):
            await remote.trust("lab")


def test_an_agent_that_was_not_added_is_not_trusted(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["agents", "trust", "nobody", "--profile", str(profile)]) == 2
    assert "nobody" in capsys.readouterr().err
