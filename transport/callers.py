"""Who calls an agent, once a transport has made sure of it."""

from a2a.auth.user import User


class Caller(User):
    """Somebody whom a token has authenticated; owns the name under which tasks are kept."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def is_authenticated(self) -> bool:
        """Always: without a token there is no caller."""
        return True

    @property
    def user_name(self) -> str:
        """The name that stands with the token."""
        return self._name
