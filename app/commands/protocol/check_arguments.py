"""The arguments of `check`: every start reads them."""

import argparse
from pathlib import Path

from app.commands.talk_arguments import seconds
from app.connections.access_arguments import add_access

_MESSAGE = "Hello"
_WEBHOOK = "https://example.com/balance-desk-check"
_SECONDS = 60.0


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `check` to the command line."""
    text = "hold an agent against A2A's specification, rule by rule"
    check = commands.add_parser(
        "check",
        help=text,
        description=f"{text[0].upper()}{text[1:]}. Messages are sent: give your own where the"
        " agent works on each.",
        epilog="Exit codes: 0 no rule was broken, 1 rules were broken or nobody is let in,"
        " 2 bad input, 3 nobody is there.",
    )
    check.set_defaults(command="check")
    add = check.add_argument
    add("agent", metavar="URL|NAME", help="the agent: its address, or a name from `agents`")
    add("--profile", type=Path, default=argparse.SUPPRESS, metavar="DIR", help="where state is")
    add(
        "--message",
        action="append",
        metavar="TEXT",
        help=f"what is said to it (repeatable; default: {_MESSAGE!r})",
    )
    add(
        "--binding",
        action="append",
        metavar="NAME",
        help="only interfaces of this binding: JSONRPC, HTTP+JSON, GRPC, … (repeatable)",
    )
    add(
        "--format",
        choices=("text", "json", "junit"),
        default="text",
        help="text; a JSON line for each probe; or one JUnit document",
    )
    add("--strict", action="store_true", help="what SHOULD be is held to as what MUST be")
    add(
        "--known",
        action="append",
        default=[],
        metavar="RULE",
        help="a rule that is known to be broken, as in an SDK: left aside (repeatable)",
    )
    add("--out", type=Path, metavar="FILE", help="write the report there instead of to stdout")
    add(
        "--timeout",
        type=seconds,
        default=_SECONDS,
        metavar="SECONDS",
        help=f"how long each answer is waited for (default: {_SECONDS:g})",
    )
    add(
        "--webhook",
        default=_WEBHOOK,
        metavar="URL",
        help="the address of the webhook that is made and deleted again",
    )
    add_access(check)


def messages_of(given: argparse.Namespace) -> tuple[str, ...]:
    """Return what is said to the agent."""
    return tuple(given.message or (_MESSAGE,))
