"""How `balance-desk agents` finds out who answers."""

import argparse
import json
from pathlib import Path

import pytest

from app.commands import agents
from app.connections import known_agents
from app.connections.remote_agents import Found, RemoteAgents
from app.errors import AgentUnreachable


def test_what_takes_a_while_to_load_is_not_taken_for_an_agent_that_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = []

    class Away(RemoteAgents):
        async def load(self) -> None:
            done.append("load")

        async def look(self, agent: str) -> Found:
            done.append(agent)  # from here on its seconds count
            raise AgentUnreachable("Nobody answers.")

    monkeypatch.setattr(agents, "RemoteAgents", Away)
    known_agents.add(tmp_path, "https://lab.example/a2a", "lab")
    given = argparse.Namespace(action=None, where=None, name=None, json=True)
    assert agents.run(given, tmp_path) == 0
    assert done == ["load", "lab"]
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"name": "lab", "where": "https://lab.example/a2a", "reachable": False} in listed
