"""Dead letters are put back to be done, at an operator's word.

What stands in Redis can be written, and copied, by whoever sends: a mark there would have any old
request done once more, past its end. So the word is noted in the database, in the inbox, and used
up by the answer.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from app.conversations.database.database import Database
from app.conversations.protocol.envelope import BadEnvelope, read_envelope
from app.conversations.protocol.queue_names import REQUESTS, EnvelopeKind
from app.conversations.service.queues.inbox import Inbox
from app.conversations.service.queues.port import Queues, TakenEnvelope
from app.conversations.service.queues.signatures import TokenProofs
from app.conversations.service.tokens import AuditEntry, insert_audit
from app.domain.ids import utc_now


async def revive(
    queues: Queues, database: Database, kind: EnvelopeKind, entries: Sequence[str], *, actor: str
) -> Mapping[str, str]:
    """Put dead letters of a queue back; return those that stay, by entry, and why.

    Those stay that nobody signed who has a token in this database: they would die again, or it is
    the database of another service. Raises `ServiceTimeout`, `StoreError`.
    """
    stay = dict.fromkeys(entries, "There is no such dead letter.")
    authority, inbox = TokenProofs(database), Inbox(database)
    for letter in await queues.dead_of(kind, entries):
        name = REQUESTS[kind]
        try:
            envelope = read_envelope(letter.body)
            await authority(
                TakenEnvelope(name, letter.entry, letter.body, letter.proof, letter.deliveries),
                envelope,
            )
        except BadEnvelope as error:
            stay[letter.entry] = str(error)
            continue
        act = AuditEntry(
            at=utc_now(), actor=actor, action="request.revive", target=str(envelope.message_id)
        )
        audited = partial(insert_audit, tenant=envelope.tenant_id, entry=act)
        await inbox.revive(envelope.tenant_id, envelope.message_id, audited)
        if await queues.revive(kind, [letter.entry]):
            del stay[letter.entry]
    return stay
