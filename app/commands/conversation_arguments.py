"""The arguments of `balance-desk conversations …`."""

import argparse
from datetime import UTC, datetime
from pathlib import Path

GRACE_SECONDS = 10.0
TOKEN_DAYS = 90.0
UPKEEP = ("backup", "restore", "verify", "migrate")


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `conversations` with its own commands."""
    text = "the conversation service: serve it, and say who may ask it"
    service = commands.add_parser(
        "conversations", help=text, description=text[0].upper() + text[1:] + "."
    )
    service.set_defaults(command="conversations")
    actions = service.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _serve(actions.add_parser("serve", help="serve conversations to desks and agents"))
    _connected(actions.add_parser("connect", help="keep this desk in step with a service"))
    _left(actions.add_parser("disconnect", help="keep this desk's conversations to itself again"))
    tokens = actions.add_parser("token", help="bearer tokens: who may ask, and for what")
    doing = tokens.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _create(doing.add_parser("create", help="make a token; it is printed on the last line"))
    _listed(doing.add_parser("list", help="the tokens, without their secrets"))
    _ended(doing.add_parser("revoke", help="end a token now"))
    _rotated(doing.add_parser("rotate", help="make a successor of a token"))
    letters = actions.add_parser("dead", help="requests from queues that nobody could handle")
    doing = letters.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _letters(doing.add_parser("list", help="which there are, and why, oldest first"))
    _revived(doing.add_parser("revive", help="have them, and their tasks, tried again"))
    for name, text, of_file in (
        ("backup", "write all conversations into a file, while others work", "a new file"),
        ("restore", "put a backup into an empty database", "the backup"),
        ("verify", "say whether a database has exactly what a backup has", "the backup"),
    ):
        upkeep = actions.add_parser(name, help=text)
        _where(upkeep, name)
        upkeep.add_argument("file", type=Path, metavar="FILE", help=of_file)
    migrate = actions.add_parser("migrate", help="bring a database to this version")
    _where(migrate, "migrate")
    migrate.add_argument(
        "--check",
        action="store_true",
        help="change nothing: say what would be done, and end with 1 if there is anything",
    )
    _audited(actions.add_parser("audit", help="what was done by administrators, newest first"))


def _serve(parser: argparse.ArgumentParser) -> None:
    _where(parser, "serve")
    add = parser.add_argument
    add("--http", required=True, metavar="HOST:PORT", help="where to listen (port 0: a free one)")
    add(
        "--redis",
        metavar="URL",
        help="take requests from queues too: redis://HOST:PORT (default: BALANCE_DESK_REDIS)",
    )
    add(
        "--plain-lists",
        metavar="URL",
        help="move envelopes from and to plain lists in this Redis (another database than that of"
        " --redis), for senders that know nothing else (default: BALANCE_DESK_PLAIN_LISTS)",
    )
    add(
        "--unsigned-tenant",
        action="append",
        default=[],
        metavar="NAME",
        help="take envelopes of this tenant that nobody has signed (repeatable): whoever can write"
        " to that Redis speaks for all of its users",
    )
    add(
        "--oidc",
        type=Path,
        metavar="FILE",
        help="let in those whom a company's sign-in lets in too: a TOML file with a table [oidc]"
        " (default: the profile's settings, if they have one)",
    )
    add(
        "--rate",
        type=_number,
        default=500.0,
        metavar="N",
        help="requests a second that a tenant may make for long; 0: any (default: 500)",
    )
    add(
        "--burst",
        type=_number,
        default=1000.0,
        metavar="N",
        help="requests that it may make at once (default: 1000)",
    )
    add("--log-requests", action="store_true", help="a line in the log for every request")
    add(
        "--grace",
        type=_number,
        default=GRACE_SECONDS,
        metavar="SECONDS",
        help="how long what is under way may go on when the service is stopped (default: 10)",
    )


def _connected(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Keep this desk in step with a conversation service from its next start on. The token is"
        " asked for, or read from standard input; it is tried, and kept in the system's keyring."
    )
    _profile(parser, "connect")
    parser.add_argument("url", metavar="URL", help="where the service is: https://HOST")
    parser.add_argument(
        "--tenant",
        default="",
        metavar="NAME",
        help="which tenant's, for somebody who belongs to several",
    )


def _left(parser: argparse.ArgumentParser) -> None:
    _profile(parser, "disconnect")


def _create(parser: argparse.ArgumentParser) -> None:
    _where(parser, "token create")
    _tenant(parser)
    add = parser.add_argument
    add("--user", default="", metavar="USER", help="acts for this user only")
    add(
        "--scopes",
        metavar="A,B",
        help="of read, write, all_users, admin (default: read,write, and all_users without --user)",
    )
    add(
        "--role",
        choices=("reader", "member", "service", "admin"),
        help="the scopes by a name: read; read and write; for every user; all",
    )
    add(
        "--expires-days",
        type=_number,
        default=TOKEN_DAYS,
        metavar="N",
        help=f"ends after that many days (default: {TOKEN_DAYS:g}; 0: never)",
    )
    add("--name", default="", metavar="TEXT", help="what it is for")


def _listed(parser: argparse.ArgumentParser) -> None:
    _where(parser, "token list")
    parser.add_argument("--tenant", metavar="NAME", help="whose (default: those of all)")
    _json(parser)


def _ended(parser: argparse.ArgumentParser) -> None:
    _where(parser, "token revoke")
    _tenant(parser)
    parser.add_argument("id", metavar="ID", help="the id of the token, from the list")


def _rotated(parser: argparse.ArgumentParser) -> None:
    _where(parser, "token rotate")
    _tenant(parser)
    parser.add_argument("id", metavar="ID", help="the id of the token, from the list")
    parser.add_argument(
        "--overlap-hours",
        type=_number,
        default=0.0,
        metavar="N",
        help="how long the old one goes on (default: 0)",
    )


def _letters(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(conversation_action="dead list")
    _redis(parser)
    parser.add_argument(
        "--limit", type=int, default=100, metavar="N", help="how many of each queue (100)"
    )
    _json(parser)


def _revived(parser: argparse.ArgumentParser) -> None:
    _where(parser, "dead revive")
    _redis(parser)
    parser.add_argument("queue", metavar="QUEUE", help="the queue that they were in")
    parser.add_argument("entry", metavar="ENTRY", nargs="+", help="their ids, from the list")


def _redis(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--redis", metavar="URL", help="redis://HOST:PORT (default: BALANCE_DESK_REDIS)"
    )


def _audited(parser: argparse.ArgumentParser) -> None:
    _where(parser, "audit")
    _tenant(parser)
    add = parser.add_argument
    add("--since", type=_moment, metavar="TIME", help="not before: 2026-11-21 or with a time, UTC")
    add("--before", type=_moment, metavar="TIME", help="not at that time or later")
    add("--actor", metavar="WHO", help="by whom: operator:NAME, or the id of a token")
    add("--action", metavar="KIND", help="what: token, token.revoke, conversation.erase, …")
    add("--target", metavar="ID", help="to which token or conversation")
    add("--limit", type=int, default=100, metavar="N", help="how many (100)")
    _json(parser)


def _profile(parser: argparse.ArgumentParser, action: str) -> None:
    parser.set_defaults(conversation_action=action)
    parser.add_argument(
        "--profile",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="DIR",
        help="where all state is kept (default: the platform's data folder)",
    )


def _where(parser: argparse.ArgumentParser, action: str) -> None:
    _profile(parser, action)
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://… (default: BALANCE_DESK_DATABASE, or the profile's)",
    )


def _tenant(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tenant", required=True, metavar="NAME", help="whose it is")


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object per line on stdout")


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date or time") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 on")
    return value
