"""Errors as each binding tells them, held against the table of A2A 1.0, section 5.4.

Editions of the specification differ in some statuses (1.0.0 and 1.0.1 in four): either will do.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from a2a.utils.errors import A2A_ERROR_MAPPING, JSON_RPC_ERROR_CODE_MAP, JSONParseError
from google.rpc.code_pb2 import Code  # type: ignore[import-untyped]

from app.domain.conformance import Finding
from transport.conformance.json_form import dicts
from transport.conformance.rules import finding
from transport.protocol.agent_errors import NOT_LET_IN
from transport.protocol.errors import STATUSES

_DOMAIN = "a2a-protocol.org"
_ERROR_INFO = "google.rpc.ErrorInfo"


class _Row(NamedTuple):
    code: int
    grpc: frozenset[str]
    http: frozenset[int]


# A method that is not there may also be told as HTTP and gRPC themselves tell it.
_NO_METHOD = {"METHOD_NOT_FOUND": (405, "UNIMPLEMENTED")}
_TABLE: dict[str, _Row] = {
    row.reason: _Row(
        JSON_RPC_ERROR_CODE_MAP[kind],
        frozenset(
            {row.grpc_status, STATUSES[kind].grpc_status, *_NO_METHOD.get(row.reason, ())[1:]}
        ),
        frozenset({row.http_code, STATUSES[kind].http_code, *_NO_METHOD.get(row.reason, ())[:1]}),
    )
    for kind, row in A2A_ERROR_MAPPING.items()
    if kind in JSON_RPC_ERROR_CODE_MAP
} | {
    "PARSE_ERROR": _Row(
        JSON_RPC_ERROR_CODE_MAP[JSONParseError], frozenset({"INVALID_ARGUMENT"}), frozenset({400})
    )
}
_BY_CODE = {row.code: reason for reason, row in _TABLE.items()}
# JSON-RPC's own errors: the specification asks for no ErrorInfo with them.
_PLAIN = frozenset(reason for reason, row in _TABLE.items() if row.code <= -32600)
_OWN_FAULT = "INTERNAL_ERROR"


# `google.rpc.Code`, by which AIP-193 names what kind of error it is.
_GRPC_NAMES = frozenset(Code.keys()) - {"OK"}


class Failure(NamedTuple):
    """An error as it came: `code` and `grpc` as they stand in it, `status` as HTTP tells it.

    `code` is JSON-RPC's, or that of an error of HTTP+JSON; `grpc` is the name of a status.
    """

    code: Any = None
    status: int | None = None
    grpc: str = ""
    message: Any = ""
    details: Any = None

    @property
    def reason(self) -> str:
        """What kind of error it is, as `ErrorInfo` names it; empty for one that cannot be told."""
        if isinstance(self.code, int) and self.code in _BY_CODE:
            return _BY_CODE[self.code]
        info = self.info or {}
        reason = str(info.get("reason") or "")
        return reason if info.get("domain") == _DOMAIN or reason in _TABLE else ""

    @property
    def bars(self) -> bool:
        """Whether it asks first who is calling, as each binding tells it (A2A 1.0, section 7.4)."""
        told = {self.grpc, str((self.info or {}).get("reason"))}
        return self.status in (401, 403) or not told.isdisjoint(NOT_LET_IN)

    @property
    def info(self) -> Mapping[str, Any] | None:
        """The detail of the type `google.rpc.ErrorInfo`: A2A's, or else any."""
        found = [
            one for one in dicts(self.details) if str(one.get("@type", "")).endswith(_ERROR_INFO)
        ]
        own = [one for one in found if one.get("domain") == _DOMAIN]
        return next(iter(own + found), None)


def check_failure(
    failure: Failure, where: str, *, http: bool, rpc: bool, expected: frozenset[str] = frozenset()
) -> list[Finding]:
    """Return what is wrong with an error: that it is none of those `expected`, if any are.

    These are named by their reasons. Whatever was expected, code, detail and statuses must tell
    the same. `http` says whether HTTP's own status tells an error, `rpc` whether a code of
    JSON-RPC does.
    """
    reason = failure.reason
    shown = {"code": failure.code, "status": failure.status or failure.grpc, "reason": reason}
    found = list(_form(failure, where, rpc=rpc))
    row = _TABLE.get(reason)
    # Without the detail a status may still be that of what was expected.
    other = reason not in expected and (bool(reason) or not _fits(failure, expected))
    if expected and other:
        # Of errors that are not A2A's own the specification tells examples: what is refused as
        # its caller's fault is refused.
        standard = expected <= _PLAIN and reason in _TABLE and reason != _OWN_FAULT
        rule = "error.standard" if standard else "error.kind"
        found.append(finding(rule, f"{where}: {' or '.join(sorted(expected))}", shown))
    elif http and row is not None and failure.status not in row.http:
        found.append(finding("http.status", where, shown))
    if http and failure.message is not None:
        if failure.code != failure.status:
            found.append(finding("http.error_code", where, shown))
        if failure.grpc not in _GRPC_NAMES or (row is not None and failure.grpc not in row.grpc):
            found.append(finding("http.error_status", where, failure.grpc))
    elif failure.grpc and row is not None and failure.grpc not in row.grpc:
        found.append(finding("error.status", where, shown))
    own = row is not None and reason not in _PLAIN
    if own or (expected and not other and not reason and expected.isdisjoint(_PLAIN)):
        info = failure.info or {}
        if not own or info.get("domain") != _DOMAIN or info.get("reason") != reason:
            rule = "error.rpc_info" if rpc else "error.info"
            found.append(finding(rule, where, failure.details))
    return found


def _form(failure: Failure, where: str, *, rpc: bool) -> Iterator[Finding]:
    if not isinstance(failure.message, str) or not failure.message:
        yield finding("error.shape", f"{where} error.message", failure.message)
    if rpc and (isinstance(failure.code, bool) or not isinstance(failure.code, int)):
        yield finding("error.shape", f"{where} error.code", failure.code)
    details = failure.details
    if details is not None and not isinstance(details, list):
        yield finding("error.details", f"{where} details", details)
    for number, one in enumerate(details if isinstance(details, list) else []):
        if not isinstance(one, dict) or not isinstance(one.get("@type"), str):
            yield finding("error.details", f"{where} details[{number}]", one)


def _fits(failure: Failure, expected: frozenset[str]) -> bool:
    rows = [_TABLE[reason] for reason in expected]
    return any(failure.status in row.http or failure.grpc in row.grpc for row in rows)
