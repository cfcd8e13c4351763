"""The rules of an agent's card, as it was found (A2A 1.0, sections 4.4, 4.5 and 8)."""

import base64
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from a2a.types import AgentCard
from a2a.utils.constants import TransportProtocol

from app.domain.conformance import Finding
from transport.conformance.json_form import as_dict, departures, dicts
from transport.conformance.rules import finding

_BINDINGS = frozenset(
    {TransportProtocol.JSONRPC, TransportProtocol.GRPC, TransportProtocol.HTTP_JSON}
)
_VERSION = re.compile(r"\d+\.\d+")
# Short names, as cards of earlier versions have them, are let be.
_MODE = re.compile(r"[A-Za-z]+|[\w!#$&^.+*-]+/[\w!#$&^.+*-]+(\s*;.*)?")
_PLACES = ("header", "query", "cookie")


def card_departures(card: Any) -> list[Finding]:
    """Return what is wrong with a card of A2A 1.0, as JSON."""
    found = departures(card, AgentCard, "card")
    if isinstance(card, dict):
        for rules in (_interfaces, _modes, _skills, _security, _extensions, _signatures):
            found += rules(card)
    return found


def _interfaces(card: dict[str, Any]) -> Iterator[Finding]:
    for number, one in enumerate(dicts(card.get("supportedInterfaces"))):
        where = f"card.supportedInterfaces[{number}]"
        url, binding = _text(one, "url"), _text(one, "protocolBinding")
        version = _text(one, "protocolVersion")
        if binding == TransportProtocol.GRPC:
            if url and not re.fullmatch(r"(\w+://)?[^\s/]+(/.*)?", url):
                yield finding("card.url", f"{where}.url", url)
        elif url and (not urlsplit(url).scheme or not urlsplit(url).netloc):
            yield finding("card.url", f"{where}.url", url)
        if binding and binding not in _BINDINGS and not urlsplit(binding).scheme:
            yield finding("card.binding", f"{where}.protocolBinding", binding)
        if version and not _VERSION.fullmatch(version):
            yield finding("card.version", f"{where}.protocolVersion", version)


def _modes(card: dict[str, Any]) -> Iterator[Finding]:
    named = [(card, f"card.{name}", name) for name in ("defaultInputModes", "defaultOutputModes")]
    for number, skill in enumerate(dicts(card.get("skills"))):
        where = f"card.skills[{number}]"
        named += [(skill, f"{where}.{name}", name) for name in ("inputModes", "outputModes")]
    for of, where, name in named:
        modes = of.get(name)
        for mode in modes if isinstance(modes, list) else []:
            if isinstance(mode, str) and not _MODE.fullmatch(mode):
                yield finding("card.modes", where, mode)


def _skills(card: dict[str, Any]) -> Iterator[Finding]:
    seen: set[str] = set()
    for number, skill in enumerate(dicts(card.get("skills"))):
        skill_id = _text(skill, "id")
        if skill_id and skill_id in seen:
            yield finding("card.skill_ids", f"card.skills[{number}].id", skill_id)
        seen.add(skill_id)


def _security(card: dict[str, Any]) -> Iterator[Finding]:
    schemes = card.get("securitySchemes")
    known = schemes if isinstance(schemes, dict) else {}
    for name, scheme in known.items():
        key = scheme.get("apiKeySecurityScheme") if isinstance(scheme, dict) else None
        if isinstance(key, dict) and (place := _text(key, "location")) and place not in _PLACES:
            yield finding("card.key_place", f"card.securitySchemes[{name}]", place)
    asked = [("card", one) for one in dicts(card.get("securityRequirements"))]
    for number, skill in enumerate(dicts(card.get("skills"))):
        asked += [
            (f"card.skills[{number}]", one) for one in dicts(skill.get("securityRequirements"))
        ]
    for where, one in asked:
        named = one.get("schemes")
        for name in named if isinstance(named, dict) else {}:
            if name not in known:
                yield finding("card.security", f"{where}.securityRequirements", name)


def _extensions(card: dict[str, Any]) -> Iterator[Finding]:
    capabilities = card.get("capabilities")
    for number, one in enumerate(dicts(as_dict(capabilities).get("extensions"))):
        uri = _text(one, "uri")
        if not uri or not urlsplit(uri).scheme:
            yield finding("card.extension", f"card.capabilities.extensions[{number}].uri", uri)


def _signatures(card: dict[str, Any]) -> Iterator[Finding]:
    for number, one in enumerate(dicts(card.get("signatures"))):
        text = _text(one, "protected")
        try:
            header = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        except (ValueError, RecursionError):
            header = None
        if not isinstance(header, dict) or not header.get("alg") or not header.get("kid"):
            yield finding("card.signature", f"card.signatures[{number}].protected", text)


def _text(of: dict[str, Any], name: str) -> str:
    value = of.get(name)
    return value if isinstance(value, str) else ""
