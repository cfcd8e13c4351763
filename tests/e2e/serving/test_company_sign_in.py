"""`conversations serve --oidc`, as a process, beside a sign-in whose keys change."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.e2e.serving.conversation_process import ConversationProcess
from tests.e2e.serving.identity_provider import IdentityProvider
from tests.patience import PATIENCE

PATH = "/api/v1/conversations"
BOTH = ("acme-readers", "beta-staff")


@pytest.fixture
def provider() -> Iterator[IdentityProvider]:
    with IdentityProvider("balance-desk") as running:
        yield running


@pytest.fixture
def service(provider: IdentityProvider, tmp_path: Path) -> Iterator[ConversationProcess]:
    settings = tmp_path / "oidc.toml"
    settings.write_text(
        f'[oidc]\nissuer = "{provider.issuer}"\naudience = "balance-desk"\n'
        'roles_claim = "groups"\n'
        '[oidc.tenants.acme]\nroles = {acme-readers = "reader", leads = "admin"}\n'
        '[oidc.tenants.beta]\nroles = {beta-staff = "member"}\n'
    )
    running = ConversationProcess(tmp_path / "profile", "--oidc", str(settings))
    with running:
        yield running
        assert running.stop() == 0


@pytest.fixture
def client(service: ConversationProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=service.url, timeout=PATIENCE) as opened:
        yield opened


def heads(token: str, tenant: str = "") -> dict[str, str]:
    named = {"X-Tenant-Id": tenant} if tenant else {}
    return {"Authorization": f"Bearer {token}", **named}


def status(client: httpx.Client, token: str, tenant: str = "acme") -> int:
    return client.get(PATH, headers=heads(token, tenant)).status_code


def test_one_person_reads_in_one_tenant_and_writes_in_another(
    client: httpx.Client, provider: IdentityProvider, service: ConversationProcess
) -> None:
    ann = provider.token("ann", *BOTH)

    def made(tenant: str) -> httpx.Response:
        return client.post(PATH, json={"id": f"of-{tenant}"}, headers=heads(ann, tenant))

    refused, done = made("acme"), made("beta")
    assert (refused.status_code, done.status_code) == (403, 201)
    assert "write" in refused.json()["detail"]
    for tenant, listed in (("acme", []), ("beta", ["of-beta"])):
        answer = client.get(PATH, headers=heads(ann, tenant))
        assert [one["id"] for one in answer.json()["data"]] == listed
        whose = client.get("/api/v1/caller", headers=heads(ann, tenant)).json()["data"]
        assert (whose["tenant_id"], whose["user_id"]) == (tenant, "ann")
    # Which is meant has to be said, and only what they belong to can be.
    unsaid = client.get(PATH, headers=heads(ann))
    assert (unsaid.status_code, unsaid.json()["key"]) == (422, "which_tenant")
    for tenant, query in (("gamma", ""), ("beta", "?tenant_id=acme")):
        other = client.get(PATH + query, headers=heads(ann, tenant))
        assert (other.status_code, other.json()["key"]) == (403, "other_tenant")
    twice = client.get(PATH, headers=[*heads(ann, "acme").items(), ("x-tenant-id", "beta")])
    assert twice.status_code == 400
    # Who belongs to one need not say so; who belongs to none is not let in.
    assert client.get(PATH, headers=heads(provider.token("bob", "leads"))).status_code == 200
    nobody = client.get(PATH, headers=heads(provider.token("eve", "others")))
    assert (nobody.status_code, nobody.json()["key"]) == (403, "no_role")
    # The service's own tokens go on, for their tenant.
    own = service.run("token", "create", "--tenant", "acme")
    assert [status(client, own, tenant) for tenant in ("", "acme", "beta")] == [200, 200, 403]
    assert ann.rpartition(".")[2] not in service.log.read_text()


def test_what_the_sign_in_has_not_given_out_for_us_lets_nobody_in(
    client: httpx.Client, provider: IdentityProvider
) -> None:
    assert status(client, provider.token("ann", *BOTH)) == 200
    past = int(time.time()) - 3600
    with IdentityProvider("balance-desk") as stranger:
        forged = {
            "wrong audience": provider.token("ann", *BOTH, aud="another"),
            "expired": provider.token("ann", *BOTH, iat=past - 60, exp=past),
            "wrong issuer": provider.token("ann", *BOTH, iss=stranger.issuer),
            "another's key": stranger.token("ann", *BOTH, iss=provider.issuer),
            "no signature": provider.unsigned("ann", *BOTH),
            "the public key as a secret": provider.confused("ann", *BOTH),
        }
    assert {name: status(client, token) for name, token in forged.items()} == dict.fromkeys(
        forged, 401
    )
    assert status(client, provider.token("ann", *BOTH)) == 200


def test_keys_are_fetched_once_for_all_who_come_together(
    client: httpx.Client, provider: IdentityProvider
) -> None:
    ann = provider.token("ann", *BOTH)
    with ThreadPoolExecutor(10) as pool:
        assert set(pool.map(lambda _: status(client, ann), range(10))) == {200}
    assert provider.asked == 1
    provider.answers.clear()
    assert status(client, ann) == 200


def test_without_its_issuer_a_service_starts_and_says_what_is_away(
    client: httpx.Client, provider: IdentityProvider, service: ConversationProcess
) -> None:
    provider.answers.clear()
    refused = client.get(PATH, headers=heads(provider.token("ann", *BOTH), "acme"))
    assert (refused.status_code, refused.json()["key"]) == (504, "issuer_away")
    assert "sign-in" in refused.json()["detail"] and refused.headers["retry-after"]
    assert client.get("/ready").status_code == 200
    own = service.run("token", "create", "--tenant", "acme")
    assert status(client, own) == 200
    assert '"reason": "issuer_away"' in service.log.read_text()


@pytest.mark.slow
def test_a_new_key_is_taken_and_the_old_one_is_no_longer(
    client: httpx.Client, provider: IdentityProvider
) -> None:
    old = provider.token("ann", *BOTH)
    assert status(client, old) == 200
    provider.rotate("two")
    new = provider.token("ann", *BOTH)
    # Keys are asked for twice a minute at most, whoever sends what.
    ends = time.monotonic() + PATIENCE
    while status(client, new) != 200:
        assert time.monotonic() < ends
        time.sleep(1)
    assert status(client, old) == 401
