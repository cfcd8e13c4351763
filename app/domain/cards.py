"""An agent's card, as far as the desk uses it."""

from app.domain.base import Value

TASK_PER_REQUEST = "https://balance-desk.org/a2a/extensions/task-per-request/v1"


class Skill(Value):
    """What the agent can do, with example questions."""

    skill_id: str
    name: str
    description: str = ""
    examples: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


class AgentCard(Value):
    """Who the agent says it is: untrusted text until shown as text."""

    name: str
    title: str = ""
    description: str = ""
    version: str = ""
    skills: tuple[Skill, ...] = ()
    extensions: tuple[str, ...] = ()
    streaming: bool = True
    url: str = ""

    @property
    def task_per_request(self) -> bool:
        """Whether a parked task is answered by a new task that references it."""
        return TASK_PER_REQUEST in self.extensions
