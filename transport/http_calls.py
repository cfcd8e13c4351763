"""What HTTP adds to a call: who calls, the service parameters, and the extensions in use."""

from collections.abc import Mapping

from a2a.auth.user import UnauthenticatedUser
from a2a.extensions.common import HTTP_EXTENSION_HEADER
from a2a.server.context import ServerCallContext
from starlette.requests import Request

from transport.callers import Caller
from transport.dispatch import call_context

CALLER = "balance_desk.caller"  # the key of an ASGI scope under which the entry keeps who calls


def call_of(request: Request) -> ServerCallContext:
    """Return the context of a call."""
    headers: dict[str, str] = {}
    for name, value in request.headers.items():
        # The header of the extensions may come several times (A2A 1.0, section 3.2.6).
        headers[name] = f"{headers[name]},{value}" if name in headers else value
    version = request.query_params.get("A2A-Version", "")
    if version and "a2a-version" not in headers:
        headers["a2a-version"] = version
    caller = request.scope.get(CALLER)
    user = UnauthenticatedUser() if caller is None else Caller(caller)
    context = call_context(headers, user=user)
    context.state["headers"].pop("authorization", None)
    return context


def response_headers(context: ServerCallContext, declared: frozenset[str]) -> Mapping[str, str]:
    """Return the header that tells which of the asked-for extensions are in use, if any."""
    used = sorted(context.requested_extensions & declared)
    return {HTTP_EXTENSION_HEADER: ", ".join(used)} if used else {}
