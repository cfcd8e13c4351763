"""The arguments of `balance-desk log …`."""

import argparse
from pathlib import Path

from app.domain.records import KINDS


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `log` with its own commands; `command`, `log_action` and the rest are for `run`."""
    log = commands.add_parser(
        "log", help="the log of everything that was said", description="The stream log."
    )
    log.set_defaults(command="log")
    _profile(log)
    actions = log.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def action(name: str, text: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = actions.add_parser(
            name, help=text, description=text[0].upper() + text[1:] + "."
        )
        parser.set_defaults(log_action=name)
        _profile(parser)
        parser.add_argument(
            "--json", action="store_true", help="one JSON object per line on stdout"
        )
        return parser

    show = action("show", "the messages of a day (default: today, UTC)")
    _span(show)
    _filters(show)
    show.add_argument("--limit", type=_count, metavar="N", help="only the last N")
    show.add_argument("--raw", action="store_true", help="the records as they stand in the files")

    show.add_argument(
        "--otlp", action="store_true", help="as OpenTelemetry's log records, a thousand in a line"
    )
    show.add_argument("--contents", action="store_true", help="with --otlp: what was said, too")

    tail = action("tail", "the newest messages")
    tail.add_argument("-n", "--limit", type=_count, default=20, metavar="N", help="how many")
    tail.add_argument("-f", "--follow", action="store_true", help="go on with what is added")
    _filters(tail)

    chain = action("chain", "a message and all that led to it")
    chain.add_argument("id", help="the id of the message (msg_…)")

    archive = action("archive", "move old days to the archive, compress very old ones")
    archive.add_argument("--dry-run", action="store_true", help="only say what would be done")

    _span(action("verify", "check the hash chain and the checkpoints"))
    stats = action("stats", "how much there is, of what, from whom")
    _span(stats)
    stats.add_argument("--rebuild", action="store_true", help="make the index anew first")


def _profile(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--profile",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="DIR",
        help="where all state is kept (default: the platform's data folder)",
    )


def _span(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="this day, UTC")
    parser.add_argument("--from", dest="first", metavar="YYYY-MM-DD", help="from this day on")
    parser.add_argument("--to", dest="last", metavar="YYYY-MM-DD", help="up to this day")


def _filters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--agent", metavar="NAME", help="only what this one said")
    parser.add_argument(
        "--with", dest="party", metavar="NAME", help="only what this one said or was told"
    )
    parser.add_argument("--type", choices=KINDS, metavar="TYPE", help=f"one of {', '.join(KINDS)}")
    parser.add_argument("--conversation", metavar="ID", help="only this conversation")
    parser.add_argument("--task", metavar="ID", help="only this task")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)
