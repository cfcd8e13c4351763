"""The arguments of `serve` and `gateway`, apart from what serves: every start reads them."""

import argparse
from pathlib import Path

from app.connections.access_arguments import add_access
from app.errors import BadInput

GRACE_SECONDS = 10.0


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `serve` and `gateway` to the command line."""
    text = "serve agents for anyone"
    serve = commands.add_parser("serve", help=text, description=text[0].upper() + text[1:] + ".")
    serve.set_defaults(command="serve")
    add = serve.add_argument
    add("--profile", type=Path, default=argparse.SUPPRESS, metavar="DIR", help="where state is")
    what = serve.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--agent",
        action="append",
        metavar="NAME|NAME:FILE|package.module:factory",
        help="what to serve (repeatable); data:FILE and logs:FILE answer from a file of their own",
    )
    what.add_argument(
        "--replay",
        type=Path,
        metavar="FILE",
        help="a recording to serve as an agent: the n-th message gets the n-th recorded answer",
    )
    add(
        "--speed",
        type=_number,
        default=1.0,
        metavar="N",
        help="how fast a recording answers: 2 is twice as fast as it was, 0 at once",
    )
    _add_wires(serve)
    add(
        "--database",
        metavar="URL",
        help="where tasks are kept: postgresql://… (several servers may share it) or"
        " sqlite:///FILE (default: BALANCE_DESK_TASKS_DATABASE, or in the profile)",
    )
    add(
        "--grace",
        type=_number,
        default=GRACE_SECONDS,
        metavar="SECONDS",
        help="how long running turns may go on when the server is stopped (default: 10)",
    )
    add(
        "--data",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="FILE",
        help="the table, or log, of the one agent data or logs named without a file",
    )
    add(
        "--delegate",
        action="append",
        default=[],
        metavar="NAME|URL",
        help="whom the orchestrator asks, beside the agents that are served with it (repeatable)",
    )
    text = "put an agent on any wire, or a recording, behind A2A over HTTP, gRPC or Kafka"
    gateway = commands.add_parser(
        "gateway", help=text, description=text[0].upper() + text[1:] + "."
    )
    gateway.set_defaults(command="gateway")
    add = gateway.add_argument
    add("--profile", type=Path, default=argparse.SUPPRESS, metavar="DIR", help="where state is")
    add(
        "--from",
        required=True,
        dest="source",
        metavar="ADDRESS|NAME|package.module:factory",
        help="the agent to reach: kafka://HOST:PORT/NAME, http(s)://…, grpc://HOST:PORT, one of"
        " this program by its name, one of your own, or replay:///FILE",
    )
    _add_wires(gateway)
    add(
        "--pass-tokens",
        action="store_true",
        help="let the agent know who asks: it is told their token, and needs the same token file",
    )
    add_access(gateway)


def _add_wires(parser: argparse.ArgumentParser) -> None:
    """Add where agents are served, and who is let in."""
    add = parser.add_argument
    add("--http", metavar="HOST:PORT", help="where to listen (port 0: a free one)")
    add(
        "--kafka",
        metavar="HOST:PORT[,…]",
        help="the brokers on whose cluster to serve; how they are reached is in the settings",
    )
    add(
        "--replica",
        metavar="NAME",
        default="",
        help="which replica of the agents on Kafka this is: restarted under its name, it goes on"
        " with its own requests",
    )
    add("--grpc", metavar="HOST:PORT", help="serve the one agent over gRPC there too")
    add(
        "--operations",
        metavar="HOST:PORT",
        help="where /health, /ready and /metrics answer as well as at --http, or without it",
    )
    add("--legacy", action="store_true", help="answer clients of A2A 0.3 too, over JSON-RPC")
    add("--url", metavar="URL", help="the address that cards tell, behind a proxy")
    add(
        "--allow-private-webhooks",
        action="store_true",
        help="call webhooks inside private networks too",
    )
    add(
        "--token-file",
        type=Path,
        metavar="FILE",
        help="let in only those who have a token: a line for each, USER TOKEN [LAST-DAY]; read anew"
        " when it changed",
    )


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 up")
    return value


def listening_address(text: str) -> tuple[str, int]:
    """Return host and port of `HOST:PORT`; raises `BadInput`."""
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdigit() or int(port) > 65535:
        raise BadInput(f"{text!r} is no HOST:PORT to listen on, such as 127.0.0.1:8080.")
    return host.strip("[]"), int(port)
