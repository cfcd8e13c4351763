"""Who put an envelope into a queue: the id of a token, and a signature that its holder makes.

Redis itself tells nobody apart, and a token in an envelope would be read by all who can read the
queue. So the bytes of the envelope are signed (HMAC-SHA-256, RFC 2104) with the hash of the token,
which the service keeps. Envelopes stay as the document has them: id and signature stand beside.
"""

import hashlib
import hmac
from collections import OrderedDict
from time import monotonic
from typing import Final

from sqlalchemy import Connection, select

from app.conversations.database.database import Database
from app.conversations.database.tables import TOKENS
from app.conversations.protocol.envelope import BadEnvelope, Envelope
from app.conversations.service.queues.port import Proof, TakenEnvelope
from app.domain.book import WRITE, Caller
from app.domain.ids import utc_now

SECONDS_TRUSTED: Final = 5.0
"""For how long a worker goes on with a token that was revoked."""
_MOST_TRUSTED: Final = 1000

T = TOKENS.c


def sign(token: str, body: bytes) -> Proof:
    """Return the proof that the holder of a token (`bdc_<id>_<secret>`) made these bytes."""
    kept = hashlib.sha256(token.encode()).hexdigest()
    return Proof(token.split("_", 2)[1] if token.count("_") >= 2 else "", _signature(kept, body))


class TokenProofs:
    """Finds out by the tokens of a database who an envelope is of; an `Authority`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._trusted: OrderedDict[tuple[str, str], tuple[float, str, Caller]] = OrderedDict()

    async def __call__(self, taken: TakenEnvelope, envelope: Envelope) -> Caller:
        """Return the caller; raises `BadEnvelope` for one of nobody known, or who may not write."""
        if taken.proof is None:
            raise BadEnvelope("The envelope is not signed.", key="proof")
        key = (envelope.tenant_id, taken.proof.credential)
        until, kept, caller = self._trusted.get(key, (0.0, "", None))
        if caller is None or until < monotonic():
            kept, caller = await self._known(*key)
            self._trusted[key] = (monotonic() + SECONDS_TRUSTED, kept, caller)
            if len(self._trusted) > _MOST_TRUSTED:
                self._trusted.popitem(last=False)
        if not hmac.compare_digest(_signature(kept, taken.body), taken.proof.signature):
            raise BadEnvelope("The signature is not of these bytes.", key="proof")
        return caller

    async def _known(self, tenant: str, token_id: str) -> tuple[str, Caller]:
        now = utc_now()
        wanted = select(T.token_hash, T.user_id, T.scopes).where(
            T.tenant == tenant,
            T.token_id == token_id,
            T.revoked_at.is_(None) | (T.revoked_at > now),
            T.expires_at.is_(None) | (T.expires_at > now),
        )

        def job(connection: Connection) -> tuple[str, str, str] | None:
            row = connection.execute(wanted).one_or_none()
            return None if row is None else (row.token_hash, row.user_id, row.scopes)

        found = await self._database.read(tenant, job)
        if found is None:
            raise BadEnvelope("The token that signed is not valid.", key="proof")
        kept, user, scopes = found
        if WRITE not in scopes.split():
            raise BadEnvelope("The token that signed may not write.", key="proof")
        caller = Caller(tenant=tenant, user=user, scopes=frozenset(scopes.split()), origin=token_id)
        return kept, caller


def _signature(kept: str, body: bytes) -> str:
    return hmac.new(kept.encode(), body, hashlib.sha256).hexdigest()
