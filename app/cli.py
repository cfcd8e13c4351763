"""The command line: arguments become one call each; expected errors become one line on stderr.

Exit codes: 0 the last turn ended in completed or input_required, 1 it ended in failed, rejected or
canceled, 2 usage or bad input, 3 agent or server unreachable or timed out, 130 interrupted.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import NoReturn

from app.commands import talk_arguments
from app.commands.conversation_arguments import UPKEEP
from app.connections.access_arguments import add_access
from app.errors import UNREACHABLE, BadInput, DeskError, StoreError, in_full
from app.profile.settings import WHO_READS
from app.system import start
from app.terminal.phrases import error_text
from app.terminal.plain_text import printable

_LANGUAGES = ("auto", "ko", "en", "es")
_SETTLING = ("gui", "ask", "chat", "query")  # they say themselves when they stand
_AGENT_ACTIONS = (
    ("list", "", "which agents there are, and whether they answer (the default)"),
    ("add", "URL", "add an agent by its address; its card is shown and accepted"),
    ("remove", "NAME", "forget an agent"),
    ("show", "NAME|URL", "show an agent's card, and how it has changed"),
    ("card", "NAME|URL", "print an agent's card as JSON, or what differs from an older one"),
    ("accept", "NAME", "accept the card of an agent as it is now"),
    ("trust", "NAME", "trust the keys that sign an agent's card, from where it says they are"),
    ("login", "NAME|URL", "sign in with an agent, as its card asks"),
    ("logout", "NAME|URL", "forget what was given to sign in"),
)


def run() -> NoReturn:
    """Be the program: run the command, and end with its exit code."""
    code = main()
    from app.system import shutdown

    shutdown.end(code)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
    # What is kept here was said in confidence: nobody else on the machine is to read it.
    os.umask(0o077)
    words = sys.argv[1:] if arguments is None else list(arguments)
    given = _parser(window=words[:1] in ([], ["gui"])).parse_args(words)
    try:
        with start.lean():
            return _run(given)
    except DeskError as error:
        from app.system.json_log import logged

        # Whoever runs a command on a database has to know what it said: it may be the password.
        told = isinstance(error, StoreError)
        said = in_full(error) if told else error_text(error, _language(given))
        said = "\n".join(map(printable, said.split("\n")))  # an agent may have said it
        if not logged(said, error):
            print(f"balance-desk: {said}", file=sys.stderr)  # noqa: T201
        if isinstance(error, UNREACHABLE):
            return 3
        return 2 if isinstance(error, BadInput) else 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output went away (`… | head`): nothing is left to say to anyone.
        sys.stderr.close()
        return 0


def _language(given: argparse.Namespace) -> str:
    """Return the language of the program's own words: as said, else as the settings have it."""
    from app.profile import settings
    from app.profile.folder import Profile

    said = getattr(given, "lang", None)
    try:
        return settings.load(Profile(given.profile).folder, language=said).language
    except DeskError:
        return said or "auto"


