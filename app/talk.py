"""`ask` and `chat` as runs of the program: a desk is opened, spoken to, and closed."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from app.chat import ChatSession
from app.desk import Desk
from app.errors import BadInput
from app.opening import Opened, open_desk
from app.settings import Settings
from app.terminal import EXIT_INTERRUPTED, Request, Terminal, stdin_lines
from app.terminal_text import TerminalText

Talk = Callable[[Terminal, TerminalText], Awaitable[None]]


def ask(settings: Settings, text: str, *, references: Sequence[str] | None, as_json: bool) -> int:
    """Carry one turn, print it, and return the exit code."""

    async def talk(terminal: Terminal, words: TerminalText) -> None:
        await terminal.say(Request(text, references=references))

    return _run(settings, talk, as_json=as_json, ephemeral=False)


def chat(settings: Settings, *, as_json: bool, ephemeral: bool) -> int:
    """Carry a turn for each line of standard input and return the exit code of the last."""

    async def talk(terminal: Terminal, words: TerminalText) -> None:
        await terminal.chat(stdin_lines(prompt=words.phrase("prompt")))

    return _run(settings, talk, as_json=as_json, ephemeral=ephemeral)


def sample(settings: Settings, lines: Sequence[str]) -> int:
    """Carry given lines in a conversation that is not kept; return the exit code of the last."""

    async def say() -> AsyncIterator[str]:
        for line in lines:
            yield line

    async def talk(terminal: Terminal, words: TerminalText) -> None:
        await terminal.chat(say())

    return _run(settings, talk, as_json=False, ephemeral=True)


def _run(settings: Settings, talk: Talk, *, as_json: bool, ephemeral: bool) -> int:
    words = TerminalText(settings.language)
    # What the SDK tells its own developers (an executor that is slow to stop) is no news here.
    logging.getLogger("a2a").setLevel(logging.ERROR)

    async def run() -> int:
        async with open_desk(settings, ephemeral=ephemeral) as opened:
            await _tell(opened, words)
            session = await _session(opened.desk, settings)
            # The agent is opened before anything is stored: a bad table is bad input, no turn.
            await session.card()
            terminal = Terminal(opened.desk, session, as_json=as_json, text=words)
            await talk(terminal, words)
            return terminal.exit_code

    try:
        return asyncio.run(run())
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


async def _session(desk: Desk, settings: Settings) -> ChatSession:
    if settings.context is None:
        return desk.new()
    try:
        session = await desk.session(settings.context)
    except BadInput:
        return desk.new(context_id=settings.context)
    if settings.data is not None:
        await session.update(agent=desk.default_agent)
    return session


async def _tell(opened: Opened, words: TerminalText) -> None:
    if opened.damaged_copy is not None:
        conversations, _ = opened.salvaged
        _note(words.phrase("damaged", path=opened.damaged_copy, n=conversations))
    if not opened.owner:
        _note(words.phrase("shared"))
        return
    report = await opened.desk.recover()
    if ended := len(report.interrupted) + len(report.unconfirmed):
        _note(words.phrase("interrupted", n=ended))


def _note(text: str) -> None:
    sys.stderr.write(f"· {text}\n")
