"""The response that tells an error of A2A: its details are `google.rpc` messages, to the letter."""

from typing import Any

from a2a.server.request_handlers.response_helpers import build_error_response
from a2a.utils.errors import A2AError


def error_response(request_id: str | int | None, error: A2AError) -> dict[str, Any]:
    """Return the JSON-RPC response for an error.

    The metadata of a `google.rpc.ErrorInfo` are texts: a client that reads it as that message
    takes nothing else. The SDK repeats there the list of bad fields that `BadRequest` holds.
    """
    response: dict[str, Any] = build_error_response(request_id, error)
    for detail in response["error"].get("data") or ():
        metadata = detail.get("metadata")
        if metadata:
            detail["metadata"] = {
                name: value for name, value in metadata.items() if isinstance(value, str)
            }
    return response
