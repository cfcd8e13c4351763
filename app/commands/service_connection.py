"""`balance-desk conversations connect` and `… disconnect`: which service keeps a desk in step."""

import argparse
import asyncio
import getpass
import os
import sys
from contextlib import suppress
from pathlib import Path

from app.errors import BadInput, BadProfile
from app.profile.folder import Profile
from app.profile.settings import load, save_service
from app.terminal.plain_text import printable


def run(given: argparse.Namespace, profile: Path) -> int:
    """Carry out one of the commands.

    Raises `BadInput`, `BadProfile`, and what the service raises: `NotAllowed`, `ServiceTimeout`.
    """
    Profile(profile).prepare()
    if given.conversation_action == "disconnect":
        return _disconnect(profile)
    return asyncio.run(_connect(given.url, given.tenant, profile))


async def _connect(given: str, of_tenant: str, profile: Path) -> int:
    from app.connections.service_token import VARIABLE, account_of, checked_token
    from app.conversations.client.service_link import ServiceLink, always, checked_url
    from app.domain.book import Caller
    from app.profile.environment import secret
    from app.profile.secrets import FILE, system_secrets

    url = checked_url(given)
    kept = f"in the environment ({VARIABLE}), which has to have it at each start"
    found = (secret(VARIABLE) or "").strip()
    if not found and os.environ.get(FILE):
        kept = f"in the file that {FILE} names"
        found = system_secrets().get(account_of(url)) or ""
    token = checked_token(found or _asked(url))
    link = ServiceLink(url, always(token))
    try:
        tenant, user = await link.whose(Caller(tenant=of_tenant))
    finally:
        await link.aclose()
    who = printable(f"{user or 'every user'} of the tenant {tenant}")
    if not user:
        sys.stderr.write(
            "This token acts for every user of its tenant: what several people say with it is one"
            " heap. For a person, make one with --user.\n"
        )
    if not found:
        _keep(account_of(url), token, url)
        kept = "in the system's keyring"
    save_service(profile, url, of_tenant)
    sys.stdout.write(
        f"{url} knows this desk as {who}.\nThe token is {kept}. From the next start on, the window"
        " is kept in step with it.\n"
    )
    return 0


def _disconnect(profile: Path) -> int:
    from keyring.errors import KeyringError

    from app.connections.service_token import account_of
    from app.profile.secrets import system_secrets

    url = load(profile, environment={}).conversations
    if not url:
        sys.stdout.write("This desk keeps its conversations to itself already.\n")
        return 0
    save_service(profile, "")
    with suppress(KeyringError):
        system_secrets().forget(account_of(url))
    sys.stdout.write(
        f"From its next start on, this desk keeps its conversations to itself. What {url} has, it"
        " keeps; what is here, stays.\n"
    )
    return 0


def _asked(url: str) -> str:
    if sys.stdin.isatty():
        return getpass.getpass(f"Token for {url}: ").strip()
    return sys.stdin.readline().strip()


def _keep(account: str, token: str, url: str) -> None:
    from keyring.errors import KeyringError

    from app.connections.service_token import VARIABLE
    from app.profile.secrets import system_secrets

    secrets = system_secrets()
    if not secrets.lasting:
        raise BadInput(
            f"This system has no keyring to keep the token for {url} in. Set {VARIABLE} in the"
            " environment of the window, and run this again with it.",
            key="no_keyring",
        )
    try:
        secrets.put(account, token)
    except KeyringError as error:
        raise BadProfile(f"The system's keyring did not take the token: {error}.") from error
