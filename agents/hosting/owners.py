"""Whose tasks are being spoken of: each person who is signed in has their own.

Who calls stands in the SDK's call context; what an executor asks of its history while it works for
somebody is asked for that person. Without sign-in everybody is the same person, "".
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from a2a.auth.user import User
from a2a.server.context import ServerCallContext

_PEOPLE = uuid.UUID("6b1c7c1e-3b0e-4f0b-9a55-6c1d6f4b8a10")

_acting_for: ContextVar[str] = ContextVar("acting_for", default="")


class Owner(User):
    """The person whose tasks the host itself speaks of; owns their name."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def is_authenticated(self) -> bool:
        """Whether this is somebody in particular."""
        return bool(self._name)

    @property
    def user_name(self) -> str:
        """The name under which their tasks are kept."""
        return self._name


def owner_of(context: ServerCallContext) -> str:
    """Return whose tasks a call may see and make."""
    return str(context.user.user_name)


def acting_for() -> str:
    """Return whom the present execution works for."""
    return _acting_for.get()


def own_context(context_id: str) -> str:
    """Return the context id under which agents are asked for whom the present execution works.

    Those agents do not know the person: the same id from somebody else must not lead into their
    conversation. Without sign-in it is the id itself.
    """
    owner = acting_for()
    return str(uuid.uuid5(_PEOPLE, f"{owner}\n{context_id}")) if owner else context_id


def call_for(owner: str) -> ServerCallContext:
    """Return a call context of the host's own, on somebody's behalf."""
    return ServerCallContext(user=Owner(owner))


@contextmanager
def working_for(owner: str) -> Iterator[None]:
    """Let what is asked inside be asked for that person."""
    token = _acting_for.set(owner)
    try:
        yield
    finally:
        _acting_for.reset(token)
