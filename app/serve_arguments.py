"""The arguments of `balance-desk serve`, apart from what serves: every start reads them."""

import argparse
from pathlib import Path

GRACE_SECONDS = 10.0


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `serve` to the command line."""
    text = "serve agents for anyone"
    serve = commands.add_parser("serve", help=text, description=text[0].upper() + text[1:] + ".")
    serve.set_defaults(command="serve")
    add = serve.add_argument
    add("--profile", type=Path, default=argparse.SUPPRESS, metavar="DIR", help="where state is")
    add(
        "--agent",
        action="append",
        required=True,
        metavar="NAME|package.module:factory",
        help="what to serve (repeatable)",
    )
    add("--http", required=True, metavar="HOST:PORT", help="where to listen (port 0: a free one)")
    add("--url", metavar="URL", help="the address that cards tell, behind a proxy")
    add(
        "--token-file",
        type=Path,
        metavar="FILE",
        help="let in only those who have a token: a line for each, USER TOKEN",
    )
    add(
        "--database",
        metavar="URL",
        help="where tasks are kept: postgresql://… (several servers may share it) or"
        " sqlite:///FILE (default: in the profile)",
    )
    add(
        "--grace",
        type=_seconds,
        default=GRACE_SECONDS,
        metavar="SECONDS",
        help="how long running turns may go on when the server is stopped (default: 10)",
    )
    add(
        "--allow-private-webhooks",
        action="store_true",
        help="call webhooks inside private networks too",
    )
    add("--data", type=Path, metavar="FILE", help="a table for the data agent")


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return value
