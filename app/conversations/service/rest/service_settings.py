"""What the service over HTTP was told; the defaults are those of a service for a few desks."""

from dataclasses import dataclass
from typing import Final

MAX_BODY_BYTES: Final = 8 * 2**20
"""A message of the greatest length in any script fits, with its own form as `body`."""
MAX_IMPORT_BYTES: Final = 256 * 2**20


@dataclass(frozen=True, kw_only=True)
class ServiceSettings:
    """Limits and times. Rates are requests per second of one tenant in this process.

    `rate` is what may go on for long, `burst` what may come at once; a rate of 0 means no limit.
    `request_seconds` is what a request has, its body included; a longer body than `max_body_bytes`
    has them for each part of that length, and to import or export a conversation has no limit.
    `check_seconds` is how long `/ready` waits for each of what it asks.
    `log_requests` writes a line for each, not only for those that fail or take long.
    """

    rate: float = 500.0
    burst: float = 1000.0
    max_body_bytes: int = MAX_BODY_BYTES
    max_import_bytes: int = MAX_IMPORT_BYTES
    request_seconds: float = 30.0
    check_seconds: float = 3.0
    max_running: int = 1000
    log_requests: bool = False
