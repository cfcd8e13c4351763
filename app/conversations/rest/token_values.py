"""A token as it is kept, one as it is made, and the acts that are remembered of administrators."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple, Protocol

from pydantic import JsonValue
from sqlalchemy import Connection

from app.domain.base import Value
from app.domain.book import Caller


class TokenRecord(Value):
    """A token without its secret."""

    id: str
    tenant: str
    user: str = ""
    scopes: frozenset[str]
    name: str = ""
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    replaced_by: str | None = None
    last_used_at: datetime | None = None

    def holds(self, at: datetime) -> bool:
        """Whether it lets anyone in at that moment."""
        return (self.revoked_at is None or at < self.revoked_at) and (
            self.expires_at is None or at < self.expires_at
        )


class Issued(NamedTuple):
    """A new token; `text` is shown to whoever asked for it and kept nowhere."""

    text: str
    record: TokenRecord


class AuditEntry(Value):
    """An administrative act: who did what to what, and what became of it."""

    at: datetime
    actor: str
    action: str
    target: str = ""
    outcome: str = "done"
    detail: Mapping[str, JsonValue] = {}


class Access(Protocol):
    """Who may ask, and the memory of what was done with that."""

    async def caller(self, token: str) -> Caller | None:
        """Return whom a token stands for, or None for one that lets nobody in."""
        ...

    def noting(self, tenant: str, entry: AuditEntry) -> Callable[[Connection], None]:
        """Return what keeps an administrative act, in the transaction of the act."""
        ...