def _run(given: argparse.Namespace) -> int:
    from app.profile import settings, telemetry
    from app.profile.folder import Profile

    telemetry.begin()
    folder = Profile(given.profile).folder
    if given.command not in _SETTLING:
        start.settle()
    match given.command:
        case "agents":
            from app.commands import agents as agent_commands

            return agent_commands.run(given, folder)
        case "tasks" | "push" | "call":
            from app.commands.protocol import operations

            return operations.run(given, folder)
        case "replay":
            from app.commands.protocol import replaying

            return replaying.run(given, folder)
        case "check":
            from app.commands.protocol import check

            return check.run(given, folder)
        case "serve" if given.replay is not None:
            from app.serving import gateway

            return gateway.run_replay(given, folder)
        case "serve":
            from app.serving import server

            return server.run(given, folder)
        case "gateway":
            from app.serving import gateway

            return gateway.run(given, folder)
        case "conversations" if given.conversation_action == "serve":
            from app.commands import conversation_service

            return conversation_service.run(given, folder)
        case "conversations" if given.conversation_action in ("connect", "disconnect"):
            from app.commands import service_connection

            return service_connection.run(given, folder)
        case "conversations" if given.conversation_action in UPKEEP:
            from app.commands import conversation_upkeep

            return conversation_upkeep.run(given, folder)
        case "conversations" if given.conversation_action.startswith("dead "):
            from app.commands import conversations

            return conversations.run_dead(given, folder)
        case "conversations":
            from app.commands import conversations

            return conversations.run(given, folder)
        case "log":
            from app.commands import logs

            return logs.run(folder, given)
        case "runs":
            from app.commands import runs

            return runs.run(folder, given)
        case "mcp":
            from app.commands.data import mcp

            return mcp.run(given, folder)
        case "query":
            from app.commands.data import query

            return query.run(given, folder)
        case "log-format":
            from app.commands.data import log_format

            return log_format.run(folder, given)
        case "profile" | "model":
            from app.commands.data import tables

            return tables.run(folder, given)
        case "search":
            from app.commands import search

            return search.run(folder, given)
        case "purge":
            from app.commands import purge

            return purge.run(given, folder)
        case "doctor":
            from app.commands.doctor import command as doctor

            if given.qt:
                return doctor.qt()
            if given.put_back is not None:
                return doctor.put_back(folder, given.put_back)
            return doctor.run(folder, as_json=given.json, fix=given.fix)
        case "demo":
            from app import screenshots

            if given.sheets:
                return screenshots.sheets(given.out)
            return screenshots.demo(given.out, language=given.lang)
    chosen = settings.load(
        folder,
        agent=given.agent,
        data=given.data,
        as_of=given.as_of,
        models=given.models,
        context=given.context,
        language=given.lang,
    )
    match given.command:
        case "ask":
            from app.commands import chat as talk

            return talk.ask(
                chosen, talk_arguments.request_of(given), talk_arguments.options_of(given)
            )
        case "chat":
            from app.commands import chat as talk

            return talk.chat(chosen, talk_arguments.options_of(given))
        case _:
            from app import main as composed

            return composed.gui(chosen, link=getattr(given, "link", ""))


