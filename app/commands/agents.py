"""`balance-desk agents`: the agents of a profile are listed, added, shown, and signed in with."""

import argparse
import asyncio
import getpass
import json
import sys
import webbrowser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from app.connections import card_trust, known_agents
from app.connections import card_trust as known_cards
from app.connections.access_arguments import access_of
from app.connections.inspection import call
from app.connections.language_model import chosen_model
from app.connections.remote_agents import Found, RemoteAgents
from app.domain.cards import NO_ACCESS, UNTOLD, AgentCard, CardSignature
from app.errors import AgentRefused, AgentUnreachable, BadFile, BadInput, DeskError
from app.profile.folder import Profile
from app.terminal.plain_text import printable

_LOOK_SECONDS = 5.0


def run(given: argparse.Namespace, profile: Path) -> int:
    """Carry out the command; raises `DeskError`, returns the exit code."""
    action, where = given.action or "list", given.where
    if action != "list" and not where:
        raise BadInput(f"`agents {action}` needs {'an address' if action == 'add' else 'a name'}.")
    if action in ("add", "accept"):
        Profile(profile).prepare()
    remote = RemoteAgents(profile, access=access_of(given) if "header" in given else NO_ACCESS)
    match action:
        case "remove":
            known_agents.remove(profile, where)
            known_cards.forget_card(profile, where)
            card_trust.forget_keys(profile, where)
        case "add":
            asyncio.run(_add(remote, profile, where, given.name))
        case "show":
            found = asyncio.run(remote.look(where))
            _tell(found.card, remote.changes(where, found), as_json=given.json, found=found)
            return 0
        case "card":
            return asyncio.run(_card(remote, given))
        case "accept":
            asyncio.run(_accept(remote, profile, where))
        case "trust":
            asyncio.run(_trust(remote, where))
            return 0
        case "login":
            return asyncio.run(_login(remote, where))
        case "logout":
            asyncio.run(remote.sign_out(where))
            return 0
    # What was given for one agent is not for the others.
    for line in asyncio.run(_listed(RemoteAgents(profile), profile)):
        _say(json.dumps(line, ensure_ascii=False) if given.json else _row(line))
    return 0


async def _card(remote: RemoteAgents, given: argparse.Namespace) -> int:
    """Print a card as JSON, or what differs from an older one: 1 if anything does."""
    found = await remote.look(given.where)
    card = found.json
    if found.card.version == UNTOLD:
        _note(f"{given.where} tells no card: this is what is known of it without one.")
    if given.extended:
        if not card.get("capabilities", {}).get("extendedAgentCard"):
            raise AgentRefused(f"{given.where} offers no extended card.", key="no_extended_card")
        link = await remote.open(given.where)
        try:
            async for told in call(link, "GetExtendedAgentCard", {}):
                card = told
        finally:
            await link.aclose()
    if given.diff is None:
        text = json.dumps(card, ensure_ascii=False, indent=None if given.json else 2)
        _say("\n".join(map(printable, text.split("\n"))))
        return 0
    changes = remote.differences(await asyncio.to_thread(_read_card, given.diff), card)
    for line in changes:
        _say(printable(line))
    return 1 if changes else 0


def _read_card(path: Path) -> Mapping[str, Any]:
    try:
        card = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadFile(f"{path} is no card that can be read: {error}.") from error
    if not isinstance(card, dict):
        raise BadFile(f"{path} is no card: a JSON object is wanted.")
    return card


async def _add(remote: RemoteAgents, profile: Path, address: str, name: str | None) -> None:
    known_agents.checked(address)
    if name:
        known_agents.chosen_name(profile, address, name)
    found: Found | None = None
    try:
        found = await remote.look(address)
    except AgentUnreachable as error:
        _note(f"{error} It is added all the same; its card is read when it answers.")
    called = found.card.name if found is not None and found.card is not None else ""
    chosen = known_agents.chosen_name(profile, address, name, called)
    known_agents.add(profile, address, chosen)
    if found is not None:
        remote.accept(chosen, found)
        for line in _card_lines(found.card):
            _note(line)


async def _accept(remote: RemoteAgents, profile: Path, name: str) -> None:
    if name not in known_agents.known(profile):
        raise BadInput(f"No agent {name!r} was added to this profile.", key="no_agent")
    found = await remote.look(name)
    for line in remote.changes(name, found):
        _note(line)
    remote.accept(name, found)


async def _trust(remote: RemoteAgents, name: str) -> None:
    found = (await remote.look(name)).card.signature
    if found is None or found.state == "unsigned":
        raise BadInput(f"The card of {name} is not signed.", key="card_unsigned")
    if found.keys_url:
        _note(f"The keys are fetched from {printable(found.keys_url)}")
    trusted = found if found.state == "verified" else await remote.trust(name)
    _say(_signature_line(trusted).strip())


