"""What a replica needs of the agent that it serves, and of those who ask it."""

from typing import Protocol

from a2a.server.context import ServerCallContext
from a2a.server.request_handlers import RequestHandler
from a2a.types import Task
from a2a.utils.errors import InvalidRequestError

from transport.kafka.records import Request
from transport.protocol.agent_errors import REASON
from transport.server.dispatch import TokenUser, call_context


class HostedAgent(Protocol):
    """What a replica needs of the agent that it serves."""

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def handler(self) -> RequestHandler: ...  # noqa: D102

    @property
    def running(self) -> frozenset[str] | None:
        """The ids of the tasks that are being worked on here; None where no replica works itself.

        Then any of them can answer for any task.
        """
        ...

    async def delivered_before(self, task_id: str, owner: str) -> Task | None:
        """Return the task that an earlier delivery of a request left settled, or that runs here.

        One that it left unfinished is forgotten: it begins anew.
        """
        ...

    async def set_aside(self, task_id: str, context_id: str, owner: str, why: str) -> Task:
        """Fail a task that is not begun again, and return it."""
        ...


class Users(Protocol):
    """Who is let in."""

    def user(self, authorization: str) -> str | None:
        """Return whose token an `Authorization` header holds, or None."""
        ...


def call_of(request: Request, users: Users | None) -> ServerCallContext:
    """Return the context of a request's call; raises `InvalidRequestError` for who is not let in.

    Without `users` everybody is, and is nobody in particular.
    """
    said = dict(request.service_parameters)
    authorization = said.pop("authorization", "")
    user = None
    if users is not None:
        name = users.user(authorization)
        if name is None:
            raise InvalidRequestError(
                "A bearer token is needed, as the agent's card says.", data={REASON: "needs_login"}
            )
        user = TokenUser(name)
    if request.traceparent:
        said["traceparent"] = request.traceparent
    return call_context(said, user=user)
