"""Envelopes that are wrong in every way that can be thought of, and some that are only strange."""

import copy
import json
import random
from typing import Any

_VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    10**30,
    1.5,
    "",
    " ",
    "x" * 300,
    "x" * 1_100_000,
    "\x00",
    "\u202e\u0007",
    "' OR 1=1 --",
    "../../etc/passwd",
    "2.0",
    "1.0",
    "1.7",
    "NaN",
    [],
    [[]],
    {},
    {"a": {"b": {}}},
    "9999-12-31T23:59:59Z",
    "0001-01-01T00:00:00Z",
    "2025-06-03T16:30:45",
    {"domain": "unknown", "action": "thing"},
)


def mutated(envelope: dict[str, Any], chance: random.Random) -> bytes:
    """Return the bytes of an envelope that was changed somewhere."""
    made = copy.deepcopy(envelope)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 4))):
        _change(made, chance)
    text = json.dumps(made)
    match chance.randrange(12):
        case 0:
            text = text[: chance.randrange(len(text) + 1)]
        case 1:
            place = chance.randrange(len(text))
            text = text[:place] + chr(chance.randrange(1, 0x24F)) + text[place + 1 :]
        case 2:
            text = text.replace('"', chance.choice(("'", '\\"', "")), 1)
        case 3:
            text = text.replace("1", chance.choice(("NaN", "1e999", "-Infinity", "0x1")), 1)
        case 4:
            text = text.replace("a", chance.choice(("\\ud800", "\\u0000", "\\u200b")), 1)
    raw = text.encode("utf-8", "surrogatepass")
    match chance.randrange(200):
        case 0:
            raw = b"[" * 100_000
        case 1:
            raw = raw[:-1] + b',"deep":' + b'{"a":' * 20_000 + b"1" + b"}" * 20_001
        case 2:
            raw = bytes(chance.randrange(256) for _ in range(chance.randrange(200)))
        case 3:
            raw += raw
    return raw


def _change(made: dict[str, Any], chance: random.Random) -> None:
    where: Any = made
    while True:
        key = chance.choice(list(where))
        if isinstance(where[key], dict) and where[key] and chance.random() < 0.6:
            where = where[key]
            continue
        if chance.random() < 0.25:
            del where[key]
        else:
            where[key] = copy.deepcopy(chance.choice(_VALUES))
        return
