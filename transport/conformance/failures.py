"""Errors as each binding tells them, held against the table of A2A 1.0, section 5.4.

Editions of the specification differ in some statuses (1.0.0 and 1.0.1 in four): either will do.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from a2a.utils.errors import A2A_ERROR_MAPPING, JSON_RPC_ERROR_CODE_MAP, JSONParseError

from app.domain.conformance import Finding
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


class Failure(NamedTuple):
    """An error as it came: `code` of JSON-RPC, `status` of HTTP or `grpc` of gRPC, its details."""

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
        info = self.info
        return str(info.get("reason") or "") if info is not None else ""

    @property
    def bars(self) -> bool:
        """Whether it asks first who is calling, as each binding tells it (A2A 1.0, section 7.4)."""
        return self.status in (401, 403) or not {self.grpc, self.reason}.isdisjoint(NOT_LET_IN)

    @property
    def info(self) -> Mapping[str, Any] | None:
        """The detail of the type `google.rpc.ErrorInfo`, if there is one."""
        for one in self.details if isinstance(self.details, list) else []:
            if isinstance(one, dict) and str(one.get("@type", "")).endswith(_ERROR_INFO):
                return one
        return None


def check_failure(
    failure: Failure, expected: frozenset[str], where: str, *, http: bool, rpc: bool
) -> list[Finding]:
    """Return what is wrong with an error that should be one of those `expected`, by their reasons.

    `http` says whether HTTP's own status tells it, `rpc` whether a code of JSON-RPC does.
    """
    found = []
    reason = failure.reason
    shown = {"code": failure.code, "status": failure.status or failure.grpc, "reason": reason}
    if not isinstance(failure.message, str) or not failure.message:
        found.append(finding("error.shape", f"{where} error.message", failure.message))
    if rpc and (isinstance(failure.code, bool) or not isinstance(failure.code, int)):
        found.append(finding("error.shape", f"{where} error.code", failure.code))
    for number, one in enumerate(failure.details if isinstance(failure.details, list) else []):
        if not isinstance(one, dict) or not isinstance(one.get("@type"), str):
            found.append(finding("error.details", f"{where} details[{number}]", one))
    if failure.details is not None and not isinstance(failure.details, list):
        found.append(finding("error.details", f"{where} details", failure.details))
    if reason not in expected:
        wanted = " or ".join(sorted(expected))
        # Without the detail a status may still be that of what was expected.
        if reason or not _fits(failure, expected):
            # Of errors that are not A2A's own the specification tells examples: what is refused
            # as its caller's fault is refused.
            standard = expected <= _PLAIN and reason in _TABLE and reason != _OWN_FAULT
            rule = "error.standard" if standard else "error.kind"
            found.append(finding(rule, f"{where}: {wanted}", shown))
            return found
    row = _TABLE.get(reason)
    if row is not None and http and failure.status not in row.http:
        found.append(finding("http.status", where, shown))
    if row is not None and failure.grpc and failure.grpc not in row.grpc:
        found.append(finding("error.status", where, shown))
    if not rpc and not expected <= _PLAIN:
        info = failure.info
        if info is None or info.get("domain") != _DOMAIN or info.get("reason") not in _TABLE:
            found.append(finding("error.info", where, failure.details))
    return found


def _fits(failure: Failure, expected: frozenset[str]) -> bool:
    rows = [_TABLE[reason] for reason in expected]
    return any(failure.status in row.http or failure.grpc in row.grpc for row in rows)