async def _login(remote: RemoteAgents, agent: str) -> int:
    if remote.clusters.wants_password(remote.address(agent)):
        password = (await asyncio.to_thread(_secret, "Password for the brokers: ")).strip()
        if not await remote.keep_kafka_password(agent, password):
            raise BadInput(
                "This system has no keyring, and secrets are kept nowhere else. Set"
                " BALANCE_DESK_KAFKA_PASSWORD instead.",
                key="no_keyring",
            )
    questions = await remote.questions(agent)
    if not questions:
        _note(f"{agent} lets everybody in: there is nothing to sign in to.")
    lasting = True
    for need, fields in questions:
        if need.description:
            _note(need.description)
        answers = {}
        for field in fields:
            ask = _secret if field.secret else _plain
            label = f"{field.label}{' (may be empty)' if field.optional else ''}: "
            answers[field.name] = (await asyncio.to_thread(ask, label)).strip()
        lasting = await remote.sign_in(agent, need, answers, _Terminal())
    if questions and not lasting:
        raise BadInput(
            "You are signed in, but this system has no keyring, and secrets are kept nowhere else:"
            " they end with this command. Sign in from the window, where they last until it is"
            " closed; let a command in with --bearer-env, --api-key-env or --header; or name a file"
            " of secrets, BALANCE_DESK_SECRETS_FILE.",
            key="no_keyring",
        )
    return 0


async def _listed(remote: RemoteAgents, profile: Path) -> list[dict[str, object]]:
    bundled: list[dict[str, object]] = [
        {"name": name, "where": where, "reachable": True}
        for name, where in known_agents.BUNDLED.items()
    ]
    if (model := chosen_model(profile)) is not None:
        where = f"in process: talks, with {model}"
        bundled.append({"name": known_agents.CHAT, "where": where, "reachable": True})
    # What loads here is not to be taken for an agent that does not answer in time.
    announced = await remote.announced()
    await remote.load()
    known = known_agents.known(profile)
    reached = await asyncio.gather(*(_reached(remote, name, known[name]) for name in known))
    added = zip(known.items(), reached, strict=True)
    listed = bundled + [
        {"name": name, "where": where, "reachable": reachable} for (name, where), reachable in added
    ]
    taken = {line["where"] for line in listed}
    for name, where in announced.items():
        if where not in taken:
            listed.append({"name": name, "where": where, "reachable": True, "announced": True})
    return listed


async def _reached(remote: RemoteAgents, name: str, where: str) -> bool:
    try:
        async with asyncio.timeout(_LOOK_SECONDS):
            await remote.look(name)
    except AgentRefused as error:
        return error.reason == "card_needs_login"
    except (DeskError, TimeoutError):
        return False
    return True


def _tell(card: AgentCard, changes: Sequence[str], *, as_json: bool, found: Found) -> None:
    if as_json:
        _say(json.dumps({"card": found.json, "changes": list(changes)}, ensure_ascii=False))
        return
    for line in _card_lines(card):
        _say(line)
    if changes:
        _say("changed since it was accepted:")
        for line in changes:
            _say(f"  {line}")


def _card_lines(card: AgentCard) -> list[str]:
    lines = [f"{card.name} {card.version}", card.description]
    lines += [f"  {one.binding} {one.version} {one.url}" for one in card.interfaces]
    lines += [f"  can {skill.name}: {', '.join(skill.examples)}" for skill in card.skills]
    lines += [f"  takes {', '.join(card.input_modes)}", f"  gives {', '.join(card.output_modes)}"]
    for needs in card.security:
        asked = " and ".join(f"{need.kind} ({need.name})" for need in needs)
        lines.append(f"  asks for {asked or 'nothing'}")
    lines += [f"  extension {uri}" for uri in card.extensions]
    if card.signature is not None:
        lines.append(_signature_line(card.signature))
    return [printable(line) for line in lines]


def _signature_line(found: CardSignature) -> str:
    by = f" by {found.by}" if found.by else ""
    match found.state:
        case "verified":
            words = f"signed{by}, verified with a key that you trust"
        case "mismatch":
            words = f"signed{by}: the signature does not match"
        case "key_unknown":
            words = f"signed{by}, key unknown: `agents trust NAME` fetches it from {found.keys_url}"
        case _:
            words = "unsigned"
    return printable(f"  {words}")


def _row(line: Mapping[str, object]) -> str:
    note = "" if line["reachable"] else "(not reachable) "
    if line.get("announced"):
        note = "(announced, not added) "
    return f"{line['name']:<16} {note}{line['where']}"


class _Terminal:
    """Shows a person at a terminal where to go while they sign in."""

    async def open_url(self, url: str) -> None:
        """Show the address and open it in the browser."""
        _note(f"Sign in here: {printable(url)}")
        await asyncio.to_thread(webbrowser.open, url)

    async def show_code(self, url: str, code: str) -> None:
        """Show a code and where to type it."""
        _note(f"Open {printable(url)} and type {printable(code)}")


def _secret(label: str) -> str:
    return getpass.getpass(label) if sys.stdin.isatty() else _plain("")


def _plain(label: str) -> str:
    if label and sys.stdin.isatty():
        sys.stderr.write(label)
        sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise BadInput("An answer was wanted on standard input, and it has ended.")
    return line


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


def _note(text: str) -> None:
    sys.stderr.write(f"· {text}\n")
