"""The agents that come with the program, and the modules that make them."""

MAKERS = {"data": "agents.data.maker", "echo": "agents.echo", "logs": "agents.logs.maker"}
AGENT_NAMES = tuple(MAKERS)
