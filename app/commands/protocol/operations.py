"""`tasks`, `push` and `call`: the operations of A2A from the command line, on any wire."""

import argparse
import json
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

from app.commands.talk_arguments import json_object
from app.composition import open_desk
from app.connections import known_agents
from app.connections.access_arguments import access_of, secret_of
from app.connections.inspection import call
from app.connections.remote_agents import RemoteAgents
from app.connections.time_limit import time_limit
from app.errors import AgentError, BadInput
from app.ports import AgentLink
from app.profile import settings
from app.system.shutdown import run_to_end
from app.terminal.plain_text import aligned, lines_printable, printable

_MOST = 100  # tasks of a page, A2A 1.0, section 3.1.4


def run(given: argparse.Namespace, profile: Path) -> int:
    """Carry out the command and return the exit code; raises `DeskError`."""
    if given.command == "push" and given.action == "listen":
        from app.commands.protocol import push_listen

        return push_listen.run(given)
    return run_to_end(_within(given, profile))


@asynccontextmanager
async def reached(given: argparse.Namespace, profile: Path) -> AsyncIterator[AgentLink]:
    """Open a link to the agent of a command: one elsewhere, or one of this program."""
    access = access_of(given)
    if "://" in given.agent or given.agent in known_agents.known(profile):
        link = await RemoteAgents(profile, access=access).open(given.agent)
        try:
            yield link
        finally:
            await link.aclose()
        return
    chosen = settings.load(profile, agent=given.agent)
    async with open_desk(chosen, access=access) as opened:
        yield await opened.desk.agents.link(given.agent)


async def _within(given: argparse.Namespace, profile: Path) -> int:
    async with (
        time_limit(given.timeout, f"{given.agent} did not finish"),
        reached(given, profile) as link,
    ):
        try:
            await _carry(given, link)
        except AgentError as error:
            _tell_error(given, error)
            raise
    return 0


def _tell_error(given: argparse.Namespace, error: AgentError) -> None:
    """Print what an agent says went wrong, as it came; the command says in words what that is."""
    told = error.details.get("error")
    if told is None:
        return
    if given.json:
        _say(given, {"error": told})
    else:
        sys.stderr.write(_json_text(told, indent=2) + "\n")


async def _carry(given: argparse.Namespace, link: AgentLink) -> None:
    match given.command, getattr(given, "action", ""):
        case "call", _:
            await _tell(given, link, given.method, json_object(given.params, "JSON"), whole=True)
        case "tasks", "list":
            await _list(given, link)
        case "tasks", "get":
            length = {} if given.history is None else {"historyLength": given.history}
            await _tell(given, link, "GetTask", {"id": given.task, **length})
        case "tasks", "cancel":
            await _tell(given, link, "CancelTask", {"id": given.task})
        case "tasks", _:
            await _tell(given, link, "SubscribeToTask", {"id": given.task}, whole=True)
        case _, "add":
            hook = {"taskId": given.task, "url": given.url}
            if given.id:
                hook["id"] = given.id
            if token := secret_of(given.token_env):
                hook["token"] = token
            if credentials := secret_of(given.credentials_env):
                hook["authentication"] = {"scheme": "Bearer", "credentials": credentials}
            await _tell(given, link, "CreateTaskPushNotificationConfig", hook)
        case _, "remove":
            named = {"taskId": given.task, "id": given.id}
            await _tell(given, link, "DeleteTaskPushNotificationConfig", named)
        case _:
            await _tell(given, link, "ListTaskPushNotificationConfigs", {"taskId": given.task})


async def _list(given: argparse.Namespace, link: AgentLink) -> None:
    if given.limit < 1:
        raise BadInput("--limit must be at least 1.")
    params: dict[str, Any] = {"includeArtifacts": given.artifacts}
    if given.context:
        params["contextId"] = given.context
    if given.state:
        params["status"] = f"TASK_STATE_{given.state.upper()}"
    tasks: list[dict[str, Any]] = []
    while len(tasks) < given.limit:
        params["pageSize"] = min(_MOST, given.limit - len(tasks))
        page = [one async for one in call(link, "ListTasks", params)]
        found: Any = page[0].get("tasks", [])
        tasks += found
        params["pageToken"] = page[0].get("nextPageToken", "")
        if not params["pageToken"] or not found:
            break
    if given.json:
        for task in tasks[: given.limit]:
            _say(given, task)
        return
    rows = [_row(task) for task in tasks[: given.limit]]
    if rows:
        _write("\n".join(aligned(rows, [True] * len(rows[0]))) + "\n")


def _row(task: Mapping[str, Any]) -> list[str]:
    status = task.get("status", {})
    state = str(status.get("state", "")).removeprefix("TASK_STATE_").lower()
    told = [task.get("id"), state, status.get("timestamp"), task.get("contextId")]
    return [printable(str(one or "–")) for one in told]


async def _tell(
    given: argparse.Namespace,
    link: AgentLink,
    method: str,
    params: Mapping[str, Any],
    *,
    whole: bool = False,
) -> None:
    """Print the results of an operation; those of a stream as lines, also without --json."""
    async with aclosing(call(link, method, params)) as results:
        async for result in results:
            _say(given, result, line=whole)


def _say(given: argparse.Namespace, value: Any, *, line: bool = False) -> None:
    """Print a JSON value: what others sent is escaped where a terminal would take it for orders."""
    _write(_json_text(value, indent=None if given.json or line else 2) + "\n")


def _json_text(value: Any, *, indent: int | None) -> str:
    return lines_printable(json.dumps(value, ensure_ascii=False, indent=indent))


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
