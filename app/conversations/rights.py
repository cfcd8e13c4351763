"""What a caller may see and do, checked where the rows are."""

from sqlalchemy import ColumnElement, true

from app.domain.book import ALL_USERS, Caller
from app.errors import ConversationNotFound, NotAllowed


def need(caller: Caller, scope: str) -> None:
    """Raise `NotAllowed` unless the caller's token has this scope."""
    if scope not in caller.scopes:
        raise NotAllowed(f"This needs a token with the scope {scope}.", scope=scope)


def sees(caller: Caller, user_id: str) -> bool:
    """Whether what belongs to a user of the tenant is there for this caller."""
    return ALL_USERS in caller.scopes or user_id == caller.user


def seen(caller: Caller, column: ColumnElement[str]) -> ColumnElement[bool]:
    """Return the same as a condition on the column that says whose a row is."""
    return true() if ALL_USERS in caller.scopes else column == caller.user


def owner_of_new(caller: Caller, user_id: str | None) -> str:
    """Return whose something new will be; raises `NotAllowed` for other users without the right."""
    owner = caller.user if user_id is None else user_id
    if not sees(caller, owner):
        raise NotAllowed(f"This needs a token with the scope {ALL_USERS}.", scope=ALL_USERS)
    return owner


def unknown_conversation(conversation_id: str) -> ConversationNotFound:
    """Return what is said of a conversation that is not there, or not for this caller."""
    return ConversationNotFound("There is no such conversation.", conversation_id=conversation_id)
