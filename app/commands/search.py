"""`balance-desk search`: what was said, found by words and by meaning."""

import argparse
import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.records import KINDS
from app.errors import AgentError, BadInput
from app.terminal.plain_text import printable

if TYPE_CHECKING:
    from app.search import Hit, Search

_BOLD, _PLAIN = "\x1b[1m", "\x1b[22m"
_EVERY = 20_000


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `search` to a parser's commands; what it parses is for `run`."""
    search = commands.add_parser(
        "search",
        help="find what was said",
        description="Find what was said, by words and by meaning.",
    )
    search.set_defaults(command="search")
    search.add_argument("query", nargs="*", help="what to look for")
    search.add_argument("--agent", metavar="NAME", help="only what this one said")
    search.add_argument(
        "--with", dest="party", metavar="NAME", help="only what this one said or was told"
    )
    search.add_argument("--limit", type=int, default=10, metavar="N", help="how many (default 10)")
    search.add_argument(
        "--mode",
        choices=("words", "meaning", "both"),
        default="both",
        help="what has to be alike (default: both)",
    )
    search.add_argument("--type", choices=KINDS, metavar="TYPE", help=f"one of {', '.join(KINDS)}")
    search.add_argument("--conversation", metavar="ID", help="only this conversation")
    search.add_argument("--task", metavar="ID", help="only this task")
    search.add_argument("--from", dest="first", metavar="YYYY-MM-DD", help="from this day on, UTC")
    search.add_argument("--to", dest="last", metavar="YYYY-MM-DD", help="up to this day, UTC")
    search.add_argument("--rebuild", action="store_true", help="make the index anew first")
    search.add_argument("--json", action="store_true", help="one JSON object per line on stdout")
    search.add_argument(
        "--profile",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="DIR",
        help="where all state is kept (default: the platform's data folder)",
    )


def run(profile: Path, given: argparse.Namespace) -> int:
    """Carry out the command; raises `DeskError`, returns 0 also when nothing was found."""
    from app.profile.folder import Profile
    from app.search import Filters, Search
    from app.search.embedder_choice import chosen_embedder
    from app.stream_log import StreamLogger
    from app.stream_log.log_settings import load_settings

    query = " ".join(given.query)
    if not query.strip() and not given.rebuild:
        raise BadInput("Say what to look for: balance-desk search QUERY.", key="empty_query")
    filters = Filters(
        agent=given.agent,
        party=given.party,
        type=given.type,
        conversation=given.conversation,
        task=given.task,
        since=_midnight(given.first),
        until=_midnight(given.last, after=1),
    )
    embedder = chosen_embedder(profile)
    root = Profile(profile).conversations
    with (
        StreamLogger(root, settings=load_settings(profile)) as stream,
        Search(stream, embedder=embedder) as search,
    ):
        if not stream.files.stream.is_dir():
            _note("nothing was logged in this profile yet")
            return 0
        _bring_up(search, rebuild=given.rebuild, meaning=given.mode != "words")
        if query.strip():
            hits = search.find(query, limit=given.limit, mode=given.mode, filters=filters)
            for hit in hits:
                sys.stdout.write(_json(hit) if given.json else _readable(hit))
            if not hits:
                _note("nothing was found")
            elif given.mode == "meaning" and not embedder.understands:
                _note("without an embedder of its own this compares spelling, not meaning")
    return 0


def _bring_up(search: "Search", *, rebuild: bool, meaning: bool) -> None:
    progress = _progress("indexed")
    if rebuild:
        search.index.rebuild(told=progress)
    else:
        search.catch_up(told=progress)
    if meaning:
        try:
            search.queue.work(told=_progress("embedded"))
        except AgentError as error:
            _note(f"{error} {search.queue.waiting()} messages wait for it.")


def _progress(what: str) -> Callable[[int], None]:
    told = 0

    def tell(count: int) -> None:
        nonlocal told
        if count - told >= _EVERY:
            told = count
            _note(f"{count} messages {what}")

    return tell


def _midnight(day: str | None, *, after: int = 0) -> datetime | None:
    if day is None:
        return None
    from app.stream_log.day_files import checked_day

    return datetime.fromisoformat(checked_day(day)).replace(tzinfo=UTC) + timedelta(days=after)


def _json(hit: "Hit") -> str:
    found = {
        **hit._asdict(),
        "snippet": hit.snippet.text,
        "marks": [list(mark) for mark in hit.snippet.marks],
    }
    return json.dumps(found, ensure_ascii=False) + "\n"


def _readable(hit: "Hit") -> str:
    towards = f" → {hit.to_agent}" if hit.to_agent else ""
    head = f"{hit.t[:19]}  {hit.from_agent}{towards}  {hit.type}  {hit.id}"
    text, marks = hit.snippet
    pieces, at = [], 0
    bold = sys.stdout.isatty()
    for start, stop in marks:
        pieces.append(printable(text[at:start]))
        found = printable(text[start:stop])
        pieces.append(f"{_BOLD}{found}{_PLAIN}" if bold else found)
        at = stop
    pieces.append(printable(text[at:]))
    return f"{printable(head)}\n    {''.join(pieces)}\n"


def _note(text: str) -> None:
    sys.stderr.write(f"· {text}\n")
