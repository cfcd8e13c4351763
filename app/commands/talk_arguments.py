"""The arguments of `ask` and `chat`, and what they come to: every start reads them."""

import argparse
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.connections.access_arguments import access_of, add_access
from app.errors import BadInput

if TYPE_CHECKING:
    from app.commands.chat import TalkOptions
    from app.terminal.terminal import TerminalRequest

TURN_SECONDS = 1800.0


def add_ask(parser: argparse.ArgumentParser) -> None:
    """Add what only `ask` takes: what is said, and what goes along with it."""
    add = parser.add_argument
    add("text", nargs="+", help="the question")
    add(
        "--reference",
        action="append",
        metavar="TASK_ID",
        help="an earlier task that the question is about (repeatable)",
    )
    add("--task", metavar="TASK_ID", help="the task to continue, as one that waits for an answer")
    add(
        "--attach",
        action="append",
        type=Path,
        metavar="FILE",
        help="a file to send along (repeatable)",
    )
    add("--metadata", metavar="JSON", help="an object that goes along as the message's metadata")


def add_carried(parser: argparse.ArgumentParser) -> None:
    """Add how turns are carried and told: the options that `ask` and `chat` share."""
    add = parser.add_argument
    add(
        "--timeout",
        type=seconds,
        default=TURN_SECONDS,
        metavar="SECONDS",
        help="how long a turn is waited for; what is known is told then, and an agent elsewhere "
        f"goes on (default: {TURN_SECONDS:g}; 0: no limit)",
    )
    add(
        "--record",
        type=Path,
        metavar="FILE",
        help="write what goes over the wire to a new file, which --agent replay:///FILE says again",
    )
    add("--out", type=Path, metavar="DIR", help="save the parts of each answer as files there")
    add(
        "--raw",
        action="store_true",
        help="write what goes over the wire to stdout, a JSON line for each frame, and no more",
    )
    add_access(parser)


def seconds(text: str) -> float:
    """Return a number of seconds; the parser says what is wrong with anything else."""
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not 0 <= found < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return found


def json_object(text: str, option: str) -> dict[str, Any]:
    """Return a JSON object that was typed as an option; raises `BadInput`."""
    from app.system.strict_json import read_typed

    try:
        value = read_typed(text)
    except ValueError as error:
        raise BadInput(f"{option} is no JSON: {error}.", key="bad_json") from error
    if not isinstance(value, dict):
        raise BadInput(f'{option} must be a JSON object, like {{"key": "value"}}.', key="bad_json")
    return value


def request_of(given: argparse.Namespace) -> "TerminalRequest":
    """Return what `ask` says; raises `BadInput`."""
    from app.desk.outgoing import attached_file
    from app.terminal.terminal import TerminalRequest

    return TerminalRequest(
        " ".join(given.text),
        references=given.reference,
        task_id=given.task,
        attachments=tuple(attached_file(path) for path in given.attach or ()),
        metadata=None if given.metadata is None else json_object(given.metadata, "--metadata"),
    )


def options_of(given: argparse.Namespace) -> "TalkOptions":
    """Return how turns are carried and told; raises `BadInput`."""
    from app.commands.chat import TalkOptions

    return TalkOptions(
        as_json=given.json,
        ephemeral=getattr(given, "ephemeral", False),
        seconds=given.timeout,
        record=given.record,
        folder=given.out,
        raw=given.raw,
        access=access_of(given),
    )
