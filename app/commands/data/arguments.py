"""The arguments of `balance-desk profile` and `balance-desk model …`."""

import argparse
from pathlib import Path


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `profile` and `model`; `command`, `model_action` and the rest are for `run`."""
    text = "what a file of rows holds: its columns, ranges, commonest values"
    profile = commands.add_parser("profile", help=text, description=_sentence(text))
    profile.set_defaults(command="profile")
    _file(profile)
    _common(profile)

    text = "what the columns of a file mean, as an Open Semantic Interchange document"
    model = commands.add_parser("model", help=text, description=_sentence(text))
    model.set_defaults(command="model")
    actions = model.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def action(name: str, text: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = actions.add_parser(
            name, help=text, description=_sentence(text)
        )
        parser.set_defaults(command="model", model_action=name)
        _file(parser)
        _common(parser)
        return parser

    action("show", "print the model: as it was drafted, or as it was kept")
    for name, text in (
        ("check", "say whether a model fits the file, and keep nothing"),
        ("import", "keep a model for this file, from Open Semantic Interchange or dbt"),
    ):
        action(name, text).add_argument("model", type=Path, metavar="MODEL", help="a YAML file")
    export = action("export", "write the model for other programs")
    export.add_argument("--to", choices=("osi", "dbt"), default="osi", help="in which form")
    export.add_argument("--out", type=Path, metavar="FILE", help="where to (default: stdout)")


def _file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE",
        help="CSV, Parquet, Excel, JSON, SQLite or DuckDB; a folder or pattern; FILE#TABLE",
    )  # fmt: skip


def _common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object per line on stdout")
    parser.add_argument(
        "--lang", choices=("auto", "ko", "en", "es"), default=None,
        help="the language of the program's own words",
    )  # fmt: skip
    parser.add_argument(
        "--profile",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="DIR",
        help="where all state is kept (default: the platform's data folder)",
    )


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."
