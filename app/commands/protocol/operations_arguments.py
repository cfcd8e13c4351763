"""The arguments of `tasks`, `push`, `call` and `replay`: every start reads them."""

import argparse
from pathlib import Path
from typing import Any

from app.commands.talk_arguments import seconds
from app.connections.access_arguments import add_access

_SECONDS = 60.0
_LISTEN = "127.0.0.1:0"
_STATES = (
    *("submitted", "working", "input_required", "auth_required"),
    *("completed", "failed", "canceled", "rejected"),
)
_FORMS = ("curl", "pytest", "report")
_TASK_ACTIONS = (
    ("list", "the tasks of an agent that may be seen, newest first"),
    ("get", "a task as it stands"),
    ("cancel", "ask the agent to stop a task"),
    ("subscribe", "follow a task until its stream ends"),
)
_PUSH_ACTIONS = (
    ("list", "the webhooks of a task"),
    ("add", "have a webhook called when a task changes"),
    ("remove", "remove a webhook"),
    ("listen", "be a webhook: show what comes, and what is wrong with it"),
)


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands to the command line."""
    tasks = _group(commands, "tasks", "the tasks of an agent", _TASK_ACTIONS)
    for action, one in tasks.items():
        _agent(one)
        if action == "list":
            one.add_argument("--context", metavar="ID", help="only those of a conversation")
            one.add_argument("--state", choices=_STATES, help="only those in a state")
            one.add_argument("--limit", type=int, default=50, metavar="N", help="at most (50)")
            one.add_argument("--artifacts", action="store_true", help="with their artifacts")
        else:
            one.add_argument("task", metavar="TASK_ID", help="which task")
        if action == "get":
            one.add_argument("--history", type=int, metavar="N", help="so many messages at most")
    push = _group(commands, "push", "webhooks of tasks", _PUSH_ACTIONS)
    for action, one in push.items():
        if action == "listen":
            add = one.add_argument
            add("--http", default=_LISTEN, metavar="HOST:PORT", help=f"where ({_LISTEN})")
            add("--token-env", metavar="VARIABLE", help="the token that must come with each call")
            add("--credentials-env", metavar="VARIABLE", help="a bearer token that must")
            add("--count", type=int, default=0, metavar="N", help="end after so many calls")
            add("--profile", type=Path, default=argparse.SUPPRESS, metavar="DIR")
            continue
        _agent(one)
        one.add_argument("task", metavar="TASK_ID", help="which task")
        if action == "add":
            one.add_argument("url", metavar="URL", help="what is called")
            one.add_argument("--id", metavar="ID", help="the id of the webhook")
            one.add_argument("--token-env", metavar="VARIABLE", help="a token it is called with")
            one.add_argument(
                "--credentials-env",
                metavar="VARIABLE",
                help="a bearer token it is called with, in the header Authorization",
            )
        if action == "remove":
            one.add_argument("id", metavar="ID", help="which webhook")
    call = _command(commands, "call", "ask any operation of A2A by its name")
    call.add_argument("method", metavar="METHOD", help="such as GetTask")
    call.add_argument("params", nargs="?", default="{}", metavar="JSON", help="its parameters")
    _agent(call)
    replay = _command(
        commands,
        "replay",
        "say a recording to an agent, and tell what it answers otherwise; or write it as a test",
    )
    replay.add_argument("file", type=Path, metavar="FILE", help="what --record has written")
    what = replay.add_mutually_exclusive_group(required=True)
    what.add_argument("--against", dest="agent", metavar="NAME|URL", help="the agent to ask")
    what.add_argument(
        "--as",
        dest="form",
        choices=_FORMS,
        help="print it as curl commands, a pytest case or a report of a fault, without secrets",
    )
    _reached(replay)


def _group(
    commands: Any, name: str, text: str, actions: tuple[tuple[str, str], ...]
) -> dict[str, argparse.ArgumentParser]:
    parser = _command(commands, name, text)
    made = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    return {
        action: made.add_parser(action, help=told, description=told[0].upper() + told[1:] + ".")
        for action, told in actions
    }


def _command(commands: Any, name: str, text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=text, description=text[0].upper() + text[1:] + "."
    )
    parser.set_defaults(command=name)
    return parser


def _agent(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--agent", required=True, metavar="NAME|URL", help="which agent")
    _reached(parser)


def _reached(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--profile", type=Path, default=argparse.SUPPRESS, metavar="DIR", help="where state is")
    add("--json", action="store_true", help="one JSON object per line on stdout")
    add(
        "--timeout",
        type=seconds,
        default=_SECONDS,
        metavar="SECONDS",
        help=f"how long it may take (default: {_SECONDS:g}; 0: no limit)",
    )
    add_access(parser)