def _parser(*, window: bool = False) -> argparse.ArgumentParser:
    """Return what reads arguments: for a `window`, which is waited for, of no other commands."""
    parser = argparse.ArgumentParser(
        prog="balance-desk",
        description="A desktop chat for people who work with data agents.",
        epilog="Without a command the window opens.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    _common(parser)
    _talking(parser)
    parser.set_defaults(command="gui")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    gui = _command(commands, "gui", "open the window (the default)")
    gui.add_argument(
        "link", nargs="?", default="", metavar="LINK", help="a balance-desk://… address to open"
    )
    _talking(gui)
    if window:
        return parser

    ask = _command(commands, "ask", "ask one question, print the answer, exit")
    talk_arguments.add_ask(ask)
    _talking(ask)
    talk_arguments.add_carried(ask)
    _json(ask)

    chat = _command(commands, "chat", "turns from standard input, one per line")
    chat.add_argument(
        "--ephemeral", action="store_true", help="keep nothing: the conversation ends with you"
    )
    _talking(chat)
    talk_arguments.add_carried(chat)
    _json(chat)

    agents = _command(commands, "agents", "the agents known to this profile")
    _json(agents)
    agents.set_defaults(action="list", where=None, name=None)
    actions = agents.add_subparsers(title="actions", metavar="ACTION", dest="action")
    for action, what, text in _AGENT_ACTIONS:
        one = actions.add_parser(action, help=text, description=text[0].upper() + text[1:] + ".")
        if what:
            one.add_argument("where", nargs="?", metavar=what, help="which agent")
        if action == "add":
            one.add_argument("--name", help="the name to add it under (default: its host)")
        if action == "card":
            one.add_argument("--extended", action="store_true", help="that for who has signed in")
            one.add_argument("--diff", type=Path, metavar="OLD", help="a card that was printed")
        if action in ("add", "show", "card", "accept", "trust"):
            add_access(one)
        one.add_argument("--profile", type=Path, default=argparse.SUPPRESS, metavar="DIR")
        one.add_argument("--json", action="store_true", default=argparse.SUPPRESS)

    from app.commands import (
        conversation_arguments,
        log_arguments,
        runs_arguments,
        search,
    )
    from app.commands.data import arguments as data_arguments
    from app.commands.data import log_format, mcp, query
    from app.commands.protocol import check_arguments, operations_arguments
    from app.serving import arguments as serve_arguments

    for part in (
        check_arguments,
        operations_arguments,
        serve_arguments,
        conversation_arguments,
        log_arguments,
        log_format,
        query,
        mcp,
        search,
        runs_arguments,
        data_arguments,
    ):
        part.add_commands(commands)

    demo = _command(commands, "demo", "drive the window through a conversation, write pictures")
    demo.add_argument("--out", type=Path, required=True, metavar="DIR", help="where to write them")
    demo.add_argument(
        "--sheets",
        action="store_true",
        help="the main states only, on one sheet for each language and theme",
    )
    demo.add_argument("--lang", choices=_LANGUAGES, default=None, help=argparse.SUPPRESS)

    purge = _command(commands, "purge", "remove what servers keep no longer ([retention])")
    purge.add_argument(
        "--database",
        metavar="URL",
        help="of the conversation service (default: BALANCE_DESK_DATABASE, or the profile's)",
    )
    purge.add_argument(
        "--tasks-database",
        metavar="URL",
        help="of served tasks (default: BALANCE_DESK_TASKS_DATABASE, or the profile's)",
    )
    purge.add_argument("--redis", metavar="URL", help="of the queues (default: BALANCE_DESK_REDIS)")
    purge.add_argument("--dry-run", action="store_true", help="say what would be removed")

    doctor = _command(commands, "doctor", "what is installed and what works")
    _json(doctor)
    doctor.add_argument(
        "--fix",
        action="store_true",
        help="repair what can be repaired, saying first what will be done",
    )
    doctor.add_argument(
        "--put-back",
        type=Path,
        metavar="FILE",
        help="go back to a copy of the database from before an update; today's is kept beside",
    )
    doctor.add_argument("--qt", action="store_true", help=argparse.SUPPRESS)
    return parser


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, text: str
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    command.set_defaults(command=name)
    _common(command)
    return command


def _common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--profile",
        type=Path,
        default=argparse.SUPPRESS if parser.prog != "balance-desk" else None,
        metavar="DIR",
        help="where all state is kept (default: the platform's data folder)",
    )


def _talking(parser: argparse.ArgumentParser) -> None:
    top = parser.prog == "balance-desk"

    def add(*names: str, **more: object) -> None:
        default = None if top else argparse.SUPPRESS
        parser.add_argument(*names, default=default, **more)  # type: ignore[arg-type]

    add("--agent", metavar="NAME|URL", help="who answers: a name from `agents`, or an address")
    add(
        "--data",
        type=Path,
        metavar="FILE",
        help="a table (file, folder, postgresql://…, sc://…), replays, or a log for the agent logs",
    )
    add("--lang", choices=_LANGUAGES, help="the language of the program's own words")
    add("--as-of", type=_day, metavar="YYYY-MM-DD", help="today's date, for “last year”")
    add("--models", choices=WHO_READS, help="who reads questions about a table, with a model")
    add("--context", metavar="ID", help="the conversation to go on with")


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object per line on stdout")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a day (YYYY-MM-DD)") from None


class _Version(argparse.Action):
    """Says the version, which is looked for only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from app.system.installation import program_version

        sys.stdout.write(f"balance-desk {program_version()}\n")
        parser.exit()
