"""The arguments of `balance-desk runs …`."""

import argparse
from pathlib import Path


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `runs` with its own commands; `command`, `runs_action` and the rest are for `run`."""
    text = "what agents did step by step"
    runs = commands.add_parser("runs", help=text, description=text[0].upper() + text[1:] + ".")
    runs.set_defaults(command="runs")
    _profile(runs)
    actions = runs.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def action(name: str, text: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = actions.add_parser(
            name, help=text, description=text[0].upper() + text[1:] + "."
        )
        parser.set_defaults(runs_action=name)
        _profile(parser)
        parser.add_argument(
            "--json", action="store_true", help="one JSON object per line on stdout"
        )
        return parser

    listed = action("list", "the runs, the newest first")
    listed.add_argument("--limit", type=_count, metavar="N", help="only the newest N")
    listed.add_argument("--conversation", metavar="ID", help="only those of this conversation")
    action("show", "the steps of a run").add_argument("id", help="its id, or how it begins")
    resume = action("resume", "go on with a run that was interrupted, or with what failed in it")
    resume.add_argument("id", help="its id, or how it begins")
    export = action("export", "a run as one JSON file")
    export.add_argument("id", help="its id, or how it begins")
    export.add_argument(
        "--format",
        choices=("json", "otlp"),
        default="json",
        help="json: all of it (the default); otlp: spans as OpenTelemetry has them",
    )
    export.add_argument(
        "--contents", action="store_true", help="with otlp: what went in and came out, too"
    )
    export.add_argument("--out", type=Path, metavar="FILE", help="where to (default: stdout)")


def _profile(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--profile",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="DIR",
        help="where all state is kept (default: the platform's data folder)",
    )


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)
