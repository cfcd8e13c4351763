"""Messages that wait to be sent: kept per conversation in their order, gone when they are sent."""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, insert, select

from app.conversations.prepared import Prepared
from app.conversations.tables import CONVERSATIONS, UNSENT
from app.domain.unsent import Unsent

C = CONVERSATIONS.c
U = UNSENT.c

_SENT = Prepared(
    delete(UNSENT).where(
        U.tenant == bindparam("of_tenant"), U.message_id == bindparam("of_message")
    )
)


def keep(connection: Connection, tenant: str, context_id: str, held: Sequence[Unsent]) -> None:
    """Keep exactly these messages for a conversation, in this order; none where it is gone."""
    there = select(C.context_id).where(C.tenant == tenant, C.context_id == context_id)
    if connection.execute(there).one_or_none() is None:
        return
    connection.execute(delete(UNSENT).where(U.tenant == tenant, U.context_id == context_id))
    if held:
        connection.execute(
            insert(UNSENT),
            [
                {
                    "tenant": tenant,
                    "message_id": one.message_id,
                    "context_id": context_id,
                    "number": number,
                    "body": one.model_dump_json(),
                }
                for number, one in enumerate(held)
            ],
        )


def kept(connection: Connection, tenant: str) -> Sequence[Unsent]:
    """Return the messages of all conversations that are not deleted, in their order."""
    found = connection.execute(
        select(U.body)
        .join(
            CONVERSATIONS,
            (C.tenant == U.tenant) & (C.context_id == U.context_id),
        )
        .where(U.tenant == tenant, C.deleted_at.is_(None))
        .order_by(U.context_id, U.number)
    )
    return [Unsent.model_validate_json(body) for body in found.scalars()]


def sent(connection: Connection, tenant: str, message_id: str) -> None:
    """Forget a message that is stored as said."""
    _SENT.run(connection, {"of_tenant": tenant, "of_message": message_id})
