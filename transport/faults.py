"""The SDK's errors in the words of the desk."""

from a2a.client.errors import A2AClientError
from a2a.utils.errors import A2AError, TaskNotFoundError

from app.errors import AgentError, AgentRefused, AgentUnreachable, TaskUnknown


def agent_error(error: A2AError, *, agent: str) -> AgentError:
    """Return the desk's error for one of the SDK's; what the agent said itself is kept in it."""
    said = str(error)
    match error:
        case TaskNotFoundError():
            return TaskUnknown(f"{agent} does not know this task (any more).", agent=agent)
        case A2AClientError():
            return AgentUnreachable(f"{agent} does not answer: {said}", agent=agent, said=said)
        case _:
            return AgentRefused(f"{agent} refused the request: {said}", agent=agent, said=said)
