"""What the agents' cards say of how they work."""

from a2a.types import AgentExtension

from app.domain.cards import TASK_PER_REQUEST


def task_per_request() -> AgentExtension:
    """Return the extension of agents for which an answer to a question begins a task of its own."""
    return AgentExtension(
        uri=TASK_PER_REQUEST,
        description="A parked task is answered by a new task that references it.",
    )
