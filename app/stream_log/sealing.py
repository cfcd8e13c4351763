"""The hash chain: each record carries the hash of itself and of the one before it in its file.

`_chain` = SHA-256(chain of the record before, then the bytes of this line without `_chain`), in
hexadecimal; the first record of a file with a seal is linked to the name of its file, to the newest
checkpoint of that moment, and to all that stands before it. So files are chained in the order in
which they were begun; the days in their names are not in that order when the clock went back.
"""

import re
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

_SEAL = re.compile(rb',?"_chain":"([0-9a-f]{64})"\}\}$')
_END: Final = b"}}"
_EMPTY: Final = sha256().digest()


class Sealed(NamedTuple):
    """A line taken apart: its bytes without seal and end of line, and the seal."""

    bare: bytes
    chain: str


def first_link(stem_name: str, head: str, ahead: "bytes | Hash" = b"") -> str:
    """Return what the first sealed record of a file is linked to.

    `head` is the hash of the newest checkpoint; logs of older versions have "" there. `ahead` are
    the bytes before its line, or what SHA-256 has read of them: lines without a seal.
    """
    stands = sha256(ahead) if isinstance(ahead, bytes) else ahead
    after = f" after {head}" if head else ""
    before = "" if stands.digest() == _EMPTY else f" {stands.hexdigest()}"
    return sha256(f"balance-desk stream log {stem_name}{after}{before}".encode()).hexdigest()


def link(before: str, bare: bytes) -> str:
    """Return the chain value of a line without seal."""
    return sha256(before.encode() + bare).hexdigest()


def seal(bare: bytes, before: str) -> tuple[bytes, str]:
    """Return the line with its seal, and the chain value; `bare` ends with its metadata."""
    chain = link(before, bare)
    comma = b"" if bare.endswith(b"{" + _END) else b","
    return bare[:-2] + comma + b'"_chain":"' + chain.encode() + b'"' + _END, chain


def unsealed(line: bytes) -> Sealed | None:
    """Take a line apart, or return None when it has no seal."""
    line = line.rstrip(b"\n")
    found = _SEAL.search(line)
    return Sealed(line[: found.start()] + _END, found[1].decode()) if found else None
